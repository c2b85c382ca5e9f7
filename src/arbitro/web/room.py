"""A table that is open in this process: its session, the pages that look at it, and what each of them has been sent.

Pages that sit in the same seat and read the same language see the same, so each such circle is rendered once, and is
sent only what differs from what it was sent last.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Container, Iterable
from logging import getLogger
from operator import is_
from time import monotonic, perf_counter, thread_time
from typing import Any, Final, TypeVar

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command
from arbitro.kernel.log import Entry
from arbitro.kernel.pursuit import Pursuit
from arbitro.kernel.seat import Seat
from arbitro.kernel.table import Table
from arbitro.kernel.taking_back import Outing
from arbitro.kernel.thrown import thrown_in
from arbitro.store.session import Session
from arbitro.store.threads import beside
from arbitro.text import Language
from arbitro.web.courier import Courier
from arbitro.web.fragments import FRAGMENTS, Context, fragments_of, render_numbered
from arbitro.web.later import Later
from arbitro.web.messages import Fragments, write_answer
from arbitro.web.page_moment import AtTheTable, PageMoment
from arbitro.web.sitting import ONLOOKER, Arrangement, Sitting
from arbitro.web.story import Chronicle, Teller
from arbitro.web.viewer import Viewer
from arbitro.web.wording import Wording
from arbitro.web.works import Works

T = TypeVar("T")
LOGGER: Final = getLogger("arbitro.web")
SHOWN: Final = 60
"""How many lines of the story a page begins with."""
TAIL: Final = 64
"""How many of the newest entries are kept at hand for readers that are not far behind."""
SLOW: Final = 0.02
"""Seconds of the processor beyond which drawing a page, or finding a choice, is long work, done beside the loop."""
MANY: Final = 64
"""After an entry with so many events, which may have changed everything, drawing a page is long work too."""
MOST_OPEN: Final = 200
"""How many folded parts are kept up to date on a page."""
SPARE: Final = 8
"""How many stories are kept at hand beside those of open pages: for programs that ask over plain HTTP."""


class Toil:
    """Work of one kind that may take long, as it did the last time: at once on the loop, or beside it."""

    def __init__(self) -> None:
        self.slow = True
        """Nobody knows before it was done once."""

    async def do(self, work: Callable[[], T]) -> T:
        """Do it, and see how long it takes."""
        clock = thread_time if self.slow else perf_counter  # the cheap one is enough to see that it was quick

        def measured() -> tuple[T, float]:
            begun = clock()
            return work(), clock() - begun

        done, took = await beside(measured) if self.slow else measured()
        self.slow = took > SLOW
        return done


class Circle:
    """All pages of one seat in one language, and what they have been sent."""

    def __init__(self, sitting: Sitting, language: Language) -> None:
        self.sitting = sitting
        self.language: Language = language
        self.viewers: set[Viewer] = set()
        self.seat: Seat | None = None
        """The seat as it was cut when they were sent something last."""
        self.contexts: dict[str, Context] = {}
        """What each fragment was filled with: where that stays as it was, so does the fragment."""
        self.lines = 0
        """How many lines of the story they have."""
        self.seq = 0
        """How many entries the seat had seen something of when they were drawn last."""
        self.behind = False
        """Whether they have been told of something that is not drawn yet."""
        self.drawing = asyncio.Lock()
        """Held while they are drawn: one moment after the other."""

    @property
    def opened(self) -> frozenset[str]:
        """The ids of the folded parts that are open on one of them: what lies in these is drawn."""
        return frozenset[str]().union(*(viewer.opened for viewer in self.viewers))

    def changes(self, moment: PageMoment) -> dict[str, str]:
        """What the pages must replace to show a moment."""
        changed: dict[str, str] = {}
        contexts, fragments = self.contexts, fragments_of(moment)
        if not contexts.keys() <= fragments.keys():
            for name in contexts.keys() - fragments.keys():
                del contexts[name]
                changed[name] = ""
        for name, fragment in fragments.items():
            before, context = contexts.get(name), fragment.context(moment)
            if context != before:
                changed |= fragment.changes(name, moment, before, context)
                contexts[name] = context
        return changed


class Reading(Struct, frozen=True):
    """A table at one moment for one reader, and how far the story had come by then."""

    moment: PageMoment
    chronicle: Chronicle
    seq: int
    """How many entries the reader had seen something of."""
    last: int
    """The number of the last line that was told."""

    def lines(self, first: int) -> tuple[str, ...]:
        """The lines of the story from one number on, as they are sent."""
        lines = self.chronicle.unnumbered(self.moment, first, self.last)
        return tuple(render_numbered(self.moment, line, number, entry) for number, entry, line in lines)


class Room:
    """One table, open."""

    def __init__(
        self,
        session: Session[Any],
        arrangement: Arrangement,
        sittings: Iterable[Sitting],
        later: Later | None = None,
    ) -> None:
        self.session = session
        self.arrangement = arrangement
        self.sittings = tuple(sittings)
        self.driving = asyncio.Lock()
        """Held while the engine plays by itself, so that it does so once at a time."""
        self.orders: dict[str, Pursuit[Any]] = {}
        """Orders in a fight that wait for an answer, by the seat that gave them."""
        self.asked_at = monotonic()
        """When somebody last asked for it."""
        self.waited_for: frozenset[str] | None = None
        """The ids of the seats that the table waited for when somebody was last told so."""
        self.walks: dict[str, Outing] = {}
        """The last walk of each seat, by its name: it can be taken back as a whole as long as nothing else was done."""
        self.telling: asyncio.Task[None] | None = None
        """What tells soon whose turn it is."""
        self.courier: Courier | None = None
        self.turn = asyncio.Lock()
        """Held from the look that a command is decided by until it is done: nothing happens in between."""
        self.played_on: asyncio.Task[None] | None = None
        """What plays on by itself after somebody's command."""
        self.pacing: asyncio.Task[None] | None = None
        """What plays a table by itself, at a pace to be watched."""
        self._circles: dict[tuple[Sitting, Language], Circle] = {}
        self._chronicles: dict[Seat, Chronicle] = {}
        self._tail: deque[Entry[Any, Any]] = deque(maxlen=TAIL)
        self._teller = Teller()
        self._wordings: dict[Language, Wording] = {}
        self._moments: dict[str, tuple[tuple[object, ...], tuple[object, ...], PageMoment | None]] = {}
        """The last moment of each seat: what it was made of, for whom, and itself."""
        self._later = later or Later()
        self.works = Works()
        self._drawing = Toil()
        self._choosing = Toil()

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.session.id

    @property
    def busy(self) -> bool:
        """Whether the engine is at it: what is offered now may be different in a moment."""
        return self.driving.locked() or (self.played_on is not None and not self.played_on.done())

    @property
    def watched(self) -> bool:
        """Whether any page looks at the table now."""
        return bool(self._circles)

    @property
    def idle(self) -> bool:
        """Whether nobody looks at it, and nothing is being done at it."""
        return not (self.watched or self.driving.locked() or self.pacing or self.works)

    def viewers(self) -> list[Viewer]:
        """Every open page."""
        return [viewer for circle in self._circles.values() for viewer in circle.viewers]

    def present(self) -> dict[str, int]:
        """How many pages are open in each seat, by its id."""
        counted: dict[str, int] = {}
        for circle in self._circles.values():
            for viewer in circle.viewers:
                counted[viewer.own.id] = counted.get(viewer.own.id, 0) + 1
        return counted

    def sitting(self, seat: str) -> Sitting | None:
        """The seat of that id."""
        return next((one for one in (*self.sittings, ONLOOKER) if one.id == seat), None)

    # ---------------------------------------------------------------- the log

    async def refresh(self) -> None:
        """Read what other processes have written."""
        await self.session.reload()
        await self.fill_tail()

    async def fill_tail(self) -> None:
        """Have the newest entries at hand."""
        length = self.session.ledger.length
        first = self._tail[-1].seq + 1 if self._tail else 0
        if first < length:
            for entry in await self.session.witnessed(max(first, length - TAIL), length - 1):
                self.happened(entry)

    def happened(self, entry: Entry[Any, Any]) -> None:
        """Take note of an entry that is on disk and says how things stood."""
        self._later.stir()
        if not self._tail or entry.seq > self._tail[-1].seq:
            self._tail.append(entry)
        if len(entry.events) > MANY:
            self._drawing.slow = self._choosing.slow = True

    def commands_of(self, entries: Container[int]) -> list[Command]:
        """What was asked in those of the newest entries that have these numbers."""
        return [entry.command for entry in self._tail if entry.seq in entries and entry.command is not None]

    def acted_lately(self, name: str, head: int) -> bool:
        """Whether one of the last things done before a head, as far as they are at hand, was done by that seat."""
        return any(entry.by == name and entry.parent > 0 and entry.seq <= head for entry in reversed(tuple(self._tail)))

    def last_dice(self, head: int) -> tuple[Die, ...]:
        """The dice of the entry that would be overruled, if it is not too long ago."""
        return next((tuple(thrown_in(entry.events)) for entry in reversed(tuple(self._tail)) if entry.seq == head), ())

    # ---------------------------------------------------------------- looking

    def seat(self, sitting: Sitting) -> Seat:
        """A seat as the engine knows it, as things stand."""
        return sitting.at(self.session.ruleset, self.session.state, self.arrangement, self.sittings)

    def moment(self, sitting: Sitting, language: Language, opened: Container[str] = ()) -> PageMoment:
        """The table as it stands, for one seat in one language; whenever it is drawn, it shows nothing later."""
        table, present = self.session.present, self.present()
        head, newest = table.ledger.head, self._tail[-1].seq if self._tail else -1
        of = (table.state, table.ledger, self.arrangement, self.sittings, self.courier)
        same = (sitting, language, opened, present, newest)
        kept, kept_for, found = self._moments.get(sitting.id, ((), (), None))
        if found is not None and kept_for == same and all(map(is_, kept, of)):
            return found  # what was told of it is drawn next
        around = AtTheTable(
            self.arrangement,
            self.sittings,
            present=lambda: present,
            last_dice=lambda: self.last_dice(head),
            acted_lately=lambda name: self.acted_lately(name, head),
            mails=self.courier is not None and self.courier.carries_letters,
            hooks=self.courier is not None and self.courier.carries_posts,
        )
        found = PageMoment(table, sitting, language, around, wording=self._wording(language, table), opened=opened)
        self._moments[sitting.id] = (of, same, found)
        return found

    def _wording(self, language: Language, table: Table[Any]) -> Wording:
        """The words of what may be done as things stand, which all seats share."""
        found = self._wordings.get(language)
        if found is None or found.state is not table.state:
            found = self._wordings[language] = Wording(table.ruleset, table.state, language, found)
        return found

    async def reading(self, sitting: Sitting, language: Language, opened: Container[str] = ()) -> Reading:
        """The table as it stands for a reader, and the story up to this very moment."""
        if not self._tail:  # it had been put away
            await self.fill_tail()
        while True:
            moment = self.moment(sitting, language, opened)
            chronicle = self._chronicle(moment.seat)
            if self._read_tail(chronicle):
                return Reading(moment, chronicle, chronicle.seq, chronicle.last)
            await chronicle.catch_up(self.session)

    async def draw(self, work: Callable[[], T]) -> T:
        """Draw something of a moment: at once where that is quick here, otherwise beside the loop."""
        return await self._drawing.do(work)

    async def choose(self, work: Callable[[], T]) -> T:
        """Look for a choice among all that are offered: the same."""
        return await self._choosing.do(work)

    async def chronicle(self, seat: Seat) -> Chronicle:
        """The story as a seat may know it, read to the end of the log."""
        if not self._tail:
            await self.fill_tail()
        found = self._chronicle(seat)
        while not self._read_tail(found):
            await found.catch_up(self.session)
        return found

    def _chronicle(self, seat: Seat) -> Chronicle:
        found = self._chronicles.pop(seat, None) or Chronicle(self.session.ruleset, seat, self._teller, keep=SHOWN)
        self._chronicles[seat] = found  # the last one asked for stands last
        if len(self._chronicles) > len(self._circles) + SPARE:
            del self._chronicles[next(iter(self._chronicles))]
        return found

    def _read_tail(self, chronicle: Chronicle) -> bool:
        """Bring a chronicle up to date from the entries at hand; whether that was enough."""
        behind = self.session.ledger.length - chronicle.next
        if 0 < behind <= len(self._tail):
            for entry in list(self._tail)[-behind:]:
                if not chronicle.read(entry):
                    return False
        return chronicle.next >= self.session.ledger.length

    # ---------------------------------------------------------------- pages that come and go

    async def welcome(self, viewer: Viewer) -> bytes:
        """Let a page in; everything that it is to show. What comes later waits in its line."""
        await self.reading(viewer.sitting, viewer.language)
        circle = self._circle(viewer)
        circle.viewers.add(viewer)
        whole = await self.whole(viewer)
        await self.show()  # others see who has come
        return whole

    def _circle(self, viewer: Viewer) -> Circle:
        key = (viewer.sitting, viewer.language)
        return self._circles.setdefault(key, Circle(viewer.sitting, viewer.language))

    def leave(self, viewer: Viewer) -> None:
        """A page has gone, or looks from elsewhere now."""
        key = (viewer.sitting, viewer.language)
        circle = self._circles.get(key)
        if circle is not None:
            circle.viewers.discard(viewer)
            if not circle.viewers:
                del self._circles[key]
        if not self._circles:
            self._rest()

    def _rest(self) -> None:
        """Nobody looks any more: keep the table, and nothing that was worked out to show it."""
        self._wordings.clear()
        self._moments.clear()
        self._chronicles.clear()
        self._tail.clear()
        self._teller = Teller()
        self.session.rest()

    async def whole(self, viewer: Viewer) -> bytes:
        """The whole page of a viewer. The others of its circle are sent what is new to them on the way."""
        circle = self._circle(viewer)
        async with circle.drawing:
            read = await self._show_drawn(circle, but=viewer)
            contexts = dict(circle.contexts)
            fragments = await self.draw(
                lambda: {name: FRAGMENTS[name].render(read.moment, context) for name, context in contexts.items()}
            )
            first = max(1, read.last - SHOWN + 1)
            story = read.lines(first)
            news = Fragments(seq=read.seq, fragments=fragments, story=story, first=first, reset=True)
            return write_answer(news)

    async def unfold(self, viewer: Viewer, element: str) -> None:
        """A page opens a folded part: it is sent what lies in it, now and as long as it stays open."""
        if len(viewer.opened) < MOST_OPEN:
            viewer.opened.add(element)
            await self.show_circle(self._circle(viewer))

    async def reseat(self, sittings: Iterable[Sitting], arrangement: Arrangement, gone: str) -> None:
        """Seats were handed out, changed or taken away: pages move with their seats, or are closed (`gone`: why)."""
        self.sittings, self.arrangement = tuple(sittings), arrangement
        for viewer in self.viewers():
            own = self.sitting(viewer.own.id)
            if own is None or own.links != viewer.own.links:
                viewer.close(gone)
                continue
            borrowed = viewer.sitting.id != viewer.own.id
            eyes = (
                (viewer.sitting if viewer.sitting == ONLOOKER else self.sitting(viewer.sitting.id)) if borrowed else own
            )
            if eyes is None:  # the seat through whose eyes the referee looked is gone
                eyes = own
            if own != viewer.own or eyes != viewer.sitting:
                await self.move(viewer, own, eyes, viewer.language)
        await self.show()

    async def move(self, viewer: Viewer, own: Sitting, eyes: Sitting, language: Language) -> None:
        """Let a page look from another seat, or in another language; it is sent everything anew."""
        self.leave(viewer)
        viewer.own, viewer.sitting, viewer.language = own, eyes, language
        self._circle(viewer).viewers.add(viewer)
        viewer.begin_anew(await self.whole(viewer))

    # ---------------------------------------------------------------- showing what has changed

    async def show(self, *, drawn: bool = True) -> None:
        """Send every page what happened at once, and soon, unless more is about to happen, what else has changed."""
        for circle in self.circles():
            await self.show_circle(circle, drawn=False)
        if drawn and self._circles:
            self._later.add(self)

    def circles(self) -> tuple[Circle, ...]:
        """The pages, by seat and language."""
        return tuple(self._circles.values())

    async def show_circle(self, circle: Circle, *, drawn: bool = True) -> None:
        """Send the pages of a circle what has happened and, if it is `drawn`, what has changed on them."""
        if not circle.viewers:
            return
        try:
            if drawn:
                async with circle.drawing:
                    await self._show_drawn(circle)
            else:
                self._send(circle, await self.reading(circle.sitting, circle.language, circle.opened))
                circle.behind = True
        except Exception:  # one table that cannot be shown must not stop all others, nor the command that was given
            LOGGER.exception("%s could not be shown", self.id)
            for viewer in circle.viewers:
                viewer.lose()

    async def _show_drawn(self, circle: Circle, but: Viewer | None = None) -> Reading:
        """Draw the table as it stands for a circle and send it; `but` one of them is sent the whole page instead."""
        read = await self.reading(circle.sitting, circle.language, circle.opened)
        circle.behind = False  # what happens from here on is not in it, and waits in the line of whoever is sent it
        if but is not None:
            but.forget_updates()
        if self._drawing.slow:
            self._send(circle, read, but=but)
        self._send(circle, read, await self.draw(lambda: circle.changes(read.moment)), but=but)
        return read

    def _send(
        self, circle: Circle, read: Reading, changed: dict[str, str] | None = None, *, but: Viewer | None = None
    ) -> None:
        """Send what was told since, and what has changed where that is drawn.

        What is drawn says of which moment it is. News that come before are no part of that: who acts on what is still
        shown acts on the moment that it shows.
        """
        moment, told = read.moment, max(read.last, circle.lines)
        # It plays others now, and its story is another; or so much has happened that its end is enough.
        reset = circle.seat is not None and (circle.seat != moment.seat or circle.lines < read.chronicle.before)
        if reset:
            told = read.last
        first = max(1, told - SHOWN + 1) if reset or circle.seat is None else circle.lines + 1
        circle.seat, circle.lines = moment.seat, told
        before = circle.seq
        if changed is not None:
            circle.seq = read.seq
        others = [viewer for viewer in circle.viewers if viewer is not but]
        if others and (changed or reset or first <= told or before < circle.seq):
            message = write_answer(
                Fragments(seq=circle.seq, fragments=changed or {}, story=read.lines(first), first=first, reset=reset)
            )
            for viewer in others:
                viewer.update(message)


def rendered(moment: PageMoment) -> dict[str, str]:
    """Every fragment that the reader of a moment gets."""
    return {name: one.render(moment, one.context(moment)) for name, one in fragments_of(moment).items()}
