"""The table in the browser: many tables at once, each command shown to five viewers, beside a bare echo.

Two processes: a server on a real disk, and this one, which holds every page's WebSocket and gives the commands. Every
table plays a game of its own. What is a player's to do is done from that player's page, as a choice that was offered
there (``do``); the rest is ordered by the referee. A command is timed twice: until every page has been told what
happened, and until every page has everything that it changed: cards, drawing, choices. The echo is the same framework
on the same server with nothing behind it: a command is handed on to the five pages of its table, as many bytes as ours
are sent in all. That is the peer of the limits. It forgets what it was told, and we tell nobody anything that is not on
disk: so a second echo keeps each command before it hands it on, and what the disk takes is in both times. Commands of
different tables are evenly spread over the two seconds, none at the same moment by design. What drawing costs the
processor by itself is measured by `pages.py`.
"""

import asyncio
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from itertools import count, islice
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
import msgspec
from benchmarks.common import Below, Report
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command
from arbitro.kernel.event import tag_of
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.web.driver import next_by_itself
from arbitro.web.shelf import ready_scenes
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.wording import Wording

TABLES: Final = 200
EXPEDITIONS: Final = 20
"""So many tables in a dungeon: one step there is a fight's many times over."""
VIEWERS: Final = 5
EVERY: Final = 2.0
"""Seconds between two commands of one table."""
SECONDS: Final = 10.0
"""How long each load is kept up."""
ROUNDS: Final = 3
"""How often ours and the echo are measured in turn."""
TOLD, WHOLE = 3.0, 5.0
"""So many times the echo's time a command may take, in the middle: until five viewers are told what happened, and until
they have everything that it changed."""
ECHOES: Final = {"echo": ("bare echo", (TOLD, WHOLE)), "kept": ("echo that keeps it first", (0.0, 0.0))}
"""The peers, as they are called, and so many times their time; 0: no limit."""
ENTRY: Final = 2_000
"""Bytes of a command that an echo keeps: an entry of ours."""
FIRST_PAGE: Final = 150_000
UPDATE: Final = 10_000

LANGUAGE: Final = "it"
"""What the pages are read in."""
SETTLED: Final = 0.25
"""Seconds after which the engine has done what it does by itself after a command."""

Send = Callable[[int], Awaitable[None]]


# ---------------------------------------------------------------- the servers


def seed_of(number: int) -> bytes:
    """The dice of the table that was opened after so many others."""
    return seed_from_text(f"benchmark {number}")


def serve(kind: str, folder: str, port: int) -> None:
    """One of the two servers, until it is stopped."""
    import uvicorn

    from arbitro.web.process import settle
    from arbitro.web.serving import uvicorn_options
    from arbitro.web.settings import Settings

    settle()
    settings = Settings(store=str(Path(folder) / "tables.db"), per_second=1e9, at_once=10**9, knocks_at_once=10**9)
    app: Any
    if kind == "ours":
        from arbitro.web.app import create_app

        numbers = count()
        app = create_app(settings, seed=lambda: seed_of(next(numbers)))
    else:
        app = echo_app(Path(folder) / "echo.log")
    uvicorn.run(app, host="127.0.0.1", port=port, backlog=4096, **uvicorn_options(settings))


