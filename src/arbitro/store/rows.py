"""What a store keeps, as rows, and what may be done with them in one transaction."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec import Struct

from arbitro.kernel.fold import Record, Snapshot
from arbitro.kernel.state import State
from arbitro.store.counting import (
    TallyRows,
)

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Listed(Struct, frozen=True):
    """A table as a store lists it."""

    id: str
    game: str
    length: int
    """How many entries its log has."""
    chain: str
    """The chain after the last one: who wants to write must know it."""
    opened: str = ""
    changed: str = ""
    """When it was opened and last written to, as the clock of whoever wrote said it."""


class KeptSeat(Struct, frozen=True):
    """A seat that was handed out, as a store keeps it. What is in the body is the business of whoever hands out."""

    table: str
    id: str
    digest: str
    """The hash of the token that opens it; the token itself is kept nowhere."""
    body: bytes


class Worker(Struct, frozen=True):
    """A process that serves tables of this store."""

    id: str
    address: str
    """Where others on its machine reach it."""
    beat: int
    """Counted up as long as it lives."""


class LeaseRows(Protocol):
    """The rows that say which process has which table open."""

    def workers(self) -> list[Worker]:
        """Every process that has said that it lives, and not that it ends."""
        ...

    def keep_worker(self, worker: Worker) -> None:
        """Say that a process lives."""
        ...

    def drop_worker(self, worker: str) -> None:
        """Forget a process, and let go of its tables."""
        ...

    def lease(self, table: str) -> str | None:
        """The process that has a table open."""
        ...

    def leases(self, worker: str) -> set[str]:
        """The tables that a process has open."""
        ...

    def take_lease(self, table: str, worker: str, instead: str | None) -> bool:
        """Have a table open, `instead` of whoever had it; whether nobody else was faster."""
        ...

    def drop_lease(self, table: str, worker: str) -> None:
        """Let go of a table, if it is still that process's."""
        ...


class Transaction(TallyRows, LeaseRows, Protocol):
    """The rows of a store, as a piece of work sees them."""

    def tables(self) -> list[Listed]:
        """Every table, by id."""
        ...

    def find(self, table: str) -> Listed | None:
        """One table, or None."""
        ...

    def records(self, table: str, first: int, last: int) -> list[Record]:
        """The entries from the first number to the last, both included."""
        ...

    def seed(self, table: str) -> bytes | None:
        """The secret of a table's dice, where it is known here."""
        ...

    def snapshot(self, table: str, stamp: str, head: int | None = None) -> Snapshot | None:
        """The newest snapshot with this stamp; with `head`, the one with the last head up to this entry."""
        ...

    def add(self, table: str, game: str, opened: str, seed: bytes | None) -> None:
        """A new table, still without entries; raises `TableExists`."""
        ...

    def append(self, table: str, length: int, chain: str, records: list[Record]) -> None:
        """More entries, if the log still has this length and this chain; raises `Conflict` or `NoSuchTable`."""
        ...

    def keep(self, table: str, stamp: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, in place of one that was taken at the same length."""
        ...

    def remove(self, table: str) -> None:
        """Forget a table with all that belongs to it; raises `NoSuchTable`."""
        ...

    def seats(self, table: str) -> list[KeptSeat]:
        """The seats of a table, by id."""
        ...

    def seat_opened_by(self, digest: str) -> KeptSeat | None:
        """The seat that the token with this hash opens."""
        ...

    def keep_seat(self, seat: KeptSeat) -> None:
        """Keep a seat, in place of the one with the same id; raises `NoSuchTable`."""
        ...

    def drop_seat(self, table: str, seat: str) -> None:
        """Let nobody in by this seat any more."""
        ...

    def arrangement(self, table: str) -> bytes | None:
        """How a table is run, where somebody has said so."""
        ...

    def hold(self, table: str) -> None:
        """Let nobody else change how a table is run until this piece of work is done; raises `NoSuchTable`."""
        ...

    def arrange(self, table: str, body: bytes) -> None:
        """Keep how a table is run; raises `NoSuchTable`."""
        ...

    def picture(self, table: str, who: str) -> bytes | None:
        """The picture that somebody at a table was given."""
        ...

    def pictures(self, table: str) -> dict[str, bytes]:
        """Every picture of a table, by whose it is."""
        ...

    def keep_picture(self, table: str, who: str, body: bytes | None) -> None:
        """Keep it in place of the one before, or none; raises `NoSuchTable`."""
        ...


Work = Callable[[Transaction], T]
