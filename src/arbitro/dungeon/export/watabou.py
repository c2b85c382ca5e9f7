"""The JSON of watabou's One Page Dungeon, which several programs read.

The format knows floor and nothing else: squares that touch are one room to whoever reads it. So a level is written on
a grid twice as fine as its 5 ft squares: a square of the dungeon is one of the file, and between two of them lies one
that is floor where one may walk from one to the other, a door where there is a door, and rock where there is a wall.
What merely touches keeps its wall so, and doors have a square of their own, as in files of the original. Slanted and
round floors become rows of squares.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.lattice import DX, DY, FIVE_FT, bounds, boxes_of, contains, middle
from arbitro.dungeon.model import SURFACE, Dungeon, Link, Point, Polygon, Segment, Space

VERSION: Final = "1.2.7"
"""The version whose fields these are."""
OPEN, DOOR, WAY_OUT, SECRET, STAIRS_DOWN, STAIRWELL = 0, 1, 3, 6, 8, 9
BESIDE: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
NEAR: Final = 40
"""Squares of a space from which a way to another is looked for."""
FARTHEST: Final = 30
"""Squares of rock that a way is dug through."""
Cell = tuple[int, int]
"""A square of the file."""


def to_watabou(dungeon: Dungeon, level: int, title: str, story: str, notes: dict[str, str], decoration: int) -> bytes:
    """A level as one file; `notes` are texts by the id of their place."""
    hand = Hand(decoration)
    sheet = Cells(dungeon, level)
    document: dict[str, Any] = {
        "version": VERSION,
        "title": title,
        "story": story,
        "rects": [_rect(w, n, e - w, s - n) for cells in sheet.floors() for w, n, e, s in boxes_of(cells)],
        "doors": [door for link in dungeon.links_on(level) for door in _doors(sheet, link)],
        "notes": [
            _note(dungeon.spaces[name], str(number), notes[name])
            for name, number in numbers(dungeon, level).items()
            if notes.get(name)
        ],
        "columns": _points(
            _cell((int(thing.x // FIVE_FT), int(thing.y // FIVE_FT)))
            for space in dungeon.spaces_on(level)
            for thing in furnish(space, hand)
            if thing.kind == "pillar"
        ),
        "water": _points(
            _cell(square)
            for water in dungeon.waters.values()
            if water.level == level
            for square in squares(water.outline)
        ),
    }
    return msgspec.json.encode(document)


class Cells:
    """The floor of a level in squares of the file: those of each space, and those that ways are made of."""

    def __init__(self, dungeon: Dungeon, level: int) -> None:
        self.dungeon, self.level = dungeon, level
        self.owner: dict[Cell, str] = {}
        """Which space a square belongs to; ways have none."""
        for space in dungeon.spaces_on(level):
            for polygon in space.floor:
                self.owner.update((_cell(square), space.id) for square in squares(polygon))
        for space in dungeon.spaces_on(level):
            if space.id not in self.owner.values():
                self._make_room(space)
        self.ways: dict[Cell, str] = {}
        """The squares that are neither of one space nor of another, by their link."""
        self._ends = {link.id: {link.a, link.b} for link in dungeon.links_on(level)}
        self._join_squares()
        self.door_of: dict[str, Cell] = {}
        for link in dungeon.links.values():
            if link.level == level and link.segment is not None and link.a and link.b and link.state != "false":
                self._open(link, link.segment)

    def floors(self) -> Iterator[set[Cell]]:
        """The squares of each space, then those of each way."""
        for owned in (self.owner, self.ways):
            found: dict[str, set[Cell]] = {}
            for cell, name in owned.items():
                found.setdefault(name, set()).add(cell)
            yield from found.values()

    def _make_room(self, space: Space) -> None:
        """A space too narrow to hold the middle of a square gets the nearest square that is free."""
        west, north, east, south = bounds(space.parts[0])
        x, y = (west + east) // 2 // FIVE_FT, (north + south) // 2 // FIVE_FT
        around = sorted(
            ((x + dx, y + dy) for dx in range(-3, 4) for dy in range(-3, 4)),
            key=lambda at: (abs(at[0] - x) + abs(at[1] - y), at),
        )
        free = next((square for square in around if _cell(square) not in self.owner), None)
        if free is not None:
            self.owner[_cell(free)] = space.id

    def _join_squares(self) -> None:
        """Between squares of one space lies floor."""
        squares_of = list(self.owner.items())
        for (x, y), name in squares_of:
            for dx, dy in ((1, 0), (0, 1), (1, 1)):
                around = {(x + 2 * dx, y), (x, y + 2 * dy), (x + 2 * dx, y + 2 * dy)}
                if all(self.owner.get(cell) == name for cell in around):
                    self.owner[x + dx, y + dy] = name
        owned: dict[str, set[Cell]] = {}
        for cell, name in self.owner.items():
            owned.setdefault(name, set()).add(cell)
        for name, cells in owned.items():
            self._mend(name, cells)

    def _open(self, link: Link, segment: Segment) -> None:
        """Make the way of a link: all of an opening, one square for a door."""
        between = [
            (cell, shared)
            for cell, shared in _crossed(segment)
            if {self.owner.get(side) for side in _sides(cell)} == {link.a, link.b}
        ]
        if not between:
            cells = self._dug(link, segment)
        elif link.kind == "opening":
            widest = max(shared for _, shared in between)
            cells = [cell for cell, shared in between if 2 * shared >= widest]
        else:
            cells = [max(between, key=lambda each: (each[1], (-each[0][0], -each[0][1])))[0]]
        if cells:
            self.door_of[link.id] = cells[len(cells) // 2]
        self.ways.update(dict.fromkeys(cells, link.id))

    def _dug(self, link: Link, segment: Segment) -> list[Cell]:
        """A way between spaces whose squares do not touch where the wall is slanted: the shortest through the rock."""
        x, y = middle(segment)
        ends = [
            sorted(
                (cell for cell, owner in self.owner.items() if owner == name),
                key=lambda cell: (abs(2 * cell[0] - x) + abs(2 * cell[1] - y), cell),
            )[:NEAR]
            for name in (link.a, link.b)
        ]
        goal, own = set(ends[1]), {link.a, link.b}
        return self._through_rock(ends[0], goal, own) or self._through_rock(ends[0], goal, self._open_to(link))

    def _open_to(self, link: Link) -> set[str]:
        """Where slanted passages leave no rock between them: all that is open to both ends of an opening anyway."""
        found, todo = {link.a, link.b}, [link.a, link.b] if link.kind == "opening" else []
        openings = [each for each in self.dungeon.links_on(self.level) if each.kind == "opening"]
        while todo:
            here = todo.pop()
            beside = {end for each in openings if here in (each.a, each.b) for end in (each.a, each.b)} - found
            found |= beside
            todo.extend(beside)
        return found

    def _mend(self, space: str, cells: set[Cell]) -> None:
        """Squares of one space that meet at corners only, as those of a slanted passage do, are joined."""
        pieces: list[set[Cell]] = []
        left = set(cells)
        while left:
            pieces.append(_together(min(left), left))
            left -= pieces[-1]
        pieces.sort(key=len)
        for number, piece in enumerate(pieces[:-1]):
            others = set().union(*pieces[number + 1 :])
            dug = self._through_rock(sorted(piece), others, {space})
            self.owner.update(dict.fromkeys(dug, space))
            if not dug and len(piece) == 1:
                del self.owner[min(piece)]  # a corner that nobody can stand in

    def _through_rock(self, start: list[Cell], goal: set[Cell], own: set[str]) -> list[Cell]:
        """The shortest way from some squares to others that breaks into nobody else's floor."""
        todo: list[tuple[Cell, ...]] = [(cell,) for cell in start]
        seen = set(start)
        for path in todo:
            for dx, dy in BESIDE:
                cell = path[-1][0] + dx, path[-1][1] + dy
                if cell in goal:
                    return list(path[1:])
                if cell not in seen and len(path) < FARTHEST and self._is_rock(cell, own):
                    seen.add(cell)
                    todo.append((*path, cell))
        return []

    def _is_rock(self, cell: Cell, own: set[str]) -> bool:
        """Whether one may dig here without breaking into anybody else's floor."""
        around = [(cell[0] + dx, cell[1] + dy) for dx, dy in BESIDE]
        return (
            cell not in self.owner
            and cell not in self.ways
            and all(
                (beside not in self.ways or own >= self._ends[self.ways[beside]])
                and (beside not in self.owner or self.owner[beside] in own)
                for beside in around
            )
        )


