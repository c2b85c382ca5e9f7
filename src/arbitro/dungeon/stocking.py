"""Filling what a generator leaves to the game in use: monsters, their treasure, specials.

The generator records *slots*; a `Stocker`, which each ruleset brings along, says what they hold.
"""

from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.dungeon.events import SlotChanged, SlotFilled
from arbitro.dungeon.model import Dungeon, Slot
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Lookup, Sum


class Stock(Struct, frozen=True):
    """What a slot holds: ids of the game's own content and how many of each, with the dice that said so."""

    items: tuple[tuple[str, int], ...]
    rolls: tuple[Lookup, ...] = ()
    rules: tuple[str, ...] = ()
    reckoned: tuple[Sum, ...] = ()
    """How amounts come about that are more than a throw."""


class Stocker(Protocol):
    """A game's answer to the requests of a generator."""

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """Monsters from the wandering tables of the slot's level; `slot.number` of them where it is not 0."""
        ...

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """The treasure that goes with monsters, by the core book's own procedure."""
        ...

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """Unguarded treasure: `slot.amount` of `slot.unit`, with values where the game gives them."""
        ...


def fill_slot(state: Dungeon, slot: str, stocker: Stocker, dice: Dice) -> tuple[Event, ...]:
    """Ask the game in use what a slot holds."""
    found = state.slots[slot]
    stream = dice.stream(f"slot/{slot}")
    if found.kind == "special":
        return (SlotFilled(slot, ((found.item, 1),), rules=("DA-SOLO-05",), audience="referee"),)
    if found.kind == "treasure":
        stock = stocker.valuables(found, stream)
        return (SlotFilled(slot, stock.items, stock.rolls, stock.reckoned, rules=stock.rules, audience="referee"),)
    stock = stocker.monsters(found, stream)
    items, rolls, rules, reckoned = stock.items, stock.rolls, stock.rules, stock.reckoned
    if found.treasure:
        hoard = stocker.treasure(found, stock, stream)
        items, rolls, rules = items + hoard.items, rolls + hoard.rolls, rules + hoard.rules
        reckoned += hoard.reckoned
    return (SlotFilled(slot, items, rolls, reckoned, rules=rules, audience="referee"),)


def mark_slot(slot: Slot, now: Literal["met", "gone"]) -> tuple[Event, ...]:
    """What waited in a slot was ``met``, or is ``gone``: slain, driven off or taken."""
    changed = replace(slot, state=now)
    return (SlotChanged(changed, rules=("DA-SOLO-04",), audience="referee"),)
