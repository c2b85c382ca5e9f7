"""Room to write in: where on the floor of a space something fits that keeps clear of walls and of what stands there.

Floors are looked at in cells of one unit. All measures that come in and go out are tenths of a unit, as in a picture.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil
from typing import Final

from arbitro.dungeon.draw.raster import Raster, Rows
from arbitro.dungeon.draw.symbols import Frame
from arbitro.dungeon.lattice import bounds, box_of
from arbitro.dungeon.model import Box, Polygon, Space
from arbitro.kernel.same import Same

MARGIN: Final = 1
"""Cells that what is written keeps away from the middle of a wall: half a wall, and some floor to be seen between."""
ROUGH_MARGIN: Final = 2
"""The same of natural walls, which a hand moves and rounds."""
OUTSIDE: Final = 26
"""What is written in the rock keeps so far away from the floor, in tenths of a unit."""
FURTHEST: Final = 200
Middle = tuple[int, int]


def boxes_of(frame: Frame, ahead: float, right: float) -> list[Box]:
    """Boxes that cover a rectangle about the middle of a frame, given by half its measures; several if it slants."""
    pieces = 1 if not (frame.ux and frame.uy) else max(1, ceil(ahead / max(right, 1)), ceil(right / max(ahead, 1)))
    found = []
    long = ahead >= right
    for piece in range(pieces):
        share = (piece + 0.5) / pieces * 2 - 1
        x, y = frame.at(ahead * share if long else 0, 0 if long else right * share)
        half, wide = (ahead / pieces, right) if long else (ahead, right / pieces)
        dx = abs(frame.ux) * half + abs(frame.uy) * wide
        dy = abs(frame.uy) * half + abs(frame.ux) * wide
        found.append((round(x - dx), round(y - dy), round(x + dx), round(y + dy)))
    return found


def about(x: float, y: float, width: float, height: float) -> Box:
    """The box of something about its middle."""
    return round(x - width / 2), round(y - height / 2), round(x + width / 2), round(y + height / 2)


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common."""
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def spot_for(
    space: Space,
    standing: tuple[Box, ...],
    waters: tuple[Polygon, ...],
    size: tuple[int, int],
    near: Middle | None = None,
) -> Middle | None:
    """The middle of the free place of a size that lies nearest to a point, or to the middle of the space."""
    return _spot_for(Same(space), standing, waters, size, near)


@lru_cache(maxsize=8192)  # a map is drawn anew at every step, and most of its places stay
def _spot_for(
    same: Same[Space],
    standing: tuple[Box, ...],
    waters: tuple[Polygon, ...],
    size: tuple[int, int],
    near: Middle | None,
) -> Middle | None:
    west, north, east, south = box_of(same.thing.floor)
    if near is None:
        at = box_of(same.thing.parts)
        near = 5 * (at[0] + at[2]), 5 * (at[1] + at[3])
    margin = _margin(same.thing)
    wide, high = ceil(size[0] / 10), ceil(size[1] / 10)
    columns, down = wide + 2 * margin, high + 2 * margin
    # Walls need the margin, what stands there does not: the two are looked at apart.
    walls = _between_walls(same, columns, down)
    if not any(walls):
        return None
    taken = Raster((west, north, east, south), 1).add_all(waters)
    for box in standing:
        taken.cover(box[0] / 10, box[1] / 10, box[2] / 10, box[3] / 10)
    free = _fits([row & ~gone for row, gone in zip(_floor(same), taken.rows, strict=True)], wide, high)
    fits = [between & open_to >> margin for between, open_to in zip(walls, free[margin:], strict=False)]
    offset = 10 * west + 5 * columns, 10 * north + 5 * down
    found = _nearest(fits, (near[0] - offset[0]) / 10, (near[1] - offset[1]) / 10)
    return found and (offset[0] + 10 * found[0], offset[1] + 10 * found[1])


@lru_cache(maxsize=8192)
def _ground(same: Same[Space]) -> Box:
    """The box about the floor of a space, in tenths of a unit."""
    return _tenths(box_of(same.thing.floor))


def _margin(space: Space) -> int:
    """How far from the walls things are put, in units."""
    return ROUGH_MARGIN if space.kind == "cave" else MARGIN


@lru_cache(maxsize=8192)
def _floor(same: Same[Space]) -> Rows:
    """The cells of a space's floor; not to be changed."""
    return Raster(box_of(same.thing.floor), 1).add_all(same.thing.floor).rows


