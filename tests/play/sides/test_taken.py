"""A whole party in the enemy's power, in the White Box family."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_met_at_the_table import at_the_foot_of, walked

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.state import Question
from arbitro.play import find_campaign
from arbitro.play.aftermath import count_losses
from arbitro.play.scene import Scene
from arbitro.rules.whitebox.exploring.commands import JudgeCaptives
from arbitro.rules.whitebox.exploring.state import Pending, Troop
from arbitro.rules.whitebox.people.state import Captivity


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize(("fate", "goes_on"), [("freed", True), ("robbed", True), ("ransomed", True), ("held", False)])
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_a_party_that_was_taken_whole_hears_its_fate_before_its_story_ends(game: str, fate: Any, goes_on: bool) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    people = tuple(state.game.characters)
    taken = {who: replace(one, captive=Captivity("orcs", state.at)) for who, one in state.game.characters.items()}
    out = replace(
        state.game.expedition,
        pending=Pending(people=people),
        troops={"orcs": Troop(id="orcs", monster="orc", count=Amount(plus=3), place=state.at)},
    )
    game_state = replace(
        state.game,
        characters=taken,
        expedition=out,
        awaiting=(Question("captives", "referee", rules=("WB-MORALE-02",)),),
    )
    state = replace(state, game=game_state)
    scene = Scene(campaign.side, state, QuickDice(1))
    count_losses(scene)
    assert scene.state.stage == "dungeon"
    after, _events = walked(game, state, JudgeCaptives(fate), QuickDice(1))
    assert (after.stage != "over") is goes_on
