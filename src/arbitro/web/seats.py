"""Handing out seats: a token opens a seat, and whoever has the token has the seat. Only its hash is ever kept."""

import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final

import msgspec
from msgspec.structs import replace

from arbitro.kernel.seat import REFEREE
from arbitro.store.base import Store
from arbitro.store.rows import KeptSeat, Transaction
from arbitro.web.sitting import Arrangement, Sitting

COOKIE: Final = "arbitro-seat-"
"""The name of a table's cookie, before the id of the table."""
HOST_COOKIE: Final = "arbitro-host"
TABLE_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""Ids of tables that are made here: they stand in addresses and in names of cookies."""

Change = Callable[[Arrangement], Arrangement]
"""Makes another arrangement of one."""
_encode = msgspec.json.encode
_decode_sitting = msgspec.json.Decoder(Sitting).decode
_arrangement = msgspec.json.Decoder(Arrangement).decode


def new_token() -> str:
    """A token that nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """What is kept of a token. It is as random as the hash is long, so that no salt is needed."""
    return sha256(token.encode()).hexdigest()


def cookie_of(table: str) -> str:
    """The name of the cookie in which a browser keeps its seat at a table."""
    return COOKIE + (table if TABLE_ID.fullmatch(table) else sha256(table.encode()).hexdigest()[:32])


class Seats:
    """The seats of all tables, as the store keeps them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def at(self, table: str) -> tuple[Sitting, ...]:
        """The seats of one table."""
        kept = await self._store.read(lambda rows: rows.seats(table))
        return tuple(sitting_of(one) for one in kept)

    async def opened_by(self, token: str) -> tuple[str, Sitting] | None:
        """The table and the seat that a token opens."""
        hashed = digest(token)
        kept = await self._store.read(lambda rows: rows.seat_opened_by(hashed))
        return None if kept is None else (kept.table, sitting_of(kept))

    async def hand_out(self, table: str, sitting: Sitting) -> str:
        """Keep a new seat, or a known one with a new token: the old token opens nothing any more."""
        token = new_token()
        kept = KeptSeat(table, sitting.id, digest(token), _encode(sitting))
        await self._store.write(lambda rows: rows.keep_seat(kept))
        return token

    async def change(self, table: str, sitting: Sitting) -> None:
        """Change a seat and leave its token as it is."""

        def work(rows: Transaction) -> None:
            rows.hold(table)
            for kept in rows.seats(table):
                if kept.id == sitting.id:
                    rows.keep_seat(KeptSeat(table, kept.id, kept.digest, _encode(sitting)))
                    if sitting_of(kept).name != sitting.name:
                        _retire(rows, table, sitting_of(kept).name)

        await self._store.write(work)

    async def take_away(self, table: str, seat: str) -> None:
        """Let nobody in by this seat any more."""

        def work(rows: Transaction) -> None:
            rows.hold(table)
            for kept in rows.seats(table):
                if kept.id == seat:
                    _retire(rows, table, sitting_of(kept).name)
            rows.drop_seat(table, seat)

        await self._store.write(work)

    async def arrangement(self, table: str) -> Arrangement:
        """How a table is run."""
        return await self._store.read(lambda rows: kept_arrangement(rows, table))

    async def begin(self, table: str, arrangement: Arrangement) -> None:
        """Keep how a new table is run; its narrator was not asked yet."""
        body = _encode(replace(arrangement, narrator_asked=0))
        await self._store.write(lambda rows: rows.arrange(table, body))

    async def arrange(self, table: str, change: Change) -> None:
        """Change how a table is run, from how it is kept at that moment: two may change it at once."""

        def work(rows: Transaction) -> None:
            rows.hold(table)
            before = kept_arrangement(rows, table)
            after = change(before)
            if after != before:
                rows.arrange(table, _encode(after))

        await self._store.write(work)

    async def may_ask_narrator(self, table: str, budget: int) -> bool:
        """Whether a model may be asked once more to narrate at a table; where it may, that is counted and kept."""

        def work(rows: Transaction) -> bool:
            rows.hold(table)
            arranged = kept_arrangement(rows, table)
            if arranged.narrator_asked >= budget:
                return False
            rows.arrange(table, _encode(replace(arranged, narrator_asked=arranged.narrator_asked + 1)))
            return True

        return await self._store.write(work)


def sitting_of(kept: KeptSeat) -> Sitting:
    """A seat as it was handed out."""
    return _decode_sitting(kept.body)


def kept_arrangement(rows: Transaction, table: str) -> Arrangement:
    """How a table is run, as it is kept; as usual where nobody has said."""
    body = rows.arrangement(table)
    return Arrangement() if body is None else _arrangement(body)


def _retire(rows: Transaction, table: str, name: str) -> None:
    """Let no other seat of the table have a name that was somebody's."""
    arranged = kept_arrangement(rows, table)
    if name not in (REFEREE.name, *arranged.former):
        rows.arrange(table, _encode(replace(arranged, former=(*arranged.former, name))))


def new_seat_id() -> str:
    """A short name for a seat, for addresses; it opens nothing."""
    return secrets.token_hex(4)
