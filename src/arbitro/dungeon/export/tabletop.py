"""What virtual tables have in common: a bare picture of whole squares, walls as plain lines, doors as short ones."""

from math import atan2

from msgspec import Struct

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.level import extent
from arbitro.dungeon.draw.natural import flattened, loops_of
from arbitro.dungeon.draw.walls import Walls, chained, doors_on
from arbitro.dungeon.model import SQUARE, Dungeon, Link

XY = tuple[float, float]


class SquarePlan(Struct, frozen=True):
    """The walls and doors of a level in squares from the corner of its picture."""

    columns: int
    rows: int
    west: int
    """The corner of the picture on the sheet, in units."""
    north: int
    walls: tuple[tuple[XY, ...], ...]
    doors: tuple[tuple[Link, XY, XY], ...]

    def place(self, x: float, y: float) -> XY:
        """A point of the lattice in squares of the picture."""
        return (x - self.west) / SQUARE, (y - self.north) / SQUARE


def plan(dungeon: Dungeon, level: int, decoration: int, *, secret_doors: bool) -> SquarePlan:
    """The plan of a level; without `secret_doors` these are plain wall. Open ends are closed."""
    west, north, east, south = extent(dungeon, level)
    walls = Walls(dungeon, level, sealed=True, secret_gaps=secret_doors)
    hand = Hand(decoration)
    lines = [[(float(x), float(y)) for x, y in line] for line in chained(walls.built())]
    for cave in walls.natural:
        for loop in loops_of(walls, cave, hand):
            lines.extend(flattened(loop))

    def place(x: float, y: float) -> XY:
        return (x - west) / SQUARE, (y - north) / SQUARE

    doors = [
        (link, place(*link.segment[0]), place(*link.segment[1]))
        for link in doors_on(dungeon, level, secret=secret_doors)
        if link.segment is not None
    ]
    return SquarePlan(
        (east - west) // SQUARE,
        (south - north) // SQUARE,
        west,
        north,
        tuple(tuple(place(x, y) for x, y in line) for line in lines),
        tuple(doors),
    )


def angle(a: XY, b: XY) -> float:
    """The direction of a door in radians."""
    return round(atan2(b[1] - a[1], b[0] - a[0]), 6)
