"""A place in the making: its floor on the sheet, its four walls, and which stretches of them are still free."""

from collections.abc import Iterable
from typing import Any, Final

from arbitro.dungeon.lattice import DX, DY, TEN_FT, bounds, is_box, rectangle, up4
from arbitro.dungeon.model import Box, Face, Heading, Point, Polygon, Segment, Space, SpaceKind

NO_NECK: Final = 1 << 30
"""How long a neck would have to be where a place is nowhere as wide as the exit."""
Cell = tuple[int, int]
"""A 5 ft square of the sheet, counted from its north-west corner."""


class Site:
    """Floor that has found its ground. It becomes a `Space` once its exits are known."""

    __slots__ = ("box", "cells", "flat", "heading", "id", "level", "necks", "opening", "parts", "used")

    def __init__(self, name: str, level: int, heading: Heading, box: Box, parts: tuple[Polygon, ...]) -> None:
        self.id = name
        self.level = level
        self.heading = heading
        self.box = box
        self.parts = parts
        self.cells: set[Cell] | None = None
        self.flat = len(parts) == 1 and is_box(parts[0])
        """Whether its walls are those of its box, so that no exit needs a neck."""
        self.necks: list[Polygon] = []
        self.opening: Segment | None = None
        self.used: dict[Heading, list[tuple[int, int]]] = {0: [], 2: [], 4: [], 6: []}

    def side(self, wall: Heading) -> tuple[int, int, int]:
        """A wall as (where its line lies, from where, to where)."""
        x0, y0, x1, y1 = self.box
        if wall % 4:
            return (x1 if wall == 2 else x0), y0, y1
        return (y1 if wall == 4 else y0), x0, x1

    def stretches(self, wall: Heading, count: int = 1) -> list[tuple[int, int]]:
        """The free runs of so many 10 ft stretches of a wall, counted from north or west."""
        _, low, high = self.side(wall)
        first = up4(low)
        whole = (high - first) // TEN_FT
        used = self.used[wall]
        found = []
        for number in range(whole - count + 1):
            start = first + TEN_FT * number
            end = start + TEN_FT * count
            if not any(a < end and start < b for a, b in used):
                found.append((start, end))
        return found

    def wall_segment(self, wall: Heading, low: int, high: int) -> Segment:
        """A piece of a wall on the sheet."""
        line = self.side(wall)[0]
        return ((low, line), (high, line)) if wall in (0, 4) else ((line, low), (line, high))

    def wall_face(self, wall: Heading, low: int, high: int, width: int) -> Face:
        """A cut in the middle of a piece of wall, looking out."""
        line = self.side(wall)[0]
        centre = (low + high) // 2
        return Face(centre, line, wall, width) if wall in (0, 4) else Face(line, centre, wall, width)

    def neck(self, wall: Heading, low: int, high: int) -> int:
        """How far a rectangle must run inwards from a piece of wall until its full width is floor, or `NO_NECK`."""
        if self.cells is not None:
            return self._neck_in_cells(wall, low, high)
        if self.flat:
            return 0
        depth = 0
        line = self.side(wall)[0]
        flat = [_inward(wall, line, point) for point in self.parts[0]]
        for at in (low, high):
            depth = max(depth, _first_depth(flat, at))
        return depth

    def _neck_in_cells(self, wall: Heading, low: int, high: int) -> int:
        cells = self.cells or set()
        line = self.side(wall)[0] // 4
        dx, dy = -DX[wall], -DY[wall]
        row = line if wall in (0, 6) else line - 1
        x0, y0, x1, y1 = self.box
        deep = (y1 - y0 if wall in (0, 4) else x1 - x0) // 4
        for depth in range(deep):
            at = row + depth * (dx + dy)
            columns = range(low // 4, high // 4)
            if all(((c, at) if wall in (0, 4) else (at, c)) in cells for c in columns):
                return depth * 4
        return NO_NECK

    def neck_polygon(self, wall: Heading, low: int, high: int, depth: int) -> Polygon:
        """The rectangle from a piece of wall so far inwards (or outwards, if negative)."""
        (ax, ay), (bx, by) = self.wall_segment(wall, low, high)
        dx, dy = -depth * DX[wall], -depth * DY[wall]
        return rectangle(*bounds(((ax, ay), (bx, by), (ax + dx, ay + dy), (bx + dx, by + dy))))

    def space(self, kind: SpaceKind, shape: str, area: int, size: tuple[int, int], **more: Any) -> Space:
        """The finished space."""
        return Space(
            self.id,
            self.level,
            kind,
            shape,
            self.parts,
            self.heading,
            tuple(self.necks),
            area=area,
            size=size,
            box=self.box,
            **more,
        )


def _inward(wall: Heading, line: int, point: Point) -> Point:
    """A point as (along the wall, inwards from it)."""
    x, y = point
    return {0: (x, y - line), 4: (x, line - y), 6: (y, x - line), 2: (y, line - x)}[wall]


def _first_depth(flat: list[Point], at: int) -> int:
    """The least whole depth at which a convex outline has floor at a place along the wall."""
    best = NO_NECK
    ax, ay = flat[-1]
    for bx, by in flat:
        if min(ax, bx) <= at <= max(ax, bx):
            if ax == bx:
                depth = min(ay, by)
            else:
                depth = (
                    -(-(ay * (bx - ax) + (by - ay) * (at - ax)) // (bx - ax))
                    if bx > ax
                    else -(-(ay * (ax - bx) + (by - ay) * (ax - at)) // (ax - bx))
                )
            best = min(best, depth)
        ax, ay = bx, by
    return best


def placed(polygon: Polygon, origin: Point, heading: Heading) -> Polygon:
    """A footprint turned onto the sheet, its local origin at a point, entered on a heading."""
    rx, ry = DX[(heading + 2) % 8], DY[(heading + 2) % 8]
    fx, fy = DX[heading], DY[heading]
    ox, oy = origin
    return tuple((ox + u * rx + v * fx, oy + u * ry + v * fy) for u, v in polygon)


def cells_of(parts: Iterable[Polygon]) -> set[Cell]:
    """The 5 ft squares of a floor made of rectangles."""
    found: set[Cell] = set()
    for part in parts:
        x0, y0, x1, y1 = bounds(part)
        found.update((x, y) for x in range(x0 // 4, x1 // 4) for y in range(y0 // 4, y1 // 4))
    return found
