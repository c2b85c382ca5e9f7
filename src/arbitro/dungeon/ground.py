"""What is already drawn on one level, found quickly: a dictionary of 40 ft cells in front of the exact tests."""

from typing import Final

from arbitro.dungeon.lattice import Slant, beyond, bounds, contains, slants, stretch_shape
from arbitro.dungeon.model import Box, Face, Polygon, Segment, Space

OFF_SHEET: Final = "sheet"
"""Stands for the edge of the sheet where something names what blocks the way."""
_SHIFT: Final = 5
Item = tuple[int, int, int, int, tuple[Slant, ...], str, Polygon]
"""West, north, east, south, the sides that make the polygon less than its box, the space, the polygon."""


class Ground:
    """The floors of one level."""

    __slots__ = ("_cells", "_height", "_width")

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._height = height
        self._cells: dict[tuple[int, int], list[Item]] = {}

    def add(self, space: Space) -> None:
        """Enter the floor of a space."""
        for polygon in space.parts + space.necks:
            self.add_part(space.id, polygon)

    def add_part(self, space: str, polygon: Polygon) -> None:
        """Enter one piece of floor."""
        cells = self._cells
        x0, y0, x1, y1 = bounds(polygon)
        item = (x0, y0, x1, y1, slants(polygon), space, polygon)
        for cx in range(x0 >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                cell = cells.get((cx, cy))
                if cell is None:
                    cells[cx, cy] = [item]
                else:
                    cell.append(item)

    def on_sheet(self, box: Box) -> bool:
        """Whether a box lies on the sheet."""
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self._width and box[3] <= self._height

    def blocker(self, polygon: Polygon, own: str = "") -> str:
        """The first space found, not `own`, whose floor a convex polygon would overlap, `OFF_SHEET`, or nothing."""
        x0, y0, x1, y1 = bounds(polygon)
        if x0 < 0 or y0 < 0 or x1 > self._width or y1 > self._height:
            return OFF_SHEET
        cells = self._cells
        own_slants = slants(polygon)
        for cx in range(x0 >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                cell = cells.get((cx, cy))
                if cell is None:
                    continue
                for item in cell:
                    if (
                        (item[0] < x1 and x0 < item[2] and item[1] < y1 and y0 < item[3])
                        and not (item[4] and beyond(item[4], polygon))
                        and not (own_slants and beyond(own_slants, item[6]))
                        and item[5] != own
                    ):
                        return item[5]
        return ""

    def free(self, polygon: Polygon) -> bool:
        """Whether a convex polygon lies on the sheet, clear of all floors."""
        return not self.blocker(polygon)

    def clear(self, face: Face, steps: int) -> bool:
        """Whether a stretch beyond a cut is free: what is asked most often, so the shapes are worked out beforehand."""
        shape, (west, north, east, south) = stretch_shape(face.heading, face.width, face.cut, steps)
        x, y = face.x, face.y
        x0, y0, x1, y1 = west + x, north + y, east + x, south + y
        if x0 < 0 or y0 < 0 or x1 > self._width or y1 > self._height:
            return False
        cells = self._cells
        straight = face.heading % 2 == 0
        polygon: Polygon = ()
        sides: tuple[Slant, ...] = ()
        for cx in range(x0 >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                cell = cells.get((cx, cy))
                if cell is None:
                    continue
                for item in cell:
                    if item[0] < x1 and x0 < item[2] and item[1] < y1 and y0 < item[3]:
                        if straight and not item[4]:
                            return False
                        if not polygon:
                            polygon = tuple([(px + x, py + y) for px, py in shape])
                            sides = slants(polygon)
                        if not beyond(item[4], polygon) and not beyond(sides, item[6]):
                            return False
        return True

    def all_free(self, polygons: tuple[Polygon, ...]) -> bool:
        """Whether all of some polygons are free."""
        return not any(self.blocker(polygon) for polygon in polygons)

    def empty(self, box: Box) -> bool:
        """Whether nothing at all comes near a box: a quick yes for large shapes."""
        if not self.on_sheet(box):
            return False
        x0, y0, x1, y1 = box
        for cx in range(x0 >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                for item in self._cells.get((cx, cy), ()):
                    if item[0] < x1 and x0 < item[2] and item[1] < y1 and y0 < item[3]:
                        return False
        return True

    def reach(self, face: Face, steps: int) -> int:
        """How far a corridor can go on from a cut, in whole 5 ft, up to so many units."""
        if self.clear(face, steps):
            return steps
        low, high = 0, (steps + 3) // 4
        while high - low > 1:
            half = (low + high) // 2
            if self.clear(face, half * 4):
                low = half
            else:
                high = half
        return low * 4

    def at(self, x: int, y: int) -> str:
        """The space in whose floor a point lies, or nothing."""
        for cx in {x >> _SHIFT, (x - 1) >> _SHIFT}:
            for cy in {y >> _SHIFT, (y - 1) >> _SHIFT}:
                for item in self._cells.get((cx, cy), ()):
                    if item[0] <= x <= item[2] and item[1] <= y <= item[3] and contains(item[6], ((x, y),)):
                        return item[5]
        return ""

    def holding(self, rectangle: Polygon) -> str:
        """The space of which one convex part holds a whole rectangle, or nothing."""
        x0, y0, x1, y1 = bounds(rectangle)
        for cx in range(x0 >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                for item in self._cells.get((cx, cy), ()):
                    inside = item[0] <= x0 and x1 <= item[2] and item[1] <= y0 and y1 <= item[3]
                    if inside and (not item[4] or contains(item[6], rectangle)):
                        return item[5]
        return ""


def along(segment: Segment, other: Segment) -> bool:
    """Whether two segments of one line overlap by more than a point."""
    (ax, ay), (bx, by) = segment
    (cx, cy), (ex, ey) = other
    dx, dy = bx - ax, by - ay
    if dx * (cy - ay) != dy * (cx - ax) or dx * (ey - ay) != dy * (ex - ax):
        return False
    length = dx * dx + dy * dy
    one = dx * (cx - ax) + dy * (cy - ay)
    two = dx * (ex - ax) + dy * (ey - ay)
    return max(0, min(one, two)) < min(length, max(one, two))
