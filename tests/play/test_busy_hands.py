"""Whoever is busy for turns: the party waits before it goes anywhere, and they do nothing else meanwhile."""

from typing import Any

import pytest
from tests.play.test_met_at_the_table import FAMILY, walked
from tests.play.test_pools import by_the_pool, first

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.rules.whitebox.exploring.commands import Search


def at_the_mouth(game: str) -> Any:
    """A party under the sky, before the first stairs, in the first minute of its way."""
    table = Table.open(find_campaign(game), "t", seed_from_text("3"), {"road_days": 0})
    for command in (c.Gather("random:4:1"), c.SetOut("road")):
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    return table.state


@pytest.mark.rule("WB-TIME-01", "IS-TIME-01")
@pytest.mark.parametrize("game", FAMILY)
def test_nobody_goes_down_before_the_search_at_the_mouth_is_over(game: str) -> None:
    state = at_the_mouth(game)
    who = first(game, state)
    state, _ = walked(game, state, Search(who), QuickDice(1))
    stairs = next(link.id for link in state.dungeon.links.values() if link.code == "ENTRANCE")
    after, _ = walked(game, state, c.Follow(stairs), QuickDice(1))
    assert after.stage == "dungeon"
    assert after.minutes >= state.minutes + 10


@pytest.mark.rule("WB-TIME-01", "IS-TURN-17")
@pytest.mark.parametrize("game", FAMILY)
def test_nobody_steps_into_a_pool_in_the_turn_that_went_to_a_search(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = by_the_pool(game)
    one, other = campaign.side.party.able(state)[:2]
    state, _ = walked(game, state, Search(one), QuickDice(1))
    answer = campaign.decide(state, c.StepIn(one, "pool"), QuickDice(1))
    assert isinstance(answer, Refusal)
    assert answer.code in ("busy", "turn_full")
    offered = {
        choice.fixed["who"]
        for seat in campaign.seats(state)
        for choice in campaign.choices(state, seat)
        if choice.command == "step_in"
    }
    assert one not in offered
    assert other in offered
