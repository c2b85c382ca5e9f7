"""The ruling of the floors in squares of 10 ft, line by line: it ends where the floor does."""

from collections.abc import Iterable
from typing import Final

from arbitro.dungeon.lattice import bounds, is_box
from arbitro.dungeon.model import SQUARE, Polygon, Space

INSET: Final = 10
"""Tenths of a unit that the ruling keeps away from natural walls."""
Lines = dict[int, list[tuple[int, int]]]
"""For each ruled line, the stretches of it that lie on floor, in tenths of a unit."""


def grid_path(spaces: Iterable[Space]) -> str:
    """The ruling of all floors."""
    down: Lines = {}
    across: Lines = {}
    for space in spaces:
        natural = space.kind == "cave"
        for lines, axis in ((down, 0), (across, 1)):
            here: Lines = {}
            for polygon in space.floor:
                _rule(here, polygon, axis)
            for at, stretches in here.items():
                kept = [(a + INSET, b - INSET) for a, b in joined(stretches)] if natural else stretches
                lines.setdefault(at, []).extend(kept)
    found = [f"M{10 * x} {a}V{b}" for x, stretches in down.items() for a, b in joined(stretches)]
    found += [f"M{a} {10 * y}H{b}" for y, stretches in across.items() for a, b in joined(stretches)]
    return "".join(found)


def _rule(lines: Lines, polygon: Polygon, axis: int) -> None:
    """Add what a polygon has of each ruled line that runs down (axis 0) or across (axis 1)."""
    box = bounds(polygon)
    first, last = -(-box[axis] // SQUARE) * SQUARE, box[axis + 2]
    if is_box(polygon):
        whole = (10 * box[1 - axis], 10 * box[3 - axis])
        for at in range(first, last + 1, SQUARE):
            lines.setdefault(at, []).append(whole)
        return
    for at in range(first, last + 1, SQUARE):
        marks: list[float] = []
        a = polygon[-1]
        for b in polygon:
            if min(a[axis], b[axis]) <= at <= max(a[axis], b[axis]):
                if a[axis] == b[axis]:
                    marks += [a[1 - axis], b[1 - axis]]
                else:
                    marks.append(a[1 - axis] + (at - a[axis]) * (b[1 - axis] - a[1 - axis]) / (b[axis] - a[axis]))
            a = b
        if marks and max(marks) > min(marks):
            lines.setdefault(at, []).append((round(10 * min(marks)), round(10 * max(marks))))


def joined(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches of one line put together where they touch or overlap."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(stretches):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        elif high > low:
            found.append((low, high))
    return found
