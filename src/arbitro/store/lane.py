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
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from arbitro.store.fault import TEXTS, StoreAway
from arbitro.text import Words

T = TypeVar("T")
BUSY_SECONDS: Final = 15
"""How long a process waits for another one that is writing to the same file."""

TOGETHER: Final = 64
"""How many pieces of work share one commit, at most."""


class Lanes(ABC):
    """A way to a database: work on a connection, to read or to write."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], T], then: Callable[[T], None] | None = None) -> T:
        """Run work and commit it, or roll back if it raises; `then` runs after the commit, even if nobody waits."""

    async def stirred(self) -> bool:
        """Whether somebody else may have written since this was asked last."""
        return True

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
    return ThreadLanes(plain, url.database or "")


class _Job(Generic[T]):
    """A piece of work for a lane, and who waits for it."""

    def __init__(self, work: Callable[[Connection], T], then: Callable[[T], None] | None) -> None:
        self.work = work
        self.then = then
        self.loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T] = self.loop.create_future()

    def done(self, result: T) -> None:
        """The job is on disk: whoever waits may know."""
        self._tell(partial(self._stands, result))

    def _stands(self, result: T) -> None:
        """What follows of it is done on the loop, in one step: nobody there sees half of it."""
        try:
            if self.then is not None:
                self.then(result)
        except BaseException as error:  # whatever it is, it belongs to whoever gave the work
            _fail(self.answer, error)
        else:
            _give(self.answer, result)

    def failed(self, error: BaseException) -> None:
        """Nothing of it has happened."""
        self._tell(partial(_fail, self.answer, error))

    def _tell(self, told: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended, and with it whoever waited
            self.loop.call_soon_threadsafe(told)


class _Whereabouts:
    """Where the file of a database lies. One that was deleted or replaced still takes what is written, for nobody."""

    def __init__(self, file: str) -> None:
        self._file = file if file and not file.startswith((":memory:", "file:")) else ""
        self._found: tuple[int, int] | None = None

    def check(self) -> None:
        """Raise `StoreAway` if the file is no longer the one that was opened."""
        if not self._file:
            return
        try:
            stat = Path(self._file).stat()
        except OSError:
            raise StoreAway(Words(TEXTS, "store.file_gone")) from None
        self._found = self._found or (stat.st_dev, stat.st_ino)
        if self._found != (stat.st_dev, stat.st_ino):
            raise StoreAway(Words(TEXTS, "store.file_gone"))


class _Lane:
    """One thread with one connection, and the work that waits for it.

    A lane that writes takes all that waits, up to a number, into one transaction, so that many tables need not wait for
    the disk one after the other. Each piece of work is still all or nothing, by itself.
    """

    def __init__(self, engine: Engine, name: str, most: int = 1, place: "_Whereabouts | None" = None) -> None:
        self._engine = engine
        self._place = place
        self._connection: Connection | None = None
        self._most = most
        self._waiting: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._thread = Thread(target=self._go, name=f"arbitro-store-{name}", daemon=True)
        self._thread.start()

    def _go(self) -> None:
        ended = False
        while not ended:
            jobs: list[_Job[Any]] = []
            while len(jobs) < self._most and (not jobs or not self._waiting.empty()):
                job = self._waiting.get()
                if job is None:
                    ended = True
                    break
                jobs.append(job)
            if len(jobs) == 1:
                self._carry_out(jobs[0])
            elif jobs:
                self._carry_out_together(jobs)
        if self._connection is not None:
            self._connection.close()

    def run(self, work: Callable[[Connection], T], then: Callable[[T], None] | None = None) -> asyncio.Future[T]:
        """Hand work to the thread; it is carried out even if the answer is no longer awaited."""
        job = _Job(work, then)
        self._waiting.put(job)
        return job.answer

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _commit(self, connection: Connection) -> None:
        if self._place is not None:
            self._place.check()
        connection.commit()

    def _carry_out(self, job: _Job[Any]) -> None:
        try:
            connection = self._connected()
            try:
                result = job.work(connection)
                self._commit(connection)
            except BaseException:
                connection.rollback()
                raise
        except BaseException as error:
            job.failed(error)
        else:
            job.done(result)

    def _carry_out_together(self, jobs: list[_Job[Any]]) -> None:
        """Several pieces of work and one commit. What one of them did is taken back by itself if it raises."""
        told: list[Callable[[], None]] = []
        try:
            connection = alone(self._connected())
            try:
                for job in jobs:
                    connection.exec_driver_sql("SAVEPOINT one")
                    try:
                        told.append(partial(job.done, job.work(connection)))
                    except BaseException as error:
                        told.append(partial(job.failed, error))
                        connection.exec_driver_sql("ROLLBACK TO one")
                    connection.exec_driver_sql("RELEASE one")
                self._commit(connection)
            except BaseException:
                connection.rollback()
                raise
        except BaseException as error:
            for job in jobs:
                job.failed(error)
            return
        for tell in told:
            tell()

    async def close(self) -> None:
        """Finish what waits, and end the thread."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)


