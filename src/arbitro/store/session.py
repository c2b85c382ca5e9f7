"""A table that lives in a store, open for play."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic

from msgspec import Struct

from arbitro.kernel.choice import Choices
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.fold import Ledger, Record, Snapshot
from arbitro.kernel.log import Entry
from arbitro.kernel.moment import PresentMoment
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.table import Table
from arbitro.kernel.taking_back import WalkBack, WayBack, may_walk_back, walk_back, way_back, way_back_to
from arbitro.kernel.tally import STEP, LogTally, Standing
from arbitro.store.counting import (
    before_line,
    count_along,
    count_on,
    how_counted,
    is_counted,
    newest_tally,
    tally_at,
    tally_stamp,
)
from arbitro.store.fault import Conflict
from arbitro.store.past import DistantPast, trial_of
from arbitro.store.rows import S, Transaction
from arbitro.store.threads import beside

if TYPE_CHECKING:
    from arbitro.store.base import Store

PART: Final = 256
"""How many entries are read at a time for somebody who reads a whole log while others play."""
Stretch = tuple[Standing, list[Entry[Any, Any]]]
"""Part of a log, and where a seat stands before it."""


class Session(Generic[S]):
    """One stored table, open for play. What it shows is on disk, always.

    Sessions of the same table, in one process or several, do not see each other's commands until `reload`; of two that
    write at the same position one gets a `Conflict`. A server keeps one session for each table.
    """

    def __init__(self, store: "Store", table: Table[S]) -> None:
        self._store = store
        self._table = table
        self._turn = asyncio.Lock()
        self._moment: PresentMoment[S] | None = None

    def remember(self) -> None:
        """From now on keep what follows of the present state: for servers, where several seats ask for the same."""
        if self._moment is not None:
            self._moment.forget()
        self._moment = PresentMoment()

    def rest(self) -> None:
        """Nobody looks any more: keep the present state, and nothing that was worked out of it or of the past."""
        self.remember()
        self._table.forget_past()

    @property
    def id(self) -> str:
        """The name of the table."""
        return self._table.ledger.table

    @property
    def store(self) -> "Store":
        """Where it is kept."""
        return self._store

    @property
    def ruleset(self) -> Ruleset[S]:
        """The game."""
        return self._table.ruleset

    @property
    def state(self) -> S:
        """How things stand: for the referee and for rules, never for players."""
        return self.present.state

    @property
    def present(self) -> Table[S]:
        """The table as it stands: what it says belongs together, and stays so when the session goes on."""
        table = self._table
        if self._moment is not None:
            self._moment.at(table.state)
        return table

    @property
    def ledger(self) -> Ledger:
        """What the log says beside the state."""
        return self._table.ledger

    def view(self, seat: Seat) -> Struct:
        """The state as a seat may know it."""
        return self.present.view(seat)

    def choices(self, seat: Seat) -> Choices:
        """What a seat may do now."""
        return self.present.choices(seat)

    async def submit(
        self, command: Command, by: Seat, *, at: str = "", faces: tuple[int, ...] | None = None
    ) -> Entry[Any, Any] | Refusal:
        """Carry out a command; an entry comes back when it is on disk, and not before.

        It is decided beside the loop and outside of any transaction, then written if the log still ends where it was
        read. If it cannot be written the session stands as it did: `Conflict` when somebody else was faster (then
        `reload` and decide again), or the database's own error. What is being written is finished, even if whoever
        awaits it goes away.
        """
        stamp, tallied_as = self._store.stamp(self.ruleset), tally_stamp(self.ruleset)
        async with self._turn:
            table = self._table
            past = DistantPast(self._store, table, stamp)

            def decide() -> "_Decided | Refusal":
                trial = table.trial(past.records, past.anchor, past)
                return _decided(trial, self._store.every, command, by, at, faces)

            decided = await beside(decide)
            if isinstance(decided, Refusal):
                return decided
            past.pass_on(decided.table)
            before = table.ledger

            def work(rows: Transaction) -> None:
                rows.append(before.table, before.length, before.chain, decided.records)
                if decided.table.ledger.length // STEP > before.length // STEP:
                    count_along(rows, trial_of(rows, decided.table, stamp), tallied_as)
                if decided.snapshot is not None:
                    rows.keep(before.table, stamp, decided.snapshot)

            def stands(_: None) -> None:
                self._table = decided.table

            await self._store.write(work, stands)
            return decided.entry

    async def reload(self) -> None:
        """Read what others have written since."""
        async with self._turn:
            before = self._table
            self._table = await self._store.load_on(before)
            self._table.take_over(before)

    async def behind(self) -> bool:
        """Whether others have written since, or the table is gone."""
        listed = await self._store.read(lambda rows: rows.find(self.id))
        return listed is None or listed.chain != self.ledger.chain

    async def history(self, seat: Seat, first: int = 0, most: int | None = None) -> list[Entry[Any, Any]]:
        """The log as a seat may know it, from that entry of theirs on; not more than so many."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        if first > STEP:
            await self.count(table.ledger.length)
        return await self._store.read(
            lambda rows: list(islice(trial_of(rows, table, stamp).history(seat, first), most))
        )

    async def known(self, seat: Seat, first: int = 0) -> AsyncIterator[list[Entry[Any, Any]]]:
        """What a seat may know of the log to its end, part by part, so that others get their turn meanwhile."""
        while part := await self.history(seat, first, PART):
            yield part
            first = part[-1].seq + 1

    async def told(self) -> list[Entry[Any, Any]]:
        """The whole log, each entry with how things stood, read part by part, so that others get their turn."""
        length = self.ledger.length
        found: list[Entry[Any, Any]] = []
        for first in range(0, length, PART):
            found += await self.witnessed(first, min(first + PART, length) - 1)
        return found

    async def entries(self, first: int = 0, last: int | None = None) -> list[Entry[Any, Any]]:
        """Part of the log as it is kept: for the referee and for audits, never for players."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: list(trial_of(rows, table, stamp).entries(first, last)))

    async def way_back(self, own: str = "") -> WayBack:
        """What a step back undoes, or all as far as a person's own last command, and past what."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: way_back(trial_of(rows, table, stamp), own))

    async def way_back_to(self, entry: int) -> WayBack:
        """What goes with an entry that somebody asks to have taken back."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: way_back_to(trial_of(rows, table, stamp), entry))

    async def walk_back(self, first: int, own: str) -> WalkBack:
        """What can be taken back of a walk that began with an entry, with nothing to forget."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: walk_back(trial_of(rows, table, stamp), first, own))

    async def may_walk_back(self, first: int, own: str) -> bool:
        """Whether anything of a walk that began with an entry can be taken back with nothing to forget."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: may_walk_back(trial_of(rows, table, stamp), first, own))

    async def witnessed(self, first: int = 0, last: int | None = None) -> list[Entry[Any, Any]]:
        """Part of the log, each entry with how things stood when it was written: for whoever tells it."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: list(trial_of(rows, table, stamp).witnessed(first, last)))

    async def count(self, length: int) -> None:
        """Count how many entries and lines there are for whom, up to a length, as far as nobody has done so yet.

        It is done part by part, so that others get their turn.
        """
        table, stamp, tallied_as = self._table, self._store.stamp(self.ruleset), tally_stamp(self.ruleset)
        while not await self._store.read(lambda rows: is_counted(rows, self.id, tallied_as, length)):
            with suppress(Conflict):  # somebody else counts too, and comes to the same
                await self._store.write(lambda rows: count_on(rows, trial_of(rows, table, stamp), tallied_as, length))

    async def tally(self, length: int) -> LogTally:
        """How many entries and lines there are for whom, up to a length."""
        await self.count(length)
        table, stamp, tallied_as = self._table, self._store.stamp(self.ruleset), tally_stamp(self.ruleset)
        return await self._store.read(lambda rows: tally_at(rows, trial_of(rows, table, stamp), tallied_as, length))

    async def numbered(self, seat: Seat, entry: int) -> tuple[int, bool]:
        """How a seat counts an entry, and whether it has seen anything of it: see `Reader.learn`."""
        await self.count(entry)
        table, stamp, tallied_as = self._table, self._store.stamp(self.ruleset), tally_stamp(self.ruleset)

        return await self._store.read(
            lambda rows: how_counted(rows, trial_of(rows, table, stamp), tallied_as, seat, entry)
        )

    async def near(self, seat: Seat, line: int) -> Stretch:
        """The entries about the place at which a seat is told a line, and where it stands before them."""

        def begin(rows: Transaction, tallied_as: str, length: int) -> tuple[Standing, int]:
            standing = before_line(rows, self.id, tallied_as, seat, line, length)
            return standing, min(standing.next + STEP, length) - 1

        return await self._stretch(begin)

    async def near_the_end(self, seat: Seat) -> Stretch:
        """The last entries, at least a step, and where a seat stands before them."""

        def begin(rows: Transaction, tallied_as: str, length: int) -> tuple[Standing, int]:
            return newest_tally(rows, self.id, tallied_as, length - STEP).standing(seat), length - 1

        return await self._stretch(begin)

    async def _stretch(self, begin: Callable[[Transaction, str, int], tuple[Standing, int]]) -> Stretch:
        """Entries as `witnessed` gives them, found with the help of tallies: `begin` says where, and the last one."""
        table, stamp, tallied_as = self._table, self._store.stamp(self.ruleset), tally_stamp(self.ruleset)
        length = table.ledger.length

        def work(rows: Transaction) -> Stretch | None:
            if not is_counted(rows, self.id, tallied_as, length):
                return None
            standing, last = begin(rows, tallied_as, length)
            return standing, list(trial_of(rows, table, stamp).witnessed(standing.next, last))

        while (found := await self._store.read(work)) is None:
            await self.count(length)
        return found

    async def branch(self, table: str, seed: bytes, *, at: str = "") -> "Session[S]":
        """A new stored table that shares this one's past and goes on with dice of its own."""
        own, stamp = self._table, self._store.stamp(self.ruleset)
        made = await self._store.read(lambda rows: trial_of(rows, own, stamp).branch(table, seed, at=at))
        return await self._store.create(made)


class _Decided(Struct, frozen=True):
    """What came of a command, ready to be written."""

    entry: Entry[Any, Any]
    table: Table[Any]
    """The table that it led to."""
    records: list[Record]
    snapshot: Snapshot | None


def _decided(
    trial: Table[Any], every: int, command: Command, by: Seat, at: str, faces: tuple[int, ...] | None
) -> _Decided | Refusal:
    """Try a command on a table; everything that can be worked out before it is written."""
    before = trial.ledger.length
    answer = trial.submit(command, by, at=at, faces=faces)
    if isinstance(answer, Refusal):
        return answer
    records = trial.take()
    due = trial.ledger.length // every > before // every
    return _Decided(trial.last or answer, trial, records, trial.snapshot() if due else None)
