"""What is already drawn on one level, found quickly: a dictionary of 40 ft cells in front of the exact tests."""

from typing import Final

from arbitro.dungeon.lattice import Shape, Slant, beyond, bounds, contains, slants, stretch_shape
from arbitro.dungeon.model import Box, Face, Polygon, Segment, Space

OFF_SHEET: Final = "sheet"
"""Stands for the edge of the sheet where something names what blocks the way."""
_SHIFT: Final = 5
_ROW: Final = 1 << 16
"""A cell is named by one number, ``column * _ROW + row``: quicker to look up than a pair."""
Item = tuple[int, int, int, int, tuple[Slant, ...], str, Polygon]
"""West, north, east, south, the sides that make the polygon less than its box, the space, the polygon."""


class Ground:
    """The floors of one level."""

    __slots__ = ("_cells", "_height", "_width")

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._height = height
        self._cells: dict[int, list[Item]] = {}

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
                name = cx * _ROW + cy
                cell = cells.get(name)
                if cell is None:
                    cells[name] = [item]
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
        sides: tuple[Slant, ...] | None = None
        for cx in range(x0 >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                cell = cells.get(cx * _ROW + cy)
                if cell is None:
                    continue
                for item in cell:
                    if item[0] < x1 and x0 < item[2] and item[1] < y1 and y0 < item[3] and item[5] != own:
                        if sides is None:
                            sides = slants(polygon)
                        if not (item[4] and beyond(item[4], polygon)) and not (sides and beyond(sides, item[6])):
                            return item[5]
        return ""

    def free(self, polygon: Polygon) -> bool:
        """Whether a convex polygon lies on the sheet, clear of all floors."""
        return not self.blocker(polygon)

    def clear(self, face: Face, steps: int) -> bool:
        """Whether a stretch beyond a cut is free: what is asked most often, so the shapes are worked out beforehand."""
        return self.clear_at(stretch_shape(face.heading, face.width, face.cut, steps), face.x, face.y)

    def clear_at(self, shape: Shape, x: int, y: int) -> bool:
        """Whether a shape, moved to a point, lies on the sheet, clear of all floors."""
        corners, (x0, y0, x1, y1), slanted = shape
        x0, y0, x1, y1 = x0 + x, y0 + y, x1 + x, y1 + y
        if x0 < 0 or y0 < 0 or x1 > self._width or y1 > self._height:
            return False
        cells = self._cells
        polygon: Polygon = ()
        sides: tuple[Slant, ...] = ()
        rows = range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1)
        for column in range((x0 >> _SHIFT) * _ROW, ((x1 - 1) >> _SHIFT) * _ROW + 1, _ROW):
            for row in rows:
                for item in cells.get(column + row, ()):
                    if item[0] < x1 and x0 < item[2] and item[1] < y1 and y0 < item[3]:
                        if not slanted and not item[4]:
                            return False
                        if not polygon:
                            polygon = tuple([(px + x, py + y) for px, py in corners])
                            sides = tuple([(ex, ey, ax + x, ay + y) for ex, ey, ax, ay in slanted])
                        if not (item[4] and beyond(item[4], polygon)) and not (sides and beyond(sides, item[6])):
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
                for item in self._cells.get(cx * _ROW + cy, ()):
                    if item[0] < x1 and x0 < item[2] and item[1] < y1 and y0 < item[3]:
                        return False
        return True

    def reach(self, face: Face, steps: int) -> int:
        """How far a corridor can go on from a cut, in whole 5 ft, up to so many units."""
        if self.clear(face, steps):
            return steps
        low, high = 0, (steps + 3) // 4
        if face.heading % 2 == 0:
            high = min(high, self._ahead(face, steps) // 4 + 1)
        while high - low > 1:
            half = (low + high) // 2
            if self.clear(face, half * 4):
                low = half
            else:
                high = half
        return low * 4

    def _ahead(self, face: Face, steps: int) -> int:
        """How far the nearest wall along the axes lies ahead of a cut that looks along them; `steps` where none does.

        Slanting walls are not counted: the stretch up to here may still be blocked by one.
        """
        _, (x0, y0, x1, y1), _ = stretch_shape(face.heading, face.width, face.cut, steps)
        x0, y0, x1, y1 = x0 + face.x, y0 + face.y, x1 + face.x, y1 + face.y
        heading = face.heading
        far = (face.y, self._width - face.x, self._height - face.y, face.x)[heading // 2]
        nearest = min(steps, far)
        for cx in range(max(0, x0) >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(max(0, y0) >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                for item in self._cells.get(cx * _ROW + cy, ()):
                    if not item[4] and item[0] < x1 and x0 < item[2] and item[1] < y1 and y0 < item[3]:
                        off = (face.y - item[3], item[0] - face.x, item[1] - face.y, face.x - item[2])[heading // 2]
                        nearest = min(nearest, off)
        return max(0, nearest)

    def at(self, x: int, y: int) -> str:
        """The space in whose floor a point lies, or nothing."""
        for cx in {x >> _SHIFT, (x - 1) >> _SHIFT}:
            for cy in {y >> _SHIFT, (y - 1) >> _SHIFT}:
                for item in self._cells.get(cx * _ROW + cy, ()):
                    if item[0] <= x <= item[2] and item[1] <= y <= item[3] and contains(item[6], ((x, y),)):
                        return item[5]
        return ""

    def holding(self, rectangle: Polygon) -> str:
        """The space of which one convex part holds a whole rectangle, or nothing."""
        x0, y0, x1, y1 = bounds(rectangle)
        for cx in range(x0 >> _SHIFT, ((x1 - 1) >> _SHIFT) + 1):
            for cy in range(y0 >> _SHIFT, ((y1 - 1) >> _SHIFT) + 1):
                for item in self._cells.get(cx * _ROW + cy, ()):
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
