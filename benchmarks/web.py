"""The table in the browser: many tables at once, each command shown to five viewers, beside a bare echo.

Two processes: a server on a real disk, and this one, which holds every page's WebSocket and gives the commands. The
echo is the same framework on the same server with nothing behind it: a command is handed on to the five pages of its
table, as many bytes as ours are sent.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec
from benchmarks.common import Below, Report
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.explain import tell
from arbitro.kernel.log import Entry
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset

TABLES = 200
VIEWERS = 5
EVERY = 2.0
"""Seconds between two commands of one table."""
SECONDS = 10.0
"""How long each load is kept up."""
CEILING = 6.0
"""A command to five viewers may take so many times the echo's time, in the middle."""
FIRST_PAGE = 150_000
UPDATE = 10_000
SEED = "benchmark"
PLANNED = 120

Send = Callable[[int], Awaitable[None]]


# ---------------------------------------------------------------- the servers


def serve(kind: str, folder: str, port: int) -> None:
    """One of the two servers, until it is stopped."""
    import uvicorn

    from arbitro.cli.serve import uvicorn_options
    from arbitro.web.process import settle
    from arbitro.web.settings import Settings

    settle()
    settings = Settings(store=str(Path(folder) / "tables.db"), per_second=1e9, at_once=10**9, knocks_at_once=10**9)
    app: Any
    if kind == "ours":
        from arbitro.web.app import create_app

        app = create_app(settings, seed=lambda: seed_from_text(SEED))
    else:
        app = echo_app()
    uvicorn.run(app, host="127.0.0.1", port=port, backlog=4096, **uvicorn_options(settings))


def echo_app() -> Any:
    """A bare application: what comes in for a table goes out to all of its pages."""
    from litestar import Litestar, WebSocket, get, websocket
    from litestar.exceptions import WebSocketDisconnect
    from litestar.params import FromPath

    tables: dict[str, list[WebSocket[Any, Any, Any]]] = {}

    @get("/v1", sync_to_thread=False)
    def about() -> str:
        return "echo"

    @websocket("/echo/{table:str}")
    async def echo(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
        await socket.accept()
        pages = tables.setdefault(table, [])
        pages.append(socket)
        try:
            while True:
                text = await socket.receive_data(mode="text")
                for page in pages:
                    await page.send_data(text)
        except WebSocketDisconnect:
            pages.remove(socket)

    return Litestar(route_handlers=[about, echo])


def free_port() -> int:
    """A port that nobody uses at the moment."""
    import socket

    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


@asynccontextmanager
async def served(kind: str, folder: Path) -> AsyncIterator[tuple[str, int]]:
    """A server in a process of its own: its address, and the number of the process."""
    port = free_port()
    arguments = ("-m", "benchmarks.web", "serve", kind, str(folder), str(port))
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments)
    address = f"127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient() as client:
            for _ in range(600):
                try:
                    await client.get(f"http://{address}/v1")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        yield address, process.pid
    finally:
        process.terminate()
        await process.wait()


def memory_of(pid: int) -> int:
    """Bytes that a process holds, as the system counts them."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def cpu_of(pid: int) -> float:
    """Seconds of the processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------- the pages


class Page:
    """One page: its connection, and how many updates it has had."""

    def __init__(self, socket: ClientConnection, marker: bytes) -> None:
        self.socket = socket
        self.marker = marker
        self.sizes: list[int] = []
        self.last = 0.0
        """When the latest update came."""
        self.updated = asyncio.Event()
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            raw = message if isinstance(message, bytes) else message.encode()
            if raw.startswith(self.marker):
                self.sizes.append(len(raw))
                self.last = time.perf_counter()
                self.updated.set()

    async def close(self) -> None:
        """Go away."""
        self.reading.cancel()
        await self.socket.close()


class Loaded(Struct):
    """What came of a load."""

    times: list[float]
    """From a command until every page shows what happened."""
    complete: list[float]
    """From a command until every page also shows what may be done next."""
    sizes: list[int]
    cpu: float
    """Share of one processor that the server used."""

    @property
    def p50(self) -> float:
        """The middle, in milliseconds."""
        return median(self.times) * 1000

    @property
    def p99(self) -> float:
        """What one in a hundred takes longer than, in milliseconds."""
        return quantiles(self.times, n=100)[98] * 1000


