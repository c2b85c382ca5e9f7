"""What an automatic player is."""

from typing import TYPE_CHECKING, Protocol

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.play.state import CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


class Player(Protocol):
    """Somebody at one table, who decides for the players' seat and may remember what it was told."""

    @property
    def campaign(self) -> "Campaign":
        """What is played."""
        ...

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """What it does now in a seat; None where it has nothing to say."""
        ...

    def forestall(self, state: CampaignState, seat: Seat) -> Command | None:
        """What it does before the referee's next decision is taken, if anything: whoever is quick may run first."""
        ...

    def notice(self, state: CampaignState, events: tuple[Event, ...]) -> None:
        """Something happened: the events as its seat was told them, and the state that it may look at."""
        ...


def may(campaign: "Campaign", state: CampaignState, seat: Seat, command: Command) -> bool:
    """Whether a command is the seat's to give now."""
    return seat.may_act_for(campaign.owner(state, command)) and campaign.allows(state, command)
