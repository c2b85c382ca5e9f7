"""Long work keeps nobody waiting, ends in time, can be called off, and says how far it has come."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from litestar.testing import TestClient
from tests.store.playing import Maker
from tests.web.tables import ALONE, Person, invited, opened, server

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.watch import goes_on
from arbitro.kernel.yamlfile import Document
from arbitro.play import find_game
from arbitro.play.commands import DigLevel
from arbitro.store.memory import MemoryStore
from arbitro.store.sql import SqlStore
from arbitro.web.bestiary import found_beasts
from arbitro.web.searching import MOST_WORDS, words_of
from arbitro.web.shelf import ready_scenes
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.tables import OpenTables
from arbitro.web.viewer import Viewer


async def in_memory(folder: Path) -> Any:
    del folder
    return MemoryStore(find_game)


async def in_a_file(folder: Path) -> Any:
    return await SqlStore.open(folder / "tables.db", find_game)


async def on_a_server(folder: Path) -> Any:
    from tests.store.postgres import database

    return await SqlStore.open(await database(folder), find_game)


@pytest.mark.parametrize("make", [in_memory, in_a_file, on_a_server])
def test_a_level_is_dug_and_drawn_while_everybody_else_goes_on(make: Maker, tmp_path: Path) -> None:
    """Four hundred spaces take most of a second of the processor; hardly any of it, at a time, is the loop's own."""
    game = find_game("campaign-whitebox")
    setup = game.read_setup(ready_scenes(game.id)["campaigns/ready-novices"])

    async def scene() -> tuple[float, float]:
        async with await make(tmp_path) as store:
            tables = OpenTables(store)
            table = Table.open(game, "deep", seed_from_text("a"), game.options.meant(setup.options))
            for command in setup.start:
                table.submit(command, REFEREE)
            room = await tables.create(table, Arrangement())
            chair = Sitting("r", REFEREE.name, "referee")
            await tables.seats.hand_out(room.id, chair)
            await tables.seats_changed(room)
            viewer = Viewer(chair, "en")
            await room.welcome(viewer)
            longest, over = 0.0, asyncio.Event()

            async def tick() -> None:
                nonlocal longest
                while not over.is_set():
                    begun = time.thread_time()
                    await asyncio.sleep(0.001)
                    longest = max(longest, time.thread_time() - begun)

            ticking = asyncio.ensure_future(tick())
            begun = time.process_time()
            answer = await tables.submit(room, REFEREE, lambda: DigLevel(1, 400), play_on=False)
            await room.whole(viewer)
            took = time.process_time() - begun
            over.set()
            await ticking
            assert not isinstance(answer, Refusal)
            assert len(answer.events) > 1000
            await tables.close()
            return longest, took

    longest, took = asyncio.run(scene())
    assert longest < took / 4, (longest, took)


# ---------------------------------------------------------------- ending, and saying how far it has come


