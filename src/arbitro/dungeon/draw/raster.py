"""Coarse pictures of floors: one whole number for each row of cells, so that wide questions cost a few shifts."""

from collections.abc import Iterable
from math import ceil, floor
from typing import Final

from arbitro.dungeon.lattice import bounds, is_box
from arbitro.dungeon.model import Box, Polygon

CELL: Final = 2
"""Units to the side of a cell: 2.5 ft."""
Rows = list[int]
"""Bit x of row y is the cell x, y, counted from the corner of the box that was asked for."""


class Raster:
    """Which cells of a box are covered; a cell has as many units to its side as is wanted."""

    __slots__ = ("box", "cell", "columns", "rows")

    def __init__(self, box: Box, cell: int = CELL) -> None:
        self.box = box
        self.cell = cell
        self.columns = -(-(box[2] - box[0]) // cell)
        self.rows: Rows = [0] * -(-(box[3] - box[1]) // cell)

    def add(self, polygon: Polygon) -> None:
        """Cover the cells whose middle lies in a convex polygon."""
        west, north, east, south = bounds(polygon)
        x0, y0, _, _ = self.box
        cell = self.cell
        rows = self.rows
        first, last = max(0, (north - y0) // cell), min(len(rows), -(-(south - y0) // cell))
        if is_box(polygon):
            low, high = max(0, (west - x0) // cell), min(self.columns, (east - x0) // cell)
            bits = (1 << high) - (1 << low) if high > low else 0
            for y in range(first, last):
                rows[y] |= bits
            return
        for y in range(first, last):
            middle = y0 + cell * y + cell / 2
            crossings = []
            ax, ay = polygon[-1]
            for bx, by in polygon:
                if (ay <= middle) != (by <= middle):
                    crossings.append(ax + (middle - ay) * (bx - ax) / (by - ay))
                ax, ay = bx, by
            if crossings:
                low = max(0, round((min(crossings) - x0) / cell))
                high = min(self.columns, round((max(crossings) - x0) / cell))
                if high > low:
                    rows[y] |= (1 << high) - (1 << low)

    def add_all(self, polygons: Iterable[Polygon]) -> "Raster":
        """Cover several polygons."""
        for polygon in polygons:
            self.add(polygon)
        return self

    def cover(self, west: float, north: float, east: float, south: float) -> None:
        """Cover every cell that a box touches, as far as it lies on the sheet."""
        x0, y0, _, _ = self.box
        low, high = max(0, floor((west - x0) / self.cell)), min(self.columns, ceil((east - x0) / self.cell))
        first, last = max(0, floor((north - y0) / self.cell)), min(len(self.rows), ceil((south - y0) / self.cell))
        bits = (1 << high) - (1 << low) if high > low else 0
        for y in range(first, last):
            self.rows[y] |= bits

    def covers(self, x: float, y: float) -> bool:
        """Whether the cell of a point is covered."""
        row, column = int(y - self.box[1]) // self.cell, int(x - self.box[0]) // self.cell
        return 0 <= row < len(self.rows) and column >= 0 and bool(self.rows[row] >> column & 1)


def grown(rows: Rows, columns: int, radius: int) -> Rows:
    """All cells within a radius, in cells, of a covered one."""
    full = (1 << columns) - 1
    wide: list[Rows] = [rows]
    for _ in range(radius):
        wide.append([(row | row << 1 | row >> 1) & full for row in wide[-1]])
    reach = [int(((radius + 0.5) ** 2 - dy * dy) ** 0.5) for dy in range(radius + 1)]
    height = len(rows)
    found = []
    for y in range(height):
        bits = 0
        for dy in range(radius + 1):
            source = wide[min(reach[dy], radius)]
            if y - dy >= 0:
                bits |= source[y - dy]
            if y + dy < height:
                bits |= source[y + dy]
        found.append(bits)
    return found


def shrunk(rows: Rows, columns: int, radius: int) -> Rows:
    """All cells that lie further than a radius inside."""
    full = (1 << columns) - 1
    return [full & ~row for row in grown([full & ~row for row in rows], columns, radius)]
