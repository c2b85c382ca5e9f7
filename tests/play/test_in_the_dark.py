"""What a party sees without a light: nothing; a place that it has groped into is told when there is light at last."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_met_at_the_table import FAMILY, at_the_foot_of, kindling, lighted, walked
from tests.play.test_order_of_lines import lines

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.aftermath import see_at_last
from arbitro.play.delving import entrance
from arbitro.play.scene import Scene
from arbitro.play.ways import ways
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.commands import DouseLight
from arbitro.rules.whitebox.exploring.events import LightKindled
from arbitro.text import LANGUAGES, Language

LOOKS: dict[Language, tuple[str, ...]] = {"it": ("Vedete", "largo"), "en": ("You see", "wide")}
GROPING: dict[Language, str] = {"it": "tentoni", "en": "Groping"}


def in_the_dark(game: str) -> Any:
    """A party at the foot of the stairs that has put its lights out."""
    state, campaign = at_the_foot_of(game), find_campaign(game)
    out = state.game.expedition
    for light in tuple(out.lights.values()):
        if light.out_at >= 0:
            state, _ = walked(game, state, DouseLight(light.bearer, light.id), QuickDice(1))
    assert not lit(campaign.side.game.at(state.game))
    return state


def next_passage(state: Any) -> str:
    return next(way.id for way in ways(state.dungeon, state.at) if way.kind in ("corridor", "opening") and not way.shut)


@pytest.mark.rule("WB-LIGHT-01", "IS-LIGHT-01")
@pytest.mark.parametrize("game", FAMILY)
def test_without_a_light_a_place_is_felt_and_told_when_there_is_light(game: str) -> None:
    state = in_the_dark(game)
    there, events = walked(game, state, c.Follow(next_passage(state)), QuickDice(2))
    for language in LANGUAGES:
        (arrival,) = [line for line in lines(game, state, there, events, language) if "[PartyMoved]" in line]
        assert GROPING[language] in arrival
        assert not any(word in arrival for word in LOOKS[language]), arrival
        shown = "\n".join(find_campaign(game).picture(there, REFEREE, language))
        assert GROPING[language] in shown
        assert not any(word in shown for word in LOOKS[language]), shown
    after, events = walked(game, there, kindling(find_campaign(game), there), QuickDice(4))
    for language in LANGUAGES:
        (shown,) = [line for line in lines(game, there, after, events, language) if "[PlaceShown]" in line]
        assert all(word in shown for word in LOOKS[language])
    assert not after.unseen


@pytest.mark.rule("WB-LIGHT-01", "IS-LIGHT-01")
@pytest.mark.parametrize("game", FAMILY)
def test_with_a_light_the_place_is_told_at_once(game: str) -> None:
    state = lighted(game, at_the_foot_of(game))
    _, events = walked(game, state, c.Follow(next_passage(state)), QuickDice(2))
    (moved,) = [event for event in events if isinstance(event, e.PartyMoved)]
    assert not moved.dark


@pytest.mark.rule("WB-LIGHT-01", "IS-LIGHT-01")
@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("wanted", [True, False])
def test_whoever_goes_down_kindles_a_light_first_unless_the_table_would_not(game: str, wanted: bool) -> None:
    campaign = find_campaign(game)
    table = Table.open(campaign, "t", seed_from_text("3"), {"road_days": 0, "light_on_descent": wanted})
    while table.state.stage != "road":
        table.submit(campaign.suggest(table.state, REFEREE), REFEREE)
    entry = table.submit(c.Follow(entrance(table.state.dungeon).id), REFEREE)
    assert not isinstance(entry, Refusal), entry
    assert any(isinstance(event, LightKindled) for event in entry.events) is wanted
    (moved,) = [event for event in entry.events if isinstance(event, e.PartyMoved)]
    assert moved.dark is not wanted


@pytest.mark.rule("WB-LIGHT-01", "IS-LIGHT-01", "WB-DEATH-02")
@pytest.mark.parametrize("game", FAMILY)
def test_nobody_is_left_to_see_a_place_whose_last_visitor_has_died_in_the_dark(game: str) -> None:
    state = in_the_dark(game)
    there, _ = walked(game, state, c.Follow(next_passage(state)), QuickDice(2))
    dead = {who: replace(one, health="dead", hp=-9) for who, one in there.game.characters.items()}
    over = replace(there, game=replace(there.game, characters=dead, expedition=None))
    scene = Scene(find_campaign(game).side, over, QuickDice(1))
    see_at_last(scene)
    assert there.unseen == there.at
    assert scene.events == []
