"""How a process serves: what uvicorn is told, connections that say nothing are closed, a store that is away waited for.

Several processes (`Workers`) share one socket. Each has another of its own, on which the others hand on what is asked
of the tables that it has open.
"""

import asyncio
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from logging import getLogger
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

import msgspec
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from arbitro.store.fault import StoreFault
from arbitro.web.packing import PackedLine
from arbitro.web.pipe import lead_on
from arbitro.web.relay import FOR, TABLE
from arbitro.web.settings import Settings

if TYPE_CHECKING:
    from litestar import Litestar

Place = Callable[[str], Awaitable[str]]
"""Where a table is open: the address of another process, or nothing."""
LOGGER: Final = getLogger("arbitro.web")
PAUSE: Final = 0.5
"""Seconds before a store that is away is tried again, or a worker that has ended is started anew."""
LONGEST: Final = 5.0
"""The longest of these pauses, when that fails again and again."""
SILENT: Final = 60
"""Seconds after which a connection is closed whose other end takes nothing any more."""
GOODBYE: Final = 10.0
"""Seconds in which workers end by themselves."""
BODIES: Final = 10
"""The body of a request may take so many times as long as its head."""


def uvicorn_options(settings: Settings, place: Place | None = None) -> dict[str, Any]:
    """What every process of the server is started with: quiet, and with our limits on what comes in."""
    return {
        "http": guarded(settings.request_seconds, place, tls=bool(settings.cert), proxies=settings.proxies),
        "ws": PackedLine,
        "ws_max_size": settings.message_limit,
        "ws_ping_interval": settings.request_seconds,
        "ws_ping_timeout": settings.request_seconds,
        "access_log": False,
        "log_config": None,  # our own lines: see web.logs
        "log_level": "warning",
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": ",".join(settings.proxies) or None,
        "ssl_certfile": settings.cert or None,
        "ssl_keyfile": settings.key or None,
        "timeout_keep_alive": 20,
        "ws_per_message_deflate": True,  # who comes back is sent the whole page: 100 kB in a dungeon
        "timeout_graceful_shutdown": 3,
    }


async def _nothing(*_: object) -> None:
    """An application that does nothing: what is asked of whoever stands before it has been done by then."""


@dataclass(frozen=True, slots=True)
class Guard:
    """How connections are looked after, and where WebSockets are led."""

    seconds: float
    """How soon a request must be heard."""
    place: Place | None = None
    """Which process has a table open."""
    tls: bool = False
    proxies: Sequence[str] = ()
    """Whose word is taken for from where something was asked."""


class GuardedConnection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """One connection, until it becomes a WebSocket."""

    guard: Guard

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Somebody is there."""
        super().connection_made(transport)
        own = transport.get_extra_info("socket")
        if own is not None and own.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT * 1000)
        self._waits_since: float | None = monotonic()
        self._heard_at = self._begun_at = monotonic()
        self._next_look = self.loop.call_later(self.guard.seconds, self._look)

    def data_received(self, data: bytes) -> None:
        """Something is said."""
        was_busy = self._busy
        super().data_received(data)
        self._heard_at = monotonic()
        if self._busy:
            self._begun_at = self._begun_at if was_busy else self._heard_at
            self._waits_since = None
        elif self._waits_since is None:
            self._waits_since = self._heard_at

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """From here on the WebSocket looks after itself, with pings."""
        self._next_look.cancel()
        target: bytes = event[0].target if event else self.url
        found = TABLE.fullmatch(unquote(target.partition(b"?")[0].decode("ascii", "replace")))
        if self.guard.place is None or found is None or self.client is None:
            super().handle_websocket_upgrade(*event)
            return
        self.transport.pause_reading()
        leading = self.loop.create_task(self._lead_on(self.guard.place, found[1], target, event))
        self.tasks.add(leading)
        leading.add_done_callback(self.tasks.discard)

    async def _lead_on(self, place: Place, table: str, target: bytes, event: tuple[Any, ...]) -> None:
        """Lead a WebSocket to the process that has its table; if that is this one, or nobody is there, begin it."""
        address = ""
        with suppress(StoreFault):  # who begins it says so
            address = await place(table)
        if address:
            head = [b"GET ", target, b" HTTP/1.1\r\n"]
            for name, value in self.scope["headers"]:
                if name != FOR:  # only our own word is passed on
                    head += [name, b": ", value, b"\r\n"]
            asked_from = await self._asked_from()
            if await lead_on(self.transport, head, address, asked_from, self.connections, tls=self.guard.tls):
                self.connections.discard(self)
                self.transport.resume_reading()
                return
        if not self.transport.is_closing():
            self.transport.resume_reading()
            super().handle_websocket_upgrade(*event)

    async def _asked_from(self) -> str:
        """How and from where it was asked, by the word of a proxy where that is trusted."""
        asked = {"type": "websocket", "scheme": self.scheme.replace("http", "ws")}
        asked |= {"client": self.client, "headers": self.scope["headers"]}
        if self.guard.proxies:
            await ProxyHeadersMiddleware(_nothing, list(self.guard.proxies))(asked, _nothing, _nothing)  # type: ignore[arg-type]
        return f"{asked['scheme']} {asked['client'][0]}"

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._next_look.cancel()
        super().connection_lost(exc)

    @property
    def _busy(self) -> bool:
        """Whether the head of a request has been heard that is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def _look(self) -> None:
        """Hang up on whoever has begun a request, or not even that, and says nothing more."""
        now, seconds = monotonic(), self.guard.seconds
        if not self._busy:
            late = self._waits_since is not None and now - self._waits_since >= seconds
        else:
            silent = now - self._heard_at >= seconds or now - self._begun_at >= BODIES * seconds
            late = self.cycle.more_body and not self.flow.read_paused and silent
        if late:
            self.transport.abort()
        else:
            self._next_look = self.loop.call_later(self.guard.seconds / 4, self._look)


