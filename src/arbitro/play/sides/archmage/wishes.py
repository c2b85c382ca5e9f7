"""What a plain party of the archmages wishes for, and when it has had enough."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.play.sides.archmage import growing, treasures
from arbitro.play.sides.archmage.party import ArchmageSide, inner_state, members, own_state
from arbitro.play.sides.walking.captives import ransoms
from arbitro.play.sides.walking.ground import hindered, provisions
from arbitro.play.state import CampaignState
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events.campaign import HealedUp, Recharged, RestEnded
from arbitro.rules.archmage.events.judgement import SkillChecked
from arbitro.rules.archmage.events.wounds import RecoveryUsed, Woke
from arbitro.rules.archmage.state import State

ROUTINE: Final[frozenset[type[Event]]] = frozenset({HealedUp, Recharged, RecoveryUsed, RestEnded, SkillChecked, Woke})
"""What rests and checks at doors tell."""
WORN: Final = Fraction(1, 3)
"""A party turns back when it has less than this share of its recoveries."""


def care(side: ArchmageSide, state: CampaignState) -> Iterator[Command]:
    """Recoveries after a battle, the rest, a heal-up that is earned; then light and stores."""
    yield from mend(side, state)
    yield from treasures.wishes(side, state)
    if state.stage == "town":
        yield from growing.wishes(side, state)
        yield from ransoms(side, own_state(state))
    yield from provisions(side, state)


def _rest(inner: State) -> Iterator[Command]:
    yield c.FullHealUp()
    for one in inner.party.values():
        low = 2 * one.hp <= one.max_hp and one.recoveries > 0
        if one.awareness == "unconscious" or low:
            yield c.UseRecovery(one.id)
    yield c.QuickRest()


def mend(side: ArchmageSide, state: CampaignState) -> Iterator[Command]:
    """Recoveries for the badly hurt, and the rest that a battle calls for."""
    inner = inner_state(state)
    return (command for command in _rest(inner) if side.game.allows(inner, command))


def weary(side: ArchmageSide, state: CampaignState) -> bool:
    """Few recoveries left, somebody badly hurt, or no light; in town: anything to be healed."""
    party = [one for one in members(state) if not one.lost]
    if state.stage == "town":
        return any(one.hp < one.max_hp or one.recoveries < one.recoveries_max for one in party)
    left = sum(one.recoveries for one in party)
    spent = left < WORN * sum(one.recoveries_max for one in party)
    return spent or hindered(side, state) or any(3 * one.hp <= one.max_hp for one in party)
