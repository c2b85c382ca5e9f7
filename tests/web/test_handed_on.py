"""What one process hands on to another: only its own word counts about who asks; who is not led on comes again."""

import asyncio
import json
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from msgspec.structs import replace
from tests.web.tables import HOST_TOKEN, SHARED
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from arbitro.store.fault import StoreAway
from arbitro.web.app import create_app
from arbitro.web.pipe import lead_on
from arbitro.web.relay import FOR, Handed, Relay
from arbitro.web.security import Limits
from arbitro.web.serving import PatientServer, uvicorn_options
from arbitro.web.settings import Settings

PATIENCE = 30.0
LIES = (
    {"X-Arbitro-For": "https 6.6.6.6"},
    {"x-arbitro-for": "https 6.6.6.6"},
    {"X-ARBITRO-FOR": "https 6.6.6.6, https 7.7.7.7"},
    {"X-Forwarded-For": "6.6.6.6"},
    {"X-Forwarded-For": "6.6.6.6, 7.7.7.7", "X-Forwarded-Proto": "https"},
    {"Forwarded": "for=6.6.6.6;proto=https"},
    {"X-Real-IP": "6.6.6.6"},
)
"""What a visitor may say of where they come from."""


class Asked:
    """From where requests came, as the doors of the servers saw it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.by: list[str] = []
        allow = Limits.allow

        def noting(limits: Limits, who: str) -> bool:
            self.by.append(who)
            return allow(limits, who)

        patch.setattr(Limits, "allow", noting)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


@contextmanager
def worker(settings: Settings, folder: Path, number: int) -> Iterator[str]:
    """A server with a socket of its own for the others, and its address."""
    inner = str(folder / f"{number}.sock")
    own = replace(settings, store=str(folder / "tables.db"), inner=inner)
    server = PatientServer(create_app(own), own)
    with running(server, inner) as port:
        yield f"http{'s' if own.cert else ''}://127.0.0.1:{port}"


@contextmanager
def running(server: uvicorn.Server, inner: str = "") -> Iterator[int]:
    with ExitStack() as stack:
        bound = stack.enter_context(socket.socket())
        bound.bind(("127.0.0.1", 0))
        bound.listen()
        sockets = [bound]
        if inner:
            own = stack.enter_context(socket.socket(socket.AF_UNIX))
            own.bind(inner)
            own.listen()
            sockets.append(own)
        thread = Thread(target=lambda: asyncio.run(server.serve(sockets=sockets)))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def made(address: str) -> tuple[str, dict[str, str]]:
    answer = httpx.post(
        f"{address}/v1/tables",
        json={"game": "whitebox", "scene": "fights/orcs", "mode": "referee"},
        headers={"Authorization": f"Bearer {HOST_TOKEN}"},
        timeout=PATIENCE,
    )
    assert answer.status_code == 201, answer.text
    own = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert httpx.get(f"{address}/v1/tables/{answer.json()['table']}", headers=own, timeout=PATIENCE).status_code == 200
    return answer.json()["table"], own


def looked(address: str, table: str, headers: dict[str, str]) -> None:
    """Open a page's line, and ask by HTTP, too."""
    at = f"{address.replace('http', 'ws', 1)}/v1/tables/{table}/live"
    with connect(at, additional_headers=headers, open_timeout=PATIENCE, close_timeout=1, max_size=None) as line:
        assert json.loads(line.recv(PATIENCE))["type"] == "hello"
    got = httpx.get(f"{address}/v1/tables/{table}", headers=headers, timeout=PATIENCE)
    assert got.status_code == 200, got.text


def test_nobody_says_for_themselves_where_they_come_from(tmp_path: Path, asked: Asked) -> None:
    with worker(SHARED, tmp_path, 1) as here, worker(SHARED, tmp_path, 2) as there:
        table, own = made(here)
        for lie in LIES:
            for address in (here, there):  # where the table is, and where it is handed on
                asked.by.clear()
                looked(address, table, own | lie)
                assert {who for who in asked.by if "." in who} == {"127.0.0.1"}, (lie, address)


