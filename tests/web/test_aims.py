"""Aims over the wire: what is offered, what is answered, what everybody is shown, how it is stopped."""

import asyncio
from typing import Any

import pytest
from tests.web.tables import Person, invited, opened, server

from arbitro.web import answering
from arbitro.web import messages as say


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


def asked_for(person: Person) -> bool:
    """Whether anything is asked of the person before they may give an order."""
    return "strike" not in {aim["id"] for aim in person.look()["aims"]}


def test_an_order_is_given_over_the_wire_and_goes_on_after_an_answer():
    with server(seed="c") as client:
        person = opened(client, game="daggerheart", scene="fights/toll", options={})
        resumed = []
        for _ in range(60):
            if person.look()["finished"] or resumed:
                break
            if asked_for(person):
                person.say("do", **person.first_choice())
                continue
            answer = person.say("pursue", aim="strike")
            assert answer["type"] == "halted", answer
            if answer["code"] != "asked":
                assert person.say("pursue", aim="strike", resume=True)["code"] == "web.choice_gone"
                continue
            while person.look()["questions"]:
                person.say("do", **person.first_choice())
            resumed.append(person.say("pursue", aim="strike", resume=True))
        assert resumed
        assert resumed[0]["type"] == "halted"
        assert not resumed[0]["text"].startswith("halt.")


def test_what_is_declared_stands_beside_the_orders():
    with server(seed="c") as client:
        person = opened(client, game="infausta", scene="fights/goblins")
        for _ in range(20):
            shown = person.look()
            if shown["intents"]:
                break
            if asked_for(person):
                person.say("do", **person.first_choice())
            else:
                person.say("pursue", aim="strike")
        assert shown["intents"]
        page = person.ask("GET", f"/tables/{person.table}").text
        assert 'class="intents"' in page
        assert all(line.split(":")[0] in page for line in shown["intents"])
        assert not any(line.lower().startswith(("goblin", "the goblin")) for line in shown["intents"])


def test_a_walk_on_known_ground_is_taken_back_at_once():
    with server(seed="a") as client:
        options = {"wandering_turns": 0}
        person = opened(client, scene="campaigns/ready-level-5", game="campaign-archmage", options=options)
        person.say("pursue", aim="dungeon")
        person.say("do", **person.first_choice("follow/"))
        for _ in range(2):
            assert person.say("pursue", aim="explore")["type"] == "halted"
        before = person.look()["view"]["at"]
        walked = person.say("pursue", aim="go_to/surface")
        assert walked["steps"] > 2
        assert person.look()["view"]["at"] == ""
        answer = person.say("undo", walk=True)
        assert answer["type"] == "went_back", answer
        assert answer["steps"] == answer["of"] == walked["steps"]
        assert answer["text"] == "The walk is taken back."
        assert person.look()["view"]["at"] == before
        assert person.say("undo", walk=True)["code"] == "no_walk"


def test_a_walk_is_taken_back_as_far_as_something_came_to_light():
    with server(seed="quiet") as client:
        person = underground(client)
        walked = person.say("pursue", aim="explore")
        there = person.look()["view"]["at"]
        answer = person.say("undo", walk=True)
        assert answer["code"] in ("walk_stays_revealed", "walk_stays_die"), (walked, answer)
        assert "step by step" in answer["text"]
        assert person.look()["view"]["at"] == there
        assert person.say("undo")["type"] == "done"  # one step, as ever
        assert person.say("undo", walk=True)["code"] == "no_walk"


def test_the_pace_is_changed_by_one_choice_and_shown():
    with server(seed="quiet") as client:
        person = underground(client)
        shown = person.look()
        assert shown["view"]["pace"] == "normal"
        running = next(choice for choice in shown["choices"] if choice["id"] == "set_pace/running")
        assert not running.get("fields")
        assert person.say("do", choice=running["id"], mark=running["mark"], values={})["type"] == "done"
        shown = person.look()
        assert shown["view"]["pace"] == "running"
        assert {"set_pace/normal", "set_pace/careful"} <= {choice["id"] for choice in shown["choices"]}
        assert any(card["id"] == "pace" and "run" in card["line"] for card in shown["cards"])


def test_a_walk_that_is_called_off_before_it_comes_is_not_begun():
    """On two lines of plain HTTP the stop may be the quicker one."""
    with server(seed="quiet") as client:
        referee = underground(client, mode="referee")
        anna, bruno = (invited(referee, name, sides=["party"]) for name in ("Anna", "Bruno"))
        before = anna.look()
        assert bruno.say("call_off", of=7)["type"] == "done"
        assert anna.say("call_off", of=7)["type"] == "done"
        stopped = anna.say("pursue", aim="explore", ref=7)
        assert (stopped["type"], stopped["code"], stopped["steps"]) == ("halted", "stopped", 0)
        assert anna.look()["view"] == before["view"]
        walked = anna.say("pursue", aim="explore", ref=7)  # it was stopped once
        assert walked["code"] != "stopped"
        assert walked["steps"] > 0


def test_who_waits_behind_another_message_is_called_off_before_it_begins(monkeypatch: pytest.MonkeyPatch):
    async def slow(self: Any, message: say.Ping) -> say.Answer:
        await asyncio.sleep(0.3)
        return await ping(self, message)

    ping = answering._ANSWERS[say.Ping]
    monkeypatch.setitem(answering._ANSWERS, say.Ping, slow)
    with server(seed="quiet") as client:
        person = underground(client)
        before = person.look()
        with person.live() as line:
            line.send_json({"type": "ping", "ref": 1})
            line.send_json({"type": "pursue", "aim": "explore", "at": before["seq"], "ref": 2})
            line.send_json({"type": "call_off", "ref": 3})
            line.send_json({"type": "ping", "ref": 4})
            answers: dict[int, Any] = {}
            while 4 not in answers:
                answer = line.receive_json()
                if answer.get("ref"):
                    answers[answer["ref"]] = answer
        assert list(answers) == [3, 1, 2, 4]
        assert (answers[2]["code"], answers[2]["steps"]) == ("stopped", 0)
        assert answers[4]["type"] == answers[1]["type"] != "problem"
        assert person.look()["view"] == before["view"]
