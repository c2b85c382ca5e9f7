"""A table with friends, over HTTP: talk, handouts, calls for a roll, the map pointed at and drawn on, quick acts."""

import re
from typing import Any

import pytest
from tests.web.tables import HOST_TOKEN, SHARED, Person, invited, opened, server, settle
from tests.web.test_pictures import png

from arbitro.kernel.name_lists import fresh_names, name_by, name_lists
from arbitro.kernel.seat import Seat, pair_address
from arbitro.text import Fault
from arbitro.web.portraits import HANDOUT, clean_png
from arbitro.web.scratching import MOST_STROKES


def delve(client: Any, game: str = "whitebox") -> Person:
    """The referee of a first delve, in town."""
    body = {"game": f"campaign-{game}", "scene": "adventures/first-delve", "mode": "referee"}
    made = client.post("/v1/tables", json=body, headers={"Authorization": f"Bearer {HOST_TOKEN}"}).json()
    settle(client)
    return Person(client, made["table"], made["token"])


def go_down(referee: Person) -> None:
    """From the town to the landing."""
    for wanted in ("set_out", "follow/entrance"):
        assert referee.say("do", **referee.first_choice(wanted))["type"] == "done"


def told(person: Person, *kinds: str) -> list[tuple[str, str]]:
    lines = person.get("/story?count=500").json()["lines"]
    return [(line["by"], line["text"]) for line in lines if line["kind"] in kinds]


def map_of(person: Person) -> str:
    found = re.search(r'data-map-name="([^"]*)"', person.get("/fragments").json()["scratch"])
    assert found
    return found[1]


def test_talk_reaches_whom_it_is_said_to_and_nobody_else():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna, bruno = invited(referee, "Anna", sides=["party"]), invited(referee, "Bruno", sides=["orcs"])
        before = client.app.state.house.tables._rooms[referee.table].session.state
        assert anna.say("talk", text="  Shall we?  ")["type"] == "done"
        assert anna.say("talk", text="I doubt Bruno", audience="seat:Anna")["type"] == "done"
        assert referee.say("talk", text="So do I", audience="seat:Anna")["type"] == "done"
        assert client.app.state.house.tables._rooms[referee.table].session.state is before
        every = [("Anna", "“Shall we?”"), ("Anna", "“I doubt Bruno”"), ("referee", "“So do I”")]
        assert told(anna, "said_aside") == told(referee, "said_aside") == every
        assert told(bruno, "said_aside") == every[:1]
        assert bruno.say("talk", text="hush", audience="seat:Anna")["code"] == "not_yours"
        assert referee.say("talk", text="hush", audience="seat:Nobody")["code"] == "not_yours"
        assert anna.say("talk", text="   ")["code"] == "nothing_said"
        assert anna.post("/messages", {"type": "talk", "text": "x" * 1001}).status_code == 400
        assert "I doubt" not in bruno.get("/log").text


def test_two_players_talk_alone_and_the_referee_reads_it_or_forbids_it():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna, bea = invited(referee, "Anna", sides=["party"]), invited(referee, "Bea", sides=["orcs"])
        carl = invited(referee, "Carl", sides=[])
        page = anna.get("/fragments").json()["talk"]
        assert "Bea (the referee can read it)" in page  # it is said where one chooses it
        pair = pair_address("Bea", "Anna")
        assert f'value="{pair}"' in page
        assert anna.say("talk", text="Let us run", audience=pair)["type"] == "done"
        assert bea.say("talk", text="Now?", audience=pair)["type"] == "done"
        both = [("Anna", "“Let us run”"), ("Bea", "“Now?”")]
        assert told(anna, "said_aside") == told(bea, "said_aside") == told(referee, "said_aside") == both
        assert told(carl, "said_aside") == []
        assert "Let us run" not in carl.get("/log").text
        for wrong in (pair, pair_address("Carl", "Nobody"), "pair:x:AnnaBea", "pair:"):
            assert carl.say("talk", text="hush", audience=wrong)["code"] == "not_yours"
        assert referee.say("arrange", whispers=False)["type"] == "done"
        assert "Bea" not in anna.get("/fragments").json()["talk"]
        assert anna.say("talk", text="Still?", audience=pair)["code"] == "not_yours"