def echo_app(log: Path) -> Any:
    """A bare application: what comes in for a table goes out to all of its pages, of some when it is on disk."""
    from litestar import Litestar, WebSocket, get, websocket
    from litestar.exceptions import WebSocketDisconnect
    from litestar.params import FromPath

    tables: dict[str, list[WebSocket[Any, Any, Any]]] = {}
    thread, file = ThreadPoolExecutor(1), os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def keep(text: str) -> None:
        os.write(file, text[:ENTRY].encode())
        os.fdatasync(file)

    @get("/v1", sync_to_thread=False)
    def about() -> str:
        return "echo"

    @websocket(["/echo/{table:str}", "/kept/{table:str}"])
    async def echo(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
        await socket.accept()
        kept = socket.url.path.startswith("/kept/")
        pages = tables.setdefault(table, [])
        pages.append(socket)
        try:
            while True:
                text = await socket.receive_data(mode="text")
                if kept:
                    await asyncio.get_running_loop().run_in_executor(thread, keep, text)
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


_SEQ: Final = re.compile(rb'"seq":(\d+)')


class Page:
    """One page: its connection, and what it has been sent since the last command."""

    def __init__(self, socket: ClientConnection, news: bytes, story: bytes) -> None:
        self.socket = socket
        self.news, self.story = news, story
        """How a message begins that changes the page, and what is in one that tells what happened."""
        self.size = 0
        self.last = 0.0
        """When the latest of it came."""
        self.refused = asyncio.Event()
        """Whether a command was given that cannot be carried out: the table is not where it was thought to be."""
        self.told = asyncio.Event()
        self.seq = 0
        """How many entries the page was shown."""
        self.reading = asyncio.ensure_future(self._read())

    def expect(self) -> None:
        """A command is given."""
        self.size = 0
        self.told.clear()

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for message in self.socket:
                raw = message if isinstance(message, bytes) else message.encode()
                if raw.startswith(self.news):
                    self.size += len(raw)
                    self.last = time.perf_counter()
                    if (shown := _SEQ.search(raw)) is not None:
                        self.seq = int(shown[1])
                    if self.story in raw:
                        self.told.set()
                elif raw.startswith(b'{"type":"refused"'):
                    self.refused.set()

    async def close(self) -> None:
        """Go away."""
        self.reading.cancel()
        await self.socket.close()


class Loaded(Struct):
    """What came of a load, in milliseconds and bytes."""

    told: list[float]
    """From a command until every page is told what happened."""
    whole: list[float]
    """From a command until every page has everything."""
    sizes: list[int]
    """What a page is sent for one command."""
    cpu: float
    """Share of one processor that the server used."""
    each: float
    """Milliseconds of it for one command: others on the machine change that less than how long it takes."""


async def load(tables: list[list[Page]], send: Send, pid: int, seconds: float, before: Send | None = None) -> Loaded:
    """A command at each table every two seconds, evenly spread; each timed until its last page has the last of it.

    What must be done at a table `before` its next command is not timed.
    """
    told: list[float] = []
    whole: list[float] = []
    sizes: list[int] = []
    clock = asyncio.get_running_loop().time
    begin = clock()
    used = cpu_of(pid)

    async def one(number: int) -> None:
        pages = tables[number]
        due = begin + EVERY * number / len(tables)
        while due < begin + seconds:
            await asyncio.sleep(max(0.0, due - clock()))
            if before is not None:
                await before(number)
            for page in pages:
                page.expect()
            started = time.perf_counter()
            await send(number)
            for page in pages:
                while not page.told.is_set():
                    if any(page.refused.is_set() for page in pages):
                        return  # the engine had not done yet what it does by itself, and the game took another course
                    with suppress(TimeoutError):
                        await asyncio.wait_for(page.told.wait(), 1)
            told.append(1000 * (time.perf_counter() - started))
            due += EVERY
            await asyncio.sleep(max(0.0, due - EVERY / 20 - clock()))  # whatever else comes belongs to this command
            whole.append(1000 * (max(page.last for page in pages) - started))
            sizes.extend(page.size for page in pages)

    await asyncio.gather(*(one(number) for number in range(len(tables))))
    spent = cpu_of(pid) - used
    return Loaded(told, whole, sizes, spent / (clock() - begin), 1000 * spent / max(len(told), 1))


class Given(Struct, frozen=True):
    """A message to be sent, and from which of a table's pages: 0 is the referee's."""

    page: int
    message: dict[str, Any]

    async def send(self, pages: list[Page]) -> None:
        """Give the command; what is chosen says as of when it was shown."""
        page = pages[self.page]
        shown = {"at": page.seq} if self.message["type"] == "do" else {}
        await page.socket.send(msgspec.json.encode({**self.message, **shown}).decode())


class Scene(Struct, frozen=True):
    """What is played: a scene of a game, who sits there beside the referee, and how the commands are found."""

    game: str
    scene: str
    seats: tuple[dict[str, Any], ...]
    underground: bool = False
    """Whether what comes before the first steps in a dungeon is passed over."""

    def commands(self, number: int) -> Iterator[list[Given]]:
        """The commands of a table, as a plain automatic player would give them, until nobody is left.

        What only the referee sees of is given together with the next command that everybody sees.
        """
        game = find_game(self.game)
        setup = game.read_setup(ready_scenes(game.id)[self.scene])
        table = Table.open(game, "x", seed_of(number), game.options.meant(setup.options))
        for command in setup.start:
            table.submit(command, REFEREE)
        together: list[Given] = []
        while not (self.underground and game.finished(table.state)):
            following = setup.start[0] if game.finished(table.state) else game.suggest(table.state, REFEREE)
            assert following is not None
            together.append(
                self._own_choice(game, table, following) or Given(0, {"type": "order", "command": following})
            )
            if self._seen(game, table, following) and not (self.underground and len(table.state.dungeon.spaces) < 2):
                yield together
                together = []

    def _own_choice(self, game: Ruleset[Any], table: Table[Any], command: Command) -> Given | None:
        """A command as what it is to the player whose it is: something that is offered on their page."""
        owner, tag = game.owner(table.state, command), tag_of(type(command))
        for page, sitting in enumerate(self._sittings, 1):
            seat = sitting.seat(game, table.state)
            if not sitting.may_play or not seat.may_act_for(owner):
                continue
            for choice in game.choices(table.state, seat):
                for filled in choice.fillings() if choice.command == tag else ():
                    if game.command(filled) == command:
                        values = {parameter.name: filled[parameter.name] for parameter in choice.parameters}
                        mark = Wording(game, table.state, LANGUAGE).mark(choice)
                        return Given(page, {"type": "do", "choice": choice.id, "mark": mark, "values": values})
        return None

    def _seen(self, game: Ruleset[Any], table: Table[Any], following: Any) -> bool:
        """Carry out a command, and what the engine does then by itself; whether everybody is told anything."""
        seen = False
        while following is not None:
            entry = table.submit(following, REFEREE)
            assert isinstance(entry, Entry)
            seen = seen or any(not event.audience and tell(game, table.state, event, "it") for event in entry.events)
            following = next_by_itself(game, table.state, Arrangement(), self._sittings)
        return seen

    @property
    def _sittings(self) -> tuple[Sitting, ...]:
        return tuple(msgspec.convert({"id": "", **seat}, Sitting) for seat in self.seats)


FIGHT: Final = Scene(
    "whitebox",
    "fights/orcs",
    (
        {"name": "Anna", "sides": ("party",)},
        {"name": "Bruno", "controls": ("berto", "dalia")},
        {"name": "Carla", "controls": ("guido", "livia")},
        {"name": "Teo", "role": "spectator"},
    ),
)
EXPEDITION: Final = Scene(
    "campaign-whitebox",
    "campaigns/ready-novices",
    (
        {"name": "Anna", "sides": ("party",)},
        {"name": "Bruno", "controls": ("bruno", "alma")},
        {"name": "Carla", "controls": ("celso", "mirto")},
        {"name": "Teo", "role": "spectator"},
    ),
    underground=True,
)


class Ours:
    """Tables of ours, opened over HTTP, with a referee, three players and an onlooker at each."""

    opened = 0
    """How many tables the server has opened: each has dice of its own."""

    def __init__(self, address: str, scene: Scene) -> None:
        self.address = address
        self.scene = scene
        self.tables: list[list[Page]] = []
        self.plans: list[Iterator[list[Given]]] = []
        self.commands: list[list[list[Given]]] = []
        self.given = self.own = 0
        """How many commands were given, and how many of them by players."""

    async def open(self, number: int) -> None:
        """Open more tables and all their pages."""
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=60) as client:
            for _ in range(number):
                body = {"game": self.scene.game, "scene": self.scene.scene, "mode": "referee"}
                made = (await client.post("/v1/tables", json=body)).json()
                tokens = [made["token"]]
                for seat in self.scene.seats:
                    headers = {"Authorization": f"Bearer {made['token']}"}
                    answer = await client.post(f"/v1/tables/{made['table']}/seats", json=seat, headers=headers)
                    tokens.append(answer.json()["token"])
                self.tables.append([await self.page(made["table"], token) for token in tokens])
                self.plans.append(self.scene.commands(Ours.opened))
                self.commands.append([])
                Ours.opened += 1

    async def page(self, table: str, token: str) -> Page:
        """One page of a table."""
        headers = {"Authorization": f"Bearer {token}"}
        uri = f"ws://{self.address}/v1/tables/{table}/live?lang={LANGUAGE}"
        socket = await connect(uri, additional_headers=headers, compression=None, max_size=None)
        return Page(socket, b'{"type":"fragments"', b'"story":')

    async def load(self, pid: int, seconds: float) -> Loaded:
        """Put a load on the server. The commands are found before, so that nobody waits for them."""
        needed = int(seconds / EVERY) + 1
        for plan, commands in zip(self.plans, self.commands, strict=True):
            commands += islice(plan, needed - len(commands))
            await asyncio.sleep(0)
        playing = [number for number, commands in enumerate(self.commands) if len(commands) >= needed]

        async def before(number: int) -> None:
            *unseen, _ = self.commands[playing[number]][0]
            pages = self.tables[playing[number]]
            for command in unseen:
                shown = pages[0].seq
                await command.send(pages)
                while pages[0].seq == shown and not any(page.refused.is_set() for page in pages):  # noqa: ASYNC110
                    await asyncio.sleep(SETTLED / 10)
                await asyncio.sleep(SETTLED)

        async def send(number: int) -> None:
            command = self.commands[playing[number]].pop(0)[-1]
            self.given, self.own = self.given + 1, self.own + (command.page > 0)
            await command.send(self.tables[playing[number]])

        return await load([self.tables[number] for number in playing], send, pid, seconds, before)

    async def close(self) -> None:
        """Close every page."""
        await asyncio.gather(*(page.close() for pages in self.tables for page in pages))


