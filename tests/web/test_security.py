"""The door of the server: names, origins, cookies, limits, and what every answer tells the browser."""

import pickle
import re
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from tests.web.tables import ALONE, BASE, HOST_TOKEN, SHARED, Person, clock, invited, opened, server

from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore
from arbitro.web.app import create_app
from arbitro.web.seats import cookie_of, digest
from arbitro.web.security import Limits, from_here, name_of_host
from arbitro.web.settings import Settings

# ---------------------------------------------------------------- names and origins


@pytest.mark.parametrize(
    ("header", "name"),
    [("127.0.0.1:8420", "127.0.0.1"), ("localhost", "localhost"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]"), ("", "")],
)
def test_the_name_of_a_host_is_read_without_its_port(header, name):
    assert name_of_host(header) == name


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:8420", "", "[::1"])
def test_the_server_answers_only_to_its_names(host):
    with server() as client:
        for path in ("/v1", "/", "/v1/tables"):
            answer = client.get(path, headers={"Host": host})
            assert answer.status_code == 421, host
            assert answer.json()["error"]["code"] == "host_unknown"
        assert client.get("/v1", headers={"Host": "localhost:9999"}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({}, True),
        ({"origin": "http://127.0.0.1:80", "host": "127.0.0.1:80"}, True),
        ({"origin": "http://127.0.0.1:81", "host": "127.0.0.1:80"}, False),
        ({"origin": "http://evil.example", "host": "127.0.0.1"}, False),
        ({"origin": "null", "host": "127.0.0.1"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
    ],
)
def test_a_foreign_page_is_known_by_what_its_browser_says(headers, ours):
    assert from_here({name.encode(): value.encode() for name, value in headers.items()}) == ours


FOREIGN = [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_foreign_page_changes_nothing(foreign):
    with server() as client:
        anna = opened(client)
        client.cookies.set(cookie_of(anna.table), anna.token)
        before = anna.get("/history").content
        client.cookies.set(cookie_of(anna.table), anna.token)
        for method, path in (
            ("POST", "/v1/tables"),
            ("POST", f"/v1/tables/{anna.table}/messages"),
            ("POST", f"/v1/tables/{anna.table}/sit"),
            ("DELETE", f"/v1/tables/{anna.table}/seats/x"),
        ):
            answer = client.request(method, path, headers=foreign, json={"type": "undo"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign")
        assert anna.get("/history").content == before


@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_foreign_page_gets_no_live_line(foreign):
    with server() as client:
        anna = opened(client)
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/v1/tables/{anna.table}/live", headers={**anna.headers, **foreign}) as line,
        ):
            line.receive_text()


def test_a_page_of_ours_acts_by_its_cookie():
    with server() as client:
        answer = client.post("/v1/tables", json={"game": "whitebox", "scene": "fights/orcs"})
        table = answer.json()["table"]
        own = {"Origin": BASE}
        assert client.get(f"/v1/tables/{table}").status_code == 200
        assert client.post(f"/v1/tables/{table}/messages", headers=own, json={"type": "ping"}).status_code == 200
        with client.websocket_connect(f"/v1/tables/{table}/live", headers=own) as line:
            assert line.receive_json()["type"] == "hello"
        assert client.post(f"/v1/tables/{table}/leave", json={}).status_code == 204
        assert client.get(f"/v1/tables/{table}").status_code == 404


# ---------------------------------------------------------------- cookies and tokens


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites():
    for settings in (ALONE, msgspec.structs.replace(ALONE, secure=True)):
        with server(settings) as client:
            answer = client.post("/v1/tables", json={"game": "whitebox", "scene": "fights/orcs"})
            (cookie,) = answer.headers.get_list("set-cookie")
            flags = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= flags
            assert ("secure" in flags) == settings.secure


def test_the_host_of_a_shared_server_comes_in_by_a_link():
    with server(SHARED) as client:
        assert not client.get("/v1").json()["host"]
        assert client.get("/host/wrong", follow_redirects=False).status_code == 404
        answer = client.get(f"/host/{HOST_TOKEN}", follow_redirects=False)
        assert answer.status_code == 303
        assert "httponly" in answer.headers["set-cookie"].lower()
        assert client.get("/v1").json()["host"]


def test_no_token_is_kept_anywhere(tmp_path):
    place = tmp_path / "tables.db"
    settings = msgspec.structs.replace(ALONE, store=str(place))
    with TestClient(create_app(settings), base_url=BASE) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        anna.say("note", text="hello")
        tokens = [referee.token, anna.token]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Anna" in kept
    for token in tokens:
        assert token.encode() not in kept
        assert digest(token).encode() in kept


def test_tokens_are_long_and_never_the_same():
    with server() as client:
        tokens = {opened(client).token for _ in range(5)}
        assert len(tokens) == 5
        assert all(len(token) >= 32 for token in tokens)


def test_who_guesses_tokens_is_slowed_down():
    settings = msgspec.structs.replace(SHARED, knocks_at_once=5, knocks_per_second=0.0)
    with server(settings) as client:
        referee = opened(client, "referee")
        codes = [client.post("/v1/claim", json={"token": f"guess-{number}"}).status_code for number in range(8)]
        assert codes == [404] * 5 + [429] * 3
        assert referee.get().status_code == 200  # who has a seat is not kept waiting
        assert Person(client, referee.table, "guess").get().status_code == 429


def test_guesses_at_the_list_of_tables_are_counted_and_looked_up_once(monkeypatch):
    settings = msgspec.structs.replace(SHARED, knocks_at_once=5, knocks_per_second=0.0)
    with server(settings) as client:
        people = [opened(client, "referee") for _ in range(4)]
        client.cookies.clear()
        seats = client.app.state.house.tables.seats
        looked: list[str] = []
        plain = type(seats).opened_by

        async def counted(self, token):
            looked.append(token)
            return await plain(self, token)

        monkeypatch.setattr(type(seats), "opened_by", counted)

        def listing(token):
            return client.get("/v1/tables", headers={"Authorization": f"Bearer {token}"})

        assert [listing(f"guess-{number}").status_code for number in range(8)] == [200] * 5 + [429] * 3
        assert looked == [f"guess-{number}" for number in range(8)]
        assert [one["id"] for one in listing(people[2].token).json()] == [people[2].table]
        assert len(listing(HOST_TOKEN).json()) == 4


def test_a_strangers_guesses_keep_nobody_out():
    settings = msgspec.structs.replace(SHARED, knocks_at_once=5, knocks_per_second=0.0)
    with server(settings) as client:
        referee = opened(client, "referee")
        guesses = [client.get(f"/host/guess-{number}").status_code for number in range(40)]
        assert guesses == [404] * 5 + [429] * 35
        assert client.get(f"/host/{HOST_TOKEN}", follow_redirects=False).status_code == 303
        assert client.post("/v1/claim", json={"token": referee.token}).status_code == 201


UNREADABLE = (b"[" * 60_000, b'{"game":' * 30_000, b'"\xff"', b'{"game":"\xff"}', b"\x00", b"", b"7")


@pytest.mark.parametrize("path", ["/v1/tables", "/v1/claim", "/v1/tables/{table}/messages", "/v1/tables/{table}/bring"])
def test_a_body_that_nobody_can_read_is_the_senders_fault(path):
    with server(SHARED) as client:
        referee = opened(client, "referee")
        for body in UNREADABLE:
            answer = referee.ask("POST", path.format(table=referee.table), content=body)
            assert answer.status_code == 400, body[:20]
            assert answer.json()["error"]["text"].startswith("This request cannot be read")


# ---------------------------------------------------------------- what answers say


def test_what_a_seat_knows_is_kept_by_no_cache_on_the_way():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        for path in ("", "/history", "/log", "/story", "/fragments"):
            answer = referee.get(path)
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), path
        page = client.get("/static/" + client.get("/").text.split("/static/")[1].split('"')[0])
        assert "max-age" in page.headers["cache-control"]


PAGES = (
    "/",
    "/rules",
    "/guides",
    "/v1",
    "/v1/openapi/openapi.json",
    "/v1/nothing",
    "/nothing",
    "/v1/openapi",
    "/v1/openapi/x",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_forbids_what_could_do_harm(path):
    with server() as client:
        headers = client.get(path, headers={"Accept": "text/html"}).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]
        assert policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("path", [*PAGES, "/tables/{table}", "/tables/{table}/screen"])
def test_pages_hold_no_script_or_style_of_their_own_and_name_no_other_host(path):
    with server() as client:
        anna = opened(client)
        text = anna.ask("GET", path.format(table=anna.table), headers={"Accept": "text/html"}).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|javascript:", text)
        loaded = re.findall(r"(?:src|href|action)=\"((?:https?:)?//[^\"]+)", text)
        assert [one for one in loaded if "127.0.0.1" not in one and "://github.com" not in one] == []


def test_errors_tell_nothing_of_the_inside_and_speak_the_readers_language(monkeypatch):
    store = MemoryStore(find_ruleset)
    app = create_app(ALONE, store=store, now=clock)

    async def broken(*_: Any) -> Any:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(store, "read", broken)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        for language, word in (("it", "storto"), ("en", "wrong")):
            answer = client.get("/v1/tables", headers={"Accept-Language": language})
            assert answer.status_code == 500
            assert "swordfish" not in answer.text
            assert word in answer.json()["error"]["text"]


# ---------------------------------------------------------------- limits


def test_a_bucket_empties_and_fills_at_its_pace():
    now = [0.0]
    limits = Limits(2.0, 3, lambda: now[0])
    assert [limits.allow("anna") for _ in range(4)] == [True, True, True, False]
    assert limits.allow("bruno")
    now[0] = 0.5
    assert [limits.allow("anna") for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [limits.allow("anna") for _ in range(4)] == [True, True, True, False]


def test_buckets_of_long_ago_are_forgotten():
    limits = Limits(1.0, 1, lambda: 0.0)
    for number in range(Limits.KEPT + 10):
        limits.allow(str(number))
    assert len(limits._buckets) == Limits.KEPT


def test_a_seat_that_sends_too_much_is_told_so():
    with server(msgspec.structs.replace(ALONE, at_once=5, per_second=0.0)) as client:
        anna, other = opened(client), opened(client)
        codes = [anna.post("/messages", {"type": "ping"}).status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            line.send_json({"type": "ping"})
            assert line.receive_json()["code"] == "too_fast"
        assert other.post("/messages", {"type": "ping"}).status_code == 200


def test_what_is_too_long_is_not_read():
    with server(msgspec.structs.replace(ALONE, body_limit=2000, message_limit=1000)) as client:
        anna = opened(client)
        assert anna.post("/messages", {"type": "note", "text": "x" * 3000}).status_code == 413
        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            line.send_json({"type": "note", "text": "x" * 1100})
            answer = line.receive_json()
            assert (answer["code"], "1000" in answer["text"]) == ("unreadable", True)


def test_settings_travel_to_worker_processes():
    settings = Settings(
        store="x.db",
        shared=True,
        host_digest="ab",
        names=("a", "b"),
        address="http://a",
        channels="redis://r",
        secure=True,
    )
    assert pickle.loads(pickle.dumps(settings)) == settings


def test_an_address_that_asks_too_much_of_a_shared_server_is_slowed_down():
    settings = msgspec.structs.replace(SHARED, requests_at_once=5, requests_per_second=0.0)
    with server(settings) as client:
        assert [client.get("/v1").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    with server(msgspec.structs.replace(ALONE, requests_at_once=5, requests_per_second=0.0)) as client:
        assert {client.get("/v1").status_code for _ in range(7)} == {200}  # one's own machine is one's own


def test_a_seat_has_only_so_many_pages():
    with server(msgspec.structs.replace(ALONE, pages_per_seat=2)) as client:
        anna = opened(client)
        with anna.live() as one, anna.live() as two:
            for line in (one, two):
                assert line.receive_json()["type"] == "hello"
                line.receive_json()
            with anna.live() as three:
                assert three.receive_json()["code"] == "closed"
            assert anna.get("/events").status_code == 429
