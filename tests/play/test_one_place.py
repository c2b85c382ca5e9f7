"""The party stands in one place: the expedition's where the game has one, else the campaign's; nobody keeps a copy."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_hazards import GAMES, deep_inside, scene_of
from tests.play.test_parting import gone_on, of
from tests.play.watching import Scattered, watched

from arbitro.dice.stream import QuickDice
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.events import LegBegan, PartyMoved, StageReached, TableTurned
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.exploring.commands import Bring

OWN_PLACES = ("whitebox", "infausta")
"""Games that have expeditions of their own."""


@pytest.mark.parametrize("game", GAMES)
def test_a_place_is_kept_by_the_expedition_or_by_the_campaign(game: str) -> None:
    state: Any = find_campaign(game).initial()
    for name in ("at", "came"):
        assert (name in state.__struct_fields__) == (game not in OWN_PLACES)
        assert name not in CampaignState.__struct_fields__


@pytest.mark.parametrize("game", GAMES)
def test_whoever_moves_is_told_to_be_there_and_nobody_else(game: str) -> None:
    """In each entry the places told follow one another, from where the party was to where it is."""
    for step in watched(game, 2, 90, Scattered):
        told = step.before.at
        for event in step.entry.events:
            if isinstance(event, PartyMoved):
                assert event.came == told
                told = event.to
            elif isinstance(event, TableTurned):
                told = event.space
        assert told == step.after.at or step.after.stage in ("town", "over")


@pytest.mark.parametrize("game", OWN_PLACES)
def test_those_who_go_on_for_the_lost_do_not_come_out_first(game: str) -> None:
    """The game begins another expedition for them, on the road; they have been below all the while."""
    table, left, hall = gone_on(game)
    state: Any = table.state
    people = {
        who: replace(one, health="dead", hp=0) if who in state.game.party.order else one
        for who, one in state.game.characters.items()
    }
    ended = replace(state.game.expedition, over=True)
    lost = replace(state, game=replace(state.game, characters=people, expedition=ended))
    campaign: Any = table.ruleset
    answer: Any = campaign.decide(lost, c.AskMe("doors"), QuickDice(1))
    assert [event.why for event in of(TableTurned, answer.events)] == ["lost"]
    assert not of(PartyMoved, answer.events)
    assert not of(StageReached, answer.events)
    assert (answer.state.at, answer.state.stage) == (hall, "dungeon")
    assert campaign.side.party.people(answer.state) == (left,)


@pytest.mark.parametrize("game", OWN_PLACES)
def test_a_party_that_is_brought_has_come_wherever_it_is_said_to_come_from(game: str) -> None:
    """The referee may say where from: it is an arrival all the same, with the step told."""
    state = deep_inside(game)
    space, way_in = state.trail[-1], state.trail[0]
    answer: Any = find_campaign(game).decide(state, Bring(space, way_in), QuickDice(1))
    assert [(event.to, event.came) for event in of(PartyMoved, answer.events)] == [(space, state.at)]
    assert (answer.state.at, answer.state.came) == (space, way_in)


@pytest.mark.parametrize("game", OWN_PLACES)
@pytest.mark.parametrize("over", [False, True])
def test_whoever_the_table_turns_to_came_from_where_they_came_and_not_from_the_others(game: str, *, over: bool) -> None:
    """Those at the mouth have not come out of the room where the others stand: they would run there."""
    state = deep_inside(game)
    state = replace(state, game=replace(state.game, expedition=replace(state.game.expedition, over=over)))
    for space, came in ((state.came, state.at), (state.trail[0], ""), ("", state.trail[0]), ("", "")):
        scene = scene_of(game, state)
        scene.happen(TableTurned(space, came, state.minutes))
        scene.side.parting.look_to(scene, space, came)
        assert not {PartyMoved, StageReached, LegBegan} & {type(event) for event in scene.events}
        assert (scene.state.at, scene.state.came, scene.state.descents) == (space, came, state.descents)
