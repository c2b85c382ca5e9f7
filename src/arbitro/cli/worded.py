"""Commands whose help is all in the reader's language: its first line, and what it says of itself."""

from collections.abc import Callable
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import CommandFunctionType

from arbitro.cli import help_text

FIRST_LINE: Final = {"[OPTIONS]": "options", "COMMAND [ARGS]": "command"}
"""What the first line of the help shows in place of options and commands."""


def _write_first_line(command: TyperCommand | TyperGroup, ctx: Any, formatter: Any) -> None:
    line = " ".join(command.collect_usage_pieces(ctx))
    for english, key in FIRST_LINE.items():
        line = line.replace(english, help_text(f"cli.usage.first.{key}"))
    formatter.write_usage(ctx.command_path, line, f"{help_text('cli.usage.first')} ")


def _word_help_option(option: Any) -> Any:
    if option is not None:
        option.help = help_text("cli.usage.first.help")
    return option


class WordedCommand(TyperCommand):
    """A command."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line, which the library writes in English."""
        _write_first_line(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        """What ``--help`` does."""
        return _word_help_option(super().get_help_option(ctx))


class WordedGroup(TyperGroup):
    """A group of commands."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line, which the library writes in English."""
        _write_first_line(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        """What ``--help`` does."""
        return _word_help_option(super().get_help_option(ctx))


class WordedTyper(typer.Typer):
    """An application, or a part of one, that is made of these."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=WordedGroup, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[CommandFunctionType], CommandFunctionType]:
        """Register a command."""
        return super().command(name, **{"cls": WordedCommand, **settings})