def test_no_name_is_taken_for_two():
    pair = pair_address("Anna1", "Bea")
    assert [Seat(name).knows(pair) for name in ("Anna1", "Bea", "Anna", "1Bea", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert not Seat("Bea", "spectator").knows(pair)


def test_talk_is_no_part_of_the_journal_and_takes_no_move_away():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        shown = anna.look()
        assert referee.say("talk", text="Take your time")["type"] == "done"
        move = next(one for one in shown["choices"] if one["id"].startswith("end_turn"))
        assert anna.say("do", choice=move["id"], mark=move["mark"], at=shown["seq"])["type"] == "done"
        assert "Take your time" not in anna.get("/journal?format=markdown").text


def test_a_handout_is_for_those_who_were_given_it():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna, bruno = invited(referee, "Anna", sides=["party"]), invited(referee, "Bruno", sides=["orcs"])
        path = f"/v1/tables/{referee.table}/handouts"
        sent = {"content": png(32), "headers": {"Content-Type": "image/png"}}
        brought = referee.ask("POST", path, **sent)
        assert brought.status_code == 201, brought.text
        picture = brought.json()["picture"]
        assert anna.get(f"/handouts/{picture}").status_code == 404  # it still lies on the desk
        given = {"title": "A letter", "text": "Come home.", "picture": picture}
        assert referee.say("handout", **given, audience="seat:Anna")["type"] == "done"
        assert anna.get(f"/handouts/{picture}").content == clean_png(png(32), HANDOUT)
        assert bruno.get(f"/handouts/{picture}").status_code == 404
        assert told(anna, "handed_out") == [("referee", "The referee hands out “A letter”: Come home.")]
        assert told(bruno, "handed_out") == []
        assert referee.say("handout", picture=picture)["type"] == "done"
        assert bruno.get(f"/handouts/{picture}").status_code == 200
        assert referee.say("handout", picture="0000")["code"] == "not_found"
        assert referee.say("handout")["code"] == "nothing_said"
        assert anna.ask("POST", path, **sent).status_code == 403


def test_a_handout_need_not_be_square_but_it_is_a_picture():
    wide = png(40, high=20, pixels=(b"\0" + bytes(4 * 40)) * 20)
    assert clean_png(wide, HANDOUT)
    with pytest.raises(Fault):
        clean_png(wide)
    with pytest.raises(Fault) as fault:
        clean_png(png(8), HANDOUT)
    assert "1200" in fault.value.in_("it")


def test_a_call_for_a_roll_is_answered_by_throwing():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        assert referee.say("call_for_roll", notation="1d20", purpose="luck")["type"] == "done"
        assert told(anna, "roll_called") == [("referee", "The referee calls for a roll: 1d20 (luck).")]
        page = anna.ask("GET", f"/tables/{anna.table}").text
        assert 'data-throw="1d20" data-purpose="luck"' in page
        assert anna.say("throw", notation="1d20", purpose="luck")["type"] == "done"
        assert len(told(referee, "dice_thrown")) == 1
        assert referee.say("call_for_roll", notation="1dd")["code"] == "notation"


def test_pointing_and_drawing_stay_with_those_who_see_the_map():
    with server(SHARED) as client:
        referee = delve(client)
        anna = invited(referee, "Anna", sides=["party"])
        assert map_of(anna) == ""  # in town there is no map to point at
        assert anna.say("point", map="map1-t", x=1, y=1)["code"] == "not_found"
        go_down(referee)
        assert map_of(anna) == map_of(referee) == "map1-t"
        with anna.live() as line:
            for _ in range(2):
                line.receive_json()
            assert referee.say("point", map="map1-t", x=12, y=-7)["type"] == "done"
            while (heard := line.receive_json())["type"] != "pointed":
                pass
            assert (heard["by"], heard["x"], heard["y"]) == ("Referee", 12, -7)
        length = client.app.state.house.tables._rooms[referee.table].session.ledger.length
        assert anna.say("scratch", map="map1-t", points=[1, 2, 3, 4], ink="blue")["type"] == "done"
        assert "blue" in referee.get("/fragments").json()["scratch"]
        assert anna.say("scratch", map="map2-t", points=[1, 2, 3, 4])["code"] == "not_found"  # nobody knows of it
        assert anna.say("scratch", map="map1-t", points=[1, 2, 3, 4, 5])["code"] == "unreadable"
        assert anna.say("wipe_scratch", map="map1-t", all=True)["code"] == "not_yours"
        assert referee.say("scratch", map="map1-t", points=[5, 6, 7, 8])["type"] == "done"
        assert anna.say("wipe_scratch", map="map1-t")["type"] == "done"
        left = client.app.state.house.tables._rooms[referee.table].arrangement.scratch
        assert [one.by for one in left] == ["referee"]
        assert referee.say("wipe_scratch", map="map1-t", all=True)["type"] == "done"
        for number in range(MOST_STROKES + 3):
            referee.say("scratch", map="map1-t", points=[number, 0, 0, 0])
        room = client.app.state.house.tables._rooms[referee.table]
        assert [one.points[0] for one in room.arrangement.scratch] == list(range(3, MOST_STROKES + 3))
        assert room.session.ledger.length == length  # beside the log, all of it


@pytest.mark.parametrize("game", ["whitebox", "infausta", "archmage", "daggerheart"])
def test_what_is_at_hand_comes_of_the_game(game):
    with server(SHARED) as client:
        referee = delve(client, game)
        assert "let_days_pass" in referee.say("quick")["html"]
        assert referee.say("do", choice="let_days_pass", values={"days": 1})["type"] == "done"
        go_down(referee)
        html = referee.say("quick")["html"]
        assert all(one in html for one in ("send_wanderers", "spring_encounter", "let_turns_pass", "data-call="))
        minutes = client.app.state.house.tables._rooms[referee.table].session.state.minutes
        assert referee.say("do", choice="let_turns_pass", values={"turns": 1})["type"] == "done"
        assert client.app.state.house.tables._rooms[referee.table].session.state.minutes == minutes + 10
        done = referee.say("do", choice="send_wanderers")
        assert done["type"] == "done", done
        session = client.app.state.house.tables._rooms[referee.table].session
        assert session.ruleset.side.meetings.busy(session.state)  # somebody stands before the party


@pytest.mark.parametrize(
    ("game", "word", "least"), [("whitebox", "hp", -99), ("archmage", "hp", -999), ("daggerheart", "hp_marked", 0)]
)
def test_wounds_healing_and_gold_at_a_press(game, word, least):
    with server(SHARED) as client:
        referee = delve(client, game)
        values = {one["path"]: one for one in referee.get("/paths").json() if one["word"]}
        path = next(one for one in values if one.endswith(f".{word}"))
        gold = next(one for one in values if one.endswith((".gp", "purses.corvo", "purses.brando")))
        for by in (-1, 1, 99999):
            assert referee.say("adjust", path=path, by=by)["type"] == "done"
        now = {one["path"]: one["value"] for one in referee.get("/paths").json()}
        assert now[path] == values[path]["maximum"]
        assert referee.say("adjust", path=path, by=-99999)["type"] == "done"
        assert {one["path"]: one["value"] for one in referee.get("/paths").json()}.get(path, least) == least
        assert referee.say("adjust", path=gold, by=7, reason="found in a boot")["type"] == "done"
        now = {one["path"]: one["value"] for one in referee.get("/paths").json()}
        assert now[gold] == values[gold]["value"] + 7
        assert "found in a boot" in told(referee, "overridden")[-1][1]
        assert referee.say("adjust", path="nowhere", by=1)["code"] == "no_such_path"


def test_names_are_repeatable_by_their_numbers_and_bynames_are_of_the_language():
    assert name_by("harsh", 3) == name_by("harsh", 3 + len(name_lists().people["harsh"]))
    english, italian = (fresh_names((4, 70), language, "deep") for language in ("en", "it"))
    assert english[0] == italian[0]
    assert english[1] != italian[1]
    assert name_by("nobody knows them", 0) in name_lists().people["men"]
    with server(SHARED) as client:
        given = opened(client, "referee").say("names", people="fair")["names"]
        assert given
        assert all(name.split()[0] in name_lists().people["fair"] for name in given)
