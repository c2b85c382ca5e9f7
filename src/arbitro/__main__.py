"""The way in from the terminal: ``arbitro`` or ``python -m arbitro``."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import typer

COMMANDS: Final = {
    "play": "arbitro.cli.play",
    "roll": "arbitro.cli.roll",
    "odds": "arbitro.cli.odds",
    "fight": "arbitro.cli.fight",
    "scene": "arbitro.cli.scene",
    "difficulty": "arbitro.cli.difficulty",
    "explore": "arbitro.cli.explore",
    "joust": "arbitro.cli.joust",
    "day": "arbitro.cli.day",
    "table": "arbitro.cli.table",
    "rules": "arbitro.cli.rules",
    "dungeon": "arbitro.cli.dungeon",
    "character": "arbitro.cli.character",
    "party": "arbitro.cli.party",
    "monster": "arbitro.cli.monster",
    "treasure": "arbitro.cli.treasure",
    "serve": "arbitro.cli.serve",
    "oracle": "arbitro.cli.oracle",
    "sealed": "arbitro.cli.sealed",
    "journal": "arbitro.cli.journal",
    "about": "arbitro.cli.about",
}
"""Each command and its module. Only the module of the command that is asked for is imported."""


def main() -> None:
    """Run the command line."""
    arguments = language_last(sys.argv[1:])
    asked = COMMANDS.get(arguments[0]) if arguments else None
    quick = None if asked is None else getattr(import_module(asked), "quick", None)
    code = None if quick is None else quick(arguments[1:])
    if code is None:
        from arbitro.cli.usage import run_command_line

        code = run_command_line(application(COMMANDS.values() if asked is None else [asked]), arguments)
    raise SystemExit(code)


def language_last(arguments: list[str]) -> list[str]:
    """The language may be named before the command, too: every command takes it as an option of its own."""
    width = 2 if arguments[:1] == ["--lang"] else 1 if arguments and arguments[0].startswith("--lang=") else 0
    rest = arguments[width:]
    return [*rest, *arguments[:width]] if rest else []


def application(modules: Iterable[str]) -> "typer.Typer":
    """The typer application with the commands of these modules."""
    import typer

    from arbitro import __version__
    from arbitro.cli import help_text
    from arbitro.cli.worded import WordedTyper

    app = WordedTyper(
        name="arbitro",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    def show_version(asked: bool) -> None:
        if asked:
            print(f"arbitro {__version__}")
            raise typer.Exit

    # A callback keeps the name of the command on the command line even where only one is registered.
    @app.callback(help=help_text("cli.help"))
    def arbitro(
        version: bool = typer.Option(
            False, "--version", is_eager=True, callback=show_version, help=help_text("cli.version")
        ),
    ) -> None:
        pass

    for module in modules:
        import_module(module).register(app)
    return app


if __name__ == "__main__":
    main()
