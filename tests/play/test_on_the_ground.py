"""What lies on the ground stands on the map, for whoever has seen it."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_in_the_dark import next_passage
from tests.play.test_met_at_the_table import GAMES, at_the_foot_of, walked

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import SlotPlaced
from arbitro.dungeon.model import Slot
from arbitro.kernel.seat import Seat
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.state import Called, Fallen
from arbitro.text import LANGUAGES, Language

PLAYER = Seat("anna", "player")
TREASURE: dict[Language, str] = {"it": "Qui c'è un tesoro", "en": "Treasure lies here"}
DEAD: dict[Language, str] = {"it": "Qui giace Ugo", "en": "Ugo lies dead here"}


def with_a_hoard(game: str) -> Any:
    state = at_the_foot_of(game)
    slot = Slot("hoard", 1, state.at, "treasure", "TREASURE", items=(("coins/gp", 30),))
    return find_campaign(game).evolve(state, SlotPlaced(slot))


def drawn(game: str, state: Any, language: Language) -> str:
    drawing = find_campaign(game).drawing(state, PLAYER, language)
    assert drawing is not None
    return drawing.svg()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_treasure_is_on_the_map_until_it_is_taken(game: str, language: Language) -> None:
    state = with_a_hoard(game)
    assert TREASURE[language] in drawn(game, state, language)
    assert TREASURE[language] not in drawn(game, replace(state, unseen=state.at), language), "it is dark"
    after, _ = walked(game, state, c.LeaveLoot("hoard"), QuickDice(1))
    assert TREASURE[language] not in drawn(game, after, language)


@pytest.mark.parametrize("game", GAMES)
def test_treasure_that_nobody_has_seen_is_on_nobodys_map(game: str) -> None:
    state = with_a_hoard(game)
    elsewhere, _ = walked(game, state, c.Follow(next_passage(state)), QuickDice(2))
    assert elsewhere.at != state.at
    assert TREASURE["en"] not in drawn(game, elsewhere, "en"), "it was put there when nobody looked"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_partys_dead_lie_where_they_fell(game: str, language: Language) -> None:
    state = at_the_foot_of(game)
    fallen = Fallen("ugo", Called("Ugo", "Ugo", "m"), 0, state.at, 1)
    assert DEAD[language] in drawn(game, replace(state, fallen=(fallen,)), language)


def test_no_mark_lies_under_another() -> None:
    svg = drawn("whitebox", with_a_hoard("whitebox"), "en")
    plate = re.search(r'id="map1-party".*?<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"', svg)
    heap = re.search(r'id="map1-lying.*?<path d="M(-?\d+) (-?\d+)', svg)
    assert plate is not None
    assert heap is not None
    x, y, wide, high = map(int, plate.groups())
    at_x, at_y = int(heap[1]) - 9, int(heap[2]) + 7
    beside = at_x + 18 <= x or x + wide <= at_x - 18
    assert beside or at_y + 16 <= y or y + high <= at_y - 20
