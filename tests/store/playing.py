"""What the tests of the store share: a game, a fight in it, and stores to keep it in."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.store.base import Store
from arbitro.store.memory import MemoryStore
from arbitro.store.session import Session

T = TypeVar("T")
GAME = find_ruleset("whitebox")
FIGHT = GAME.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml"))
SEED = seed_from_text("store")
PLAYER = Seat("Anna", controls=frozenset({"party"}))
EVERY = 8
"""Snapshots come often here, so that short logs have many."""

Maker = Callable[[Path], Awaitable[Store]]


async def memory(folder: Path) -> Store:
    del folder
    return MemoryStore(find_ruleset, EVERY)


async def sqlite(folder: Path) -> Store:
    from arbitro.store.sql import SqlStore

    return await SqlStore.open(folder / "tables.db", find_ruleset, EVERY)


async def sqlite_asynchronous(folder: Path) -> Store:
    """The way that asynchronous drivers take (PostgreSQL's among them), on SQLite."""
    from arbitro.store.sql import SqlStore

    return await SqlStore.open(f"sqlite+aiosqlite:///{folder / 'tables.db'}", find_ruleset, EVERY)


async def postgresql(folder: Path) -> Store:
    """A real server, with a database for each test."""
    from tests.store.postgres import database

    from arbitro.store.sql import SqlStore

    return await SqlStore.open(await database(folder), find_ruleset, EVERY)


MAKERS: list[Maker] = [memory, sqlite, sqlite_asynchronous, postgresql]


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end."""
    return asyncio.run(coroutine)


def new_table(name: str = "cellar") -> Table[Any]:
    return Table.open(GAME, name, SEED, FIGHT.options, at="2026-11-01T20:00:00Z")


def next_command(state: Any) -> Command:
    """What comes next in an endless row of fights."""
    if state.fight is None or GAME.finished(state):
        return FIGHT.start[0]
    command = GAME.suggest(state, REFEREE)
    assert command is not None
    return command


async def play(session: Session[Any], commands: int, at: str = "") -> None:
    """Let the automatic players go on for a while."""
    for _ in range(commands):
        answer = await session.submit(next_command(session.state), REFEREE, at=at)
        assert not isinstance(answer, Refusal), answer


def play_plain(table: Table[Any], commands: int, at: str = "") -> None:
    """The same without any store."""
    for _ in range(commands):
        answer = table.submit(next_command(table.state), REFEREE, at=at)
        assert not isinstance(answer, Refusal), answer


def standing(table: Table[Any] | Session[Any]) -> tuple[bytes, bytes]:
    """A table to the byte: what its log says, and its state."""
    return msgspec.json.encode(table.ledger), msgspec.json.encode(table.state)


async def lines_of(store: Store, table: str) -> list[bytes]:
    """The export of a table, line by line."""
    return b"".join([page async for page in store.export_table(table)]).splitlines(keepends=True)
