"""The story of a table as one seat may know it: a list of things that happened, which grows as the log does."""

import asyncio
from collections import deque
from logging import getLogger
from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.event import Event
from arbitro.kernel.explain import as_told, told
from arbitro.kernel.fold import dice_of
from arbitro.kernel.log import Entry
from arbitro.kernel.reader import Reader
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import EVERYBODY, Seat
from arbitro.kernel.then import Kept, Then
from arbitro.kernel.witness import Witness
from arbitro.store.base import Session
from arbitro.text import Language
from arbitro.web.fragments import PageMoment, StoryLine

LOGGER: Final = getLogger("arbitro.web")
_BREATH: Final = 200
"""After how many entries of a long log others get their turn."""
_LATEST: Final = 32
"""How many sentences are kept at hand."""


class Told(Struct, frozen=True):
    """One thing that happened and that has a sentence; the sentence is found in each language that is asked for."""

    entry: int
    by: str
    at: str
    event: Event
    then: Then[Any]
    texts: dict[Language, str]


class Teller:
    """Finds the words for events. Seats that see the same thing are told the same, so the latest words are kept."""

    def __init__(self) -> None:
        self._latest: dict[tuple[int, Language], tuple[Event, str]] = {}

    def tell(self, then: Then[Any], event: Event, language: Language) -> str:
        """What happened, in a sentence."""
        key = (id(event), language)  # the event is kept beside its words, so that no other can have its number
        found = self._latest.get(key)
        if found is None:
            found = self._latest[key] = (event, self._found(then, event, language))
            if len(self._latest) > _LATEST:
                del self._latest[next(iter(self._latest))]
        return found[1]

    @staticmethod
    def _found(then: Then[Any], event: Event, language: Language) -> str:
        try:
            return told(then, event, language)
        except Exception:  # one line that cannot be told must not take all others with it
            LOGGER.exception("%s could not be told", event.__struct_config__.tag)
            return then.ruleset.texts.say(language, "untold")


class Chronicle:
    """All that one seat has been told so far. Its lines are counted from 1, without what it may not know.

    A line is made of its entry and the seat alone, whatever has become of the table since. Reading an entry only says
    which lines there are; their words are found when somebody reads them. `teller` finds them.
    """

    def __init__(self, ruleset: Ruleset[Any], seat: Seat, teller: "Teller | None" = None) -> None:
        self.seat = seat
        self.told: list[Told] = []
        self._ruleset = ruleset
        self._teller = teller or Teller()
        self._reader = Reader(ruleset, seat)
        self._known: deque[int] = deque(maxlen=_LATEST)

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
        for number, entry in enumerate(await session.witnessed(self.next), 1):
            self.read(entry)
            if number % _BREATH == 0:
                await asyncio.sleep(0)

    def read(self, entry: Entry[Any, Any]) -> None:
        """Read an entry that is at hand and says how things stood (`Session.witnessed`), if it is the next one."""
        if entry.seq != self._reader.next:
            return
        number, witness = self._reader.count, entry.then or Witness()
        then = Kept(self._ruleset, witness)
        for event in self._reader.lines(entry, witness):
            self.told.append(Told(number, entry.by, entry.at, event, then, {}))
        if self._reader.count > number:
            self._known.append(entry.seq)

    def since(self, seq: int) -> tuple[int, ...] | None:
        """The numbers, in the log, of the entries that the seat has seen since it had seen so many; None: too many."""
        more = self.seq - seq
        return tuple(self._known)[len(self._known) - more :] if 0 <= more <= len(self._known) else None

    def lines(self, moment: PageMoment, first: int, last: int) -> tuple[StoryLine, ...]:
        """The lines from one number to another, both included, in the language of a moment."""
        begin = max(first, 1)
        return tuple(
            self._line(number, told, moment.language)
            for number, told in enumerate(self.told[begin - 1 : max(last, 0)], begin)
        )

    def _line(self, number: int, told: Told, language: Language) -> StoryLine:
        text = told.texts.get(language)
        if text is None:
            text = told.texts[language] = self._teller.tell(told.then, told.event, language)
        kind = str(told.event.__struct_config__.tag)
        dice = tuple(dice_of(as_told(self._ruleset, told.event)))
        private = told.event.audience != EVERYBODY
        return StoryLine(number, told.entry, told.by, told.at, text, kind, dice, kind == "annotated", private)

    def at(self, number: int) -> Told | None:
        """What a line tells of, as the seat may know it."""
        return self.told[number - 1] if 1 <= number <= len(self.told) else None
