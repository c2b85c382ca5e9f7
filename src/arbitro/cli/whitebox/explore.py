"""``arbitro explore``: a party in the dungeon or on the road, turn by turn, at the terminal."""

import typer

from arbitro.cli.playing import add_command
from arbitro.cli.whitebox import TEXTS


def register(app: typer.Typer) -> None:
    """Add ``explore``."""
    add_command(app, "explore", "whitebox", "expeditions", TEXTS)
