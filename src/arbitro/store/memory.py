"""A store that forgets everything when the program ends: for tests, and for tables that nobody wants to keep."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct, field

from arbitro.kernel.fold import Record, Snapshot
from arbitro.kernel.tally import LogTally
from arbitro.store.base import EVERY, Store
from arbitro.store.fault import Conflict, NoSuchTable, TableExists
from arbitro.store.past import moment_of
from arbitro.store.reading import Finder
from arbitro.store.rows import KeptSeat, Listed, Work, Worker

T = TypeVar("T")


class _Shelf(Struct):
    """One table in memory."""

    game: str
    opened: str
    seed: bytes | None
    records: list[Record] = field(default_factory=list)
    snapshots: dict[int, tuple[str, Snapshot]] = field(default_factory=dict)
    tallies: dict[int, tuple[str, LogTally]] = field(default_factory=dict)
    seats: dict[str, KeptSeat] = field(default_factory=dict)
    arrangement: bytes | None = None
    pictures: dict[str, bytes] = field(default_factory=dict)


class _Leases(Struct):
    """Who serves what. It is not taken back with other work: nothing that is written rests on it."""

    workers: dict[str, Worker] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)


class MemoryStore(Store):
    """Tables in a dictionary, behind the same contract as a database."""

    def __init__(self, find: Finder, every: int = EVERY) -> None:
        super().__init__(find, every)
        self._shelves: dict[str, _Shelf] = {}
        self._leases = _Leases()

    async def read(self, work: Work[T]) -> T:
        """Run work that only reads."""
        return work(_Rows(self._shelves, self._leases))

    async def write(self, work: Work[T], then: Callable[[T], None] | None = None) -> T:
        """Run work; what it changed is taken back if it raises."""
        rows = _Rows(self._shelves, self._leases)
        try:
            done = work(rows)
        except BaseException:
            rows.roll_back()
            raise
        if then is not None:
            then(done)
        return done

    async def stirred(self) -> bool:
        """Nobody else comes here."""
        return False

    async def close(self) -> None:
        """Nothing to let go of."""


class _Rows:
    """The shelves during one piece of work, with a way back."""

    def __init__(self, shelves: dict[str, _Shelf], leases: "_Leases") -> None:
        self._shelves = shelves
        self._leases = leases
        self._back: list[Callable[[], object]] = []

    def roll_back(self) -> None:
        for step in reversed(self._back):
            step()

    def tables(self) -> list[Listed]:
        found = (self.find(table) for table in sorted(self._shelves))
        return [listed for listed in found if listed is not None]

    def find(self, table: str) -> Listed | None:
        shelf = self._shelves.get(table)
        if shelf is None or not shelf.records:
            return None
        chain, body = shelf.records[-1]
        return Listed(table, shelf.game, len(shelf.records), chain, shelf.opened, moment_of(body))

    def records(self, table: str, first: int, last: int) -> list[Record]:
        return self._shelves[table].records[first : last + 1]

    def seed(self, table: str) -> bytes | None:
        return self._shelves[table].seed

    def snapshot(self, table: str, stamp: str, head: int | None = None) -> Snapshot | None:
        kept = (one for own, one in self._shelves[table].snapshots.values() if own == stamp)
        if head is None:
            return max(kept, key=lambda one: one.ledger.length, default=None)
        behind = (one for one in kept if one.ledger.head <= head)
        return max(behind, key=lambda one: (one.ledger.head, one.ledger.length), default=None)

    def add(self, table: str, game: str, opened: str, seed: bytes | None) -> None:
        if table in self._shelves:
            raise TableExists(table)
        self._shelves[table] = _Shelf(game, opened, seed)
        self._back.append(lambda: self._shelves.pop(table))

    def append(self, table: str, length: int, chain: str, records: list[Record]) -> None:
        shelf = self._shelves.get(table)
        if shelf is None:
            raise NoSuchTable(table)
        kept = shelf.records
        if len(kept) != length or (kept and kept[-1][0] != chain):
            raise Conflict(table, length, len(kept))
        kept.extend(records)
        self._back.append(lambda: kept.__delitem__(slice(length, None)))

    def keep(self, table: str, stamp: str, snapshot: Snapshot) -> None:
        kept = self._shelves[table].snapshots
        length = snapshot.ledger.length
        earlier = kept.get(length)
        kept[length] = (stamp, snapshot)
        self._back.append(lambda: kept.pop(length) if earlier is None else kept.update({length: earlier}))

    def remove(self, table: str) -> None:
        shelf = self._shelf(table)
        del self._shelves[table]
        self._back.append(lambda: self._shelves.update({table: shelf}))

    def tally(self, table: str, stamp: str, length: int) -> LogTally | None:
        kept = self._shelves[table].tallies
        found = max((at for at, (own, _) in kept.items() if own == stamp and at <= length), default=None)
        return None if found is None else kept[found][1]

    def keep_tally(self, table: str, stamp: str, tally: LogTally) -> None:
        kept = self._shelves[table].tallies
        earlier = kept.get(tally.length)
        kept[tally.length] = (stamp, tally)
        self._back.append(lambda: kept.pop(tally.length) if earlier is None else kept.update({tally.length: earlier}))

    def workers(self) -> list[Worker]:
        return list(self._leases.workers.values())

    def keep_worker(self, worker: Worker) -> None:
        self._leases.workers[worker.id] = worker

    def drop_worker(self, worker: str) -> None:
        self._leases.workers.pop(worker, None)
        for table in self.leases(worker):
            self.drop_lease(table, worker)

    def lease(self, table: str) -> str | None:
        return self._leases.held.get(table)

    def leases(self, worker: str) -> set[str]:
        return {table for table, holder in self._leases.held.items() if holder == worker}

    def take_lease(self, table: str, worker: str, instead: str | None) -> bool:
        free = self._leases.held.get(table) == instead
        if free:
            self._leases.held[table] = worker
        return free

    def drop_lease(self, table: str, worker: str) -> None:
        if self._leases.held.get(table) == worker:
            del self._leases.held[table]

    def seats(self, table: str) -> list[KeptSeat]:
        shelf = self._shelves.get(table)
        return [] if shelf is None else [shelf.seats[name] for name in sorted(shelf.seats)]

    def seat_opened_by(self, digest: str) -> KeptSeat | None:
        every = (seat for shelf in self._shelves.values() for seat in shelf.seats.values())
        return next((seat for seat in every if seat.digest == digest), None)

    def keep_seat(self, seat: KeptSeat) -> None:
        kept = self._shelf(seat.table).seats
        before = kept.get(seat.id)
        kept[seat.id] = seat
        self._back.append(lambda: kept.pop(seat.id) if before is None else kept.update({seat.id: before}))

    def drop_seat(self, table: str, seat: str) -> None:
        kept = self._shelf(table).seats
        gone = kept.pop(seat, None)
        self._back.append(lambda: None if gone is None else kept.update({seat: gone}))

    def arrangement(self, table: str) -> bytes | None:
        shelf = self._shelves.get(table)
        return None if shelf is None else shelf.arrangement

    def hold(self, table: str) -> None:
        self._shelf(table)

    def arrange(self, table: str, body: bytes) -> None:
        shelf = self._shelf(table)
        before, shelf.arrangement = shelf.arrangement, body
        self._back.append(lambda: setattr(shelf, "arrangement", before))

    def picture(self, table: str, who: str) -> bytes | None:
        shelf = self._shelves.get(table)
        return None if shelf is None else shelf.pictures.get(who)

    def pictures(self, table: str) -> dict[str, bytes]:
        shelf = self._shelves.get(table)
        return {} if shelf is None else dict(sorted(shelf.pictures.items()))

    def keep_picture(self, table: str, who: str, body: bytes | None) -> None:
        shelf = self._shelf(table)
        before = shelf.pictures
        shelf.pictures = {one: kept for one, kept in before.items() if one != who}
        if body is not None:
            shelf.pictures[who] = body
        self._back.append(lambda: setattr(shelf, "pictures", before))

    def _shelf(self, table: str) -> _Shelf:
        shelf = self._shelves.get(table)
        if shelf is None:
            raise NoSuchTable(table)
        return shelf
