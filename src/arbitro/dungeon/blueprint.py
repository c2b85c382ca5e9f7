"""A dungeon drawn by hand: rooms and passages as boxes of ten-foot squares, and the ways between those that touch.

Nothing is left to be rolled: what the author has not drawn is not there.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from arbitro.dungeon.lattice import TEN_FT, E, N, S, W
from arbitro.dungeon.model import SURFACE, Box, Content, Dungeon, Face, Heading, Link, LinkKind, Segment, Space
from arbitro.kernel.event import Setting
from arbitro.text import Texts, Words

TEXTS: Final = Texts("arbitro.dungeon.export")
LEVEL: Final = 1
LEAF: Final = TEN_FT // 2
"""Units of the leaf of a door, which is five feet wide."""
Squares = Annotated[int, Meta(ge=0, le=79)]
Wide = Annotated[int, Meta(ge=1, le=20)]


class PlanBox(Struct, frozen=True):
    """A room or a passage: its north-west corner and its size, in squares of ten feet."""

    at: tuple[Squares, Squares]
    size: tuple[Wide, Wide]
    passage: bool = False


class PlanWay(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """A way between two that share a wall."""

    start: str
    to: str
    kind: Literal["opening", "door", "secret_door", "one_way_door"] = "opening"
    """A one-way door opens from the room that it leads from."""
    locked: bool = False
    """Whether a door is locked, in games whose doors have locks."""


def way_id(number: int) -> str:
    """What the link of a way is called, by its place in the file, from 1."""
    return f"way-{number}"


def box_of(room: PlanBox) -> Box:
    """West, north, east and south of a room, in units of the lattice."""
    (x, y), (wide, high) = room.at, room.size
    return x * TEN_FT, y * TEN_FT, (x + wide) * TEN_FT, (y + high) * TEN_FT


def overlapping(rooms: Mapping[str, PlanBox]) -> tuple[str, str] | None:
    """Two rooms that lie upon each other; None where all lie beside each other."""
    boxes = [(name, box_of(room)) for name, room in rooms.items()]
    for number, (name, one) in enumerate(boxes):
        for other, two in boxes[:number]:
            if one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]:
                return other, name
    return None


def shared_wall(one: Box, two: Box) -> tuple[Heading, int, int, int] | None:
    """Where two boxes touch, seen from the first: the heading, the line, and from where to where; None for nowhere."""
    across = max(one[0], two[0]), min(one[2], two[2])
    along = max(one[1], two[1]), min(one[3], two[3])
    if across[0] < across[1] and one[1] == two[3]:
        return N, one[1], *across
    if across[0] < across[1] and one[3] == two[1]:
        return S, one[3], *across
    if along[0] < along[1] and one[2] == two[0]:
        return E, one[2], *along
    if along[0] < along[1] and one[0] == two[2]:
        return W, one[0], *along
    return None


def _segment(heading: Heading, line: int, begin: int, end: int, kind: LinkKind) -> Segment:
    """The opening in a wall, from left to right of whoever goes through: ten feet, or the leaf of a door."""
    width = min(end - begin, TEN_FT if kind == "opening" else LEAF)
    low = begin + (end - begin - width) // 2 // LEAF * LEAF
    high = low + width
    corners = {
        N: ((low, line), (high, line)),
        S: ((high, line), (low, line)),
        E: ((line, low), (line, high)),
        W: ((line, high), (line, low)),
    }
    return corners[heading]


def fault_in(
    rooms: Mapping[str, PlanBox], ways: Sequence[PlanWay], entrance: str
) -> tuple[Words, tuple[str | int, ...]] | None:
    """What is wrong with a plan, and where in its file; None where all is well."""
    if entrance not in rooms:
        return Words(TEXTS, "fault.plan_no_room", room=entrance), ("entrance",)
    twice = overlapping(rooms)
    if twice is not None:
        return Words(TEXTS, "fault.plan_overlap", one=twice[0], other=twice[1]), ("rooms", twice[1])
    for number, way in enumerate(ways):
        for room in (way.start, way.to):
            if room not in rooms:
                return Words(TEXTS, "fault.plan_no_room", room=room), ("ways", number)
        if shared_wall(box_of(rooms[way.start]), box_of(rooms[way.to])) is None:
            return Words(TEXTS, "fault.plan_apart", one=way.start, other=way.to), ("ways", number)
        if way.locked and way.kind == "opening":
            return Words(TEXTS, "fault.plan_lock", one=way.start, other=way.to), ("ways", number)
    lost = set(rooms) - reached(ways, entrance)
    if lost:
        return Words(TEXTS, "fault.plan_lost", room=min(lost)), ("rooms", min(lost))
    return None


def reached(ways: Sequence[PlanWay], entrance: str) -> set[str]:
    """The rooms to which some way leads from the entrance."""
    found, begun = {entrance}, [entrance]
    while begun:
        here = begun.pop()
        for way in ways:
            back = () if way.kind == "one_way_door" else ((way.to, way.start),)
            for one, other in ((way.start, way.to), *back):
                if one == here and other not in found:
                    found.add(other)
                    begun.append(other)
    return found


def drawn(
    rooms: Mapping[str, PlanBox], ways: Sequence[PlanWay], entrance: str, options: Mapping[str, Setting]
) -> Dungeon:
    """The dungeon of a plan in which nothing is wrong (`fault_in`)."""
    boxes = {name: box_of(room) for name, room in rooms.items()}
    spaces = {name: _space(name, room, boxes[name], ways) for name, room in rooms.items()}
    west, north, east, south = boxes[entrance]
    middle = (west + east) // 2, (north + south) // 2
    links = {
        "entrance": Link(
            "entrance", "stairs", SURFACE, entrance, 0, levels=1, at=middle, arrives=middle, code="ENTRANCE"
        )
    }
    for number, way in enumerate(ways, 1):
        wall = shared_wall(boxes[way.start], boxes[way.to])
        if wall is not None:
            name, segment = way_id(number), _segment(*wall, way.kind)
            links[name] = Link(
                name,
                way.kind,
                way.start,
                way.to,
                LEVEL,
                segment,
                wall[0],
                two_way=way.kind != "one_way_door",
                hidden=way.kind == "secret_door",
            )
    contents = {name: Content(name, "EMPTY") for name, space in spaces.items() if space.is_place}
    return Dungeon(options=dict(options), levels={LEVEL: len(spaces)}, spaces=spaces, links=links, contents=contents)


def _space(name: str, room: PlanBox, box: Box, ways: Sequence[PlanWay]) -> Space:
    west, north, east, south = box
    floor = (((west, south), (west, north), (east, north), (east, south)),)
    if room.passage:
        upright = south - north >= east - west
        heading: Heading = N if upright else E
        begin = Face((west + east) // 2, south, N, 10) if upright else Face(west, (north + south) // 2, E, 10)
        return Space(
            name, LEVEL, "corridor", "stretch", floor, heading, face=begin, length=max(south - north, east - west)
        )
    size = room.size[0] * 10, room.size[1] * 10
    exits = sum(name in (way.start, way.to) for way in ways)
    shape = "square" if size[0] == size[1] else "rectangle"
    return Space(name, LEVEL, "chamber", shape, floor, N, area=size[0] * size[1], size=size, box=box, exits=exits)
