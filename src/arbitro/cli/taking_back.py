"""How far one person's undo and redo go at a table where everybody else is automatic."""

from typing import Any

from arbitro.kernel.seat import Seat
from arbitro.store.base import Session


async def steps_back(session: Session[Any], seat: Seat) -> int:
    """How many entries to undo for the person's own last command, with what automatic players did since; 0 if none."""
    steps, at = 0, session.ledger.head
    while at > 0:
        (entry,) = await session.entries(at, at)
        if entry.parent <= 0:  # it set up the scene
            return 0
        steps, at = steps + 1, entry.parent
        if entry.by == seat.name:
            return steps
    return 0


async def steps_forward(session: Session[Any], seat: Seat) -> int:
    """How many entries to redo for the command undone last, with what automatic players did after it; at least 1."""
    steps = 1
    for undone in session.ledger.undone[1:]:
        (entry,) = await session.entries(undone, undone)
        if entry.by == seat.name:
            break
        steps += 1
    return steps
