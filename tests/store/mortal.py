"""A program that plays until it is killed, over and over: ``python -m tests.store.mortal FILE KILLS SEED``.

It forks a player for each life, who writes down, in a pipe, each position that the store acknowledged; kills it at a
random moment with SIGKILL; and looks at the file before the next life begins. What it saw goes out as lines of JSON.
"""

import asyncio
import json
import os
import random
import select
import signal
import sqlite3
import sys
import time
from pathlib import Path

from tests.store.playing import EVERY, GAME, new_table, next_command

import arbitro.store.migrations  # noqa: F401 - all imports happen before the first life, which may be short
from arbitro.kernel.log import FIRST_CHAIN, link
from arbitro.kernel.seat import REFEREE
from arbitro.rules import find_ruleset
from arbitro.store.fault import NoSuchTable
from arbitro.store.sql import SqlStore


async def _live(place: Path, life: int, pipe: int) -> None:
    async with await SqlStore.open(place, find_ruleset, EVERY) as store:
        try:
            session = await store.open_table("cellar")
        except NoSuchTable:
            session = await store.create(new_table())
            os.write(pipe, f"{session.ledger.length} {session.ledger.chain}\n".encode())
        while True:
            await session.submit(next_command(session.state), REFEREE, at=f"life {life}")
            os.write(pipe, f"{session.ledger.length} {session.ledger.chain}\n".encode())


def _life(place: Path, life: int, seconds: float, awaited: bool) -> list[tuple[int, str]]:
    """One player, killed after a while, counted from its first word if that is awaited; what was acknowledged to it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            asyncio.run(_live(place, life, writer))
        finally:
            os._exit(3)  # a player never ends by itself
    os.close(writer)
    if awaited:
        select.select([reader], [], [], 30)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read().decode().split("\n")[:-1]
    status = os.waitpid(child, 0)[1]
    if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
        sys.exit(f"the player of life {life} ended by itself")
    return [(int(length), chain) for length, chain in (line.split() for line in told)]


def _look(place: Path, known: list[str]) -> str:
    """Whether the log in the file is whole and goes on from what was known of it; what is wrong, or nothing."""
    connection = sqlite3.connect(place)
    try:
        if not connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'entries'").fetchone()[0]:
            return "what was there is gone" if known else ""
        rows = connection.execute(
            "SELECT seq, chain, body FROM entries WHERE seq >= ? ORDER BY seq", (max(len(known) - 1, 0),)
        ).fetchall()
        if known and (not rows or rows[0][:2] != (len(known) - 1, known[-1])):
            return f"entry {len(known) - 1} is not what it was"
        chain = known[-1] if known else FIRST_CHAIN
        for seq, own, body in rows[1:] if known else rows:
            chain = link(chain, body)
            if (seq, own) != (len(known), chain) or json.loads(body)["seq"] != seq:
                return f"entry {seq} does not follow"
            known.append(chain)
        if [row[0] for row in connection.execute("PRAGMA foreign_key_check")]:
            return "a row without its table"
        return ""
    finally:
        connection.close()


def main(place: Path, kills: int, seed: int) -> None:
    """Let players live and die."""
    chance = random.Random(seed)
    chains: list[str] = []
    young = kills // 5  # these die early, each on a new file, while it is being made
    for life in range(kills):
        early = life < young
        file = place.with_suffix(f".{life}") if early else place
        seen: list[str] = [] if early else chains
        before = len(seen)
        acknowledged = _life(file, life, chance.uniform(0.0, 0.1 if early else 0.06), not early and life % 4 != 0)
        fault = _look(file, seen)
        missing = [length for length, chain in acknowledged if length > len(seen) or seen[length - 1] != chain]
        print(
            json.dumps(
                {
                    "life": life,
                    "early": early,
                    "acknowledged": len(acknowledged),
                    "written": len(seen) - before,
                    "missing": missing,
                    "fault": fault,
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    GAME.options, GAME.rulebook, next_command(new_table().state)  # read what is read once
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
