"""Several processes at one table: each hears of the others through the channels, and reads what they wrote."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.testing import TestClient
from msgspec import Struct
from tests.sampling import sampled
from tests.store.postgres import database
from tests.web.redis_server import RedisServer, redis_server
from tests.web.tables import ALONE, BASE, Person, opened
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from arbitro.text import Fault
from arbitro.web.app import create_app
from arbitro.web.channels import LastingChannels, channels_backend, check_channels
from arbitro.web.messages import read_message

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


class Lines(Struct, frozen=True):
    """Where processes keep their tables, and how they tell each other of changes."""

    store: str
    channels: str

    @property
    def options(self) -> tuple[str, ...]:
        return ("--store", self.store, "--channels", self.channels)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return asyncio.run(database(tmp_path))


@pytest.fixture(params=["postgresql", "redis", "redis and sqlite"])
def lines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lines]:
    """All ways to serve tables from several processes."""
    if request.param == "postgresql":
        address = asyncio.run(database(tmp_path))
        yield Lines(address, address)
        return
    with redis_server() as redis:
        kept = str(tmp_path / "tables.db") if "sqlite" in request.param else asyncio.run(database(tmp_path))
        yield Lines(kept, redis.url)


def processes(stack: ExitStack, lines: Lines, count: int = 2) -> list[TestClient[Any]]:
    """Several applications, each with an event loop, a store and a line to the channels of its own."""
    settings = msgspec.structs.replace(ALONE, store=lines.store, channels=lines.channels)
    return [stack.enter_context(TestClient(create_app(settings), base_url=BASE)) for _ in range(count)]


def test_what_one_process_does_the_pages_of_another_show(lines):
    with ExitStack() as stack:
        here, there = processes(stack, lines)
        referee = opened(here, "referee")
        away = Person(there, referee.table, referee.token)
        with away.live() as line:
            line.receive_json()
            before = line.receive_json()
            assert referee.say("do", **referee.first_choice())["type"] == "done"
            news = line.receive_json()
            assert news["first"] == before["first"] + len(before["story"])
            assert news["story"]
        assert away.look() == referee.look()


def test_seats_that_one_process_hands_out_open_in_another_and_close_there(lines):
    with ExitStack() as stack:
        here, there = processes(stack, lines)
        referee = opened(here, "referee")
        seat = referee.post("/seats", {"name": "Anna", "sides": ["party"]}).json()
        anna = Person(there, referee.table, seat["token"])
        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            referee.ask("DELETE", f"/v1/tables/{referee.table}/seats/{seat['seat']}")
            while (closed := line.receive_json())["type"] != "problem":
                pass
            assert closed["code"] == "closed"


def test_commands_at_the_same_moment_are_all_carried_out_once(lines):
    """Each process finds that the other was faster, reads on and tries again."""
    with ExitStack() as stack:
        clients = processes(stack, lines)
        first = opened(clients[0], "referee")
        people = [first, Person(clients[1], first.table, first.token)]
        for person in people:
            person.look()

        async def notes(client: TestClient[Any], who: str) -> list[str]:
            house = client.app.state.house
            room = await house.tables.room(first.table)
            from arbitro.web.answering import Answerer

            desk = Answerer(house.tables, room, room.sittings[0], "en", None)
            answers = []
            for number in range(15):
                message = read_message(msgspec.json.encode({"type": "note", "text": f"{who} {number}"}))
                answers.append(type(await desk.answer(message)).__name__)
            return answers

        with clients[0].portal() as one, clients[1].portal() as two:
            running = [one.start_task_soon(notes, clients[0], "a"), two.start_task_soon(notes, clients[1], "b")]
            assert [set(task.result()) for task in running] == [{"Done"}, {"Done"}]
        lines = [line["text"] for line in first.get("/story?count=500").json()["lines"]]
        for who in ("a", "b"):
            assert [line for line in lines if f"Note: {who} " in line] == [f"Note: {who} {n}" for n in range(15)]


# ---------------------------------------------------------------- lines


def test_the_channels_are_chosen_by_their_address():
    assert type(channels_backend("")) is MemoryChannelsBackend
    assert type(channels_backend("postgresql+asyncpg://x@/y")) is LastingChannels
    assert type(channels_backend("redis://x:1/0")) is LastingChannels


class Stubborn:
    """A line on which every word waits until it is let through, or broken."""

    def __init__(self) -> None:
        self.waiting: dict[bytes, asyncio.Future[None]] = {}
        self.asked: asyncio.Queue[bytes] = asyncio.Queue()
        self.said: list[bytes] = []

    async def open(self, _channels: Any) -> None:
        pass

    async def send(self, data: bytes, _channel: str) -> None:
        self.waiting[data] = asyncio.get_running_loop().create_future()
        self.asked.put_nowait(data)
        await self.waiting[data]
        self.said.append(data)

    async def heard(self) -> Any:
        await asyncio.Event().wait()
        yield "", b""

    async def close(self) -> None:
        pass


def test_a_word_that_was_lost_while_another_went_through_is_made_good() -> None:
    async def scene() -> None:
        line = Stubborn()
        channels = LastingChannels(lambda: line, b"anything")
        await channels.subscribe(["tables"])

        async def publish(word: bytes) -> asyncio.Task[None]:
            task = asyncio.ensure_future(channels.publish(word, ["tables"]))
            await line.asked.get()
            return task

        slow, lost = await publish(b"slow"), await publish(b"lost")
        line.waiting[b"lost"].set_exception(ConnectionError())
        await lost
        line.waiting[b"slow"].set_result(None)
        await slow
        after = await publish(b"after")
        line.waiting[b"anything"].set_result(None)
        assert await line.asked.get() == b"after"
        line.waiting[b"after"].set_result(None)
        await after
        assert line.said == [b"slow", b"anything", b"after"]

    asyncio.run(scene())
    with pytest.raises(Fault, match="kafka"):
        channels_backend("kafka://x")


def test_an_address_where_nobody_answers_is_told_without_its_password(tmp_path):
    with pytest.raises(Fault) as told:
        asyncio.run(check_channels("redis://:secret@127.0.0.1:1/0"))
    assert "127.0.0.1" in str(told.value)
    assert "secret" not in str(told.value)


def test_an_extra_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr("arbitro.extras.find_spec", lambda _: None)
    with pytest.raises(Fault, match=r"arbitro\[redis\]"):
        channels_backend("redis://x:1/0")


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


async def eventually(found: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def heard_by(backend: ChannelsBackend) -> tuple[list[bytes], "asyncio.Task[None]"]:
    """What a process hears, while it listens."""
    words: list[bytes] = []

    async def listen() -> None:
        async for _, word in backend.stream_events():
            words.append(word)

    return words, asyncio.ensure_future(listen())


async def two_lines(address: str, cut: Callable[[], Any], mend: Callable[[], Any]) -> None:
    """Two processes talk; the line breaks, words are lost, and both hear that anything may have changed."""
    here, there = (channels_backend(address, b"anything") for _ in range(2))
    for each in (here, there):
        await each.on_startup()
        await each.subscribe(["tables"])
    words, listening = heard_by(there)
    own, listening_too = heard_by(here)
    try:
        await here.publish(b"one", ["tables"])
        await eventually(lambda: words == [b"one"] == own)
        await cut()
        await here.publish(b"lost", ["tables"])  # no fault: a move at the table must not fail for it
        await mend()
        await eventually(lambda: b"anything" in words and b"anything" in own)
        await here.publish(b"two", ["tables"])
        await eventually(lambda: words[-1] == own[-1] == b"two")
    finally:
        for task in (listening, listening_too):
            task.cancel()
        await asyncio.gather(listening, listening_too, return_exceptions=True)
        for each in (here, there):
            await each.on_shutdown()


def test_a_line_to_redis_that_breaks_is_laid_anew(redis):
    async def cut() -> None:
        await asyncio.to_thread(redis.stop)

    async def mend() -> None:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(redis.start)

    asyncio.run(two_lines(redis.url, cut, mend))


def test_a_line_to_postgresql_that_breaks_is_laid_anew(url):
    async def cut() -> None:
        import asyncpg

        other = await asyncpg.connect(dsn=url.replace("+asyncpg", ""))
        ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = $1"
        await other.execute(ours, urlsplit(url).path[1:])
        await other.close()

    async def mend() -> None:
        return None

    asyncio.run(two_lines(url, cut, mend))


def test_what_happened_while_the_line_was_broken_is_shown_when_it_is_whole_again(redis, tmp_path):
    with ExitStack() as stack:
        here, there = processes(stack, Lines(str(tmp_path / "tables.db"), redis.url))
        referee = opened(here, "referee")
        away = Person(there, referee.table, referee.token)
        with away.live() as line:
            line.receive_json()
            line.receive_json()
            redis.stop()
            assert referee.say("note", text="nobody hears this")["type"] == "done"
            redis.start()
            news = line.receive_json()
            assert any("nobody hears this" in told for told in news["story"])


# ---------------------------------------------------------------- real processes
#
# Each way to tell the others is tried above by applications in this process; programs of their own take long to start.


def started(*arguments: str, **environment: str) -> tuple["subprocess.Popen[str]", str]:
    """``arbitro serve``, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arbitro", "serve", "--port", "0", "--lang", "en", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    (address,) = re.findall(r"http://\S+", process.stdout.readline())
    return process, address


