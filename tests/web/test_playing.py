"""A table over HTTP and over the live line: playing alone, taking back, typing dice, watching, coming back."""

import time
from typing import Any

import pytest
from tests.web.tables import Person, invited, opened, server

from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore


def until(what: Any, seconds: float = 10.0) -> Any:
    """Wait for something that the engine does by itself."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("it never happened")


def play_out(person: Person, most: int = 200) -> dict[str, Any]:
    """Do the first thing on offer until the scene is over; what is to be seen then."""
    for _ in range(most):
        seen = until(lambda: ((now := person.look())["finished"] and now) or (now["choices"] and now))
        if seen["finished"]:
            return seen
        answer = person.say("do", **person.first_choice())
        assert answer["type"] == "done", answer
    raise AssertionError("it never ended")


def test_one_person_plays_a_fight_from_beginning_to_end():
    with server() as client:
        anna = opened(client)
        assert anna.look()["role"] == "player"
        end = play_out(anna)
        assert end["choices"] == []
        story = anna.get("/story?count=500").json()
        numbers = [line["number"] for line in story["lines"]]
        assert numbers == sorted(set(numbers))  # those of what is told with another line are passed over
        assert (numbers[0], numbers[-1]) == (1, story["last"])
        assert "over" in story["lines"][-1]["text"]
        assert any(line.get("dice") for line in story["lines"])


@pytest.mark.parametrize(
    ("game", "scene"),
    [
        ("whitebox", "jousts/tourney"),
        ("whitebox", "expeditions/cellar"),
        ("infausta", "fights/goblins"),
        ("archmage", "fights/bridge"),
        ("daggerheart", "fights/rats"),
        ("daggerheart", "scenes/tavern"),
    ],
)
def test_every_game_is_played_without_the_server_knowing_it(game, scene):
    with server() as client:
        person = opened(client, scene=scene, game=game, options={})
        for _ in range(3):
            until(lambda: (now := person.look())["finished"] or now["choices"])
            if person.look()["finished"]:
                break
            assert person.say("do", **person.first_choice())["type"] in ("done", "refused")
        assert person.get("/fragments").status_code == 200
        assert person.get("/history").status_code == 200


def test_the_live_line_brings_what_has_changed_and_nothing_else():
    with server() as client:
        anna = opened(client)
        with anna.live() as line:
            hello, whole = line.receive_json(), line.receive_json()
            assert (hello["type"], hello["protocol"], hello["role"], hello["solo"]) == ("hello", 1, "player", True)
            assert whole["type"] == "fragments"
            assert whole["reset"]
            every = {"choices", "cards", "ink", "scene", "asked", "clock", "progress", "tools", "typing", "title"}
            every |= {"aims", "back", "going_back", "telling", "owed", "talk", "scratch"}
            assert every == set(whole["fragments"])
            assert len(whole["story"]) == anna.get("/story").json()["last"]
            line.send_json({"type": "do", "ref": 7, **anna.first_choice()})
            done, news, later = sorted((line.receive_json() for _ in range(3)), key=lambda one: one["type"])
            assert (done["type"], done["ref"]) == ("done", 7)
            assert news["first"] == whole["first"] + len(whole["story"])
            assert news["story"]
            assert "fragments" not in news
            assert any(name.startswith(("offers-", "choices")) for name in later["fragments"])
            assert "clock" not in later["fragments"]
            assert "story" not in later
            line.send_json({"type": "why", "line": news["first"], "ref": 8})
            why = line.receive_json()
            assert (why["type"], why["line"], why["ref"]) == ("because", news["first"], 8)
            assert "WB-" in why["html"]


def test_who_comes_back_finds_everything():
    with server() as client:
        anna = opened(client)
        anna.say("do", **anna.first_choice())
        with anna.live() as line:
            line.receive_json()
            before = line.receive_json()
        with anna.live() as line:
            line.receive_json()
            assert line.receive_json() == before


def test_a_table_outlives_the_server():
    store = MemoryStore(find_ruleset)
    with server(store=store) as client:
        anna = opened(client)
        anna.say("do", **anna.first_choice())
        seen, story = anna.look(), anna.get("/story").json()
    with server(store=store) as client:
        again = Person(client, anna.table, anna.token)
        assert again.look() == seen
        assert again.get("/story").json() == story


def test_each_page_speaks_the_language_of_its_reader():
    with server() as client:
        anna = opened(client)
        with anna.live("?lang=it") as italian, anna.live("?lang=en") as english:
            pages = []
            for line in (italian, english):
                line.receive_json()
                pages.append(line.receive_json())
            assert pages[0]["story"] != pages[1]["story"]
            italian.send_json({"type": "speak", "language": "en", "ref": 1})
            news = {one["type"]: one for one in (italian.receive_json(), italian.receive_json())}
            assert news["pong"]["ref"] == 1
            assert news["fragments"]["story"] == pages[1]["story"]
            assert news["fragments"]["reset"]


# ---------------------------------------------------------------- refusals and mistakes


def test_what_is_not_offered_is_not_done():
    with server() as client:
        anna = opened(client)
        before = anna.get("/history").json()
        gone = anna.say("do", choice="fly/berto")
        assert (gone["type"], gone["code"]) == ("refused", "web.choice_gone")
        assert gone["text"]
        good = anna.first_choice("attack")
        for values, code in (
            ({}, "web.value_missing"),
            ({**good["values"], "colour": "red"}, "web.no_such_value"),
            (dict.fromkeys(good["values"], "nobody"), "web.value_misfit"),
        ):
            answer = anna.say("do", choice=good["choice"], values=values)
            assert (answer["type"], answer["code"]) == ("refused", code)
        assert anna.get("/history").json() == before


def test_what_cannot_be_read_is_said_so_on_the_same_line():
    with server() as client:
        anna = opened(client)
        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            for text in ("", "{", '"do"', '{"type": "fly"}', '{"type": "do"}', '{"type":"why","line":"x"}', "[" * 5000):
                line.send_text(text)
                answer = line.receive_json()
                assert (answer["type"], answer["code"]) == ("problem", "unreadable")
            for text in (
                '{"type": "ping", "ref": 1%s}' % ("0" * 30),
                '{"type": "note", "text": "\\ud800"}',
                '{"type": "do", "choice": "x", "values": {"x": 1%s}}' % ("0" * 30),
            ):
                line.send_text(text)
                assert line.receive_json()["code"] == "unreadable"
            line.send_text('{"type": "ping", "ref": 3}')
            assert line.receive_json() == {"type": "pong", "ref": 3}


def test_a_line_or_sheet_that_is_not_there():
    with server() as client:
        anna = opened(client)
        for number in (0, -1, 10_000):
            assert anna.say("why", line=number)["code"] == "not_found"
        assert anna.say("sheet", subject="nobody")["code"] == "not_found"
        assert anna.get("/story/10000/why").status_code == 404
        assert anna.get("/sheets/nobody").status_code == 404


# ---------------------------------------------------------------- taking back


def test_who_plays_alone_takes_back_as_far_as_their_own_last_command():
    with server() as client:
        anna = opened(client)
        start = anna.look()
        assert anna.say("undo")["type"] == "refused"  # nothing of one's own yet
        anna.say("do", **anna.first_choice("attack"))
        after = anna.look()
        assert after["view"] != start["view"]
        assert anna.say("undo")["type"] == "done"
        back = anna.look()
        assert (back["view"], back["choices"]) == (start["view"], start["choices"])
        assert anna.say("redo")["type"] == "done"
        assert anna.look()["view"] == after["view"]


def test_the_engine_plays_its_side_and_is_taken_back_with_the_command_before():
    with server() as client:
        anna = opened(client)
        while (choice := anna.first_choice()) and not choice["choice"].startswith("end"):
            ends = [one for one in anna.look()["choices"] if one["id"].startswith("end")]
            if ends:
                break
            anna.say("do", **choice)
        end = next(one for one in anna.look()["choices"] if one["id"].startswith("end"))
        before = anna.look()["view"]
        entries = len(anna.get("/history").json()["entries"])
        assert anna.say("do", choice=end["id"])["type"] == "done"
        until(lambda: (now := anna.look())["finished"] or now["choices"])
        assert len(anna.get("/history").json()["entries"]) > entries + 1  # the orcs did something too
        assert anna.say("undo")["type"] == "done"
        assert anna.look()["view"] == before


# ---------------------------------------------------------------- typed dice


def test_dice_are_typed_one_by_one():
    with server() as client:
        anna = opened(client)
        choice = anna.first_choice("attack")
        faces: list[int] = []
        asked = []
        answer = anna.say("do", **choice, faces=[])
        while answer["type"] == "die_asked":
            asked.append((answer["sides"], answer["number"]))
            assert answer["purpose"]
            assert answer["owed"]
            faces.append(answer["sides"])
            answer = anna.say("tell_faces", faces=[answer["sides"]], at=answer["at"])
        assert answer["type"] == "done"
        assert asked[0] == (20, 1)
        assert len(asked) >= 2  # a natural 20 hits, and damage is thrown
        dice = [die for line in anna.get("/story").json()["lines"] for die in line.get("dice", ())]
        typed = [(die["sides"], die["face"]) for die in dice if die.get("how") == "typed"]
        assert typed == list(zip((sides for sides, _ in asked), faces, strict=True))


def test_players_type_dice_only_where_the_referee_lets_them():
    with server() as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        choice = anna.first_choice("attack")
        assert anna.say("do", **choice, faces=[])["code"] == "not_yours"
        assert referee.say("arrange", typed=True)["type"] == "done"
        assert anna.say("do", **choice, faces=[])["type"] == "die_asked"


# ---------------------------------------------------------------- watching


def test_a_demo_plays_itself_while_somebody_watches_and_stops_when_told():
    with server() as client:
        anna = opened(client, "demo")
        anna.say("pause", paused=False, pace=100)
        entries = anna.look()["seq"]
        time.sleep(0.4)
        assert anna.look()["seq"] == entries  # nobody watches
        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            news = line.receive_json()
            assert news["type"] == "fragments"
            line.send_json({"type": "pause", "paused": True, "ref": 1})
            until(lambda: line.receive_json().get("ref") == 1)
            stopped = anna.look()["seq"]
            time.sleep(0.5)
            assert anna.look()["seq"] <= stopped + 1


def test_a_fault_of_ours_is_said_so_and_the_line_stays_open(monkeypatch, caplog):
    with server() as client:
        anna = opened(client)

        async def broken(*_: Any) -> Any:
            raise RuntimeError("the password is swordfish")

        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            with monkeypatch.context() as patch:
                patch.setattr("arbitro.web.tables.OpenTables.take_back", broken)
                line.send_json({"type": "undo", "ref": 1, "at": anna.look()["seq"]})
                answer = line.receive_json()
            assert (answer["type"], answer["code"], answer["ref"]) == ("problem", "failed", 1)
            assert "swordfish" not in answer["text"]
            assert "swordfish" in caplog.text
            line.send_json({"type": "ping", "ref": 2})
            assert line.receive_json() == {"type": "pong", "ref": 2}


def test_a_program_is_told_which_odds_are_a_guess():
    with server() as client:
        referee = opened(client, "referee")
        player = invited(referee, "Anna", sides=["party"])

        def guessed(person: Person) -> set[bool]:
            offers = person.look()["choices"]
            picks = [pick for offer in offers for field in offer.get("fields", ()) for pick in field.get("picks", ())]
            return {one["chance"].get("estimate", False) for one in (*offers, *picks) if one.get("chance")}

        assert guessed(referee) == {False}
        assert guessed(player) == {True}
