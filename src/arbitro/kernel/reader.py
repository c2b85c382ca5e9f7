"""Reading a log as a seat may know it: what it may not know is absent, and entries are counted without it."""

from typing import Any, Final

import msgspec

from arbitro.kernel.event import Event, Redone, RollsOverridden, Undone
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset, shown_to
from arbitro.kernel.seat import Seat

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

    def read(self, state: Any, entry: Entry[Any, Any]) -> tuple[Event, ...]:
        """What the seat may know of the next entry, `state` being how things stand now; nothing where it is hidden."""
        shown = [shown_to(self.ruleset, state, event, self.seat) for event in entry.events]
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


def renumbered(shown: list[Event | None], numbers: dict[int, int]) -> tuple[Event, ...]:
    """Events without the gaps, whose references to entries and causes are counted as their reader counts them."""
    events: list[Event] = []
    places: dict[int, int] = {}
    for place, event in enumerate(shown):
        if event is None:
            continue
        changes = {name: numbers.get(getattr(event, name), -1) for name in event.entries}
        cause = places.get(event.cause, -1) if event.cause >= 0 else event.cause
        if cause != event.cause:
            changes["cause"] = cause
        places[place] = len(events)
        events.append(msgspec.structs.replace(event, **changes) if changes else event)
    return tuple(events)
