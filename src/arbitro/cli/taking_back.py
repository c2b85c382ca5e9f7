"""How far a person at the terminal goes back and forward: where others sit at the table too, as it allows."""

from typing import Any

from arbitro.kernel.command import AskBack, Command, Refusal, Undo
from arbitro.kernel.seat import Seat
from arbitro.kernel.taking_back import Outing, WalkBack
from arbitro.store.session import Session
from arbitro.web.going_back import refusal_of, steps_of
from arbitro.web.seats import Seats
from arbitro.web.sitting import Arrangement, Sitting


async def steps_back(session: Session[Any], seat: Seat) -> list[Undo] | Refusal:
    """What undoes the person's own last command, with what automatic players did since; or why they may not."""
    way = await session.way_back(seat.name)
    arrangement, others = await _others(session, seat)
    me = Sitting("", seat.name, seat.role, solo=seat.role == "player" and not others)
    refused = refusal_of(way, me, arrangement, (*others, me))
    return refused or [command for _, command in steps_of(way, seat.name)]


async def walk_back(session: Session[Any], seat: Seat, walk: Outing) -> tuple[list[Undo], WalkBack] | Refusal:
    """What undoes the person's last walk as far as there is nothing to forget, and how far that is; or why nothing."""
    back = await session.walk_back(walk.first, seat.name)
    if not walk.steps or back.of != walk.steps:
        return Refusal("no_walk")
    if not back.way.entries:
        return Refusal(f"walk_stays_{back.stops}")
    arrangement, others = await _others(session, seat)
    me = Sitting("", seat.name, seat.role, solo=seat.role == "player" and not others)
    refused = refusal_of(back.way, me, arrangement, (*others, me))
    return refused or ([command for _, command in steps_of(back.way, seat.name)], back)


async def last_back(session: Session[Any], seat: Seat) -> Undo | Refusal:
    """What undoes the last entry for somebody who works on the table from outside."""
    way = await session.way_back()
    arrangement, others = await _others(session, seat)
    me = Sitting("", seat.name, seat.role)
    return refusal_of(way, me, arrangement, (*others, me)) or Undo()


async def asking_back(session: Session[Any], seat: Seat) -> Command | Refusal:
    """What asks the referee to take back the person's own last command, where there is one to ask."""
    arrangement, others = await _others(session, seat)
    return AskBack() if arrangement.has_referee(others) else Refusal("nobody_to_ask")


async def granting(session: Session[Any], who: str) -> list[Undo] | Refusal:
    """What takes back what somebody has asked to have taken back."""
    entry = session.ledger.asked_back.get(who)
    if entry is None:
        return Refusal("nobody_asked")
    way = await session.way_back_to(entry)
    return [command for _, command in steps_of(way, who)] if way.entries else Refusal("asked_gone")


async def _others(session: Session[Any], seat: Seat) -> tuple[Arrangement, tuple[Sitting, ...]]:
    """How the table is run, and who else sits at it."""
    seats = Seats(session.store)
    sittings = await seats.at(session.id)
    return await seats.arrangement(session.id), tuple(one for one in sittings if one.name != seat.name)


async def steps_forward(session: Session[Any], seat: Seat) -> int:
    """How many entries to redo for the command undone last, with what automatic players did after it; at least 1."""
    steps = 1
    for undone in session.ledger.undone[1:]:
        (entry,) = await session.entries(undone, undone)
        if entry.by == seat.name:
            break
        steps += 1
    return steps
