"""Every power of a magic pool (A.8.4) × what somebody else of the party is when one steps in, in every game.

A pool acts on whoever enters it; one that changes abilities takes in everybody who is there (by the option, the bather
alone). Who waits elsewhere, lies dead or is in the enemy's hands is not touched; who sleeps beside it is there.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides import test_every_peril as walking
from tests.play.sides.ground import of
from tests.play.test_every_trap import AWAY as AWAY_IN_THE_BOXES
from tests.play.test_every_trap import IDLE as IDLE_IN_THE_BOXES
from tests.play.test_every_trap import about as about_in_the_boxes
from tests.play.test_met_at_the_table import FAMILY, GAMES, walked
from tests.play.test_pools import by_the_pool

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import EffectDue
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.text import LANGUAGES

SEEDS = range(10)
"""Enough to come upon every power."""
POWERS = {"gold", "ability", "talking", "teleport"}
OF: dict[str, str] = {
    **dict.fromkeys(("gold_to_platinum", "gold_to_lead"), "gold"),
    **dict.fromkeys(("damage", "wish"), "talking"),
    "ability": "ability",
    "teleport": "teleport",
}


def states_of(game: str) -> tuple[dict[str, Callable[[str, Any, str], Any]], dict[str, Callable[[str, Any, str], Any]]]:
    """How somebody may be elsewhere, and how they may be there without being able to do anything."""
    if game in FAMILY:
        return AWAY_IN_THE_BOXES, {kind: IDLE_IN_THE_BOXES[kind] for kind in ("out", "asleep", "stone")}
    return walking.AWAY, walking.IDLE[game]


def about(game: str, state: Any, who: str) -> Any:
    return about_in_the_boxes(state, who) if game in FAMILY else walking.about(game, state, who)


@pytest.mark.rule("DA-POOL-03", "DA-POOL-05", "DA-POOL-06", "DA-POOL-08", "DA-POOL-11")
@pytest.mark.parametrize("scope", ["whole_party", "who_enters"])
@pytest.mark.parametrize("game", GAMES)
def test_a_pool_finds_whoever_enters_and_of_the_others_only_those_who_are_there(game: str, scope: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = by_the_pool(game)
    dungeon = fresh.dungeon
    options = {**dungeon.options, "ability_pool": scope}
    away, idle = states_of(game)
    faults, powers = set(), set()
    for how, lay in {**away, **idle}.items():
        bather, other = campaign.side.party.able(fresh)[:2]
        state = lay(game, replace(fresh, dungeon=replace(dungeon, options=options)), other)
        for seed in SEEDS:
            after, events = walked(game, state, c.StepIn(bather, "pool"), QuickDice(seed))
            due = [event.effect for event in of(EffectDue, events) if event.source == "pool"]
            powers |= {OF[effect.kind] for effect in due}
            touched = any(other in effect.who for effect in due)
            for_all = scope == "whole_party" and bool(due) and due[0].kind == "ability"
            if touched != (for_all and how not in away):
                faults.add((how, seed, "meant" if touched else "not meant"))
            if how in away and about(game, after, other) != about(game, state, other):
                faults.add((how, seed, "changed"))
            for event in events if seed < 4 else ():
                for language in LANGUAGES:
                    tell(campaign, after, event, language)
    assert faults == set()
    assert powers == POWERS
