"""Which of several processes has a table open: a lease in the store, so that one of them at a time decides for it.

Every process counts a beat up once a second. Whoever sees another's beat stand still for some seconds, by its own
clock, may take over its tables. Nothing that is written rests on this: two processes that believe to have the same
table, for a moment, are told apart by the log, which each entry must follow.
"""

import asyncio
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from logging import getLogger
from time import monotonic
from typing import Final

from arbitro.store.base import Store
from arbitro.store.fault import StoreFault
from arbitro.store.rows import Transaction, Worker

LOGGER: Final = getLogger("arbitro.web")
BEAT: Final = 1.0
"""Seconds between two beats."""
LOST: Final = 3.0
"""Seconds without a beat after which a process is taken for dead."""
FORGOTTEN: Final = 60.0
"""Seconds without a beat after which it is forgotten."""


class Leases:
    """The tables of one process."""

    def __init__(self, store: Store, address: str, let_go: Callable[[str], object]) -> None:
        self.worker = os.urandom(8).hex()
        self._store = store
        self._address = address
        self._let_go = let_go
        """Called for a table that another process has taken over."""
        self._mine: set[str] = set()
        self._beats = 0
        self._seen: dict[str, tuple[int, float]] = {}
        """The last beat of each process, and when it was first seen."""
        self._dead: set[str] = set()

    async def keep(self) -> None:
        """Beat, for as long as this process lives."""
        while True:
            with suppress(StoreFault):  # it has been said that the store is away
                await self.beat()
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Say that this process lives, and see who else does."""
        self._beats += 1
        own = Worker(self.worker, self._address, self._beats)
        gone = [one for one, (_, when) in self._seen.items() if monotonic() - when > FORGOTTEN]

        def work(rows: Transaction) -> tuple[list[Worker], set[str]]:
            rows.keep_worker(own)
            for worker in gone:
                rows.drop_worker(worker)
            return rows.workers(), rows.leases(self.worker)

        before = set(self._mine)
        workers, held = await self._store.write(work)
        self._notice(workers)
        for table in before - held:
            self._mine.discard(table)
            LOGGER.warning("%s: another process has taken it over", table)
            self._let_go(table)

    async def place(self, table: str) -> str:
        """Where a table is open: the address of another process, or nothing for this one, which has it from here on."""
        while table not in self._mine:
            holder, workers = await self._store.read(lambda rows: (rows.lease(table), rows.workers()))
            self._notice(workers)
            other = next((worker for worker in workers if worker.id == holder), None)
            if holder == self.worker:
                self._mine.add(table)
            elif other is not None and self._lives(other):
                return other.address
            elif await self._taken(table, holder):
                self._mine.add(table)
        return ""

    async def _taken(self, table: str, instead: str | None) -> bool:
        return await self._store.write(lambda rows: rows.take_lease(table, self.worker, instead))

    async def drop(self, table: str) -> None:
        """Let go of a table that nobody looks at."""
        if table in self._mine:
            self._mine.discard(table)
            await self._store.write(lambda rows: rows.drop_lease(table, self.worker))

    async def end(self) -> None:
        """Let go of everything: others need not wait for the beat to be missed."""
        with suppress(StoreFault):  # otherwise they wait for it
            await self._store.write(lambda rows: rows.drop_worker(self.worker))

    def found_dead(self, address: str) -> None:
        """Nobody listens there any more, on this very machine: the beat need not be waited for."""
        self._dead.add(address)

    def _notice(self, workers: Iterable[Worker]) -> None:
        known = {worker.id: worker.beat for worker in workers}
        for gone in self._seen.keys() - known.keys():
            del self._seen[gone]
        for worker, beat in known.items():
            if self._seen.get(worker, (-1, 0.0))[0] != beat:
                self._seen[worker] = (beat, monotonic())

    def _lives(self, worker: Worker) -> bool:
        return worker.address not in self._dead and monotonic() - self._seen[worker.id][1] < LOST
