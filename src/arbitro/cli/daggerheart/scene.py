"""``arbitro scene``: play outside a fight, where a game has scenes: rolls, moves and what they lead to."""

import typer

from arbitro.cli.daggerheart import TEXTS
from arbitro.cli.playing import add_command


def register(app: typer.Typer) -> None:
    """Add ``scene``."""
    add_command(app, "scene", "daggerheart", "scenes", TEXTS)
