"""A whole store in one file, and back: logs, seats, pictures, how tables are run, and the seeds, sealed.

The file is gzipped JSON Lines: a head; then for each table a line about it, one for each of its pictures, and its log
as an export has it, with the line of its end; at last how many tables there were. It is read in one transaction: a
running server may be backed up. It is restored in one, too, of however many tables: one at a time is in memory.

The head has the salt that the passphrase was stretched with. In files of version 1 each seed was sealed by itself.
"""

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

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
from arbitro.store.sealing import SealedSeed, Sealer, new_salt, unseal

VERSION: Final = 2
_encode: Final = msgspec.json.Encoder().encode


class BackupHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: Literal["arbitro-backup"]
    version: Literal[1, 2]
    salt: str = ""


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
            salt = new_salt()
            sealer = Sealer(passphrase, salt)
            out.write(_encode(BackupHead("arbitro-backup", VERSION, salt.hex())) + b"\n")
            tables = rows.tables()
            for listed in tables:
                seed = rows.seed(listed.id)
                sealed = None if seed is None else sealer.seal(seed, listed.id)
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

    def work(rows: Transaction) -> int:
        count = 0
        for count, held in enumerate(_read(file, passphrase), 1):  # noqa: B007 - it is told at the end
            _put_back(store, rows, held)
        return count

    return await store.write(work)


def _put_back(store: Store, rows: Transaction, held: "BackedUp") -> None:
    """One table, once its log has been checked."""
    about = held.about
    if rows.find(about.table) is not None:
        raise TableExists(about.table)
    try:
        table, _ = read_table(held.log, held.seed, store.find, Table)
    except BadLine as bad:
        raise StoreFault("store.backup_log", table=about.table, why=bad.words) from None
    store.add_whole(rows, table)
    for seat in about.seats:
        rows.keep_seat(KeptSeat(about.table, seat.id, seat.digest, seat.body.encode()))
    if about.arrangement is not None:
        rows.arrange(about.table, about.arrangement.encode())
    for one in held.pictures:
        rows.keep_picture(about.table, one.picture, one.body)


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
            opens = _opener(read_json(next(lines, b""), BackupHead), passphrase)
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
                seed = None if about.seed is None else opens(about.seed, about.table)
                yield BackedUp(about, seed, pictures, log)
    except (msgspec.MsgspecError, EOFError, gzip.BadGzipFile, zlib.error):
        pass
    raise StoreFault("store.backup", file=str(file))  # no such file, or its end is missing


def _opener(head: BackupHead, passphrase: str) -> Callable[[SealedSeed, str], bytes]:
    """What opens the seeds of a backup, given the table of each."""
    if head.version == 1:
        return lambda sealed, table: unseal(sealed, table, passphrase)
    try:
        return Sealer(passphrase, bytes.fromhex(head.salt)).unseal
    except ValueError:
        raise msgspec.ValidationError(head.salt) from None
