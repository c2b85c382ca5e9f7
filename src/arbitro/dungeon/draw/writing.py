"""What is written on a map: levels beside the ways there, letters of traps, numbers of places; each clear of the rest.

Each tries its full size first, as near to where it belongs as there is room, and then smaller ones.
"""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final

from arbitro.dungeon.draw.clear import Middle, Occupied
from arbitro.dungeon.draw.picture import Item, Text
from arbitro.dungeon.draw.symbols import Frame, way
from arbitro.dungeon.lattice import contains, double_area
from arbitro.dungeon.model import Polygon, Space

NUMBER: Final = 42
"""The size of a place's number, in tenths of a unit."""
LETTER: Final = 34
HALL: Final = 64 * 80
"""In square units: a place of eighty squares and more gets a number of twice the size."""
WIDE: Final = 0.57
"""How wide a figure is, and a letter at the most, for its size."""
HIGH: Final = 0.72
"""How high they are."""
DROP: Final = 0.35
"""How far below its middle a word has its base line."""
AIR: Final = 6
"""Between a word and what stands beside it, on both sides together."""
NEAR: Final = 100
"""A word that belongs to a sign stands no further from it, if it can."""
SHRUNK: Final = (1.0, 0.84, 0.7, 0.58, 0.48)
TRIANGLE: Final = (22, 24)
"""The measures of the triangle that says up or down."""
CAPTION: Final = 32
"""The size of the level beside it."""


def level_mark(
    taken: Occupied, spaces: Sequence[Space], near: Middle, level: str, *, down: bool, size: float = 1.0
) -> list[Item]:
    """A triangle and the level that is reached, in the first of these spaces that has room for it."""
    wide = TRIANGLE[0] + (5 + WIDE * CAPTION * len(level) if level else 0)
    for share in SHRUNK:
        scale = size * share
        for space in spaces:
            found = taken.place(space, wide * scale, TRIANGLE[1] * scale, near)
            if found is not None:
                x = found[0] - (wide - TRIANGLE[0]) / 2 * scale
                return way(Frame(x, found[1]), level, down=down, size=scale)
    x, y = (spaces and taken.beside(spaces[0], wide, TRIANGLE[1])) or near
    return way(Frame(x - (wide - TRIANGLE[0]) / 2, y), level, down=down)


def letter_of(taken: Occupied, spaces: Sequence[Space], near: Middle, words: str) -> Text:
    """The letter of a trap, as near to it as can be: on the floor of its passage, or where that leads."""
    for far in (NEAR, 3 * NEAR):
        for share in SHRUNK:
            size = LETTER * share
            for space in spaces:
                there = _place(taken, space, words, size, near)
                if there is not None and hypot(there[0] - near[0], there[1] - near[1]) <= far:
                    return _text(there, words, size, italic=True)
                if there is not None:
                    taken.give_back()
    there = taken.beside(spaces[0], WIDE * LETTER * len(words), HIGH * LETTER) if spaces else None
    return _text(there or near, words, LETTER, italic=True)


def _place(taken: Occupied, space: Space, words: str, size: float, near: Middle | None = None) -> Middle | None:
    """Room for a word, with some air about it."""
    return taken.place(space, WIDE * size * len(words) + AIR, HIGH * size + AIR, near)


def number_of(taken: Occupied, space: Space, number: int) -> Text:
    """The number of a place, as near to its middle as can be."""
    ground = sum(abs(double_area(part)) for part in space.parts) // 2
    large, words = 2 if ground >= HALL else 1, str(number)
    for share in SHRUNK:
        size = large * NUMBER * share
        found = _place(taken, space, words, size)
        if found is not None:
            return _text(found, words, size)
    there = taken.beside(space, WIDE * NUMBER * len(words), HIGH * NUMBER)
    return _text(there or _inside(space.parts), words, NUMBER)


def _inside(parts: Iterable[Polygon]) -> Middle:
    """Some point of a floor on which nothing has room: the middle of its largest part."""
    part = max(parts, key=double_area)
    x, y = sum(point[0] for point in part) // len(part), sum(point[1] for point in part) // len(part)
    return (10 * x, 10 * y) if contains(part, ((x, y),)) else (10 * part[0][0], 10 * part[0][1])


def _text(middle: Middle, words: str, size: float, *, italic: bool = False) -> Text:
    high = round(size)
    return Text(middle[0], middle[1] + round(high * DROP), words, high, bold=True, italic=italic, halo=True)
