"""What can happen: people in the enemy's power, and the things of those who have died."""

from typing import Literal

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Sum
from arbitro.rules.whitebox.people.state import Coins, Item, Valuable
from arbitro.rules.whitebox.reckoning import ransom_of

FreedBy = Literal["released", "ransomed", "rescued", "found"]


class Captured(Event, frozen=True, tag="captured"):
    """Somebody is in the enemy's power."""

    people = ("who", "by")
    who: str
    by: str
    place: str
    wordless: bool = False
    """Whether captors of no expedition are beasts."""


class Robbed(Event, frozen=True, tag="robbed"):
    """Captors have taken arms, purse and pack; what is kept elsewhere stays one's own."""

    people = ("who", "by")
    who: str
    by: str


class RansomDemanded(Event, frozen=True, tag="ransom_demanded"):
    """Captors have named the price of somebody."""

    people = ("who", "by")
    who: str
    by: str
    gp: int
    a_level: int = 0
    """Gold pieces for each level; 0 where an old log does not say."""

    def sums(self) -> tuple[Sum, ...]:
        """So much for each level."""
        return ransom_of(self.gp, self.a_level, "WB-MORALE-02")


class RansomPaid(Event, frozen=True, tag="ransom_paid"):
    """A ransom was paid."""

    people = ("who", "captive")
    who: str
    captive: str
    gp: int
    left: Coins


class PrisonerSlain(Event, frozen=True, tag="prisoner_slain"):
    """Captors have killed somebody."""

    people = ("who", "by")
    who: str
    by: str


class Freed(Event, frozen=True, tag="freed"):
    """Somebody is free again and walks with the party."""

    people = ("who",)
    who: str
    how: FreedBy

    def variant(self) -> str:
        """What brought it about."""
        return self.how


class GoodsBack(Event, frozen=True, tag="goods_back"):
    """What captors had taken is back in the hands of its owner."""

    people = ("who",)
    who: str


class TakenFromDead(Event, frozen=True, tag="taken_from_dead"):
    """A thing of somebody dead has a new owner."""

    people = ("who", "dead")
    who: str
    dead: str
    key: str
    item: Item | None
    """What is left of it."""
    to_key: str
    to_item: Item
    count: int
    alive: bool = False
    """Whether it was taken from somebody who lies there helpless."""

    def variant(self) -> str:
        """From the living or from the dead."""
        return "alive" if self.alive else ""


class PurseTaken(Event, frozen=True, tag="purse_taken"):
    """Coins and valuables of somebody dead have a new owner."""

    people = ("who", "dead")
    who: str
    dead: str
    gp: int
    """What all of it is worth."""
    coins: Coins
    """The taker's own, after it."""
    valuables: tuple[Valuable, ...]
    """The taker's own, after it."""
