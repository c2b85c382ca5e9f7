"""Several workers: they outlive each other and whatever they need, and each table lives in one of them at a time."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.sampling import sampled
from tests.store.postgres import own_cluster
from tests.web.redis_server import redis_server
from tests.web.test_processes import ROOT, Lines, Onlooker, answered, new_table, note, notes_at

from arbitro.play import find_game
from arbitro.store.sql import SqlStore

PATIENCE = 60.0


class Served:
    """``arbitro serve`` with several workers, and all that it says."""

    def __init__(self, folder: Path, lines: Lines, workers: int = 2) -> None:
        self.log = folder / "log"
        self.store = lines.store
        command = [sys.executable, "-m", "arbitro", "serve", "--lang", "en", "--port", "0", "--workers", str(workers)]
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [*command, *lines.options],
                cwd=ROOT,
                stdout=out,
                stderr=out,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        self.address = ""

    def begin(self) -> None:
        """Wait until it answers."""
        self.until(lambda: "http://" in self.said)
        found = re.search(r"http://\S+", self.said)
        assert found is not None
        self.address = found[0]
        answered(f"{self.address}v1")

    def stop(self) -> None:
        """As Ctrl+C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        assert self.process.wait(30) == 0, self.said

    @property
    def said(self) -> str:
        return self.log.read_text()

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, self.said
            assert self.process.poll() is None, self.said
            time.sleep(0.05)

    def workers(self) -> dict[str, int]:
        """The processes by their names in the store, each with its number."""

        async def read() -> dict[str, int]:
            async with await SqlStore.open(self.store, find_game) as store:
                found = await store.read(lambda rows: rows.workers())
                return {one.id: int(Path(one.address).stem) for one in found}

        return asyncio.run(read())

    def holder(self, table: str) -> str | None:
        """Who has a table."""

        async def read() -> str | None:
            async with await SqlStore.open(self.store, find_game) as store:
                return await store.read(lambda rows: rows.lease(table))

        return asyncio.run(read())


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


def served(stack: ExitStack, folder: Path, lines: Lines, workers: int = 2) -> Served:
    made = Served(folder, lines, workers)
    stack.callback(made.stop)
    made.begin()
    made.until(lambda: len(made.workers()) == workers)
    return made


def patiently(server: Served, what: Callable[[], Any]) -> None:
    """Try something until it works."""

    def works() -> bool:
        try:
            what()
        except (httpx.HTTPError, AssertionError, json.JSONDecodeError, KeyError):
            return False
        return True

    server.until(works)


@pytest.mark.parametrize("away", sampled(["postgresql", "redis"], 1))
def test_a_worker_that_dies_while_what_it_needs_is_away_comes_back(stack: ExitStack, tmp_path: Path, away: str) -> None:
    if away == "postgresql":
        cluster = own_cluster()
        stack.callback(cluster.stop)
        url = asyncio.run(cluster.database("tables"))
        lines, leave, come_back = Lines(url, url), cluster.pause, cluster.start
    else:
        redis = stack.enter_context(redis_server())
        lines, leave, come_back = Lines(str(tmp_path / "tables.db"), redis.url), redis.stop, redis.start
    server = served(stack, tmp_path, lines)
    table, headers = new_table(server.address)
    note(server.address, table, headers, "before")
    numbers = list(server.workers().values())
    leave()
    for number in numbers:
        os.kill(number, signal.SIGKILL)
    server.until(lambda: "waiting for the" in server.said)
    time.sleep(2)
    assert server.process.poll() is None
    come_back()
    patiently(server, lambda: note(server.address, table, headers, "after"))
    assert notes_at(server.address, table, headers)[:1] == ["before"]
    assert "Traceback" not in server.said


def test_a_table_lives_in_one_worker_and_moves_when_that_one_is_killed(stack: ExitStack, tmp_path: Path) -> None:
    redis = stack.enter_context(redis_server())
    server = served(stack, tmp_path, Lines(str(tmp_path / "tables.db"), redis.url))
    table, headers = new_table(server.address)
    first = server.holder(table)
    assert first in server.workers()
    pages = [Onlooker(stack, server.address, table, headers) for _ in range(6)]  # some here, some there
    for number in range(12):
        note(server.address, table, headers, f"note {number}")
    for page in pages:
        page.wait_for("note 11")
    assert server.holder(table) == first  # it stayed where it was, whoever took the request
    assert notes_at(server.address, table, headers) == [f"note {number}" for number in range(12)]

    os.kill(server.workers()[first], signal.SIGKILL)
    killed = time.monotonic()
    patiently(server, lambda: note(server.address, table, headers, "goes on"))
    assert time.monotonic() - killed < 5
    second = server.holder(table)
    assert second != first
    assert notes_at(server.address, table, headers)[-2:] == ["note 11", "goes on"]
    for page in pages:
        page.wait_for_the_end()
    assert any("goes on" in line for line in Onlooker(stack, server.address, table, headers).welcome["story"])


def test_a_worker_that_ends_lets_go_of_its_tables_at_once(stack: ExitStack, tmp_path: Path) -> None:
    redis = stack.enter_context(redis_server())
    server = served(stack, tmp_path, Lines(str(tmp_path / "tables.db"), redis.url))
    table, headers = new_table(server.address)
    first = server.holder(table)
    assert first is not None
    os.kill(server.workers()[first], signal.SIGTERM)
    server.until(lambda: first not in server.workers())
    patiently(server, lambda: note(server.address, table, headers, "goes on"))
    assert server.holder(table) not in (None, first)


@pytest.mark.slow
def test_a_visitor_has_one_run_of_the_bench_at_all_workers_and_hanging_up_ends_it(
    stack: ExitStack, tmp_path: Path
) -> None:
    redis = stack.enter_context(redis_server())
    server = served(stack, tmp_path, Lines(str(tmp_path / "tables.db"), redis.url))
    odds = f"{server.address}v1/bench/odds"
    short = {"game": "whitebox", "scene": "orcs", "fights": 20, "sampled": True}
    foes = [{"kind": "goblin", "number": 8}]
    long = {"game": "infausta", "party": "ready:ill-starred", "foes": foes, "fights": 5000, "sampled": True}

    def asked(fight: dict[str, Any]) -> str:
        return httpx.post(odds, json={"fight": fight}, timeout=PATIENCE).text

    with httpx.stream("POST", odds, json={"fight": long}, timeout=PATIENCE) as run:
        lines = run.iter_lines()  # whoever lets go of it hangs up
        assert '"progress"' in next(lines)
        for _ in range(3):  # connections of their own: some here, some there
            assert '"bench_yours"' in asked(short)
    patiently(server, lambda: json.loads(asked(short).splitlines()[-1])["result"])
    table, headers = new_table(server.address)
    question = {"what": "now", "fights": 20, "sampled": True}
    for _ in range(2):  # whichever worker has the table, it answers
        told = httpx.post(f"{server.address}v1/tables/{table}/odds", json=question, headers=headers, timeout=PATIENCE)
        assert '"done"' in told.text
