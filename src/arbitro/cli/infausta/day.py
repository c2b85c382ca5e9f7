"""``arbitro day``: days in the wilderness of L'Infausta Scatola, on a map that is given or drawn by lot."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import house_rules_option, language_option, pack_option, pick_language
from arbitro.cli.infausta import help_text
from arbitro.cli.playing import run, show_ready
from arbitro.cli.sessions import PlayRequest
from arbitro.dice.stream import AuditedDice, seed_from_text
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.rules.infausta.setup import journey_setup
from arbitro.rules.infausta.wilderness.land import random_land

GAME = "infausta"


class Lot(StrEnum):
    """The kinds of map that can be drawn by lot."""

    hex = "hex"
    points = "points"


def drawn(kind: Lot, size: int, days: int, seed: str) -> Setup:
    """A journey through a land by lot, from its middle or its first place, for so many days."""
    land = random_land(AuditedDice(seed_from_text(seed)).stream("land"), kind.value, size)
    title = Phrase("Una terra sconosciuta", "An unknown land")
    return journey_setup(title, land, next(iter(land.spots)), days=days)


def register(app: typer.Typer) -> None:
    """Add ``day``."""

    @app.command("day", help=help_text("cli.day.help"))
    def day(
        journey: Annotated[str | None, typer.Argument(help=help_text("cli.day.scene"))] = None,
        lot: Annotated[Lot | None, typer.Option("--random", help=help_text("cli.day.random"))] = None,
        size: Annotated[int, typer.Option("--size", min=2, max=20, help=help_text("cli.day.size"))] = 4,
        days: Annotated[int, typer.Option("--days", min=1, max=366, help=help_text("cli.day.days"))] = 3,
        party: Annotated[list[str] | None, typer.Option("--party", help=help_text("cli.day.party"))] = None,
        auto: Annotated[bool, typer.Option("--auto", help=help_text("cli.fight.auto"))] = False,
        seat: Annotated[str | None, typer.Option("--as", help=help_text("cli.day.as"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.day.settings"))] = None,
        typed: Annotated[bool, typer.Option("--typed", help=help_text("cli.fight.typed"))] = False,
        why: Annotated[bool, typer.Option("--why", help=help_text("cli.fight.why"))] = False,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.fight.table"))] = None,
        list_ready: Annotated[bool, typer.Option("--list", help=help_text("cli.day.list"))] = False,
        no_save: Annotated[bool, typer.Option("--no-save", help=help_text("cli.fight.no_save"))] = False,
        pack: Annotated[list[Path] | None, pack_option()] = None,
        house_rules: Annotated[
            Path | None,
            house_rules_option(),
        ] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        wanted = PlayRequest(
            GAME,
            journey if lot is None else lot.value,
            pick_language(lang),
            auto=auto or as_json or not (sys.stdin.isatty() or seat or typed),
            seat=seat,
            seed=seed,
            house_rules=house_rules,
            packs=tuple(pack or ()),
            settings=tuple(settings or ()),
            typed=typed,
            why=why,
            json=as_json,
            table=table,
            keep=not no_save,
            folder="journeys",
            prepared=None if lot is None else drawn(lot, size, days, seed or os.urandom(16).hex()),
            party=tuple(party or ()),
        )
        if list_ready:
            show_ready(wanted)
        else:
            run(wanted)
