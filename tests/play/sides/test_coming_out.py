"""Whoever leaves the dungeon is under the sky before anybody is met there."""

import pytest
from tests.play.watching import Mixed, expedition

from arbitro.play.events import LegBegan, PartyMoved, StageReached
from arbitro.play.sides.whitebox.places import ROAD
from arbitro.rules.whitebox.exploring.events import PlaceEntered

STEPS = 220


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_the_party_is_outside_before_whatever_follows(game: str) -> None:
    came_out = 0
    for seed in range(2, 12):
        for step in expedition(game, seed, STEPS, Mixed):
            events = step.table.last.events if step.table.last is not None else ()
            for place, event in enumerate(events):
                if not isinstance(event, PlaceEntered) or event.place != ROAD or step.before.stage != "dungeon":
                    continue
                came_out += 1
                moved, reached = events[place + 1 : place + 3]
                assert isinstance(moved, PartyMoved)
                assert moved.to == ""
                assert isinstance(reached, StageReached)
                assert sum(isinstance(each, LegBegan) for each in events) == 1
        if came_out:
            break
    assert came_out
