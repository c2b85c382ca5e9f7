"""The way in from the terminal: ``arbitro`` or ``python -m arbitro``."""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import typer

COMMANDS: Final = {
    "play": "arbitro.cli.play",
    "roll": "arbitro.cli.roll",
    "odds": "arbitro.cli.odds",
    "fight": "arbitro.cli.fight",
    "sweep": "arbitro.cli.sweep",
    "encounter": "arbitro.cli.encounter",
    "table": "arbitro.cli.table",
    "rules": "arbitro.cli.rules",
    "dungeon": "arbitro.cli.dungeon",
    "party": "arbitro.cli.party",
    "pack": "arbitro.cli.pack",
    "serve": "arbitro.cli.serve",
    "mcp": "arbitro.cli.mcp",
    "host-key": "arbitro.cli.hostkey",
    "backup": "arbitro.cli.backup",
    "restore": "arbitro.cli.backup",
    "oracle": "arbitro.cli.oracle",
    "sealed": "arbitro.cli.sealed",
    "adventure": "arbitro.cli.adventure",
    "journal": "arbitro.cli.journal",
    "calendar": "arbitro.cli.calendar",
    "about": "arbitro.cli.about",
}
"""Each command that belongs to no game, and its module. Only the module of the one that is asked for is imported."""
OF_GAMES: Final = "arbitro.commands"
"""The group under which games bring commands of their own: a name, and a module with ``register(app)``."""

EXTRAS: Final = {"serve": "web", "host-key": "web", "mcp": "agents"}
"""The extra that a command belongs to, where it is not the terminal's."""


def main() -> None:
    """Run the command line, or say which extra is to be installed first."""
    _open_what_is_closed()
    arguments = language_last(sys.argv[1:])
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a ? for letters that a terminal does not know, or that are none
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.isatty():
        from arbitro.cli.steering import Steered

        sys.stdout = Steered(sys.stdout)
    try:
        code = run(arguments)
        sys.stdout.flush()
    except SystemExit as left:
        raise SystemExit(_flushed(left.code)) from None
    except Exception as error:
        from arbitro.cli.outcome import ended_by

        raise SystemExit(ended_by(error, EXTRAS.get(arguments[0] if arguments else "", "terminal"))) from None
    except KeyboardInterrupt:
        sys.unraisablehook = _say_nothing  # what was cut off in the middle has nothing to tell anybody
        from arbitro.cli import INTERRUPTED

        raise SystemExit(INTERRUPTED) from None
    raise SystemExit(code)


def _open_what_is_closed() -> None:
    """Who closed an output wants to hear nothing; left closed, the file of a table might come to stand in its place."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            way, mode = (os.O_RDONLY, "r") if name == "stdin" else (os.O_WRONLY, "w")
            setattr(sys, name, os.fdopen(os.open(os.devnull, way), mode, encoding="utf-8"))


def _say_nothing(_: object) -> None:
    pass


def _flushed(code: object) -> object:
    """The exit code of a command that has said all it had to say; another where nobody could be told."""
    try:
        sys.stdout.flush()
    except OSError as error:
        from arbitro.cli.outcome import ended_by

        return ended_by(error, "terminal")
    return code


def run(arguments: list[str]) -> int:
    """Run the command that is asked for; the exit code."""
    wanted = arguments[0] if arguments else ""
    asked = COMMANDS.get(wanted) or commands().get(wanted)
    quick = None if asked is None else getattr(import_module(asked), "quick", None)
    code: int | None = None if quick is None else quick(arguments[1:])
    if code is None and asked is None:
        code = left_out(wanted)
    if code is not None:
        return code
    from arbitro.cli.usage import run_command_line

    return run_command_line(application(dict.fromkeys(commands().values()) if asked is None else [asked]), arguments)


def commands() -> dict[str, str]:
    """Every command of this installation and its module: the house's own, then those that games bring."""
    from arbitro.kernel.plugins import is_there, plugged

    brought = {name: entry.module for name, entry in plugged(OF_GAMES).items() if is_there(entry)}
    return {**COMMANDS, **{name: module for name, module in brought.items() if name not in COMMANDS}}


def left_out(command: str) -> int | None:
    """Say that a command comes with a game that is not there; the exit code, or None where it is no such command."""
    from arbitro.kernel.plugins import plugged

    if command not in plugged(OF_GAMES):
        return None
    from arbitro.cli import BAD_INPUT, TEXTS, print_error, spoken_language

    package = plugged(OF_GAMES)[command].module
    print_error(TEXTS.say(spoken_language(), "cli.left_out", command=command, package=package))
    return BAD_INPUT


def language_last(arguments: list[str]) -> list[str]:
    """The language may be named before the command, too: every command takes it as an option of its own."""
    width = 2 if arguments[:1] == ["--lang"] else 1 if arguments and arguments[0].startswith("--lang=") else 0
    rest = arguments[width:]
    return [*rest, *arguments[:width]] if rest else []


def application(modules: Iterable[str]) -> "typer.Typer":
    """The typer application with the commands of these modules."""
    import typer

    from arbitro.cli import help_text
    from arbitro.cli.worded import WordedTyper
    from arbitro.version import __version__

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
