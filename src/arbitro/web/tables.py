"""The tables that are open in this process, and everything that is done at them.

A command goes to the session, which writes it down; then every page of this process is shown what has changed, other
processes are told that something has, and the engine plays on where it is its turn.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from contextvars import Context
from datetime import UTC, datetime
from itertools import count
from logging import getLogger
from random import SystemRandom
from time import monotonic
from typing import Any, Final

import msgspec
from msgspec import Struct

from arbitro.kernel.aim import Halt, halt
from arbitro.kernel.command import Command, Redo, Refusal, RollOwed
from arbitro.kernel.log import Entry
from arbitro.kernel.pursuit import Pursuit
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.taking_back import Outing, WalkBack
from arbitro.kernel.watch import Stopped, watched
from arbitro.kernel.watch import goes_on as work_goes_on
from arbitro.store.base import Store
from arbitro.store.fault import Conflict, StoreAway, StoreFault
from arbitro.store.session import Session
from arbitro.store.threads import timed
from arbitro.web.courier import Courier, Delivery, Post
from arbitro.web.driver import next_by_itself
from arbitro.web.figures import Figures
from arbitro.web.going_back import refusal_of, steps_of, wish_of
from arbitro.web.later import Later
from arbitro.web.leases import Leases
from arbitro.web.room import Room
from arbitro.web.seats import Change, Seats
from arbitro.web.settings import Settings
from arbitro.web.sitting import Arrangement, Sitting, is_there
from arbitro.web.turns import awaited_sittings, deliveries

LOGGER: Final = getLogger("arbitro.web")
CHANNEL: Final = "arbitro-tables"
"""Where processes tell each other that a table has changed; what has changed each reads from the store itself."""
FASTER: Final = 10.0
"""Seconds in which a command is decided anew because other processes were faster."""
STEP_ASIDE: Final = 0.02
"""Seconds of the pause before that, at most, for each time before; by chance, so that nobody loses for ever."""
TOLD_EVERY: Final = 0.25
"""Seconds: a long run is told in pieces."""
RUN: Final = 500
"""How many commands in a row the engine gives by itself before it waits to be told to go on."""
IDLE: Final = 60.0
"""Seconds after which a table that nobody looks at is put away; it is read from the store when somebody comes."""
AT_HAND: Final = 64
"""How many of those are kept at hand at the most."""
TIDY: Final = 5.0
"""Seconds after which a look is taken at what can be put away."""
HEED: Final = 1.0
"""Seconds after which a look is taken whether somebody else has written to the store."""
GONE: Final = "gone"
"""Why a connection ends: its seat was taken away."""
MOVED: Final = "moved"
"""Why a connection ends: another process has the table now."""

Answer = Entry[Any, Any] | Refusal
Decide = Callable[[], Command | Refusal | Awaitable[Command | Refusal]]
"""Makes a command from how things stand now, in the table's own turn: asked again if somebody else was faster."""
Stale = Callable[[], Awaitable[Refusal | None]]
"""Whether the last thing that happened is no longer the one that was shown to who asks."""


class Nudge(Struct, frozen=True):
    """Something about a table has changed: its log, or (`seats`) who sits there and how it is run."""

    table: str
    by: str
    seats: bool = False


ANYTHING: Final = msgspec.json.encode(Nudge("", ""))
"""Said where words may have been lost: every table may have changed."""