def _together(start: Cell, cells: set[Cell]) -> set[Cell]:
    """The squares among some that are reached from one of them."""
    found, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        fresh = [cell for dx, dy in BESIDE if (cell := (x + dx, y + dy)) in cells and cell not in found]
        found.update(fresh)
        todo.extend(fresh)
    return found


def _cell(square: tuple[int, int]) -> Cell:
    """The square of the file that stands for a 5 ft square."""
    return 2 * square[0] + 1, 2 * square[1] + 1


def _sides(cell: Cell) -> tuple[Cell, Cell]:
    """The two squares that one between them joins."""
    x, y = cell
    return ((x - 1, y), (x + 1, y)) if x % 2 == 0 else ((x, y - 1), (x, y + 1))


def _crossed(segment: Segment) -> Iterator[tuple[Cell, int]]:
    """The squares between squares that a piece of straight wall runs through, and how much of each, in units."""
    (ax, ay), (bx, by) = sorted(segment)
    if ax == bx:
        line, low, high = ax, min(ay, by), max(ay, by)
    elif ay == by:
        line, low, high = ay, ax, bx
    else:
        return
    across = 2 * ((line + FIVE_FT // 2) // FIVE_FT)
    for number in range(low // FIVE_FT, -(-high // FIVE_FT)):
        shared = min(high, FIVE_FT * (number + 1)) - max(low, FIVE_FT * number)
        along = 2 * number + 1
        yield ((across, along) if ax == bx else (along, across)), shared


def squares(polygon: Polygon) -> list[tuple[int, int]]:
    """The 5 ft squares that a polygon holds; a point off their middle decides, so that half a square counts once."""
    west, north, east, south = (side // FIVE_FT for side in bounds(polygon))
    return [
        (x, y)
        for y in range(north, south + 1)
        for x in range(west, east + 1)
        if contains(polygon, ((FIVE_FT * x + 1, FIVE_FT * y + 1),))
    ]


def _rect(x: int, y: int, wide: int, high: int) -> dict[str, int]:
    return {"x": x, "y": y, "w": wide, "h": high}


def _points(cells: Iterable[Cell]) -> list[dict[str, int]]:
    return [{"x": x, "y": y} for x, y in cells]


def _doors(sheet: Cells, link: Link) -> list[dict[str, Any]]:
    dungeon, level = sheet.dungeon, sheet.level
    way = {"x": DX[link.heading], "y": DY[link.heading]}
    if link.segment is not None:
        kind = {"secret_door": SECRET, "opening": OPEN}.get(link.kind, DOOR)
        if link.id not in sheet.door_of or (
            kind == OPEN and not (_is_place(dungeon, link.a) or _is_place(dungeon, link.b))
        ):
            return []
        return [_door(sheet.door_of[link.id], way, kind)]
    point = link.at if link.level == level else link.arrives
    if point is None or link.kind == "portal":
        return []
    if SURFACE in (link.a, link.b):
        kind = WAY_OUT
    else:
        goes_down = (link.levels > 0) == (link.level == level)
        kind = STAIRS_DOWN if goes_down else STAIRWELL
    return [_door(_floor_at(sheet, point), way, kind)]


def _floor_at(sheet: Cells, point: Point) -> Cell:
    """The square of floor nearest to a point."""
    x, y = _cell((point[0] // FIVE_FT, point[1] // FIVE_FT))
    return min(sheet.owner, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def _door(cell: Cell, way: dict[str, int], kind: int) -> dict[str, Any]:
    return {"x": cell[0], "y": cell[1], "dir": way, "type": kind}


def _is_place(dungeon: Dungeon, space: str) -> bool:
    return space in dungeon.spaces and dungeon.spaces[space].is_place


def _note(space: Space, ref: str, text: str) -> dict[str, Any]:
    west, north, east, south = space.box
    return {
        "text": text,
        "ref": ref,
        "pos": {"x": (west + east) / FIVE_FT + 0.5, "y": (north + south) / FIVE_FT + 0.5},
    }
