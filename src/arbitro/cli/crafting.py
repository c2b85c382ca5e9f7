"""Characters of whatever game whose campaign makes them: made in one go, shown, raised in level, kept in files."""

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from arbitro.cli import TEXTS, print_json
from arbitro.cli.company import brought, campaign_of, hand_out
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.bounds import MOST_LARGE
from arbitro.kernel.misread import misread
from arbitro.kernel.pack import Pack
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_path
from arbitro.play.campaign import Campaign
from arbitro.play.drafting import enter, make_character, settle
from arbitro.play.maker import LevelWishes, MakingStep, PartyFile, title, value_text
from arbitro.play.opening import set_up
from arbitro.play.state import CampaignState
from arbitro.text import Fault, Language, Words


class CharacterRequest(Struct, frozen=True):
    """Which character is asked for, and what is to become of it."""

    game: str
    language: Language
    said: dict[str, list[str]]
    level: int = 1
    seed: str | None = None
    packs: tuple[Pack, ...] = ()
    out: Path | None = None
    as_json: bool = False


def said_of(texts: Iterable[str] | None) -> dict[str, list[str]]:
    """Answers as people write them, ``class=wizard``, by step in their order."""
    found: dict[str, list[str]] = {}
    for text in texts or ():
        step, given, answer = text.partition("=")
        if not given or not step.strip():
            raise Fault(Words(TEXTS, "cli.character.choose_form", text=text))
        found.setdefault(step.strip(), []).append(answer.strip())
    return found


def wishes_of(texts: Iterable[str] | None) -> LevelWishes:
    """What is wanted of a new level as people write it: ``hp``, ``traits=agility,finesse``."""
    pairs = (text.partition("=") for text in texts or ())
    return tuple(
        (sort.strip(), tuple(filter(None, (each.strip() for each in names.split(","))))) for sort, _, names in pairs
    )


def people_step(game: str) -> str:
    """The step at which a game asks where somebody comes from."""
    plan = campaign_of(game).side.maker.plan
    return next((step for step in ("people", "ancestry") if step in plan), "people")


def game_in(file: Path) -> str:
    """The game whose characters a file holds."""
    try:
        return open_path(file, MOST_LARGE).read(PartyFile).game
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.character.no_file", file=str(file), why=misread(error))) from None


def craft(asked: CharacterRequest) -> None:
    """Make a character by what is said of it and by lot, raise it as far as asked, show and keep it."""
    if asked.level < 1:
        raise Fault(Words(TEXTS, "cli.character.low_level", level=asked.level))
    campaign = campaign_of(asked.game, asked.packs)
    word = os.urandom(8).hex() if asked.seed is None else asked.seed
    table = Table.open(campaign, "desk", seed_from_text(word))
    who = make_character(table, asked.said, word, asked.language)
    settle(table)
    (sheet,) = campaign.side.maker.sheets(table.state, (who,))
    for _ in range(1, asked.level):
        sheet = _risen(campaign, sheet, ())
    _deliver(campaign, (sheet,), asked, word)


def show(file: Path, packs: tuple[Pack, ...], language: Language, *, as_json: bool) -> None:
    """The characters of a file, after checking them."""
    campaign = campaign_of(game_in(file), packs)
    table = Table.open(campaign, "desk", seed_from_text(""))
    set_up(table, brought(campaign, file))
    hand_out(campaign, table.state, language, None, as_json=as_json)


def level_up(file: Path, wishes: LevelWishes, asked: CharacterRequest) -> None:
    """Everybody of a file one level higher; the file is written anew."""
    campaign = campaign_of(asked.game, asked.packs)
    table = Table.open(campaign, "desk", seed_from_text(""))
    set_up(table, brought(campaign, file))
    sheets = campaign.side.maker.sheets(table.state, campaign.side.party.people(table.state))
    _deliver(campaign, [_risen(campaign, sheet, wishes) for sheet in sheets], asked)


def _risen(campaign: Campaign, sheet: Any, wishes: LevelWishes) -> Any:
    sense = campaign.side.maker.sense
    if sense is None:
        raise Fault(Words(TEXTS, "cli.character.no_people", game=campaign.game.id))
    return sense.risen(sheet, wishes)


def _deliver(campaign: Campaign, sheets: Collection[Any], asked: CharacterRequest, seed: str = "") -> None:
    table = Table.open(campaign, "desk", seed_from_text(seed))
    enter(table, sheets)
    shown = seed if asked.seed is None else ""
    hand_out(campaign, table.state, asked.language, asked.out, as_json=asked.as_json, seed=shown)


def list_choices(asked: CharacterRequest) -> None:
    """Every step with what may be answered to it, for whoever is made by what is said already and by lot."""
    campaign = campaign_of(asked.game, asked.packs)
    table: Table[CampaignState] = Table.open(campaign, "desk", seed_from_text(asked.seed or ""))
    maker, seen = campaign.side.maker, list[tuple[MakingStep, str]]()
    make_character(table, asked.said, asked.seed or "", asked.language, lambda step, value: seen.append((step, value)))
    if asked.as_json:
        print_json([{"step": step.id, "picks": step.picks, "count": step.count, "here": value} for step, value in seen])
        return
    told: set[str] = set()
    for step, value in seen:
        if step.id in told:
            continue
        told.add(step.id)
        named = value_text(maker, step.id, value, asked.language)
        print(f"{step.id}: {title(maker, step, asked.language)}" + (f" [{named}]" if named else ""))
        for pick in step.picks:
            print(f"    {pick:28} {value_text(maker, step.id, pick, asked.language)}")
