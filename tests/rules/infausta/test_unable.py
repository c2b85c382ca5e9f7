"""Whoever cannot act outside a fight, in this game: every such state, times every way to go somewhere."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.camp import Dungeon, Wilds, door, place

from arbitro.kernel.command import Command
from arbitro.rules.infausta.game import RULINGS
from arbitro.rules.infausta.wilderness.commands import ChooseHeading, MarchOn
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.exploring.commands import Go, Travel, WalkAbout
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing

EVERY_MARCH = [command for command in RULINGS if RULINGS[command].deed is Deed.MARCH]


def under_way(step: str) -> Wilds:
    """A journey at a step of its day."""
    wilds = Wilds()
    journey = wilds.state.journey
    assert journey is not None
    wilds.state = replace(wilds.state, journey=replace(journey, step=step))
    return wilds


MARCHES: dict[type[Command], tuple[Command, Any]] = {
    Go: (Go("arch"), lambda: Dungeon(doors=(door("arch", passage=True),))),
    WalkAbout: (WalkAbout(100), lambda: Dungeon()),
    Travel: (Travel("settled"), lambda: Dungeon(places=(place("hall", outdoors=True),))),
    ChooseHeading: (ChooseHeading("0,1"), lambda: under_way("heading")),
    MarchOn: (MarchOn(), lambda: under_way("camp")),
}
"""A sample of each, and a table where it is possible."""


@pytest.mark.rule("IS-MOVE-01")
@pytest.mark.parametrize("march", EVERY_MARCH)
@pytest.mark.parametrize("state", ["out", *HELPLESS, *OUT_OF_IT])
def test_a_party_of_which_nobody_can_act_goes_nowhere(march: type[Command], state: str) -> None:
    command, table = MARCHES[march]
    camp = table()
    assert RULES.allows(camp.state, command)
    for who in camp.state.party.order:
        if state == "out":
            camp.change(who, health="out")
        else:
            kept = Ongoing(kind=state)  # type: ignore[arg-type]
            camp.state = replace(camp.state, effects={**camp.state.effects, who: (kept,)})
    assert camp.refused(command).code == "nobody_walks"
