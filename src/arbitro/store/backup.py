"""A whole store in one file, and back: logs, seats, pictures, how tables are run, and the seeds, sealed.

The file is gzipped JSON Lines: a head; then for each table a line about it, one for each of its pictures, and its log
as an export has it, with the line of its end; at last how many tables there were. It is read in one transaction: a
running server may be backed up.
"""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.log import end_line, is_end, lines_of, write_lines
from arbitro.kernel.table import Table
from arbitro.store.base import Store
from arbitro.store.beside import written_beside
from arbitro.store.fault import BadLine, StoreFault, TableExists
from arbitro.store.past import paged
from arbitro.store.reading import read_table
from arbitro.store.rows import KeptSeat, Transaction
from arbitro.store.sealing import SealedSeed, seal, unseal

VERSION: Final = 1
_encode: Final = msgspec.json.Encoder().encode


class BackupHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: Literal["arbitro-backup"]
    version: Literal[1]


class BackedUpSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that was handed out; of its token only the hash."""

    id: str
    digest: str
    body: str


class BackedUpTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The line before a log."""

    table: str
    seed: SealedSeed | None = None
    seats: tuple[BackedUpSeat, ...] = ()
    arrangement: str | None = None


class BackedUpPicture(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture that somebody gave to a character, or brought to be handed out."""

    picture: str
    """Whose it is."""
    body: bytes


class BackupTail(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    tables: int


async def back_up(store: Store, file: Path, passphrase: str) -> int:
    """Write everything that a store keeps; how many tables. What stood in the file stays until all is written."""

    def work(rows: Transaction) -> int:
        with written_beside(file) as raw, gzip.open(raw, "wb") as out:
            out.write(_encode(BackupHead("arbitro-backup", VERSION)) + b"\n")
            tables = rows.tables()
            for listed in tables:
                seed = rows.seed(listed.id)
                sealed = None if seed is None else seal(seed, listed.id, passphrase)
                seats = tuple(BackedUpSeat(one.id, one.digest, one.body.decode()) for one in rows.seats(listed.id))
                arranged = rows.arrangement(listed.id)
                about = BackedUpTable(listed.id, sealed, seats, None if arranged is None else arranged.decode())
                out.write(_encode(about) + b"\n")
                for who, body in rows.pictures(listed.id).items():
                    out.write(_encode(BackedUpPicture(who, body)) + b"\n")
                out.writelines(write_lines(paged(rows, listed.id, 0, listed.length - 1)))
                out.write(end_line(listed.length, listed.chain))
            out.write(_encode(BackupTail(len(tables))) + b"\n")
        return len(tables)

    return await store.read(work)


async def restore(store: Store, file: Path, passphrase: str) -> int:
    """Put back everything that a backup holds, each log checked; how many tables. All of them, or none.

    A table that the store has already is not touched: then nothing is restored, and a `TableExists` names it.
    """
    made: list[tuple[BackedUp, Table[Any]]] = []  # every log is checked before the first row is written
    for held in _read(file, passphrase):
        try:
            table, _ = read_table(held.log, held.seed, store.find, Table)
        except BadLine as bad:
            raise StoreFault("store.backup_log", table=held.about.table, why=bad.words) from None
        made.append((held, table))

    def work(rows: Transaction) -> None:
        for held, table in made:
            about = held.about
            if rows.find(about.table) is not None:
                raise TableExists(about.table)
            store.add_whole(rows, table)
            for seat in about.seats:
                rows.keep_seat(KeptSeat(about.table, seat.id, seat.digest, seat.body.encode()))
            if about.arrangement is not None:
                rows.arrange(about.table, about.arrangement.encode())
            for one in held.pictures:
                rows.keep_picture(about.table, one.picture, one.body)

    await store.write(work)
    return len(made)


class BackedUp(Struct, frozen=True):
    """All that a backup holds of one table, its seed opened."""

    about: BackedUpTable
    seed: bytes | None
    pictures: list[BackedUpPicture]
    log: list[bytes]


def _read(file: Path, passphrase: str) -> Iterator[BackedUp]:
    """The tables of a backup."""
    count = 0
    try:
        with gzip.open(file, "rb") as packed:
            lines = lines_of(packed)
            read_json(next(lines, b""), BackupHead)
            for line in lines:
                if line.startswith(b'{"tables":'):
                    tail = read_json(line, BackupTail)
                    if tail.tables != count or next(lines, None) is not None:
                        raise StoreFault("store.backup", file=str(file))
                    return
                about = read_json(line, BackedUpTable)
                pictures: list[BackedUpPicture] = []
                log: list[bytes] = []
                for entry in lines:
                    if not log and entry.startswith(b'{"picture":'):
                        pictures.append(read_json(entry, BackedUpPicture))
                        continue
                    log.append(entry)
                    if is_end(entry):
                        break
                count += 1
                seed = None if about.seed is None else unseal(about.seed, about.table, passphrase)
                yield BackedUp(about, seed, pictures, log)
    except (msgspec.MsgspecError, EOFError, gzip.BadGzipFile, zlib.error):
        pass
    raise StoreFault("store.backup", file=str(file))  # no such file, or its end is missing
