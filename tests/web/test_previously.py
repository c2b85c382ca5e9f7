"""Whoever comes back to a table reads what happened last time, as their seat may know it, and nobody else does."""

from typing import Any

import pytest
from tests.web.tables import SHARED, Person, invited, opened, server

from arbitro.play import find_game
from arbitro.store.memory import MemoryStore


def the_page(person: Person) -> str:
    return str(person.ask("GET", f"/tables/{person.table}").text)


def test_the_last_evening_is_told_to_who_was_away_and_keeps_its_secrets() -> None:
    with server(SHARED, MemoryStore(find_game)) as client:
        referee = opened(client, "referee")
        player = invited(referee, "Ada", "spectator")
        referee.say("note", text="a public word")
        referee.say("note", text="XYZZY", audience="referee")
        assert 'id="previously"' not in the_page(referee)
        tables: Any = client.app.state.house.tables
        tables.now = lambda: "2026-11-16T20:00:00+00:00"
        back = the_page(referee).split('id="previously"')[1].split("</aside>")[0]
        assert "XYZZY" in back
        assert back.count("<li>") <= 5
        theirs = the_page(player)
        assert "XYZZY" not in theirs
        assert "a public word" in theirs.split('id="previously"')[1].split("</aside>")[0]


@pytest.mark.parametrize("finished", [True, False])
def test_a_table_that_is_done_leads_to_its_journal_to_another_story_and_home(
    monkeypatch: pytest.MonkeyPatch, *, finished: bool
) -> None:
    """Where people may go on, as after an adventure, it says that it is done."""
    with server(SHARED, MemoryStore(find_game)) as client:
        assert 'class="ending"' not in the_page(opened(client, "referee"))
        monkeypatch.setattr("arbitro.web.page_moment.PageMoment.finished", finished)
        monkeypatch.setattr("arbitro.web.page_moment.PageMoment.accomplished", True)
        referee = opened(client, "referee")
        assert ("The adventure is done" in the_page(referee)) != finished
        assert "The story ends here" in the_page(referee)
        ending = the_page(referee).split('class="ending"')[1].split("</p>")[0]
        assert f"/tables/{referee.table}/journal" in ending
        assert 'href="/#new-game"' in ending
        assert 'href="/"' in ending
