"""The thoughtful player: looks ahead in a fight (`thoughtful`), and does everything else as the prudent player does."""

from typing import TYPE_CHECKING

from arbitro.chances.outcome import reading_of
from arbitro.chances.thoughtful import thoughtful
from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.players.base import may
from arbitro.play.players.prudent import Prudent
from arbitro.play.state import CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


class Thoughtful(Prudent):
    """Prudent on the way, and when to run; in a fight it thinks its moves out."""

    def __init__(self, campaign: "Campaign", dice: Dice) -> None:
        super().__init__(campaign, dice)
        self.dice = dice

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """What the prudent player would do at once; else, in a fight, what looking ahead shows to be best."""
        wish = super().choose(state, seat)
        reading, inner = reading_of(self.campaign.game.id), state.game
        if wish is not None or not reading.fighting(inner) or reading.over(inner):
            return wish
        command = thoughtful(self.campaign.game, inner, seat, self.dice)
        return command if command is not None and may(self.campaign, state, seat, command) else None
