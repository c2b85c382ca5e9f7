"""``arbitro joust``: two riders, three passes, at the terminal."""

import typer

from arbitro.cli.scene import register_scene


def register(app: typer.Typer) -> None:
    """Add ``joust``."""
    register_scene(app, "joust", "jousts")
