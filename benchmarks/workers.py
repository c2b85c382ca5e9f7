"""Several workers on PostgreSQL and Redis: how many commands a second they carry out and tell to five viewers each.

Every table gives its next command as soon as its last one was told to all its pages, so that the workers have as much
to do as they can. With 1, 2 and 4 of them throughput should grow by 0.8 for each, as far as there are processors: one
is taken by whoever plays here, and another by the database.
"""

import asyncio
import os
import re
import shutil
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import islice
from typing import Final

import httpx
from benchmarks.common import Below, Report
from benchmarks.web import FIGHT, Ours

WORKERS: Final = (1, 2, 4)
TABLES: Final = 24
"""For each run; each worker has its share of them."""
SECONDS: Final = 10.0
AHEAD: Final = 400
"""How many commands are found for each table before it begins."""
GROWTH: Final = 0.8
ASIDE: Final = 2
"""Processors that players and database have to themselves."""


@contextmanager
def servers() -> Iterator[tuple[Callable[[str], str], str] | None]:
    """A PostgreSQL that makes databases, and the address of a Redis; nothing, where either is not at hand."""
    from tests.store.postgres import Cluster, program
    from tests.web.redis_server import redis_server

    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None or shutil.which("redis-server") is None:
        yield None
        return
    cluster = Cluster(initdb, server)
    try:
        with redis_server() as redis:
            yield (lambda name: asyncio.run(cluster.database(name)), redis.url)
    finally:
        cluster.stop()


@asynccontextmanager
async def serving(workers: int, store: str, channels: str) -> AsyncIterator[str]:
    """``arbitro serve`` with so many workers; its address."""
    words = (
        "serve",
        "--port",
        "0",
        "--lang",
        "en",
        "--workers",
        str(workers),
        "--store",
        store,
        "--channels",
        channels,
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "arbitro", *words, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    found = re.search(rb"http://([^/\s]+)", await process.stdout.readline())
    assert found is not None
    address = found[1].decode()
    try:
        async with httpx.AsyncClient(timeout=60) as client:
            for _ in range(600):
                try:
                    await client.get(f"http://{address}/v1")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        await asyncio.sleep(3)  # all of them are there
        yield address
    finally:
        process.terminate()
        await process.wait()


class Busy(Ours):
    """Tables that go on as fast as they can."""

    async def busy(self, number: int, until: float) -> int:
        """Give one command after the other; how many were told to every page."""
        pages, done = self.tables[number], 0
        for *unseen, command in self.commands[number]:
            if time.perf_counter() >= until:
                break
            for earlier in unseen:
                await earlier.send(pages)
            for page in pages:
                page.expect()
            await command.send(pages)
            for page in pages:
                try:
                    await asyncio.wait_for(page.told.wait(), 10)
                except TimeoutError:
                    return done
            done += 1
        return done


async def throughput(workers: int, store: str, channels: str) -> float:
    """Commands a second."""
    async with serving(workers, store, channels) as address:
        busy = Busy(address, FIGHT)
        Ours.opened = 0
        await busy.open(TABLES)
        for number, plan in enumerate(busy.plans):
            busy.commands[number] = list(islice(plan, AHEAD))
        begun = time.perf_counter()
        done = await asyncio.gather(*(busy.busy(number, begun + SECONDS) for number in range(TABLES)))
        took = time.perf_counter() - begun
        await busy.close()
        return sum(done) / took


def main() -> None:
    """Print the figures; raises `Below` if one of them is not good enough."""
    Report("several workers on PostgreSQL and Redis")
    with servers() as found:
        if found is None:
            print("  no PostgreSQL or no Redis here: not measured")
            return
        database, channels = found
        one = 0.0
        failed = []
        processors = len(os.sched_getaffinity(0))
        for workers in WORKERS:
            rate = asyncio.run(throughput(workers, database(f"workers_{workers}"), channels))
            one = one or rate
            held = workers == 1 or workers <= processors - ASIDE
            bad = held and rate < GROWTH * workers * one
            note = "" if held else f"  (not held against it: {processors} processors)"
            mark = "  <-- NOT GOOD ENOUGH" if bad else ""
            print(f"  {workers} worker(s): {rate:8.1f} commands/s, {rate / one:5.2f}x{note}{mark}")
            if bad:
                failed.append(f"{workers} workers")
    if failed:
        raise Below(", ".join(failed))


if __name__ == "__main__":
    main()
