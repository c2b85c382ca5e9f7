"""``arbitro roll``: throw dice in the open, with a seed that lets anybody throw them again."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Struct

from arbitro.cli import (
    TEXTS,
    help_text,
    language_option,
    leave,
    pick_language,
    print_json,
    report_mistake,
)
from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.dice.rolling import roll
from arbitro.dice.stream import AuditedDice

if TYPE_CHECKING:
    import typer

MOST_TIMES: Final = 10_000


class RollRequest(Struct):
    """What was asked on the command line."""

    texts: list[str]
    seed: str | None = None
    times: int = 1
    language: str | None = None
    json: bool = False


def run(request: RollRequest) -> int:
    """Throw what was asked and print it; the exit code."""
    for text in request.texts:  # all are read before any die falls
        try:
            parse(text)
        except NotationError as error:
            language = pick_language(request.language)
            hint = TEXTS.say(language, "cli.hint_quote") if len(request.texts) > 1 else ""
            return report_mistake(error.mistake, language, request.json, hint)
    seed = os.urandom(8).hex() if request.seed is None else request.seed
    dice = AuditedDice.from_text(seed)
    rolls = [roll(text, dice) for _ in range(request.times) for text in request.texts]
    if request.json:
        print_json({"seed": seed, "rolls": rolls})
        return 0
    print(*rolls, sep="\n")
    if request.seed is None:
        print(f"--seed {seed}")  # as it is to be written to see the same dice again; no catalogue is loaded for it
    return 0


def quick(arguments: Sequence[str]) -> int | None:
    """Do what is plainly written; None for help, for mistakes in the options and for anything unusual."""
    request = RollRequest([])
    left = iter(arguments)
    for word in left:
        if word == "--":
            request.texts += left
        elif word == "--json":
            request.json = True
        elif not word.startswith("-"):
            request.texts.append(word)
        else:
            name, given, rest = word.partition("=")
            value = rest if given else next(left, None)
            if value is None:
                return None
            if name == "--seed":
                request.seed = value
            elif name == "--lang" and value in ("it", "en"):
                request.language = value
            elif name == "--times" and len(value) <= 5 and value.isdecimal() and 1 <= int(value) <= MOST_TIMES:
                request.times = int(value)
            else:
                return None
    return run(request) if request.texts else None


def register(app: "typer.Typer") -> None:
    """Add the command to the application."""
    import typer

    @app.command(help=help_text("cli.roll.help"))
    def roll(
        texts: Annotated[list[str], typer.Argument(metavar="DICE...", help=help_text("cli.roll.texts"))],
        seed: Annotated[str | None, typer.Option(help=help_text("cli.roll.seed_option"))] = None,
        times: Annotated[int, typer.Option(min=1, max=MOST_TIMES, help=help_text("cli.roll.times"))] = 1,
        json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        leave(run(RollRequest(texts, seed, times, lang, json)))
