"""Daggerheart: encounters bought with Battle Points (DHP-ADVSTAT-13). It has no procedure for hoards: A.5.8 serves."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from arbitro.dice.stream import Dice
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import GenericStocker, Stock
from arbitro.play.stocking import COINS, PARTY_SIZE, Recorder, as_found
from arbitro.rules.daggerheart.content import library
from arbitro.rules.daggerheart.encounter import battle_points, cost_of, encounter, suggested
from arbitro.rules.daggerheart.state import Block

MONSTERS: Final = ("DA-CONTENT-03", "DHP-ADVSTAT-13")
TIERS: Final = ((1, 1), (4, 2), (7, 3))
"""Up to which level of character each tier goes; the fourth has no end."""


def tier_of(level: int) -> int:
    """The tier of a level of character, for which the depth of a dungeon may stand."""
    return next((tier for last, tier in TIERS if level <= last), 4)


class DaggerheartStocker:
    """Fills slots for a party; without a level of its own the depth of the dungeon stands for it."""

    def __init__(self, party_size: int = PARTY_SIZE, party_level: int = 0) -> None:
        self.party_size = party_size
        self.party_level = party_level

    def tier(self, slot: Slot) -> int:
        """The tier of the characters that an encounter is built for."""
        return tier_of(self.party_level or slot.level)

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """A first adversary and as many of a second as the points allow; or the number that the slot gives of one."""
        thrown = Recorder(dice)
        tier = self.tier(slot)
        blocks = [block for block in library().adversaries.values() if block.tier == tier and block.type != "social"]
        if slot.number:
            chosen: Sequence[str] = (self._one_kind(thrown, blocks, slot.number),) * slot.number
        else:
            chosen = self._group(thrown, blocks, tier)
        return Stock(tuple(Counter(chosen).items()), tuple(thrown.rolls), MONSTERS)

    def _group(self, dice: Recorder, blocks: list[Block], tier: int) -> Sequence[str]:
        first = _drawn(dice, blocks)
        fillers = [block for block in blocks if encounter((first, block), self.party_size, tier).left >= 0]
        if not fillers:
            return (first.id,)
        return suggested(self.party_size, tier, first.id, _drawn(dice, fillers).id)

    def _one_kind(self, dice: Recorder, blocks: list[Block], number: int) -> str:
        """Adversaries of which so many are within the points; the cheapest where none are."""
        costs = {block.id: cost_of((block,) * number, self.party_size) for block in blocks}
        limit = max(battle_points(self.party_size), min(costs.values()))
        return _drawn(dice, [block for block in blocks if costs[block.id] <= limit]).id

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """A roll on A.5.8, for want of a procedure in the core book."""
        found = GenericStocker().treasure(slot, monsters, dice)
        items = tuple((f"coins/{name}" if name in COINS else name, count) for name, count in found.items)
        return Stock(items, found.rolls, found.rules)

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """As the appendix counts them."""
        del dice
        return as_found(slot)


def _drawn(dice: Recorder, blocks: list[Block]) -> Block:
    return blocks[dice.roll(len(blocks), "encounter").face - 1]


def creature_names() -> dict[str, Any]:
    """What each creature of the game is called, by id."""
    return {name: block.name for name, block in library().adversaries.items()}
