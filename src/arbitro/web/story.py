"""The story of a table as one seat may know it: a list of things that happened, which grows as the log does."""

import asyncio
from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.event import Event
from arbitro.kernel.explain import tell
from arbitro.kernel.log import Entry
from arbitro.kernel.reader import Reader
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.store.base import Session
from arbitro.web.fragments import Moment, StoryLine

_BREATH: Final = 200
"""After how many entries of a long log others get their turn."""


class Told(Struct, frozen=True):
    """One thing that happened and that has a sentence."""

    entry: int
    by: str
    at: str
    event: Event


class Chronicle:
    """All that one seat has been told so far. Its lines are counted from 1, without what it may not know."""

    def __init__(self, ruleset: Ruleset[Any], seat: Seat) -> None:
        self.seat = seat
        self.told: list[Told] = []
        self._ruleset = ruleset
        self._reader = Reader(ruleset, seat)

    @property
    def seq(self) -> int:
        """How many entries the seat has seen anything of."""
        return self._reader.count

    @property
    def next(self) -> int:
        """The entry of the log that has not been read yet."""
        return self._reader.next

    async def catch_up(self, session: Session[Any]) -> None:
        """Read all that is in the log and has not been read yet; others may read on in the meantime."""
        for number, entry in enumerate(await session.entries(self.next), 1):
            self.read(session.state, entry)
            if number % _BREATH == 0:
                await asyncio.sleep(0)

    def read(self, state: Any, entry: Entry[Any, Any]) -> None:
        """Read an entry that is at hand, if it is the next one."""
        if entry.seq != self._reader.next:
            return
        number = self._reader.count
        events = self._reader.read(state, entry)
        if events:
            self._add(number, entry, events, state)

    def _add(self, number: int, entry: Entry[Any, Any], events: tuple[Event, ...], state: Any) -> None:
        # Whether there is a sentence at all is the same in every language.
        self.told += [
            Told(number, entry.by, entry.at, event) for event in events if tell(self._ruleset, state, event, "en")
        ]

    def lines(self, moment: Moment, first: int, last: int) -> tuple[StoryLine, ...]:
        """The lines from one number to another, both included, in the language of a moment."""
        found = (
            moment.line(number, told.entry, told.by, told.at, told.event)
            for number, told in enumerate(self.told[max(first, 1) - 1 : last], max(first, 1))
        )
        return tuple(line for line in found if line is not None)

    def event(self, line: int) -> Event | None:
        """The event that a line tells of, as the seat may know it."""
        return self.told[line - 1].event if 1 <= line <= len(self.told) else None
