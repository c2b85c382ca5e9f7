"""Rock that is too thin to be drawn: spurs and slivers where slanting walls meet others, which the hand leaves out.

Only the drawing leaves them out, as floor: the walls themselves stay as the lattice has them.
"""

from collections.abc import Container, Sequence
from math import hypot
from typing import Final

from arbitro.dungeon.draw.walls import Spot
from arbitro.dungeon.lattice import bounds
from arbitro.dungeon.model import Box, Polygon, Space

SHORT: Final = 8.0
"""Both sides of a spur are shorter than this, in units."""
SHARP: Final = 0.3
"""The cosine of its angle is larger than this."""
THIN: Final = 1.3
"""A corner that stands out by less than so many units is a sliver."""
Plain = tuple[float, float]
Floors = Sequence[tuple[Box, Polygon, bool]]
"""The polygons of all floors with their boxes, and whether they are those of places."""
Slivers = list[tuple[Polygon, bool]]
"""Rock that becomes floor, and whether that of a place."""


def trimmed(
    lines: Sequence[list[Spot]], spaces: Sequence[Space], kept: Container[Spot]
) -> tuple[list[list[Spot]], Slivers]:
    """Walls without the corners of such rock, and the rock that becomes floor so. The corners in `kept` stay."""
    floors = [(bounds(polygon), polygon, space.is_place) for space in spaces for polygon in space.floor]
    gone: Slivers = []
    found = []
    for line in lines:
        if len(line) < 3:
            found.append(line)
            continue
        closed = line[0] == line[-1]
        corners, at = list(line), 1
        while at < len(corners) - 1:
            a, b, c = corners[at - 1 : at + 2]
            if b not in kept and _is_thin(a, b, c) and _is_rock(a, b, c, floors):
                gone.append((_triangle(a, b, c), _beside_place(a, b, c, floors)))
                del corners[at]
                at = max(1, at - 1)
            else:
                at += 1
        if closed and corners[0] != corners[-1]:
            corners.append(corners[0])
        found.append(corners)
    return found, gone


def _is_thin(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether a corner is a spur, or hardly stands out from the line between its neighbours."""
    (ax, ay), (bx, by), (cx, cy) = ((float(x), float(y)) for x, y in (a, b, c))
    one, other = hypot(ax - bx, ay - by), hypot(cx - bx, cy - by)
    if min(one, other) > SHORT or not one or not other:
        return False
    across = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
    if not across:
        return False
    if min(one, other) <= 2 * THIN and across <= THIN * (hypot(cx - ax, cy - ay) or 1.0):
        return True
    cosine = ((ax - bx) * (cx - bx) + (ay - by) * (cy - by)) / (one * other)
    return max(one, other) <= SHORT and cosine > SHARP


def _is_rock(a: Spot, b: Spot, c: Spot, floors: Floors) -> bool:
    """Whether there is no floor inside a triangle: looked at in its middle, and near each corner."""
    corners = [(float(x), float(y)) for x, y in (a, b, c)]
    x, y = sum(corner[0] for corner in corners) / 3, sum(corner[1] for corner in corners) / 3
    points = [(x, y), *((x + (px - x) * 0.8, y + (py - y) * 0.8) for px, py in corners)]
    west, east = min(point[0] for point in corners), max(point[0] for point in corners)
    north, south = min(point[1] for point in corners), max(point[1] for point in corners)
    for box, polygon, _ in floors:
        near = box[0] < east and west < box[2] and box[1] < south and north < box[3]
        if near and any(_inside(polygon, point) for point in points):
            return False
    return True


def _beside_place(a: Spot, b: Spot, c: Spot, floors: Floors) -> bool:
    """Whether the floor before one of the two sides of a spur is that of a place."""
    corners = [(float(x), float(y)) for x, y in (a, b, c)]
    x, y = sum(corner[0] for corner in corners) / 3, sum(corner[1] for corner in corners) / 3
    for one, other in ((corners[0], corners[1]), (corners[1], corners[2])):
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        before = middle[0] + (middle[0] - x) * 0.3, middle[1] + (middle[1] - y) * 0.3
        if any(place and _inside(polygon, before) for _, polygon, place in floors):
            return True
    return False


def _inside(polygon: Polygon, point: Plain) -> bool:
    """Whether a point lies in a convex polygon, whose corners run clockwise."""
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) < 0:
            return False
        ax, ay = bx, by
    return True


def _triangle(a: Spot, b: Spot, c: Spot) -> Polygon:
    """The rock that is left out, clockwise; its corners may lie between those of the lattice."""
    (ax, ay), (bx, by), (cx, cy) = a, b, c
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    corners = (a, b, c) if turn > 0 else (a, c, b)
    return tuple((round(x), round(y)) for x, y in corners)
