"""The full-screen game: a table of any game in one terminal window, played by keys alone."""

from collections.abc import Callable
from typing import Any, Final

from arbitro.kernel.seat import Seat
from arbitro.store.session import Session
from arbitro.text import Language

PACE: Final = 0.8
"""Seconds for which what an automatic player did stands before the next thing happens."""


async def run_screen(
    session: Session[Any],
    seat: Seat | None,
    language: Language,
    *,
    typed: bool = False,
    now: Callable[[], str] = str,
    pace: float = PACE,
) -> None:
    """Play a table on the whole terminal until the person leaves; every command is on disk before it is shown.

    Without a seat nobody plays and the table is watched.
    """
    from arbitro.cli.screen.app import GameApp  # late: textual is only for this
    from arbitro.cli.screen.game import Game

    game = Game(session, seat, language, typed=typed, now=now, pace=pace)
    fault = await GameApp(game).run_async()
    if fault is not None:
        raise fault
