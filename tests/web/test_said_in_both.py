"""Whatever goes wrong is said in the reader's language: no words of libraries, at any door, whatever is sent to it."""

import asyncio
import re
import socket
import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from tests.web.tables import ALONE, opened, server

from arbitro.play import campaigns
from arbitro.rules import games
from arbitro.store.unreached import KNOWN, unreached
from arbitro.text import LANGUAGES, Fault
from arbitro.web.app import create_app
from arbitro.web.channels import check_channels
from arbitro.web.journal import FORMATS

BODIES = {
    "nothing": b"",
    "half": b"{",
    "deep": b"[" * 5000,
    "letters": b"\xff\xfe\x00",
    "null": b"null",
    "list": b"[1, 2]",
    "number": b"7",
    "text": b'"a word"',
    "other fields": b'{"zzz": 1}',
    "wrong kinds": None,
}
"""What a stranger might send."""
QUOTED = re.compile(r"«[^»]*»|“[^”]*”|https?://\S+|\b(?:JSON|UTF-8|YAML|byte|bytes|null|Arbitro)\b")
WORD = re.compile(r"[a-zà-ù]{3,}", re.IGNORECASE)
ALIKE = {"file", "database"}
"""Words of both languages."""
NAMES = {word for game in (*games(), *campaigns()) for word in game.split("-")} | set(FORMATS)
"""Names of things that programs use."""


def ways(app: Litestar) -> Iterator[tuple[str, str]]:
    """Every method of every path."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler):
                for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                    yield str(method), route.path_format


WAYS = sorted(set(ways(create_app(ALONE))))


def wrong_kinds() -> bytes:
    """Every field that any request has, with a value that fits none."""
    names = ("game", "scene", "name", "sides", "text", "type", "choice", "values", "at", "token", "options", "title")
    return msgspec.json.encode({name: [{"x": None}] for name in names})


def said(answer: Any) -> str:
    if answer.status_code < 400:
        return ""
    told = answer.json()
    return str(told.get("error", told).get("text", ""))


def both_say(one: str, other: str) -> set[str]:
    """Words that stand in both, outside of what is quoted."""
    own, others = (set(WORD.findall(QUOTED.sub(" ", text).lower())) for text in (one, other))
    return (own & others) - ALIKE - NAMES


SERVERS = 4
"""The ways are shared out among so many servers."""


@pytest.mark.parametrize("first", range(SERVERS))
def test_a_request_that_cannot_be_read_is_refused_in_the_reader_s_language(first: int) -> None:
    with server(ALONE) as client:
        for method, path in WAYS[first::SERVERS]:
            refused_in_both(client, method, path)


def refused_in_both(client: Any, method: str, path: str) -> None:
    """Whatever is wrong with a request, what is said of it in one language is not said in the other."""
    referee = opened(client, "referee")
    at = path.replace("{table}", referee.table).replace("{line}", "1")
    at = re.sub(r"\{[^}]*\}", "zzz", at)
    bodies = BODIES if method != "GET" else {"nothing": b""}
    queries = ("",) if method != "GET" else ("?count=zzz&first=-1&format=zzz&search=" + "x" * 300,)
    for name, body in bodies.items():
        for query in queries:
            asked = {
                language: client.request(
                    method,
                    at + query,
                    content=wrong_kinds() if body is None else body,
                    headers={
                        "Authorization": f"Bearer {referee.token}",
                        "Accept-Language": language,
                        "Content-Type": "application/json",
                        "Accept": "application/json",
                    },
                    follow_redirects=False,
                )
                for language in LANGUAGES
                if not path.endswith(("/events", "/stream"))  # they never end
            }
            if not asked or "json" not in asked["it"].headers.get("content-type", ""):
                continue
            texts = {language: said(answer) for language, answer in asked.items()}
            assert not both_say(texts["it"], texts["en"]), (method, path, name, texts)


@pytest.mark.parametrize(("method", "status"), [("PUT", 405), ("PATCH", 405), ("POST", 413)])
def test_what_cannot_be_done_here_is_said_too(method: str, status: int) -> None:
    with server(ALONE) as client:
        texts = []
        for language in LANGUAGES:
            content = b"x" * (ALONE.body_limit + 1) if status == 413 else b"{}"
            answer = client.request(method, "/v1/tables", content=content, headers={"Accept-Language": language})
            assert answer.status_code == status
            texts.append(said(answer))
        assert not both_say(*texts), texts


class Driver(Exception):
    """What a driver of a database raises."""


TROUBLE: tuple[Exception, ...] = (
    ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 5432)"),
    TimeoutError(),
    socket.gaierror(-2, "Name or service not known"),
    OSError(113, "No route to host"),
    sqlite3.OperationalError("database or disk is full"),
    sqlite3.OperationalError("attempt to write a readonly database"),
    sqlite3.OperationalError("disk I/O error"),
    sqlite3.OperationalError("unable to open database file"),
    sqlite3.OperationalError("database is locked"),
    sqlite3.DatabaseError("file is not a database"),
    Driver('password authentication failed for user "anna"'),
    Driver('database "secret_name" does not exist'),
    Driver("connection was closed in the middle of operation"),
    Driver("something that nobody has thought of, at /home/anna"),
)


@pytest.mark.parametrize("error", TROUBLE, ids=str)
def test_why_a_store_is_away_is_said_without_the_driver_s_words(error: Exception) -> None:
    it, en = (unreached(error).in_(language) for language in LANGUAGES)
    assert it
    assert it != en
    assert not both_say(it, en)
    for secret in ("127.0.0.1", "anna", "secret_name", "/home"):
        assert secret not in it + en


def test_every_known_trouble_is_among_those_tried() -> None:
    words = [f"{type(error).__name__} {error}".lower() for error in TROUBLE]
    assert all(any(pattern.search(text) for text in words) for pattern, _, _ in KNOWN)


def test_nobody_at_the_channels_is_told_in_both_languages(tmp_path: Any) -> None:
    for url in (f"unix://{tmp_path}/nobody.sock", "redis://127.0.0.1:1/0"):
        with pytest.raises(Fault) as told:
            asyncio.run(check_channels(url))
        assert not both_say(told.value.in_("it"), told.value.in_("en")) - set(WORD.findall(url.lower()))
