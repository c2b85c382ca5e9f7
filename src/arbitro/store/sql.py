"""Tables in a database: SQLite in one file by default. The statements are plain SQL, the same for every database."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from logging import getLogger
from pathlib import Path
from typing import Any, Final, Self, TypeVar, cast

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnection

from arbitro.kernel.fold import Record, Snapshot
from arbitro.kernel.tally import LogTally
from arbitro.store.base import EVERY, Store
from arbitro.store.fault import TEXTS, Conflict, NoSuchTable, StoreAway, StoreFault, TableExists
from arbitro.store.lane import Lanes, alone, lanes_to
from arbitro.store.past import moment_of
from arbitro.store.reading import Finder
from arbitro.store.rows import KeptSeat, Listed, Work, Worker
from arbitro.store.schema import (
    HEAD,
    arrangements,
    entries,
    leases,
    pictures,
    seats,
    seeds,
    snapshots,
    tables,
    tallies,
    workers,
)
from arbitro.store.unreached import unreached

T = TypeVar("T")
LOGGER: Final = getLogger("arbitro.store")
DRIVERS: Final = ("sqlite", "sqlite+pysqlite", "sqlite+aiosqlite", "postgresql+asyncpg")
"""How an address of a database may begin."""
_AWAY: Final = (DBAPIError, NoConnection, OSError)
"""What a database that is away, starting, ending, full, read-only or damaged raises."""


def url_of(place: str) -> URL:
    """The address of a database, or of a file of SQLite's; a fault where nothing of the kind is meant."""
    if "://" not in place:
        return URL.create("sqlite", database=place)
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):  # a port that is no number
        raise StoreFault("store.address", place=place.rpartition("@")[2]) from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    if url.drivername not in DRIVERS:
        raise StoreFault("store.address", place=url.render_as_string(hide_password=True))
    return url


class SqlStore(Store):
    """A store in a database; make one with `SqlStore.open`."""

    def __init__(self, lanes: Lanes, find: Finder, every: int = EVERY) -> None:
        super().__init__(find, every)
        self._lanes = lanes
        self._away = False
        self._unwritten = False
        """Whether it is away because something could not be written."""

    @classmethod
    async def open(cls, place: str | Path, find: Finder, every: int = EVERY) -> Self:
        """Open the database at a path (a file of SQLite's) or URL, make it if it is new, and bring it up to date."""
        url = url_of(str(place))
        await asyncio.to_thread(_copied_before_migration, url)
        lanes = lanes_to(url)
        try:
            found = await lanes.write(lambda connection: _bring_up_to_date(alone(connection)))
        except (DBAPIError, OSError) as error:  # a server that is not there is an error of the system's
            await lanes.close()
            raise StoreFault("store.place", place=_shown(url), problem=unreached(error)) from error
        except BaseException:
            await lanes.close()
            raise
        if found != HEAD:
            await lanes.close()
            raise StoreFault("store.schema", place=_shown(url), found=found, known=HEAD)
        return cls(lanes, find, every)

    async def read(self, work: Work[T]) -> T:
        """Run work that only reads, on rows that do not change meanwhile."""
        return await self._reached(self._lanes.read(lambda connection: work(_Rows(connection))))

    async def write(self, work: Work[T], then: Callable[[T], None] | None = None) -> T:
        """Run work in one transaction: all of it is on disk when this returns, none if it raises."""
        return await self._reached(self._lanes.write(lambda connection: work(_Rows(connection)), then), writes=True)

    async def stirred(self) -> bool:
        """Whether somebody else may have written here since this was asked last."""
        return await self._reached(self._lanes.stirred())

    async def ready(self) -> None:
        """Raise `StoreAway` unless the database answers and its file is where it was; the log is told nothing of it."""
        await self.read(lambda rows: rows.find(""))
        try:
            await self._lanes.write(lambda _: None)
        except _AWAY as error:
            raise StoreAway(unreached(error)) from None

    async def _reached(self, working: Awaitable[T], *, writes: bool = False) -> T:
        """What came of work; a database that does not answer is a `StoreAway`, of which the log tells once.

        One that is full or read-only can still be read: it is back once something could be written.
        """
        try:
            done = await working
        except (IntegrityError, ProgrammingError, DataError):  # faults of ours
            raise
        except _AWAY as error:
            away, why = StoreAway(unreached(error)), f" [{getattr(error, 'orig', None) or error}]"
        except StoreAway as error:
            away, why = error, ""
        else:
            if self._away and (writes or not self._unwritten):
                self._away = self._unwritten = False
                LOGGER.warning("the store is back")
            return done
        if not self._away:
            LOGGER.error("%s%s", away.in_("en"), why)
        self._away, self._unwritten = True, self._unwritten or writes
        raise away from None

    async def close(self) -> None:
        """Finish what was begun and close the database."""
        await self._lanes.close()


