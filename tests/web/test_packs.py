"""Packs and house rules in the browser: handed in with a new table, checked before, loaded and saved at one."""

from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from tests.packs.sample import TEXTS
from tests.web.tables import HOST_TOKEN, SHARED, Person, invited, server

from arbitro.kernel.pack import pack_from_text
from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
from arbitro.text import Fault
from arbitro.web.house_files import offered, read_house_rules, read_packs
from arbitro.web.making import MOST_HOUSE_RULES

HOUSE = "game: whitebox\nname: The mill\noptions: {natural_extremes: true}\n"


def house() -> Any:
    return server(SHARED, MemoryStore(find_game))


def post(client: TestClient[Any], path: str, body: Any, language: str = "en", token: str = HOST_TOKEN) -> Any:
    return client.post(path, json=body, headers={"Authorization": f"Bearer {token}", "Accept-Language": language})


def pack(game: str, text: str = "") -> dict[str, str]:
    return {"file": "toads.yaml", "text": text or TEXTS[game]}


def opened(client: TestClient[Any], game: str, **more: Any) -> Person:
    body = {"game": f"campaign-{game}", "scene": "campaigns/own", "mode": "referee", **more}
    answer = post(client, "/v1/tables", body)
    assert answer.status_code == 201, answer.text
    return Person(client, answer.json()["table"], answer.json()["token"])


@pytest.mark.parametrize("game", TEXTS)
def test_a_table_is_opened_with_a_pack_which_its_log_keeps(game: str) -> None:
    with house() as client:
        person = opened(client, game, packs=[pack(game)])
        assert "mud_toad" in person.get("/log").text
        assert pack_from_text("toads.yaml", TEXTS[game]).fingerprint in person.get("/story").text


@pytest.mark.parametrize(("language", "line"), [("en", "line 13"), ("it", "riga 13")])
def test_a_pack_is_refused_with_its_line(language: str, line: str) -> None:
    wrong = pack("archmage", TEXTS["archmage"].replace("hp: 20", "hp: 0"))
    with house() as client:
        for path, body in (
            ("/v1/tables", {"game": "campaign-archmage", "scene": "campaigns/own", "packs": [wrong]}),
            ("/v1/packs", {"game": "archmage", "packs": [wrong]}),
        ):
            answer = post(client, path, body, language)
            assert answer.status_code == 400
            assert f"toads.yaml, {line}" in answer.json()["error"]["text"]


def test_what_a_pack_holds_is_told_before_anybody_plays_with_it() -> None:
    with house() as client:
        (found,) = post(client, "/v1/packs", {"game": "daggerheart", "packs": [pack("daggerheart")]}).json()
        assert found["name"] == "toads.yaml"
        assert found["content"]["adversaries"] == ["mud_toad"]


def test_only_the_host_hands_files_in() -> None:
    with house() as client:
        referee = opened(client, "whitebox")
        player = invited(referee, "player")
        for token in ("", player.token):
            for path, body in (
                ("/v1/packs", {"game": "archmage", "packs": [pack("archmage")]}),
                ("/v1/house-rules", {"game": "whitebox", "house_rules": {"file": "x.yaml", "text": HOUSE}}),
                (f"/v1/tables/{referee.table}/house-rules", {"file": "x.yaml", "text": HOUSE}),
            ):
                assert post(client, path, body, token=token).status_code in (401, 403, 404), path


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_too_long_is_refused_in_words(language: str) -> None:
    with house() as client:
        long = {"file": "x.yaml", "text": HOUSE + "#" * MOST_HOUSE_RULES}
        answer = post(client, "/v1/house-rules", {"game": "whitebox", "house_rules": long}, language)
        assert answer.status_code == 400
        assert str(MOST_HOUSE_RULES) in answer.json()["error"]["text"]
        huge = {"game": "archmage", "packs": [pack("archmage", "#" * 200_001)]}
        assert post(client, "/v1/packs", huge, language).status_code == 400
        more = {"game": "archmage", "packs": [pack("archmage", "#" * 190_000)] * 2}
        assert post(client, "/v1/packs", more, language).status_code == 413
        deep = {"game": "archmage", "packs": [pack("archmage", "[" * 5000)]}
        assert post(client, "/v1/packs", deep, language).status_code == 400


def test_house_rules_are_loaded_and_saved() -> None:
    with house() as client:
        first = opened(client, "whitebox", house_rules={"file": "house.yaml", "text": HOUSE})
        saved = first.get("/house-rules")
        assert "attachment" in saved.headers["content-disposition"]
        assert "natural_extremes: true" in saved.text
        second = opened(client, "whitebox")
        assert "natural_extremes" not in second.get("/house-rules").text
        read = post(
            client, f"/v1/tables/{second.table}/house-rules", {"file": "s.yaml", "text": saved.text}, token=second.token
        )
        assert read.json()["options"] == {"natural_extremes": True}
        assert second.say("options", options=read.json()["options"])["type"] == "done"
        assert second.get("/house-rules").text.partition("options:")[2] == saved.text.partition("options:")[2]


@pytest.mark.parametrize(("language", "line"), [("en", "line 2"), ("it", "riga 2")])
def test_wrong_house_rules_are_refused_with_their_line(language: str, line: str) -> None:
    with house() as client:
        wrong = {"file": "house.yaml", "text": "game: whitebox\noptions: {natural_extreme: true}\n"}
        answer = post(client, "/v1/house-rules", {"game": "whitebox", "house_rules": wrong}, language)
        assert answer.status_code == 400
        assert f"house.yaml, {line}" in answer.json()["error"]["text"]
        other = {"file": "house.yaml", "text": "game: archmage\n"}
        assert post(client, "/v1/house-rules", {"game": "whitebox", "house_rules": other}).status_code == 400


def test_a_house_offers_files_of_its_own(tmp_path: Any) -> None:
    files = {"toads.yaml": TEXTS["whitebox"], "mill.yaml": HOUSE, "wrong.yaml": HOUSE.replace("natural", "natrual")}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    packs, rules = read_packs([str(tmp_path / "toads.yaml")]), read_house_rules([str(tmp_path / "mill.yaml")])
    with pytest.raises(Fault, match=r"wrong\.yaml, line 3"):
        read_house_rules([str(tmp_path / "wrong.yaml")])
    settings = msgspec.structs.replace(SHARED, packs=packs, house_rules=rules)
    assert [(one.name, one.games) for one in offered(settings)] == [
        ("toads.yaml", ("whitebox", "infausta")),
        ("mill.yaml", ("whitebox",)),
    ]
    with server(settings, MemoryStore(find_game)) as client:
        page = client.get("/", headers={"Authorization": f"Bearer {HOST_TOKEN}"})
        assert "toads.yaml" in page.text
        table = opened(client, "whitebox", house_files=["toads.yaml", "mill.yaml"])
        assert "mud_toad" in table.get("/log").text
        assert "natural_extremes: true" in table.get("/house-rules").text
        body = {"game": "campaign-whitebox", "scene": "campaigns/own", "house_files": ["frogs.yaml"]}
        answer = post(client, "/v1/tables", body)
        assert answer.status_code == 400
        assert "frogs.yaml" in answer.json()["error"]["text"]
