"""The API against its own description: whatever fits the description, and much that does not, is never a 5xx."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.tables import ALONE, clock

from arbitro.dice.stream import seed_from_text
from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore
from arbitro.web.app import create_app

APP = create_app(ALONE, store=MemoryStore(find_ruleset), now=clock, seed=lambda: seed_from_text("b"))
SCHEMA = schemathesis.openapi.from_dict(APP.openapi_schema.to_schema())
OPERATIONS = {
    f"{operation.method.upper()} {operation.path}": operation
    for operation in (found.ok() for found in SCHEMA.get_all_operations())
    if not operation.path.endswith(("/events", "/stream"))  # a stream that never ends
}
TRIES = 25


class Served:
    """A real server in a thread of its own, with a table and one of each seat."""

    def __init__(self) -> None:
        bound = socket.socket()
        bound.bind(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{bound.getsockname()[1]}"
        config = uvicorn.Config(APP, ws="none", log_level="critical", access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve(sockets=[bound])), daemon=True)
        self.thread.start()
        self.http = httpx.Client(base_url=self.base, timeout=30)
        for _ in range(500):
            try:
                self.http.get("/v1")
                break
            except httpx.TransportError:
                continue
        self.tokens: dict[str, str] = {"nobody": ""}
        self.table = ""
        self.seat = ""
        self.open()

    def open(self) -> None:
        """A table to be ill-treated."""
        body = {"game": "whitebox", "scene": "fights/orcs", "mode": "referee"}
        made = self.http.post("/v1/tables", json=body).json()
        self.table, self.tokens["referee"] = made["table"], made["token"]
        for role in ("player", "spectator"):
            seat = {"name": role.title(), "role": role, "sides": ["party"] if role == "player" else []}
            if role == "spectator":
                seat["name"] = "Teo"
            given_out = self.http.post(
                f"/v1/tables/{self.table}/seats",
                json=seat,
                headers={"Authorization": f"Bearer {self.tokens['referee']}"},
            ).json()
            self.tokens[role], self.seat = given_out["token"], given_out["seat"]

    def close(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    made = Served()
    yield made
    made.close()


@pytest.mark.parametrize("label", OPERATIONS)
def test_no_request_ends_in_a_server_error(label: str, served: Served) -> None:
    operation = OPERATIONS[label]

    @settings(
        max_examples=TRIES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(), role=st.sampled_from(sorted(served.tokens)), real=st.booleans())
    def attempt(case: Any, role: str, real: bool) -> None:
        if real and case.path_parameters:
            known = {"table": served.table, "seat": served.seat, "line": "1", "subject": "berto", "game": "whitebox"}
            for name in case.path_parameters:
                case.path_parameters[name] = known.get(name, case.path_parameters[name])
        token = served.tokens[role]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = case.call(base_url=served.base, headers=headers)
        assert answer.status_code < 500, (answer.status_code, answer.text[:300])
        if answer.status_code in (200, 201) and answer.headers.get("content-type", [""])[0].startswith(
            "application/json"
        ):
            operation.validate_response(answer)

    attempt()
    if (
        served.http.get(
            f"/v1/tables/{served.table}", headers={"Authorization": f"Bearer {served.tokens['referee']}"}
        ).status_code
        != 200
    ):
        served.open()  # the seat was taken away, as it was asked to be


BROKEN = st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode))


@settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    body=BROKEN, path=st.sampled_from(["/v1/tables", "/v1/claim", "/v1/import", "messages", "seats", "branch", "sit"])
)
def test_no_body_ends_in_a_server_error(body: bytes, path: str, served: Served) -> None:
    address = path if path.startswith("/") else f"/v1/tables/{served.table}/{path}"
    headers = {"Authorization": f"Bearer {served.tokens['referee']}", "Content-Type": "application/json"}
    assert served.http.post(address, content=body, headers=headers).status_code < 500
