"""The dead lie where they died, wherever the others have run since; nobody is offered a road that they cannot walk."""

from typing import Any

import pytest
from tests.play.sides.ground import of
from tests.play.test_every_trap import before, of_sheet
from tests.play.test_hazards import scene_of
from tests.play.test_met_at_the_table import FAMILY, at_the_foot_of, lighted
from tests.play.watching import opened

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.aftermath import count_losses
from arbitro.play.naming import name_of
from arbitro.rules.whitebox.people.state import Coins
from arbitro.text import LANGUAGES


@pytest.mark.rule("WB-DEATH-02", "IS-DEATH-02")
@pytest.mark.parametrize("game", FAMILY)
def test_whoever_is_slain_while_the_others_run_fell_where_the_body_lies(game: str) -> None:
    campaign: Any = find_campaign(game)
    state, _ = before(game, lighted(game, at_the_foot_of(game)), "PIT", "")
    other = next(space for space in state.dungeon.spaces if space != state.at)
    who = campaign.side.party.able(state)[0]
    scene = scene_of(game, of_sheet(state, who, health="dead", hp=-9, lies=other))
    count_losses(scene)
    fell = of(e.HeroFell, scene.events)[0]
    assert fell.fallen.place == other
    for language in LANGUAGES:
        called = name_of(campaign.side, scene.state, other, language)
        assert str(called) in tell(campaign, scene.state, fell, language)


@pytest.mark.rule("WB-MOVE-01")
def test_nobody_is_offered_the_road_with_more_than_they_can_carry() -> None:
    """In La Scatola Bianca the march begins at the gate; where a day is made of more, it is refused with the march."""
    table = opened("whitebox", 5)
    campaign: Any = table.ruleset
    assert not isinstance(table.submit(c.Gather("random:4:1"), REFEREE), Refusal)
    for load, offered in ((0, True), (1_000_000, False)):
        who = campaign.side.party.people(table.state)[0]
        state = of_sheet(table.state, who, coins=Coins(gp=load))
        ways = [choice for choice in campaign.choices(state, REFEREE) if choice.command == "set_out"]
        assert bool(ways) is offered
        assert all(campaign.allows(state, campaign.command(choice.fill())) for choice in ways)
