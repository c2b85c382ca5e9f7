"""A stale button never does something else: what is done names the table that it was shown at."""

import asyncio
from typing import Any

import msgspec
from tests.agents.people import sitting
from tests.web.tables import Person, invited, opened, server

from arbitro.client import calls
from arbitro.client.data import MeantData, MomentData, OfferData
from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
from arbitro.web.answering import Answerer
from arbitro.web.messages import MESSAGES, DoneAsShown, read_message
from arbitro.web.settings import Settings

ALONE = Settings(per_second=1e6, at_once=10**6, knocks_at_once=10**6)


def at_the_entrance(client: Any) -> tuple[Person, Person]:
    """A campaign before its dungeon: the referee, and a friend who plays the party too."""
    referee = opened(client, "referee", "campaigns/ready-novices", game="campaign-whitebox", options={})
    return referee, invited(referee, "Anna", sides=["party"])


def campaign() -> Any:
    return server(ALONE, MemoryStore(find_game))


def pressed(person: Person, choice: str, **values: Any) -> dict[str, Any]:
    """A button as it is shown now, to be pressed later."""
    shown = person.look()
    mark = next(one["mark"] for one in shown["choices"] if one["id"] == choice)
    return {"choice": choice, "values": values, "at": shown["seq"], "mark": mark}


def test_a_way_that_has_become_another_is_not_taken() -> None:
    with campaign() as client:
        referee, anna = at_the_entrance(client)
        assert referee.say("do", choice="set_out")["type"] == "done"
        while any(one["id"].startswith("travel") for one in referee.look()["choices"]):
            assert referee.say("do", **referee.first_choice("travel"))["type"] == "done"
        down = pressed(anna, "follow/rootk0")
        text = next(one["text"] for one in anna.look()["choices"] if one["id"] == "follow/rootk0")
        assert referee.say("do", choice="follow/rootk0")["type"] == "done"
        inside = {one["id"]: one["text"] for one in anna.look()["choices"]}
        assert inside["follow/rootk0"] != text  # the same way, seen from below
        before = anna.look()["seq"]
        answer = anna.say("do", **down)
        assert (answer["type"], answer["code"]) == ("refused", "web.choice_changed")
        assert answer["text"].startswith("This means something else by now")
        assert anna.look()["seq"] == before


def test_two_friends_who_press_at_once_do_it_once() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna, bruno = (invited(referee, name, sides=["party"]) for name in ("Anna", "Bruno"))
        blow = anna.first_choice("attack")
        again = {**blow}
        assert anna.say("do", **blow)["type"] == "done"
        answer = bruno.say("do", **again)
        assert answer["type"] == "refused"
        assert answer["code"] in ("web.done_already", "web.choice_gone", "web.choice_changed")


def test_equal_purchases_are_made_twice_only_by_who_has_seen_the_first() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna, bruno = (invited(referee, name, sides=["party"]) for name in ("Anna", "Bruno"))
        ends = anna.first_choice("end_turn")
        seen_by_both = bruno.first_choice("end_turn")
        assert anna.say("do", **ends)["type"] == "done"
        assert bruno.say("do", **seen_by_both)["type"] == "refused"


def test_what_others_do_elsewhere_does_not_stand_in_the_way() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna, bruno = (invited(referee, name, sides=["party"]) for name in ("Anna", "Bruno"))
        shown = anna.look()
        attacks = [one for one in shown["choices"] if one["id"].startswith("attack/")]
        one, other = (next(a for a in attacks if a["id"].startswith(f"attack/{who}/")) for who in ("berto", "dalia"))

        def blow(offer: dict[str, Any]) -> dict[str, Any]:
            target = next(f for f in offer["fields"] if f["name"] == "target")["picks"][-1]["value"]
            rest = {f["name"]: f["picks"][0]["value"] for f in offer["fields"] if f["kind"] == "pick"}
            return {
                "choice": offer["id"],
                "values": {**rest, "target": target},
                "at": shown["seq"],
                "mark": offer["mark"],
            }

        assert anna.say("do", **blow(one))["type"] == "done"
        assert bruno.say("do", **blow(other))["type"] == "done"  # shown before the first blow, and still the same


def test_taking_back_names_what_is_to_be_taken_back() -> None:
    with server() as client:
        referee = opened(client, "referee")
        shown = referee.look()["seq"]
        assert referee.say("do", **referee.first_choice("attack"))["type"] == "done"
        assert referee.say("undo", at=shown)["code"] == "web.stale"
        now = referee.look()["seq"]
        assert referee.say("undo", at=now)["type"] == "done"
        assert referee.say("undo", at=now)["code"] == "web.stale"  # pressed twice, taken back once
        assert referee.say("redo", at=now)["code"] == "web.stale"
        assert referee.say("redo")["type"] == "done"


def test_a_note_in_between_changes_no_meaning() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        blow = anna.first_choice("attack")
        referee.say("note", text="mind the pillar")
        assert anna.say("do", **blow)["type"] == "done"


# ---------------------------------------------------------------- at the very same moment


