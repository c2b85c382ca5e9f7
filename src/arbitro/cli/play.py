"""``arbitro play``: a whole campaign at the terminal, from the inn to the treasure and back."""

import asyncio
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from arbitro.cli import (
    BAD_INPUT,
    TEXTS,
    games_help,
    help_text,
    house_rules_option,
    language_option,
    leave,
    pack_option,
    pick_language,
    print_error,
    print_json,
)
from arbitro.cli.place import open_store
from arbitro.cli.playing import on_terminal, run
from arbitro.cli.sessions import PlayRequest, game_named, packs_of, settings_of
from arbitro.kernel.command import Command
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.play import PREFIX, game_inside
from arbitro.play.commands import BringDungeon, BringRooms, Gather, KeepNote
from arbitro.play.opening import known_game
from arbitro.play.solo.sealed import read_stock
from arbitro.rules import first_game
from arbitro.text import Fault, Words

TITLE = Phrase("La campagna", "The campaign")
DAYS = 30
FILES = (".json", ".yaml", ".yml")
"""What ends like this is a file of characters, whether it is there or not."""


def register(app: typer.Typer) -> None:
    """Add ``play``."""
    brought = typer.Option("--dungeon", dir_okay=False, exists=True, help=help_text("cli.play.dungeon"))
    map_option = Annotated[Path | None, brought]
    sealed_rooms = typer.Option("--sealed", file_okay=False, help=help_text("cli.play.sealed"))

    @app.command("play", help=help_text("cli.play.help"))
    def play(
        rules: Annotated[str | None, typer.Option("--rules", help=games_help(), show_default=first_game())] = None,
        party: Annotated[str | None, typer.Option("--party", help=help_text("cli.play.party"))] = None,
        dungeon: map_option = None,
        stock: Annotated[bool, typer.Option("--stock", help=help_text("cli.play.stock"))] = False,
        sealed: Annotated[Path | None, sealed_rooms] = None,
        auto: Annotated[bool, typer.Option("--auto", help=help_text("cli.fight.auto"))] = False,
        player: Annotated[str, typer.Option("--player", help=help_text("cli.auto.player_help"))] = "prudent",
        days: Annotated[int, typer.Option("--days", min=1, max=3650, help=help_text("cli.auto.days_help"))] = DAYS,
        runs: Annotated[int, typer.Option("--runs", min=1, max=100_000, help=help_text("cli.auto.runs_help"))] = 1,
        seat: Annotated[str | None, typer.Option("--as", help=help_text("cli.fight.as"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        house_rules: Annotated[Path | None, house_rules_option()] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))] = None,
        pack: Annotated[list[Path] | None, pack_option()] = None,
        typed: Annotated[bool, typer.Option("--typed", help=help_text("cli.fight.typed"))] = False,
        why: Annotated[bool, typer.Option("--why", help=help_text("cli.fight.why"))] = False,
        plain: Annotated[bool, typer.Option("--plain", help=help_text("cli.play.plain"))] = False,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.fight.table"))] = None,
        new: Annotated[bool, typer.Option("--new", help=help_text("cli.play.new"))] = False,
        no_save: Annotated[bool, typer.Option("--no-save", help=help_text("cli.fight.no_save"))] = False,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)
        watched = auto or as_json or runs > 1
        try:
            packs = tuple(pack or ())
            game = game_inside(rules or game_named((party,), first_game()))
            campaign = known_game(PREFIX + game).with_packs(packs_of(packs))
            start = (*beginning(campaign, party, sealed), *with_map(dungeon, game, _lot(seed, stock=stock)))
            resumable = not (watched or new or no_save or table or start or seed or settings or packs or house_rules)
            wanted = PlayRequest(
                PREFIX + game,
                f"campaign-{game}",
                language,
                seat=seat,
                seed=seed,
                house_rules=house_rules,
                settings=tuple(settings or ()),
                packs=packs,
                typed=typed,
                why=why,
                json=as_json,
                table=asyncio.run(last_table(campaign)) if resumable else table,
                keep=not no_save,
                command="play",
                prepared=Setup(TITLE, start, {}),
                screen=on_terminal() and not (plain or why),
            )
            if watched:
                kept = None if no_save else table
                leave(asyncio.run(by_itself(wanted, player, days, runs, kept)))
        except Fault as fault:
            print_error(fault.in_(language))
            if as_json:
                print_json({"error": {"message": fault.in_(language)}})
            leave(BAD_INPUT)
        run(wanted)


def beginning(campaign: Ruleset[Any], party: str | None, sealed: Path | None) -> tuple[Command, ...]:
    """What comes before the first day: rooms that friends have sealed, and a party that is named or brought."""
    start: list[Command] = []
    if sealed is not None:
        start.append(BringRooms(dict(read_stock(sealed).rooms)))
    if party and (Path(party).is_file() or Path(party).suffix in FILES):
        from arbitro.cli.company import brought, campaign_of

        start += brought(campaign_of(campaign.id, campaign.packs), Path(party))
    elif party:
        start.append(Gather(party))
    return tuple(start)


def _lot(seed: str | None, *, stock: bool) -> str:
    """The word by whose dice a map is filled; empty where it is not."""
    return (seed or os.urandom(8).hex()) if stock else ""


def with_map(file: Path | None, game: str, lot: str = "") -> tuple[Command, ...]:
    """A map of any format as the campaign's dungeon, filled by lot or as it stands, with its author's notes."""
    if file is None:
        if lot:
            raise Fault(Words(TEXTS, "cli.play.no_map_to_stock"))
        return ()
    from arbitro.appendix_a.level import options  # late: few bring a map of their own
    from arbitro.cli.dungeon_source import bytes_of, filled
    from arbitro.dungeon.export.own import to_own
    from arbitro.dungeon.reading.maps import read_map
    from arbitro.play.placing import LONGEST_NOTE

    read = read_map(file.name, bytes_of(file), options())
    read = filled(read, read.game or game, lot) if lot else read
    text = to_own(read.dungeon, read.decoration, read.game or game).decode()
    notes = [KeepNote(space, note[:LONGEST_NOTE]) for space, note in read.notes.items()]
    return (BringDungeon(text, reuse="as_left"), *notes)


async def last_table(campaign: Ruleset[Any]) -> str | None:
    """The campaign of this game that was played last and goes on still; None where there is none."""
    async with open_store() as store:
        kept = [listed for listed in await store.tables() if listed.game == campaign.id]
        for listed in sorted(kept, key=lambda each: each.changed or each.opened, reverse=True):
            session = await store.open_table(listed.id)
            if not session.ledger.revealed and not session.ruleset.finished(session.state):
                return listed.id
    return None


async def by_itself(wanted: PlayRequest, player: str, days: int, runs: int, table: str | None) -> int:
    """Let automatic players play; the exit code."""
    from arbitro.cli.auto import AutoRequest, checked, play_auto
    from arbitro.play.players.runs import Job

    packs = packs_of(wanted.packs)
    campaign = known_game(wanted.game).with_packs(packs)
    setup = wanted.prepared or Setup(TITLE, (), {})
    job = Job(
        wanted.game,
        checked(player),
        wanted.seed if wanted.seed is not None else os.urandom(8).hex(),
        days,
        setup.start,
        settings_of(campaign, setup, wanted),
        table or "auto",
        packs,
    )
    return await play_auto(AutoRequest(job, runs, wanted.language, wanted.json, table, wanted.why))
