"""Exact geometry on the integer lattice: headings, cuts across corridors, stretches, mouths in walls, overlaps.

Every test is integer arithmetic with cross products, so it answers the same on every machine. Polygons are convex and
run clockwise as seen on the sheet; contact along an edge or at a corner is no overlap.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from arbitro.dungeon.model import Box, Cut, Face, Heading, Point, Polygon, Segment

RULES: Final = ("DA-MAP-01", "DA-MAP-02")
"""Angles are eighths of a turn from the way walked; lengths are feet on paper ruled in 10 ft squares."""

N, NE, E, SE, S, SW, W, NW = range(8)
NAMES: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DX: Final = (0, 1, 1, 1, 0, -1, -1, -1)
DY: Final = (-1, -1, 0, 1, 1, 1, 0, -1)
FIVE_FT: Final = 4
"""Units to the 5 ft line, on which all faces and cardinal centre lines lie."""
TEN_FT: Final = 8
_HALF: Final = {5: 2, 10: 4, 20: 8, 30: 12}
_SLANT: Final = {5: 3, 10: 6, 20: 12, 30: 18}
Slant = tuple[int, int, int, int]
"""A slanting side of a polygon: where it goes, and where it begins."""
Shape = tuple[Polygon, Box, tuple[Slant, ...]]
"""A polygon about the origin with its box and its slanting sides, worked out once for all the places it is tried at."""
WIDTHS: Final = (30, 20, 10, 5)
"""Corridor widths in feet, widest first."""


def turned(heading: Heading, degrees: int) -> Heading:
    """The heading after turning by a signed multiple of 45 degrees, right being positive."""
    return (heading + degrees // 45) % 8


def is_diagonal(heading: Heading) -> bool:
    """Whether a heading runs across the squares."""
    return heading % 2 == 1


def units(feet: int) -> int:
    """Units to a number of feet, which is a multiple of 5."""
    return feet * 4 // 5


def half_width(heading: Heading, width: int) -> int:
    """Half the length of the cut across a corridor, in units."""
    return _SLANT[width] if heading % 2 else _HALF[width]


def cut_vector(heading: Heading, width: int, cut: str) -> Point:
    """From the middle of a cut to its right-hand end."""
    if heading % 2 == 0:
        half = _HALF[width]
        right = (heading + 2) % 8
        return half * DX[right], half * DY[right]
    half = _SLANT[width]
    return (-half * DY[heading], 0) if cut == "h" else (0, half * DX[heading])


def ends(face: Face) -> Segment:
    """The left and the right end of a cut."""
    cx, cy = cut_vector(face.heading, face.width, face.cut)
    return (face.x - cx, face.y - cy), (face.x + cx, face.y + cy)


def moved(face: Face, steps: int) -> Face:
    """The same cut, so many units further on (backwards if negative)."""
    heading = face.heading
    return Face(face.x + steps * DX[heading], face.y + steps * DY[heading], heading, face.width, face.cut)


def turned_about(face: Face) -> Face:
    """The same cut, seen by somebody who comes the other way."""
    return Face(face.x, face.y, (face.heading + 4) % 8, face.width, face.cut)


def stretch(face: Face, steps: int) -> Polygon:
    """The floor between a cut and the same cut further on."""
    (lx, ly), (rx, ry) = ends(face)
    dx, dy = steps * DX[face.heading], steps * DY[face.heading]
    return (lx, ly), (lx + dx, ly + dy), (rx + dx, ry + dy), (rx, ry)


@lru_cache(maxsize=1024)
def stretch_shape(heading: Heading, width: int, cut: Cut, steps: int) -> Shape:
    """A stretch as seen from the middle of its cut: all cuts of a kind share it."""
    return shape_of(stretch(Face(0, 0, heading, width, cut), steps))


def rectangle(x0: int, y0: int, x1: int, y1: int) -> Polygon:
    """A rectangle along the axes."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def bounds(points: Iterable[Point]) -> Box:
    """The smallest box around some points."""
    xs, ys = zip(*points)  # noqa: B905 - pairs by type, and this is the hottest line of all
    return min(xs), min(ys), max(xs), max(ys)


def box_of(polygons: Iterable[Polygon]) -> Box:
    """The smallest box around some polygons."""
    return bounds(point for polygon in polygons for point in polygon)


