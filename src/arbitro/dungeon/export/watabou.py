"""The JSON of watabou's One Page Dungeon, which several programs read. Its squares are our 5 ft squares.

It knows rectangles, round rooms, doors, columns, water and notes: slanted floors become rows of squares.
"""

from typing import Any, Final

import msgspec

from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.lattice import DX, DY, FIVE_FT, bounds, contains, is_box
from arbitro.dungeon.model import SURFACE, Dungeon, Link, Polygon, Space

VERSION: Final = "1.2.7"
"""The version whose fields these are."""
OPEN, DOOR, WAY_OUT, SECRET, STAIRS_DOWN, STAIRWELL = 0, 1, 3, 6, 8, 9


def to_watabou(dungeon: Dungeon, level: int, title: str, story: str, notes: dict[str, str], decoration: int) -> bytes:
    """A level as one file; `notes` are texts by the id of their place."""
    hand = Hand(decoration)
    document: dict[str, Any] = {
        "version": VERSION,
        "title": title,
        "story": story,
        "rects": [rect for space in dungeon.spaces_on(level) for rect in _rects(space)],
        "doors": [door for link in dungeon.links_on(level) for door in _doors(dungeon, link, level)],
        "notes": [
            _note(dungeon.spaces[name], str(number), notes[name])
            for name, number in numbers(dungeon, level).items()
            if notes.get(name)
        ],
        "columns": [
            {"x": int(thing.x // FIVE_FT), "y": int(thing.y // FIVE_FT)}
            for space in dungeon.spaces_on(level)
            for thing in furnish(space, hand)
            if thing.kind == "pillar"
        ],
        "water": [
            {"x": x, "y": y}
            for water in dungeon.waters.values()
            if water.level == level
            for x, y in _squares(water.outline)
        ],
    }
    return msgspec.json.encode(document)


def _rects(space: Space) -> list[dict[str, Any]]:
    if space.shape == "circle":
        return [_rect(*_outer(space.box), rotunda=True), *(_rect(*_outer(bounds(neck))) for neck in space.necks)]
    found = []
    for polygon in space.floor:
        if is_box(polygon):
            found.append(_rect(*_outer(bounds(polygon))))
        else:
            found.extend(_rect(x, y, x + wide, y + 1) for x, y, wide in _runs(polygon))
    return found


def _outer(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The squares that a box touches."""
    return box[0] // FIVE_FT, box[1] // FIVE_FT, -(-box[2] // FIVE_FT), -(-box[3] // FIVE_FT)


def _rect(west: int, north: int, east: int, south: int, **more: bool) -> dict[str, Any]:
    return {"x": west, "y": north, "w": east - west, "h": south - north, **more}


def _squares(polygon: Polygon) -> list[tuple[int, int]]:
    """The squares whose middle lies in a polygon."""
    west, north, east, south = _outer(bounds(polygon))
    return [
        (x, y)
        for y in range(north, south)
        for x in range(west, east)
        if contains(polygon, ((FIVE_FT * x + 2, FIVE_FT * y + 2),))
    ]


def _runs(polygon: Polygon) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = []
    for x, y in _squares(polygon):
        if found and found[-1][1] == y and found[-1][0] + found[-1][2] == x:
            found[-1] = (found[-1][0], y, found[-1][2] + 1)
        else:
            found.append((x, y, 1))
    return found


def _doors(dungeon: Dungeon, link: Link, level: int) -> list[dict[str, Any]]:
    way = {"x": DX[link.heading], "y": DY[link.heading]}
    if link.segment is not None:
        (ax, ay), (bx, by) = link.segment
        kind = {"secret_door": SECRET, "opening": OPEN}.get(link.kind, DOOR)
        if kind == OPEN and not (_is_place(dungeon, link.a) or _is_place(dungeon, link.b)):
            return []
        return [{"x": (ax + bx) // 2 // FIVE_FT, "y": (ay + by) // 2 // FIVE_FT, "dir": way, "type": kind}]
    point = link.at if link.level == level else link.arrives
    if point is None or link.kind == "portal":
        return []
    if SURFACE in (link.a, link.b):
        kind = WAY_OUT
    else:
        goes_down = (link.levels > 0) == (link.level == level)
        kind = STAIRS_DOWN if goes_down else STAIRWELL
    return [{"x": point[0] // FIVE_FT, "y": point[1] // FIVE_FT, "dir": way, "type": kind}]


def _is_place(dungeon: Dungeon, space: str) -> bool:
    return space in dungeon.spaces and dungeon.spaces[space].is_place


def _note(space: Space, ref: str, text: str) -> dict[str, Any]:
    west, north, east, south = space.box
    return {"text": text, "ref": ref, "pos": {"x": (west + east) / 2 / FIVE_FT, "y": (north + south) / 2 / FIVE_FT}}
