"""The plain player: what the campaign's own guide suggests (see `arbitro.play.guide`), and a beginner's common sense.

In a game in which nobody is made to stay in a fight, it runs when the others are plainly the stronger (`when_lost`).
The other games' own tactics know when to run, as far as they do; the plain player leaves it to them.
"""

from typing import TYPE_CHECKING

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.play.players.base import may
from arbitro.play.players.habits import habits_of
from arbitro.play.state import CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


class Plain:
    """Follows the guide, and runs from a fight that is lost."""

    def __init__(self, campaign: "Campaign", dice: Dice) -> None:
        del dice
        self.campaign = campaign
        self.habits = habits_of(campaign)

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """The guide's suggestion for this seat, if it does not run for its life."""
        for run in self.habits.when_lost(state):
            if may(self.campaign, state, seat, run):
                return run
        return self.campaign.suggest(state, seat)

    def forestall(self, state: CampaignState, seat: Seat) -> None:
        """A plain player waits for the referee."""
        del state, seat

    def notice(self, state: CampaignState, events: tuple[Event, ...]) -> None:
        """A plain player remembers nothing."""
        del state, events
