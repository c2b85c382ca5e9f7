"""Going back at a table of several people: who may, what is told of it, and asking the referee."""

from typing import Any

import pytest
from tests.web.tables import SHARED, Person, invited, opened, server

QUIET = "run/"
"""Running off: no die falls, and nothing comes to light."""


def seated(client: Any, mode: str = "referee") -> tuple[Person, Person]:
    referee = opened(client, mode)
    return referee, invited(referee, "Anna", sides=["party", "orcs"])


def move(person: Person, wanted: str) -> None:
    assert person.say("do", **person.first_choice(wanted))["type"] == "done"


def story(person: Person) -> list[str]:
    return [line["text"] for line in person.get("/story").json()["lines"]]


def fragment(person: Person, name: str) -> str:
    with person.live() as line:
        line.receive_json()
        return str(line.receive_json()["fragments"][name])


def test_a_slip_is_taken_back_by_the_player_who_made_it():
    with server(SHARED) as client:
        _, anna = seated(client)
        before = anna.look()
        move(anna, QUIET)
        assert "Take back my last move" in fragment(anna, "back")
        assert anna.say("undo")["type"] == "done"
        after = anna.look()
        assert (after["view"], after["choices"]) == (before["view"], before["choices"])
        assert after["back"]["gone"] == [{"seat": "Anna", "name": "Anna", "times": 1, "past": 0}]
        assert "Anna wished it: 1 time so far" in story(anna)[-1]


def test_a_throw_is_the_referees_to_take_back_and_granted_with_one_message():
    with server(SHARED) as client:
        referee, anna = seated(client)
        before = anna.look()["view"]
        move(anna, "attack/")
        said = anna.say("undo")
        assert (said["type"], said["code"]) == ("refused", "back_die")
        assert "Ask the referee" in fragment(anna, "back")
        assert anna.say("ask_back", reason="wrong orc")["type"] == "done"
        assert anna.look()["back"]["asked"] == ["Anna"]
        assert "wrong orc" in story(referee)[-1]
        shown = fragment(referee, "back")
        assert 'data-answer-back="Anna" data-grant="true"' in shown
        assert "data-answer-back" not in fragment(anna, "back")
        assert referee.say("answer_back", who="Anna")["type"] == "done"
        assert anna.look()["view"] == before
        assert anna.look()["back"]["gone"] == [{"seat": "Anna", "name": "Anna", "times": 1, "past": 1}]
        assert "Anna" in story(anna)[-1]


def test_a_request_is_declined():
    with server(SHARED) as client:
        referee, anna = seated(client)
        move(anna, "attack/")
        anna.say("ask_back")
        assert referee.say("answer_back", who="Anna", grant=False)["type"] == "done"
        assert referee.look()["back"]["asked"] == []
        assert referee.say("answer_back", who="Anna")["code"] == "nobody_asked"


def test_where_the_engine_is_the_referee_nobody_fishes():
    with server(SHARED) as client:
        referee, anna = seated(client)
        bruno = invited(referee, "Bruno", "spectator")
        assert referee.say("arrange", automatic=["referee"])["type"] == "done"
        move(anna, "attack/")
        assert anna.say("undo")["code"] == "back_die"
        assert anna.say("ask_back")["code"] == "nobody_to_ask"
        assert "Ask the referee" not in fragment(anna, "back")
        assert referee.say("undo")["code"] == "back_strict"  # the chair is the engine's: no back door
        assert bruno.say("undo")["code"] == "not_yours"


@pytest.mark.parametrize(
    ("rule", "anna_may", "referee_may"), [("free", True, True), ("unrevealed", False, True), ("strict", False, False)]
)
def test_the_table_says_how_far_anybody_goes_back(rule, anna_may, referee_may):
    with server(SHARED) as client:
        referee, anna = seated(client)
        assert referee.say("arrange", back=rule)["type"] == "done"
        assert anna.look()["back"]["rule"] == rule
        move(anna, "attack/")
        assert (anna.say("undo")["type"] == "done") == anna_may
        move(anna, "attack/")
        assert (referee.say("undo")["type"] == "done") == referee_may
        for language, words in (("en", "die"), ("it", "dado")):
            anna.language = language
            assert words in fragment(anna, "going_back")


def test_who_plays_alone_goes_back_freely_and_in_sight():
    with server(SHARED) as client:
        alone = opened(client)
        assert alone.look()["back"]["rule"] == "free"
        move(alone, "attack/")
        assert alone.say("undo")["type"] == "done"
        (gone,) = alone.look()["back"]["gone"]
        assert (gone["seat"], gone["times"], gone["past"]) == ("party", 1, 1)
        assert "past a die" in story(alone)[-1]
        assert "past a die or a discovery" in fragment(alone, "going_back")


def test_a_second_person_ends_the_freedom_of_who_played_alone():
    with server(SHARED) as client:
        alone = opened(client)
        move(alone, "attack/")
        house: Any = client.app.state.house
        house_answer = client.post(
            f"/v1/tables/{alone.table}/sit",
            json={"role": "referee"},
            headers={"Authorization": "Bearer the-host-of-this-server"},
        )
        assert house_answer.status_code == 201, house.tables
        assert alone.say("undo")["code"] == "back_die"


def test_how_far_anybody_may_go_back_is_told_to_everybody_when_it_changes() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        before = anna.look()["seq"]
        assert referee.say("arrange", title="Another name")["type"] == "done"
        assert anna.look()["seq"] == before
        assert referee.say("arrange", back="unrevealed")["type"] == "done"  # as it was, said aloud
        assert anna.look()["seq"] == before
        for rule, words in (("free", "as far as they like"), ("strict", "nobody takes back")):
            assert referee.say("arrange", back=rule)["type"] == "done"
            assert words in anna.get("/story").json()["lines"][-1]["text"]
        assert anna.look()["seq"] == before + 2
        assert anna.say("arrange", back="free")["type"] == "problem"
