"""Tables in a database: SQLite in one file by default. The statements are plain SQL, the same for every database."""

from pathlib import Path
from typing import Any, Final, Self, TypeVar

import msgspec
from sqlalchemy import URL, Connection, bindparam, delete, insert, inspect, make_url, select, text, update
from sqlalchemy.exc import DatabaseError, IntegrityError

from arbitro.kernel.fold import Record, Snapshot
from arbitro.store.base import EVERY, Finder, Listed, Store, Work
from arbitro.store.fault import Conflict, NoSuchTable, StoreFault, TableExists
from arbitro.store.lane import Lanes, lanes_to
from arbitro.store.schema import HEAD, entries, seeds, snapshots, tables

T = TypeVar("T")


class SqlStore(Store):
    """A store in a database; make one with `SqlStore.open`."""

    def __init__(self, lanes: Lanes, find: Finder, every: int = EVERY) -> None:
        super().__init__(find, every)
        self._lanes = lanes

    @classmethod
    async def open(cls, place: str | Path, find: Finder, every: int = EVERY) -> Self:
        """Open the database at a path (a file of SQLite's) or URL, make it if it is new, and bring it up to date."""
        named = str(place)
        url = make_url(named) if "://" in named else URL.create("sqlite", database=named)
        lanes = lanes_to(url)
        try:
            found = await lanes.write(_bring_up_to_date)
        except DatabaseError as error:
            await lanes.close()
            raise StoreFault("store.place", place=_shown(url), problem=error.orig) from error
        except BaseException:
            await lanes.close()
            raise
        if found != HEAD:
            await lanes.close()
            raise StoreFault("store.schema", place=_shown(url), found=found, known=HEAD)
        return cls(lanes, find, every)

    async def read(self, work: Work[T]) -> T:
        """Run work that only reads, on rows that do not change meanwhile."""
        return await self._lanes.read(lambda connection: work(_Rows(connection)))

    async def write(self, work: Work[T]) -> T:
        """Run work in one transaction: all of it is on disk when this returns, none if it raises."""
        return await self._lanes.write(lambda connection: work(_Rows(connection)))

    async def close(self) -> None:
        """Finish what was begun and close the database."""
        await self._lanes.close()


def _shown(url: URL) -> str:
    """Where a database is, without its password."""
    return url.database or "" if url.drivername.startswith("sqlite") else url.render_as_string(hide_password=True)


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


_ALL: Final = select(tables).order_by(tables.c.id)
_FIND: Final = select(tables).where(tables.c.id == bindparam("table"))
_RECORDS: Final = (
    select(entries.c.chain, entries.c.body)
    .where(
        entries.c.table_id == bindparam("table"),
        entries.c.seq >= bindparam("first"),
        entries.c.seq <= bindparam("last"),
    )
    .order_by(entries.c.seq)
)
_SEED: Final = select(seeds.c.seed).where(seeds.c.table_id == bindparam("table"))
_KEPT: Final = select(snapshots.c.body).where(
    snapshots.c.table_id == bindparam("table"), snapshots.c.stamp == bindparam("stamp")
)
_NEWEST: Final = _KEPT.order_by(snapshots.c.length.desc()).limit(1)
_BEHIND: Final = (
    _KEPT.where(snapshots.c.head <= bindparam("head"))
    .order_by(snapshots.c.head.desc(), snapshots.c.length.desc())
    .limit(1)
)
_ADVANCE: Final = (
    update(tables)
    .where(
        tables.c.id == bindparam("table"),
        tables.c.length == bindparam("expected"),
        tables.c.chain == bindparam("before"),
    )
    .values(length=bindparam("now"), chain=bindparam("after"), changed=bindparam("moment"))
)
_APPEND: Final = insert(entries)
_DROP: Final = delete(snapshots).where(
    snapshots.c.table_id == bindparam("table"), snapshots.c.length == bindparam("at")
)
_snapshot_decoder: Final = msgspec.json.Decoder(Snapshot)


class _Rows:
    """The rows, on a connection that is in a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._execute = connection.execute

    def tables(self) -> list[Listed]:
        return [Listed(*row) for row in self._execute(_ALL)]

    def find(self, table: str) -> Listed | None:
        row = self._execute(_FIND, {"table": table}).one_or_none()
        return None if row is None else Listed(*row)

    def records(self, table: str, first: int, last: int) -> list[Record]:
        rows = self._execute(_RECORDS, {"table": table, "first": first, "last": last})
        return [(chain, body) for chain, body in rows]

    def seed(self, table: str) -> bytes | None:
        return self._execute(_SEED, {"table": table}).scalar()

    def snapshot(self, table: str, stamp: str, head: int | None = None) -> Snapshot | None:
        asked: dict[str, Any] = {"table": table, "stamp": stamp}
        found = self._execute(_NEWEST, asked) if head is None else self._execute(_BEHIND, {**asked, "head": head})
        body = found.scalar()
        return None if body is None else _snapshot_decoder.decode(body)

    def add(self, listed: Listed, seed: bytes | None) -> None:
        try:
            self._execute(insert(tables), msgspec.structs.asdict(listed))
        except IntegrityError:
            raise TableExists(listed.id) from None
        if seed is not None:
            self._execute(insert(seeds), {"table_id": listed.id, "seed": seed})

    def append(self, before: Listed, after: Listed, records: list[Record]) -> None:
        """The row of the table is the gate: only one writer finds it as it expects."""
        passed = self._execute(
            _ADVANCE,
            {
                "table": before.id,
                "expected": before.length,
                "before": before.chain,
                "now": after.length,
                "after": after.chain,
                "moment": after.changed,
            },
        )
        if passed.rowcount != 1:
            found = self.find(before.id)
            raise NoSuchTable(before.id) if found is None else Conflict(before.id, before.length, found.length)
        rows = [
            {"table_id": before.id, "seq": seq, "chain": chain, "body": body}
            for seq, (chain, body) in enumerate(records, before.length)
        ]
        self._execute(_APPEND, rows if len(rows) > 1 else rows[0])

    def keep(self, table: str, stamp: str, snapshot: Snapshot) -> None:
        length, head = snapshot.ledger.length, snapshot.ledger.head
        self._execute(_DROP, {"table": table, "at": length})
        body = msgspec.json.encode(snapshot)
        self._execute(
            insert(snapshots), {"table_id": table, "length": length, "head": head, "stamp": stamp, "body": body}
        )
