"""``arbitro play``: a whole campaign at the terminal, from the inn to the treasure and back."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import BAD_INPUT, help_text, language_option, leave, pick_language, print_error
from arbitro.cli.fight import Wanted, on_terminal, run
from arbitro.kernel.command import Command
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.play import PREFIX
from arbitro.play.commands import BringRooms, Gather
from arbitro.play.solo.sealed import read_stock
from arbitro.text import Fault

TITLE = Phrase("La campagna", "The campaign")


def register(app: typer.Typer) -> None:
    """Add ``play``."""

    @app.command("play", help=help_text("cli.play.help"))
    def play(
        rules: Annotated[str, typer.Option("--rules", help=help_text("cli.fight.rules"))] = "whitebox",
        party: Annotated[str | None, typer.Option("--party", help=help_text("cli.play.party"))] = None,
        sealed: Annotated[
            Path | None, typer.Option("--sealed", file_okay=False, help=help_text("cli.play.sealed"))
        ] = None,
        auto: Annotated[bool, typer.Option("--auto", help=help_text("cli.fight.auto"))] = False,
        seat: Annotated[str | None, typer.Option("--as", help=help_text("cli.fight.as"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))] = None,
        typed: Annotated[bool, typer.Option("--typed", help=help_text("cli.fight.typed"))] = False,
        why: Annotated[bool, typer.Option("--why", help=help_text("cli.fight.why"))] = False,
        plain: Annotated[bool, typer.Option("--plain", help=help_text("cli.play.plain"))] = False,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.fight.table"))] = None,
        no_save: Annotated[bool, typer.Option("--no-save", help=help_text("cli.fight.no_save"))] = False,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)
        start: list[Command] = []
        try:
            if sealed is not None:
                start.append(BringRooms(dict(read_stock(sealed).rooms)))
        except Fault as fault:
            print_error(fault.in_(language))
            leave(BAD_INPUT)
        if party:
            start.append(Gather(party))
        run(
            Wanted(
                PREFIX + rules.removeprefix(PREFIX),
                f"campaign-{rules}",
                language,
                auto=auto or as_json or not (sys.stdin.isatty() or seat or typed),
                seat=seat,
                seed=seed,
                settings=tuple(settings or ()),
                typed=typed,
                why=why,
                json=as_json,
                table=table,
                keep=not no_save,
                command="play",
                prepared=Setup(TITLE, tuple(start), {}),
                screen=on_terminal() and not (plain or why or as_json),
            )
        )
