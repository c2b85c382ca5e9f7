"""What a prudent player knows about the Archmage Engine: when a battle is lost, and when to go home.

Flight is sure there and costs no life. Foes are judged by what is seen of them: how many stand.
"""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.play.players.habits import Habits
from arbitro.play.sides.archmage.party import fighting, inner_state, members
from arbitro.play.state import CampaignState
from arbitro.rules.archmage import commands as archmage_commands

LOSING: Final = 0.5
"""The share of their hit points below which those who still stand have had enough."""
RESERVE: Final = 0.7
"""The share of its recoveries with which a party still goes on."""


class ArchmageHabits(Habits):
    """The archmage's engine: flight is sure and costs no life, so nobody waits until it is too late."""

    flights = (archmage_commands.ProposeFlight,)

    def when_met(self, state: CampaignState) -> Iterator[Command]:
        """Propose flight when a battle goes badly, and agree to it."""
        inner = inner_state(state)
        fight = inner.fight
        if fight is None or not fighting(state) or not self.losing(state):
            return
        if inner.awaiting:
            if inner.awaiting[0].kind == "flight":
                yield archmage_commands.VoteFlight(inner.awaiting[0].who, "yes")
        elif fight.current:
            yield archmage_commands.ProposeFlight(fight.current)

    def losing(self, state: CampaignState) -> bool:
        """Somebody lies on the ground, or the party is worn down."""
        party = [one for one in members(state) if not one.lost]
        worn = sum(max(one.hp, 0) for one in party) < LOSING * sum(one.max_hp for one in party)
        return worn or not all(one.conscious for one in party)

    def fit_to_go_on(self, state: CampaignState) -> bool:
        """Most of the recoveries left, and nobody lost on this journey."""
        party = [one for one in members(state) if not one.lost]
        left, most = sum(one.recoveries for one in party), sum(one.recoveries_max for one in party)
        return super().fit_to_go_on(state) and left >= RESERVE * most and not self.mourning(state)
