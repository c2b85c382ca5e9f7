"""A table that is taken along, shown on a television, read in the other language, told to go on."""

import re

import pytest
from tests.web.tables import Person, opened, server

from arbitro.play import find_game
from arbitro.store.memory import MemoryStore

NOVICES = {"scene": "campaigns/ready-novices", "game": "campaign-whitebox", "options": {}}


def heading(person: Person, path: str = "") -> str:
    page = person.ask("GET", f"/tables/{person.table}{path}").text
    return re.findall(r"<h1[^>]*>([^<]*)</h1>", page)[0]


@pytest.mark.parametrize("path", ["", "/screen", "/options"])
def test_the_title_of_a_table_is_read_in_the_readers_language(path: str) -> None:
    with server(store=MemoryStore(find_game)) as client:
        anna = opened(client, "referee", **NOVICES)
        assert "From the inn to the treasure" in heading(anna, path)
        anna.language = "it"
        assert "Dalla locanda al tesoro" in heading(anna, path)
        anna.say("arrange", title="Our Friday")  # a name that somebody gave stays as it is
        assert "Our Friday" in heading(anna, path)


def test_the_list_of_tables_says_titles_in_the_readers_language() -> None:
    with server(store=MemoryStore(find_game)) as client:
        opened(client, **NOVICES)
        listed = {}
        for language in ("en", "it"):
            ((listed[language]),) = client.get("/v1/tables", headers={"Accept-Language": language}).json()
        assert "From the inn" in listed["en"]["title"]
        assert "Dalla locanda" in listed["it"]["title"]


@pytest.mark.parametrize("game", ["campaign-whitebox", "whitebox"])
def test_the_log_of_whoever_plays_alone_can_be_brought_back(game: str) -> None:
    scene = NOVICES if game == "campaign-whitebox" else {"scene": "fights/orcs"}
    with server(store=MemoryStore(find_game)) as client:
        anna = opened(client, **scene)
        anna.say("do", **anna.first_choice())
        log = anna.get("/log").content
        told = anna.get("/story?count=500").json()["lines"][-1]["text"]
    with server(store=MemoryStore(find_game)) as elsewhere:
        answer = elsewhere.post("/v1/import", content=log)
        assert answer.status_code == 201, answer.text
        again = Person(elsewhere, answer.json()["table"], answer.json()["token"])
        assert again.get("/log").content == log
        assert again.get("/story?count=500").json()["lines"][-1]["text"] == told
        branched = again.post("/branch", {}).json()  # the seed of the dice stayed where it was: on new dice it goes on
        onward = Person(elsewhere, branched["table"], branched["token"])
        assert onward.say("do", **onward.first_choice())["type"] == "done"


@pytest.mark.parametrize(
    ("game", "scene"),
    [
        ("whitebox", "fights/orcs"),
        ("infausta", "fights/goblins"),
        ("archmage", "fights/wolves"),
        ("daggerheart", "fights/bandits"),
    ],
)
def test_the_players_screen_shows_the_partys_hit_points_if_the_referee_likes(game: str, scene: str) -> None:
    with server() as client:
        referee = opened(client, "referee", scene, game=game, options={})
        before = gauges(referee)
        assert referee.say("arrange", screen_numbers=True)["type"] == "done"
        own, foes = gauges(referee)
        assert own
        assert all(own.values()), "everybody of the party"
        assert foes == before[1], "nobody else"
        referee.say("arrange", screen_numbers=False)
        assert gauges(referee) == before


def gauges(person: Person) -> tuple[dict[str, int], dict[str, int]]:
    """How many gauges each card on the players' screen has: of the party, of the others."""
    page = person.ask("GET", f"/tables/{person.table}/screen").text.partition('id="fragment-cards"')[2]
    party, _, foes = page.partition("Opponents")
    return _counted(party), _counted(foes)


def _counted(cards: str) -> dict[str, int]:
    return {one.partition('"')[0]: one.count('class="gauge') for one in cards.split('data-card="')[1:]}


def test_letting_it_go_on_says_where_there_is_nothing_to_do() -> None:
    with server() as client:
        anna = opened(client)
        answer = anna.say("go_on")
        assert (answer["type"], "Arbitro" in answer["text"]) == ("problem", True)
        page = anna.ask("GET", f"/tables/{anna.table}").text
        assert 'aria-describedby="tools-go-on-note"' in page