def test_nobody_does_with_one_process_either(asked: Asked) -> None:
    with running(uvicorn.Server(uvicorn.Config(create_app(SHARED), **uvicorn_options(SHARED)))) as port:
        address = f"http://127.0.0.1:{port}"
        table, own = made(address)
        for lie in LIES:
            asked.by.clear()
            looked(address, table, own | lie)
            assert {who for who in asked.by if "." in who} == {"127.0.0.1"}, lie


def test_a_proxy_that_is_trusted_is_believed_wherever_the_table_is(tmp_path: Path, asked: Asked) -> None:
    behind = replace(SHARED, proxies=("127.0.0.1",))
    with worker(behind, tmp_path, 1) as here, worker(behind, tmp_path, 2) as there:
        table, own = made(here)
        for address in (here, there):
            asked.by.clear()
            looked(address, table, own | {"X-Forwarded-For": "6.6.6.6, 5.5.5.5", "X-Forwarded-Proto": "https"})
            assert {who for who in asked.by if "." in who} == {"5.5.5.5"}, address


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("came_by", [("127.0.0.1", 80), ("/elsewhere.sock", None), None])
def test_only_the_socket_of_the_siblings_is_believed(kind: str, came_by: object) -> None:
    """A visitor who hangs up before being looked at has no address: that makes no sibling of them."""
    seen = handed(kind, came_by, [(FOR, b"https 6.6.6.6")])
    assert seen["through"] == "door"
    assert (seen["client"], seen["scheme"]) == (None, "http")


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_sibling_s_own_word_is_the_last(kind: str) -> None:
    seen = handed(kind, ("/own.sock", None), [(FOR, b"https 6.6.6.6"), (FOR, b"http 5.5.5.5")])
    assert seen["client"] == ("5.5.5.5", 0)
    assert seen["through"] == ("inside" if kind == "http" else "door")
    assert FOR not in dict(seen["headers"])


def handed(kind: str, came_by: object, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}

    def by(name: str) -> Any:
        async def enter(scope: Any, _receive: Any, _send: Any) -> None:
            seen.update(scope, through=name)

        return enter

    scope: Any = {"type": kind, "client": None, "server": came_by, "scheme": "http", "headers": headers}
    nothing: Any = None
    asyncio.run(Handed(by("door"), by("inside"), "/own.sock")(scope, nothing, nothing))
    return seen


# ---------------------------------------------------------------- nobody there


PEM = Path(__file__).with_name("own.pem")
"""A certificate with its key, made for these tests alone."""
OWN = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
OWN.load_cert_chain(PEM)


@contextmanager
def accepted(listening: socket.socket, tls: ssl.SSLContext | None) -> Iterator[socket.socket]:
    """The line of whoever hands something on, enciphered or not; it ends without a word."""
    plain, _ = listening.accept()
    line = plain if tls is None else tls.wrap_socket(plain, server_side=True, suppress_ragged_eofs=True)
    with line:
        yield line


class Places:
    """Leases that say where a table is: one address after another, the last for ever."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = list(addresses)
        self.dead: list[str] = []

    async def place(self, _table: str) -> str:
        return self._addresses.pop(0) if len(self._addresses) > 1 else self._addresses[0]

    def found_dead(self, address: str) -> None:
        self.dead.append(address)


def relayed(places: Places) -> tuple[list[Any], bool]:
    """What a page's line hears that is not led on, and whether it is served here."""
    sent: list[Any] = []
    served = []

    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        served.append(True)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    relay = Relay(app, lambda: places)  # type: ignore[arg-type, return-value]
    scope: Any = {"type": "websocket", "path": "/v1/tables/x/live", "headers": []}
    asyncio.run(relay(scope, receive, send))  # type: ignore[arg-type]
    return sent, bool(served)


