"""How work reaches a database: one hop for a whole transaction, whatever the driver.

SQLAlchemy's asynchronous face of SQLite crosses to a thread and back for every single call of the driver, a dozen times
for one command; that costs several times the commit itself. So a synchronous driver gets a thread of its own for
writing and one for reading, and a piece of work runs there from beginning to end. An asynchronous driver
(``postgresql+asyncpg``, and ``sqlite+aiosqlite``, which the tests use to keep this way open) runs the same work in
SQLAlchemy's greenlet.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

T = TypeVar("T")
BUSY_SECONDS: Final = 15
"""How long a process waits for another one that is writing to the same file."""


class Lanes(ABC):
    """A way to a database: work on a connection, to read or to write."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work and commit it; roll back if it raises."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun and let go of the database."""


def lanes_to(url: URL) -> Lanes:
    """The lanes that suit a driver."""
    if url.get_dialect().is_async:
        engine = create_async_engine(url)
        _prepare(engine.sync_engine)
        return AsyncLanes(engine)
    plain = create_engine(url)
    _prepare(plain)
    return ThreadLanes(plain)


class _Lane:
    """One thread with one connection."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, f"arbitro-store-{name}")
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._in_thread, work)

    def _in_thread(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        try:
            done = work(connection)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        return done

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


class ThreadLanes(Lanes):
    """For synchronous drivers."""

    def __init__(self, engine: Engine) -> None:
        self._reader = _Lane(engine, "read")
        self._writer = _Lane(engine, "write")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work in the thread that reads; the other one goes on writing."""
        return await self._reader.run(lambda connection: work(_reading(connection)))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in the thread that writes, one piece after the other."""
        return await self._writer.run(work)

    async def close(self) -> None:
        """Wait for both threads and end them."""
        await self._reader.close()
        await self._writer.close()


class AsyncLanes(Lanes):
    """For asynchronous drivers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work on a connection of the pool."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(lambda plain: work(_reading(plain)))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work on a connection of the pool, and commit."""
        async with self._engine.connect() as connection:
            done = await connection.run_sync(work)
            await connection.commit()
            return done

    async def close(self) -> None:
        """Close the pool."""
        await self._engine.dispose()


# All that is peculiar to SQLite stands below. Its driver opens a transaction by itself when something is first changed,
# not when something is read and not for a change of the layout: those two are begun by hand.


def _prepare(engine: Engine) -> None:
    """Every connection to a file: a write-ahead log that is flushed to the disk at every commit."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _connected)


def _connected(connection: Any, _: object) -> None:
    # Who writes takes the turn at once: it cannot be sent away halfway because somebody else was faster.
    connection.isolation_level = "IMMEDIATE"
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _reading(connection: Connection) -> Connection:
    """From here on the connection sees the database as it stands now."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    return connection


def alone(connection: Connection) -> Connection:
    """From here on nobody else writes, until the connection commits: for changes of the layout."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    return connection
