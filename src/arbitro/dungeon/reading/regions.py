"""A map of squares made a dungeon: areas of floor become spaces, and ways lead through the edges between them.

What a foreign map says is turned into squares first; from there on all formats go the same way.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final, Literal

from msgspec import Struct

from arbitro.dungeon.lattice import E, N, S, boxes_of
from arbitro.dungeon.model import (
    SQUARE,
    SURFACE,
    UNIT_FT,
    Box,
    Content,
    Dungeon,
    Face,
    Heading,
    Link,
    LinkKind,
    Polygon,
    Segment,
    Space,
)
from arbitro.kernel.event import Setting
from arbitro.kernel.watch import goes_on

Cell = tuple[int, int]
Edge = tuple[int, int, Literal["h", "v"]]
"""The north side (h) or the west side (v) of a square."""
LEVEL: Final = 1
A_WHILE: Final = 4096
"""After how many squares it is asked whether anybody still waits."""
MOST_SQUARES: Final = 1_000_000
"""How many squares of a file are looked at: what reading one takes grows with them."""
MARGIN: Final = 2
"""Squares of ten feet about the floors."""
WIDTHS: Final = (5, 10, 20, 30)
BESIDE: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Area(Struct, frozen=True):
    """A piece of floor: a room, or part of a passage."""

    cells: frozenset[Cell]
    """All its squares."""
    room: bool
    necks: frozenset[Cell] = frozenset()
    """Those of them that a door stands on, which do not count for its measures."""


class DoorWay(Struct, frozen=True):
    """What stands on some edges between two areas: a door of a kind."""

    kind: LinkKind
    edges: frozenset[Edge]


class Squares(Struct, frozen=True):
    """A map in squares, as any format gives it."""

    areas: Mapping[str, Area]
    ways: tuple[DoorWay, ...]
    walls: frozenset[Edge]
    """Edges between areas that nobody passes; all others without a door are open."""
    entrance: Cell
    unit: int
    """How many units of the lattice a square measures."""


def edge_between(one: Cell, other: Cell) -> Edge:
    """The edge that two neighbouring squares share."""
    x, y = max(one, other)
    return (x, y, "v") if one[1] == other[1] else (x, y, "h")


def sheet_of(squares: Squares) -> tuple[int, int]:
    """How many squares of ten feet the sheet must measure."""
    _, _, east, south = bounds_of(cell for area in squares.areas.values() for cell in area.cells)
    west, north = _corner(squares)
    wide, high = (-(-(far - near) * squares.unit // SQUARE) + MARGIN for far, near in ((east, west), (south, north)))
    return wide, high


def dungeon_of(squares: Squares, options: Mapping[str, Setting]) -> Dungeon:
    """The dungeon of a map; `options` hold the size of its sheet."""
    corner = _corner(squares)
    owner = {cell: name for name, area in squares.areas.items() for cell in area.cells}
    links = {link.id: link for link in links_of(squares)}
    exits = Counter(end for link in links.values() for end in {link.a, link.b})
    spaces = {name: _space(name, area, squares.unit, corner, exits[name]) for name, area in squares.areas.items()}
    x, y = _units(squares.entrance, squares.unit, corner)
    middle = x + squares.unit // 2, y + squares.unit // 2
    arrival = Link(
        "entrance",
        "stairs",
        SURFACE,
        owner[squares.entrance],
        0,
        levels=1,
        at=middle,
        arrives=middle,
        code="ENTRANCE",
    )
    contents = {name: Content(name, "EMPTY") for name, space in spaces.items() if space.is_place}
    return Dungeon(
        options=dict(options),
        levels={LEVEL: len(spaces)},
        spaces=spaces,
        links={"entrance": arrival, **links},
        contents=contents,
    )


def bounds_of(cells: Iterable[Cell]) -> Box:
    """West, north, east and south of some squares, the last two beyond them."""
    kept = list(cells)
    xs, ys = [x for x, _ in kept], [y for _, y in kept]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def _corner(squares: Squares) -> Cell:
    """The square that lies at the corner of the sheet: a margin off the floors, at a whole square of ten feet."""
    west, north, _, _ = bounds_of(cell for area in squares.areas.values() for cell in area.cells)
    whole = SQUARE // squares.unit if squares.unit < SQUARE else 1
    off = MARGIN * whole
    return west // whole * whole - off, north // whole * whole - off


def _units(cell: Cell, unit: int, corner: Cell) -> Cell:
    return (cell[0] - corner[0]) * unit, (cell[1] - corner[1]) * unit


def _polygon(box: Box, unit: int, corner: Cell) -> Polygon:
    west, north = _units((box[0], box[1]), unit, corner)
    east, south = _units((box[2], box[3]), unit, corner)
    return (west, south), (west, north), (east, north), (east, south)


def _space(name: str, area: Area, unit: int, corner: Cell, exits: int) -> Space:
    goes_on()
    bare = area.cells - area.necks or area.cells
    parts = tuple(_polygon(box, unit, corner) for box in boxes_of(bare))
    necks = tuple(_polygon(box, unit, corner) for box in boxes_of(area.cells - bare))
    (west, south), _, (east, north), _ = _polygon(bounds_of(bare), unit, corner)
    across, down = (east - west) * UNIT_FT, (south - north) * UNIT_FT
    if not area.room:
        upright = south - north >= east - west
        width = min(WIDTHS, key=lambda feet: abs(feet - min(across, down)))
        begin = Face((west + east) // 2, south, N, width) if upright else Face(west, (north + south) // 2, E, width)
        heading: Heading = N if upright else E
        long = south - north if upright else east - west
        return Space(name, LEVEL, "corridor", "stretch", parts, heading, necks, face=begin, length=long)
    size = round(across), round(down)
    ground = round(len(bare) * (unit * UNIT_FT) ** 2)
    shape = "irregular" if len(parts) > 1 else "square" if across == down else "rectangle"
    return Space(
        name,
        LEVEL,
        "chamber",
        shape,
        parts,
        N,
        necks,
        area=ground,
        size=size,
        box=(west, north, east, south),
        exits=exits,
    )


def links_of(squares: Squares) -> Iterator[Link]:
    """The ways between areas: doors where they stand, and what is open besides."""
    corner = _corner(squares)
    owner = {cell: name for name, area in squares.areas.items() for cell in area.cells}
    at_door = {edge: number for number, way in enumerate(squares.ways) for edge in way.edges}
    runs: dict[tuple[int, str, str], list[Edge]] = defaultdict(list)
    for cell, name in owner.items():
        for dx, dy in ((-1, 0), (0, -1)):
            other = owner.get((cell[0] + dx, cell[1] + dy), name)
            edge = edge_between(cell, (cell[0] + dx, cell[1] + dy))
            if other != name and (edge in at_door or edge not in squares.walls):
                runs[at_door.get(edge, -1), other, name].append(edge)
    number = 0
    for (door, a, b), edges in runs.items():
        straight = sorted(_straight(edges), key=lambda run: (-len(run), run))
        kept = straight[:1] if door >= 0 else [run for run in straight if 2 * len(run) > len(straight[0])]
        for run in kept:
            number += 1
            kind: LinkKind = "opening" if door < 0 else squares.ways[door].kind
            yield _link(f"way-{number}", kind, a, b, _segment(run, squares.unit, corner))


def _link(name: str, kind: LinkKind, a: str, b: str, segment: Segment) -> Link:
    """A way from the west or the north: `links_of` looks at each square from its far side."""
    heading: Heading = E if segment[0][0] == segment[1][0] else S
    if heading == S:
        segment = segment[1], segment[0]
    return Link(name, kind, a, b, LEVEL, segment, heading, hidden=kind == "secret_door")


def _straight(edges: list[Edge]) -> Iterator[list[Edge]]:
    """Edges put together where they go on in a straight line."""
    left = set(edges)
    for edge in sorted(edges, key=lambda each: (each[2], each[0], each[1])):
        if edge not in left:
            continue
        run = [edge]
        step = (0, 1) if edge[2] == "v" else (1, 0)
        while (following := (run[-1][0] + step[0], run[-1][1] + step[1], edge[2])) in left:
            run.append(following)
        left.difference_update(run)
        yield run


def _segment(run: list[Edge], unit: int, corner: Cell) -> Segment:
    first, last = run[0], run[-1]
    low = _units((first[0], first[1]), unit, corner)
    step = (0, 1) if first[2] == "v" else (1, 0)
    return low, _units((last[0] + step[0], last[1] + step[1]), unit, corner)


def reached_from(start: str, links: Iterable[Link]) -> set[str]:
    """The spaces to which ways lead, secret ones too."""
    return _reached(start, _ways(links))


def hanging_together(spaces: Iterable[str], links: Iterable[Link]) -> Iterator[set[str]]:
    """Spaces by what is reached from one to the next."""
    ways, seen = _ways(links), set[str]()
    for space in spaces:
        if space not in seen:
            held = _reached(space, ways)
            seen |= held
            yield held


def _ways(links: Iterable[Link]) -> dict[str, set[str]]:
    ways: dict[str, set[str]] = {}
    for link in links:
        ways.setdefault(link.a, set()).add(link.b)
        ways.setdefault(link.b, set()).add(link.a)
    return ways


def _reached(start: str, ways: Mapping[str, set[str]]) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        fresh = ways.get(todo.pop(), set()) - found
        found |= fresh
        todo.extend(fresh)
    return found


def parts_of(area: set[Cell], width: int, shut: Set[Edge] = frozenset()) -> Iterator[Area]:
    """The wide parts of a piece of floor, and what is left of it; none reaches across an edge that is shut."""
    span = [(dx, dy) for dx in range(width) for dy in range(width)]
    inner = [(dx, dy, way) for dx, dy in span for way in ("h", "v") if (dy if way == "h" else dx)]

    def fits(x: int, y: int) -> bool:
        held = all((x + dx, y + dy) in area for dx, dy in span)
        return held and not any((x + dx, y + dy, way) in shut for dx, dy, way in inner)

    wide: set[Cell] = set()
    for number, (x, y) in enumerate(area):
        if number % A_WHILE == 0:
            goes_on()
        if fits(x, y):
            wide.update((x + dx, y + dy) for dx, dy in span)
    west, north, east, south = bounds_of(area)
    if not wide and min(east - west, south - north) > 1 and max(east - west, south - north) <= width:
        yield Area(frozenset(area), room=True)
        return
    for cells, room in ((wide, True), (area - wide, False)):
        yield from (Area(frozenset(part), room) for part in together(cells, shut))


def together(cells: Iterable[Cell], shut: Set[Edge] = frozenset()) -> Iterator[set[Cell]]:
    """Squares by what is reached from one to the next without crossing an edge that is shut."""
    left = set(cells)
    for start in sorted(left):
        if start not in left:
            continue
        goes_on()
        left.discard(start)
        todo, found = [start], {start}
        while todo:
            here = todo.pop()
            beside = [(here[0] + dx, here[1] + dy) for dx, dy in BESIDE]
            fresh = [near for near in beside if near in left and edge_between(here, near) not in shut]
            left.difference_update(fresh)
            found.update(fresh)
            todo.extend(fresh)
        yield found


def named(areas: Iterable[Area]) -> Iterator[tuple[str, Area]]:
    """Areas with names: rooms and passages are counted from the north-west, row by row."""
    counted: dict[str, int] = defaultdict(int)
    for area in sorted(areas, key=lambda each: min((y, x) for x, y in each.cells)):
        sort = "room" if area.room else "passage"
        counted[sort] += 1
        yield f"{sort}-{counted[sort]}", area
