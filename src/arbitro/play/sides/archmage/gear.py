"""Magic items in a campaign of the archmages: commands, and what happens."""

from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Lot
from arbitro.rules.archmage.heroes import Hero
from arbitro.rules.archmage.state import Combatant, Worn


class WearItem(Command, frozen=True, tag="wear_item"):
    """Somebody puts on a magic item that they carry, or takes off one that they wear; they are counted from 0."""

    who: str
    number: int
    on: bool = True


class GiveItem(Command, frozen=True, tag="give_item"):
    """Somebody gives a magic item to another; they are counted from 0."""

    who: str
    to: str
    number: int


class BuyPotions(Command, frozen=True, tag="buy_potions"):
    """In town: somebody buys healing potions."""

    who: str
    count: int = 1


class ItemFound(Event, frozen=True, tag="item_found"):
    """A true magic item comes into somebody's hands; a die has drawn it."""

    people = ("who",)

    who: str
    item: Worn
    hero: Hero
    combatant: Combatant
    die: Die | None = None

    def lots(self) -> tuple[Lot, ...]:
        """The die that drew it."""
        return () if self.die is None else (Lot(self.die, f"item/{self.item.item}"),)


class ItemWorn(Event, frozen=True, tag="item_worn"):
    """Somebody has put a magic item on, or taken it off."""

    people = ("who",)

    who: str
    item: Worn
    hero: Hero
    combatant: Combatant
    too_many: bool = False
    """Whether they wear more than their level allows: the quirks take over."""

    def variant(self) -> str:
        """On, off, or one too many."""
        return "off" if self.item.off else "too_many" if self.too_many else "on"


class ItemHanded(Event, frozen=True, tag="item_handed"):
    """A magic item went from one to another, given or taken."""

    people = ("who", "to")

    who: str
    to: str
    item: Worn
    heroes: tuple[Hero, ...]
    party: tuple[Combatant, ...]
    taken: bool = False
    """Whoever had it could not act, or is dead: the other has taken it."""

    def variant(self) -> str:
        """Given, or taken."""
        return "taken" if self.taken else ""


EVENTS: Final[tuple[type[Event], ...]] = (ItemFound, ItemWorn, ItemHanded)
