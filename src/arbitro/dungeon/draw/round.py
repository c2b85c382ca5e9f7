"""Round rooms: the sixteen corners of a circle or an oval joined by a curve, wherever a whole side of it is wall.

Sides in which something opens stay straight, as the lattice has them, so that doors stand in their walls.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from arbitro.dungeon.draw.walls import Spot
from arbitro.dungeon.model import Point, Polygon, Space

ROUND: Final = ("circle", "oval")
Bows = dict[tuple[Spot, Spot], str]
"""For a side from one corner to the next, the path of its curve; both ways."""


def bows(spaces: Iterable[Space], walls: Iterable[list[Spot]]) -> Bows:
    """The curves of all round rooms, whose walls are given as lines."""
    whole = {pair for line in walls for pair in pairwise(line)}
    found: Bows = {}
    for space in spaces:
        if space.shape not in ROUND:
            continue
        corners = space.parts[0]
        for number, b in enumerate(corners):
            a, c, d = corners[number - 1], corners[(number + 1) % len(corners)], corners[(number + 2) % len(corners)]
            if (b, c) in whole or (c, b) in whole:
                found[b, c] = _bow(a, b, c, d)
                found[c, b] = _bow(d, c, b, a)
    return found


def _bow(a: Point, b: Point, c: Point, d: Point) -> str:
    """From one corner to the next so that the line runs on smoothly from the one before to the one after."""
    first = round(10 * b[0] + (c[0] - a[0]) * 10 / 6), round(10 * b[1] + (c[1] - a[1]) * 10 / 6)
    second = round(10 * c[0] - (d[0] - b[0]) * 10 / 6), round(10 * c[1] - (d[1] - b[1]) * 10 / 6)
    return f"C{first[0]} {first[1]} {second[0]} {second[1]} {10 * c[0]} {10 * c[1]}"


def round_path(polygon: Polygon, curves: Bows) -> str:
    """A closed path along a polygon, with its curves."""
    parts = [f"M{10 * polygon[-1][0]} {10 * polygon[-1][1]}"]
    for number, corner in enumerate(polygon):
        parts.append(curves.get((polygon[number - 1], corner)) or f"L{10 * corner[0]} {10 * corner[1]}")
    return "".join(parts) + "Z"