def at_once(client: Any, table: str, *said: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """What several people hear who say something before any of it is done."""

    async def all_of_it() -> list[dict[str, Any]]:
        tables = client.app.state.house.tables
        room = await tables.room(table)

        async def one(name: str, message: dict[str, Any]) -> dict[str, Any]:
            sitting = next(one for one in room.sittings if one.name == name)
            desk = Answerer(tables, room, sitting, "en", None)
            return dict(msgspec.to_builtins(await desk.answer(read_message(msgspec.json.encode(message)))))

        return await asyncio.gather(*(one(name, message) for name, message in said))

    with client.portal() as portal:
        return list(portal.call(all_of_it))


def kinds(answers: list[dict[str, Any]]) -> list[str]:
    return sorted(answer["type"] for answer in answers)


def test_what_two_press_at_the_very_same_moment_is_done_once() -> None:
    with server() as client:
        referee = opened(client, "referee")
        people = [invited(referee, name, sides=["party"]) for name in ("Anna", "Bruno", "Carla")]
        blow = {"type": "do", **people[0].first_choice("attack")}
        answers = at_once(client, referee.table, *((name, blow) for name in ("Anna", "Bruno", "Carla")))
        assert kinds(answers) == ["done", "refused", "refused"], answers


def test_a_way_that_becomes_another_at_the_very_same_moment_is_taken_once() -> None:
    with campaign() as client:
        referee, anna = at_the_entrance(client)
        assert referee.say("do", choice="set_out")["type"] == "done"
        while any(one["id"].startswith("travel") for one in referee.look()["choices"]):
            assert referee.say("do", **referee.first_choice("travel"))["type"] == "done"
        down = {"type": "do", **pressed(anna, "follow/rootk0")}
        answers = at_once(client, referee.table, ("Anna", down), ("Anna", down))
        assert kinds(answers) == ["done", "refused"], answers


def test_two_who_take_back_at_the_very_same_moment_take_back_one_thing() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        assert anna.say("do", **anna.first_choice("attack"))["type"] == "done"
        back = {"type": "undo", "at": referee.look()["seq"]}
        name = next(one["name"] for one in referee.get("/seats").json()["seats"] if one["role"] == "referee")
        answers = at_once(client, referee.table, (name, back), (name, back))
        assert kinds(answers) == ["done", "refused"], answers


def test_a_tool_does_nothing_else_than_what_was_shown() -> None:
    """By its id alone a choice that means something else by now is not done: neither by a model nor by a program."""
    with campaign() as client:
        referee, anna = at_the_entrance(client)
        assert referee.say("do", choice="set_out")["type"] == "done"
        while any(one["id"].startswith("travel") for one in referee.look()["choices"]):
            assert referee.say("do", **referee.first_choice("travel"))["type"] == "done"
        shown = anna.look()
        offer = next(one for one in shown["choices"] if one["id"] == "follow/rootk0")
        aim = shown["aims"][0]["id"]
        assert referee.say("do", choice="follow/rootk0")["type"] == "done"

        async def press() -> list[dict[str, Any]]:
            async with sitting(client.app, token=anna.token, table=anna.table) as model:
                stale = {"choice": offer["id"], "seq": shown["seq"]}
                return [
                    await model.use("do", **stale),
                    await model.use("do", **stale, mark=offer["mark"]),
                    await model.use("pursue", aim=aim, seq=shown["seq"]),
                    await model.use("undo", seq=shown["seq"]),
                ]

        before = anna.look()["seq"]
        heard = asyncio.run(press())
        assert [one["code"] for one in heard] == [*["web.choice_changed"] * 2, *["web.stale"] * 2]
        assert {one["seq"] for one in heard} == {before}
        read = msgspec.convert(anna.look(), MomentData)
        call = calls.do(read, msgspec.convert(offer, OfferData))
        assert anna.post("/messages", msgspec.json.decode(call.body or b"")).json()["code"] == "web.choice_changed"
        meant = MeantData(offer["id"], offer["mark"], offer["text"], {}, ())
        call = calls.do(read, meant)
        assert anna.post("/messages", msgspec.json.decode(call.body or b"")).json()["code"] == "web.choice_changed"
        assert anna.look()["seq"] == before


def test_every_message_that_does_something_shown_names_where() -> None:
    """Whatever spends a move or takes one back names the moment it was shown at; a new message must choose."""
    named = {str(kind.__struct_config__.tag) for kind in MESSAGES if issubclass(kind, DoneAsShown)}
    assert named == {"do", "pursue", "tell_faces", "roll_owed", "undo", "redo", "overrule"}
    beside = {
        "throw",
        "note",
        "stir_dice",
        "talk",
        "point",
        "scratch",
        "wipe_scratch",
        "call_off",
        "ask_back",
        "tell_me",
    }
    acting = {str(kind.__struct_config__.tag) for kind in MESSAGES if kind.power in ("act", "take_back")}
    assert acting - named == beside | {"go_on", "pause"}  # none of them is a move that could have become another