def _shown(url: URL) -> str:
    """Where a database is, without its password."""
    return url.database or "" if url.drivername.startswith("sqlite") else url.render_as_string(hide_password=True)


def _copied_before_migration(url: URL) -> None:
    """Keep a copy of an older file of SQLite's before it is changed; a server's database has its own ways."""
    file = url.database or ""
    if not url.drivername.startswith("sqlite") or file.startswith((":memory:", "file:")) or not Path(file).is_file():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as old:  # what is wrong with it is said on opening
        row = old.execute("SELECT version_num FROM alembic_version").fetchone()
        if row is None or row[0] == HEAD:
            return
        copy = Path(f"{file}.before-{HEAD}")
        if not copy.exists():
            with closing(sqlite3.connect(copy)) as new:
                old.backup(new)
            LOGGER.warning("%s", TEXTS.say("en", "store.copied", place=file, copy=str(copy)))


def _bring_up_to_date(connection: Connection) -> str:
    """Migrate an older database or an empty one; the step it stands at then, which a newer program may have made."""
    found = _step(connection)
    if found == HEAD:
        return found
    from arbitro.store import migrations  # late: a database that is up to date has no need of Alembic

    if found and found not in migrations.steps():
        return found
    migrations.migrate(connection)
    return _step(connection)


def _step(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


_last: Final = entries.alias("last")
_LISTED: Final = (
    select(tables.c.id, tables.c.game, tables.c.opened, _last.c.seq, _last.c.chain, _last.c.body)
    .join(_last, _last.c.table_id == tables.c.id)
    .where(_last.c.seq == select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id).scalar_subquery())
    .order_by(tables.c.id)
)
_FIND: Final = _LISTED.where(tables.c.id == bindparam("table"))
_RECORDS: Final = (
    select(entries.c.chain, entries.c.body)
    .where(
        entries.c.table_id == bindparam("table"),
        entries.c.seq >= bindparam("first"),
        entries.c.seq <= bindparam("last"),
    )
    .order_by(entries.c.seq)
)
_EXISTS: Final = select(tables.c.id).where(tables.c.id == bindparam("table"))
_HOLD: Final = _EXISTS.with_for_update()  # a file has one writer anyway
_SEED: Final = select(seeds.c.seed).where(seeds.c.table_id == bindparam("table"))
_KEPT: Final = select(snapshots.c.body).where(
    snapshots.c.table_id == bindparam("table"), snapshots.c.stamp == bindparam("stamp")
)
_NEWEST: Final = _KEPT.order_by(snapshots.c.length.desc()).limit(1).offset(bindparam("skipped"))
_BEHIND: Final = (
    _KEPT.where(snapshots.c.head <= bindparam("head"))
    .order_by(snapshots.c.head.desc(), snapshots.c.length.desc())
    .limit(1)
    .offset(bindparam("skipped"))
)
_APPEND: Final = insert(entries)
_columns: Final = (entries.c.table_id, entries.c.seq, entries.c.chain, entries.c.body)
_before: Final = entries.alias("before")
_FOLLOW: Final = insert(entries).from_select(
    _columns,
    select(*(bindparam(column.name, type_=column.type) for column in _columns)).where(
        exists().where(
            _before.c.table_id == bindparam("table_id"),
            _before.c.seq == bindparam("seq_before"),
            _before.c.chain == bindparam("chain_before"),
        )
    ),
)
"""An entry that follows the one it was chained to: where that is not there, none is written."""


@lru_cache
def _follow_in(dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """An entry that follows its own, as the text that a driver takes, and the names of its parameters in their order.

    Every command at every table runs this one statement, and putting it together anew costs more than running it.
    """
    compiled = _FOLLOW.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ())


