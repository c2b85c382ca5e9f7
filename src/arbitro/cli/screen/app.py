"""The application around the table: one window, two themes, nothing else."""

import os
from collections.abc import Mapping
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from arbitro.cli.screen.game import Game
from arbitro.cli.screen.table import TableScreen

DARK, LIGHT = "textual-dark", "textual-light"


def first_theme(environ: Mapping[str, str]) -> str:
    """The theme that suits the terminal, where it says what its background is; both paint their own ground."""
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground.isdigit() and int(ground) in (7, 15) else DARK


class GameApp(App[Exception]):
    """A table on the whole terminal; its result is what has gone wrong in the program itself, if anything."""

    TITLE = "Arbitro"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", priority=True),
        Binding("ctrl+c", "quit", priority=True),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.theme = first_theme(os.environ)

    def on_mount(self) -> None:
        """Sit down at the table."""
        self.push_screen(TableScreen(self.game))

    def switch_theme(self) -> None:
        """Light letters on dark ground, or dark ones on light."""
        self.theme = LIGHT if self.theme == DARK else DARK
