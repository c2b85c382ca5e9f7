"""Which tables a visitor is shown, however many a house keeps."""

import re
from typing import Any

import pytest
from tests.web.tables import HOST_TOKEN, SHARED, invited, opened, server

from arbitro.store import memory
from arbitro.web import tablepages
from arbitro.web.listing import free_number
from arbitro.web.seats import cookie_of

HOST = {"Authorization": f"Bearer {HOST_TOKEN}"}


def test_nobody_but_the_host_makes_the_server_look_at_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's first page, and a table opened, cost as much in a house of ten thousand tables as of one."""
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        other = opened(client, "referee")
        assert len(client.get("/v1/tables", headers=HOST).json()) == 2

        def all_of_them(_: object) -> Any:
            raise AssertionError("all tables were looked at")

        monkeypatch.setattr(memory._Rows, "tables", all_of_them)
        assert [one["id"] for one in anna.ask("GET", "/v1/tables").json()] == [referee.table]
        client.cookies.clear()
        assert client.get("/v1/tables").json() == []
        assert client.get("/").status_code == 200
        client.cookies.set(cookie_of(other.table), other.token)
        client.cookies.set(cookie_of(referee.table), other.token)  # a key to another table
        assert [one["id"] for one in client.get("/v1/tables").json()] == [other.table]
        assert f"/tables/{referee.table}" not in client.get("/").text
        client.cookies.clear()
        body = {"game": "whitebox", "scene": "fights/orcs", "title": "One more"}
        assert client.post("/v1/tables", json=body, headers=HOST).status_code == 201
        sent_on = client.get(f"/tables/{other.table}", headers=HOST, follow_redirects=False)
        assert (sent_on.status_code, sent_on.headers["location"]) == (303, "/?unseated")  # where it is said why


def test_the_start_page_of_a_house_shows_its_newest_tables_and_all_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablepages, "LISTED", 2)
    with server() as client:
        for title in ("First", "Second", "Third"):
            body = {"game": "whitebox", "scene": "fights/orcs", "title": title}
            assert client.post("/v1/tables", json=body).status_code == 201

        def shown(path: str) -> set[str]:
            page = client.get(path, headers={"Accept-Language": "en"}).text
            assert ("Show all the tables: 3" in page) == (path == "/")
            return set(re.findall(r"(First|Second|Third)</a>", page))

        assert len(shown("/")) == 2
        assert shown("/?all") == {"First", "Second", "Third"}


def test_the_host_s_own_tables_stand_before_those_of_others() -> None:
    """Where all tables are in sight, the newest of one's own is the first to be continued."""
    with server(now=iter(f"2026-11-15T20:00:{second:02d}+00:00" for second in range(10, 60)).__next__) as client:
        own = opened(client)
        for _ in range(4):
            opened(client)
        client.cookies.clear()
        client.cookies.set(cookie_of(own.table), own.token)
        page = client.get("/").text
        first = re.search(r'class="continue".*?href="/tables/([^"]+)"', page, re.DOTALL)
        assert first is not None
        assert first[1] == own.table


@pytest.mark.parametrize(("taken", "free"), [((), 1), ((1,), 2), (range(1, 1001), 1001), ((2, 3), 1)])
def test_an_id_that_no_table_has_is_found_without_a_look_at_all(taken: Any, free: int) -> None:
    looks: list[str] = []

    class Rows:
        def find(self, table: str) -> object:
            looks.append(table)
            return True if table in {f"orcs-{number}" for number in taken} else None

    assert free_number(Rows(), "orcs") == free  # type: ignore[arg-type]
    assert len(looks) <= 25
