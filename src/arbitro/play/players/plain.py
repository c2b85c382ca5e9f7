"""The plain player: what the campaign's own guide suggests (see `arbitro.play.guide`), and a beginner's common sense.

In the White Box family, where nobody is made to stay in a fight, it runs when the others are plainly the stronger.
The other games' own tactics know when to run, as far as they do; the plain player leaves it to them.
"""

from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.players.base import Player
from arbitro.play.players.flight import everybody_runs, odds_in_fight
from arbitro.play.sides.whitebox import WhiteBoxSide
from arbitro.play.state import CampaignState

LOST: Final = 0.9
"""It runs out of a fight in which the foes are so many times as strong as what is left of the party."""


class Plain(Player):
    """Follows the guide, and runs from a fight that is lost."""

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """The guide's suggestion for this seat, if it does not run for its life."""
        side = self.campaign.side
        if isinstance(side, WhiteBoxSide) and side.fighting(state) and odds_in_fight(side, state) > LOST:
            for run in everybody_runs(side, state):
                if self.may(state, seat, run):
                    return run
        return self.campaign.suggest(state, seat)
