"""What an automatic player is."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.play.state import CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


class Player(ABC):
    """Somebody at one table, with dice of their own for lots and a memory for what they were told."""

    def __init__(self, campaign: "Campaign", dice: Dice) -> None:
        self.campaign = campaign
        self.dice = dice

    @abstractmethod
    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """What it does now in a seat; None where it has nothing to say."""

    def may(self, state: CampaignState, seat: Seat, command: Command) -> bool:
        """Whether a command is the seat's to give now."""
        return seat.may_act_for(self.campaign.owner(state, command)) and self.campaign.allows(state, command)

    def forestall(self, state: CampaignState, seat: Seat) -> Command | None:
        """What it does before the referee's next decision is taken, if anything: whoever is quick may run first."""
        del state, seat
        return None

    def notice(self, state: CampaignState, events: tuple[Event, ...]) -> None:
        """Something happened: the events as its seat was told them, and the state that it may look at."""
        del state, events
