"""What the tests of the server share: a server in this process, and tables with people at them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from arbitro.dice.stream import seed_from_text
from arbitro.rules import find_ruleset
from arbitro.store.base import Store
from arbitro.store.memory import MemoryStore
from arbitro.web.app import create_app
from arbitro.web.seats import digest
from arbitro.web.settings import Settings
from arbitro.web.tables import OpenTables

BASE = "http://127.0.0.1"
HOST_TOKEN = "the-host-of-this-server"
MANY = 10**6
ALONE = Settings(per_second=float(MANY), at_once=MANY, knocks_at_once=MANY)
SHARED = replace(
    ALONE, shared=True, host_digest=digest(HOST_TOKEN), requests_per_second=float(MANY), requests_at_once=MANY
)


def clock() -> str:
    return "2026-11-15T20:00:00+00:00"


@contextmanager
def server(
    settings: Settings = ALONE, store: Store | None = None, seed: str = "b", now: Callable[[], str] = clock
) -> Iterator[TestClient[Any]]:
    """A server whose clock stands still and whose dice are known.

    To lay the ways of an application takes longer than most tests: one that has ended is begun again with all else new,
    where it does not count who has asked how often.
    """
    idle = _ENDED.setdefault(msgspec.json.encode(settings), [])
    app = idle.pop() if idle else create_app(settings)
    app.state.given = store or MemoryStore(find_ruleset), now, lambda: seed_from_text(seed)
    with TestClient(app, base_url=BASE, raise_server_exceptions=True) as client:
        yield client
    if not settings.shared or settings.requests_at_once >= MANY:
        idle.append(app)


_ENDED: dict[bytes, list[Litestar]] = {}
"""Applications that nobody uses any more, by their settings."""


def forget_chance(patch: pytest.MonkeyPatch) -> None:
    """Tokens and ids of seats in a row, so that two servers hand out the same ones."""
    tokens, ids = count(1), count(1)
    patch.setattr("arbitro.web.seats.new_token", lambda: f"token-{next(tokens)}")
    for module in ("making", "api.seats"):
        patch.setattr(f"arbitro.web.{module}.new_seat_id", lambda: f"seat-{next(ids)}")


def settle(client: TestClient[Any]) -> None:
    """Wait until the engine has done what it does by itself; a table that plays itself does so for ever."""
    tables: OpenTables = client.app.state.house.tables
    for _ in range(2000):
        if not tables.plays_on:
            return
        time.sleep(0.005)


class Person:
    """Somebody with a token: asks over HTTP as a program does, without cookies."""

    def __init__(self, client: TestClient[Any], table: str, token: str, language: str = "en") -> None:
        self.client = client
        self.table = table
        self.token = token
        self.language = language

    @property
    def headers(self) -> dict[str, str]:
        own = {"Accept-Language": self.language}
        return own if not self.token else {**own, "Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, **how: Any) -> Any:
        self.client.cookies.clear()
        answer = self.client.request(method, path, headers={**self.headers, **how.pop("headers", {})}, **how)
        settle(self.client)
        return answer

    def get(self, path: str = "") -> Any:
        return self.ask("GET", f"/v1/tables/{self.table}{path}")

    def post(self, path: str, body: Any) -> Any:
        return self.ask("POST", f"/v1/tables/{self.table}{path}", json=body)

    def say(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a message; its answer. What is done is done to the table as it stands, unless the message says else."""
        if kind in ("do", "pursue", "undo", "redo", "overrule", "tell_faces", "roll_owed") and "at" not in message:
            shown = self.look()
            message["at"] = shown["seq"]
            if kind == "do" and "mark" not in message:
                marks = {one["id"]: one["mark"] for one in shown["choices"]}
                message["mark"] = marks.get(message["choice"], "")
        answer = self.post("/messages", {"type": kind, **message})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def look(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def first_choice(self, wanted: str = "") -> dict[str, Any]:
        """The message that does the first thing on offer (whose id begins so)."""
        shown = self.look()
        offer = next(one for one in shown["choices"] if one["id"].startswith(wanted))
        values = {
            field["name"]: field["picks"][0]["value"] if field["kind"] == "pick" else field.get("minimum") or 0
            for field in offer.get("fields", ())
        }
        return {"choice": offer["id"], "values": values, "at": shown["seq"], "mark": offer["mark"]}

    def live(self, query: str = "") -> Any:
        self.client.cookies.clear()
        return self.client.websocket_connect(f"/v1/tables/{self.table}/live{query}", headers=self.headers)


def opened(client: TestClient[Any], mode: str = "solo", scene: str = "fights/orcs", **more: Any) -> Person:
    """A new table of White Box's; whoever opened it."""
    client.cookies.clear()
    body = {"game": "whitebox", "scene": scene, "mode": mode, "options": {"surprise_method": "judgement"}, **more}
    answer = client.post("/v1/tables", json=body, headers={"Authorization": f"Bearer {HOST_TOKEN}"})
    assert answer.status_code == 201, answer.text
    person = Person(client, answer.json()["table"], answer.json()["token"])
    settle(client)
    while mode == "referee" and person.look()["questions"]:  # what the scene asks before anybody acts
        assert person.say("do", **person.first_choice())["type"] == "done"
    return person


def invited(referee: Person, name: str, role: str = "player", **plays: Any) -> Person:
    """Somebody whom the referee gave a seat."""
    answer = referee.post("/seats", {"name": name, "role": role, **plays})
    assert answer.status_code == 201, answer.text
    return Person(referee.client, referee.table, answer.json()["token"], referee.language)
