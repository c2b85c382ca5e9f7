"""What lies on the ground stands on the map, for whoever has seen it."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_in_the_dark import next_passage
from tests.play.test_met_at_the_table import GAMES, at_the_foot_of, lighted, walked

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.dungeon.events import SlotPlaced
from arbitro.dungeon.model import Slot
from arbitro.kernel.aim import Course, Halt
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.events import PartyMoved
from arbitro.play.players.plain import Plain
from arbitro.play.players.turn import carry_out, next_turn, players_seat
from arbitro.play.sides.walking.commands import KindleTorch
from arbitro.play.state import Called, Fallen
from arbitro.text import LANGUAGES, Language

PLAYER = Seat("anna", "player")
TREASURE: dict[Language, str] = {"it": "Qui c'è un tesoro", "en": "Treasure lies here"}
DEAD: dict[Language, str] = {"it": "Qui giace Ugo", "en": "Ugo lies dead here"}


def with_a_hoard(game: str) -> Any:
    state = at_the_foot_of(game)
    slot = Slot("hoard", 1, state.at, "treasure", "TREASURE", items=(("coins/gold", 30),))
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


PARTIES = {
    "whitebox": "ready:veterans",
    "infausta": "ready:wayfarers",
    "archmage": "ready:level-5",
    "daggerheart": "ready:crossroads",
}
SLAIN: dict[Language, str] = {"it": "giac", "en": "Slain here: "}


def with_slain(game: str, kind: str, many: int) -> Any:
    state = at_the_foot_of(game)
    return replace(state, bodies={state.at: ((kind, many),)})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_slain_lie_on_the_map_by_their_kinds(game: str, language: Language) -> None:
    stores = find_campaign(game).side.stores
    kind = next(name for name in stores.kinds() if stores.is_kind(name))
    svg = drawn(game, with_slain(game, kind, 3), language)
    body = re.search(r'class="body"[^>]* aria-label="([^"]*)"', svg)
    assert body is not None
    assert SLAIN[language] in body[1]
    assert f"3 {stores.kind_called(kind, 3, language)}" in body[1]
    stranger = drawn(game, with_slain(game, "", 1), language)
    assert {"it": "uno sconosciuto", "en": "a stranger"}[language] in stranger


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_slain_comes_to_lie_where_it_happened(game: str) -> None:
    """Played until somebody has been slain below: they lie where the party fought, and nowhere else."""
    campaign = find_campaign(game)
    table: Table[Any] = Table.open(campaign, "slain", seed_from_text("slain/1"))
    table.submit(c.Gather(PARTIES[game]), REFEREE)
    player = Plain(campaign, QuickDice(1))
    for _ in range(600):
        if table.state.bodies:
            break
        turn = next_turn(campaign, table.state, player)
        assert turn is not None
        carry_out(table, turn, player)
    place, lying = next(iter(table.state.bodies.items()))
    assert place == table.state.at
    assert all(many > 0 and (not kind or campaign.side.stores.is_kind(kind)) for kind, many in lying)


@pytest.mark.parametrize("game", GAMES)
def test_treasure_is_gathered_with_one_word_before_anything_else_is_offered(game: str) -> None:
    campaign, state = find_campaign(game), lighted(game, with_a_hoard(game))
    seat = players_seat(campaign, state)
    first = next(iter(campaign.aims(state, seat)))
    assert first.id == "gather"
    step = campaign.pursue(state, seat, "gather", Course(state))
    if isinstance(step, KindleTorch):  # where a light comes first
        state, _ = walked(game, state, step, QuickDice(3))
        step = campaign.pursue(state, seat, "gather", Course(state))
    assert step == c.TakeLoot("hoard")
    after, _ = walked(game, state, c.TakeLoot("hoard"), QuickDice(1))
    assert "gather" not in {aim.id for aim in campaign.aims(after, seat)}
    done = campaign.pursue(after, seat, "gather", Course(state, (state,)))
    assert isinstance(done, Halt)
    assert done.reached
    assert done.reason.key == "halt.gathered"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_that_it_is_dark_is_said_once_and_then_that_it_still_is(game: str, language: Language) -> None:
    campaign, state = find_campaign(game), at_the_foot_of(game)
    first, still = (campaign.texts.say(language, key) for key in ("moved.dark", "moved.dark.still"))
    into = PartyMoved(state.at, "", dark=True, minute=10)
    assert first in tell(campaign, replace(state, unseen=""), into, language)
    groping = tell(campaign, replace(state, unseen="elsewhere"), into, language)
    assert still in groping
    assert first not in groping
