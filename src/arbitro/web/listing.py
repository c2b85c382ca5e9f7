"""Which tables a visitor may enter, and an id that no table has: without a look at all that there are.

A house may keep thousands. Whoever is not its host is looked up by their own seats; the host, who may see all of them,
is shown the newest on the start page.
"""

from collections.abc import Iterable
from typing import Final

from arbitro.client.data import TableData
from arbitro.store.rows import Listed, Transaction
from arbitro.text import Language
from arbitro.web.seats import COOKIE, cookie_of, digest, kept_arrangement, sitting_of
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.visitor import Connection, bearer, house_of, is_host, wrong_token

MOST_SEATS: Final = 200
"""How many cookies with a seat are looked at: browsers keep fewer for one place."""
Entry = tuple[Listed, Arrangement]


async def enterable(
    connection: Connection, language: Language, newest: int | None = None
) -> tuple[list[TableData], int]:
    """The tables that the visitor may enter, by id, and how many these are; of the host's no more than the `newest`.

    Those where the visitor has a seat come before others.
    """
    everything = is_host(connection)
    own = await _seats(connection, everything)

    def work(rows: Transaction) -> tuple[list[Entry], int]:
        found = rows.tables() if everything else [one for table in own if (one := rows.find(table)) is not None]
        count = len(found)
        if newest is not None and count > newest:
            found = sorted(found, key=lambda one: (one.id in own, one.changed or one.opened))[-newest:]
        return [(one, kept_arrangement(rows, one.id)) for one in sorted(found, key=lambda one: one.id)], count

    found, count = await house_of(connection).tables.store.read(work)
    return [_shown(one, how, own.get(one.id), everything, language) for one, how in found], count


def _shown(
    listed: Listed, how: Arrangement, sitting: Sitting | None, everything: bool, language: Language
) -> TableData:
    title = how.called(language) or listed.id
    seat, role = ("", "") if sitting is None else (sitting.name, sitting.role)
    # When it was last written to may be the doing of somebody whom a player does not see.
    changed = listed.changed if everything or role == "referee" else ""
    return TableData(listed.id, listed.game, title, listed.opened, changed, seat, role)


async def _seats(connection: Connection, host: bool) -> dict[str, Sitting]:
    """The visitor's seats by their tables: by the token of a program, else by the cookies of a browser."""
    found: dict[str, Sitting] = {}
    token = bearer(connection)
    opened = await house_of(connection).tables.seats.opened_by(token) if token else None
    if opened is not None:
        found[opened[0]] = opened[1]
    elif token and not host and (wrong := wrong_token(connection, "no_token")).status == 429:
        raise wrong
    cookies = [(name, token) for name, token in connection.cookies.items() if name.startswith(COOKIE)][:MOST_SEATS]
    kept = await house_of(connection).tables.store.read(lambda rows: _opened(rows, cookies)) if cookies else {}
    return found | kept


def _opened(rows: Transaction, cookies: Iterable[tuple[str, str]]) -> dict[str, Sitting]:
    """What the cookies of a browser open: each a seat at the table that it is named after."""
    seats = ((name, rows.seat_opened_by(digest(token))) for name, token in cookies)
    return {kept.table: sitting_of(kept) for name, kept in seats if kept is not None and name == cookie_of(kept.table)}


def free_number(rows: Transaction, base: str) -> int:
    """A number that no table of this name has; the first, where there is no gap. Few tables are looked at."""

    def taken(number: int) -> bool:
        return rows.find(f"{base}-{number}") is not None

    low, high = 0, 1
    while taken(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if taken(middle) else (low, middle)
    return high