def _give(answer: asyncio.Future[T], done: T) -> None:
    if not answer.done():
        answer.set_result(done)


def _fail(answer: asyncio.Future[Any], error: BaseException) -> None:
    if not answer.done():
        answer.set_exception(error)


class ThreadLanes(Lanes):
    """For synchronous drivers."""

    def __init__(self, engine: Engine, file: str = "") -> None:
        self._engine = engine
        self._version = 0
        self._reader = _Lane(engine, "read")
        own_file = engine.dialect.name == "sqlite"
        self._writer = _Lane(engine, "write", TOGETHER if own_file else 1, _Whereabouts(file) if own_file else None)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work in the thread that reads; the other one goes on writing."""
        return await self._reader.run(lambda connection: work(_reading(connection)))

    async def write(self, work: Callable[[Connection], T], then: Callable[[T], None] | None = None) -> T:
        """Run work in the thread that writes; what waits meanwhile is committed together."""
        begun = self._writer.run(work, then)
        try:
            return await asyncio.shield(begun)
        except asyncio.CancelledError:
            await asyncio.wait({begun})  # whoever comes next must find it finished
            raise

    async def stirred(self) -> bool:
        """SQLite counts, for each connection, how often others have written: ours is the one that writes."""
        if self._engine.dialect.name != "sqlite":
            return True
        before = self._version
        self._version = await self.write(
            lambda connection: int(connection.exec_driver_sql("PRAGMA data_version").scalar() or 0)
        )
        return before != self._version

    async def close(self) -> None:
        """Wait for both threads and end them."""
        await self._reader.close()
        await self._writer.close()
        self._engine.dispose()


class AsyncLanes(Lanes):
    """For asynchronous drivers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work on a connection of the pool."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(lambda plain: work(_reading(plain)))

    async def write(self, work: Callable[[Connection], T], then: Callable[[T], None] | None = None) -> T:
        """Run work on a connection of the pool, and commit."""
        begun = asyncio.ensure_future(self._write(work, then))
        try:
            return await asyncio.shield(begun)
        except asyncio.CancelledError:
            await asyncio.gather(begun, return_exceptions=True)  # whoever comes next must find it finished
            raise

    async def _write(self, work: Callable[[Connection], T], then: Callable[[T], None] | None) -> T:
        async with self._engine.connect() as connection:
            done = await connection.run_sync(work)
            await connection.commit()
            if then is not None:
                then(done)
            return done

    async def close(self) -> None:
        """Close the pool."""
        await self._engine.dispose()


# All that is peculiar to a database stands below. SQLite's driver opens a transaction by itself when something is first
# changed, not when something is read and not for a change of the layout: those two are begun by hand. PostgreSQL begins
# by itself, but must be told that what is read in one piece of work should not change under it.

_LAYOUT: Final = 0x41726269
"""The number of the lock under which a PostgreSQL database is brought up to date."""


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
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    return connection


def alone(connection: Connection) -> Connection:
    """From here on nobody else writes, until the connection commits: for changes of the layout."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LAYOUT})")
    return connection
