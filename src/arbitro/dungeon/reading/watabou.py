"""One Page Dungeon files (JSON): rectangles of floor, doors on squares of their own, notes.

Rectangles that touch are one piece of floor; what is one square wide of it is a passage. Stairs that lead to other
levels have nothing to lead to and are left out; the way out is the way in.
"""

from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct, field

from arbitro.dungeon.export.watabou import OPEN, SECRET, STAIRS_DOWN, STAIRWELL, WAY_OUT
from arbitro.dungeon.model import LinkKind
from arbitro.dungeon.reading.regions import (
    BESIDE,
    Area,
    Cell,
    DoorWay,
    Squares,
    edge_between,
    named,
    parts_of,
    together,
)

UNIT: Final = 4
"""A square of the file is five feet."""
ARCH: Final = 2
ROOM: Final = 2
"""Squares that a room is wide at the least."""
MOST: Final = 4000
At = Annotated[int, Meta(ge=-100_000, le=100_000)]
Measure = Annotated[int, Meta(ge=1, le=200)]


class RectText(Struct, frozen=True):
    """A rectangle of floor."""

    x: At
    y: At
    w: Measure
    h: Measure


class DirText(Struct, frozen=True):
    """The way that a door faces."""

    x: Annotated[float, Meta(ge=-1, le=1)] = 0
    y: Annotated[float, Meta(ge=-1, le=1)] = 0


class DoorText(Struct, frozen=True):
    """A door, by the square that it stands on."""

    x: At
    y: At
    dir: DirText = DirText()
    type: Annotated[int, Meta(ge=0, le=99)] = 1


class PlaceText(Struct, frozen=True):
    """Where a note stands."""

    x: float
    y: float


class NoteText(Struct, frozen=True):
    """A note of the author's."""

    text: str
    pos: PlaceText
    ref: str = ""


class OnePage(Struct, frozen=True):
    """A file, as far as it matters here."""

    rects: Annotated[tuple[RectText, ...], Meta(min_length=1, max_length=MOST)]
    doors: Annotated[tuple[DoorText, ...], Meta(max_length=MOST)] = ()
    notes: Annotated[tuple[NoteText, ...], Meta(max_length=MOST)] = field(default=())
    title: str = ""
    story: str = ""


class Read(NamedTuple):
    """A map in squares, and notes by the name of their area."""

    squares: Squares
    notes: dict[str, str]


def squares_of(text: OnePage) -> int:
    """How many squares its rectangles have, one that is drawn twice counted twice."""
    return sum(rect.w * rect.h for rect in text.rects)


def sides_of(text: OnePage) -> tuple[int, int]:
    """How many squares of the file the floors reach across and down."""
    east, south = max(rect.x + rect.w for rect in text.rects), max(rect.y + rect.h for rect in text.rects)
    return east - min(rect.x for rect in text.rects), south - min(rect.y for rect in text.rects)


def read_one_page(text: OnePage) -> Read:
    """The map of a file."""
    doors = {(door.x, door.y): door for door in text.doors}
    floor = {
        (x, y)
        for rect in text.rects
        for x in range(rect.x, rect.x + rect.w)
        for y in range(rect.y, rect.y + rect.h)
        if rect.w * rect.h > 1 or (x, y) not in doors
    }
    areas = dict(named(part for area in together(floor - _thresholds(doors, floor)) for part in parts_of(area, ROOM)))
    if not areas:
        return Read(Squares({}, (), frozenset(), (0, 0), UNIT), {})
    owner = {cell: name for name, area in areas.items() for cell in area.cells}
    thresholds = set(doors) - set(owner)
    ways, entrances = _through_doors(doors, owner)
    cells: dict[str, set[Cell]] = {}
    for cell, name in owner.items():
        cells.setdefault(name, set()).add(cell)
    areas = {
        name: Area(frozenset(held), name in areas and areas[name].room, frozenset(held & thresholds))
        for name, held in cells.items()
    }
    entrance = entrances[0] if entrances else max(owner, key=lambda cell: (cell[1], -cell[0]))
    notes: dict[str, str] = {}
    for note in text.notes:
        name = owner.get((int(note.pos.x // 1), int(note.pos.y // 1)), "")
        if name and note.text:
            notes[name] = " ".join(filter(None, (notes.get(name, ""), note.text)))
    return Read(Squares(areas, ways, frozenset(), entrance, UNIT), notes)


def _thresholds(doors: dict[Cell, DoorText], floor: set[Cell]) -> set[Cell]:
    """Squares of doors that lie in a rectangle of their passage; stairs stand on floor like any other."""
    stairs = (WAY_OUT, STAIRS_DOWN, STAIRWELL)
    return {cell for cell, door in doors.items() if cell in floor and door.type not in stairs}


def _through_doors(doors: dict[Cell, DoorText], owner: dict[Cell, str]) -> tuple[tuple[DoorWay, ...], list[Cell]]:
    """The doors between areas; their squares are given to the area that they are entered from."""
    ways: list[DoorWay] = []
    entrances: list[Cell] = []
    for number, (cell, door) in enumerate(doors.items(), 1):
        if door.type == WAY_OUT:
            entrances.append(cell)
        inside = cell in owner
        # A niche before a secret door would give it away: its square lies on the far side.
        side = 1 if door.type == SECRET else -1
        steps = ((side * round(door.dir.x), side * round(door.dir.y)), *BESIDE)
        beside = [near for dx, dy in steps if (near := (cell[0] + dx, cell[1] + dy)) in owner and near != cell]
        if not inside:
            owner[cell] = owner[beside[0]] if beside else f"passage-door-{number}"
        if door.type in (OPEN, ARCH, WAY_OUT, STAIRS_DOWN, STAIRWELL):
            continue
        kind: LinkKind = "secret_door" if door.type == SECRET else "door"
        edges = frozenset(edge_between(cell, near) for near in beside if owner[near] != owner[cell])
        if edges:
            ways.append(DoorWay(kind, edges))
    return tuple(ways), entrances
