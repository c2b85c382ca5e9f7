"""The calendar of a table in the browser and over the API: who sets it, who writes into it, what each may read."""

import pytest
from tests.web.tables import ALONE, SHARED, Person, invited, opened, server

from arbitro.play import find_game
from arbitro.play.calendar import DAY, Diary, read_calendar
from arbitro.store.memory import MemoryStore
from arbitro.text import Fault


def hang(person: Person, text: str = "") -> int:
    body = {"file": "calendar.yaml", "text": text}
    return int(person.ask("PUT", f"/v1/tables/{person.table}/calendar", json=body).status_code)


def note(person: Person, text: str, **more: object) -> int:
    return int(person.post("/calendar/notes", {"text": text, **more}).status_code)


def drop(person: Person, number: int) -> int:
    return int(person.ask("DELETE", f"/v1/tables/{person.table}/calendar/notes/{number}").status_code)


def notes(person: Person) -> list[tuple[int, str]]:
    return [(one["number"], one["text"]) for one in person.get("/calendar").json()["notes"]]


def test_everybody_writes_and_each_takes_their_own_away():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna, bruno = invited(referee, "Anna", sides=["party"]), invited(referee, "Bruno", sides=["orcs"])
        teo = invited(referee, "Teo", "spectator")
        assert anna.get("/calendar").status_code == 404
        assert (note(anna, "early"), hang(anna)) == (404, 403)
        assert hang(referee) == 200
        assert [note(one, one.token[-3:]) for one in (anna, bruno, referee)] == [201] * 3
        assert (note(teo, "x"), note(anna, "x", secret=True)) == (403, 403)
        assert note(referee, "the duke lies", secret=True) == 201
        assert note(referee, "a day of none", date={"year": 1, "month": 13, "day": 1}) == 400
        assert len(notes(anna)) == len(notes(teo)) == 3
        assert (-1, "the duke lies") in notes(referee)
        assert (drop(bruno, 1), drop(anna, -1), drop(anna, 1), drop(referee, 2)) == (400, 400, 204, 204)
        assert [number for number, _ in notes(teo)] == [3]
        for person in (anna, bruno, teo, referee):
            page = person.ask("GET", f"/tables/{person.table}/calendar")
            assert page.status_code == 200
            assert ("the duke lies" in page.text) == (person is referee)
            assert ("calendar-file" in page.text) == (person is referee)
            assert ("calendar-note" in page.text) == (person is not teo)


def test_it_lies_beside_the_log_and_goes_along_with_a_branch():
    with server() as client:
        referee = opened(client, "referee")
        log = referee.get("/log").content
        assert hang(referee) == 200
        assert note(referee, "x") == 201
        assert referee.get("/log").content == log
        made = referee.post("/branch", {}).json()
        other = Person(client, made["table"], made["token"])
        assert notes(other) == [(1, "x")]
        assert referee.ask("DELETE", f"/v1/tables/{referee.table}/calendar").status_code == 204
        assert (referee.get("/calendar").status_code, other.get("/calendar").status_code) == (404, 200)


def test_days_go_by_with_the_clock_of_the_campaign():
    with server(ALONE, MemoryStore(find_game)) as client:
        solo = opened(client, "solo", "campaigns/ready-novices", game="campaign-whitebox", options={})
        assert hang(solo) == 200  # whoever plays alone leads
        before = solo.get("/calendar").json()["date"]
        state = client.app.state.house.tables._rooms[solo.table].session.state
        assert state.minutes < DAY
        assert (before["month"], before["day"]) == (4, 1)


@pytest.mark.parametrize("text", ["[" * 60_000, "name: x\nmonths: []", "x" * 300_000, "name: \x00"])
def test_a_file_that_is_none_is_refused_in_words(text: str):
    with server() as client:
        referee = opened(client, "referee")
        assert hang(referee, text) in (400, 413)
        assert referee.get("/calendar").status_code == 404


def test_marks_of_pages_stay_text():
    with server() as client:
        referee = opened(client, "referee")
        hang(referee, "name: <b>x</b>\nmonths:\n  - {name: '<script>', days: 9}\n")
        note(referee, "<img src=x onerror=alert(1)>")
        page = referee.ask("GET", f"/tables/{referee.table}/calendar").text
        assert '<script>"' not in page
        assert "<b>x" not in page
        assert "<img src=x" not in page


FAR = "name: Far\nmonths: [{name: Long, days: 400}]\nfirst: {year: 99999, month: 1, day: 1}\n"
SHORT = "name: Short\nmonths: [{name: Blink, days: 1}]\nfirst: {year: 99900, month: 1, day: 1}\n"


def test_no_note_lies_where_nobody_could_read_it_again() -> None:
    """What is kept must be read again: a year beyond all bounds would leave the table shut for ever."""
    store = MemoryStore(find_game)
    with server(ALONE, store) as client:
        solo = opened(client, "solo", "campaigns/ready-novices", game="campaign-whitebox", options={})
        assert hang(solo, FAR) == 200
        assert note(solo, "x", date={"year": 99_999, "month": 1, "day": 400}) == 201
        before = solo.get("/calendar").json()
        assert hang(solo, SHORT) == 400
        assert solo.get("/calendar").json() == before
    diary = Diary(read_calendar("far.yaml", FAR))
    after_a_year = diary.calendar.today(401 * DAY)
    assert after_a_year.year == 100_000
    with pytest.raises(Fault) as fault:
        diary.noted(after_a_year, "x", "Anna")
    assert "100000" in fault.value.in_("it")
    with server(ALONE, store) as client:
        assert client.get("/v1/tables").json()


@pytest.mark.parametrize("text", ["   ", "\t\n", "\x1b[2J", "a\x00b"])
def test_a_note_is_something_that_can_be_read(text: str) -> None:
    with server() as client:
        referee = opened(client, "referee")
        assert hang(referee) == 200
        assert note(referee, text) == 400
        assert notes(referee) == []
