"""Between battles: flight, losses, rests, full heal-ups, and help in spirit."""

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.rules.archmage.ongoing_effects import Boost, Spent


class SpiritFought(Event, frozen=True, tag="spirit_fought"):
    """Somebody who is not there gives an ally strength."""

    people = ("who", "ally")
    who: str
    ally: str
    boost: Boost
    story: str = ""
    rounds: int = 0
    """How long it lasts; 0 where an old log does not say."""

    def variant(self) -> str:
        """Whether it is known how long."""
        return "rounds" if self.rounds else ""


class FlightProposed(Event, frozen=True, tag="flight_proposed"):
    """A player proposes to flee."""

    people = ("who",)
    who: str


class FlightRefused(Event, frozen=True, tag="flight_refused"):
    """Somebody is against it: the battle goes on."""

    people = ("who",)
    who: str


class CampaignLost(Event, frozen=True, tag="campaign_lost"):
    """The story turns for the worse."""

    count: int
    text: str = ""

    def variant(self) -> str:
        """In the referee's words, or not yet."""
        return "told" if self.text else ""


class LossDescribed(Event, frozen=True, tag="loss_described"):
    """A campaign loss is put into words."""

    number: int
    text: str


class RestEnded(Event, frozen=True, tag="rest_ended"):
    """The quick rest is over."""


class Recharged(Event, frozen=True, tag="recharged"):
    """A recharge roll, and how the power stands in the next battle."""

    thrown_by = "who"
    people = ("who",)
    who: str
    attack: str
    check: Check
    spent: Spent

    def variant(self) -> str:
        """Back, or not."""
        return "failed" if self.spent.barred else "back"


class HealedUp(Event, frozen=True, tag="healed_up"):
    """A full heal-up: everything is restored."""

    early: bool = False

    def variant(self) -> str:
        """Earned, or bought with a retreat."""
        return "early" if self.early else ""
