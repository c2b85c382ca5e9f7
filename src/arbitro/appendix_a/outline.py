"""The natural outline of a cave: bays eaten out of a full rectangle of 5 ft squares."""

from arbitro.appendix_a.layout import Layout
from arbitro.appendix_a.site import Cell
from arbitro.dungeon.model import Heading

RULES = ("DA-CAVE-04",)
LEAST_SHARE = 60
MOST_SHARE = 80
"""Percent of the rectangle that a cave covers at least, and the most that is drawn for before bays are taken."""


def carve(layout: Layout, columns: int, rows: int, heading: Heading, mouth: tuple[int, int] | None) -> set[Cell]:
    """The squares that stay floor: connected, touching all four sides, clear behind the mouth, 60 to 100 percent.

    `mouth` is from which to which square of the entry wall the way in opens, that wall lying behind `heading`.
    """
    share = LEAST_SHARE + layout.below(MOST_SHARE + 1 - LEAST_SHARE)
    removed = (100 - share) * columns * rows // 100
    reach = -(-3 * removed // (columns + rows))
    while True:
        kept = _kept(layout, columns, rows, heading, mouth, reach)
        if len(kept) * 100 >= share * columns * rows:
            return kept
        reach -= 1


def _kept(
    layout: Layout, columns: int, rows: int, heading: Heading, mouth: tuple[int, int] | None, reach: int
) -> set[Cell]:
    north, south = _bays(layout, columns, reach, rows), _bays(layout, columns, reach, rows)
    west, east = _bays(layout, rows, reach, columns), _bays(layout, rows, reach, columns)
    kept = {
        (x, y) for x in range(columns) for y in range(north[x], rows - south[x]) if west[y] <= x < columns - east[y]
    }
    if mouth is not None:
        kept.update(_way_in(columns, rows, heading, mouth))
    return _connected(kept, (columns // 2, rows // 2))


def _bays(layout: Layout, length: int, reach: int, depth: int) -> list[int]:
    """How deep the rock comes in along a side: a walk by single squares that touches the side about its middle."""
    limit = min(reach, max(0, (depth - 2) // 3))
    at = layout.below(limit + 1)
    found = []
    for _ in range(length):
        at = min(limit, max(0, at + layout.below(3) - 1))
        found.append(at)
    for step in range(min(limit + 1, length // 3)):
        # Rock rounds off the corners.
        for place in (step, length - 1 - step):
            found[place] = max(found[place], limit + 1 - step if limit else 0)
    touch = length // 3 + layout.below(max(1, length // 3))
    # The bay runs down to the side over neighbouring squares, so the outline stays connected there.
    for step in range(length):
        for place in (touch - step, touch + 1 + step):
            if 0 <= place < length:
                found[place] = min(found[place], 2 * step)
    return found


def _way_in(columns: int, rows: int, heading: Heading, mouth: tuple[int, int]) -> set[Cell]:
    """A clear way from the mouth to the middle of the cave."""
    low, high = mouth
    across = range(low, high)
    if heading in (0, 4):
        deep = range(rows // 2, rows) if heading == 0 else range(rows // 2 + 1)
        way = {(x, y) for x in across for y in deep}
        row = rows // 2
        reach = range(min(low, columns // 2), max(high, columns // 2 + 1))
        return way | {(x, row) for x in reach}
    deep = range(columns // 2 + 1) if heading == 2 else range(columns // 2, columns)
    way = {(x, y) for x in deep for y in across}
    column = columns // 2
    reach = range(min(low, rows // 2), max(high, rows // 2 + 1))
    return way | {(column, y) for y in reach}


def _connected(cells: set[Cell], start: Cell) -> set[Cell]:
    """The squares that can be walked to from one of them."""
    if start not in cells:
        return set()
    found = {start}
    todo = [start]
    while todo:
        x, y = todo.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in cells and near not in found:
                found.add(near)
                todo.append(near)
    return found
