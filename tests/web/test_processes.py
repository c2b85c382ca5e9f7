"""Several processes at one table: each hears of the others through the channels, and reads what they wrote."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient
from tests.store.postgres import database
from tests.web.tables import ALONE, BASE, Person, opened

from arbitro.web.app import channels_backend, create_app
from arbitro.web.messages import read_message

ROOT = Path(__file__).parents[2]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return asyncio.run(database(tmp_path))


def processes(stack: ExitStack, url: str, count: int = 2) -> list[TestClient[Any]]:
    """Several applications, each with an event loop, a store and a line to the channels of its own."""
    settings = msgspec.structs.replace(ALONE, store=url, channels=url)
    return [stack.enter_context(TestClient(create_app(settings), base_url=BASE)) for _ in range(count)]


def test_what_one_process_does_the_pages_of_another_show(url):
    with ExitStack() as stack:
        here, there = processes(stack, url)
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


def test_seats_that_one_process_hands_out_open_in_another_and_close_there(url):
    with ExitStack() as stack:
        here, there = processes(stack, url)
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


def test_commands_at_the_same_moment_are_all_carried_out_once(url):
    """Each process finds that the other was faster, reads on and tries again."""
    with ExitStack() as stack:
        clients = processes(stack, url)
        first = opened(clients[0], "referee")
        people = [first, Person(clients[1], first.table, first.token)]
        for person in people:
            person.look()

        async def notes(client: TestClient[Any], who: str) -> list[str]:
            house = client.app.state.house
            room = await house.tables.room(first.table)
            from arbitro.web.desk import Desk

            desk = Desk(house.tables, room, room.sittings[0], "en", None)
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


def test_the_channels_are_chosen_by_their_address():
    assert type(channels_backend("")).__name__ == "MemoryChannelsBackend"
    assert type(channels_backend("postgresql+asyncpg://x@/y")).__name__ == "AsyncPgChannelsBackend"


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


def test_several_workers_serve_one_table(url, tmp_path):
    process, address = started("--store", url, "--channels", url, "--workers", "2")
    try:
        answered(f"{address}v1")
        made = httpx.post(f"{address}v1/tables", json={"game": "whitebox", "scene": "fights/orcs", "mode": "referee"})
        table, token = made.json()["table"], made.json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        for number in range(12):  # each on a connection of its own, so that both have their share
            body = {"type": "note", "text": f"note {number}"}
            answer = httpx.post(f"{address}v1/tables/{table}/messages", json=body, headers=headers)
            assert answer.json()["type"] == "done"
        story = httpx.get(f"{address}v1/tables/{table}/story", headers=headers).json()["lines"]
        assert [line["text"] for line in story[-12:]] == [f"Note: note {number}" for number in range(12)]
    finally:
        stopped(process)
