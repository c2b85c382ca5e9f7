"""Daggerheart: encounters bought with Battle Points (DHP-ADVSTAT-13) from one company that lives underground.

It has no procedure for hoards: A.5.8 serves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, Literal

from arbitro.appendix_a.generic_stocker import GenericStocker
from arbitro.appendix_a.origin import origin_of
from arbitro.dice.stream import Dice
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import Stock
from arbitro.kernel.content import Noun
from arbitro.kernel.encounter_table import met
from arbitro.play.stocking import PARTY_SIZE, Recorder, Stocking, as_found, unit_of
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart.companies import Ground
from arbitro.rules.daggerheart.content import Library, load_library
from arbitro.rules.daggerheart.encounter import battle_points, cost_of, encounter, later_phases
from arbitro.rules.daggerheart.state import Block

MONSTERS: Final = "DHP-ADVSTAT-13"
TIERS: Final = ((1, 1), (4, 2), (7, 3))
"""Up to which level of character each tier goes; the fourth has no end."""
SINGLE: Final = ("leader", "solo")
"""Types of which an encounter has one at most: a Leader commands others, a Solo is a match for the whole party."""
MOST_OF: Final = {"minion": 2, "support": 3, "horde": 3, **dict.fromkeys(SINGLE, 1)}
"""How many groups of Minions, and how many of those who help others or are a crowd each, fill an encounter up."""
Wish = Literal["", "easier", "harder"]
"""What a fight should be beside a usual one: that changes the points."""
MANY: Final = 100
"""More of a kind than any budget buys."""


def tier_of(level: int) -> int:
    """The tier of a level of character, for which the depth of a dungeon may stand."""
    return next((tier for last, tier in TIERS if level <= last), 4)


def deepest_of(tier: int) -> int:
    """The deepest level of a dungeon on which adversaries are of no higher tier."""
    return next((last for last, each in TIERS if each == tier), MANY)


def dwellers(books: Library, tier: int, ground: Ground) -> list[Block]:
    """Adversaries of a tier that are met at such a place and fight."""
    later = later_phases(books)
    able = (block for block in books.adversaries.values() if block.tier == tier and block.type != "social")
    return [block for block in able if block.id not in later and books.companies.lives(block.id, ground)]


class DaggerheartStocker:
    """Fills slots for a party; without a level of its own the depth of the dungeon stands for it."""

    def __init__(self, books: Library, party_size: int = PARTY_SIZE, party_level: int = 0, wish: Wish = "") -> None:
        self.books = books
        self.party_size = party_size
        self.party_level = party_level
        self.wish = wish

    def tier(self, slot: Slot) -> int:
        """The tier of the characters that an encounter is built for."""
        return tier_of(self.party_level or slot.level)

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """By the table of a pack where it has one; else a first adversary and as many of a second as the points allow.

        Where the slot gives a number, so many of one kind.
        """
        thrown = Recorder(dice)
        tier = self.tier(slot)
        table = self.books.encounter_tables.get(f"tier_{tier}")
        if table is not None and not slot.number:
            items, rolls = met(table, dice)
            return Stock(items, rolls, origin_of(slot))
        in_water = dwellers(self.books, tier, "water") if slot.where == "lake" else []
        if slot.number > 1:
            in_water = [block for block in in_water if block.type not in SINGLE]
        blocks = in_water or dwellers(self.books, tier, "underground")
        if slot.number:
            chosen: Sequence[str] = (self._one_kind(thrown, blocks, slot.number),) * slot.number
        else:
            chosen = self._group(thrown, blocks, tier)
        return Stock(tuple(Counter(chosen).items()), tuple(thrown.rolls), (*origin_of(slot), MONSTERS))

    def _group(self, dice: Recorder, blocks: list[Block], tier: int) -> Sequence[str]:
        """One who leads or stands alone, at most; Minions in groups as large as the party, two at most.

        The points alone would allow three Leaders, or fifty rats.
        """
        first = _drawn(dice, blocks)
        chosen = self._filled([first], None, tier, 0)
        fillers = self._fitting(chosen, blocks, tier)
        if fillers:
            filler = _drawn(dice, fillers)
            chosen = self._filled(chosen, filler, tier, MOST_OF.get(filler.type, MANY))
            others = [block for block in self._fitting(chosen, fillers, tier) if block.type != "minion"]
            if filler.type in MOST_OF and others:
                other = _drawn(dice, others)
                chosen = self._filled(chosen, other, tier, MOST_OF.get(other.type, MANY))
        return [block.id for block in chosen]

    def _fitting(self, chosen: list[Block], among: list[Block], tier: int) -> list[Block]:
        """Those of one company with the chosen of whom the points allow another; no second Leader or Solo."""
        alone = any(block.type in SINGLE for block in chosen)
        met = self.books.companies
        ids = {block.id for block in chosen}
        ground: Ground = "underground"  # a lake gives the number of its own, of one kind
        return [
            block
            for block in among
            if met.together((*ids, block.id), ground) and not (alone and block.type in SINGLE)
            if self._left((*chosen, block), tier) >= 0
        ]

    def _left(self, blocks: Sequence[Block], tier: int) -> int:
        """The Battle Points that are not spent yet."""
        wish = self.wish
        return encounter(
            self.books, blocks, self.party_size, tier, easier=wish == "easier", harder=wish == "harder"
        ).left

    def _filled(self, chosen: list[Block], filler: Block | None, tier: int, most: int) -> list[Block]:
        """Up to so many more of a kind, as far as the points go; a first Minion brings the rest of its group."""
        if filler is None:
            return chosen * self.party_size if chosen[0].type == "minion" else chosen
        lot = [filler] * (self.party_size if filler.type == "minion" else 1)
        for _ in range(most):
            more = [*chosen, *lot]
            if self._left(more, tier) < 0:
                break
            chosen = more
        return chosen

    def _one_kind(self, dice: Recorder, blocks: list[Block], number: int) -> str:
        """Adversaries of which so many are within the points; the cheapest where none are."""
        blocks = [block for block in blocks if block.type not in SINGLE] if number > 1 else blocks
        costs = {block.id: cost_of(self.books, (block,) * number, self.party_size) for block in blocks}
        limit = max(battle_points(self.party_size), min(costs.values()))
        return _drawn(dice, [block for block in blocks if costs[block.id] <= limit]).id

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """A roll on A.5.8, for want of a procedure in the core book."""
        found = GenericStocker().treasure(slot, monsters, dice)
        items = tuple((unit_of(name), count) for name, count in found.items)
        return Stock(items, found.rolls, found.rules, found.reckoned)

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """Gems and jewels as the appendix counts them."""
        del dice
        return as_found(slot)


def _drawn(dice: Recorder, blocks: list[Block]) -> Block:
    return blocks[dice.roll(len(blocks), "encounter").face - 1]


def stocking_from(books: Library) -> Stocking:
    """How the game fills a dungeon from its content."""

    def creatures() -> Mapping[str, Noun]:
        return books.creature_names

    def over(game: Spotlight) -> Stocking:
        return stocking_from(game.rules.books)

    return Stocking(partial(DaggerheartStocker, books), creatures, over=over)


STOCKING: Final = stocking_from(load_library())
