"""Whom a party of the white box may meet: who wanders on the level of a dungeon that is as deep as theirs is high.

The text has no budget for encounters: how many come is for the odds to say.
"""

from typing import Any, Final

from arbitro.chances.games.slots import mean_level, meeting_slot
from arbitro.chances.outcome import EncounterBook, Foes
from arbitro.dice.stream import Dice
from arbitro.kernel.ruleset import Ruleset
from arbitro.play.stocking import stocking_with

DIFFICULTIES: Final = ("easy", "average", "hard", "very_hard")


def drawn(ruleset: Ruleset[Any], people: tuple[Any, ...], difficulty: str, dice: Dice) -> Foes:
    """Who wanders there; the number of them is found by the difficulty."""
    del difficulty
    stocking, level = stocking_with(ruleset), mean_level(people)
    return () if stocking is None else stocking.stocker(len(people), level).monsters(meeting_slot(level), dice).items


BOOK: Final = EncounterBook(difficulties=DIFFICULTIES, drawn=drawn)
