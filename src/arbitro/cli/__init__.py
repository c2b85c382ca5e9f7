"""The terminal: one module for each command, loaded only when that command is asked for.

A command module has ``register(app)``, which adds it to the typer application. It may also have ``quick(arguments)``,
which does the plain cases without typer (importing typer and what it brings costs more than most rolls) and
returns the exit code, or None to leave the case to typer.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NoReturn

from arbitro.signs import shown_plainly
from arbitro.text import Fault, Language, Texts, as_language

if TYPE_CHECKING:
    from arbitro.dice.mistake import Mistake

TEXTS: Final = Texts("arbitro.cli")
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
"""The exit code after Ctrl+C, as shells have it."""
"""The exit code for something that cannot be understood or done as asked."""


def pick_language(asked: str | None = None, environ: Mapping[str, str] | None = None) -> Language:
    """The language to speak: the one asked for, else the one of the environment, else Italian."""
    known = os.environ if environ is None else environ
    names = ("ARBITRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    candidates = (asked, *(known.get(name) for name in names))
    return next((found for found in map(as_language, candidates) if found), "it")


def spoken_language(arguments: Sequence[str] | None = None) -> Language:
    """The language of a command line that has not been taken apart yet: help is written before it is."""
    words = sys.argv[1:] if arguments is None else arguments
    asked = None
    for at, word in enumerate(words):
        if word == "--lang":
            asked = words[at + 1] if at + 1 < len(words) else None
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    return pick_language(asked)


def help_text(key: str, *, texts: Texts = TEXTS, **values: object) -> str:
    """A sentence of help, in the language of this command line; a command of a game's has its words with the game."""
    return texts.say(spoken_language(), key, **values)


def games_help(key: str = "cli.fight.rules") -> str:
    """A sentence of help that names the games of this installation."""
    from arbitro.rules import games  # late: most commands know no game

    return help_text(key, known=", ".join(games()))


def language_option() -> Any:
    """The ``--lang`` option that every command has; its value goes to `pick_language`."""
    import typer

    return typer.Option("--lang", metavar="it|en", help=help_text("cli.lang"), callback=_known_language)


def pack_option() -> Any:
    """The ``--pack`` option: a file or folder of content, as often as one likes."""
    import typer

    return typer.Option("--pack", help=help_text("cli.fight.pack"))


def house_rules_option() -> Any:
    """The ``--house-rules`` option: a file of options."""
    import typer

    return typer.Option("--house-rules", exists=True, dir_okay=False, help=help_text("cli.fight.house_rules"))


def _known_language(asked: str | None) -> str | None:
    if asked is not None and as_language(asked) is None:
        import typer

        raise typer.BadParameter(help_text("cli.lang_unknown"))
    return asked


def print_json(value: object) -> None:
    """One value as one line of JSON on the standard output."""
    import msgspec

    print(msgspec.json.encode(value).decode())


def print_error(sentence: str) -> None:
    """One sentence, or several lines, on the standard error; where that is full, the exit code alone speaks."""
    with suppress(OSError):
        print(shown_plainly(sentence), file=sys.stderr)


def report_mistake(mistake: "Mistake", language: Language, as_json: bool, hint: str = "") -> int:
    """Say what is wrong with a text of dice notation; the exit code."""
    print_error("\n".join(filter(None, (mistake.explain(language), hint))))
    if as_json:
        error = {
            "code": mistake.code,
            "text": mistake.text,
            "at": mistake.at,
            "params": mistake.params,
            "message": mistake.message(language),
            "hint": mistake.advice(language),
        }
        print_json({"error": error})
    return BAD_INPUT


def leave(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise SystemExit(code)


def report(fault: Fault, language: Language, *, as_json: bool) -> int:
    """Say in the reader's language what stands in the way; the exit code."""
    print_error(fault.in_(language))
    if as_json:
        print_json({"error": {"message": fault.in_(language)}})
    return BAD_INPUT


def guarded(work: Callable[[], None], language: Language, *, as_json: bool) -> None:
    """Do something, and say what stands in the way."""
    try:
        work()
    except Fault as fault:
        leave(report(fault, language, as_json=as_json))
