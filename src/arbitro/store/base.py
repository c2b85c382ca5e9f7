"""The contract of a store: tables are opened, branched, exported and mended the same way wherever they are kept.

A store does two things only: it runs a piece of work on its rows to read, or to write in one transaction that is on
disk when it returns. What is done with the rows (carrying out a command, opening, branching, export and import) is
written once, here and in `session`, for every store. Work is plain synchronous code, wherever a store runs it: going
far back in a log (`past`) reads entries in the middle of deciding, on the same connection.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable
from functools import cache
from typing import Any, Final, Self

import msgspec

from arbitro.kernel.fold import Record
from arbitro.kernel.log import FIRST_CHAIN, end_line, write_lines
from arbitro.kernel.pack import opening_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.table import Table
from arbitro.store.fault import Damaged, NoSuchTable, StoreFault
from arbitro.store.past import PAGE, StoredPast, moment_of, paged, snapshot_stamp
from arbitro.store.reading import Finder, read_table, ruleset_of
from arbitro.store.rows import Listed, S, T, Transaction, Work
from arbitro.store.sealing import seal
from arbitro.store.session import Session
from arbitro.store.threads import beside

EVERY: Final = 256
"""A snapshot is kept each time the log has grown by this many entries."""


NAME: Final = re.compile(r"[^\W_][\w .()’'+-]{0,79}")
"""What a table may be called: it becomes part of addresses and of the names of files."""


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

    async def ready(self) -> None:
        """Raise `StoreAway` unless what is asked would be answered, and what is acknowledged would be kept."""
        await self.read(lambda rows: rows.find(""))

    async def tables(self) -> list[Listed]:
        """Every table kept here, by id."""
        return await self.read(lambda rows: rows.tables())

    async def has(self, table: str) -> bool:
        """Whether a table is kept here, whatever else is."""
        return await self.read(lambda rows: rows.find(table) is not None)

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
            past = StoredPast(rows, table, stamp)
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
            past = StoredPast(rows, name, self.stamp(known.ruleset))
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
            past = StoredPast(rows, table, "")
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
