"""A stale button never does something else: what is done names the table that it was shown at."""

from typing import Any

from tests.web.tables import Person, invited, opened, server

from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
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
