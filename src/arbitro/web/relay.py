"""Requests for a table that another process has open are handed on to it, and what it answers is handed back.

Each process listens, beside the address that everybody knows, on a socket of its own in a folder that only its user can
enter. What comes in there was let in by the process that hands it on; it says for whom.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from logging import getLogger
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import h11
from msgspec import Struct

from arbitro.store.fault import StoreFault
from arbitro.text import Language, as_language
from arbitro.web.api import TEXTS
from arbitro.web.leases import LOST, Leases
from arbitro.web.security import refuse

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

TABLE: Final = re.compile(r"/(?:v1/)?tables/([^/]+)(?:/.*)?")
FOR: Final = b"x-arbitro-for"
"""The header that says from where a request came that is handed on."""
HOPS: Final = frozenset(
    (b"connection", b"keep-alive", b"transfer-encoding", b"te", b"upgrade", b"proxy-connection", FOR)
)
"""Headers that belong to one connection."""
CHUNK: Final = 64 * 1024
PATIENCE: Final = LOST + 1.5
"""Seconds in which a process that does not answer is waited for, or taken for dead; then the table is served here."""
AGAIN: Final = 1012
"""The close code of a connection that is to be opened again, because another process has the table."""
LOGGER: Final = getLogger("arbitro.web")


class Relay:
    """Between the door and the application: what is asked of a table goes to whoever has it open."""

    def __init__(self, app: "ASGIApp", leases: Callable[[], Leases | None], *, tls: bool = False) -> None:
        self._app = app
        self._leases = leases
        self._tls = unchecked() if tls else None

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Hand on one request, or serve it here."""
        found = TABLE.fullmatch(str(scope.get("path", "")))
        leases = self._leases()
        kind = str(scope["type"])
        if found is None or leases is None or kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            served_here = await self._handed_on(scope, receive, send, leases, found[1])
        except StoreFault as fault:  # who has the table cannot be found out, and two must not serve it
            if kind == "websocket":
                await _come_again(receive, send)
            else:
                await refuse(send, 503, "store_away", fault.in_(_language(scope)))
            return
        if served_here:
            await self._app(scope, receive, send)

    async def _handed_on(self, scope: "Scope", receive: "Receive", send: "Send", leases: Leases, table: str) -> bool:
        """Hand a request on to whoever has its table; whether that is this process."""
        end = monotonic() + PATIENCE
        while (address := await leases.place(table)) and monotonic() < end:
            try:
                if (
                    str(scope["type"]) == "websocket"
                ):  # it would have been led on (`pipe`), had anybody been there a moment ago
                    async with _reached(address, self._tls):
                        await _come_again(receive, send)
                else:
                    await _hand_on(scope, receive, send, address, self._tls)
                return False
            except Moved:
                await refuse(send, 503, "moved", TEXTS.say(_language(scope), "web.moved"))
                return False
            except _Unreachable as unreachable:  # it has just died, or is on another machine
                if isinstance(unreachable.__cause__, ConnectionRefusedError):
                    leases.found_dead(address)
                else:
                    await asyncio.sleep(0.25)
        return True


def _language(scope: "Scope") -> Language:
    """The language of whoever asks."""
    return as_language(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")) or "en"


class Handed:
    """What is handed on comes in here: it is served for whom it says, and was let in already."""

    def __init__(self, door: "ASGIApp", inside: "ASGIApp", address: str) -> None:
        self._door = door
        self._inside = inside
        self._own = address

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """By the own socket of this process, or through the door.

        The socket itself is asked for, not whether there is a client: whoever has hung up already has no address.
        """
        came_by = scope.get("server") if scope["type"] in ("http", "websocket") else None
        if came_by is None or came_by[0] != self._own:
            await self._door(scope, receive, send)
            return
        named: dict[str, Any] = dict(scope)
        said = [bytes(value).decode("latin-1") for name, value in scope["headers"] if name == FOR]
        scheme, _, host = (said[-1] if said else "").partition(" ")  # whoever hands on says it last
        named |= {"client": (host, 0), "scheme": scheme or named.get("scheme", "http")}
        named["headers"] = [one for one in scope["headers"] if one[0] != FOR]
        # A WebSocket may have been led here as it was (`pipe`): it comes to its first door.
        enter = self._door if str(scope["type"]) == "websocket" else self._inside
        await enter(named, receive, send)  # type: ignore[arg-type]


class Moved(Exception):
    """Whoever had the table ended before it answered; whether what was asked was done, the log says."""


class _Unreachable(Exception):
    """The process that has a table does not answer; nothing of the request has been used up."""


def unchecked() -> ssl.SSLContext:
    """For our own processes on this machine: their certificate is for another name."""
    made = ssl.create_default_context()
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


def _headers(scope: "Scope", but: frozenset[bytes]) -> list[tuple[bytes, bytes]]:
    client = scope.get("client")
    asked_from = f"{scope.get('scheme', 'http')} {client[0] if client else ''}".rstrip().encode("latin-1")
    kept = [(bytes(name), bytes(value)) for name, value in scope["headers"] if bytes(name).lower() not in but]
    return [*kept, (FOR, asked_from)]


def _target(scope: "Scope") -> bytes:
    path = scope.get("raw_path") or str(scope["path"]).encode()
    query = bytes(scope.get("query_string", b""))
    return path.partition(b"?")[0] + (b"?" + query if query else b"")


class InnerLine(Struct, frozen=True):
    """A connection to another process."""

    hear: Callable[[], Awaitable[bytes]]
    """What it says next; nothing, where it has ended."""
    say: Callable[[bytes], Awaitable[None]]
    """Tell it something. That it hears no more does not end what it has said."""


@asynccontextmanager
async def _reached(address: str, tls: ssl.SSLContext | None) -> AsyncIterator[InnerLine]:
    """A line to a process.

    Its socket is used as it is: a stream that cannot be written to any more is not read to its end either, and an
    answer that did not wait for the whole question would be lost with it.
    """
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX) as own:
        own.setblocking(False)
        plain = InnerLine(lambda: loop.sock_recv(own, CHUNK), lambda data: loop.sock_sendall(own, data))
        try:
            await loop.sock_connect(own, address)
            line = plain if tls is None else await _enciphered(plain, tls)
        except OSError as error:  # what TLS itself has to object is one of these
            raise _Unreachable from error
        yield line


