"""Filling what the tables leave to the game in use: monsters, their treasure, specials.

The generator records *slots*; a `Stocker`, which each ruleset brings along, says what they hold. The generic one below
needs no ruleset: it names nameless monsters by their level and reads treasure on the appendix's own table.
"""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.dungeon.events import SlotChanged, SlotFilled
from arbitro.dungeon.model import Dungeon, Slot
from arbitro.dungeon.tables import tables
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Lookup


class Stock(Struct, frozen=True):
    """What a slot holds: ids of the game's own content and how many of each, with the dice that said so."""

    items: tuple[tuple[str, int], ...]
    rolls: tuple[Lookup, ...] = ()
    rules: tuple[str, ...] = ()


class Stocker(Protocol):
    """A game's answer to the requests of the appendix."""

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """Monsters from the wandering tables of the slot's level; `slot.number` of them where it is not 0."""
        ...

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """The treasure that goes with monsters, by the core book's own procedure."""
        ...

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """Unguarded treasure: `slot.amount` of `slot.unit`, with values where the game gives them."""
        ...


class GenericStocker:
    """Works without any ruleset."""

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """So many monsters of the slot's level, one where the tables of a game would say."""
        del dice
        return Stock(((f"monster/{slot.level}", slot.number or 1),), rules=("DA-CONTENT-03",))

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """One roll on A.5.8 for want of a core book."""
        del monsters
        row, lookup = tables().treasure.roll(dice)
        hoard = row.result
        level = slot.level if hoard.per_level else 1
        rolls = [lookup]
        amount = hoard.amount
        if hoard.random:
            count = tables().amounts[hoard.random]
            thrown = count.amount.roll(dice, hoard.random)
            amount = count.amount.total(thrown)
            rolls.append(Lookup(hoard.random, thrown, amount, ""))
        return Stock(((hoard.unit, amount * level),), tuple(rolls), ("DA-TREASURE-05", *hoard.rules))

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """The treasure as the appendix gives it."""
        del dice
        return Stock(((slot.unit, slot.amount),), rules=("DA-TREASURE-01",))


def fill_slot(state: Dungeon, slot: str, stocker: Stocker, dice: Dice) -> tuple[Event, ...]:
    """Ask the game in use what a slot holds."""
    found = state.slots[slot]
    stream = dice.stream(f"slot/{slot}")
    if found.kind == "special":
        return (SlotFilled(slot, ((found.item, 1),), rules=("DA-SOLO-05",), audience="referee"),)
    if found.kind == "treasure":
        stock = stocker.valuables(found, stream)
        return (SlotFilled(slot, stock.items, stock.rolls, rules=stock.rules, audience="referee"),)
    stock = stocker.monsters(found, stream)
    items, rolls, rules = stock.items, stock.rolls, stock.rules
    if found.treasure:
        hoard = stocker.treasure(found, stock, stream)
        items, rolls, rules = items + hoard.items, rolls + hoard.rolls, rules + hoard.rules
    return (SlotFilled(slot, items, rolls, rules=rules, audience="referee"),)


def mark_slot(state: Dungeon, slot: str, now: str) -> tuple[Event, ...]:
    """What waited in a slot was ``met``, or is ``gone``: slain, driven off or taken."""
    found = state.slots[slot]
    changed = replace(found, state="met" if now == "met" else "gone")
    return (SlotChanged(changed, rules=("DA-SOLO-04",), audience="referee"),)
