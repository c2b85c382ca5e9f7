"""The walls of a level, exactly: where floors end and no way leads on, worked out line by line.

Every side of every floor lies on a line; on each line, walls are intervals with the floor to one side. What is inside
the same space, an opening or the mouth of an open end is taken away from them; what touches is joined. So corridors
laid in many stretches get one long wall, and spaces that merely touch keep the wall between them.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import gcd

from msgspec import Struct

from arbitro.dungeon.lattice import DX, DY, bounds
from arbitro.dungeon.model import Dungeon, Link, Point, Polygon, Segment, Space
from arbitro.kernel.same import Same

Number = int | Fraction
Spot = tuple[Number, Number]
Mark = tuple[Number, Number, Number]
"""A point of a line: how far along it, x, y. Marks sort by the first."""
Line = tuple[int, int, int]
"""Direction in lowest terms, pointing east or straight south, and the constant of the line."""
Stretch = tuple[Mark, Mark]
Edge = tuple[Spot, Spot]
"""A piece of outline, the floor to its right on the sheet."""


class WallPiece(Struct, frozen=True):
    """Part of a side of a space: the line it lies on, and on which side of that line the floor is."""

    line: Line
    side: int
    low: Mark
    high: Mark
    space: int


def line_of(ax: int, ay: int, bx: int, by: int) -> tuple[Line, int]:
    """The line through two lattice points and whether it runs along them (1) or against them (-1)."""
    dx, dy = bx - ax, by - ay
    shared = gcd(dx, dy)
    dx, dy = dx // shared, dy // shared
    side = 1
    if dx < 0 or (dx == 0 and dy < 0):
        dx, dy, side = -dx, -dy, -1
    return (dx, dy, dx * ay - dy * ax), side


def mark(line: Line, x: Number, y: Number) -> Mark:
    """A point as a mark of a line."""
    return line[0] * x + line[1] * y, x, y


def outline(space: Space) -> list[Edge]:
    """The boundary of the union of a space's floor, as directed pieces with the floor to their right."""
    polygons = space.floor
    if len(polygons) == 1:
        corners = polygons[0]
        return [(corners[at - 1], corners[at]) for at in range(len(corners))]
    boxes = [bounds(polygon) for polygon in polygons]
    found: list[Edge] = []
    for number, polygon in enumerate(polygons):
        for at in range(len(polygon)):
            a, b = polygon[at - 1], polygon[at]
            taken: list[tuple[Number, Number]] = []
            west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
            north, south = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
            for other, (x0, y0, x1, y1) in enumerate(boxes):
                if other != number and x0 <= east and west <= x1 and y0 <= south and north <= y1:
                    covered = _covered(a, b, polygons[other], other < number)
                    if covered is not None:
                        taken.append(covered)
            if not taken:
                found.append((a, b))
                continue
            dx, dy = b[0] - a[0], b[1] - a[1]
            for low, high in _left_over(taken):
                found.append(
                    (
                        (_whole(a[0] + low * dx), _whole(a[1] + low * dy)),
                        (_whole(a[0] + high * dx), _whole(a[1] + high * dy)),
                    )
                )
    return found


@lru_cache(maxsize=8192)  # a map is drawn anew at every step, and the floor of a space never changes
def _sides(same: Same[Space]) -> tuple[tuple[Line, int, Mark, Mark], ...]:
    """The boundary of a space on the lines that it lies on."""
    found = []
    for a, b in outline(same.thing):
        line, side = _line((a, b))
        low, high = sorted((mark(line, *a), mark(line, *b)))
        found.append((line, side, low, high))
    return tuple(found)


def _whole(number: Number) -> Number:
    """A fraction that is a whole number, as one."""
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def _covered(a: Point, b: Point, polygon: Polygon, comes_first: bool) -> tuple[Number, Number] | None:
    """Which share of a side, from 0 to 1, another floor of the same space makes no boundary."""
    low: Number = 0
    high: Number = 1
    (ax, ay), (bx, by) = a, b
    px, py = polygon[-1]
    for qx, qy in polygon:
        ex, ey = qx - px, qy - py
        here = ex * (ay - py) - ey * (ax - px)
        there = ex * (by - py) - ey * (bx - px)
        if here <= 0 and there <= 0:
            if here < 0 or there < 0:
                return None
            if ex * (bx - ax) + ey * (by - ay) > 0 and not comes_first:
                return None  # both are boundary here; the later one gives way
        elif here < 0:
            low = max(low, Fraction(here, here - there))
        elif there < 0:
            high = min(high, Fraction(here, here - there))
        px, py = qx, qy
    return (low, high) if low < high else None


