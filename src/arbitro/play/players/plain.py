"""The plain player: what the campaign's own guide suggests, word for word (see `arbitro.play.guide`)."""

from typing import TYPE_CHECKING

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.state import CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


def choose(campaign: "Campaign", state: CampaignState, seat: Seat, dice: Dice) -> Command | None:
    """The guide's suggestion for this seat."""
    del dice  # it never needs a lot
    return campaign.suggest(state, seat)
