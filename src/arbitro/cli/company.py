"""Parties of whatever game, as files: called together for a campaign, taken from a table, brought to another."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec

from arbitro.cli import TEXTS, print_json
from arbitro.cli.place import open_store
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.bounds import MOST_LARGE
from arbitro.kernel.card import Sheet
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.misread import misread
from arbitro.kernel.pack import Pack
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import refusal_text
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_path
from arbitro.play import PREFIX, game_inside
from arbitro.play.campaign import Campaign
from arbitro.play.commands import Gather
from arbitro.play.drafting import settle
from arbitro.play.maker import ENROLLED, PartyFile, read_people
from arbitro.play.opening import known_game
from arbitro.play.state import CampaignState
from arbitro.store.fault import NoSuchTable
from arbitro.text import Fault, Language, Words


def campaign_of(game: str, packs: tuple[Pack, ...] = ()) -> Campaign:
    """The campaign of a game; a fault where it has none."""
    found = known_game(PREFIX + game_inside(game)).with_packs(packs)
    if not isinstance(found, Campaign):
        raise Fault(Words(TEXTS, "cli.character.no_people", game=game))
    return found


def brought(campaign: Campaign, file: Path) -> tuple[Command, ...]:
    """The commands by which a campaign begins with the people of a file."""
    try:
        document = open_path(file, MOST_LARGE)
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.character.no_file", file=str(file), why=misread(error))) from None
    return (*read_people(document, campaign.side.maker, campaign.game.id), Gather(ENROLLED))


def gathered(campaign: Campaign, party: str, seed: str | None, language: Language) -> tuple[CampaignState, str]:
    """A campaign whose party has just come together, and the seed of its dice."""
    word = os.urandom(8).hex() if seed is None else seed
    table = Table.open(campaign, "desk", seed_from_text(word))
    answer = table.submit(Gather(party), REFEREE)
    if isinstance(answer, Refusal):
        why = refusal_text(campaign, table.state, answer, language)
        raise Fault(Words(TEXTS, "cli.character.refused", why=why))
    settle(table)
    return table.state, word


async def party_at(table: str) -> tuple[Campaign, CampaignState]:
    """The campaign that is played at a table, as it stands."""
    async with open_store() as store:
        try:
            session = await store.open_table(table)
        except NoSuchTable:
            raise Fault(Words(TEXTS, "cli.party.no_table", table=table)) from None
        if not isinstance(session.ruleset, Campaign):
            raise Fault(Words(TEXTS, "cli.party.no_campaign", table=table))
        return session.ruleset, session.state


def hand_out(
    campaign: Campaign, state: CampaignState, language: Language, out: Path | None, *, as_json: bool, seed: str = ""
) -> None:
    """Show a party, and keep it where asked."""
    people = campaign.side.party.people(state)
    kept = PartyFile(campaign.game.id, campaign.side.maker.sheets(state, people))
    if out is not None:
        try:
            out.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
        except OSError as error:
            raise Fault(Words(TEXTS, "cli.table.cannot_write", file=str(out), why=misread(error))) from None
    if as_json:
        named: dict[str, Any] = {"seed": seed} if seed else {}
        print_json({**named, "game": kept.game, "characters": kept.characters})
        return
    print("\n\n".join("\n".join(lines(sheet)) for sheet in sheets_of(campaign, state, people, language)))
    if seed:
        print(f"\n--seed {seed}")


def sheets_of(campaign: Campaign, state: CampaignState, people: Collection[str], language: Language) -> list[Sheet]:
    """The sheets of some people, as they read them."""
    found = (campaign.sheet(state, REFEREE, who, language) for who in people)
    return [sheet for sheet in found if sheet is not None]


def lines(sheet: Sheet) -> list[str]:
    """A sheet in lines of text."""
    told = [f"{sheet.title}: {sheet.line}" if sheet.line else sheet.title]
    for section in sheet.sections:
        told.append(f"  {section.title}")
        told += [f"    {word}: {value}" for word, value in section.pairs]
        told += [f"    {line}" for line in section.lines]
    return told