@contextmanager
def endless(patch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Rules that never come to an end by themselves; the event says that they have begun."""
    from arbitro.rules import find_ruleset

    begun = threading.Event()
    decide = type(find_ruleset("whitebox")).decide

    def forever(self: Any, state: Any, command: Any, dice: Any) -> Any:
        if "attack" not in type(command).__name__.lower():
            return decide(self, state, command, dice)
        for number in count(1):
            begun.set()
            goes_on(number, 10**9)
            time.sleep(0.001)
        raise AssertionError

    patch.setattr(type(find_ruleset("whitebox")), "decide", forever)
    yield begun


def blow(person: Person) -> dict[str, Any]:
    return {"type": "do", **person.first_choice("attack")}


def test_what_takes_too_long_is_given_up_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with server(msgspec.structs.replace(ALONE, work_seconds=0.3)) as client, endless(monkeypatch):
        anna = opened(client)
        before = anna.look()
        answer = anna.post("/messages", blow(anna)).json()
        assert (answer["type"], answer["code"]) == ("problem", "stopped")
        assert "0.3 seconds" in answer["text"]
        assert anna.look() == before  # nothing has changed


def test_a_page_hears_how_far_it_has_come_and_calls_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitro.web.answering.PULSE", 0.05)
    with server() as client, endless(monkeypatch):
        anna = opened(client)
        before = anna.look()
        message = blow(anna)
        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            line.send_json({**message, "ref": 7})
            told = line.receive_json()
            assert (told["type"], told["ref"], told["of"]) == ("working", 7, 10**9)
            assert told["done"] > 0
            assert f"{told['done']} of {told['of']}" in told["text"]
            line.send_json({"type": "call_off", "ref": 8})
            answers = {}
            while len(answers) < 2:
                answer = line.receive_json()
                if answer["type"] != "working":
                    answers[answer["ref"]] = answer
            assert answers[8]["type"] == "done"
            assert (answers[7]["type"], answers[7]["code"]) == ("problem", "stopped")
        assert anna.look() == before


def test_only_who_asked_and_the_referee_call_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as client, endless(monkeypatch) as begun:
        referee = opened(client, "referee")
        anna, bruno = (invited(referee, name, sides=["party"]) for name in ("Anna", "Bruno"))
        message, answers = blow(anna), []
        asking = threading.Thread(target=lambda: answers.append(posted(client, anna, message)))
        asking.start()
        assert begun.wait(30)
        assert posted(client, bruno, {"type": "call_off"})["type"] == "done"
        asking.join(0.3)
        assert asking.is_alive()
        assert posted(client, referee, {"type": "call_off"})["type"] == "done"
        asking.join(30)
        assert answers[0]["code"] == "stopped"


def posted(client: TestClient[Any], person: Person, message: dict[str, Any]) -> Any:
    path = f"/v1/tables/{person.table}/messages"
    return client.post(path, json=message, headers=person.headers).json()


def test_an_import_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*_: Any) -> Any:
        while True:
            goes_on()
            time.sleep(0.001)

    monkeypatch.setattr("arbitro.store.base.read_table", forever)
    with server(msgspec.structs.replace(ALONE, work_seconds=0.3)) as client:
        answer = client.post("/v1/import", content=b"{}\n", headers={"Accept-Language": "it"})
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "stopped"
        assert "0.3 secondi" in answer.json()["error"]["text"]


def on_the_loop() -> bool:
    """Whether this is done where everybody waits for it."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_no_file_that_somebody_hands_in_is_read_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading one may take a second: party, packs, house rules, dungeons, whichever door they come by."""
    read: list[tuple[str, bool]] = []
    plain = Document.__init__

    def noting(self: Document, name: str, text: str, *more: Any, **named: Any) -> None:
        if not named.get("ours"):
            read.append((name, on_the_loop()))
        plain(self, name, text, *more, **named)

    with server(ALONE, MemoryStore(find_game)) as client:
        referee = opened(client, "referee", "campaigns/ready-novices", game="campaign-whitebox", options={})
        monkeypatch.setattr(Document, "__init__", noting)
        rules = {"file": "house.yaml", "text": "game: campaign-whitebox\nname: ours\n"}
        new = {"game": "campaign-whitebox", "scene": "campaigns/own"}
        sent = (
            referee.ask(
                "POST", "/v1/tables", json={**new, "people": "game: whitebox\npeople: []\n", "file": "party.yaml"}
            ),
            referee.ask("POST", "/v1/tables", json={**new, "house_rules": rules}),
            referee.ask(
                "POST", "/v1/tables", json={**new, "packs": [{"file": "pack.yaml", "text": "game: whitebox\n"}]}
            ),
            referee.ask(
                "POST", "/v1/packs", json={"game": "whitebox", "packs": [{"file": "pack.yaml", "text": "x: 1"}]}
            ),
            referee.ask("POST", "/v1/house-rules", json={"game": "campaign-whitebox", "house_rules": rules}),
            referee.post("/house-rules", rules),
            referee.post("/bring", {"text": '{"rects": [{"x": 0, "y": 0, "w": 999, "h": 1}]}'}),
        )
        assert {answer.status_code for answer in sent} <= {200, 201, 400}
    handed_in = {"party.yaml", "house.yaml", "pack.yaml", "map"}
    assert {name for name, _ in read} >= handed_in
    assert not [name for name, here in read if here and name in handed_in]


READING: Final = {
    "/": "start.html",
    "/rules?q=orc": "rules.html",
    "/rules/infausta?q=torcia": "rules.html",
    "/options": "options.html",
    "/bestiary?q=orc": "bestiary.html",
    "/bestiary/whitebox/orc": "bestiary.html",
    "/guides": "guides.html",
    "/guides/rulings": "guide.html",
    "/tables/{table}/journal": "journal.html",
}
"""Pages of much text, and the template of each."""


@pytest.mark.parametrize("path", [*READING, "/v1/games/archmage/rules?search=a", "/v1/games", "/v1/messages"])
def test_no_page_to_read_is_put_together_on_the_loop(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes may ask for it, and everybody else's table would wait."""
    made: list[tuple[str, bool]] = []

    def noting(module: str, name: str) -> None:
        plain = getattr(import_module(f"arbitro.web.{module}"), name)

        def noted(*given: Any, **more: Any) -> Any:
            made.append((str(given[0]) if name == "render" else name, on_the_loop()))
            return plain(*given, **more)

        monkeypatch.setattr(f"arbitro.web.{module}.{name}", noted)

    with server(ALONE) as client:
        table = opened(client).table
        for module, name in (("pages", "render"), ("api.games", "find_game"), ("api.games", "schema")):
            noting(module, name)
        assert client.get(path.format(table=table)).status_code == 200
        assert made
        assert READING.get(path, made[0][0]) in {name for name, _ in made}
        assert not [name for name, here in made if here]


def test_a_new_table_is_set_up_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of a game reads all its content; a company and a dungeon may take a while, too."""
    seen: list[bool] = []
    plain = Table.open

    def noted(*given: Any, **more: Any) -> Any:
        seen.append(on_the_loop())
        return plain(*given, **more)

    found = find_game

    def finding(name: str) -> Any:
        seen.append(on_the_loop())
        return found(name)

    monkeypatch.setattr("arbitro.web.making.Table.open", noted)
    monkeypatch.setattr("arbitro.web.making.find_game", finding)
    with server(ALONE) as client:
        for scene, status in (("fights/orcs", 201), ("fights/nowhere", 400)):
            answer = client.post("/v1/tables", json={"game": "whitebox", "scene": scene})
            assert answer.status_code == status, answer.text
    assert seen
    assert not any(seen)


def test_a_search_of_many_words_is_no_more_work_than_one_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    words = " ".join(f"a{'b' * (number % 7)}" for number in range(60))
    assert len(words_of(words)) <= MOST_WORDS
    assert words_of("l'orco orco ORCO") == ("l'orco", "orco")
    plainly: list[str] = []
    monkeypatch.setattr("arbitro.web.bestiary.plain", lambda text: plainly.append(text) or str(text).lower())
    monkeypatch.setattr("arbitro.web.api.games.plain", lambda text: plainly.append(text) or str(text).lower())
    found_beasts("e", "en", ["whitebox"])
    plainly.clear()
    assert found_beasts("e " * 90, "en", ["whitebox"])
    assert not plainly  # what is looked through is kept
    with server(ALONE) as client:
        rules = client.get("/v1/games/whitebox/rules").json()
        plainly.clear()
        assert client.get("/v1/games/whitebox/rules", params={"search": "a e i o " * 20}).status_code == 200
        assert 0 < len(plainly) <= len(rules)
