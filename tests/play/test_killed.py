"""Killed in the middle of an expedition, nothing that was acknowledged is lost."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
from tests.play.mortal import SNAPSHOT_EVERY

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.store.sql import SqlStore

ROOT = Path(__file__).parents[2]
LIVES = (7, 30)
"""After so many words of each player it is killed."""


def one_life(place: Path, words: int) -> list[tuple[int, str]]:
    """What was acknowledged to a player before it was killed."""
    command = [sys.executable, "-m", "tests.play.mortal", str(place), "whitebox", "7"]
    told: list[tuple[int, str]] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            length, chain = line.split()
            told.append((int(length), chain))
            if len(told) == words:
                os.kill(child.pid, signal.SIGKILL)
                break
        told += [(int(length), chain) for length, chain in (line.split() for line in child.stdout.read().splitlines())]
    assert child.returncode == -signal.SIGKILL
    return told


def test_every_acknowledged_command_is_there_when_the_table_is_resumed(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    acknowledged: list[tuple[int, str]] = []
    for words in LIVES:
        acknowledged += one_life(place, words)

    async def afterwards() -> None:
        async with await SqlStore.open(place, find_game, SNAPSHOT_EVERY) as store:
            session = await store.open_table("watched")
            table = await store.load("watched")
            records = list(table.records())
            assert len(records) >= max(length for length, _ in acknowledged)
            for length, chain in acknowledged:
                assert records[length - 1][0] == chain, f"entry {length - 1} is not what was acknowledged"
            # From the first entry and from the last snapshot: the same expedition, and it goes on.
            again = Table.restore(session.ruleset, records, table.seed)
            assert msgspec.json.encode(again.state) == msgspec.json.encode(session.state)
            command = session.ruleset.suggest(session.state, REFEREE)
            assert command is not None
            await session.submit(command, REFEREE)
            assert session.ledger.length == len(records) + 1

    asyncio.run(afterwards())