def guarded(
    seconds: float, place: Place | None = None, *, tls: bool = False, proxies: Sequence[str] = ()
) -> type[asyncio.Protocol]:
    """Connections on which a request must be heard within so many seconds.

    `place` says which process has a table open: a WebSocket is led there. It is told from where it was asked, by the
    word of those `proxies`.
    """

    class Guarded(GuardedConnection):
        """A connection that is looked after so."""

        guard = Guard(seconds, place, tls, proxies)

    return Guarded


class PatientServer(uvicorn.Server):
    """A server that waits for its store before it opens."""

    def __init__(self, app: "Litestar", settings: Settings) -> None:
        async def place(table: str) -> str:
            leases = app.state.house.tables.leases
            return "" if leases is None else str(await leases.place(table))

        super().__init__(uvicorn.Config(app, **uvicorn_options(settings, place if settings.inner else None)))
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open, once the store is there."""
        from arbitro.web.app import open_store

        pause, said = PAUSE, ""
        while not self.should_exit:
            try:
                await (await open_store(self._settings)).close()
            except StoreFault as fault:
                if said != (said := fault.in_("en")):
                    LOGGER.warning("waiting for the store: %s", said)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)
                continue
            if said:
                LOGGER.warning("the store is there")
            await super().startup(sockets)
            return


def inner_socket(folder: Path) -> tuple[socket.socket, str]:
    """A socket for the other processes of this machine, and its address."""
    address = str(folder / f"{os.getpid()}.sock")
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.bind(address)
    made.listen(512)
    return made, address


def work(
    settings: Settings, bound: socket.socket, folder: Path, make: "Callable[[Settings], Litestar] | None" = None
) -> None:
    """One of several processes, from its beginning to its end; `make` may give it another application than ours."""
    from arbitro.web.app import create_app
    from arbitro.web.logs import set_up
    from arbitro.web.process import settle

    set_up(settings.log)
    settle()
    inner, address = inner_socket(folder)
    own = msgspec.structs.replace(settings, inner=address)
    try:
        PatientServer((make or create_app)(own), own).run(sockets=[bound, inner])
    finally:
        Path(address).unlink(missing_ok=True)


class Workers:
    """Several processes that serve the same tables. One that ends is started anew, whatever it ended of."""

    def __init__(
        self,
        settings: Settings,
        bound: socket.socket,
        count: int,
        work: Callable[[Settings, socket.socket, Path], None] = work,
    ) -> None:
        self._work = work
        self._settings = settings
        self._bound = bound
        self._count = count
        self._over = Event()
        self._context = multiprocessing.get_context("spawn")

    def run(self) -> int:
        """Serve until somebody stops it."""
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, self._told)
        folder = Path(tempfile.mkdtemp(prefix="arbitro-"))  # nobody else may enter it
        try:
            self._look_after([self._started(folder) for _ in range(self._count)], folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return 0

    def _told(self, _signal: int, _frame: FrameType | None) -> None:
        self._over.set()

    def _started(self, folder: Path) -> tuple[BaseProcess, float]:
        made = self._context.Process(target=self._work, args=(self._settings, self._bound, folder))
        made.start()
        return made, monotonic()

    def _look_after(self, workers: list[tuple[BaseProcess, float]], folder: Path) -> None:
        pause = PAUSE
        while not self._over.wait(0.2):
            for number, (worker, since) in enumerate(workers):
                if worker.is_alive():
                    continue
                pause = PAUSE if monotonic() - since > LONGEST else min(2 * pause, LONGEST)
                LOGGER.warning("worker %d ended (%s): it is started anew", number + 1, worker.exitcode)
                if self._over.wait(pause if pause > PAUSE else 0):
                    break
                workers[number] = self._started(folder)
        self._end([worker for worker, _ in workers])

    def _end(self, workers: list[BaseProcess]) -> None:
        for worker in workers:
            worker.terminate()
        end = monotonic() + GOODBYE
        for worker in workers:
            worker.join(max(0.0, end - monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()