class Echo:
    """Tables of the echo's, whose commands are as long as all that one of our pages is sent for a command."""

    def __init__(self, address: str, size: int, kind: str = "echo") -> None:
        self.address = address
        self.kind = kind
        self.tables: list[list[Page]] = []
        self.payload = "x" * size

    async def open(self, number: int) -> None:
        """Open more tables and all their pages."""
        for _ in range(number):
            uri = f"ws://{self.address}/{self.kind}/{self.kind}-{len(self.tables)}"
            sockets = [await connect(uri, compression=None, max_size=None) for _ in range(VIEWERS)]
            self.tables.append([Page(socket, b"x", b"x") for socket in sockets])

    async def load(self, pid: int, seconds: float) -> Loaded:
        """The same load."""
        return await load(self.tables, self._send, pid, seconds)

    async def _send(self, number: int) -> None:
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
    """A load in one line: the middle, and what one in a hundred takes longer than."""
    told, whole = (
        f"p50 {median(times):7.2f}  p99 {quantiles(times, n=100)[98]:7.2f} ms" for times in (loaded.told, loaded.whole)
    )
    spent = f"{loaded.cpu:4.0%} of a core, {loaded.each:.1f} ms of it a command"
    print(f"  {what:<38} {told}   everything: {whole}  {spent}")