def clock() -> str:
    """The time by the clock of this machine, as the log writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _asked_at(room: Room) -> float:
    return room.asked_at


class OpenTables:
    """All tables of a store, as this process has them open."""

    def __init__(
        self,
        store: Store,
        publish: Callable[[bytes], None] | None = None,
        now: Callable[[], str] = clock,
        seed: Callable[[], bytes] = lambda: os.urandom(32),
    ) -> None:
        self.store = store
        self.seats = Seats(store)
        self.now = now
        self.new_seed = seed
        self.process = os.urandom(8).hex()
        self._publish = publish
        self._rooms: dict[str, Room] = {}
        self.later = Later()
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.work_seconds = 0.0
        """How long one piece of work may take; 0: as long as it likes."""
        self.leases: Leases | None = None
        """Which tables are this process's, where there are others."""
        self.figures = Figures(self._rooms.values)
        self.courier = Courier(Settings())
        """Tells those who are away whose turn it is; nobody, unless the settings say so."""
        self.settings = Settings()

    # ---------------------------------------------------------------- opening

    def rooms(self) -> tuple[Room, ...]:
        """The tables that are open here."""
        return tuple(self._rooms.values())

    async def room(self, table: str) -> Room:
        """A table, opened if it is not open yet; raises `NoSuchTable`."""
        found = self._rooms.get(table)
        if found is not None:
            found.asked_at = monotonic()
            return found
        lock = self._opening.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                found = self._rooms.get(table)
                if found is None:
                    found = await self._opened(await self.store.open_table(table))
                return found
        finally:
            self._opening.pop(table, None)

    async def _opened(self, session: Session[Any]) -> Room:
        if self.leases is not None:
            await self.leases.place(session.id)
        arrangement, sittings = await self.seats.arrangement(session.id), await self.seats.at(session.id)
        room = Room(session, arrangement, sittings, self.later)
        room.courier = self.courier
        session.remember()
        await room.fill_tail()
        self._rooms[session.id] = room
        await self.tidy_up(but=room)
        return room

    async def tidy_up(self, *, but: Room | None = None) -> None:
        """Put away the tables at which nobody is: those that were asked for long ago, and those that are too many."""
        idle = sorted((room for room in self._rooms.values() if room.idle and room is not but), key=_asked_at)
        now = monotonic()
        for number, room in enumerate(idle):
            if now - room.asked_at > IDLE or number < len(idle) - AT_HAND:
                self._rooms.pop(room.id, None)
                if self.leases is not None:
                    await self.leases.drop(room.id)

    async def keep_tidy(self) -> None:
        """Put away what nobody looks at, now and then."""
        while True:
            await asyncio.sleep(TIDY)
            with suppress(StoreFault):  # what is wrong with the store has been said
                await self.tidy_up()

    def let_go(self, table: str) -> None:
        """Another process has taken a table over: whoever looks at it here is sent there."""
        room = self._rooms.pop(table, None)
        for viewer in () if room is None else room.viewers():
            viewer.close(MOVED)

    async def create(self, table: Table[Any], arrangement: Arrangement) -> Room:
        """Keep a new table and open it; raises `TableExists`."""
        session = await self.store.create(table)
        await self.seats.begin(session.id, arrangement)
        return await self._opened(session)

    async def adopt(self, session: Session[Any], arrangement: Arrangement) -> Room:
        """Open a table that was stored otherwise: imported, or branched off another."""
        await self.seats.begin(session.id, arrangement)
        return await self._opened(session)

    # ---------------------------------------------------------------- commands

    async def submit(
        self, room: Room, by: Seat, decide: Decide, faces: tuple[int, ...] | None = None, *, play_on: bool = True
    ) -> Answer:
        """Carry out a command and show everybody what came of it."""
        answer = await self._submit(room, by, decide, faces)
        if not isinstance(answer, Refusal):
            goes_on = play_on and self.play_on(room) and not room.arrangement.demo
            await room.show(drawn=not goes_on)  # what the engine does next would be drawn over it at once
        return answer

    async def _submit(self, room: Room, by: Seat, decide: Decide, faces: tuple[int, ...] | None = None) -> Answer:
        end = monotonic() + FASTER
        for attempt in count(1):
            try:
                return await self._submit_in_turn(room, by, decide, faces)
            except Conflict:
                if monotonic() > end:
                    raise
                await asyncio.sleep(SystemRandom().uniform(0, attempt * STEP_ASIDE))
                await room.refresh()
        raise AssertionError  # the loop returns or raises

    async def _submit_in_turn(
        self, room: Room, by: Seat, decide: Decide, faces: tuple[int, ...] | None = None
    ) -> Answer:
        """What is decided here is done at the table that it was decided at: nothing happens in between."""
        async with room.turn:
            wanted = decide()
            command = wanted if isinstance(wanted, Command | Refusal) else await wanted
            if isinstance(command, Refusal):
                return command
            self._note_turns(room)
            answer = await room.session.submit(command, by, at=self.now(), faces=faces)
            if not isinstance(answer, Refusal):
                room.happened(answer)
                self._tell_others(room)
                self._tell_turns_soon(room)
            return answer

    # ---------------------------------------------------------------- whose turn it is, for those who are away

    def _tells(self, room: Room) -> bool:
        hook = self.courier.carries_posts and room.arrangement.webhook
        return bool(hook) or (self.courier.carries_letters and any(one.email for one in room.sittings))

    def _awaited(self, room: Room) -> tuple[Sitting, ...]:
        session = room.session
        return awaited_sittings(session.ruleset, session.state, room.arrangement, room.sittings)

    def _note_turns(self, room: Room) -> None:
        """Before anything happens at a table that was just opened: who was waited for knows it."""
        if room.waited_for is None and self._tells(room):
            room.waited_for = frozenset(one.id for one in self._awaited(room))

    def _tell_turns_soon(self, room: Room) -> None:
        if room.telling is None and self._tells(room):
            room.telling = self._begin(self._tell_turns(room))

    async def _tell_turns(self, room: Room) -> None:
        """Tell those whose turn it has become, unless they look at the table."""
        try:
            await asyncio.sleep(self.settings.tell_after)
        finally:
            room.telling = None
        waiting, before = self._awaited(room), room.waited_for or frozenset()
        room.waited_for = frozenset(one.id for one in waiting)
        present, session = room.present(), room.session
        for one in waiting:
            if one.id not in before and not present.get(one.id):
                for delivery in deliveries(
                    room.id, session.ruleset, session.state, room.arrangement, one, self.settings.address
                ):
                    self._carry(delivery)

    def _carry(self, delivery: Delivery) -> None:
        if self.courier.carries_posts if isinstance(delivery, Post) else self.courier.carries_letters:
            self.courier.send(delivery)

    async def take_back(self, room: Room, sitting: Sitting, stale: Stale) -> Answer:
        """Undo: one entry for the referee; for others everything since their own last command, if the table lets them.

        What the engine did since goes with it, past a die only where the table allows that. Whether it is `stale` is
        asked once it is known what would be undone.
        """
        way = await wish_of(room.session, sitting)
        refused = await stale() or refusal_of(way, sitting, room.arrangement, room.sittings)
        return refused or await self._jump(room, steps_of(way, sitting.name))

    async def take_walk_back(self, room: Room, sitting: Sitting, stale: Stale) -> WalkBack | Refusal:
        """Undo a seat's last walk at once, as far as there is nothing to forget; why not, where that is nowhere."""
        walk = room.walks.get(sitting.name, Outing())
        back = await room.session.walk_back(walk.first, sitting.name)
        refused = await stale()
        if refused is not None:
            return refused
        if not walk.steps or back.of != walk.steps:
            return Refusal("no_walk")
        if not back.way.entries:
            return Refusal(f"walk_stays_{back.stops}")
        refused = refusal_of(back.way, sitting, room.arrangement, room.sittings)
        answer = refused or await self._jump(room, steps_of(back.way, sitting.name))
        return answer if isinstance(answer, Refusal) else back

    async def grant(self, room: Room, who: str) -> Answer:
        """Take back what somebody has asked the referee to take back, with all that came after it."""
        asked = room.session.ledger.asked_back.get(who)
        if asked is None:
            return Refusal("nobody_asked")
        way = await room.session.way_back_to(asked)
        if not way.entries:
            return Refusal("asked_gone")
        return await self._jump(room, steps_of(way, who))

    async def put_back(self, room: Room, sitting: Sitting, stale: Stale) -> Answer:
        """Redo what was undone last, in the same measure."""
        steps = await self._steps_forward(room, sitting)
        refused = await stale()
        if refused is not None:
            return refused
        undone = room.session.ledger.undone
        heads = (room.session.ledger.head, *undone[: steps - 1])
        return await self._jump(room, [(head, Redo()) for head in heads])

    async def _jump(self, room: Room, steps: Sequence[tuple[int, Command]]) -> Answer:
        """Go back or forward by some steps, each from the entry that must still be the last."""
        answer: Answer = Refusal("nothing_to_undo")
        async with room.driving:
            for head, command in steps:

                def decide(head: int = head, command: Command = command) -> Command | Refusal:
                    return command if room.session.ledger.head == head else Refusal("web.stale")

                answer = await self._submit(room, REFEREE, decide)
                if isinstance(answer, Refusal):
                    break
        await self.show(room)
        return answer

    async def _steps_forward(self, room: Room, sitting: Sitting) -> int:
        steps = 1
        if sitting.solo:
            for undone in room.session.ledger.undone[1:]:
                (entry,) = await room.session.entries(undone, undone)
                if entry.by == sitting.name:
                    break
                steps += 1
        return steps

    # ---------------------------------------------------------------- seats

    async def seats_changed(self, room: Room) -> None:
        """Seats or the arrangement were changed in the store: read them, show it, and tell other processes."""
        await self._reseat(room)
        self._tell_others(room, seats=True)
        self.play_on(room)

    async def _reseat(self, room: Room) -> None:
        await room.reseat(await self.seats.at(room.id), await self.seats.arrangement(room.id), GONE)

    async def arrange(self, room: Room, change: Change) -> None:
        """Change how a table is run, whatever others change of it meanwhile."""
        await self.seats.arrange(room.id, change)
        await self.seats_changed(room)

    # ---------------------------------------------------------------- showing

    async def show(self, room: Room) -> None:
        """Send every page of this process what has changed at a table."""
        await room.show()

    def _tell_others(self, room: Room, *, seats: bool = False) -> None:
        if self._publish is not None:
            self._publish(msgspec.json.encode(Nudge(room.id, self.process, seats)))

    async def catch_up(self, room: Room) -> None:
        """Have what other processes wrote, even if their word of it is still on its way."""
        if await room.session.behind():
            await room.refresh()

    async def heed(self) -> None:
        """Follow those who write to the same store and tell nobody: a terminal, say."""
        while True:
            await asyncio.sleep(HEED)
            with suppress(StoreFault):  # what is wrong with the store has been said
                if await self.store.stirred():
                    for room in self.rooms():
                        if await room.session.behind():
                            await self._follow(room, seats=False)
                            self.play_on(room)

    async def listen(self, messages: AsyncIterator[bytes]) -> None:
        """Follow what other processes do at tables that are open here."""
        decoder = msgspec.json.Decoder(Nudge)
        async for message in messages:
            nudge = decoder.decode(message)
            if nudge.by == self.process:
                continue
            for room in self.rooms() if not nudge.table else (self._rooms.get(nudge.table),):
                if room is not None:
                    await self._follow(room, seats=nudge.seats or not nudge.table)

    async def _follow(self, room: Room, *, seats: bool) -> None:
        try:
            if seats:
                await self._reseat(room)
            await room.refresh()
            await room.show()
        except StoreAway:  # it has been said
            pass
        except Exception:  # one table that cannot be read must not silence all others
            LOGGER.exception("what another process did at %s could not be shown", room.id)

    # ---------------------------------------------------------------- the engine plays on

    def play_on(self, room: Room) -> bool:
        """Let the engine do what it does by itself, in the background; whether there is anything."""
        if room.arrangement.demo:
            if room.pacing is None and room.watched and not room.arrangement.paused:
                room.pacing = self._begin(self._pace(room))
            return room.pacing is not None
        if room.driving.locked():
            return True
        if self._next(room) is None:
            return False
        room.played_on = self._begin(self._drive(room))
        return True

    @property
    def plays_on(self) -> bool:
        """Whether the engine still does what follows by itself, at a table that people play."""
        return bool(self._tasks - {room.pacing for room in self.rooms()})

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, context=Context())  # whoever asked for what came before does not wait for it
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), StoreAway):
            LOGGER.error("the engine could not play on", exc_info=task.exception())

    def _next(self, room: Room) -> Command | None:
        session, owed = room.session, room.session.ledger.owed
        if owed is not None:
            return None if is_there(owed.who, room.arrangement, room.sittings) else RollOwed()
        return next_by_itself(session.ruleset, session.state, room.arrangement, room.sittings)

    async def step(self, room: Room) -> bool:
        """One command of the engine's own; whether there was one and it was carried out."""
        return not isinstance(await self._step(room), Refusal)

    async def _step(self, room: Room) -> Answer:
        if room.session.ledger.revealed:
            return Refusal("not_asked")

        async def decide() -> Command | Refusal:
            return await room.choose(lambda: self._next(room)) or Refusal("not_asked")

        with watched(timed(self.work_seconds)):
            return await self._submit(room, REFEREE, decide)

    async def pursue(
        self, room: Room, by: Seat, pursuit: Pursuit[Any], faces: tuple[int, ...] | None = None
    ) -> Halt | Refusal:
        """Pursue an aim command by command, and let the engine play on in between; pages are shown it as it goes."""
        async with room.driving:
            halted: Halt | Refusal | None = None
            shown = asyncio.get_running_loop().time()
            while halted is None:
                halted = await self._pursue_on(room, by, pursuit, faces)
                now = asyncio.get_running_loop().time()
                if now - shown > TOLD_EVERY:
                    await room.show()
                    shown = now
        await room.show()
        self.play_on(room)
        return halted

    async def _pursue_on(
        self, room: Room, by: Seat, pursuit: Pursuit[Any], faces: tuple[int, ...] | None
    ) -> Halt | Refusal | None:
        """The next thing that happens on the way to an aim, or why nothing does."""
        halts: list[Halt] = []

        async def decide() -> Command | Refusal:
            step = await room.choose(lambda: pursuit.next(room.session.state))
            if isinstance(step, Halt):
                halts.append(step)
                return Refusal("not_asked")
            return step

        try:
            work_goes_on(pursuit.steps)
            answer = await self._step(room)
            if isinstance(answer, Refusal):
                answer = await self._submit(room, by, decide, faces)
        except Stopped:
            return halt("stopped")
        if halts:
            return halts[-1]
        if isinstance(answer, Refusal):
            return answer
        pursuit.happened(answer)
        return None

    async def _drive(self, room: Room) -> None:
        """Play on until a person is asked. Pages are shown it as it goes, not at every single step."""
        try:
            async with room.driving:
                shown = asyncio.get_running_loop().time()
                for _ in range(RUN):
                    if not await self.step(room):
                        break
                    now = asyncio.get_running_loop().time()
                    if now - shown > TOLD_EVERY:
                        await room.show()
                        shown = now
        finally:  # what came before it was left to be drawn here
            await room.show()

    async def _pace(self, room: Room) -> None:
        """Play a whole table by itself while somebody watches."""
        try:
            while room.watched and room.arrangement.demo and not room.arrangement.paused:
                await asyncio.sleep(room.arrangement.pace / 1000)
                async with room.driving:
                    if not await self.step(room):
                        break
                await room.show()
        finally:
            room.pacing = None

    async def close(self) -> None:
        """End what plays in the background, and let go of the tables."""
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.courier.close()
        if self.leases is not None:
            await self.leases.end()
