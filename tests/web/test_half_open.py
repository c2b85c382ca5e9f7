"""Connections that say nothing, or not enough, are closed; those that do are served."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Thread

import pytest
import uvicorn
from msgspec.structs import replace
from tests.web.tables import ALONE

from arbitro.web.app import create_app
from arbitro.web.later import Later
from arbitro.web.serving import uvicorn_options

SECONDS = 1.0
PATIENCE = 20.0


@contextmanager
def serving() -> Iterator[int]:
    """A real server, impatient."""
    settings = replace(ALONE, request_seconds=SECONDS)
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=0, **uvicorn_options(settings)))
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen()
        running = Thread(target=lambda: asyncio.run(server.serve(sockets=[bound])))
        running.start()
        try:
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            running.join()


HEAD = b"POST /v1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET /v1 HT", b"GET /v1 HTTP/1.1\r\nHost: 127.0", HEAD, HEAD + b'{"game": "wh'],
    ids=["nothing", "half a line", "half a head", "no body", "half a body"],
)
def test_what_is_never_said_to_the_end_is_not_waited_for(begun: bytes) -> None:
    with serving() as port, socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(begun)
        since = time.monotonic()
        assert ended(line)
        assert time.monotonic() - since < PATIENCE / 2


def test_a_head_that_comes_letter_by_letter_is_not_waited_for() -> None:
    with serving() as port, socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        since = time.monotonic()
        line.settimeout(0.05)
        while time.monotonic() - since < PATIENCE:
            try:
                line.sendall(b"G")
                if not line.recv(100):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() - since < PATIENCE / 2


def test_half_a_second_request_is_not_waited_for_either() -> None:
    asked = b"GET /v1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving() as port, socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(asked)
        assert b"200 OK" in line.recv(10_000)
        line.sendall(asked[:20])
        assert ended(line)


def test_whoever_asks_is_answered_and_may_ask_again() -> None:
    with serving() as port:
        line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        for _ in range(3):
            line.request("GET", "/v1")
            answer = line.getresponse()
            assert answer.status == 200
            answer.read()
            own = line.sock
            time.sleep(1.5 * SECONDS)  # quiet between two requests is no fault
            assert line.sock is own
        line.close()


def ended(line: socket.socket) -> bool:
    """Whether the other end hangs up."""
    try:
        while line.recv(10_000):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


LIVE = (
    "GET /v1/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING = b'\x81\x8f\0\0\0\0{"type":"ping"}'
"""A message of a page, as a frame."""


@pytest.mark.parametrize("said", [b"", 30 * PING], ids=["silent", "talkative"])
def test_a_page_that_hangs_up_at_any_moment_is_no_fault(
    said: bytes, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is written to it after that: nobody who runs the server reads of it, and nobody waits for its answer."""
    hurried: list[Later] = []
    monkeypatch.setattr("arbitro.web.tables.Later", lambda: hurried.append(Later()) or hurried[-1])
    with serving() as port:
        line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        wish = b'{"game": "whitebox", "scene": "fights/orcs", "mode": "referee"}'
        line.request("POST", "/v1/tables", wish, {"Content-Type": "application/json"})
        made = json.loads(line.getresponse().read())
        for heard in (0, 0, 0, 1, 300, 3000):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as page:
                page.sendall(LIVE.format(**made).encode() + (b"" if heard else said))
                got = 0
                while got < heard:
                    got += len(page.recv(heard - got))
                page.sendall(said if heard else b"")
                page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # as a phone goes
        line.request("GET", f"/v1/tables/{made['table']}", headers={"Authorization": f"Bearer {made['token']}"})
        assert line.getresponse().status == 200
        line.close()
    assert [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []
    assert [one._answering for one in hurried] == [0]


ASKED = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'


@pytest.mark.parametrize("said", [0, 1, len(ASKED) - 1], ids=["nothing", "a letter", "all but a letter"])
def test_a_model_that_hangs_up_in_the_middle_is_no_fault_either(said: int, caplog: pytest.LogCaptureFixture) -> None:
    with serving() as port:
        line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        head = "".join(f"{name}: {value}\r\n" for name, value in {**kinds, "Host": "127.0.0.1"}.items()).encode()
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as model:
                length = f"Content-Length: {len(ASKED)}\r\n\r\n".encode()
                model.sendall(b"POST /mcp HTTP/1.1\r\n" + head + length + ASKED[:said])
                if said:  # another waits until it is hung up on
                    model.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                else:
                    assert ended(model)
        line.request("POST", "/mcp", ASKED, kinds)
        answer = line.getresponse()
        assert (answer.status, b'"result"' in answer.read()) == (200, True)
        line.close()
    assert [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []
