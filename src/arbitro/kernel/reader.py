"""Reading a log as a seat may know it: what it may not know is absent, and entries are counted without it."""

from typing import Any, Final

import msgspec

from arbitro.kernel.event import Event, Redone, RollsOverridden, Undone
from arbitro.kernel.explain import says_something
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset, shown_then
from arbitro.kernel.seat import Seat
from arbitro.kernel.then import Kept, Then
from arbitro.kernel.witness import Witness
from arbitro.text import LANGUAGES

JUMPS: Final = (Undone, Redone, RollsOverridden)
"""Events that take back, or put back, another entry."""


class Reader:
    """One seat's way through a log, entry by entry: it can stop anywhere and go on when more has been written."""

    def __init__(self, ruleset: Ruleset[Any], seat: Seat) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.next = 0
        """The entry of the log that comes next."""
        self.count = 0
        """How many entries the seat has seen anything of."""
        # How this seat counts the entries; a hidden one goes by the last it saw before.
        self._numbers: dict[int, int] = {}
        self._unseen: set[int] = set()

    def read(self, then: Then[Any], entry: Entry[Any, Any]) -> tuple[Event, ...]:
        """What the seat may know of the next entry, `then` being its moment; nothing where it is hidden."""
        return tuple(event for _, event in self._read(then, entry))

    def lines(self, entry: Entry[Any, Any], witness: Witness) -> tuple[Event, ...]:
        """What happened, without the events that have no sentence."""
        then = Kept(self.ruleset, witness)

        def tells(place: int, event: Event) -> bool:
            if event.secrets and event is not entry.events[place]:  # without its numbers it may have nothing to say
                return says_something(then, event, LANGUAGES[0])
            return witness.tells(place)

        return tuple(event for place, event in self._read(then, entry) if tells(place, event))

    def _read(self, then: Then[Any], entry: Entry[Any, Any]) -> list[tuple[int, Event]]:
        shown = [shown_then(then, event, self.seat) for event in entry.events]
        if type(entry.events[0]) in JUMPS and _target(entry.events[0]) in self._unseen:
            shown[0] = None  # taking back what was never seen is not seen either
        events = renumbered(shown, self._numbers)
        self.next = entry.seq + 1
        if events:
            self._numbers[entry.seq] = self.count
            self.count += 1
        else:
            self._numbers[entry.seq] = self.count - 1
            self._unseen.add(entry.seq)
        return events


def _target(event: Any) -> int:
    """The entry that a jump takes back, or puts back."""
    return int(event.to if isinstance(event, Redone) else event.undone)


def renumbered(shown: list[Event | None], numbers: dict[int, int]) -> list[tuple[int, Event]]:
    """Events without the gaps, whose references to entries and causes are counted as their reader counts them.

    Each comes with the place that it has in the entry.
    """
    events: list[tuple[int, Event]] = []
    places: dict[int, int] = {}
    for place, event in enumerate(shown):
        if event is None:
            continue
        changes = {name: numbers.get(getattr(event, name), -1) for name in event.entries}
        cause = places.get(event.cause, -1) if event.cause >= 0 else event.cause
        if cause != event.cause:
            changes["cause"] = cause
        places[place] = len(events)
        events.append((place, msgspec.structs.replace(event, **changes) if changes else event))
    return events