def stopped(process: "subprocess.Popen[str]") -> int:
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    process.stdout.close()
    return process.wait(20)


def answered(address: str) -> httpx.Response:
    """The first answer of a server that is starting."""
    end = time.monotonic() + 30
    while True:
        try:
            return httpx.get(address, timeout=10)
        except httpx.TransportError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def test_the_command_serves_and_stops(tmp_path):
    process, address = started(ARBITRO_DB=str(tmp_path / "tables.db"))
    try:
        about = answered(f"{address}v1").json()
        assert (about["program"], about["host"], about["shared"]) == ("arbitro", True, False)
        made = httpx.post(f"{address}v1/tables", json={"game": "whitebox", "scene": "fights/orcs"})
        assert made.status_code == 201
    finally:
        code = stopped(process)
    assert code in (0, -signal.SIGINT, 130)
    assert (tmp_path / "tables.db").exists()


def test_serving_without_channels_that_answer_is_refused_in_plain_words(tmp_path):
    nobody = f"unix://{tmp_path}/nobody.sock"
    told = subprocess.run(
        [sys.executable, "-m", "arbitro", "serve", "--lang", "en", "--workers", "2", "--channels", nobody],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told.returncode != 0
    assert "Nobody answers" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("lines", sampled(("redis and sqlite", "redis", "postgresql"), 1), indirect=True)
def test_several_workers_serve_one_table(lines):
    process, address = started(*lines.options, "--workers", "2")
    try:
        answered(f"{address}v1")
        table, headers = new_table(address)
        for number in range(12):  # each on a connection of its own, so that both have their share
            note(address, table, headers, f"note {number}")
        assert notes_at(address, table, headers)[-12:] == [f"note {number}" for number in range(12)]
    finally:
        stopped(process)


def new_table(address: str) -> tuple[str, dict[str, str]]:
    """A table at a server, and the seat of its referee."""
    made = httpx.post(
        f"{address}v1/tables", json={"game": "whitebox", "scene": "fights/orcs", "mode": "referee"}, timeout=PATIENCE
    )
    return made.json()["table"], {"Authorization": f"Bearer {made.json()['token']}", "Accept-Language": "en"}


def tell(address: str, table: str, headers: dict[str, str], **message: Any) -> None:
    answer = httpx.post(f"{address}v1/tables/{table}/messages", json=message, headers=headers, timeout=PATIENCE)
    assert answer.json()["type"] == "done", answer.text


def note(address: str, table: str, headers: dict[str, str], text: str) -> None:
    tell(address, table, headers, type="note", text=text)


def notes_at(address: str, table: str, headers: dict[str, str]) -> list[str]:
    found = httpx.get(f"{address}v1/tables/{table}/story?count=500", headers=headers, timeout=PATIENCE)
    told = [line["text"] for line in found.json()["lines"]]
    return [text.removeprefix("Note: ") for text in told if text.startswith("Note: ")]


def look(address: str, table: str, headers: dict[str, str]) -> Any:
    return httpx.get(f"{address}v1/tables/{table}", headers=headers, timeout=PATIENCE).json()


class Onlooker:
    """A page that stays open at one process, and what it has been sent."""

    def __init__(self, stack: ExitStack, address: str, table: str, headers: dict[str, str]) -> None:
        at = f"{address.replace('http', 'ws', 1)}v1/tables/{table}/live"
        opening = connect(at, additional_headers=headers, open_timeout=PATIENCE, close_timeout=1, max_size=None)
        self.line = stack.enter_context(opening)
        assert json.loads(self.line.recv(PATIENCE))["type"] == "hello"
        self.welcome = json.loads(self.line.recv(PATIENCE))

    def wait_for(self, text: str) -> None:
        """Wait until the story tells of something."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if any(text in line for line in json.loads(self.line.recv(PATIENCE)).get("story", ())):
                return
        pytest.fail(f"{text} was never told")

    def wait_for_the_end(self) -> None:
        """Wait until the process at the other end is gone."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.line.recv(PATIENCE)


@pytest.mark.parametrize("lines", sampled(("postgresql", "redis", "redis and sqlite"), 1), indirect=True)
def test_a_table_in_two_processes_undo_a_killed_process_and_the_way_back(lines):
    """What is done at one is seen at the other; one dies, the other plays on; a new one has all of it."""
    with ExitStack() as stack:
        (one, first), (two, second) = (started(*lines.options) for _ in range(2))
        for process in (one, two):
            stack.callback(stopped, process)
        for address in (first, second):
            answered(f"{address}v1")
        table, headers = new_table(first)
        here, there = (Onlooker(stack, address, table, headers) for address in (first, second))
        note(first, table, headers, "said here")
        note(second, table, headers, "said there")
        for page in (here, there):
            page.wait_for("said there")
        assert notes_at(first, table, headers) == notes_at(second, table, headers) == ["said here", "said there"]

        before = look(second, table, headers)
        offer = before["choices"][0]
        values = {
            field["name"]: field["picks"][0]["value"] if field["kind"] == "pick" else field.get("minimum") or 0
            for field in offer.get("fields", ())
        }
        tell(first, table, headers, type="do", choice=offer["id"], values=values, at=before["seq"], mark=offer["mark"])
        since = look(second, table, headers)["seq"]
        assert since > before["seq"]
        tell(second, table, headers, type="undo", at=since)
        after = look(first, table, headers)
        assert after["view"] == before["view"]

        two.kill()
        two.wait()
        there.wait_for_the_end()
        note(first, table, headers, "while one was dead")
        here.wait_for("while one was dead")

        again, third = started(*lines.options)
        stack.callback(stopped, again)
        answered(f"{third}v1")
        back = Onlooker(stack, third, table, headers)
        assert any("while one was dead" in line for line in back.welcome["story"])
        note(first, table, headers, "and on it goes")
        back.wait_for("and on it goes")
