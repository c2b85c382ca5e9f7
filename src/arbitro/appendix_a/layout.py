"""Choices that the source leaves to whoever draws the map: all of a step's follow from one die of its own stream."""

from collections.abc import Sequence
from typing import Final, TypeVar
from zlib import crc32

from arbitro.dice.stream import Dice
from arbitro.dungeon.events import LAYOUT
from arbitro.kernel.ruling import Lookup

T = TypeVar("T")
SIDES: Final = 10_000
_MASK: Final = (1 << 64) - 1


class Layout:
    """A counted sequence of small choices, the same on every machine for the same die and id."""

    __slots__ = ("_state",)

    def __init__(self, face: int, name: str) -> None:
        self._state = (crc32(name.encode()) << 32 | face) & _MASK

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ mixed >> 31) * limit >> 64

    def pick(self, choices: Sequence[T]) -> T:
        """One of some things."""
        return choices[self.below(len(choices))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The things in a drawn order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def draw_layout(dice: Dice, name: str) -> tuple[Layout, Lookup]:
    """The drawing choices of one step, and the die they follow from."""
    die = dice.stream(f"layout/{name}").roll(SIDES, LAYOUT)
    return Layout(die.face, name), Lookup(LAYOUT, (die,), die.face, "")