def double_area(polygon: Polygon) -> int:
    """Twice the area in square units; positive for corners that run clockwise on the sheet."""
    total = 0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        total += x0 * y1 - y0 * x1
        x0, y0 = x1, y1
    return total


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull, clockwise on the sheet; empty if the points lie on one line."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ()

    def chain(sequence: Sequence[Point]) -> list[Point]:
        found: list[Point] = []
        for x, y in sequence:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2], found[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                found.pop()
            found.append((x, y))
        return found

    lower, upper = chain(ordered), chain(ordered[::-1])
    corners = lower[:-1] + upper[:-1]
    return tuple(corners) if len(corners) > 2 else ()


def is_box(polygon: Polygon) -> bool:
    """Whether a polygon is a rectangle along the axes."""
    if len(polygon) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = polygon
    return (ax == bx and by == cy and cx == dx and dy == ay) or (ay == by and bx == cx and cy == dy and dx == ax)


def _separated(one: Polygon, other: Polygon) -> bool:
    """Whether a side of `one` has all of `other` beyond it or upon it."""
    ax, ay = one[-1]
    for bx, by in one:
        ex, ey = bx - ax, by - ay
        for x, y in other:
            if ex * (y - ay) - ey * (x - ax) > 0:
                break
        else:
            return True
        ax, ay = bx, by
    return False


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons have area in common."""
    return not (_separated(one, other) or _separated(other, one))


def slants(polygon: Polygon) -> tuple[Slant, ...]:
    """The sides of a polygon that do not run along the axes: all that is left to test once two boxes overlap."""
    found = []
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if ax != bx and ay != by:
            found.append((bx - ax, by - ay, ax, ay))
        ax, ay = bx, by
    return tuple(found)


def shape_of(polygon: Polygon) -> Shape:
    """A polygon with all that is asked about it again and again; an empty one has an empty box."""
    return polygon, bounds(polygon) if polygon else (0, 0, 0, 0), slants(polygon) if polygon else ()


def beyond(sides: tuple[Slant, ...], other: Polygon) -> bool:
    """Whether one of some sides has all of a polygon beyond it or upon it."""
    for ex, ey, ax, ay in sides:
        for x, y in other:
            if ex * (y - ay) - ey * (x - ax) > 0:
                break
        else:
            return True
    return False


def contains(polygon: Polygon, points: Iterable[Point]) -> bool:
    """Whether all points lie in a convex polygon or on its boundary."""
    ax, ay = polygon[-1]
    kept = tuple(points)
    for bx, by in polygon:
        ex, ey = bx - ax, by - ay
        for x, y in kept:
            if ex * (y - ay) - ey * (x - ax) < 0:
                return False
        ax, ay = bx, by
    return True


def on_boundary(segment: Segment, polygon: Polygon) -> bool:
    """Whether a segment lies along one side of a polygon."""
    (px, py), (qx, qy) = segment
    ax, ay = polygon[-1]
    for bx, by in polygon:
        ex, ey = bx - ax, by - ay
        if ex * (py - ay) == ey * (px - ax) and ex * (qy - ay) == ey * (qx - ax):
            length = ex * ex + ey * ey
            along_p = ex * (px - ax) + ey * (py - ay)
            along_q = ex * (qx - ax) + ey * (qy - ay)
            if 0 <= along_p <= length and 0 <= along_q <= length:
                return True
        ax, ay = bx, by
    return False


def middle(segment: Segment) -> Point:
    """The middle of a segment, to the unit."""
    (ax, ay), (bx, by) = segment
    return (ax + bx) // 2, (ay + by) // 2


def common(one: Segment, other: Segment) -> Segment | None:
    """What two segments of one line share, or None if that is less than a stretch."""
    (ax, ay), (bx, by) = one
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = sorted((dx * (x - ax) + dy * (y - ay), (x, y)) for x, y in other)
    if any(dx * (y - ay) != dy * (x - ax) for x, y in other):
        return None
    low, high = max(along[0], (0, (ax, ay))), min(along[1], (length, (bx, by)))
    return (low[1], high[1]) if low[0] < high[0] else None


def up4(number: int) -> int:
    """The next multiple of 5 ft, upwards."""
    return -(-number // 4) * 4


def near4(number: int) -> int:
    """The nearest multiple of 5 ft."""
    return (number + 2) // 4 * 4


class Mouth(Struct, frozen=True, gc=False):
    """How an arm leaves a wall: where it opens along the wall, and the first cut that lies wholly beyond it."""

    low: int
    high: int
    """From where to where along the wall, in steps of the old corridor from its cut."""
    line: int
    """Which centre line the arm has, so that two arms can be given the same one."""
    segment: Segment
    face: Face

    def shifted(self, dx: int, dy: int, line: int) -> "Mouth":
        """The same mouth elsewhere; `line` is how far that moves its centre line."""
        (ax, ay), (bx, by) = self.segment
        face = self.face
        return Mouth(
            self.low,
            self.high,
            self.line + line,
            ((ax + dx, ay + dy), (bx + dx, by + dy)),
            Face(face.x + dx, face.y + dy, face.heading, face.width, face.cut),
        )

    @property
    def first_part(self) -> Polygon:
        """The floor between the wall and the first cut; empty where they are one."""
        return first_part(self.segment, self.face)


@lru_cache(maxsize=4096)
def _first_shape(ax: int, ay: int, bx: int, by: int, cut: tuple[Heading, int, Cut]) -> Shape:
    return shape_of(hull(((ax, ay), (bx, by), *ends(Face(0, 0, *cut)))))


def first_shape(segment: Segment, face: Face) -> Shape:
    """`first_part` as seen from the middle of the cut: wherever it lies, it is one of a few hundred."""
    (ax, ay), (bx, by) = segment
    x, y = face.x, face.y
    return _first_shape(ax - x, ay - y, bx - x, by - y, (face.heading, face.width, face.cut))


def first_part(segment: Segment, face: Face) -> Polygon:
    """The floor between an opening in a wall and the first cut beyond it; empty where they are one."""
    x, y = face.x, face.y
    return tuple([(px + x, py + y) for px, py in first_shape(segment, face)[0]])


def across(heading: Heading, point: Point) -> int:
    """The number that is the same all along a line of that heading."""
    x, y = point
    return (x, x + y, y, x - y)[heading % 4]


def _cut_on(wall_normal: Heading, heading: Heading, old_cut: Cut) -> Cut:
    """How a diagonal arm is cut: along the wall it leaves, or as the old corridor if that wall is diagonal too."""
    if not heading % 2:
        return ""
    if wall_normal % 2:
        return old_cut
    return "h" if wall_normal % 4 == 0 else "v"


def mouth_at(wall: Point, normal: Heading, heading: Heading, width: int, line: int, old_cut: Cut = "") -> Mouth | None:
    """The mouth of an arm in the wall through a point, or None where it would not lie on whole units.

    `normal` points out of the wall; `line` is the centre line wanted, as `across` numbers it. `low` and `high` of the
    result are left at zero.
    """
    cut = _cut_on(normal, heading, old_cut)
    half = half_width(heading, width)
    nx, ny = DX[normal], DY[normal]
    level = nx * wall[0] + ny * wall[1]
    gx, gy = ((1, 0), (1, 1), (0, 1), (1, -1))[heading % 4]
    determinant = nx * gy - ny * gx
    points: list[Point] = []
    for value in (line - half, line + half):
        px, py = level * gy - ny * value, nx * value - level * gx
        if px % determinant or py % determinant:
            return None
        points.append((px // determinant, py // determinant))
    segment = (points[0], points[1])
    vertical = heading in (E, W) or cut == "v"
    axis = 0 if vertical else 1
    step = 4 if (DX if vertical else DY)[heading] > 0 else -4
    at = min(point[axis] for point in points) if step > 0 else max(point[axis] for point in points)
    at = up4(at) if step > 0 else -up4(-at)
    while True:
        if vertical:
            other = line if heading in (E, W) else (line - at if heading % 4 == NE else at - line)
            face = Face(at, other, heading, width, cut)
        else:
            other = line if heading in (N, S) else (line - at if heading % 4 == NE else at + line)
            face = Face(other, at, heading, width, cut)
        if all(nx * x + ny * y >= level for x, y in ends(face)):
            return Mouth(0, 0, line, segment, face)
        at += step


_REACH: Final = 112
"""How far along a wall mouths are worked out, in units: the longest node is shorter."""


@lru_cache(maxsize=4096)
def _mouths(at: Point, old: tuple[Heading, int, Cut], side: int, turn: int, width: int) -> tuple[Mouth, ...]:
    (x, y), (heading, old_width, cut) = at, old
    face = Face(x, y, heading, old_width, cut)
    start = ends(face)[0 if side < 0 else 1]
    normal = (heading + 2 * side) % 8
    arm = (heading + turn) % 8
    dx, dy = DX[heading], DY[heading]
    norm = dx * dx + dy * dy
    first = across(arm, start)
    last = across(arm, (start[0] + _REACH * dx, start[1] + _REACH * dy))
    lines = range(first, last + 1) if first < last else range(first, last - 1, -1)
    found: list[Mouth] = []
    for wanted in ([line for line in lines if line % 4 == 0], list(lines)):
        for line in wanted:
            mouth = mouth_at(start, normal, arm, width, line, cut)
            if mouth is None:
                continue
            steps = sorted(((px - start[0]) * dx + (py - start[1]) * dy) for px, py in mouth.segment)
            if steps[0] % norm or steps[1] % norm or steps[0] < 0:
                continue
            found.append(Mouth(steps[0] // norm, steps[1] // norm, line, mouth.segment, mouth.face))
        if found:
            break
    return tuple(found)


def mouths(face: Face, side: int, turn: int, width: int) -> Iterator[Mouth]:
    """All mouths of an arm along the left (-1) or right (1) wall beyond a cut, nearest first.

    `turn` is how many eighths the arm turns away from the old corridor.
    """
    x, y = at = face.x % 4, face.y % 4
    dx, dy = face.x - x, face.y - y
    shift = across((face.heading + turn) % 8, (dx, dy))
    for mouth in _mouths(at, (face.heading, face.width, face.cut), side, turn, width):
        yield mouth.shifted(dx, dy, shift)


@lru_cache(maxsize=16384)
def _mouths_within(
    at: Point, old: tuple[Heading, int, Cut], side: int, turn: int, width: int, length: int
) -> tuple[Mouth, ...]:
    return tuple(mouth for mouth in reversed(_mouths(at, old, side, turn, width)) if mouth.high <= length)


def mouths_within(face: Face, side: int, turn: int, width: int, length: int) -> Iterator[Mouth]:
    """Where a passage can open within a length of wall, farthest first."""
    x, y = at = face.x % 4, face.y % 4
    dx, dy = face.x - x, face.y - y
    found = _mouths_within(at, (face.heading, face.width, face.cut), side, turn, width, length)
    if found:
        shift = across((face.heading + turn) % 8, (dx, dy))
        for mouth in found:
            yield mouth.shifted(dx, dy, shift)


WayOut = tuple[Mouth, Shape, Shape]
"""A mouth with the first 10 ft beyond its cut and the floor before it, both about the middle of the cut."""


@lru_cache(maxsize=16384)
def _ways_out(
    at: Point, old: tuple[Heading, int, Cut], side: int, turn: int, width: int, length: int
) -> tuple[WayOut, ...]:
    return tuple(
        (
            mouth,
            stretch_shape(mouth.face.heading, width, mouth.face.cut, TEN_FT),
            first_shape(mouth.segment, mouth.face),
        )
        for mouth in _mouths_within(at, old, side, turn, width, length)
    )


def ways_out(face: Face, side: int, turn: int, width: int, length: int) -> tuple[tuple[WayOut, ...], Point]:
    """`mouths_within` before they are moved to their place, and how far they must be moved: most are tried in vain."""
    x, y = at = face.x % 4, face.y % 4
    found = _ways_out(at, (face.heading, face.width, face.cut), side, turn, width, length)
    return found, (face.x - x, face.y - y)


def centre(polygon: Polygon) -> tuple[float, float]:
    """The mean of a polygon's corners."""
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def boxes_of(cells: Iterable[tuple[int, int]]) -> Iterator[Box]:
    """Squares put together to boxes: rows, and equal rows that follow each other."""
    left = set(cells)
    for x, y in sorted(left, key=lambda cell: (cell[1], cell[0])):
        if (x, y) not in left:
            continue
        wide = high = 1
        while (x + wide, y) in left:
            wide += 1
        while all((x + at, y + high) in left for at in range(wide)):
            high += 1
        left -= {(x + right, y + down) for right in range(wide) for down in range(high)}
        yield x, y, x + wide, y + high
