"""Who is asking: the seat that a cookie or a bearer token opens, and whether it is the host of this server."""

from hmac import compare_digest
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from arbitro.agents.wire import FORWARDED
from arbitro.store.fault import NoSuchTable
from arbitro.web.bench.running import Bench
from arbitro.web.room import Room
from arbitro.web.seats import HOST_COOKIE, cookie_of, digest
from arbitro.web.security import Limits
from arbitro.web.settings import Settings
from arbitro.web.sitting import Sitting
from arbitro.web.tables import OpenTables

Connection = ASGIConnection[Any, Any, Any, Any]
YEAR: Final = 365 * 24 * 3600


class Turned(Exception):
    """A visitor is turned away: the HTTP status, and the key of the sentence that says why."""

    def __init__(self, status: int, code: str, **values: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.values = values


class House:
    """What every handler needs: the settings, the tables and the limits. One for each application."""

    def __init__(self, settings: Settings, tables: OpenTables) -> None:
        self.settings = settings
        self.tables = tables
        self.messages = Limits(settings.per_second, settings.at_once)
        self.knocks = Limits(settings.knocks_per_second, settings.knocks_at_once)
        self.bench = Bench(settings)


def house_of(connection: Connection) -> House:
    """The house that a request came to."""
    house: House = connection.app.state.house
    return house


def address_of(connection: Connection) -> str:
    """Where a request comes from, for limits."""
    client = connection.client
    return "" if client is None else client.host


def bearer(connection: Connection) -> str:
    """The token that a program sends in the header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def by_proxy(connection: Connection) -> bool:
    """Whether a proxy stands between: it may be one of this machine that nobody named."""
    return any(name in connection.headers for name in FORWARDED)


def is_host(connection: Connection) -> bool:
    """Whether this is whoever runs the server: on an unshared one, anybody on this machine, since no other reaches it.

    Whoever comes by a proxy does not: it may let everybody in.
    """
    settings = house_of(connection).settings
    if not settings.shared:
        return not by_proxy(connection)
    for token in (bearer(connection), connection.cookies.get(HOST_COOKIE, "")):
        if token and settings.host_digest and compare_digest(digest(token), settings.host_digest):
            return True
    return False


def wrong_token(connection: Connection, code: str) -> Turned:
    """What to say to a token that opens nothing. Only wrong ones are counted: a stranger's guesses keep nobody out."""
    allowed = house_of(connection).knocks.allow(address_of(connection))
    return Turned(404, code) if allowed else Turned(429, "too_fast")


async def seated(connection: Connection, table: str) -> tuple[Room, Sitting]:
    """The table and the visitor's seat at it. To whoever has none, a table does not exist."""
    house = house_of(connection)
    token = bearer(connection) or connection.cookies.get(cookie_of(table), "")
    opened = await house.tables.seats.opened_by(token) if token else None
    if opened is None or opened[0] != table:
        if token:
            raise wrong_token(connection, "no_table")
        raise Turned(404, "no_table")
    try:
        room = await house.tables.room(table)
    except NoSuchTable:
        raise Turned(404, "no_table") from None
    if house.settings.channels:
        await house.tables.catch_up(room)
    return room, opened[1]


async def refereeing(connection: Connection, table: str) -> tuple[Room, Sitting]:
    """Whose request it is, for what only the referee may do."""
    room, sitting = await seated(connection, table)
    if sitting.role != "referee":
        raise Turned(403, "referee_only")
    return room, sitting


def hosting(connection: Connection) -> House:
    """For what only the host may do."""
    if not is_host(connection):
        raise Turned(403, "host_only")
    return house_of(connection)


def seat_cookie(connection: Connection, table: str, token: str) -> Cookie:
    """The cookie that keeps a seat: scripts cannot read it, other sites cannot send it along with what acts."""
    return _cookie(connection, cookie_of(table), token)


def host_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie of the host of a shared server."""
    return _cookie(connection, HOST_COOKIE, token)


def _cookie(connection: Connection, name: str, value: str) -> Cookie:
    secure = house_of(connection).settings.secure
    return Cookie(key=name, value=value, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)
