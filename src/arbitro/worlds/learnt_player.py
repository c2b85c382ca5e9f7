"""An automatic player who fights as a file says (`linear`), and does everything else as the prudent player does."""

from pathlib import Path
from typing import TYPE_CHECKING

from arbitro.chances.outcome import reading_of
from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.players.base import may
from arbitro.play.players.prudent import Prudent
from arbitro.play.state import CampaignState
from arbitro.text import Fault, Words
from arbitro.worlds.linear import TEXTS, Weights, read_policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from arbitro.play.campaign import Campaign
    from arbitro.play.players.base import Player


class LearntPlayer(Prudent):
    """Prudent on the way, and as it was learnt in a fight."""

    def __init__(self, weights: Weights, campaign: "Campaign", dice: Dice) -> None:
        super().__init__(campaign, dice)
        self.weights = weights
        self.dice = dice

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """What the weights say in a fight, where it is the seat's to do."""
        reading, inner = reading_of(self.campaign.game.id), state.game
        if reading.fighting(inner) and not reading.over(inner) and not state.awaiting:
            command = self.weights.policy(self.campaign.game, inner, seat, self.dice)
            if command is not None and may(self.campaign, state, seat, command):
                return command
        return super().choose(state, seat)


def from_file(name: str) -> "Callable[[Campaign, Dice], Player]":
    """Who plays as a file says; a fault where it is no policy, or another game's."""
    weights = read_policy(Path(name))

    def player(campaign: "Campaign", dice: Dice) -> "Player":
        if campaign.game.id != weights.game:
            raise Fault(Words(TEXTS, "worlds.other_game", learnt=weights.game, game=campaign.game.id))
        return LearntPlayer(weights, campaign, dice)

    return player