@lru_cache(maxsize=8192)
def _between_walls(same: Same[Space], columns: int, down: int) -> Rows:
    """The cells of a space's floor at which the corner of a rectangle may lie, whatever stands there."""
    return _fits(_floor(same), columns, down)


def _fits(rows: Rows, columns: int, down: int) -> Rows:
    """The cells at which the corner of a rectangle may lie so that it is covered."""
    for step in _strides(columns):
        rows = [row & row >> step for row in rows]
    for step in _strides(down):
        rows = [row & below for row, below in zip(rows, rows[step:], strict=False)]
    return rows


def _strides(length: int) -> Iterator[int]:
    """How far apart two stretches are laid over each other, again and again, until one of a length is left."""
    reached = 1
    while reached < length:
        step = min(reached, length - reached)
        yield step
        reached += step


def _nearest(rows: Rows, x: float, y: float) -> Middle | None:
    """The covered cell that lies nearest to a point."""
    best: tuple[float, int, int] | None = None
    column = max(0, round(x))
    for down, row in sorted(enumerate(rows), key=lambda each: abs(each[0] - y)):
        if best is not None and (down - y) ** 2 > best[0]:
            break
        before, after = row & (1 << column + 1) - 1, row >> column
        sides = [before.bit_length() - 1] if before else []
        sides += [column + (after & -after).bit_length() - 1] if after else []
        for side in sides:
            off = (side - x) ** 2 + (down - y) ** 2
            if best is None or off < best[0]:
                best = off, side, down
    return best and best[1:]


class Occupied:
    """What stands on a level and what is written on it, for everything else to keep clear of."""

    def __init__(self, spaces: Iterable[Space]) -> None:
        self.boxes: list[Box] = []
        """In tenths of a unit."""
        self.placed: list[Box] = []
        """Those of them that were given a place here: words and tokens, which nothing may hide."""
        self.floors: list[Box] = [_tenths(bounds(polygon)) for space in spaces for polygon in space.floor]
        """Boxes about all floors, in tenths of a unit."""
        self.waters: dict[str, list[Polygon]] = {}
        """The outlines of the waters in each space, in units."""

    def stand(self, frame: Frame, ahead: float, right: float) -> None:
        """Remember that something stands about the middle of a frame, given by half its measures."""
        self.boxes += boxes_of(frame, ahead, right)

    def is_clear(self, box: Box) -> bool:
        """Whether nothing stands in a box."""
        return all(apart(box, other) for other in self.boxes)

    def place(
        self, space: Space, width: float, height: float, near: Middle | None = None, *, over: bool = False
    ) -> Middle | None:
        """The middle of the nearest free place of a size in a space, which is taken from now on.

        With `over` it may be on signs, such as stairs that somebody stands on, and in water.
        """
        ground, size = _ground(Same(space)), (ceil(width), ceil(height))
        rim = 20 * _margin(space)
        if size[0] + rim > ground[2] - ground[0] or size[1] + rim > ground[3] - ground[1]:
            return None  # it would be too large for the empty space
        standing = tuple([box for box in (self.placed if over else self.boxes) if not apart(box, ground)])
        waters = () if over else tuple(self.waters.get(space.id, ()))
        found = spot_for(space, standing, waters, size, near)
        if found is not None:
            self.take(about(*found, *size))
        return found

    def take(self, box: Box) -> None:
        """Give a place to something."""
        self.boxes.append(box)
        self.placed.append(box)

    def give_back(self) -> None:
        """Take the last place back."""
        self.boxes.remove(self.placed.pop())

    def beside(self, space: Space, width: float, height: float) -> Middle | None:
        """The middle of a place of a size in the rock close by, for what has no room on the floor; it is taken too."""
        west, north, east, south = _tenths(box_of(space.floor))
        for off in range(0, FURTHEST, 20):
            dx, dy = width / 2 + OUTSIDE + off, height / 2 + OUTSIDE + off
            middle_x, middle_y = (west + east) / 2, (north + south) / 2
            for x, y in ((east + dx, middle_y), (west - dx, middle_y), (middle_x, north - dy), (middle_x, south + dy)):
                box = about(x, y, width, height)
                wide = box[0] - OUTSIDE // 2, box[1] - OUTSIDE // 2, box[2] + OUTSIDE // 2, box[3] + OUTSIDE // 2
                if self.is_clear(box) and all(apart(wide, floor) for floor in self.floors):
                    self.take(box)
                    return round(x), round(y)
        return None


def _tenths(box: Box) -> Box:
    return 10 * box[0], 10 * box[1], 10 * box[2], 10 * box[3]