_DROP: Final = delete(snapshots).where(
    snapshots.c.table_id == bindparam("table"), snapshots.c.length == bindparam("at")
)
_TALLY: Final = (
    select(tallies.c.body)
    .where(
        tallies.c.table_id == bindparam("table"),
        tallies.c.length <= bindparam("at"),
        tallies.c.stamp == bindparam("stamp"),
    )
    .order_by(tallies.c.length.desc())
    .limit(1)
    .offset(bindparam("skipped"))
)
_DROP_TALLY: Final = delete(tallies).where(
    tallies.c.table_id == bindparam("table"), tallies.c.length == bindparam("at")
)
_SEATS: Final = (
    select(seats.c.table_id, seats.c.id, seats.c.digest, seats.c.body)
    .where(seats.c.table_id == bindparam("table"))
    .order_by(seats.c.id)
)
_OPENED_BY: Final = select(seats.c.table_id, seats.c.id, seats.c.digest, seats.c.body).where(
    seats.c.digest == bindparam("digest")
)
_DROP_SEAT: Final = delete(seats).where(seats.c.table_id == bindparam("table"), seats.c.id == bindparam("seat"))
_ARRANGED: Final = select(arrangements.c.body).where(arrangements.c.table_id == bindparam("table"))
_FORGET: Final = delete(arrangements).where(arrangements.c.table_id == bindparam("table"))
_OF: Final = (pictures.c.table_id == bindparam("table"), pictures.c.who == bindparam("who"))
_PICTURE: Final = select(pictures.c.body).where(*_OF)
_PICTURES: Final = (
    select(pictures.c.who, pictures.c.body).where(pictures.c.table_id == bindparam("table")).order_by(pictures.c.who)
)
_DROP_PICTURE: Final = delete(pictures).where(*_OF)
_snapshot_decoder: Final = msgspec.json.Decoder(Snapshot)
_tally_decoder: Final = msgspec.msgpack.Decoder(LogTally)
_DIGEST: Final = 16


def _digest(body: bytes) -> bytes:
    """What stands before a snapshot or a tally, so that damage is known."""
    return blake2b(body, digest_size=_DIGEST).digest()


def _signed(body: bytes) -> bytes:
    return _digest(body) + body


def _listed(table: str, game: str, opened: str, seq: int, chain: str, body: bytes) -> Listed:
    return Listed(table, game, seq + 1, chain, opened, moment_of(body))


