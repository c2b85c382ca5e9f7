"""For whoever runs the server: alive, ready, and how much it does."""

from pathlib import Path

import msgspec
import pytest
from litestar.testing import TestClient
from tests.web.tables import ALONE, BASE, HOST_TOKEN, SHARED, invited, opened, server

from arbitro.rules import find_ruleset
from arbitro.store.fault import StoreAway
from arbitro.store.memory import MemoryStore
from arbitro.web.app import create_app


class Away(MemoryStore):
    """A store that can go away."""

    away = False

    async def read(self, work):  # type: ignore[no-untyped-def]
        if self.away:
            raise StoreAway("the cable is out")
        return await super().read(work)


def test_a_server_is_alive_and_ready_as_long_as_its_store_answers() -> None:
    store = Away(find_ruleset)
    with server(SHARED, store) as client:
        assert client.get("/health/live").text == "live\n"
        assert (client.get("/health/ready").status_code, client.get("/health/ready").text) == (200, "ready\n")
        store.away = True
        assert client.get("/health/live").status_code == 200
        assert client.get("/health/ready").status_code == 503


def test_a_server_whose_file_is_gone_is_not_ready(tmp_path: Path) -> None:
    """What was opened can be read on, but nothing more would be kept."""
    place = tmp_path / "tables.db"
    with TestClient(create_app(msgspec.structs.replace(ALONE, store=str(place))), base_url=BASE) as client:
        assert client.get("/health/ready").status_code == 200
        place.rename(tmp_path / "elsewhere.db")
        assert client.get("/health/ready").status_code == 503
        assert client.get("/health/live").status_code == 200
        assert client.post("/v1/tables", json={"game": "whitebox", "scene": "fights/orcs"}).status_code == 503
        (tmp_path / "elsewhere.db").rename(place)
        assert client.get("/health/ready").status_code == 200


def test_a_store_that_is_away_is_said_and_not_taken_for_a_fault_of_ours() -> None:
    store = Away(find_ruleset)
    with server(SHARED, store) as client:
        referee = opened(client, "referee")
        store.away = True
        answer = client.get("/v1/tables", headers={"Authorization": f"Bearer {HOST_TOKEN}", "Accept-Language": "it"})
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "store_away"
        assert "non è perduto" in answer.json()["error"]["text"]
        store.away = False
        assert referee.get().status_code == 200
        assert "arbitro_errors_total 0.0" in client.get("/metrics", headers=referee_key()).text


def referee_key() -> dict[str, str]:
    return {"Authorization": f"Bearer {HOST_TOKEN}"}


def test_figures_count_tables_messages_and_refusals() -> None:
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        blow = anna.first_choice("attack")
        assert anna.say("do", **blow)["type"] == "done"
        assert anna.say("do", **blow)["type"] == "refused"
        assert anna.say("reveal_seed")["type"] == "problem"
        client.cookies.clear()
        text = client.get("/metrics", headers=referee_key()).text
        for line in (
            "arbitro_tables_open 1.0",
            "arbitro_viewers 0.0",
            'arbitro_answers_total{answer="done",message="do"}',
            'arbitro_answers_total{answer="refused",message="do"} 1.0',
            'arbitro_answers_total{answer="problem",message="reveal_seed"} 1.0',
            'arbitro_answer_seconds_count{message="do"}',
        ):
            assert line in text, line


def test_figures_are_for_the_host_and_for_this_machine() -> None:
    with server(SHARED) as client:
        client.cookies.clear()
        assert client.get("/metrics").status_code == 403
        assert client.get("/metrics", headers=referee_key()).status_code == 200
    with server(ALONE) as client:
        assert client.get("/metrics").status_code == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"])
def test_a_proxy_on_this_machine_is_not_this_machine(header: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitro.web.watching.address_of", lambda _: "127.0.0.1")
    with server(SHARED) as client:
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 403
