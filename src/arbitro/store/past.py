"""What lies further back in a stored log: its entries, its snapshots, and how seats count them."""

import asyncio
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final
from weakref import ref

import msgspec
from msgspec import Struct

from arbitro.kernel.fold import Record, Snapshot
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.log import FIRST_CHAIN, link
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.table import Table
from arbitro.kernel.tally import Standing
from arbitro.store.counting import (
    before_entry,
    how_counted,
    tally_stamp,
)
from arbitro.store.fault import Damaged
from arbitro.store.rows import S, T, Transaction, Work
from arbitro.version import __version__

if TYPE_CHECKING:
    from arbitro.store.base import Store

PAGE: Final = 512
"""How many entries are read or written at a time where all of them are wanted: few enough to be at hand still when each
is looked at."""
SNAPSHOT_FORM: Final = 2
"""How snapshots are kept: since 2 with a hash before them, by which a damaged one is known."""


class _Moment(Struct, frozen=True):
    at: str = ""


class StoredPast:
    """What lies further back in a stored log, as a table asks for it."""

    def __init__(self, rows: Transaction, table: str, stamp: str) -> None:
        self._rows = rows
        self._table = table
        self._stamp = stamp

    def records(self, first: int, last: int) -> Iterator[Record]:
        """Entries of the log, both ends included."""
        return paged(self._rows, self._table, first, last)

    def anchor(self, head: int) -> Snapshot | None:
        """The newest snapshot that is not beyond an entry."""
        return self._rows.snapshot(self._table, self._stamp, head)


def snapshot_stamp(ruleset: Ruleset[Any]) -> str:
    """Which snapshots may be used: those of this version of the engine, with a state of this very shape."""
    shape = msgspec.json.encode(msgspec.json.schema(ruleset.state_type))
    return f"{__version__}+{SNAPSHOT_FORM}+{blake2b(shape, digest_size=8).hexdigest()}"


class StoredCount:
    """How seats count the entries of a stored log, by the tallies that are kept of it."""

    def __init__(self, rows: Transaction, table: Table[Any], past: StoredPast) -> None:
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


class DistantPast:
    """What lies further back, for work in a thread of its own, which has no transaction: the store is asked."""

    def __init__(self, store: "Store", table: Table[Any], stamp: str) -> None:
        self._store = store
        self._of: Callable[[], Table[Any] | None] = lambda: table
        self._name = table.ledger.table
        self._stamp = stamp
        self._loop = asyncio.get_running_loop()

    def pass_on(self, table: Table[Any]) -> None:
        """Belong to the table that has come of the other: each would hold the one before it, back to the first."""
        self._of = ref(table)

    def records(self, first: int, last: int) -> list[Record]:
        """Entries of the log, both ends included."""
        return self._ask(lambda rows: list(paged(rows, self._name, first, last)))

    def anchor(self, head: int) -> Snapshot | None:
        """The newest snapshot that is not beyond an entry."""
        return self._ask(lambda rows: rows.snapshot(self._name, self._stamp, head))

    def before(self, seat: Seat, number: int) -> Standing:
        """Where a seat stood not long before it came to an entry of theirs."""
        return self._ask(lambda rows: self._counted(rows).before(seat, number))

    def numbered(self, seat: Seat, entry: int) -> tuple[int, bool]:
        """How a seat counts an entry, and whether it has seen anything of it."""
        return self._ask(lambda rows: self._counted(rows).numbered(seat, entry))

    def _counted(self, rows: Transaction) -> StoredCount:
        table = self._of()
        if table is None:
            raise RuntimeError("a table that is gone asks")  # it is asked by that very table
        return StoredCount(rows, table, StoredPast(rows, self._name, self._stamp))

    def _ask(self, what: Work[T]) -> T:
        reading = self._store.read(what)
        try:
            return asyncio.run_coroutine_threadsafe(reading, self._loop).result()
        finally:
            reading.close()  # a loop that has ended meanwhile never takes it up


def trial_of(rows: Transaction, table: Table[S], stamp: str) -> Table[S]:
    """A table to try something on, which can go back in its log as far as it likes."""
    past = StoredPast(rows, table.ledger.table, stamp)
    return table.trial(past.records, past.anchor, StoredCount(rows, table, past))


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
