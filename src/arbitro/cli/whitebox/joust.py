"""``arbitro joust``: two riders, three passes, at the terminal."""

import typer

from arbitro.cli.playing import add_command
from arbitro.cli.whitebox import TEXTS


def register(app: typer.Typer) -> None:
    """Add ``joust``."""
    add_command(app, "joust", "whitebox", "jousts", TEXTS)
