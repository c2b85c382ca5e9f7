"""Whom a party of the white box may meet: who wanders on the level of a dungeon that is as deep as theirs is high.

The text has no budget for encounters: how many come is for the odds to say.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from arbitro.chances.games.slots import mean_level, meeting_slot
from arbitro.chances.outcome import EncounterBook, Foes
from arbitro.dice.stream import Dice
from arbitro.play.stocking import Stocking, stocking_of, stocking_with

DIFFICULTIES: Final = ("easy", "average", "hard", "very_hard")


def book_of(game: str) -> EncounterBook:
    """How one of the family builds its encounters."""
    return replace(_drawing(lambda: stocking_of(game)), over=lambda laid: _drawing(lambda: stocking_with(laid)))


def _drawing(find: Callable[[], Stocking | None]) -> EncounterBook:
    def drawn(people: tuple[Any, ...], difficulty: str, dice: Dice) -> Foes:
        del difficulty  # the number of them is found by it
        stocking, level = find(), mean_level(people)
        return (
            () if stocking is None else stocking.stocker(len(people), level).monsters(meeting_slot(level), dice).items
        )

    return EncounterBook(difficulties=DIFFICULTIES, drawn=drawn)
