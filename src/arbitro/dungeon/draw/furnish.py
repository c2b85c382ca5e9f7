"""Furnishings that no table asks for: pillars and statues in large rooms, loose stones in caves.

They are decoration: drawn from the number of the decoration and the id of the space alone, so they say nothing about
what the space holds, and the map, the key and a virtual table agree about them.
"""

from math import cos, pi, sin
from typing import Final

from msgspec import Struct

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.lattice import DX, DY, contains
from arbitro.dungeon.model import Space

ROUND: Final = ("circle", "octagon")
SPACING: Final = 16
"""Pillars stand at every second square."""


class Furnishing(Struct, frozen=True):
    """Something that stands in a place, in units of the lattice; a stone has its size too."""

    kind: str
    x: float
    y: float
    size: float = 1.0


def furnish(space: Space, hand: Hand) -> list[Furnishing]:
    """What stands in a space."""
    bits = hand.of(space.id)
    if space.kind == "cave":
        return _stones(space, hand)
    if space.kind not in ("chamber", "room"):
        return []
    west, north, east, south = space.box
    width, depth = east - west, south - north
    if space.shape in ROUND and width >= 28 and bits % 3:
        return _ring(space, 8 if width >= 40 else 6)
    if space.shape in ("square", "rectangle") and min(width, depth) >= 24 and bits % 2:
        return _rows(space)
    if min(width, depth) >= 16 and space.shape in ("square", "rectangle") and bits % 7 == 3:
        return _statue(space)
    return []


def _ring(space: Space, count: int) -> list[Furnishing]:
    west, north, east, south = space.box
    x, y, reach = (west + east) / 2, (north + south) / 2, (east - west) * 0.31
    turns = [2 * pi * (number + 0.5) / count for number in range(count)]
    return [Furnishing("pillar", round(x + reach * cos(turn), 1), round(y + reach * sin(turn), 1)) for turn in turns]


def _rows(space: Space) -> list[Furnishing]:
    """Two rows along the longer measure, 10 ft off the walls."""
    west, north, east, south = space.box
    if east - west >= south - north:
        count = max(1, (east - west - 8) // SPACING)
        start = (west + east) / 2 - SPACING * (count - 1) / 2
        return [Furnishing("pillar", start + SPACING * at, y) for y in (north + 8, south - 8) for at in range(count)]
    count = max(1, (south - north - 8) // SPACING)
    start = (north + south) / 2 - SPACING * (count - 1) / 2
    return [Furnishing("pillar", x, start + SPACING * at) for x in (west + 8, east - 8) for at in range(count)]


def _statue(space: Space) -> list[Furnishing]:
    """Against the wall that one faces on coming in."""
    west, north, east, south = space.box
    ahead = space.heading if space.heading % 2 == 0 else (space.heading + 1) % 8
    x, y = (west + east) / 2, (north + south) / 2
    return [Furnishing("statue", x + DX[ahead] * ((east - west) / 2 - 4), y + DY[ahead] * ((south - north) / 2 - 4))]


def _stones(space: Space, hand: Hand) -> list[Furnishing]:
    west, north, east, south = space.box
    found = []
    for number in range(max(3, (east - west) * (south - north) // 320)):
        bits = hand.of(space.id, number + 1)
        x, y = west + bits % (east - west), north + (bits >> 16) % (south - north)
        if any(
            contains(part, ((x - 2, y - 2), (x + 2, y + 2), (x - 2, y + 2), (x + 2, y - 2))) for part in space.parts
        ):
            found.append(Furnishing("stone", x, y, 0.5 + (bits >> 32) % 8 / 10))
    return found
