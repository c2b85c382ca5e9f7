"""The contract of a store, and a table that lives in one.

A store does two things only: it runs a piece of work on its rows to read, or to write in one transaction that is on
disk when it returns. What is done with the rows (carrying out a command, opening, branching, export and import) is
written here once, for every store. Work is plain synchronous code, wherever a store runs it: going far back in a log
reads entries in the middle of deciding, on the same connection.
"""

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import islice
from typing import Any, Final, Generic, Protocol, Self, TypeVar
from weakref import ref

import msgspec
from msgspec import Struct

from arbitro.kernel.choice import Choices
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.fold import Ledger, Record, Snapshot
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.log import FIRST_CHAIN, Entry, end_line, link, write_lines
from arbitro.kernel.moment import PresentMoment
from arbitro.kernel.pack import opening_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State
from arbitro.kernel.table import Table
from arbitro.kernel.taking_back import WayBack, way_back, way_back_to
from arbitro.kernel.tally import STEP, LogTally, Standing
from arbitro.store.counting import (
    TallyRows,
    before_entry,
    before_line,
    count_along,
    count_on,
    how_counted,
    is_counted,
    newest_tally,
    tally_at,
    tally_stamp,
)
from arbitro.store.fault import Conflict, Damaged, NoSuchTable, StoreFault
from arbitro.store.reading import Finder, read_table, ruleset_of
from arbitro.store.sealing import seal
from arbitro.store.threads import beside
from arbitro.version import __version__

S = TypeVar("S", bound=State)
T = TypeVar("T")
EVERY: Final = 256
"""A snapshot is kept each time the log has grown by this many entries."""
PART: Final = 256
"""How many entries are read at a time for somebody who reads a whole log while others play."""
PAGE: Final = 4096
"""How many entries are read or written at a time where all of them are wanted."""


NAME: Final = re.compile(r"[^\W_][\w .()’'+-]{0,79}")
"""What a table may be called: it becomes part of addresses and of the names of files."""
SNAPSHOT_FORM: Final = 2
"""How snapshots are kept: since 2 with a hash before them, by which a damaged one is known."""


class Listed(Struct, frozen=True):
    """A table as a store lists it."""

    id: str
    game: str
    length: int
    """How many entries its log has."""
    chain: str
    """The chain after the last one: who wants to write must know it."""
    opened: str = ""
    changed: str = ""
    """When it was opened and last written to, as the clock of whoever wrote said it."""


class KeptSeat(Struct, frozen=True):
    """A seat that was handed out, as a store keeps it. What is in the body is the business of whoever hands out."""

    table: str
    id: str
    digest: str
    """The hash of the token that opens it; the token itself is kept nowhere."""
    body: bytes


class Worker(Struct, frozen=True):
    """A process that serves tables of this store."""

    id: str
    address: str
    """Where others on its machine reach it."""
    beat: int
    """Counted up as long as it lives."""


class LeaseRows(Protocol):
    """The rows that say which process has which table open."""

    def workers(self) -> list[Worker]:
        """Every process that has said that it lives, and not that it ends."""
        ...

    def keep_worker(self, worker: Worker) -> None:
        """Say that a process lives."""
        ...

    def drop_worker(self, worker: str) -> None:
        """Forget a process, and let go of its tables."""
        ...

    def lease(self, table: str) -> str | None:
        """The process that has a table open."""
        ...

    def leases(self, worker: str) -> set[str]:
        """The tables that a process has open."""
        ...

    def take_lease(self, table: str, worker: str, instead: str | None) -> bool:
        """Have a table open, `instead` of whoever had it; whether nobody else was faster."""
        ...

    def drop_lease(self, table: str, worker: str) -> None:
        """Let go of a table, if it is still that process's."""
        ...


