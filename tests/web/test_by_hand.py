"""Real dice at a table with people: what is asked for is begun, and everybody sees who owes what."""

import asyncio
from typing import Any

import pytest
from tests.web.tables import SHARED, Person, forget_chance, invited, opened, server
from tests.web.test_secrecy import done, everything

from arbitro.kernel.log import Entry
from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore


def seated(client: Any) -> tuple[Person, Person, Person, Person]:
    """A table at which players may throw real dice: the referee, two players of the party, an onlooker."""
    referee = opened(client, "referee")
    done(referee.say("arrange", typed=True))
    anna, bruno = (invited(referee, name, sides=["party"]) for name in ("Anna", "Bruno"))
    return referee, anna, bruno, invited(referee, "Teo", "spectator")


def begun(anna: Person) -> dict[str, Any]:
    """Anna strikes, and is asked for her die."""
    answer = anna.say("do", **anna.first_choice("attack"), faces=[])
    assert (answer["type"], answer["sides"], answer["number"], answer["owed"]) == ("die_asked", 20, 1, True)
    return answer


def log_of(client: Any, table: str) -> list[Entry[Any, Any]]:
    session = client.app.state.house.tables._rooms[table].session
    return list(asyncio.run(session.entries()))


def test_too_few_or_too_many_faces_are_no_question_to_be_asked_for_nothing() -> None:
    with server(SHARED) as client:
        referee, anna, *_ = seated(client)
        before = anna.look()["seq"]
        begun(anna)
        assert anna.look()["seq"] == before + 1
        again = anna.say("do", choice="attack/berto", faces=[20, 6, 6, 6, 6], mark="x")
        assert (again["type"], again["code"]) == ("refused", "dice_owed")
        assert anna.say("tell_faces", faces=[1, 6, 6, 6])["type"] == "done"  # a miss, and nothing is said of the rest
        assert referee.look()["owed"] is None


def test_everybody_sees_who_owes_what_and_only_those_concerned_may_settle_it() -> None:
    with server(SHARED) as client:
        referee, anna, bruno, teo = seated(client)
        begun(anna)
        owed = {"who": "Anna", "sides": 20, "purpose": "attack"}
        assert anna.look()["owed"] == {**owed, "number": 1, "mine": True, "may_roll": True}
        assert bruno.look()["owed"] == {**owed, "number": 0, "mine": False, "may_roll": False}
        assert teo.look()["owed"] == {**owed, "number": 0, "mine": False, "may_roll": False}
        assert referee.look()["owed"]["may_roll"]
        for person in (anna, bruno, teo, referee):
            assert person.look()["choices"] == []
            assert [(one["name"], one["mine"]) for one in person.look()["awaited"]] == [("Anna", person is anna)]
        for language, words in (("it", "Anna ha cominciato e tira un d20 a mano"), ("en", "Anna has begun and throws")):
            bruno.language = anna.language = language
            page = bruno.ask("GET", f"/tables/{bruno.table}").text
            assert words in page
            assert "data-owed-face" not in page
            assert "data-owed-roll" not in page
            assert "data-owed-face" in anna.ask("GET", f"/tables/{anna.table}").text
            refused = bruno.say("tell_faces", faces=[20])
            assert (refused["code"], refused["text"].startswith("Anna ")) == ("dice_owed", True)
            assert bruno.say("roll_owed")["code"] == "dice_owed"
        assert teo.say("roll_owed")["code"] == "not_yours"
        assert referee.say("undo")["code"] == "dice_owed"
        assert bruno.say("throw", notation="1d6")["code"] == "dice_owed"
        done(bruno.say("note", text="go on, Anna"))
        done(referee.say("roll_owed"))
        assert anna.look()["owed"] is None
        deed = next(one for one in reversed(log_of(client, anna.table)) if one.command is not None)
        assert (deed.by, deed.typed) == ("Anna", ())


def test_an_answer_is_for_the_die_that_was_shown() -> None:
    with server(SHARED) as client:
        _, anna, *_ = seated(client)
        first = begun(anna)
        second = anna.say("tell_faces", faces=[20], at=first["at"])
        assert (second["type"], second["number"]) == ("die_asked", 2)
        stale = anna.say("tell_faces", faces=[5], at=first["at"])  # a second press of the same button
        assert (stale["type"], stale["code"]) == ("refused", "web.stale")
        done(anna.say("note", text="wait, it rolled off the table"))  # words take no meaning away
        done(anna.say("tell_faces", faces=[5], at=second["at"]))
        assert anna.say("tell_faces", faces=[5], at=second["at"])["code"] == "nothing_owed"


def test_the_table_does_not_wait_for_somebody_who_is_gone() -> None:
    with server(SHARED) as client:
        referee, anna, *_ = seated(client)
        begun(anna)
        seat = next(one["id"] for one in referee.get("/seats").json()["seats"] if one["name"] == "Anna")
        assert referee.ask("DELETE", f"/v1/tables/{referee.table}/seats/{seat}").status_code in (200, 204)
        for _ in range(50):
            if referee.look()["owed"] is None:
                break
        assert referee.look()["owed"] is None


def test_where_the_engine_is_the_referee_a_friend_may_let_it_roll() -> None:
    with server(SHARED) as client:
        referee, anna, bruno, _ = seated(client)
        done(referee.say("arrange", automatic=["referee"]))
        begun(anna)
        assert bruno.look()["owed"]["may_roll"]
        done(bruno.say("roll_owed"))
        assert bruno.look()["owed"] is None


def test_what_was_begun_outlives_the_server() -> None:
    store = MemoryStore(find_ruleset)
    with server(SHARED, store) as client:
        _, anna, *_ = seated(client)
        begun(anna)
    with server(SHARED, store) as client:
        again = Person(client, anna.table, anna.token)
        assert again.look()["owed"]["mine"]
        answer = again.say("tell_faces", faces=[1])
        assert answer["type"] == "done"


# ---------------------------------------------------------------- two worlds


@pytest.mark.parametrize("role", ["player", "other", "spectator"])
def test_what_is_asked_tells_nothing_of_what_is_hidden(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The armour of whoever is struck is another: nobody can tell it by what is asked for."""
    seen = []
    for armour in (10, 19):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)
            referee, anna, bruno, teo = seated(client)
            for number in range(1, 7):
                path = f"fight.combatants.orc-{number}.profile.armour"
                done(referee.say("override", path=path, value=armour, reason="because"))
            begun(anna)
            for faces in ([], [99]):
                assert anna.say("tell_faces", faces=faces)["type"] in ("refused", "problem")
            whose = {"player": anna, "other": bruno, "spectator": teo}[role]
            seen.append(everything(whose, referee.table))
            assert referee.look()["owed"]["who"] == "Anna"
    assert seen[0] == seen[1]
