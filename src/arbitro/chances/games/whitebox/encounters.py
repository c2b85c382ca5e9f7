"""Whom a party of the white box may meet: who wanders on the level of a dungeon that is as deep as theirs is high.

The text has no budget for encounters: how many come is for the odds to say.
"""

from typing import Any, Final

from arbitro.chances.games.slots import mean_level, meeting_slot
from arbitro.chances.outcome import EncounterBook, Foes
from arbitro.dice.stream import Dice
from arbitro.play.stocking import stocking_of

DIFFICULTIES: Final = ("easy", "average", "hard", "very_hard")


def book_of(game: str) -> EncounterBook:
    """How one of the family builds its encounters."""

    def drawn(people: tuple[Any, ...], difficulty: str, dice: Dice) -> Foes:
        del difficulty  # the number of them is found by it
        stocking, level = stocking_of(game), mean_level(people)
        return (
            () if stocking is None else stocking.stocker(len(people), level).monsters(meeting_slot(level), dice).items
        )

    return EncounterBook(difficulties=DIFFICULTIES, drawn=drawn)
