"""Numbers of places and letters of traps in passages, and where they are written."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from arbitro.dungeon.draw.raster import CELL, Raster
from arbitro.dungeon.lattice import box_of, contains
from arbitro.dungeon.model import Dungeon, Polygon, Space
from arbitro.kernel.same import Same

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def numbers(dungeon: Dungeon, level: int) -> dict[str, int]:
    """The number of each chamber, room, cave and lift of a level.

    The referee's are counted in the order of drawing. The map of a group, which is told by what it knows, counts in
    the order in which the group came in: gaps in the numbers would tell of what it has not seen.
    """
    order: dict[str, None] = {}
    # Only the referee's dungeon records what became of each lead; the map of a group never does.
    for known in dungeon.known.values() if not dungeon.closed else ():
        if known.thing in dungeon.spaces:
            order.setdefault(known.thing)
    for name in dungeon.spaces:
        order.setdefault(name)
    places = [name for name in order if dungeon.spaces[name].level == level and dungeon.spaces[name].is_place]
    return {name: number for number, name in enumerate(places, 1)}


def letters(dungeon: Dungeon, level: int) -> dict[str, str]:
    """The letter of each trap of a level that lies in a passage."""
    found = [trap.id for trap in dungeon.traps.values() if trap.level == level and _in_passage(dungeon, trap.space)]
    return {name: letter(number) for number, name in enumerate(found)}


def _in_passage(dungeon: Dungeon, space: str) -> bool:
    return space in dungeon.spaces and not dungeon.spaces[space].is_place


def letter(number: int) -> str:
    """Letters in order: a, b, … z, aa, ab and so on."""
    found = LETTERS[number % 26]
    return letter(number // 26 - 1) + found if number >= 26 else found


def spot_for(space: Space, taken: Iterable[Polygon], width: int, height: int) -> tuple[int, int]:
    """Where a label of so many units fits: near the middle, on floor, clear of what is drawn there already."""
    return _spot_for(Same(space), tuple(taken), width, height)


@lru_cache(maxsize=4096)  # a map is drawn anew at every step, and most of its places stay
def _spot_for(same: Same[Space], taken: tuple[Polygon, ...], width: int, height: int) -> tuple[int, int]:
    space = same.thing
    box = box_of(space.parts)
    floor = Raster(box).add_all(space.floor)
    for polygon in taken:
        blocked = Raster(box)
        blocked.add(polygon)
        floor.rows = [row & ~gone for row, gone in zip(floor.rows, blocked.rows, strict=True)]
    for room in (6, 2, 0):
        found = _nearest(floor, width + room, height + room)
        if found is not None:
            return found
    part = max(
        space.parts, key=lambda polygon: (polygon[0][0] - polygon[2][0]) ** 2 + (polygon[0][1] - polygon[2][1]) ** 2
    )
    x, y = sum(point[0] for point in part) // len(part), sum(point[1] for point in part) // len(part)
    return (x, y) if contains(part, ((x, y),)) else part[0]


def _nearest(floor: Raster, width: int, height: int) -> tuple[int, int] | None:
    """The middle of the free rectangle of so many units that lies nearest to the middle of a raster."""
    box = floor.box
    middle_x, middle_y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    columns, rows = -(-width // CELL), -(-height // CELL)
    bits = (1 << columns) - 1
    best: tuple[int, int, int] | None = None
    for y in range(len(floor.rows) - rows + 1):
        for x in range(floor.columns - columns + 1):
            if all(floor.rows[y + down] >> x & bits == bits for down in range(rows)):
                at_x, at_y = box[0] + CELL * x + width // 2, box[1] + CELL * y + height // 2
                off = (at_x - middle_x) ** 2 + (at_y - middle_y) ** 2
                if best is None or off < best[0]:
                    best = (off, at_x, at_y)
    return best and best[1:]
