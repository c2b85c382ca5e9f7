"""Treasure that is found, secured and divided, and who serves for pay."""

from msgspec import field

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Part, Sum
from arbitro.rules.whitebox.people.coin_sums import division, price_of_parts, worth_of_hoard
from arbitro.rules.whitebox.people.state import Coins, Hoard, Item


class TreasureFound(Event, frozen=True, tag="treasure_found"):
    """Treasure in the party's hands."""

    found: Hoard
    worth: int
    """In gold pieces, magic not counted."""

    def sums(self) -> tuple[Sum, ...]:
        """Every kind of coin, and what gems, jewels and goods are worth."""
        return worth_of_hoard(self.worth, self.found)


class ThingsUnknown(Event, frozen=True, tag="things_unknown"):
    """What everybody sees of treasure whose nature is not known yet."""

    coins: Coins
    worth: int
    count: int


class TreasureSecured(Event, frozen=True, tag="treasure_secured"):
    """The party's treasure counts as acquired."""

    worth: int
    """In copper pieces."""
    gp: int
    hoard: Hoard | None = None
    """What it was; None for something that was sold, and where an old log does not say."""

    def sums(self) -> tuple[Sum, ...]:
        """Every kind of coin, and what gems, jewels and goods are worth."""
        return () if self.hoard is None else worth_of_hoard(self.gp, self.hoard)


class TreasureDivided(Event, frozen=True, tag="treasure_divided"):
    """Secured coins and the price of valuables were divided."""

    shares: dict[str, Coins]
    """What each gets."""
    left: Coins
    portions: dict[str, int] = field(default_factory=dict)
    """How many equal parts each has a right to; nothing where an old log does not say."""

    def sums(self) -> tuple[Sum, ...]:
        """What each gets of the whole by their parts, and what remains when all have theirs."""
        return division(self.shares, self.left, self.portions) if self.portions else ()


class ItemTaken(Event, frozen=True, tag="item_taken"):
    """Somebody took a thing from the secured treasure."""

    people = ("who",)
    who: str
    number: int
    key: str
    item: Item


class WagesPaid(Event, frozen=True, tag="wages_paid"):
    """A week's wages."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    price: int
    coins: Coins | None
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""
    paid: dict[str, int] = field(default_factory=dict)
    """Who has their wages, and until which day of the clock."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class Dismissed(Event, frozen=True, tag="dismissed"):
    """Somebody is no longer in service."""

    people = ("who", "servant")
    who: str
    servant: str
