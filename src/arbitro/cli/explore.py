"""``arbitro explore``: a party in the dungeon or on the road, turn by turn, at the terminal."""

import typer

from arbitro.cli.scene import register_scene


def register(app: typer.Typer) -> None:
    """Add ``explore``."""
    register_scene(app, "explore", "expeditions")
