"""There is one clock: the game's where it has one, else the campaign's. The dungeon is told the hour and keeps none."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_hazards import GAMES, at_the_foot_of, scene_of
from tests.play.watching import watched

from arbitro.dungeon.events import TurnsPassed
from arbitro.dungeon.model import Face, Trap
from arbitro.play import find_campaign
from arbitro.play.events import ClockMoved
from arbitro.play.hazards import keep_time, trap_springs
from arbitro.play.state import CampaignState

KEEP_TIME = ("whitebox", "infausta")
"""Games that have a clock of their own."""


@pytest.mark.parametrize("game", GAMES)
def test_minutes_are_kept_by_the_game_or_by_the_campaign_and_never_by_both(game: str) -> None:
    state: Any = find_campaign(game).initial()
    keepers = [each for each in (state, state.game, state.dungeon) if "minutes" in each.__struct_fields__]
    assert keepers == [state.game if game in KEEP_TIME else state]
    later = replace(keepers[0], minutes=127)
    after = replace(state, game=later) if game in KEEP_TIME else later
    assert (after.minutes, after.turn) == (127, 12)
    assert "minutes" not in CampaignState.__struct_fields__


@pytest.mark.parametrize("game", GAMES)
def test_a_log_tells_the_hour_once(game: str) -> None:
    kinds = {type(event) for step in watched(game, 1, 60) for event in step.entry.events}
    assert TurnsPassed not in kinds
    assert (ClockMoved in kinds) == (game not in KEEP_TIME)


@pytest.mark.rule("DA-TRAP-08")
@pytest.mark.parametrize("game", GAMES)
def test_what_shuts_in_the_middle_of_a_command_counts_from_that_very_turn(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    here = state.dungeon.spaces[state.at]
    corner = here.parts[0][0]
    wall = Trap("wall", 1, state.at, "SLIDING_WALL", "known", here.parts[0], face=Face(*corner, 0, 10))
    scene = scene_of(game, replace(state, dungeon=replace(state.dungeon, traps={"wall": wall}, slots={}), tasks=()))
    campaign.side.walk.pass_turns(scene, 2)
    trap_springs(scene, wall, wanted=True)
    shut = scene.state.dungeon.traps["wall"]
    assert shut.state == "shut"
    assert 10 <= shut.until - scene.state.turn <= 60  # counted from the turn before, it would open too early
    assert scene.state.turn >= state.turn + 2 or campaign.side.meetings.busy(scene.state)
    keep_time(scene)
    assert scene.state.dungeon.traps["wall"].state == "shut"