class Transaction(TallyRows, LeaseRows, Protocol):
    """The rows of a store, as a piece of work sees them."""

    def tables(self) -> list[Listed]:
        """Every table, by id."""
        ...

    def find(self, table: str) -> Listed | None:
        """One table, or None."""
        ...

    def records(self, table: str, first: int, last: int) -> list[Record]:
        """The entries from the first number to the last, both included."""
        ...

    def seed(self, table: str) -> bytes | None:
        """The secret of a table's dice, where it is known here."""
        ...

    def snapshot(self, table: str, stamp: str, head: int | None = None) -> Snapshot | None:
        """The newest snapshot with this stamp; with `head`, the one with the last head up to this entry."""
        ...

    def add(self, table: str, game: str, opened: str, seed: bytes | None) -> None:
        """A new table, still without entries; raises `TableExists`."""
        ...

    def append(self, table: str, length: int, chain: str, records: list[Record]) -> None:
        """More entries, if the log still has this length and this chain; raises `Conflict` or `NoSuchTable`."""
        ...

    def keep(self, table: str, stamp: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, in place of one that was taken at the same length."""
        ...

    def remove(self, table: str) -> None:
        """Forget a table with all that belongs to it; raises `NoSuchTable`."""
        ...

    def seats(self, table: str) -> list[KeptSeat]:
        """The seats of a table, by id."""
        ...

    def seat_opened_by(self, digest: str) -> KeptSeat | None:
        """The seat that the token with this hash opens."""
        ...

    def keep_seat(self, seat: KeptSeat) -> None:
        """Keep a seat, in place of the one with the same id; raises `NoSuchTable`."""
        ...

    def drop_seat(self, table: str, seat: str) -> None:
        """Let nobody in by this seat any more."""
        ...

    def arrangement(self, table: str) -> bytes | None:
        """How a table is run, where somebody has said so."""
        ...

    def arrange(self, table: str, body: bytes) -> None:
        """Keep how a table is run; raises `NoSuchTable`."""
        ...


Work = Callable[[Transaction], T]
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
            past = _DistantPast(self._store, table, stamp)

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
                    count_along(rows, _trial(rows, decided.table, stamp), tallied_as)
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
        return await self._store.read(lambda rows: list(islice(_trial(rows, table, stamp).history(seat, first), most)))

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
        return await self._store.read(lambda rows: list(_trial(rows, table, stamp).entries(first, last)))

    async def way_back(self, own: str = "") -> WayBack:
        """What a step back undoes, or all as far as a person's own last command, and past what."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: way_back(_trial(rows, table, stamp), own))

    async def way_back_to(self, entry: int) -> WayBack:
        """What goes with an entry that somebody asks to have taken back."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: way_back_to(_trial(rows, table, stamp), entry))

    async def witnessed(self, first: int = 0, last: int | None = None) -> list[Entry[Any, Any]]:
        """Part of the log, each entry with how things stood when it was written: for whoever tells it."""
        table, stamp = self._table, self._store.stamp(self.ruleset)
        return await self._store.read(lambda rows: list(_trial(rows, table, stamp).witnessed(first, last)))

    async def count(self, length: int) -> None:
        """Count how many entries and lines there are for whom, up to a length, as far as nobody has done so yet.

        It is done part by part, so that others get their turn.
        """
        table, stamp, tallied_as = self._table, self._store.stamp(self.ruleset), tally_stamp(self.ruleset)
        while not await self._store.read(lambda rows: is_counted(rows, self.id, tallied_as, length)):
            with suppress(Conflict):  # somebody else counts too, and comes to the same
                await self._store.write(lambda rows: count_on(rows, _trial(rows, table, stamp), tallied_as, length))

    async def tally(self, length: int) -> LogTally:
        """How many entries and lines there are for whom, up to a length."""
        await self.count(length)
        table, stamp, tallied_as = self._table, self._store.stamp(self.ruleset), tally_stamp(self.ruleset)
        return await self._store.read(lambda rows: tally_at(rows, _trial(rows, table, stamp), tallied_as, length))

    async def numbered(self, seat: Seat, entry: int) -> tuple[int, bool]:
        """How a seat counts an entry, and whether it has seen anything of it: see `Reader.learn`."""
        await self.count(entry)
        table, stamp, tallied_as = self._table, self._store.stamp(self.ruleset), tally_stamp(self.ruleset)

        return await self._store.read(
            lambda rows: how_counted(rows, _trial(rows, table, stamp), tallied_as, seat, entry)
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
            return standing, list(_trial(rows, table, stamp).witnessed(standing.next, last))

        while (found := await self._store.read(work)) is None:
            await self.count(length)
        return found

    async def branch(self, table: str, seed: bytes, *, at: str = "") -> "Session[S]":
        """A new stored table that shares this one's past and goes on with dice of its own."""
        own, stamp = self._table, self._store.stamp(self.ruleset)
        made = await self._store.read(lambda rows: _trial(rows, own, stamp).branch(table, seed, at=at))
        return await self._store.create(made)


class Store(ABC):
    """A place where tables are kept."""

    def __init__(self, find: Finder, every: int = EVERY) -> None:
        self.find = find
        self.every = every
        self.stamp: Callable[[Ruleset[Any]], str] = cache(snapshot_stamp)

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Run work that only reads, on rows that do not change meanwhile."""

    @abstractmethod
    async def write(self, work: Work[T], then: Callable[[T], None] | None = None) -> T:
        """Run work in one transaction: all of it is on disk when this returns, none if it raises.

        What was begun is finished, even if whoever awaits it goes away; `then` runs on the loop when it is on disk.
        """

    @abstractmethod
    async def close(self) -> None:
        """Let go of everything; what was begun is finished first."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def tables(self) -> list[Listed]:
        """Every table kept here, by id."""
        return await self.read(lambda rows: rows.tables())

    async def create(self, table: Table[S]) -> Session[S]:
        """Keep a new table, with its seed; it lives on in the session. Raises `TableExists`."""
        await self.write(lambda rows: self.add_whole(rows, table))
        table.take()
        return Session(self, table)

    def add_whole(self, rows: Transaction, table: Table[Any]) -> None:
        """A whole table at once, page by page within the transaction; raises `TableExists`."""
        own, records = table.ledger, list(table.records())
        if not NAME.fullmatch(own.table):
            raise StoreFault("store.name", table=own.table[:80])
        rows.add(own.table, table.ruleset.id, moment_of(records[0][1]), table.seed)
        chain = FIRST_CHAIN
        for first in range(0, len(records), PAGE):
            page = records[first : first + PAGE]
            rows.append(own.table, first, chain, page)
            chain = page[-1][0]
        if own.length >= self.every:
            rows.keep(own.table, self.stamp(table.ruleset), table.snapshot())

    async def remove(self, table: str) -> None:
        """Forget a table for good: its log, its seed, its seats. Raises `NoSuchTable`."""
        await self.write(lambda rows: rows.remove(table))

    async def open_table(self, table: str) -> Session[Any]:
        """A table that is kept here, ready for play. Raises `NoSuchTable`."""
        return Session(self, await self.load(table))

    async def load(self, table: str) -> Table[Any]:
        """A table as it stands on disk: its newest snapshot, and the entries after it folded on top."""

        def work(rows: Transaction) -> tuple[Table[Any], int]:
            listed = rows.find(table)
            if listed is None:
                raise NoSuchTable(table)
            ruleset = self._ruleset(rows, table)
            stamp = self.stamp(ruleset)
            snapshot = rows.snapshot(table, stamp)
            begin = 0 if snapshot is None else snapshot.ledger.length
            records = paged(rows, table, begin, listed.length - 1)
            past = _Past(rows, table, stamp)
            restored = Table.restore(ruleset, records, rows.seed(table), snapshot, past.records, past.anchor)
            return restored, listed.length - begin

        restored, folded = await self.read(work)
        if folded >= self.every:  # snapshots of another version, or none: keep one, so that this was the last time
            stamp, snapshot = self.stamp(restored.ruleset), restored.snapshot()
            await self.write(lambda rows: rows.keep(table, stamp, snapshot))
        return restored

    async def load_on(self, known: Table[S]) -> Table[S]:
        """A table that was read before as it stands now: where its log goes on, only what came since is read."""
        name, before = known.ledger.table, known.ledger

        def work(rows: Transaction) -> Table[S] | None:
            listed = rows.find(name)
            if listed is None:
                raise NoSuchTable(name)
            if listed.chain == before.chain:
                return known
            more = listed.length - before.length
            if (
                not 0 < more <= self.every
                or rows.records(name, before.length - 1, before.length - 1)[0][0] != before.chain
            ):
                return None
            past = _Past(rows, name, self.stamp(known.ruleset))
            return known.grown(paged(rows, name, before.length, listed.length - 1), past.records, past.anchor)

        return await self.read(work) or await self.load(name)

    async def stirred(self) -> bool:
        """Whether somebody else may have written here since this was asked last."""
        return True

    async def export_table(self, table: str, passphrase: str = "") -> AsyncIterator[bytes]:
        """The log as the lines of a file, a page of lines at a time; with a passphrase its seed goes along, sealed."""
        listed, seed = await self.read(lambda rows: (rows.find(table), rows.seed(table) if passphrase else None))
        if listed is None:
            raise NoSuchTable(table)
        sealed = None
        if passphrase:
            if seed is None:
                raise StoreFault("store.no_seed", table=table)
            sealed = await beside(lambda: seal(seed, listed.chain, passphrase))  # it takes its time, on purpose
        for first in range(0, listed.length, PAGE):
            yield b"".join(write_lines(await self._page(table, first, min(first + PAGE, listed.length) - 1)))
        yield end_line(listed.length, listed.chain, None if sealed is None else msgspec.structs.asdict(sealed))

    async def _page(self, table: str, first: int, last: int) -> list[Record]:
        return await self.read(lambda rows: list(paged(rows, table, first, last)))

    def _ruleset(self, rows: Transaction, table: str) -> Ruleset[Any]:
        """The game of a table, which its first entry names."""
        ((_, body),) = paged(rows, table, 0, 0)
        return ruleset_of(opening_of(body), self.find)

    async def salvage(self, table: str) -> tuple[Session[Any], Damaged | None]:
        """A table as far as its entries hold, to be read and not to be played, and what is wrong with the next one.

        Raises `NoSuchTable`, or `Damaged` where not even the first entry holds.
        """

        def work(rows: Transaction) -> tuple[Table[Any], Damaged | None]:
            listed = rows.find(table)
            if listed is None:
                raise NoSuchTable(table)
            ruleset, found = self._ruleset(rows, table), None
            try:
                for _ in paged(rows, table, 0, listed.length - 1):
                    pass
            except Damaged as damaged:
                found = damaged
            last = listed.length - 1 if found is None else found.entry - 1
            past = _Past(rows, table, "")
            whole = paged(rows, table, 0, last)
            return Table.restore(ruleset, whole, rows.seed(table), None, past.records, past.anchor), found

        whole, damaged = await self.read(work)
        return Session(self, whole), damaged

    async def repair(self, table: str, name: str, seed: bytes, *, at: str = "") -> tuple[Session[Any], int]:
        """A new table with what holds of a damaged one, on dice of its own; how many entries were saved.

        Raises `NoSuchTable`, and a `StoreFault` where nothing is damaged or not even the first entry holds.
        """
        whole, damaged = await self.salvage(table)
        if damaged is None:
            raise StoreFault("store.whole", table=table)
        return await whole.branch(name, seed, at=at), damaged.entry

    async def import_table(
        self, lines: Iterable[bytes], seed: bytes | None = None, *, name: str = "", at: str = ""
    ) -> Session[Any]:
        """Keep a table that was exported, under its own name or another. Without its seed it throws no more dice.

        Chain, sequence, dice and every entry are checked first: `BadLine` names the first line that does not hold.
        """
        kept = list(lines)
        table, _ = await beside(lambda: read_table(kept, seed, self.find, Table[Any]))
        if name and name != table.ledger.table:
            table.rename(name, at=at)
        return await self.create(table)


class _Moment(Struct, frozen=True):
    at: str = ""


class _Past:
    """What lies further back in a stored log, as a table asks for it."""

    def __init__(self, rows: Transaction, table: str, stamp: str) -> None:
        self._rows = rows
        self._table = table
        self._stamp = stamp

    def records(self, first: int, last: int) -> Iterator[Record]:
        return paged(self._rows, self._table, first, last)

    def anchor(self, head: int) -> Snapshot | None:
        return self._rows.snapshot(self._table, self._stamp, head)


def snapshot_stamp(ruleset: Ruleset[Any]) -> str:
    """Which snapshots may be used: those of this version of the engine, with a state of this very shape."""
    shape = msgspec.json.encode(msgspec.json.schema(ruleset.state_type))
    return f"{__version__}+{SNAPSHOT_FORM}+{blake2b(shape, digest_size=8).hexdigest()}"


class _Counted:
    """How seats count the entries of a stored log, by the tallies that are kept of it."""

    def __init__(self, rows: Transaction, table: Table[Any], past: _Past) -> None:
        self._rows = rows
        self._table = table
        self._past = past
        self._stamp = tally_stamp(table.ruleset)

    def before(self, seat: Seat, number: int) -> Standing:
        """Where a seat stood not long before it came to an entry of theirs."""
        ledger = self._table.ledger
        return before_entry(self._rows, ledger.table, self._stamp, seat, number, ledger.length)

    def numbered(self, seat: Seat, entry: int) -> tuple[int, bool]:
        """How a seat counts an entry, and whether it has seen anything of it."""
        trial = self._table.trial(self._past.records, self._past.anchor)
        return how_counted(self._rows, trial, self._stamp, seat, entry)


class _DistantPast:
    """Both for work in a thread of its own, which has no transaction: the store is asked over the loop."""

    def __init__(self, store: Store, table: Table[Any], stamp: str) -> None:
        self._store = store
        self._of: Callable[[], Table[Any] | None] = lambda: table
        self._name = table.ledger.table
        self._stamp = stamp
        self._loop = asyncio.get_running_loop()

    def pass_on(self, table: Table[Any]) -> None:
        """Belong to the table that has come of the other: each would hold the one before it, back to the first."""
        self._of = ref(table)

    def records(self, first: int, last: int) -> list[Record]:
        return self._ask(lambda rows: list(paged(rows, self._name, first, last)))

    def anchor(self, head: int) -> Snapshot | None:
        return self._ask(lambda rows: rows.snapshot(self._name, self._stamp, head))

    def before(self, seat: Seat, number: int) -> Standing:
        return self._ask(lambda rows: self._counted(rows).before(seat, number))

    def numbered(self, seat: Seat, entry: int) -> tuple[int, bool]:
        return self._ask(lambda rows: self._counted(rows).numbered(seat, entry))

    def _counted(self, rows: Transaction) -> _Counted:
        table = self._of()
        if table is None:
            raise RuntimeError("a table that is gone asks")  # it is asked by that very table
        return _Counted(rows, table, _Past(rows, self._name, self._stamp))

    def _ask(self, what: Work[T]) -> T:
        return asyncio.run_coroutine_threadsafe(self._store.read(what), self._loop).result()


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


def _trial(rows: Transaction, table: Table[S], stamp: str) -> Table[S]:
    past = _Past(rows, table.ledger.table, stamp)
    return table.trial(past.records, past.anchor, _Counted(rows, table, past))


def paged(rows: Transaction, table: str, first: int, last: int) -> Iterator[Record]:
    """Entries as they were written; `Damaged` names the first that is not, or is missing."""
    chain = FIRST_CHAIN
    for at in range(first, last + 1, PAGE):
        begin, end = max(0, at - 1), min(at + PAGE - 1, last)  # with the one before, which the chain goes on from
        page = rows.records(table, begin, end)
        for number, (claimed, body) in enumerate(page, begin):
            if number >= at:
                if link(chain, body) != claimed:
                    raise Damaged(table, number)
                yield claimed, body
            chain = claimed
        if begin + len(page) <= end:
            raise Damaged(table, begin + len(page))


def moment_of(body: bytes) -> str:
    """When an entry was written, as the clock of whoever wrote it said."""
    try:
        return read_json(body, _Moment).at
    except msgspec.MsgspecError:  # a damaged entry must not hide its table, nor all others
        return ""
