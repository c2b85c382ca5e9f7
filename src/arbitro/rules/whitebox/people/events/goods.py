"""What is bought, sold, moved, given and paid."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Part, Sum
from arbitro.rules.whitebox.people.coin_sums import price_of_parts
from arbitro.rules.whitebox.people.state import Coins, Item, Place, Valuable


class Bought(Event, frozen=True, tag="bought"):
    """Something was bought; `item` is what the bearer has of it now."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    key: str
    item: Item
    count: int
    price: int
    """In copper pieces."""
    coins: Coins | None
    """What is left."""
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class Sold(Event, frozen=True, tag="sold"):
    """Something was sold; nothing of it is left where `item` is none."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    key: str
    of: Item
    item: Item | None
    count: int
    price: int
    coins: Coins | None
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class ValuablesSold(Event, frozen=True, tag="valuables_sold"):
    """Gems, jewellery or goods were turned into coins."""

    secrets = {"coins": "who", "left": "who"}
    people = ("who",)
    who: str
    kind: str
    left: tuple[Valuable, ...] | None
    price: int
    coins: Coins | None
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class ItemMoved(Event, frozen=True, tag="item_moved"):
    """A thing is carried elsewhere now."""

    people = ("who",)
    who: str
    key: str
    where: Place

    def variant(self) -> str:
        """Where to."""
        return self.where


class ItemGained(Event, frozen=True, tag="item_gained"):
    """Somebody has a thing, or more of it."""

    people = ("who",)
    who: str
    key: str
    item: Item
    count: int
    dice: tuple[Die, ...] = ()
    """For the foe of a weapon that has one."""


class ItemSpent(Event, frozen=True, tag="item_spent"):
    """A thing was used up, shot or thrown away; nothing is left of it where `item` is none."""

    people = ("who",)
    who: str
    key: str
    of: Item
    item: Item | None
    count: int

    def variant(self) -> str:
        """What a rule takes of a supply is told by the shot or the light it serves; the last piece is worth a line."""
        of_own_will = "parted" if self.of.sort in ("weapon", "armour", "transport") else ""
        return of_own_will if not self.rules else TOLD_WITH_ANOTHER if self.item is not None else ""


class ItemGiven(Event, frozen=True, tag="item_given"):
    """A thing changed hands."""

    people = ("who", "to")
    who: str
    to: str
    key: str
    item: Item | None
    to_key: str
    to_item: Item
    count: int


class Paid(Event, frozen=True, tag="paid"):
    """Coins changed hands, or were spent."""

    secrets = {"left": "who", "to_has": "to"}
    people = ("who", "to")
    who: str
    to: str
    amount: Coins
    left: Coins | None
    to_has: Coins | None = None

    def variant(self) -> str:
        """To somebody, or spent."""
        return "" if self.to else "spent"


class CoinsChanged(Event, frozen=True, tag="coins_changed"):
    """What is in somebody's purse has changed by itself."""

    people = ("who",)
    who: str
    coins: Coins