async def load(tables: list[list[Page]], send: Send, pid: int, seconds: float) -> Loaded:
    """A command at each table every two seconds, evenly spread; each timed until its last page has the update."""
    times: list[float] = []
    complete: list[float] = []
    begin = asyncio.get_running_loop().time()
    before = cpu_of(pid)

    async def one(number: int) -> None:
        pages = tables[number]
        due = begin + EVERY * number / len(tables)
        while due < begin + seconds:
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
            for page in pages:
                page.updated.clear()
            started = time.perf_counter()
            await send(number)
            for page in pages:
                await asyncio.wait_for(page.updated.wait(), 30)
            times.append(time.perf_counter() - started)
            due += EVERY
            await asyncio.sleep(max(0.0, due - EVERY / 20 - asyncio.get_running_loop().time()))
            complete.append(max(page.last for page in pages) - started)

    for pages in tables:
        for page in pages:
            page.sizes.clear()
    await asyncio.gather(*(one(number) for number in range(len(tables))))
    used = (cpu_of(pid) - before) / (asyncio.get_running_loop().time() - begin)
    return Loaded(times, complete, [size for pages in tables for page in pages for size in page.sizes], used)


def planned() -> list[list[str]]:
    """The commands of an endless row of fights, as the referee of every table will give them.

    What only the referee sees of is given together with the next command that everybody sees.
    """
    game = find_ruleset("whitebox")
    fight = game.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml"))
    table = Table.open(game, "x", seed_from_text(SEED), game.options.meant(fight.options))
    for command in fight.start:
        table.submit(command, REFEREE)
    commands: list[list[str]] = []
    together: list[str] = []
    while len(commands) < PLANNED:
        following = fight.start[0] if game.finished(table.state) else game.suggest(table.state, REFEREE)
        assert following is not None
        entry = table.submit(following, REFEREE)
        assert isinstance(entry, Entry)
        together.append(msgspec.json.encode({"type": "order", "command": following}).decode())
        if any(not event.audience and tell(game, table.state, event, "it") for event in entry.events):
            commands.append(together)
            together = []
    return commands


class Ours:
    """Tables of ours, opened over HTTP, with a referee, three players and an onlooker at each."""

    SEATS = (
        {"name": "Anna", "sides": ["party"]},
        {"name": "Bruno", "controls": ["berto", "dalia"]},
        {"name": "Carla", "controls": ["guido", "livia"]},
        {"name": "Teo", "role": "spectator"},
    )

    def __init__(self, address: str) -> None:
        self.address = address
        self.tables: list[list[Page]] = []
        self.given: list[int] = []
        self.commands = planned()

    async def open(self, count: int) -> None:
        """Open more tables and all their pages."""
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=60) as client:
            for _ in range(count):
                body = {"game": "whitebox", "scene": "fights/orcs", "mode": "referee"}
                made = (await client.post("/v1/tables", json=body)).json()
                tokens = [made["token"]]
                for seat in self.SEATS:
                    headers = {"Authorization": f"Bearer {made['token']}"}
                    answer = await client.post(f"/v1/tables/{made['table']}/seats", json=seat, headers=headers)
                    tokens.append(answer.json()["token"])
                self.tables.append([await self.page(made["table"], token) for token in tokens])
                self.given.append(0)

    async def page(self, table: str, token: str) -> Page:
        """One page of a table."""
        headers = {"Authorization": f"Bearer {token}"}
        uri = f"ws://{self.address}/v1/tables/{table}/live?lang=it"
        socket = await connect(uri, additional_headers=headers, compression=None, max_size=None)
        return Page(socket, b'{"type":"fragments"')

    async def send(self, number: int) -> None:
        """The next command of a table's referee."""
        together = self.commands[self.given[number]]
        self.given[number] += 1
        for command in together:
            await self.tables[number][0].socket.send(command)

    async def close(self) -> None:
        """Close every page."""
        await asyncio.gather(*(page.close() for pages in self.tables for page in pages))


class Echo:
    """Tables of the echo's, whose commands are as long as our updates."""

    def __init__(self, address: str, size: int) -> None:
        self.address = address
        self.tables: list[list[Page]] = []
        self.payload = "x" * size

    async def open(self, count: int) -> None:
        """Open more tables and all their pages."""
        for _ in range(count):
            uri = f"ws://{self.address}/echo/{len(self.tables)}"
            sockets = [await connect(uri, compression=None, max_size=None) for _ in range(VIEWERS)]
            self.tables.append([Page(socket, b"x") for socket in sockets])

    async def send(self, number: int) -> None:
        """A command."""
        await self.tables[number][0].socket.send(self.payload)

    async def close(self) -> None:
        """Close every page."""
        await asyncio.gather(*(page.close() for pages in self.tables for page in pages))