def test_a_line_to_a_table_that_has_moved_meanwhile_is_to_be_opened_again(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        address = str(tmp_path / "other.sock")
        other.bind(address)
        other.listen()
        sent, served = relayed(Places(address))
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[-1]["code"] == 1012
    assert not served


def test_a_line_to_a_table_whose_process_has_died_is_served_here(tmp_path: Path) -> None:
    address = str(tmp_path / "dead.sock")
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(address)
    places = Places(address, "")
    assert relayed(places) == ([], True)
    assert places.dead == [address]


@pytest.mark.parametrize(("kind", "language"), [("http", "it"), ("http", "en"), ("websocket", "it")])
def test_while_nobody_can_say_who_has_a_table_that_is_said_and_nobody_serves_it(kind: str, language: str) -> None:
    """The store that knows is away: a sentence, and no traceback for each request."""

    class Away:
        async def place(self, _table: str) -> str:
            raise StoreAway("the cable is out")

    sent: list[Any] = []

    async def never(*_: Any) -> None:
        raise AssertionError("two processes may serve it now")

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"accept-language", language.encode())]
    scope: Any = {"type": kind, "method": "GET", "path": "/v1/tables/x/live", "headers": headers}
    asyncio.run(Relay(never, lambda: Away())(scope, receive, send))  # type: ignore[arg-type, return-value]
    if kind == "websocket":
        assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
        assert sent[-1]["code"] == 1012
        return
    assert sent[0]["status"] == 503
    told = json.loads(sent[1]["body"])["error"]
    assert told["code"] == "store_away"
    assert ("non è perduto" in told["text"]) == (language == "it")


@pytest.mark.parametrize("tls", [None, OWN], ids=["plain", "tls"])
def test_a_request_to_a_process_that_dies_over_it_is_answered_with_come_again(
    tmp_path: Path, tls: ssl.SSLContext | None
) -> None:
    """Whoever asked is told in words, however far the request had gone: its line is cut while it is still asking."""

    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "dying.sock"))
        other.listen()

        def die() -> None:
            with accepted(other, tls) as line:
                line.recv(1)

        dying = Thread(target=die)
        dying.start()
        sent = handed_on(str(tmp_path / "dying.sock"), b"x" * 4_000_000, tls=tls is not None)
        dying.join()
    assert sent[0]["status"] == 503


@pytest.mark.parametrize("tls", [None, OWN], ids=["plain", "tls"])
def test_an_answer_that_does_not_wait_for_the_whole_request_is_handed_back(
    tmp_path: Path, tls: ssl.SSLContext | None
) -> None:
    """A busy process is slow to hand on the body; whoever has answered and hung up by then is heard all the same."""
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "quick.sock"))
        other.listen()

        def answer_at_once() -> None:
            with accepted(other, tls) as line:
                line.recv(65536)
                line.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok")

        answering = Thread(target=answer_at_once)
        answering.start()
        sent = handed_on(str(tmp_path / "quick.sock"), b"", busy=0.2, tls=tls is not None)
        answering.join()
    assert sent[0]["status"] == 200
    assert b"".join(message["body"] for message in sent[1:]) == b"ok"


@pytest.mark.parametrize("tls", [None, OWN], ids=["plain", "tls"])
def test_a_refusal_of_a_long_upload_is_handed_back_while_it_is_still_coming(
    tmp_path: Path, tls: ssl.SSLContext | None
) -> None:
    """Every piece that comes after the answer is written to a line whose other end has gone: the answer stays."""
    refusal = b"HTTP/1.1 413 Too Large\r\ncontent-length: 200000\r\nconnection: close\r\n\r\n" + b"n" * 200_000
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "strict.sock"))
        other.listen()

        def refuse_at_once() -> None:
            with accepted(other, tls) as line:
                line.recv(100)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1_000_000)
                line.sendall(refusal)

        refusing = Thread(target=refuse_at_once)
        refusing.start()
        sent = handed_on(str(tmp_path / "strict.sock"), *[b"x" * 60_000] * 20, busy=0.02, tls=tls is not None)
        refusing.join()
    assert sent[0]["status"] == 413
    assert b"".join(message["body"] for message in sent[1:]) == b"n" * 200_000


