"""Commands that play a ready scene or a file of their own kind: jousts and expeditions are played like fights."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import help_text, language_option, pick_language
from arbitro.cli.fight import Wanted, run, show_ready


def register_scene(app: typer.Typer, name: str, folder: str) -> None:
    """Add a command that plays the scenes of a folder of the game."""

    @app.command(name, help=help_text(f"cli.{name}.help"))
    def play(
        scene: Annotated[str | None, typer.Argument(help=help_text(f"cli.{name}.scene"))] = None,
        rules: Annotated[str, typer.Option("--rules", help=help_text("cli.fight.rules"))] = "whitebox",
        auto: Annotated[bool, typer.Option("--auto", help=help_text("cli.fight.auto"))] = False,
        seat: Annotated[str | None, typer.Option("--as", help=help_text(f"cli.{name}.as"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        house_rules: Annotated[
            Path | None,
            typer.Option("--house-rules", exists=True, dir_okay=False, help=help_text("cli.fight.house_rules")),
        ] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text(f"cli.{name}.settings"))] = None,
        typed: Annotated[bool, typer.Option("--typed", help=help_text("cli.fight.typed"))] = False,
        why: Annotated[bool, typer.Option("--why", help=help_text("cli.fight.why"))] = False,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.fight.table"))] = None,
        list_ready: Annotated[bool, typer.Option("--list", help=help_text(f"cli.{name}.list"))] = False,
        no_save: Annotated[bool, typer.Option("--no-save", help=help_text("cli.fight.no_save"))] = False,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        wanted = Wanted(
            rules,
            scene,
            pick_language(lang),
            auto=auto or as_json or not (sys.stdin.isatty() or seat or typed),
            seat=seat,
            seed=seed,
            house_rules=house_rules,
            settings=tuple(settings or ()),
            typed=typed,
            why=why,
            json=as_json,
            table=table,
            keep=not no_save,
            folder=folder,
        )
        if list_ready:
            show_ready(wanted)
        else:
            run(wanted)
