"""Reading a log as a seat may know it: what it may not know is absent, and entries are counted without it."""

from typing import Any, Final

import msgspec

from arbitro.kernel.event import Event, Redone, RollsOverridden, Undone
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset, shown_then
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import says_something
from arbitro.kernel.then import Kept, Then
from arbitro.kernel.witness import Witness
from arbitro.text import LANGUAGES

JUMPS: Final = (Undone, Redone, RollsOverridden)
"""Events that take back, or put back, another entry."""


class Reader:
    """One seat's way through a log, entry by entry: it can stop anywhere and go on when more has been written.

    It begins with the first entry, or at another (`first`), if it is told how many entries the seat has seen
    before (`count`); what is said of entries before that it must `learn`.
    """

    def __init__(self, ruleset: Ruleset[Any], seat: Seat, first: int = 0, count: int = 0) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.next = first
        """The entry of the log that comes next."""
        self.count = count
        """How many entries the seat has seen anything of."""
        self._first = first
        # How this seat counts the entries; a hidden one goes by the last it saw before.
        self._numbers: dict[int, int] = {}
        self._unseen: set[int] = set()

    def missing(self, entry: Entry[Any, Any]) -> list[int]:
        """The entries that an entry speaks of and that were neither read nor learnt."""
        return [one for one in spoken_of(entry) if 0 <= one < self._first and one not in self._numbers]

    def learn(self, entry: int, number: int, seen: bool) -> None:
        """Be told how the seat counts an entry that was not read, and whether it has seen it."""
        self._numbers[entry] = number
        if not seen:
            self._unseen.add(entry)

    def forget(self, before: int) -> None:
        """Let go of how the entries before one are counted."""
        self._first = max(self._first, before)
        self._numbers = {entry: number for entry, number in self._numbers.items() if entry >= before}
        self._unseen = {entry for entry in self._unseen if entry >= before}

    def read(self, then: Then[Any], entry: Entry[Any, Any]) -> tuple[Event, ...]:
        """What the seat may know of the next entry, `then` being its moment; nothing where it is hidden."""
        return tuple(event for _, event in self._read(self._shown(then, entry), entry))

    def lines(self, entry: Entry[Any, Any], witness: Witness) -> tuple[Event, ...]:
        """What happened, without the events that have no sentence."""
        return self.seen_and_told(entry, witness)[1]

    def seen_and_told(self, entry: Entry[Any, Any], witness: Witness) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        """What the seat may know of the next entry, and which of it has a sentence."""
        then = Kept(self.ruleset, witness)
        shown = self._shown(then, entry)

        def tells(place: int, event: Event) -> bool:
            if event.secrets and shown[place] is not entry.events[place]:
                return still_says(then, event)
            return witness.tells(place)

        read = self._read(shown, entry)
        return tuple(event for _, event in read), tuple(event for place, event in read if tells(place, event))

    def _shown(self, then: Then[Any], entry: Entry[Any, Any]) -> list[Event | None]:
        shown = [shown_then(then, event, self.seat) for event in entry.events]
        if jump_target(entry) in self._unseen:
            shown[0] = None  # taking back what was never seen is not seen either
        return shown

    def _read(self, shown: list[Event | None], entry: Entry[Any, Any]) -> list[tuple[int, Event]]:
        events = renumbered(shown, self._numbers)
        self.next = entry.seq + 1
        if events:
            self._numbers[entry.seq] = self.count
            self.count += 1
        else:
            self._numbers[entry.seq] = self.count - 1
            self._unseen.add(entry.seq)
        return events


def still_says(then: Then[Any], event: Event) -> bool:
    """Whether an event has a sentence where some of its numbers are not known: there may be nothing left to say."""
    try:
        return says_something(then, event, LANGUAGES[0])
    except Exception:  # who reads it is told so; it must not take all other lines with it
        return True


def jump_target(entry: Entry[Any, Any]) -> int | None:
    """The entry that another takes back, or puts back."""
    first: Any = entry.events[0]
    if type(first) not in JUMPS:
        return None
    return int(first.to if isinstance(first, Redone) else first.undone)


def spoken_of(entry: Entry[Any, Any]) -> list[int]:
    """The entries that the events of an entry name."""
    return [getattr(event, name) for event in entry.events for name in event.entries]


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