class Figures:
    """Figures below a ceiling, and which of them are not."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def size(self, what: str, size: float, most: int = 0) -> None:
        """So many bytes, and how many there may be."""
        limit = f" (under {most / 1000:g})" if most else ""
        print(f"  {what:<66} {size / 1000:7.1f} kB{limit}{self._verdict(what, bool(most) and size > most)}")

    def ratio(self, what: str, ratio: float, most: float = 0) -> None:
        """So many times the echo's, and how many there may be."""
        limit = f"  (at most {most:g})" if most else ""
        print(f"  {what:<66} {ratio:7.2f}x{limit}{self._verdict(what, bool(most) and ratio > most)}")

    def share(self, what: str, part: int, whole: int) -> None:
        """So many of all."""
        print(f"  {what:<66} {part / whole:7.0%}")

    def _verdict(self, what: str, bad: bool) -> str:
        if bad:
            self.failed.append(what)
        return "  <-- NOT GOOD ENOUGH" if bad else ""


async def measure(folder: Path) -> None:
    """Everything, in one run."""
    figures = Figures()
    async with served("ours", folder) as (address, pid), served("echo", folder) as (other, echo_pid):
        ours = Ours(address, FIGHT)
        await ours.open(1)
        empty = memory_of(pid)
        print(
            f"  a command every {EVERY:g} s at each table, until the last of {VIEWERS} viewers is told what happened,"
        )
        print("  and until the last has everything that it changed:")
        line("1 table", await ours.load(pid, SECONDS))
        for number in (50, TABLES):
            await ours.open(number - len(ours.tables))
            loaded = await ours.load(pid, SECONDS)
            line(f"{number} tables", loaded)
        each = (memory_of(pid) - empty) / (TABLES - 1)
        echoes = {kind: Echo(other, round(mean(loaded.sizes)), kind) for kind in ECHOES}
        ratios: dict[str, list[tuple[float, float]]] = {kind: [] for kind in ECHOES}
        for echo in echoes.values():
            await echo.open(TABLES)
        for _ in range(ROUNDS):  # in turn, so that what slows the machine slows all
            peers = {kind: await echo.load(echo_pid, SECONDS / 2) for kind, echo in echoes.items()}
            again = await ours.load(pid, SECONDS / 2)
            for kind, peer in peers.items():
                once = median(peer.whole)
                ratios[kind].append((median(again.told) / once, median(again.whole) / once))
        line(f"{TABLES} tables", again)
        for kind, (called, limits) in ECHOES.items():
            line(f"{TABLES} tables, {called}", peers[kind])
            told, whole = (median(column) for column in zip(*ratios[kind], strict=True))
            figures.ratio(f"until the last viewer is told, over the {called}: p50", told, limits[0])
            figures.ratio("until the last viewer has everything that it changed, over the same", whole, limits[1])
        figures.share("commands that players gave themselves", ours.own, ours.given)
        for echo in echoes.values():
            await echo.close()
        await ours.open(TABLES)
        line(f"{2 * TABLES} tables", await ours.load(pid, SECONDS))
        await ours.close()
        below = Ours(address, EXPEDITION)
        await below.open(EXPEDITIONS)
        await below.load(pid, EVERY)  # they go down
        deep = await below.load(pid, 2 * SECONDS)
        line(f"{EXPEDITIONS} tables in a dungeon", deep)
        await below.close()
        page, files = await transferred(address)
        figures.size(f"first page of a table, {files} files", page, FIRST_PAGE)
        for what, sizes in (("in a fight", sorted(loaded.sizes)), ("in a dungeon", sorted(deep.sizes))):
            figures.size(f"what a command sends to one viewer {what}, in the middle", median(sizes), UPDATE)
            figures.size("nine in ten are below", sizes[len(sizes) * 9 // 10])
        figures.size(f"memory of a table with {VIEWERS} pages open", each)
    if figures.failed:
        raise Below(", ".join(figures.failed))


def main() -> None:
    """Print the figures; raises `Below` if one of them is not good enough."""
    Report("the table in the browser")
    with TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    serve(sys.argv[2], sys.argv[3], int(sys.argv[4]))
