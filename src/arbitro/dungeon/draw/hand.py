"""The hand that draws: small irregularities that belong to a place on the sheet, not to the order of drawing.

All of them follow from one number, thrown on the stream of decoration. The same number gives the same strokes, a
growing map keeps those it has, and the players' map has the same ones as the referee's where both show something.
"""

from typing import Final
from zlib import crc32

from arbitro.dice.stream import Dice

DECORATION: Final = "decoration"
SIDES: Final = 1_000_000
_MASK: Final = (1 << 64) - 1


def draw_decoration(dice: Dice) -> int:
    """The number that the decoration of a dungeon follows from."""
    return dice.stream(DECORATION).roll(SIDES, DECORATION).face


def mixed(number: int) -> int:
    """A number of 64 bits that looks like chance, always the same for the same one."""
    found = (number + 0x9E3779B97F4A7C15) & _MASK
    found = ((found ^ found >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    found = ((found ^ found >> 27) * 0x94D049BB133111EB) & _MASK
    return found ^ found >> 31


def bits_at(seed: int, x: int, y: int) -> int:
    """The 64 bits of a point of the sheet, by the seed of a hand."""
    return mixed(seed ^ (x & 0xFFFFFF) << 24 ^ (y & 0xFFFFFF))


class Hand:
    """A source of small numbers by place or by name."""

    __slots__ = ("seed",)

    def __init__(self, decoration: int) -> None:
        self.seed = mixed(decoration)

    def at(self, x: int, y: int) -> int:
        """The 64 bits of a point of the sheet."""
        return bits_at(self.seed, x, y)

    def of(self, name: str, which: int = 0) -> int:
        """The 64 bits of a named thing; `which` tells several numbers of one thing apart."""
        return mixed(self.seed ^ crc32(name.encode()) << 16 ^ which)