def _left_over(taken: list[tuple[Number, Number]]) -> list[tuple[Number, Number]]:
    found: list[tuple[Number, Number]] = []
    at: Number = 0
    for low, high in sorted(taken):
        if low > at:
            found.append((at, low))
        at = max(at, high)
    if at < 1:
        found.append((at, 1))
    return found


class Walls:
    """The walls of one level; natural ones, which a hand rounds off, are kept apart.

    For a virtual table (`sealed`) open ends are closed, so that nobody looks off the map; `secret_gaps` leaves room for
    secret doors where the table has such a thing.
    """

    __slots__ = ("_built", "_cuts", "_pieces", "natural", "spaces")

    def __init__(self, dungeon: Dungeon, level: int, *, sealed: bool = False, secret_gaps: bool = False) -> None:
        self.spaces = list(dungeon.spaces_on(level))
        self._pieces: dict[Line, list[WallPiece]] = {}
        self._cuts: dict[Line, list[tuple[Stretch, int]]] = {}
        """Openings with the side that they are cut from: 0 for both."""
        self._built: list[Edge] | None = None
        self.natural: dict[str, list[WallPiece]] = {}
        """For each cave, its outline in directed pieces."""
        for number, space in enumerate(self.spaces):
            self._add_space(number, space)
        for link in dungeon.links.values():
            if link.level != level or link.segment is None or (link.kind == "secret_door" and not secret_gaps):
                continue
            if sealed and link.kind == "opening" and not (link.a and link.b):
                continue
            if link.a and link.b:
                self._cut(link.segment, 0)
            else:
                # A way that leads nowhere yet opens one side only: what was drawn behind it since keeps its wall.
                out = link.heading if link.a else (link.heading + 4) % 8
                self._cut(link.segment, _outward(link.segment, out))
        for lead in dungeon.leads.values() if not sealed else ():
            if lead.level == level and lead.kind == "corridor" and not lead.link and lead.mouth is not None:
                self._cut(lead.mouth, _outward(lead.mouth, lead.front.heading))

    def _add_space(self, number: int, space: Space) -> None:
        natural = self.natural.setdefault(space.id, []) if space.kind == "cave" else None
        for line, side, low, high in _sides(Same(space)):
            piece = WallPiece(line, side, low, high, number)
            self._pieces.setdefault(line, []).append(piece)
            if natural is not None:
                natural.append(piece)

    def _cut(self, segment: Segment, side: int) -> None:
        (ax, ay), (bx, by) = segment
        if (ax, ay) == (bx, by):
            return
        line, _ = line_of(ax, ay, bx, by)
        low, high = sorted((mark(line, ax, ay), mark(line, bx, by)))
        self._cuts.setdefault(line, []).append(((low, high), side))

    def split(self, piece: WallPiece) -> list[tuple[str, Mark, Mark]]:
        """A piece of natural wall in parts: ``open``, ``party`` where another floor touches it, ``free`` elsewhere."""
        cuts = [cut for cut, side in self._cuts.get(piece.line, ()) if side in (0, piece.side)]
        party = [
            (other.low, other.high)
            for other in self._pieces[piece.line]
            if other.space != piece.space and other.side != piece.side
        ]
        found: list[tuple[str, Mark, Mark]] = []
        for low, high in without([(piece.low, piece.high)], cuts):
            free = without([(low, high)], party)
            found.extend(("free", *each) for each in free)
            found.extend(("party", *each) for each in without([(low, high)], free))
        found.extend(("open", *each) for each in without([(piece.low, piece.high)], [each[1:] for each in found]))
        found.sort(key=lambda each: each[1])
        return found if piece.side > 0 else [(kind, high, low) for kind, low, high in reversed(found)]

    def built(self) -> list[Edge]:
        """All walls but the free natural ones: joined, each once, in a fixed order."""
        if self._built is None:
            self._built = self._build()
        return self._built

    def _build(self) -> list[Edge]:
        found: list[Edge] = []
        for line, pieces in self._pieces.items():
            kept: list[Stretch] = []
            cuts = self._cuts.get(line, ())
            for side in (1, -1):
                here: list[Stretch] = []
                for piece in pieces:
                    if piece.side != side:
                        continue
                    if self.spaces[piece.space].kind == "cave":
                        here.extend((min(a, b), max(a, b)) for kind, a, b in self.split(piece) if kind == "party")
                    else:
                        here.append((piece.low, piece.high))
                if here:
                    kept.extend(without(here, [cut for cut, of in cuts if of in (0, side)]))
            found.extend(((low[1], low[2]), (high[1], high[2])) for low, high in joined(kept))
        return found


