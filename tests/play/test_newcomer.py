"""The order of what is offered, for somebody who takes what stands first: onward before back, light before steps."""

from typing import Any

import pytest
from tests.play.watching import expedition

from arbitro.dungeon.model import SURFACE
from arbitro.kernel.choice import Choice
from arbitro.play import campaigns
from arbitro.play.players import PLAYERS
from arbitro.play.ways import unknown, ways


def offered(table: Any) -> list[Choice]:
    campaign = table.ruleset
    return list(campaign.choices(table.state, campaign.seats(table.state)[0]))


@pytest.mark.parametrize("game", campaigns())
def test_ways_that_lead_on_stand_before_those_that_lead_back(game: str) -> None:
    seen = dark = 0
    for step in expedition(game, 21, 60, PLAYERS["plain"]):
        state, side = step.after, step.table.ruleset.side
        if not state.at:
            continue
        choices = offered(step.table)
        known = {way.id: way for way in ways(state.dungeon, state.at)}
        taken = [known[str(choice.fixed["way"])] for choice in choices if choice.command == "follow"]
        ranks = [(not unknown(state.dungeon, way), way.to == state.came, way.to == SURFACE) for way in taken]
        assert ranks == sorted(ranks, key=lambda rank: (rank[0], rank[2], rank[1]))
        seen += len(set(ranks)) > 1
        if taken and side.wishes.unlit(state):
            lights = [choice for choice in choices if choice.command == "kindle_light"]
            assert all(choice.main and not choice.group for choice in lights)  # nobody has to look for them
            dark += bool(lights)
    assert seen
    assert dark or game.endswith(("archmage", "daggerheart"))  # there the whole party lights a torch