class _Rows:
    """The rows, on a connection that is in a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._execute = connection.execute

    def tables(self) -> list[Listed]:
        return [_listed(*row) for row in self._execute(_LISTED)]

    def find(self, table: str) -> Listed | None:
        row = self._execute(_FIND, {"table": table}).one_or_none()
        return None if row is None else _listed(*row)

    def records(self, table: str, first: int, last: int) -> list[Record]:
        asked = self._execute(_RECORDS, {"table": table, "first": first, "last": last})
        # As the driver gives them, pairs of text and bytes already: of a long log each would be made anew.
        return cast(list[Record], asked.cursor.fetchall())

    def seed(self, table: str) -> bytes | None:
        return self._execute(_SEED, {"table": table}).scalar()

    def snapshot(self, table: str, stamp: str, head: int | None = None) -> Snapshot | None:
        asked: dict[str, Any] = {"table": table, "stamp": stamp}
        query = _NEWEST if head is None else _BEHIND
        if head is not None:
            asked["head"] = head
        body = self._whole(query, asked)
        return None if body is None else _snapshot_decoder.decode(body)

    def tally(self, table: str, stamp: str, length: int) -> LogTally | None:
        body = self._whole(_TALLY, {"table": table, "stamp": stamp, "at": length})
        return None if body is None else _tally_decoder.decode(body)

    def _whole(self, query: Select[Any], asked: dict[str, Any]) -> bytes | None:
        """The first of several that is not damaged; a damaged one is as good as none, because the log says the same."""
        for skipped in count():
            body: bytes | None = self._execute(query, {**asked, "skipped": skipped}).scalar()
            if body is None:
                return None
            if body[:_DIGEST] == _digest(body[_DIGEST:]):
                return body[_DIGEST:]
        raise AssertionError  # the loop returns

    def add(self, table: str, game: str, opened: str, seed: bytes | None) -> None:
        try:
            self._execute(insert(tables), {"id": table, "game": game, "opened": opened})
        except IntegrityError:
            raise TableExists(table) from None
        if seed is not None:
            self._execute(insert(seeds), {"table_id": table, "seed": seed})

    def append(self, table: str, length: int, chain: str, records: list[Record]) -> None:
        """Two guards: the entry before must be the one that is expected, and each number must be free."""
        rows = [
            {"table_id": table, "seq": seq, "chain": own, "body": body}
            for seq, (own, body) in enumerate(records, length)
        ]
        try:
            if length and self._follow({**rows.pop(0), "seq_before": length - 1, "chain_before": chain}) != 1:
                raise self._outrun(table, length)
            if rows:
                self._execute(_APPEND, rows)
        except IntegrityError:
            if self._connection.dialect.name != "sqlite":  # others answer nothing more in a transaction that failed
                self._connection.rollback()
            raise self._outrun(table, length) from None

    def _follow(self, row: dict[str, Any]) -> int:
        """Write an entry after the one before it; how many were written."""
        statement, names = _follow_in(self._connection.dialect)
        return self._connection.exec_driver_sql(statement, tuple(row[name] for name in names)).rowcount

    def _outrun(self, table: str, expected: int) -> StoreFault:
        found = self.find(table)
        return NoSuchTable(table) if found is None else Conflict(table, expected, found.length)

    def keep(self, table: str, stamp: str, snapshot: Snapshot) -> None:
        length, head = snapshot.ledger.length, snapshot.ledger.head
        self._execute(_DROP, {"table": table, "at": length})
        body = _signed(msgspec.json.encode(snapshot))
        self._execute(
            insert(snapshots), {"table_id": table, "length": length, "head": head, "stamp": stamp, "body": body}
        )

    def remove(self, table: str) -> None:
        self._must_exist(table)
        for kept in (entries, seeds, snapshots, tallies, seats, arrangements, pictures):
            self._execute(delete(kept).where(kept.c.table_id == table))
        self._execute(delete(leases).where(leases.c.table_id == table))
        self._execute(delete(tables).where(tables.c.id == table))

    def keep_tally(self, table: str, stamp: str, tally: LogTally) -> None:
        self._execute(_DROP_TALLY, {"table": table, "at": tally.length})
        body = _signed(msgspec.msgpack.encode(tally))
        row = {"table_id": table, "length": tally.length, "stamp": stamp, "body": body}
        try:
            self._execute(insert(tallies), row)
        except IntegrityError:
            if self._connection.dialect.name != "sqlite":
                self._connection.rollback()
            raise self._outrun(table, tally.length) from None

    def workers(self) -> list[Worker]:
        return [Worker(*row) for row in self._execute(select(workers.c.id, workers.c.address, workers.c.beat))]

    def keep_worker(self, worker: Worker) -> None:
        row = {"address": worker.address, "beat": worker.beat}
        if self._execute(update(workers).where(workers.c.id == worker.id).values(**row)).rowcount == 0:
            self._execute(insert(workers), {"id": worker.id, **row})

    def drop_worker(self, worker: str) -> None:
        self._execute(delete(leases).where(leases.c.worker == worker))
        self._execute(delete(workers).where(workers.c.id == worker))

    def lease(self, table: str) -> str | None:
        return self._execute(select(leases.c.worker).where(leases.c.table_id == table)).scalar()

    def leases(self, worker: str) -> set[str]:
        return set(self._execute(select(leases.c.table_id).where(leases.c.worker == worker)).scalars())

    def take_lease(self, table: str, worker: str, instead: str | None) -> bool:
        if instead is not None:
            free = update(leases).where(leases.c.table_id == table, leases.c.worker == instead)
            return self._execute(free.values(worker=worker)).rowcount == 1
        try:
            self._execute(insert(leases), {"table_id": table, "worker": worker})
        except IntegrityError:
            if self._connection.dialect.name != "sqlite":
                self._connection.rollback()
            return False
        return True

    def drop_lease(self, table: str, worker: str) -> None:
        self._execute(delete(leases).where(leases.c.table_id == table, leases.c.worker == worker))

    def seats(self, table: str) -> list[KeptSeat]:
        return [KeptSeat(*row) for row in self._execute(_SEATS, {"table": table})]

    def seat_opened_by(self, digest: str) -> KeptSeat | None:
        row = self._execute(_OPENED_BY, {"digest": digest}).one_or_none()
        return None if row is None else KeptSeat(*row)

    def keep_seat(self, seat: KeptSeat) -> None:
        self._must_exist(seat.table)
        self.drop_seat(seat.table, seat.id)
        row = {"table_id": seat.table, "id": seat.id, "digest": seat.digest, "body": seat.body}
        self._execute(insert(seats), row)

    def drop_seat(self, table: str, seat: str) -> None:
        self._execute(_DROP_SEAT, {"table": table, "seat": seat})

    def arrangement(self, table: str) -> bytes | None:
        return self._execute(_ARRANGED, {"table": table}).scalar()

    def hold(self, table: str) -> None:
        if self._execute(_HOLD, {"table": table}).scalar() is None:
            raise NoSuchTable(table)

    def arrange(self, table: str, body: bytes) -> None:
        self._must_exist(table)
        self._execute(_FORGET, {"table": table})
        self._execute(insert(arrangements), {"table_id": table, "body": body})

    def picture(self, table: str, who: str) -> bytes | None:
        return self._execute(_PICTURE, {"table": table, "who": who}).scalar()

    def pictures(self, table: str) -> dict[str, bytes]:
        return {row.who: row.body for row in self._execute(_PICTURES, {"table": table})}

    def keep_picture(self, table: str, who: str, body: bytes | None) -> None:
        self._must_exist(table)
        self._execute(_DROP_PICTURE, {"table": table, "who": who})
        if body is not None:
            self._execute(insert(pictures), {"table_id": table, "who": who, "body": body})

    def _must_exist(self, table: str) -> None:
        if self._execute(_EXISTS, {"table": table}).scalar() is None:
            raise NoSuchTable(table)