def doors_on(dungeon: Dungeon, level: int, *, secret: bool = True) -> list[Link]:
    """The doors in the walls of a level, one to a place: a false one gives way to a real one from the other side."""
    found: dict[frozenset[Point], Link] = {}
    for link in dungeon.links.values():
        if link.level != level or link.segment is None or link.kind == "opening":
            continue
        if link.kind == "secret_door" and not secret:
            continue
        place = frozenset(link.segment)
        if place not in found or not (found[place].a and found[place].b):
            found[place] = link
    return list(found.values())


def _line(edge: Edge) -> tuple[Line, int]:
    """The line of an edge, whose ends may lie between lattice points."""
    (ax, ay), (bx, by) = edge
    if isinstance(ax, int) and isinstance(ay, int) and isinstance(bx, int) and isinstance(by, int):
        return line_of(ax, ay, bx, by)
    dx, dy = Fraction(bx - ax), Fraction(by - ay)
    scale = dx.denominator * dy.denominator
    line, side = line_of(0, 0, int(dx * scale), int(dy * scale))
    return (line[0], line[1], int(line[0] * ay - line[1] * ax)), side


def _outward(segment: Segment, heading: int) -> int:
    """On which side of its line the floor lies that an open end leaves."""
    (ax, ay), (bx, by) = segment
    (dx, dy, _), _ = line_of(ax, ay, bx, by)
    # The floor lies to the right of a line that runs along a clockwise outline; outwards is then to its left.
    return 1 if dx * DY[heading] - dy * DX[heading] < 0 else -1


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Intervals of one line put together where they touch or overlap."""
    found: list[Stretch] = []
    for low, high in sorted(stretches):
        if found and low[0] <= found[-1][1][0]:
            if high[0] > found[-1][1][0]:
                found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def without(stretches: Iterable[Stretch], cuts: Iterable[Stretch]) -> list[Stretch]:
    """Intervals of one line with others taken away."""
    gaps = joined(cuts)
    found: list[Stretch] = []
    for low, high in joined(stretches):
        at = low
        for start, end in gaps:
            if end[0] <= at[0] or start[0] >= high[0]:
                continue
            if start[0] > at[0]:
                found.append((at, start))
            at = end
            if at[0] >= high[0]:
                break
        if at[0] < high[0]:
            found.append((at, high))
    return found


def chained(edges: Iterable[Edge]) -> list[list[Spot]]:
    """Walls that meet end to end as polylines; where three or more meet, each begins anew."""
    pieces = list(edges)
    at: dict[Spot, list[int]] = {}
    for number, (a, b) in enumerate(pieces):
        at.setdefault(a, []).append(number)
        at.setdefault(b, []).append(number)
    used = bytearray(len(pieces))

    def follow(spot: Spot, path: list[Spot]) -> None:
        while len(at[spot]) == 2:
            one, other = at[spot]
            number = other if used[one] else one
            if used[number]:
                return
            used[number] = 1
            a, b = pieces[number]
            spot = b if a == spot else a
            path.append(spot)

    found: list[list[Spot]] = []
    for number, (a, b) in enumerate(pieces):
        if used[number]:
            continue
        used[number] = 1
        ahead, behind = [b], [a]
        follow(b, ahead)
        follow(a, behind)
        found.append(behind[::-1] + ahead)
    return found
