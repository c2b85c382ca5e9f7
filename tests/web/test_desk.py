"""The referee's desk over HTTP: what it shows, what it leaves no trace of, what it refuses, and what it tells."""

import re
from typing import Any

import pytest
from tests.web.tables import SHARED, Person, forget_chance, invited, opened, server
from tests.web.test_secrecy import done, everything

from arbitro.appendix_a.level import generate
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.export.own import to_own
from arbitro.play import find_game
from arbitro.store.memory import MemoryStore


def seated(client: Any) -> dict[str, Person]:
    """A campaign in town: a referee, a player of the whole party, somebody who looks on."""
    referee = opened(client, "referee", "campaigns/ready-novices", game="campaign-whitebox", options={})
    return {
        "referee": referee,
        "player": invited(referee, "Anna", sides=["party"]),
        "spectator": invited(referee, "Teo", "spectator"),
    }


def campaign_server() -> Any:
    return server(SHARED, MemoryStore(find_game), "desk2")


def panel(referee: Person, subject: str = "") -> str:
    answer = referee.say("desk", subject=subject)
    assert answer["type"] == "desk_shown", answer
    return str(answer["html"])


def places(referee: Person) -> list[str]:
    """The ids of all places on the desk."""
    listed = panel(referee).partition('id="desk-place"')[2].partition("</select>")[0]
    return [value for value in re.findall(r'<option value="([^"]*)"', listed) if value]


def prepared(referee: Person) -> str:
    """Some rooms dug, one of them full of secrets; its id."""
    done(referee.say("do", choice="dig_level/1", values={"most": 30, "reason": "for tonight"}))
    room = places(referee)[0]
    place: dict[str, Any] = {"space": room, "kind": "banshee", "number": 3, "mood": "unaware"}
    done(referee.say("do", choice="place_monsters", values=place))
    done(referee.say("do", choice="place_treasure", values={"space": room, "what": "coins/gold", "number": 70}))
    done(referee.say("do", choice="set_trap", values={"space": room, "code": "PIT"}))
    done(referee.say("do", choice="keep_note", values={"space": room, "text": "the king hid here"}))
    return room


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_what_is_prepared_leaves_no_trace_at_all(role, monkeypatch):
    seen = []
    for world in (prepared, None):
        with monkeypatch.context() as patch, campaign_server() as client:
            forget_chance(patch)
            people = seated(client)
            if world is not None:
                world(people["referee"])
            done(people["player"].say("note", text="a public word"))
            seen.append(everything(people[role], people["referee"].table))
    assert seen[0] == seen[1]


def test_the_desk_shows_a_place_whole_and_only_what_concerns_it():
    with campaign_server() as client:
        referee = seated(client)["referee"]
        room = prepared(referee)
        shown = panel(referee, room)
        for words in ("3 banshee", "70 gold pieces", "pit 10 feet deep", "the king hid here", "<svg"):
            assert words in shown
        assert f'name="space" value="{room}"' in shown
        assert "dig_level" not in shown
        whole = panel(referee)
        assert "dig_level" in whole
        assert "place_monsters" not in whole
        other = panel(referee, places(referee)[1])
        assert "banshee (" not in other
        referee.language = "it"
        assert "3 banshee" in panel(referee, room)
        assert "Chi c&#39;è" in panel(referee, room)


def test_a_place_that_is_none_is_not_found():
    with campaign_server() as client:
        referee = seated(client)["referee"]
        assert referee.say("desk", subject="nowhere")["code"] == "not_found"


def test_a_table_without_a_desk_has_an_empty_one():
    with server(SHARED) as client:
        assert "nothing to be done by hand" in panel(opened(client, "referee"))


def test_what_does_not_fit_is_refused():
    with campaign_server() as client:
        referee = seated(client)["referee"]
        room = places(referee)[0]
        for values in (
            {"space": room, "kind": "no-such", "number": 1, "mood": ""},
            {"space": "nowhere", "kind": "banshee", "number": 1, "mood": ""},
            {"space": room, "kind": "banshee", "number": 100, "mood": ""},
            {"space": room, "kind": "banshee", "number": 1, "mood": "sleepy"},
            {"space": room, "kind": "banshee", "number": 1},
        ):
            assert referee.say("do", choice="place_monsters", values=values)["type"] == "refused"
        order = {"type": "place_monsters", "space": room, "kind": "banshe", "number": 1}
        refused = referee.say("order", command=order)
        assert refused["code"] == "no_kind"
        assert "banshee" in refused["text"]


def test_players_have_no_desk_and_learn_what_is_shown():
    with campaign_server() as client:
        people = seated(client)
        referee, player = people["referee"], people["player"]
        room = prepared(referee)
        for kind, body in (("desk", {"subject": room}), ("tell", {"line": 1}), ("desk", {})):
            assert player.say(kind, **body)["code"] == "not_yours"
        for choice, values in (("reveal", {"thing": room}), ("dig_level/1", {"most": 5})):
            assert player.say("do", choice=choice, values=values)["code"] == "web.choice_gone"
        done(referee.say("do", choice="reveal", values={"thing": room}))
        assert room in player.get("/scene.svg").text
        assert "banshee" not in player.get("/story").text
        done(referee.say("do", choice="hide", values={"thing": room}))
        assert player.get("/scene.svg").status_code == 404


def test_a_secret_line_is_told_with_its_dice():
    with campaign_server() as client:
        people = seated(client)
        referee, player = people["referee"], people["player"]
        done(referee.say("throw", notation="3d977", to="self", purpose="behind the screen"))
        last = referee.get("/story").json()["last"]
        assert "3d977" not in player.get("/story").text
        done(referee.say("tell", line=last, audience="seat:Anna"))
        lines = player.get("/story").json()["lines"]
        assert "The referee reveals" in lines[-1]["text"]
        assert len(lines[-1]["dice"]) == 3
        assert "3d977" not in people["spectator"].get("/story").text
        assert referee.say("tell", line=10_000)["code"] == "not_found"
        public = next(
            line["number"] for line in referee.get("/story").json()["lines"] if "party is in town" in line["text"]
        )
        assert referee.say("tell", line=public)["code"] == "told_already"


def test_a_dungeon_is_brought_once_and_only_before_anybody_knows_it():
    made, _ = generate(QuickDice(7), levels=1, cap=25)
    text = to_own(made, 5).decode()
    with campaign_server() as client:
        people = seated(client)
        referee = people["referee"]
        assert people["player"].post("/bring", {"text": text}).status_code == 403
        assert referee.post("/bring", {"text": "no"}).json()["code"] == "bad_dungeon"
        assert referee.post("/bring", {"text": text}).json()["type"] == "done"
        assert len(places(referee)) == len(made.spaces)
        done(referee.say("do", choice="reveal", values={"thing": places(referee)[0]}))
        assert referee.post("/bring", {"text": text}).json()["code"] == "not_found"


def test_the_values_of_the_state_say_whose_they_are():
    with campaign_server() as client:
        referee = seated(client)["referee"]
        paths = {one["path"]: one for one in referee.get("/paths").json()}
        own = paths["game.characters.alma.hp"]
        assert (own["of"], own["name"], own["rest"], own["value"]) == ("alma", "Alma", "hp", 4)
        assert paths["game.minutes"].get("of", "") == ""
