"""Where the dungeon of a command comes from: made from a seed, read from a map of any format, or that of a table."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from arbitro.appendix_a.furnishing import furnished
from arbitro.appendix_a.level import generate, generate_rooms, options
from arbitro.cli import TEXTS
from arbitro.cli.place import open_store
from arbitro.cli.sessions import packs_of
from arbitro.cli.settings import settings_from
from arbitro.cli.stock import checked_game
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.draw.hand import draw_decoration
from arbitro.dungeon.model import Dungeon
from arbitro.dungeon.reading.maps import FEET, MapRead, read_map
from arbitro.kernel.event import Setting
from arbitro.kernel.misread import misread
from arbitro.kernel.option import load_house_rules
from arbitro.kernel.pack import Pack
from arbitro.kernel.yamlfile import whole_file
from arbitro.play import PREFIX
from arbitro.play.campaign import Campaign
from arbitro.play.opening import known_game
from arbitro.play.state import CampaignState
from arbitro.play.stocking import PARTY_SIZE, stocked, stocker_for, stocking_with
from arbitro.rules import find_ruleset, first_game
from arbitro.text import Fault, Words


class DungeonRequest(msgspec.Struct, frozen=True):
    """Which dungeon: made from a seed and options, or read from a file."""

    seed: str
    options: dict[str, Setting]
    levels: int = 1
    cap: int = 0
    file: Path | None = None
    game: str = ""
    """Whose monsters and treasure fill it; where nobody says, those that a file names, or the first game's."""
    packs: tuple[Pack, ...] = ()
    rooms: int = 0
    """How many chambers, rooms and caves are wished for; 0 for as many as come."""
    table: str = ""
    """The table whose dungeon it is, as far as it has been dug."""
    feet: int = 5
    """What a square of a file for virtual tables measures."""


class Made(msgspec.Struct, frozen=True):
    """A dungeon, the number its decoration is drawn from, what it is called, and the game that fills it."""

    dungeon: Dungeon
    decoration: int
    name: str
    game: str = ""
    lost: tuple[str, ...] = ()
    """Spaces of a file to which no way leads."""
    packs: tuple[Pack, ...] = ()
    """What a table adds to its game."""


async def played(table: str) -> Made:
    """The dungeon of a campaign that is kept here."""
    async with open_store() as store:
        session = await store.open_table(table)
    campaign, state = session.ruleset, session.state
    if not isinstance(campaign, Campaign) or not isinstance(state, CampaignState) or not state.dungeon.spaces:
        raise Fault(Words(TEXTS, "cli.dungeon.table_without", table=table))
    return Made(state.dungeon, state.scenery, table, checked_game(campaign.game.id), packs=campaign.packs)


def bytes_of(file: Path) -> bytes:
    """What a file holds; a fault where it cannot be read."""
    try:
        return whole_file(file)
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.dungeon.cannot_read", file=str(file), why=misread(error))) from None


def make(wanted: DungeonRequest, step: Callable[[int], None] | None = None) -> Made:
    """Make or read a dungeon."""
    if wanted.file is not None:
        kept = read_map(wanted.file.name, bytes_of(wanted.file), options(), wanted.feet)
        if kept.game and wanted.game not in ("", kept.game):
            other = {"file": str(wanted.file), "kept": kept.game, "asked": wanted.game}
            raise Fault(Words(TEXTS, "cli.dungeon.other_rules", **other))
        game = checked_game(kept.game or wanted.game or first_game())
        return Made(kept.dungeon, kept.decoration, wanted.file.stem, game, kept.lost)
    if wanted.table:
        return asyncio.run(played(wanted.table))
    game = wanted.game or checked_game(first_game())
    dice = AuditedDice.from_text(wanted.seed)
    decoration = draw_decoration(dice)
    size: dict[str, Any] = {"levels": wanted.levels, "cap": wanted.cap, "progress": step}
    if wanted.rooms:
        dungeon, _ = generate_rooms(dice, wanted.options, wanted.rooms, **size)
    else:
        dungeon, _ = generate(dice, wanted.options, **size)
    dungeon = _stocked(dungeon, game, wanted.packs, dice)
    plain = "".join(letter if letter.isalnum() else "-" for letter in wanted.seed)
    return Made(dungeon, decoration, f"dungeon-{plain}", game)


def filled(read: MapRead, game: str, seed: str, packs: tuple[Pack, ...] = ()) -> MapRead:
    """A map with contents by the tables of the appendix and of a game; what is in it already stays."""
    dice = AuditedDice.from_text(seed)
    return replace(read, dungeon=_stocked(furnished(read.dungeon, dice), game, packs, dice), game=game)


def _stocked(dungeon: Dungeon, game: str, packs: tuple[Pack, ...], dice: AuditedDice) -> Dungeon:
    stocking = stocking_with(find_ruleset(game).with_packs(packs))
    if stocking is None:
        return stocked(dungeon, stocker_for(game), dice)
    return stocked(dungeon, (stocking.in_company or stocking.stocker)(PARTY_SIZE, 0), dice)


def settings_of(caves_from: int | None, start: str | None, more: list[str] | None) -> dict[str, Setting]:
    """The options of the appendix that the command line sets; the rest stand at the book's defaults."""
    found: dict[str, Setting] = {}
    if caves_from is not None:
        found["caves_from_level"] = caves_from
    if start is not None:
        found["start"] = start
    return found | settings_from(more)


def check_source(source: str, **given: object) -> None:
    """A kept dungeon is as it is: whatever would make another one is refused beside it."""
    for name, value in given.items() if source else ():
        if value:
            words = {"option": f"--{name.replace('_', '-')}", "file": source}
            raise Fault(Words(TEXTS, "cli.dungeon.not_with_from", **words))


def wanted_from(
    file: Path | None,
    rules: str | None,
    seed: str | None,
    levels: int | None,
    caves_from: int | None,
    start: str | None,
    cap: int | None,
    settings: list[str] | None,
    house_rules: Path | None = None,
    packs: list[Path] | None = None,
    rooms: int | None = None,
    table: str | None = None,
    feet: int | None = None,
) -> DungeonRequest:
    """The dungeon that a command line asks for."""
    game = checked_game(rules) if rules else ""
    given = {"caves_from": caves_from, "start": start, "cap": cap, "set": settings, "house_rules": house_rules}
    check_source(str(file or "") or table or "", seed=seed, levels=levels, rooms=rooms, **given)
    options = of_the_house(house_rules, game or first_game()) | settings_of(caves_from, start, settings)
    loaded = packs_of(packs or ())
    return DungeonRequest(
        seed or any_seed(),
        options,
        levels or 1,
        cap or 0,
        file,
        game,
        loaded,
        rooms or 0,
        table or "",
        checked_feet(feet or FEET[0]),
    )


def checked_feet(feet: int) -> int:
    """What a square of a virtual table may measure; a fault that lists it otherwise."""
    if feet not in FEET:
        raise Fault(Words(TEXTS, "cli.dungeon.no_feet", feet=feet, known=", ".join(map(str, FEET))))
    return feet


def of_the_house(file: Path | None, game: str) -> dict[str, Setting]:
    """What the house rules of a game say of the making of dungeons; its other rules are none of this command's."""
    if file is None:
        return {}
    campaign = known_game(f"{PREFIX}{game}")
    chosen = load_house_rules(file, campaign.id, campaign.options).options
    return {name: value for name, value in chosen.items() if name in options()}


def any_seed() -> str:
    """A seed for those who gave none; it is shown, so that the dungeon can be made again."""
    return os.urandom(4).hex()
