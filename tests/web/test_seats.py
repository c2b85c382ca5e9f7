"""Inviting, changing and taking away; who sees what; and what a seat's page is told when its seat changes."""

import json
import time
from typing import Any
from urllib.parse import quote

import pytest
from litestar.testing import TestClient
from tests.web.tables import SHARED, Person, invited, opened, server

from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore


def received(line: Any, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while (message := line.receive_json())["type"] != kind:
        pass
    return dict(message)


def test_an_invitation_is_a_link_and_a_qr_code():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        answer = referee.post("/seats", {"name": "Anna", "sides": ["party"]})
        body = answer.json()
        assert body["link"] == f"http://127.0.0.1/join/{body['token']}"
        assert body["qr"].startswith("<svg")
        assert "style" not in body["qr"]
        client.cookies.clear()
        assert "Anna" in client.get(f"/join/{body['token']}").text
        assert client.get(f"/v1/tables/{referee.table}").status_code == 404  # looking at a link takes no seat
        joined = client.post(f"/join/{body['token']}", follow_redirects=False)
        assert joined.headers["location"] == f"/tables/{referee.table}"
        assert client.get(f"/v1/tables/{referee.table}").json()["seat"] == "Anna"


def test_a_program_takes_its_seat_by_its_token():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", controls=["berto"])
        client.cookies.clear()
        claimed = client.post("/v1/claim", json={"token": anna.token})
        assert (claimed.status_code, claimed.json()["name"]) == (201, "Anna")
        assert client.get(f"/v1/tables/{referee.table}").status_code == 200
        assert client.post("/v1/claim", json={"token": "no"}).json()["error"]["code"] == "no_token"


def test_a_player_of_one_character_is_offered_what_that_character_may_do():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", controls=["berto"])
        ids = {one["id"] for one in anna.look()["choices"]}
        assert ids
        assert all("berto" in one for one in ids)


def test_names_are_unique_and_not_the_tables_own():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        invited(referee, "Anna")
        for name, code in (
            ("anna", "name_taken"),
            ("Referee", "name_reserved"),
            ("seat:x", "name_reserved"),
            ("  ", "name_reserved"),
        ):
            answer = referee.post("/seats", {"name": name})
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), name
        answer = referee.post("/seats", {"name": "Zoe", "sides": ["dragons"]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "no_side")
        assert "party" in answer.json()["error"]["text"]


def test_a_seat_that_is_taken_away_closes_its_pages():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        with anna.live() as line:
            received(line, "fragments")
            seats = referee.get("/seats").json()["seats"]
            own = next(one for one in seats if one["name"] == "Anna")
            assert own["present"] == 1
            assert referee.ask("DELETE", f"/v1/tables/{referee.table}/seats/{own['id']}").status_code == 204
            closed = received(line, "problem")
            assert closed["code"] == "closed"
        assert anna.get().status_code == 404


def test_a_new_link_makes_the_old_one_worthless():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        own = next(one for one in referee.get("/seats").json()["seats"] if one["name"] == "Anna")
        with anna.live() as line:
            received(line, "fragments")
            renewed = referee.post(f"/seats/{own['id']}/link", {}).json()
            assert received(line, "problem")["code"] == "closed"
        assert anna.get().status_code == 404
        assert Person(client, referee.table, renewed["token"]).look()["seat"] == "Anna"


def test_a_seat_may_play_others_and_its_page_shows_it_at_once():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", controls=["berto"])
        own = next(one for one in referee.get("/seats").json()["seats"] if one["name"] == "Anna")
        with anna.live() as line:
            assert "dalia" not in received(line, "fragments")["fragments"]["choices"]
            path = f"/v1/tables/{referee.table}/seats/{own['id']}"
            changed = referee.ask("PATCH", path, json={"name": "Anna B.", "sides": ["party"]})
            assert changed.json()["name"] == "Anna B."
            news = received(line, "fragments")
            assert news["reset"]
            assert "dalia" in news["fragments"]["choices"]


def test_the_last_referee_stays():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        own = referee.get("/seats").json()["seats"][0]
        answer = referee.ask("DELETE", f"/v1/tables/{referee.table}/seats/{own['id']}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "last_referee")
        second = referee.post("/seats", {"name": "Gino", "role": "referee"}).json()
        assert referee.ask("DELETE", f"/v1/tables/{referee.table}/seats/{own['id']}").status_code == 204
        assert Person(client, referee.table, second["token"]).look()["role"] == "referee"


def test_the_referee_looks_through_the_eyes_of_others():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        own = next(one for one in referee.get("/seats").json()["seats"] if one["name"] == "Anna")
        with anna.live() as theirs, referee.live() as line:
            players = received(theirs, "fragments")
            everything = received(line, "fragments")
            line.send_json({"type": "look", "seat": own["id"]})
            borrowed = received(line, "fragments")
            assert borrowed["fragments"]["cards"] == players["fragments"]["cards"]
            assert "seats" not in borrowed["fragments"]
            line.send_json({"type": "look", "seat": ""})
            assert received(line, "fragments")["fragments"]["cards"] == everything["fragments"]["cards"]
            line.send_json({"type": "look", "seat": "nobody"})
            assert received(line, "problem")["code"] == "not_found"


def test_a_players_screen_shows_what_everybody_sees_whoever_opened_it():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        teo = invited(referee, "Teo", "spectator")
        with teo.live() as theirs, referee.live("?eyes=everybody") as screen:
            assert received(screen, "hello")["role"] == "spectator"
            watched, shown = received(theirs, "fragments"), received(screen, "fragments")
            assert shown["fragments"] == watched["fragments"]
            assert shown["story"] == watched["story"]
            invited(referee, "Anna", sides=["party"])  # seats change, and the screen stays a screen
            screen.send_json({"type": "story", "before": 1000, "ref": 4})
            assert len(received(screen, "lines")["story"]) == len(watched["story"])


def test_several_tables_at_once_do_not_know_of_each_other():
    with server(SHARED) as client:
        one, two = opened(client, "referee"), opened(client, "referee")
        before = two.get("/history").json()
        with two.live() as line:
            received(line, "fragments")
            one.say("do", **one.first_choice())
            line.send_json({"type": "ping", "ref": 5})
            assert line.receive_json() == {"type": "pong", "ref": 5}
        assert two.get("/history").json() == before


# ---------------------------------------------------------------- the referee's hand


def test_the_referee_sets_numbers_and_overrules_dice_with_a_reason():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        anna.say("do", **anna.first_choice("attack"))
        bare = referee.say("overrule", faces=[20], reason=" ")
        assert (bare["type"], bare["code"]) == ("refused", "reason_needed")
        missing = referee.say("overrule", faces=[20], reason="cocked")
        assert (missing["type"], missing["sides"], missing["number"]) == ("die_asked", 6, 2)
        assert referee.say("overrule", faces=[20, 6], reason="cocked")["type"] == "done"
        referee.say("undo")
        anna.say("do", **anna.first_choice("attack"))
        assert referee.say("overrule", faces=[1, 6], reason="cocked")["type"] == "done"  # a miss throws no second die
        assert any("cocked" in line["text"] for line in anna.get("/story").json()["lines"])
        done = referee.say("override", path="fight.combatants.berto.hp", value=2, reason="a scratch")
        assert done["type"] == "done"
        assert any("a scratch" in line["text"] for line in anna.get("/story").json()["lines"])
        wrong = referee.say("override", path="fight.nowhere", value=2, reason="x")
        assert (wrong["type"], wrong["code"]) == ("refused", "no_such_path")


def test_house_rules_change_during_play():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        wrong = referee.say("options", options={"surprise_method": "magic"})
        assert (wrong["type"], wrong["code"]) == ("refused", "option")
        assert referee.say("options", options={"surprise_method": "roll"})["type"] == "done"


def test_a_branch_shares_the_past_and_goes_its_own_way():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        referee.say("do", **referee.first_choice())
        answer = referee.post("/branch", {"title": "What if"})
        assert answer.status_code == 201
        other = Person(client, answer.json()["table"], answer.json()["token"])
        assert other.table == "what-if-1"
        assert other.look()["view"] == referee.look()["view"]
        other.say("do", **other.first_choice())
        assert other.look()["view"] != referee.look()["view"]


def test_a_log_is_taken_along_and_brought_back():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        anna.say("do", **anna.first_choice())
        log = referee.get("/log").content
    with server() as elsewhere:
        answer = elsewhere.post("/v1/import", content=log)
        assert answer.status_code == 201, answer.text
        again = Person(elsewhere, answer.json()["table"], answer.json()["token"])
        assert again.get("/log").content == log
        assert again.say("do", **again.first_choice("end_turn"))["code"] == "no_seed"
        assert elsewhere.post("/v1/import", content=log).status_code == 400  # it is here already
        for broken in (
            b"",
            b"hello",
            b"{}",
            log.replace(b"Berto", b"Berta"),
            log[: len(log) // 2],
            b"\xff\xfe",
            b"[]\n",
        ):
            assert elsewhere.post("/v1/import", content=broken).status_code == 400, broken[:40]


def exported(client: TestClient[Any], table: str, passphrase: str) -> bytes:
    """A log with its seed, as the terminal writes it."""

    async def lines() -> bytes:
        return b"".join([line async for line in client.app.state.house.tables.store.export_table(table, passphrase)])

    with client.portal() as portal:
        return bytes(portal.call(lines))


def test_a_table_whose_seed_goes_along_is_played_on_with_the_same_dice():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        log = exported(client, referee.table, "più segreto")
        blow = referee.first_choice("attack")
        assert referee.say("do", **blow)["type"] == "done"
        there = referee.look()["view"]
    with server() as elsewhere:

        def brought(said: str, name: str) -> Any:
            headers = {"Arbitro-Passphrase": quote(said), "Accept-Language": "en"}
            return elsewhere.post(f"/v1/import?name={name}", content=log, headers=headers)

        wrong = brought("un'altra", "wrong")
        assert (wrong.status_code, "does not open" in wrong.json()["error"]["text"]) == (400, True)
        answer = brought("più segreto", "our-table")
        assert (answer.status_code, answer.json()["table"]) == (201, "our-table")
        again = Person(elsewhere, "our-table", answer.json()["token"])
        assert again.say("do", **again.first_choice("attack"))["type"] == "done"
        assert again.look()["view"] == there
        sealed = elsewhere.post("/v1/import?name=sealed", content=log).json()
        mute = Person(elsewhere, "sealed", sealed["token"])
        assert mute.say("do", **mute.first_choice("attack"))["code"] == "no_seed"
        for bad in ("", "../x", "a/b", "x" * 90):
            refused = elsewhere.post("/v1/import", params={"name": bad} if bad else {}, content=b"{}\n")
            assert refused.status_code == 400


def test_automation_is_switched_side_by_side():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        before = anna.look()["seq"]
        assert referee.say("arrange", automatic=["orcs"])["type"] == "done"
        assert anna.look()["seq"] == before  # it is Anna's turn
        ends = anna.first_choice("end_turn")
        anna.say("do", **ends)
        deadline = time.monotonic() + 5
        while not anna.look()["choices"] and time.monotonic() < deadline:
            time.sleep(0.02)
        assert anna.look()["choices"]  # the orcs have had their turn
        assert anna.look()["seq"] > before + 1


def test_undoing_what_the_engine_did_lets_the_referee_decide_instead():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        referee.say("arrange", automatic=["referee"])
        deadline = time.monotonic() + 10
        while not referee.look()["finished"] and time.monotonic() < deadline:
            time.sleep(0.05)
        assert referee.look()["finished"]
        seq = referee.look()["seq"]
        assert referee.say("undo")["type"] == "done"
        time.sleep(0.1)
        assert referee.look()["seq"] == seq + 1  # it waits
        assert referee.look()["choices"]
        assert referee.say("go_on")["type"] == "done"
        deadline = time.monotonic() + 10
        while not referee.look()["finished"] and time.monotonic() < deadline:
            time.sleep(0.05)
        assert referee.look()["finished"]


def test_numbers_beyond_all_measure_are_kept_or_refused_but_never_break_a_table():
    store = MemoryStore(find_ruleset)
    with server(SHARED, store) as client:
        referee = opened(client, "referee")
        huge = 10**30
        for message, kind in (
            ({"type": "override", "path": "minutes", "value": huge, "reason": "x"}, "done"),
            ({"type": "override", "path": "minutes", "value": {"a": [huge]}, "reason": "x"}, "refused"),
            ({"type": "order", "command": {"type": "end_turn", "side": huge}}, "problem"),
            ({"type": "options", "options": {"surprise_method": huge}}, "refused"),
        ):
            answer = referee.post("/messages", message)
            assert (answer.status_code, answer.json()["type"]) == (200, kind), message
        seen = referee.look()
    with server(SHARED, store) as client:
        assert Person(client, referee.table, referee.token).look() == seen


def test_a_new_seat_does_not_inherit_what_was_told_to_one_that_is_gone() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        seat = next(one["id"] for one in referee.get("/seats").json()["seats"] if one["name"] == "Anna")
        assert referee.say("note", text="you alone heard it", audience="seat:Anna")["type"] == "done"
        assert "you alone heard it" in anna.get("/story").text
        assert referee.ask("DELETE", f"/v1/tables/{referee.table}/seats/{seat}").status_code == 204
        for name in ("Anna", "anna"):
            answer = referee.post("/seats", {"name": name, "role": "player", "sides": ["party"]})
            assert answer.status_code == 400
            assert answer.json()["error"]["code"] == "name_former"
        bruno = invited(referee, "Bruno", sides=["party"])
        seat = next(one["id"] for one in referee.get("/seats").json()["seats"] if one["name"] == "Bruno")
        renamed = referee.ask("PATCH", f"/v1/tables/{referee.table}/seats/{seat}", json={"name": "Anna"})
        assert renamed.status_code == 400
        assert "you alone heard it" not in bruno.get("/story").text
        assert (
            referee.ask("PATCH", f"/v1/tables/{referee.table}/seats/{seat}", json={"name": "Bice"}).status_code == 200
        )
        assert referee.post("/seats", {"name": "Bruno", "role": "player"}).json()["error"]["code"] == "name_former"


def test_who_sits_down_without_a_name_gets_one_that_nobody_has_or_had() -> None:
    with server() as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        bench = f"/v1/tables/{anna.table}/sit"

        def sat(role: str = "spectator") -> str:
            client.cookies.clear()
            return str(client.post(bench, json={"role": role}).json()["name"])

        def gone(name: str) -> None:
            seat = next(one["id"] for one in referee.get("/seats").json()["seats"] if one["name"] == name)
            assert referee.ask("DELETE", f"/v1/tables/{anna.table}/seats/{seat}").status_code == 204

        first, second = sat(), sat()
        assert referee.say("note", text="you alone heard it", audience=f"seat:{second}")["type"] == "done"
        gone("Anna")
        gone(second)
        later = [sat(), sat(), sat("narrator")]
        assert len({first, second, *later}) == 5


def test_no_title_holds_what_nobody_can_see() -> None:
    with server() as client:
        referee = opened(client, "referee")
        for title in ("Fri\u202eday", "a\x1b[2Jb", "\u200b"):
            answer = referee.say("arrange", title=title)
            assert (answer["type"], answer["code"]) == ("problem", "unreadable")
            assert referee.post("/branch", {"title": title}).json()["error"]["code"] == "unseen_letters"
        assert referee.say("arrange", title="Friday — «città»")["type"] == "done"


@pytest.mark.parametrize("name", ["An\u200bna", "Anna\u202e", "\u2066Anna", "An\x00na", "An\x07na", "An\ud800na"])
def test_every_letter_of_a_name_can_be_seen(name: str) -> None:
    with server() as client:
        referee = opened(client, "referee")
        body = json.dumps({"name": name, "role": "player"}).encode()
        answer = referee.ask("POST", f"/v1/tables/{referee.table}/seats", content=body)
        assert answer.status_code == 400


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("\uff21nna", "name_taken"),
        ("Rene\u0301", "name_taken"),
        ("\uff52eferee", "name_reserved"),
        ("a\uff1ab", "name_reserved"),
    ],
)
def test_a_name_that_only_looks_the_same_is_the_same(name, code):
    with server(SHARED) as client:
        referee = opened(client, "referee")
        for taken in ("Anna", "Ren\u00e9"):
            invited(referee, taken, sides=["party"])
        answer = referee.post("/seats", {"name": name, "sides": ["party"]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
