"""An aim that is being pursued: for whoever drives a table, by whatever way its commands are sent.

Each step is asked for (`Pursuit.next`), submitted as the seat, and what came of it is told (`Pursuit.happened`); so is
whatever the program does by itself in between, before the next step is asked for.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from msgspec.structs import replace

from arbitro.kernel.aim import Course, Halt, halt
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.driving import Hands, goes_on
from arbitro.kernel.event import DiceAsked
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of
from arbitro.kernel.orders import ASKED
from arbitro.kernel.ruleset import Ruleset, shown_then
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.state import State
from arbitro.kernel.table import Table
from arbitro.kernel.taking_back import Outing
from arbitro.kernel.witness import Witness

S = TypeVar("S", bound=State)

MOST_STEPS: Final = 150
"""After so many commands somebody should look up, whatever is aimed at."""


class Pursuit(Generic[S]):
    """One aim of one seat, from where it was chosen."""

    def __init__(self, ruleset: Ruleset[S], state: S, seat: Seat, aim: str) -> None:
        self._ruleset = ruleset
        self._seat = seat
        self.aim = aim
        self._course = Course(state)
        self._given: S | None = None
        """Where a step was asked for of which nothing has come yet."""
        self._over: Halt | None = None
        self.waits = False
        """Whether it has stopped for an answer only, and goes on from there."""
        self._first = 0

    @property
    def steps(self) -> int:
        """How many commands were given."""
        return self._course.steps

    @property
    def walk(self) -> Outing:
        """What was done so far, for whoever takes it back."""
        return Outing(self._first, self.steps)

    def next(self, state: S) -> Command | Halt:
        """What is done next, or why nothing is; the same answer until something has happened."""
        if self._over is not None:
            return self._over
        if self.steps >= MOST_STEPS:
            return halt("long")
        found = self._ruleset.pursue(state, self._seat, self.aim, self._course)
        self._given = state if isinstance(found, Command) else None
        self.waits = isinstance(found, Halt) and found.reason.key == f"halt.{ASKED}"
        return found

    def happened(self, entry: Entry[Any, Any]) -> None:
        """A step was carried out, or something else has happened since: what of it the seat is told.

        The entry says how things stood: it comes from a stored table, or from `Table.witnessed`.
        """
        then, told = moment_of(self._ruleset, entry), entry.then or Witness()
        shown = (shown_then(then, event, self._seat) for place, event in enumerate(entry.events) if told.tells(place))
        news = tuple(event for event in shown if event is not None)
        if self._given is not None:
            self._first = self._first or entry.seq
            self._course = replace(self._course, past=(*self._course.past, self._given), news=news)
        else:
            self._course = replace(self._course, news=(*self._course.news, *news))
        self._given = None
        if any(type(event) is DiceAsked for event in entry.events):
            self._over = halt("owed")


def pursue(
    table: Table[S], seat: Seat, aim: str, hands: Hands, *, watch: Callable[[Entry[Any, Any]], None] | None = None
) -> Halt:
    """Pursue an aim at a table until somebody should decide; `hands` says who decides for whom meanwhile.

    `watch` is shown every entry on the way.
    """
    return pursue_on(table, seat, Pursuit(table.ruleset, table.state, seat, aim), hands, watch=watch)


def pursue_on(
    table: Table[S],
    seat: Seat,
    pursuit: Pursuit[S],
    hands: Hands,
    *,
    watch: Callable[[Entry[Any, Any]], None] | None = None,
) -> Halt:
    """Go on with what is being pursued, after an answer (`Pursuit.waits`) say: see `pursue`."""
    while True:
        own = goes_on(table.ruleset, table.state, hands).by_itself
        step = pursuit.next(table.state) if own is None else own
        if isinstance(step, Halt):
            return step
        answer = table.submit(step, seat if own is None else REFEREE)
        if isinstance(answer, Refusal):
            return halt("refused")
        pursuit.happened(next(table.witnessed(answer.seq, answer.seq)))
        if watch is not None:
            watch(answer)
