"""A dvergar's eyes for warmth at a meeting without a light (IS-DVER-02, IS-LIGHT-05)."""

import pytest
from msgspec.structs import replace
from tests.play.test_met_at_the_table import at_the_foot_of
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.camp import Dungeon

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.play import find_campaign
from arbitro.rules.whitebox.exploring.commands import KindleLight, Meet
from arbitro.rules.whitebox.exploring.events import MetSomebody
from arbitro.rules.whitebox.exploring.meetings import sight_in_the_dark
from arbitro.rules.whitebox.exploring.state import Troop


@pytest.mark.rule("IS-DVER-02")
@pytest.mark.parametrize(("monster", "feet"), [("goblin", 60), ("skeleton", 0)])
def test_the_living_are_seen_by_their_warmth_and_the_dead_are_not(monster: str, feet: int) -> None:
    state = at_the_foot_of("infausta")
    one, *others = state.game.characters.values()
    seeing = {one.id: replace(one, people="dvergar")} | {other.id: other for other in others}
    game = find_campaign("infausta").side.game
    here = game.at(replace(state.game, characters=seeing))
    band = Troop(id="band", monster=monster, count=Amount(plus=1), place=state.at)
    assert sight_in_the_dark(here, band) == feet


@pytest.mark.rule("IS-LIGHT-05")
@pytest.mark.parametrize(("torches", "feet"), [(0, 10), (1, 30)])
def test_without_a_light_they_are_at_hand_before_anybody_sees_them(torches: int, feet: int) -> None:
    """The dark hinders the party alone: those who are met see in it."""
    band = Troop(id="goblins", monster="goblin", count=Amount(plus=1), place="hall")
    dungeon = Dungeon("berto", torches=torches, troops=(band,))
    if torches:
        dungeon.do(KindleLight("berto", "torches_6"))
    answer = RULES.decide(dungeon.state, Meet("goblins"), QuickDice(3))
    met = next(event for event in answer.events if isinstance(event, MetSomebody))
    assert met.feet == feet
    assert ("IS-LIGHT-05" in met.rules) is (not torches)
