"""The story of a table as one seat may know it: a list of things that happened, which grows as the log does."""

import asyncio
from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.event import Event
from arbitro.kernel.explain import as_told, tell
from arbitro.kernel.fold import dice_of
from arbitro.kernel.log import Entry
from arbitro.kernel.reader import Reader
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import EVERYBODY, Seat
from arbitro.store.base import Session
from arbitro.text import LANGUAGES, Language
from arbitro.web.fragments import Moment, StoryLine

_BREATH: Final = 200
"""After how many entries of a long log others get their turn."""
_LATEST: Final = 32
"""How many sentences are kept at hand."""


class Told(Struct, frozen=True):
    """One thing that happened and that has a sentence; the sentence is kept in each language that was asked for."""

    entry: int
    by: str
    at: str
    event: Event
    texts: dict[Language, str]


class Teller:
    """Finds the words for events. Seats that see the same thing are told the same, so the latest words are kept."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset
        self._latest: dict[tuple[int, Language], tuple[Event, str]] = {}

    def tell(self, state: Any, event: Event, language: Language) -> str:
        """What happened, in a sentence, or nothing."""
        key = (id(event), language)  # the event is kept beside its words, so that no other can have its number
        found = self._latest.get(key)
        if found is None:
            found = self._latest[key] = (event, tell(self._ruleset, state, event, language))
            if len(self._latest) > _LATEST:
                del self._latest[next(iter(self._latest))]
        return found[1]


class Chronicle:
    """All that one seat has been told so far. Its lines are counted from 1, without what it may not know.

    Whether something has a sentence at all is the same in every language; `language` is the one to try it in, best the
    one that will be read. `teller` finds the words.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        seat: Seat,
        language: Language = LANGUAGES[0],
        teller: "Teller | None" = None,
    ) -> None:
        self.seat = seat
        self.told: list[Told] = []
        self._language: Language = language
        self._teller = teller or Teller(ruleset)
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
        for event in self._reader.read(state, entry):
            text = self._teller.tell(state, event, self._language)
            if text:
                self.told.append(Told(number, entry.by, entry.at, event, {self._language: text}))

    def lines(self, moment: Moment, first: int, last: int) -> tuple[StoryLine, ...]:
        """The lines from one number to another, both included, in the language of a moment."""
        begin = max(first, 1)
        return tuple(
            _line(moment, number, told) for number, told in enumerate(self.told[begin - 1 : max(last, 0)], begin)
        )

    def event(self, line: int) -> Event | None:
        """The event that a line tells of, as the seat may know it."""
        return self.told[line - 1].event if 1 <= line <= len(self.told) else None


def _line(moment: Moment, number: int, told: Told) -> StoryLine:
    text = told.texts.get(moment.language)
    if text is None:
        text = told.texts[moment.language] = tell(moment.ruleset, moment.state, told.event, moment.language)
    kind = str(told.event.__struct_config__.tag)
    dice = tuple(dice_of(as_told(moment.ruleset, told.event)))
    private = told.event.audience != EVERYBODY
    return StoryLine(number, told.entry, told.by, told.at, text, kind, dice, kind == "annotated", private)
