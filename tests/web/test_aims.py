"""Aims over the wire: what is offered, what is answered, what everybody is shown, how it is stopped."""

from typing import Any

from tests.web.tables import Person, invited, opened, server


def underground(client: Any, **more: Any) -> Person:
    """A party of White Box's before the first way that nobody has taken."""
    person = opened(client, scene="campaigns/ready-novices", game="campaign-whitebox", options={"road_days": 0}, **more)
    for _ in range(12):
        shown = person.look()
        aims = {aim["id"] for aim in shown["aims"]}
        if "explore" in aims:
            return person
        if "dungeon" in aims:
            person.say("pursue", aim="dungeon")
        else:
            person.say("do", **person.first_choice())
    raise AssertionError("the party never came to the dungeon")


def test_an_aim_is_offered_pursued_and_answered_with_a_reason():
    with server(seed="quiet") as client:
        person = underground(client)
        before = person.look()
        answer = person.say("pursue", aim="explore")
        assert answer["type"] == "halted", answer
        assert answer["steps"] >= 1
        assert answer["text"]
        assert not answer["text"].startswith("halt.")
        after = person.look()
        assert after["seq"] >= before["seq"] + answer["steps"]
        assert person.say("pursue", aim="explore", at=before["seq"])["code"] == "web.stale"
        assert person.say("pursue", aim="go_to/nowhere")["code"] == "gone"


def test_each_step_can_be_taken_back():
    with server(seed="quiet") as client:
        person = underground(client)
        before = person.look()["view"]["at"]
        steps = person.say("pursue", aim="explore")["steps"]
        for _ in range(steps):
            assert person.say("undo")["type"] == "done"
        assert person.look()["view"]["at"] == before


def test_the_page_shows_what_one_word_is_enough_for():
    with server(seed="quiet") as client:
        person = underground(client)
        page = person.ask("GET", f"/tables/{person.table}").text
        assert 'data-pursue="explore"' in page
        assert 'data-pursue="home"' in page


def test_a_spectator_walks_nobody():
    with server(seed="quiet") as client:
        referee = underground(client, mode="referee")
        guest = invited(referee, "Guest", "spectator")
        assert guest.look()["aims"] == []
        assert guest.say("pursue", aim="explore", at=0)["code"] == "not_yours"
