"""Universal VTT files (``.uvtt``, ``.dd2vtt``): walls as lines, doors as portals, and no word of rooms.

Floor is what walls and portals close in. The wide parts of it are rooms, the narrow ones passages; a portal to the
outside is the way in, else the southernmost passage. Rock that passages go round is closed in as well: only what hangs
together by doors and openings is taken, the largest of it.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, floor
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from arbitro.dungeon.reading.regions import (
    Area,
    Cell,
    DoorWay,
    Edge,
    Squares,
    hanging_together,
    links_of,
    named,
    parts_of,
    together,
)

UNIT: Final = 2
"""Units of our squares, which measure two and a half feet."""
ROOM_FT: Final = 15
"""What is wider than this both ways is a room."""
SMALLEST_FT: Final = 25
"""Square feet that a piece of floor has at the least."""
OFF: Final = (0.0011, 0.0023)
"""How far from their middles squares are looked at, across and down."""
MOST: Final = 20_000
Number = Annotated[float, Meta(ge=-10_000, le=10_000)]


class PointText(Struct, frozen=True):
    """A point, in squares of the file."""

    x: Number
    y: Number


class SizeText(Struct, frozen=True):
    """How many squares the map measures."""

    x: Annotated[float, Meta(gt=0, le=400)]
    y: Annotated[float, Meta(gt=0, le=400)]


class ResolutionText(Struct, frozen=True):
    """The frame of the map."""

    map_size: SizeText
    map_origin: PointText = PointText(0, 0)


class PortalText(Struct, frozen=True):
    """A door, by the ends of its leaf."""

    bounds: Annotated[tuple[PointText, ...], Meta(min_length=2, max_length=2)]


class VttText(Struct, frozen=True):
    """A file, as far as it matters here."""

    resolution: ResolutionText
    line_of_sight: Annotated[tuple[tuple[PointText, ...], ...], Meta(min_length=1, max_length=MOST)]
    portals: Annotated[tuple[PortalText, ...], Meta(max_length=MOST)] = ()


def squares_of(text: VttText, feet: int) -> int:
    """How many squares are looked at where those of a file measure so many feet: all of it, and along its lines."""
    fine = feet * 4 // 5 // UNIT
    lines = (*text.line_of_sight, *(portal.bounds for portal in text.portals))
    steps = sum(abs(a.x - b.x) + abs(a.y - b.y) + 1 for line in lines for a, b in pairwise(line))
    return ceil(text.resolution.map_size.x * fine) * ceil(text.resolution.map_size.y * fine) + ceil(steps * fine)


def read_vtt(text: VttText, feet: int) -> Squares | None:
    """The map of a file whose squares measure so many feet; None where no wall closes anything in."""
    origin = text.resolution.map_origin
    size = text.resolution.map_size
    fine = feet * 4 // 5 // UNIT
    wide, high = (ceil(side * fine) for side in (size.x, size.y))
    walls = set(_crossed(text.line_of_sight, origin, fine))
    doors = [set(_crossed((portal.bounds,), origin, fine)) - walls for portal in text.portals]
    shut = walls.union(*doors)
    found = list(together(((x, y) for x in range(wide) for y in range(high)), shut))
    rim = [any(x in (0, wide - 1) or y in (0, high - 1) for x, y in area) for area in found]
    outside = {cell for area, out in zip(found, rim, strict=True) for cell in area if out}
    least = max(1, SMALLEST_FT * 16 // 25 // UNIT**2)
    inner = [area for area, out in zip(found, rim, strict=True) if not out and len(area) >= least]
    if not inner:
        return None
    areas = dict(named(part for area in inner for part in parts_of(area, ROOM_FT * 4 // 5 // UNIT, shut)))
    ways = tuple(DoorWay("door", frozenset(edges)) for edges in doors if edges)
    whole = Squares(areas, ways, frozenset(walls), min(inner[0]), UNIT)
    walked = _largest(whole)
    floors = {cell for area in walked.values() for cell in area.cells}
    return replace(whole, areas=walked, entrance=_way_in(walked, doors, outside, floors))


def _largest(squares: Squares) -> dict[str, Area]:
    """What hangs together by doors and openings and is the largest: rock that passages go round is closed in, too."""
    best: dict[str, Area] = {}
    for held in hanging_together(squares.areas, links_of(squares)):
        if len(held) < len(best):
            continue
        part = {name: squares.areas[name] for name in held}
        if (len(part), _ground(part)) > (len(best), _ground(best)):
            best = part
    return {name: area for name, area in squares.areas.items() if name in best}


def _ground(areas: dict[str, Area]) -> int:
    return sum(len(area.cells) for area in areas.values())


def _crossed(lines: Iterable[tuple[PointText, ...]], origin: PointText, fine: int) -> Iterator[Edge]:
    """The edges between squares that lines lie on or cross: whoever goes from middle to middle is stopped."""
    for line in lines:
        for a, b in pairwise(line):
            one = (a.x - origin.x) * fine, (a.y - origin.y) * fine
            other = (b.x - origin.x) * fine, (b.y - origin.y) * fine
            yield from ((x, y, "v") for x, y in _parted(one, other, OFF))
            turned = _parted(one[::-1], other[::-1], OFF[::-1])
            yield from ((x, y, "h") for y, x in turned)


def _parted(a: tuple[float, float], b: tuple[float, float], off: tuple[float, float]) -> Iterator[Cell]:
    """The squares that a line parts from their western neighbour, row by row.

    Squares are taken a hair `off` their middle, so that no line goes through it and none is passed at a corner.
    """
    (ax, ay), (bx, by) = a, b
    low, high = min(ay, by), max(ay, by)
    for row in range(floor(low) - 1, ceil(high) + 1):
        middle = row + 0.5 + off[1]
        if low <= middle < high:
            x = ax + (bx - ax) * (middle - ay) / (by - ay)
            yield ceil(x - 0.5 - off[0]), row


def _way_in(areas: dict[str, Area], doors: list[set[Edge]], outside: set[Cell], floors: set[Cell]) -> Cell:
    """The floor behind a door to the outside; else the southernmost floor of a passage, or of anything."""
    for edges in doors:
        for x, y, way in sorted(edges):
            sides = (x, y), ((x - 1, y) if way == "v" else (x, y - 1))
            inner = [cell for cell in sides if cell in floors]
            if len(inner) == 1 and any(cell in outside or cell not in floors for cell in sides):
                return inner[0]
    passages = {cell for area in areas.values() if not area.room for cell in area.cells}
    return max(passages or floors, key=lambda cell: (cell[1], -cell[0]))
