"""The plain player: what the campaign's own guide suggests, word for word (see `arbitro.play.guide`)."""

from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.players.base import Player
from arbitro.play.state import CampaignState


class Plain(Player):
    """Follows the guide."""

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """The guide's suggestion for this seat."""
        return self.campaign.suggest(state, seat)
