"""The Archmage engine: battles built by their budget of average creatures, gold by the level (AE-FULLHEAL-02)."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Final

from arbitro.appendix_a.origin import origin_of
from arbitro.dice.stream import Dice
from arbitro.dungeon.kinds import Coins
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import Stock
from arbitro.kernel.content import Noun
from arbitro.kernel.encounter_table import met
from arbitro.kernel.ruling import Part, Sum, added_up
from arbitro.play.stocking import PARTY_SIZE, Recorder, Stocking, as_found
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage.bestiary import FAIR, encounter, worth
from arbitro.rules.archmage.catalogue import Books, load_books

MONSTERS: Final = "AE-FULLHEAL-02"
TREASURE: Final = ("DA-TREASURE-05", "AE-FULLHEAL-02")
TOP: Final = 10
"""The highest level of a character."""
BATTLES: Final = 4
"""Average battles to a full heal-up: each brings a fourth of its gold."""


class ArchmageStocker:
    """Fills slots for a party; without a level of its own the depth of the dungeon stands for it."""

    def __init__(self, books: Books, party_size: int = PARTY_SIZE, party_level: int = 0) -> None:
        self.books = books
        self.party_size = party_size
        self.party_level = party_level

    def level(self, slot: Slot) -> int:
        """The level of the characters that a battle is built for."""
        return min(max(self.party_level or slot.level, 1), TOP)

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """By the table of a pack where it has one; else a fair battle.

        Where the slot says how many there are, so many of one kind, as near to fair as can be.
        """
        thrown = Recorder(dice)
        level = self.level(slot)
        table = self.books.encounter_tables.get(f"level_{level}")
        if table is not None and not slot.number:
            items, rolls = met(table, dice)
            return Stock(items, rolls, origin_of(slot))
        if slot.number:
            chosen = [self._one_kind(thrown, level, slot.number)] * slot.number
        else:
            chosen = encounter(self.books, thrown, level, self.party_size, FAIR)
        return Stock(tuple(Counter(chosen).items()), tuple(thrown.rolls), (*origin_of(slot), MONSTERS))

    def _one_kind(self, dice: Recorder, level: int, number: int) -> str:
        """A kind of creature of which so many come nearest to the budget without going over, by a die among equals."""
        values = {
            name: number * worth(self.books, entry.level, entry.category, level)
            for name, entry in self.books.monsters.items()
        }
        within = {name: value for name, value in values.items() if value <= self.party_size * FAIR}
        best = max(within.values()) if within else min(values.values())
        equals = [name for name, value in values.items() if value == best]
        return equals[dice.roll(len(equals), "encounter").face - 1]

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """A battle's part of the gold that goes with a full heal-up at that level."""
        del monsters, dice
        level = self.level(slot)
        whole = self.books.building.gold_per_heal_up[level - 1]
        steps = (
            Part(whole, rule=TREASURE[-1], note="gold_per_heal_up", number=level),
            Part(BATTLES, "divide", TREASURE[-1], "battles_per_heal_up"),
        )
        gold = added_up(steps)
        return Stock(((str(Coins("gold")), gold),), rules=TREASURE, reckoned=(Sum(gold, steps, of="gold_found"),))

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """Gems and jewels as the appendix counts them: the game sets no prices for them."""
        del dice
        return as_found(slot)


def stocking_from(books: Books) -> Stocking:
    """How the engine fills a dungeon from its content."""

    def creatures() -> Mapping[str, Noun]:
        return {name: entry.name for name, entry in books.monsters.items()}

    def over(game: Archmage) -> Stocking:
        return stocking_from(game.rules.books)

    return Stocking(partial(ArchmageStocker, books), creatures, over=over)


STOCKING: Final = stocking_from(load_books())
