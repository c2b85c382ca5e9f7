"""The story of a table as one seat may know it: a list of things that happened, which grows as the log does."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from logging import getLogger
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.event import DieLook, Event, HandedOut, RollCalled
from arbitro.kernel.log import Entry
from arbitro.kernel.prose import told_prose
from arbitro.kernel.reader import Reader
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import EVERYBODY, Seat
from arbitro.kernel.sentence import as_told
from arbitro.kernel.tally import STEP, Standing
from arbitro.kernel.then import Kept, Then
from arbitro.kernel.thrown import dice_of
from arbitro.kernel.together import in_runs, told_together
from arbitro.kernel.witness import Witness
from arbitro.store.session import Session
from arbitro.text import Language
from arbitro.web.page_moment import PageMoment, StoryLine
from arbitro.web.portraits import address_of_handout

LOGGER: Final = getLogger("arbitro.web")
BEGINNING: Final = Standing()
UNNUMBERED: Final = 0
"""In place of the numbers of a line and of its entry, by which each seat counts for itself."""
_FAR: Final = 4 * STEP
"""How many entries may be read one after the other to come to the end of a log."""
LONGEST_ARTICLE: Final = 12
"""Letters that may stand before a name at the beginning of a sentence: an article, or whose turn it is."""
_LATEST: Final = 32
"""How many lines are kept at hand for the seats that see the same."""

Writing = Callable[[str, str], StoryLine]
"""Writes a line, given the words of it as a fact and as prose."""


class Told(Struct, frozen=True):
    """One thing that happened and that has a sentence; its line is written in each language that is asked for."""

    entry: int
    by: str
    at: str
    event: Event
    then: Then[Any]
    run: tuple[Event, ...]
    """What is told with it, itself the first; nothing where it is told with one before it."""
    seen: tuple[Event, ...] = ()
    """All that the seat may know of the entry."""
    lines: dict[Language, StoryLine] = {}
    """The line without its numbers, in each language that was asked for."""


class Teller:
    """Writes the lines of events. Seats that see the same thing are told the same, so the latest lines are kept."""

    def __init__(self) -> None:
        self._latest: dict[tuple[Hashable, ...], tuple[tuple[Event, ...], StoryLine]] = {}

    def line(
        self, then: Then[Any], seen: tuple[Event, ...], run: tuple[Event, ...], language: Language, work: Writing
    ) -> StoryLine:
        """The line of what happened, written by `work` with its fact and its prose, out of all that was seen of it."""
        events = (*run, *seen)  # they are kept beside the line, so that no others have their numbers
        key = (language, len(run), *map(id, events))
        found = self._latest.get(key)
        if found is None:
            prose = told_prose(then, seen, run, language) if len(run) == 1 else ""
            found = self._latest[key] = (events, work(self._found(then, run, language), prose))
            if len(self._latest) > _LATEST:
                del self._latest[next(iter(self._latest))]
        return found[1]

    @staticmethod
    def _found(then: Then[Any], run: tuple[Event, ...], language: Language) -> str:
        try:
            return told_together(then, run, language)
        except Exception:  # one line that cannot be told must not take all others with it
            LOGGER.exception("%s could not be told", run[0].__struct_config__.tag)
            return then.ruleset.texts.say(language, "untold")


class Chronicle:
    """What one seat has been told. Its lines are counted from 1, without what it may not know.

    What is told together has the number of its first event; the numbers of the others are passed over. A line is made
    of its entry and the seat alone, whatever has become of the table since. Reading an entry only says which lines
    there are; their words are found when somebody reads them. `teller` finds them.

    It begins with the first entry, or where the seat stood when it had come as far as `begin`. With `keep` only about
    so many lines are kept at hand: a long log is read from its end, and earlier lines when they are asked for.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        seat: Seat,
        teller: "Teller | None" = None,
        begin: Standing = BEGINNING,
        keep: int | None = None,
    ) -> None:
        self.seat = seat
        self.told: list[Told] = []
        """The lines at hand."""
        self.before = begin.lines
        """How many lines there are before those at hand."""
        self._ruleset = ruleset
        self._teller = teller or Teller()
        self._reader = Reader(ruleset, seat, begin.next, begin.entries)
        self._known: deque[int] = deque(maxlen=_LATEST)
        self._keep = keep

    @property
    def seq(self) -> int:
        """How many entries the seat has seen anything of."""
        return self._reader.count

    @property
    def next(self) -> int:
        """The entry of the log that has not been read yet."""
        return self._reader.next

    @property
    def last(self) -> int:
        """The number of the last line, which is how many there are."""
        return self.before + len(self.told)

    # ---------------------------------------------------------------- reading

    async def catch_up(self, session: Session[Any]) -> None:
        """Read all that is in the log and has not been read yet; others may read on in the meantime."""
        if self._keep is not None and session.ledger.length - self.next > _FAR:
            await self._go_to_the_end(session, self._keep)
        while self.next < session.ledger.length:
            await self._read_on(session)

    async def _read_on(self, session: Session[Any]) -> None:
        """Read the next entries of the log."""
        last = min(self.next + STEP, session.ledger.length) - 1
        await self._read_all(session, await session.witnessed(self.next, last))

    async def _read_all(self, session: Session[Any], entries: list[Entry[Any, Any]]) -> None:
        """Read entries; how those are counted that they speak of, and that lie further back, the tallies say."""
        for entry in entries:
            for number in self._reader.missing(entry):
                self._reader.learn(number, *await session.numbered(self.seat, number))
            self.read(entry)

    async def _go_to_the_end(self, session: Session[Any], wanted: int) -> None:
        """Begin anew not far from the end, with so many of the lines that were told last."""
        end = await self._part(session, *await session.near_the_end(self.seat))
        missing = wanted - len(end.told)
        earlier = await self._stretch(session, max(1, end.before - missing + 1), end.before) if missing > 0 else []
        if end.next > self.next:  # nobody else was faster
            self._reader, self._known = end._reader, end._known
            self.told = earlier + end.told
            self.before = end.last - len(self.told)

    async def _part(self, session: Session[Any], begin: Standing, entries: list[Entry[Any, Any]]) -> "Chronicle":
        """What the seat is told in part of the log."""
        part = Chronicle(self._ruleset, self.seat, self._teller, begin)
        await part._read_all(session, entries)
        return part

    def read(self, entry: Entry[Any, Any]) -> bool:
        """Read an entry that is at hand and says how things stood (`Session.witnessed`), if it is the next one.

        Whether it was read: not, if it speaks of one so long ago that the log must be asked (`catch_up`).
        """
        if entry.seq != self._reader.next or self._reader.missing(entry):
            return False
        number, witness = self._reader.count, entry.then or Witness()
        then = Kept(self._ruleset, witness)
        seen, lines = self._reader.seen_and_told(entry, witness)
        for run in in_runs(then, lines):
            for place, event in enumerate(run):
                self.told.append(Told(number, entry.by, entry.at, event, then, () if place else run, seen, {}))
        if self._reader.count > number:
            self._known.append(entry.seq)
        if self._keep is not None:
            self._let_go(self._keep)
        return True

    def _let_go(self, keep: int) -> None:
        """Keep no more than so many lines at hand, and a little; the log has the others."""
        if len(self.told) > 2 * keep:
            self.before += len(self.told) - keep
            del self.told[:-keep]
        if self.next % _FAR == 0:
            self._reader.forget(self.next - _FAR)

    # ---------------------------------------------------------------- telling

    def since(self, seq: int) -> tuple[int, ...] | None:
        """The numbers, in the log, of the entries that the seat has seen since it had seen so many; None: too many."""
        more = self.seq - seq
        return tuple(self._known)[len(self._known) - more :] if 0 <= more <= len(self._known) else None

    def lines(self, moment: PageMoment, first: int, last: int) -> tuple[StoryLine, ...]:
        """Those of the lines at hand from one number to another, both included, in the language of a moment."""
        begin = max(first, self.before + 1)
        return self._in_words(begin, self._at_hand(begin, last), moment)

    async def page(self, session: Session[Any], moment: PageMoment, first: int, last: int) -> tuple[StoryLine, ...]:
        """The lines from one number to another, both included; those that are not at hand are read from the log."""
        begin, before = max(first, 1), self.before
        at_hand = self._at_hand(max(begin, before + 1), last)
        earlier = await self._stretch(session, begin, min(last, before))
        return self._in_words(begin, [*earlier, *at_hand], moment)

    async def at(self, session: Session[Any], number: int) -> Told | None:
        """What a line tells of, as the seat may know it."""
        if not 1 <= number <= self.last:
            return None
        found = self._at_hand(number, number) if number > self.before else await self._stretch(session, number, number)
        return found[0] if found else None

    def _at_hand(self, first: int, last: int) -> list[Told]:
        return self.told[first - self.before - 1 : max(last - self.before, 0)]

    async def _stretch(self, session: Session[Any], first: int, last: int) -> list[Told]:
        """The lines from one number to another, read from the log near them: what lies between is passed over."""
        found: list[Told] = []
        while first <= last:
            part = await self._part(session, *await session.near(self.seat, first))
            read = part.before
            while part.last < last and (part.last > read or part.last < first) and part.next < session.ledger.length:
                read = part.last
                await part._read_on(session)
            if part.last < first:
                break
            found += part._at_hand(first, last)
            first = part.last + 1
        return found

    def _in_words(self, first: int, told: list[Told], moment: PageMoment) -> tuple[StoryLine, ...]:
        return tuple(
            replace(line, number=number, entry=entry) for number, entry, line in self._unnumbered(first, told, moment)
        )

    def unnumbered(self, moment: PageMoment, first: int, last: int) -> Iterator[tuple[int, int, StoryLine]]:
        """The lines at hand from one number to another: the numbers of each and its entry, and the line without them.

        Of a line that they know alike all seats are given the very same.
        """
        begin = max(first, self.before + 1)
        return self._unnumbered(begin, self._at_hand(begin, last), moment)

    def _unnumbered(self, first: int, told: list[Told], moment: PageMoment) -> Iterator[tuple[int, int, StoryLine]]:
        return ((number, one.entry, self._line(one, moment)) for number, one in enumerate(told, first) if one.run)

    def _looks(self, event: Event, language: Language) -> tuple[tuple[DieLook, str], ...]:
        """How the dice of a line are drawn, and what the game calls those in a colour of their own."""
        say = self._ruleset.texts.say
        return tuple(
            (look, say(language, f"die.{look}") if look in ("light", "dark") else "") for look in event.dice_looks()
        )

    def _line(self, told: Told, moment: PageMoment) -> StoryLine:
        """A line without its numbers, in the language of a moment."""
        line = told.lines.get(moment.language)
        if line is None:
            line = told.lines[moment.language] = self._teller.line(
                told.then, told.seen, told.run, moment.language, lambda *words: self._written(told, moment, *words)
            )
        return line

    def _written(self, told: Told, moment: PageMoment, fact: str, prose: str) -> StoryLine:
        event = told.event
        kind = str(event.__struct_config__.tag)
        dice = tuple(dice_of(as_told(self._ruleset, event))) if len(told.run) == 1 else ()
        looks = self._looks(event, moment.language) if dice else ()
        private = event.audience != EVERYBODY
        handed = event.picture if isinstance(event, HandedOut) else ""
        called = event if isinstance(event, RollCalled) else None
        return StoryLine(
            UNNUMBERED,
            UNNUMBERED,
            told.by,
            told.at,
            fact,
            kind,
            dice,
            prose,
            picture=address_of_handout(moment.table, handed) if handed else "",
            call=called.notation if called else "",
            looks=looks,
            note=event.written,
            private=private,
            again=event.vain_try(),
            call_for=called.purpose if called else "",
            passing=_only_goes_on(told),
            who=_doer(told, fact, moment.language),
        )


def _doer(told: Told, text: str, language: Language) -> str:
    """Who does what a line tells, where it begins with them: nobody is named who does not stand there."""
    doer = getattr(told.event, told.event.people[0], "") if told.event.people else ""
    if not isinstance(doer, str) or not doer or len(told.run) > 1:
        return ""
    name = str(told.then.name(doer, language))
    return name if name and name.casefold() in text[: len(name) + LONGEST_ARTICLE].casefold() else ""


def _only_goes_on(told: Told) -> str:
    """What a line says to go on, where it says no more than that."""
    words = {event.only_goes_on(told.then) for event in told.run}
    return words.pop() if len(words) == 1 else ""
