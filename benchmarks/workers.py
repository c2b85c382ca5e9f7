"""Several workers on PostgreSQL and Redis: how many commands a second they carry out and tell to five viewers each.

Every table gives its next command as soon as all that the last one changed is shown, so that the workers have as much
to do as they can. With 1, 2 and 4 of them throughput should grow by 0.8 for each, as far as there are processors: one
is taken by whoever plays here, and another by the database.
"""

import asyncio
import os
import shutil
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final

import httpx
from benchmarks.common import Below, Report
from benchmarks.web import FIGHT, SETTLED, Ours, free_port, seed_of

from arbitro.web.serving import Workers, work
from arbitro.web.settings import Settings

WORKERS: Final = (1, 2, 4)
TABLES: Final = 120
"""For each run; each worker has its share of them."""
SECONDS: Final = 10.0
AHEAD: Final = 200
"""How many commands are found before they begin."""
STARTING: Final = 5.0
"""Seconds in which all workers have started."""
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


def same_dice(settings: Settings, bound: socket.socket, folder: Path) -> None:
    """A worker at which every table has the same dice, so that one plan is good for all of them."""
    from arbitro.web.app import create_app

    work(settings, bound, folder, partial(create_app, seed=partial(seed_of, 0)))


def serve(workers: int, store: str, channels: str, port: int) -> None:
    """So many workers, until they are stopped."""
    settings = Settings(store=store, channels=channels, per_second=1e9, at_once=10**9, knocks_at_once=10**9)
    with socket.socket() as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(("127.0.0.1", port))
        bound.listen(4096)
        Workers(settings, bound, workers, same_dice).run()


@asynccontextmanager
async def serving(workers: int, store: str, channels: str) -> AsyncIterator[str]:
    """So many workers in processes of their own; their address."""
    port = free_port()
    words = ("-m", "benchmarks.workers", str(workers), store, channels, str(port))
    process = await asyncio.create_subprocess_exec(sys.executable, *words)
    address = f"127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient(timeout=60) as client:
            for _ in range(1200):
                try:
                    await client.get(f"http://{address}/v1")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        await asyncio.sleep(STARTING)
        yield address
    finally:
        process.terminate()
        await process.wait()


class Busy(Ours):
    """Tables that go on as soon as everything is shown that their last command changed."""

    async def open(self, number: int) -> None:
        """Open more tables, all with the same plan."""
        for _ in range(number):
            Ours.opened = 0
            await super().open(1)

    async def busy(self, number: int, until: float) -> int:
        """Give one command after the other; how many were shown to the referee, who sees everything."""
        pages, done = self.tables[number], 0
        for command in chain.from_iterable(self.commands[number]):
            shown = pages[0].seq
            await command.send(pages)
            while pages[0].seq == shown:
                if time.perf_counter() >= until or any(page.refused.is_set() for page in pages):
                    return done
                await asyncio.sleep(SETTLED / 10)
            while shown != pages[0].seq:  # the engine goes on by itself
                shown = pages[0].seq
                await asyncio.sleep(SETTLED / 5)
            done += 1
        return done


async def throughput(workers: int, store: str, channels: str) -> float:
    """Commands a second."""
    async with serving(workers, store, channels) as address:
        busy = Busy(address, FIGHT)
        await busy.open(TABLES)
        plan = list(islice(busy.plans[0], AHEAD))
        busy.commands = [list(plan) for _ in busy.tables]
        begun = time.perf_counter()
        done = await asyncio.gather(*(busy.busy(number, begun + SECONDS) for number in range(TABLES)))
        await busy.close()
        return sum(done) / SECONDS


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
    serve(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
