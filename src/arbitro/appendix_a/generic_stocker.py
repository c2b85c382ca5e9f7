"""A stocker that needs no ruleset: nameless monsters by their level, treasure by the appendix's own table (A.5.8)."""

from arbitro.appendix_a.origin import origin_of
from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import Dice
from arbitro.dungeon.kinds import Nameless
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import Stock
from arbitro.kernel.rolltable import counted
from arbitro.kernel.ruling import Part, Sum


class GenericStocker:
    """Works without any ruleset."""

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """So many monsters of the slot's level, one where the tables of a game would say."""
        del dice
        return Stock(((str(Nameless(slot.level)), slot.number or 1),), rules=origin_of(slot))

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """One roll on A.5.8 for want of a core book."""
        del monsters
        row, lookup = tables().treasure.roll(dice)
        hoard = row.result
        level = slot.level if hoard.per_level else 1
        rolls = [lookup]
        amount = hoard.amount
        if hoard.random:
            rolls.append(counted(hoard.random, tables().amounts[hoard.random].amount, dice))
            amount = rolls[-1].total
        rules = ("DA-TREASURE-05", *hoard.rules)
        steps = (Part(amount, rule=rules[-1], note="of_the_row"), Part(level, "times", rules[-1], "dungeon_level"))
        reckoned = (Sum(amount * level, steps),) if level != 1 else ()
        return Stock(((hoard.unit, amount * level),), tuple(rolls), rules, reckoned)

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """The treasure as the appendix gives it."""
        del dice
        return Stock(((slot.unit, slot.amount),), rules=("DA-TREASURE-01",))
