"""Playing without a referee: results that cannot be drawn are put to the players, who take turns to referee a room."""

from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.deadend import dead_end
from arbitro.appendix_a.door import false_door
from arbitro.appendix_a.level import TEXTS, follow
from arbitro.appendix_a.work import Work
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import IMPOSSIBLE, DecisionTaken, SeatsTaken, StepHeld
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Event
from arbitro.kernel.state import Question
from arbitro.text import Fault, Words

ANSWERS: Final = ("accept", "reroll", "dead_end")
"""What players may say to a repair: take it, throw for the step anew, or let the way end where it is."""


def awaited(state: Dungeon) -> Question | None:
    """What the players are asked before anything else can be explored, if anything."""
    held = state.held
    if held is None:
        return None
    made = held.adjustment
    values: dict[str, str | int] = {"lead": held.lead, "reason": made.reason, "applied": made.applied}
    return Question("adjustment", held.group, values, ("DA-SOLO-02", "DA-SOLO-03"))


def answer_adjustment(state: Dungeon, answer: str, dice: Dice) -> tuple[Event, ...]:
    """The players' word on a repair. An accepted step goes on with the dice it was held with."""
    held = state.held
    if held is None:
        raise Fault(Words(TEXTS, "fault.nothing_asked"))
    if answer not in ANSWERS:
        raise Fault(Words(TEXTS, "fault.answer", answer=answer, answers=", ".join(ANSWERS)))
    rules = ("DA-SOLO-02", "DA-SOLO-03")
    proposal = held.adjustment.applied
    said: tuple[Event, ...] = (
        DecisionTaken(IMPOSSIBLE, proposal, answer, answer == "accept", held.lead, rules=rules),
        StepHeld(None, rules=rules, audience="referee"),
    )
    free = replace(state, held=None)
    lead = state.leads[held.lead]
    if answer == "accept":
        return said + follow(free, lead, dice, held.group, held.rolls, held.accepted + 1)
    if answer == "reroll":
        return said + follow(free, lead, dice, held.group)
    work = Work(free, dice, held.group)
    work.begin_quietly(lead.id, "lead")
    if lead.kind == "door":
        false_door(work, lead)
    else:
        dead_end(work, lead, lead, "blocked", ("DA-SOLO-03",))
    return said + tuple(work.events)


def rotates(state: Dungeon) -> bool:
    """Whether the players take turns as the referee of a special room (DA-SOLO-06)."""
    return state.options["mode"] == "group_without_referee"


def next_referee(state: Dungeon) -> str:
    """Who would referee the next special room, in a group without a referee; nobody otherwise."""
    return state.seats[0] if state.seats and rotates(state) else ""


def take_seats(state: Dungeon, present: tuple[str, ...]) -> tuple[Event, ...]:
    """Those who are at the table now: whoever was there keeps their turn, others come last; nothing where all is so."""
    kept = tuple(seat for seat in state.seats if seat in present)
    seats = (*kept, *(seat for seat in present if seat not in kept))
    if not rotates(state) or seats == state.seats:
        return ()
    return (SeatsTaken(seats, rules=("DA-SOLO-06",), audience="referee"),)
