"""Going back at a table: who may take back how far, what they ask the referee for, and what the table allows."""

from collections.abc import Iterable
from typing import Any

from arbitro.kernel.command import Refusal, Undo
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.taking_back import WayBack
from arbitro.store.session import Session
from arbitro.web.sitting import Arrangement, Sitting


async def wish_of(session: Session[Any], sitting: Sitting) -> WayBack:
    """What somebody who takes back would undo: the referee the last entry, others as far as their own last command."""
    return await session.way_back("" if sitting.role == "referee" else sitting.name)


def refusal_of(way: WayBack, sitting: Sitting, arrangement: Arrangement, sittings: Iterable[Sitting]) -> Refusal | None:
    """Why a person may not go this way back."""
    seats = tuple(sittings)
    if not way.entries:
        return Refusal("nothing_to_undo")
    by_program = way.others <= {REFEREE.name} and not arrangement.has_referee(seats)
    if sitting.role != "referee" and way.others and not (sitting.solo or by_program):
        return Refusal("back_acted")
    rule = arrangement.back_rule(seats)
    if not way.past or rule == "free":
        return None
    if rule == "strict":
        return Refusal("back_strict")
    trusted = sitting.role == "referee" and arrangement.has_referee(seats)
    return None if trusted else Refusal(f"back_{way.past}" if sitting.role != "referee" else "back_strict")


def steps_of(way: WayBack, who: str) -> list[tuple[int, Undo]]:
    """The commands of a wish, each with the entry that it undoes; the last one tells of it."""
    last = len(way.entries) - 1
    return [(entry, Undo(who, part=number < last)) for number, entry in enumerate(way.entries)]