@pytest.mark.parametrize("tls", [None, OWN], ids=["plain", "tls"])
def test_an_answer_that_breaks_off_is_not_ended_as_if_it_were_whole(tmp_path: Path, tls: ssl.SSLContext | None) -> None:
    """A process that dies over a stream of events: whoever follows it comes again, and nobody reads a traceback."""
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "dying.sock"))
        other.listen()

        def begin() -> None:
            with accepted(other, tls) as line:
                line.recv(65536)
                line.sendall(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\none\r\n")

        dying = Thread(target=begin)
        dying.start()
        sent = handed_on(str(tmp_path / "dying.sock"), b"", tls=tls is not None)
        dying.join()
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert (sent[1]["body"], sent[1]["more_body"]) == (b"one", True)


def test_a_line_that_was_hung_up_while_it_was_led_on_ends_at_the_other_end_too(tmp_path: Path) -> None:
    async def scene() -> None:
        gone, connections = asyncio.Event(), set[Any]()

        async def there(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()
            gone.set()

        address = str(tmp_path / "there.sock")
        ours, theirs = socket.socketpair()
        async with await asyncio.start_unix_server(there, address):
            transport, _ = await asyncio.get_running_loop().create_unix_connection(asyncio.Protocol, sock=ours)
            transport.abort()
            assert await lead_on(transport, [b"GET / HTTP/1.1\r\n"], address, "ws x", connections, tls=False)
            await asyncio.wait_for(gone.wait(), PATIENCE)
        theirs.close()
        assert not connections

    asyncio.run(scene())


def handed_on(address: str, *pieces: bytes, busy: float = 0.0, tls: bool = False) -> list[Any]:
    """What is answered to a request that is handed on to an address by a process that is busy for a while."""
    sent: list[Any] = []
    last = len(pieces) - 1
    asked = iter([{"type": "http.request", "body": body, "more_body": at < last} for at, body in enumerate(pieces)])

    async def receive() -> Any:
        time.sleep(busy)  # noqa: ASYNC251 - the whole process is busy, not only this request
        return next(asked, None) or await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def never(*_: Any) -> None:
        raise AssertionError("it was not carried out here as well")

    relay = Relay(never, lambda: Places(address), tls=tls)  # type: ignore[arg-type, return-value]
    scope: Any = {"type": "http", "method": "POST", "path": "/v1/tables/x", "headers": [(b"host", b"x")]}
    asyncio.run(asyncio.wait_for(relay(scope, receive, send), 20))  # type: ignore[arg-type]
    return sent


def test_processes_that_speak_by_tls_hand_on_too(tmp_path: Path) -> None:
    """Long answers, uploads of many pieces and a page's line, from a process to the one that has the table."""
    secure = replace(SHARED, cert=str(PEM), key=str(PEM), secure=True)
    trusting = ssl.create_default_context(cafile=str(PEM))
    trusting.check_hostname = False
    with worker(secure, tmp_path, 1) as here, worker(secure, tmp_path, 2) as there:
        with httpx.Client(verify=trusting, timeout=PATIENCE) as web:
            opened = {"game": "whitebox", "scene": "fights/orcs", "mode": "referee"}
            seat = web.post(f"{here}/v1/tables", json=opened, headers={"Authorization": f"Bearer {HOST_TOKEN}"}).json()
            own, at = {"Authorization": f"Bearer {seat['token']}"}, f"/v1/tables/{seat['table']}"
            told = [web.get(f"{address}{at}/fragments", headers=own) for address in (here, there)]
            assert told[0].status_code == 200
            assert told[0].content == told[1].content
            sent = [web.post(f"{one}{at}/bring", headers=own, json={"text": "x" * 3_000_000}) for one in (here, there)]
            assert sent[0].json() == sent[1].json()
        line = f"{there.replace('http', 'ws', 1)}{at}/live"
        with connect(line, additional_headers=own, ssl=trusting, open_timeout=PATIENCE, max_size=None) as page:
            assert json.loads(page.recv(PATIENCE))["type"] == "hello"


def test_a_page_comes_again_when_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the wire: the code that the page's own script answers by opening anew."""

    async def nobody(*_: Any, **__: Any) -> bool:
        return False

    monkeypatch.setattr("arbitro.web.serving.lead_on", nobody)
    with worker(SHARED, tmp_path, 1) as here, worker(SHARED, tmp_path, 2) as there:
        table, own = made(here)
        at = f"{there.replace('http', 'ws', 1)}/v1/tables/{table}/live"
        with connect(at, additional_headers=own, open_timeout=PATIENCE) as line:
            with pytest.raises(ConnectionClosed):
                line.recv(PATIENCE)
            assert line.close_code == 1012
