"""Whom a party of the white box may meet: who wanders on the level of a dungeon that is as deep as theirs is high.

The text has no budget for encounters: how many come is for the odds to say.
"""

from typing import Any, Final

from arbitro.chances.games.slots import mean_level, meeting_slot
from arbitro.chances.outcome import EncounterBook, Foes
from arbitro.dice.stream import Dice
from arbitro.kernel.ruleset import Ruleset
from arbitro.play.stocking import stocking_with
from arbitro.rules.whitebox.content import WhiteBoxContent

DIFFICULTIES: Final = ("easy", "average", "hard", "very_hard")


def untabled(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """The creatures of packs that are on no encounter table: nobody would ever meet them."""
    books = ruleset.books()
    if not isinstance(books, WhiteBoxContent):
        return ()
    tabled = {name for table in books.encounter_tables.values() for row in table.rows for name in row.result.monsters}
    own = (name for kind, name in books.pack_entries() if kind == "monsters" and name in books.monsters)
    return tuple(name for name in dict.fromkeys(own) if name not in tabled)


def drawn(ruleset: Ruleset[Any], people: tuple[Any, ...], difficulty: str, dice: Dice) -> Foes:
    """Who wanders there, every other time one whom a pack brings and no table names; how many is found later."""
    del difficulty
    brought = untabled(ruleset)
    if brought and dice.roll(2, "lot").face == 1:
        return ((brought[dice.roll(len(brought), "lot").face - 1], 1),)
    stocking, level = stocking_with(ruleset), mean_level(people)
    return () if stocking is None else stocking.stocker(len(people), level).monsters(meeting_slot(level), dice).items


BOOK: Final = EncounterBook(difficulties=DIFFICULTIES, drawn=drawn)