async def _enciphered(plain: InnerLine, tls: ssl.SSLContext) -> InnerLine:
    """The same line, spoken by TLS once both ends have greeted each other."""
    line = _Cipher(plain, tls)
    while True:
        try:
            line.cipher.do_handshake()
        except ssl.SSLWantReadError:
            await line.wait()
        else:
            await line.flush()
            return InnerLine(line.hear, line.say)


class _Cipher:
    """TLS over a line, byte by byte: what is said and heard goes through two buffers."""

    def __init__(self, plain: InnerLine, tls: ssl.SSLContext) -> None:
        self._plain = plain
        self._heard, self._said = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.cipher = tls.wrap_bio(self._heard, self._said, server_hostname="localhost")
        self._turn = asyncio.Lock()

    async def flush(self) -> None:
        """Say what is to be said."""
        async with self._turn:  # hearing has something to say, too: keys are changed now and then
            data = self._said.read()
            if data:
                await self._plain.say(data)

    async def wait(self) -> None:
        """Hear a piece."""
        with suppress(OSError):  # that it hears no more does not end what it has said
            await self.flush()
        data = await self._plain.hear()
        if data:
            self._heard.write(data)
        else:
            self._heard.write_eof()

    async def say(self, data: bytes) -> None:
        """Say something."""
        if data:
            self.cipher.write(data)
        await self.flush()

    async def hear(self) -> bytes:
        """What is said next; nothing at the end: HTTP itself knows whether it was the end."""
        while True:
            try:
                return self.cipher.read(CHUNK)
            except ssl.SSLWantReadError:
                await self.wait()
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                return b""


async def _hand_on(scope: "Scope", receive: "Receive", send: "Send", address: str, tls: ssl.SSLContext | None) -> None:
    """One request over HTTP; its answer is handed back piece by piece, as it comes."""
    async with _reached(address, tls) as other:
        line = h11.Connection(h11.CLIENT)
        headers = _headers(scope, HOPS)
        if not any(name.lower() == b"content-length" for name, _ in headers):
            headers.append((b"transfer-encoding", b"chunked"))
        headers.append((b"connection", b"close"))
        request = h11.Request(method=str(scope.get("method")), target=_target(scope), headers=headers)
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            return
        # In one piece with what is at hand of the body: most requests have no more.
        first = (line.send(request) or b"") + _piece(line, message)

        async def ask() -> None:
            """The request, and then whether whoever asked is still there."""
            said, more = first, bool(message.get("more_body", False))
            while True:
                with suppress(OSError):  # whoever is asked has gone: reading its answer says so
                    await other.say(said)
                further: Any = await receive()
                if further["type"] == "http.disconnect":
                    return
                said = _piece(line, further) if more else b""
                more = more and bool(further.get("more_body", False))

        await _first_of(asyncio.ensure_future(ask()), asyncio.ensure_future(_hand_back(line, other, send)))


def _piece(line: h11.Connection, message: Any) -> bytes:
    """A piece of a request's body as it goes over the line, with the body's end if it is the last."""
    written = line.send(h11.Data(data=message.get("body", b""))) or b""
    return written if message.get("more_body", False) else written + (line.send(h11.EndOfMessage()) or b"")


async def _hand_back(line: h11.Connection, other: InnerLine, send: "Send") -> None:
    """The answer, piece by piece; one that breaks off is left without its end, so that nobody takes it for whole."""
    begun = False
    while True:
        try:
            event = line.next_event()
            if event is h11.NEED_DATA:
                line.receive_data(await other.hear())
        except (h11.RemoteProtocolError, OSError):
            if not begun:
                raise Moved from None
            LOGGER.warning("a process ended in the middle of an answer")
            return
        if isinstance(event, h11.Response):
            begun = True
            kept = [(bytes(name), bytes(value)) for name, value in event.headers if bytes(name) not in HOPS]
            await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
        elif isinstance(event, h11.Data):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        elif isinstance(event, h11.EndOfMessage):
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return


async def _come_again(receive: "Receive", send: "Send") -> None:
    """Tell a page to open its line anew: it is led to whoever has the table by then."""
    await receive()  # that it wants to connect
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.close", "code": AGAIN, "reason": ""})


async def _first_of(asking: "asyncio.Future[None]", answering: "asyncio.Future[None]") -> bool:
    """Wait until either ends, and end the other; whether it was the answer that ended. What went wrong is raised."""
    try:
        await asyncio.wait({asking, answering}, return_when=asyncio.FIRST_COMPLETED)
        ended = answering.done()
        for task in (asking, answering):
            if task.done():
                task.result()
        return ended
    finally:
        for task in (asking, answering):
            task.cancel()
        await asyncio.gather(asking, answering, return_exceptions=True)
