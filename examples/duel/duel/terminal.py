"""What the duel adds to the terminal: ``arbitro duel``."""

import typer

from arbitro.cli.playing import add_command
from arbitro.text import Texts


def register(app: typer.Typer) -> None:
    add_command(app, "duel", "duel", "fights", Texts("duel"))
