"""What one word is enough for, at the terminal: aims among the choices, and an aim pursued step by step."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from arbitro.kernel.aim import Halt, as_choice, halt
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.driving import goes_on, one_person
from arbitro.kernel.orders import is_order
from arbitro.kernel.pursuit import Pursuit
from arbitro.kernel.seat import Seat
from arbitro.store.session import Session

GROUP: Final = "aims"
ORDERS: Final = "orders"

Give = Callable[[Command, bool], Awaitable[bool]]
"""Submits a command, the program's own or the person's, and tells what came of it; whether it was carried out."""


def aims_of(session: Session[Any], seat: Seat) -> list[Choice]:
    """What a seat may aim at, as choices: folded together after all others; nothing where no die can be thrown."""
    if session.ledger.revealed or session.ledger.owed is not None:
        return []
    found = session.ruleset.aims(session.state, seat)
    return [as_choice(aim, ORDERS if is_order(aim.id) else GROUP) for aim in found]


def pursuit_of(session: Session[Any], seat: Seat, aim: str) -> Pursuit[Any]:
    """An aim, from where it is chosen."""
    return Pursuit(session.ruleset, session.state, seat, aim)


async def pursue(
    session: Session[Any], seat: Seat, pursuit: Pursuit[Any], give: Give, stopped: Callable[[], bool]
) -> Halt:
    """Pursue an aim until somebody should decide, or the person has had enough."""
    while not stopped():
        own = goes_on(session.ruleset, session.state, one_person(seat)).by_itself
        step = pursuit.next(session.state) if own is None else own
        if isinstance(step, Halt):
            return step
        if not await give(step, own is not None):
            return halt("refused")
        (last,) = await session.witnessed(session.ledger.length - 1)
        pursuit.happened(last)
    return halt("stopped")
