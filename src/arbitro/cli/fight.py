"""``arbitro fight``: two sides against each other, by the book, at the terminal."""

import typer

from arbitro.cli.playing import add_command
from arbitro.rules import first_game


def register(app: typer.Typer) -> None:
    """Add ``fight``."""
    add_command(app, "fight", first_game(), "fights")
