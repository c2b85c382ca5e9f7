"""Who goes along: a party by lot, one that is made at the table, or one that is brought in a file and taken away."""

import json
from itertools import pairwise
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.tables import HOST_TOKEN, SHARED, Person, invited, server

from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
from arbitro.web.shelf import games

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")


def asked(client: TestClient[Any], game: str, language: str = "en", **more: Any) -> Any:
    body = {"game": f"campaign-{game}", "scene": "campaigns/own", "mode": "solo", **more}
    headers = {"Authorization": f"Bearer {HOST_TOKEN}", "Accept-Language": language}
    return client.post("/v1/tables", json=body, headers=headers)


def begun(client: TestClient[Any], game: str, **more: Any) -> Person:
    answer = asked(client, game, **more)
    assert answer.status_code == 201, answer.text
    return Person(client, answer.json()["table"], answer.json()["token"])


def house() -> Any:
    return server(SHARED, MemoryStore(find_game))


def made(person: Person, name: str) -> None:
    """Make a character by what the page would show: the first of everything."""
    assert person.say("do", choice="begin_character", values={})["type"] == "done"
    while True:
        look = person.look()
        main = look["choices"][0]
        if main["id"] == "finish_character":
            assert all(step.get("state", "done") == "done" for step in look["progress"]["steps"])
            break
        assert look["progress"]["line"]
        values = {}
        for field in main.get("fields", ()):
            values[field["name"]] = name if field["kind"] == "text" else field["picks"][0]["value"]
        assert person.say("do", choice=main["id"], values=values)["type"] == "done", main
    assert person.say("do", choice="finish_character", values={})["type"] == "done"


@pytest.mark.parametrize("game", GAMES)
def test_a_party_is_made_taken_along_and_brought_to_another_table(game: str) -> None:
    with house() as client:
        first = begun(client, game)
        assert first.get("/party").status_code == 404  # nobody yet
        made(first, "Bruna")
        made(first, "Ugo")
        answer = first.get("/party")
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
        assert [one["id"] for one in answer.json()["characters"]] == ["bruna", "ugo"]
        second = begun(client, game, people=answer.text, file="friends.json")
        assert {card["id"] for card in second.look()["cards"]} >= {"bruna", "ugo"}
        assert second.look()["view"]["stage"] == "town"
        assert second.get("/party").json() == answer.json()


def test_sheets_are_printed_for_those_who_may_read_them() -> None:
    with house() as client:
        person = begun(client, "whitebox", scene="campaigns/random", party="random:2:1")

        def printed(rest: str, by: Person = person) -> Any:
            return by.ask("GET", f"/tables/{person.table}/sheets{rest}")

        everybody, one = printed(""), printed(f"/{person.look()['cards'][0]['id']}?paper=letter")
        assert everybody.content.count(b"/Type /Page\n") == 2
        assert one.headers["content-type"] == "application/pdf"
        assert b"/MediaBox [ 0 0 612 792 ]" in one.content
        assert "/sheets/" in person.say("sheet", subject=person.look()["cards"][0]["id"])["html"]
        assert printed("/nobody").status_code == 404
        assert printed("?paper=a5").status_code == 400
        assert client.get(f"/tables/{person.table}/sheets").status_code in (401, 403, 404)


def test_a_party_by_lot_has_the_size_and_level_that_were_asked_for() -> None:
    with house() as client:
        person = begun(client, "whitebox", scene="campaigns/random", party="random:2:3")
        levels = [one["level"] for one in person.get("/party").json()["characters"]]
        assert levels == [3, 3]
        assert asked(client, "whitebox", party="random:40:1").status_code == 400
        assert asked(client, "archmage", party="ready:nobody").status_code == 400


@pytest.mark.parametrize(
    ("people", "line", "said"),
    [
        ("game: whitebox\ncharacters: [", 3, ""),
        ("game: whitebox\ncharacters:\n  - {id: gino, nme: x}", 3, ""),
        ("game: archmage\ncharacters: []", 1, "archmage"),
        ("game: whitebox\ncharacters: []", 2, "8"),
        ("just words", 1, ""),
    ],
)
@pytest.mark.parametrize(("language", "word"), [("it", "riga"), ("en", "line")])
def test_a_bad_file_opens_no_table_and_says_which_line(
    people: str, line: int, said: str, language: str, word: str
) -> None:
    with house() as client:
        answer = asked(client, "whitebox", language, people=people, file="mine.yaml")
        assert answer.status_code == 400
        text = answer.json()["error"]["text"]
        assert f"mine.yaml, {word} {line}" in text
        assert said in text
        listed = client.get("/v1/tables", headers={"Authorization": f"Bearer {HOST_TOKEN}"})
        assert listed.json() == []


BOMB = "\n".join(("a: &a [1, 2]", *(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise("abcdefgh"))))


@pytest.mark.parametrize("people", [BOMB, "[" * 60_000, "[" * 60_000 + "]" * 60_000, "- " * 60_000, "{a: " * 40_000])
def test_a_file_that_would_grow_beyond_all_bounds_is_no_party(people: str) -> None:
    with house() as client:
        answer = asked(client, "whitebox", people=people, file="mine.yaml")
        assert answer.status_code == 400
        assert "mine.yaml, " in answer.json()["error"]["text"]


def test_a_sheet_against_the_rules_opens_no_table() -> None:
    with house() as client:
        person = begun(client, "whitebox", party="random:1:1")
        file = person.get("/party").json()
        file["characters"][0]["max_hp"] += 1
        answer = asked(client, "whitebox", people=json.dumps(file))
        assert answer.status_code == 400
        assert "max_hp" in answer.json()["error"]["text"]
        file["characters"] *= 2
        assert asked(client, "whitebox", people=json.dumps(file)).status_code == 400


def test_a_fight_takes_no_party_along() -> None:
    with house() as client:
        body = {"game": "whitebox", "scene": "fights/orcs", "party": "random:4:1"}
        answer = client.post("/v1/tables", json=body, headers={"Authorization": f"Bearer {HOST_TOKEN}"})
        assert answer.json()["error"]["code"] == "no_party_here"
        answer = client.post(
            "/v1/tables", json={**body, "party": ""}, headers={"Authorization": f"Bearer {HOST_TOKEN}"}
        )
        fight = Person(client, answer.json()["table"], answer.json()["token"])
        assert fight.get("/party").status_code == 404


def test_a_player_takes_along_only_their_own() -> None:
    with house() as client:
        referee = begun(client, "whitebox", mode="referee", party="random:3:1")
        everybody = [one["id"] for one in referee.get("/party").json()["characters"]]
        assert len(everybody) == 3
        anna = invited(referee, "Anna", controls=[everybody[1]])
        assert [one["id"] for one in anna.get("/party").json()["characters"]] == [everybody[1]]
        assert invited(referee, "Teo", "spectator").get("/party").status_code == 403
        assert "/party" in referee.ask("GET", f"/tables/{referee.table}").text


def test_the_start_page_offers_all_ways_to_a_party() -> None:
    for language in ("it", "en"):
        for game in games(language):
            needs = {scene.id: scene.needs for scene in game.scenes if not scene.alone}
            assert next(iter(needs)).startswith("campaigns/ready-")  # three clicks and one plays
            assert (needs["campaigns/random"], needs["campaigns/own"], needs["campaigns/file"]) == ("lot", "", "file")
            assert all(scene.note for scene in game.scenes if scene.id == "campaigns/own")