# ---------------------------------------------------------------- the figures


async def transferred(address: str) -> tuple[int, int]:
    """Bytes of a table's first page with everything it loads, packed as a browser asks for it, and how many files."""
    import re

    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        made = await client.post("/v1/tables", json={"game": "whitebox", "scene": "fights/orcs"})
        pending, seen, total = [f"/tables/{made.json()['table']}"], set(), 0
        while pending:
            path = pending.pop()
            if path in seen:
                continue
            seen.add(path)
            async with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
                raw = b"".join([chunk async for chunk in answer.aiter_raw()])
                total += len(raw) + sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
                text = (await _text(answer, raw)) if "text" in answer.headers.get("content-type", "") else ""
            folder = path.rpartition("/")[0]
            pending += re.findall(r'(?:src|href)="(/static/[^"#]+)', text)
            pending += [f"{folder}/{name}" for name in re.findall(r'from "\./([\w.-]+)"', text)]
        return total, len(seen)


async def _text(answer: httpx.Response, raw: bytes) -> str:
    import gzip

    return (gzip.decompress(raw) if answer.headers.get("content-encoding") == "gzip" else raw).decode()


def line(what: str, loaded: Loaded) -> None:
    whole = median(loaded.complete) * 1000
    figures = f"p50 {loaded.p50:7.2f} ms  p99 {loaded.p99:7.2f} ms  whole page p50 {whole:7.2f} ms"
    print(f"  {what:<42} {figures}  {loaded.cpu:4.0%} of a core")


async def measure(folder: Path) -> None:
    """Everything, in one run."""
    failed = []
    async with served("ours", folder) as (address, pid), served("echo", folder) as (other, echo_pid):
        ours = Ours(address)
        await ours.open(1)
        empty = memory_of(pid)
        print(
            f"  a command every {EVERY:g} s at each table, until the last of {VIEWERS} viewers is told what happened:"
        )
        first = await load(ours.tables, ours.send, pid, SECONDS / 2)
        line("1 table", first)
        for count in (50, TABLES):
            await ours.open(count - len(ours.tables))
            loaded = await load(ours.tables, ours.send, pid, SECONDS)
            line(f"{count} tables", loaded)
        each = (memory_of(pid) - empty) / (TABLES - 1)
        echo = Echo(other, round(mean(loaded.sizes)))
        await echo.open(TABLES)
        ratios, wholes = [], []
        for _ in range(3):  # in turn, so that what slows the machine slows both
            peer = await load(echo.tables, echo.send, echo_pid, SECONDS / 2)
            again = await load(ours.tables, ours.send, pid, SECONDS / 2)
            ratios.append(again.p50 / peer.p50)
            wholes.append(median(again.complete) * 1000 / peer.p50)
        line(f"{TABLES} tables, bare echo of as many bytes", peer)
        ratio = median(ratios)
        verdict = "" if ratio <= CEILING else "  <-- NOT GOOD ENOUGH"
        print(f"  {'ours over the echo, p50':<58} {ratio:7.2f}x  (at most {CEILING:g}){verdict}")
        print(f"  {'the same until cards and choices are there, too':<58} {median(wholes):7.2f}x")
        if verdict:
            failed.append("p50 over the echo")
        await echo.close()
        await ours.open(TABLES)
        line(f"{2 * TABLES} tables", await load(ours.tables, ours.send, pid, SECONDS))
        sizes = sorted(loaded.sizes)
        typical = sizes[len(sizes) // 2]
        page, files = await transferred(address)
        for what, size, most in (
            (f"first page of a table, {files} files", page, FIRST_PAGE),
            ("update of one viewer, in the middle", typical, UPDATE),
        ):
            bad = size > most
            print(f"  {what:<58} {size / 1000:7.1f} kB (under {most / 1000:g}){'  <-- NOT GOOD ENOUGH' if bad else ''}")
            if bad:
                failed.append(what)
        print(f"  {'update of one viewer, nine in ten are below':<58} {sizes[len(sizes) * 9 // 10] / 1000:7.1f} kB")
        print(f"  {f'memory of a table with {VIEWERS} pages open':<58} {each / 1000:7.0f} kB")
        await ours.close()
    if failed:
        raise Below(", ".join(failed))


def main() -> None:
    """Print the figures; raises `Below` if one of them is not good enough."""
    Report("the table in the browser")
    with TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    serve(sys.argv[2], sys.argv[3], int(sys.argv[4]))
