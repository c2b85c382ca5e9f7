"""The way in for models on a running server is no way around what every other door asks of whoever comes."""

from typing import Any

import pytest
from tests.web.tables import ALONE, HOST_TOKEN, SHARED, server

from arbitro.agents.entrance import MOST_BYTES
from arbitro.client.data import Seated

PROXIED = {"X-Forwarded-For": "6.6.6.6"}
KINDS = {"Accept": "application/json, text/event-stream"}


def called(client: Any, tool: str, headers: dict[str, str], **arguments: Any) -> str:
    """What a tool says."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    answer = client.post("/mcp", json=asked, headers={**KINDS, **headers})
    assert answer.status_code == 200, answer.text
    return str(answer.text)


@pytest.mark.parametrize("word", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_a_model_that_comes_by_a_proxy_is_not_the_host(word: str) -> None:
    by_proxy = {word: "6.6.6.6"}
    with server(ALONE) as client:
        assert '"table":"orcs-1"' in called(client, "open_table", {}, game="whitebox", scene="fights/orcs")
        assert '"code":"no_tool"' in called(client, "open_table", by_proxy, game="whitebox", scene="fights/orcs")
        for tool in ("look", "choices", "take_seat", "tables"):  # the host's own seat is no way in either
            assert "orcs-1" not in called(client, tool, by_proxy, table="orcs-1").replace("“orcs-1”", ""), tool
        assert '"seq"' in called(client, "look", {}, table="orcs-1")


def test_a_seat_s_token_opens_its_table_through_a_proxy() -> None:
    with server(SHARED) as client:
        host = {"Authorization": f"Bearer {HOST_TOKEN}"}
        opened = client.post("/v1/tables", json={"game": "whitebox", "scene": "fights/orcs"}, headers=host)
        token = opened.json()["token"]
        assert opened.json().keys() == set(Seated.__struct_fields__)
        client.cookies.clear()
        assert '"seq"' in called(client, "look", {**PROXIED, "Authorization": f"Bearer {token}"})
        assert '"seq"' not in called(client, "look", PROXIED, table="orcs-1")


def test_wrong_tokens_are_counted_for_whoever_sent_them(monkeypatch: pytest.MonkeyPatch) -> None:
    with server(SHARED) as client:
        knocked: list[str] = []
        knocks = client.app.state.house.knocks
        monkeypatch.setattr(knocks, "allow", lambda who: knocked.append(who) or True)
        called(client, "look", {"Authorization": "Bearer guessed"}, table="orcs-1")
        assert knocked
        assert set(knocked) == {"testclient"}


@pytest.mark.parametrize(("method", "language"), [("GET", "it"), ("DELETE", "en"), ("PUT", "it")])
def test_no_line_stays_open_that_would_never_say_anything(method: str, language: str) -> None:
    with server(SHARED) as client:
        headers = {"Accept": "text/event-stream", "Accept-Language": language}
        answer = client.request(method, "/mcp", headers=headers)
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
        assert answer.json()["error"]["code"] == "no_such_way"
        assert ("chiedono" in answer.text) == (language == "it")


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_question_beyond_all_measure_is_not_heard_to_its_end(language: str) -> None:
    with server(SHARED) as client:
        headers = {**KINDS, "Accept-Language": language, "Content-Type": "application/json"}
        answer = client.post("/mcp", content=b'{"x": "' + b"x" * MOST_BYTES + b'"}', headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
        assert ("troppo lunga" in answer.text) == (language == "it")
