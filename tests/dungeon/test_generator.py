"""Any generator may fill the map: one of a few lines is drawn, known, told, kept and played as the appendix is."""

from xml.etree import ElementTree

import pytest
from tests.dungeon.corridor import CORRIDOR, MOST
from tests.play.watching import expedition

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.draw.play import play_map
from arbitro.dungeon.export.bundle import FORMATS, BundleRequest, files
from arbitro.dungeon.export.own import from_own, to_own
from arbitro.dungeon.export.textmap import plan
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import players_map, visit
from arbitro.dungeon.model import Dungeon
from arbitro.dungeon.telling import describe_place, tell
from arbitro.play import campaigns, digging
from arbitro.play.players.plain import Plain
from arbitro.text import LANGUAGES

GROUP = "party"
DICE = QuickDice(1)


def begun() -> Dungeon:
    state = evolve_all(Dungeon(), CORRIDOR.begin(DICE, {}))
    return evolve_all(state, visit(state, GROUP, "landing"))


def walked(steps: int) -> Dungeon:
    state = begun()
    for number in range(1, steps + 1):
        state = evolve_all(state, CORRIDOR.explore(state, f"lead{number}", DICE, GROUP))
    return state


def whole() -> Dungeon:
    state = begun()
    return evolve_all(state, CORRIDOR.dig_level(state, 1, DICE))


def test_what_a_group_knows_grows_with_every_door() -> None:
    for steps in range(MOST + 1):
        seen = players_map(walked(steps), GROUP)
        assert list(seen.spaces) == ["landing", *(f"room{number}" for number in range(1, steps + 1))]
        assert set(seen.leads) == ({f"lead{steps + 1}"} if steps < MOST else set())
        assert set(seen.slots) == {f"slot{number}" for number in range(3, steps + 1, 3)}
    assert list(players_map(whole(), GROUP).spaces) == ["landing"], "what is dug ahead nobody knows"


def test_it_is_drawn_and_can_be_pointed_at() -> None:
    drawn = play_map(players_map(walked(2), GROUP), 1, 7, "en", party="room2")
    keys = {piece.key for piece in drawn.pieces()}
    assert {"space/landing", "space/room1", "space/room2", "exit/door3", "party"} <= keys
    assert "space/room3" not in keys
    ElementTree.fromstring(drawn.svg())
    assert any("@" in line for line in plan(walked(2), 1, "room2"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told(language) -> None:
    state = walked(MOST)
    for event in CORRIDOR.dig_level(begun(), 1, DICE):
        assert tell(event, state, language) or event.audience == "referee" or "closed" in type(event).__name__.lower()
    assert "2" in describe_place(state, "room1", 7, language).ways[0].words


def test_it_is_kept_in_every_kind_of_file() -> None:
    state = whole()
    data = to_own(state, 7)
    assert from_own(data, CORRIDOR.options()).dungeon == state
    order = BundleRequest("row", FORMATS)
    made = dict(files(state, 7, order))
    assert len(made) >= len(FORMATS)
    assert all(made.values())


@pytest.mark.parametrize("game", campaigns())
def test_a_campaign_is_dug_by_it(game, monkeypatch) -> None:
    """The automatic party goes through the doors that it finds, and whoever waits behind them is there to be met."""
    monkeypatch.setattr(digging, "GENERATOR", CORRIDOR)
    for seed in range(1, 6):  # a party may fall before it comes so far
        for step in expedition(game, seed, 250, Plain):
            found = step.after.dungeon
            assert all(name == "landing" or name.startswith("room") for name in found.spaces)
            if "room3" in found.spaces:
                assert found.slots["slot3"].items
                return
    raise AssertionError("nobody came to the third room")
