"""Foundry VTT: a scene for each level, for versions 13 and 14, with secret doors kept secret.

The picture is for everybody; numbers and letters of the key are drawings that only the referee sees.
Version 13 reads the picture from ``background``, version 14 from ``levels``; each ignores the other.
"""

from collections.abc import Callable
from hashlib import blake2b
from itertools import pairwise
from math import ceil
from typing import Any, Final

import msgspec

from arbitro.dungeon.draw.labels import letters, numbers
from arbitro.dungeon.export.tabletop import SquarePlan
from arbitro.dungeon.lattice import DX, DY, centre, double_area
from arbitro.dungeon.model import Dungeon, Link

PIXELS: Final = 100
SMALLEST: Final = 20
"""Pixels to the square: Foundry takes no finer grid."""
PADDING: Final = 0.25
FEET: Final = 10
NORMAL: Final = 20
"""The wall blocks movement, sight, light and sound."""
DOOR, SECRET = 1, 2
CLOSED, LOCKED = 0, 2
LEFT, RIGHT = 1, 2
STEP: Final = 4
"""Pixels between the leaf of a one-way door and the wall behind it: a handle is shown to those who see within three."""
LABEL: Final = "#d01c1c"
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def to_foundry(
    dungeon: Dungeon,
    level: int,
    plan: SquarePlan,
    name: str,
    picture: str,
    size: int = PIXELS,
    *,
    labelled: bool = True,
) -> bytes:
    """The scene of a level. `picture` is where the table will find the PNG, drawn at `size` pixels to the square."""
    width, height = plan.columns * size, plan.rows * size
    off_x, off_y = (_offset(side, size) for side in (width, height))

    def pixels(x: float, y: float) -> list[int]:
        return [round(x * size) + off_x, round(y * size) + off_y]

    lines = [[pixels(*point) for point in line] for line in plan.walls]
    # A wall shorter than a pixel would be none: the table refuses it.
    walls = [_wall([*a, *b]) for line in lines for a, b in pairwise(line) if a != b]
    placed = [(link, [*pixels(*a), *pixels(*b)]) for link, a, b in plan.doors]
    # A wall with a direction stands only against those who come from the other side.
    walls += [_wall(c, direction=_side_of_a(link, c)) for link, c in placed if link.kind == "one_way_door"]
    walls += [_door(link, c) for link, c in placed]
    floor = _id(name, "level")
    scene: dict[str, Any] = {
        "_id": _id(name, "scene"),
        "name": name,
        "width": width,
        "height": height,
        "padding": PADDING,
        "background": {"src": picture},
        "levels": [
            {
                "_id": floor,
                "name": name,
                "elevation": {"bottom": -FEET * level, "top": -FEET * (level - 1)},
                "background": {"src": picture},
                "sort": 0,
            }
        ],
        "grid": {"type": 1, "size": size, "distance": FEET, "units": "ft"},
        "tokenVision": True,
        "fog": {"exploration": True},
        "walls": walls,
        "lights": [],
        "notes": [],
        "tokens": [],
        "tiles": [],
        "drawings": _labels(dungeon, level, plan, pixels, size) if labelled else [],
        "regions": [],
        "flags": {},
    }
    return msgspec.json.encode(scene)


def _offset(side: int, size: int) -> int:
    """Foundry pads a scene by whole squares on each side; walls are counted from the padded corner."""
    return ceil(side * PADDING / size) * size


def _wall(c: list[int], *, door: int = 0, state: int = CLOSED, direction: int = 0) -> dict[str, Any]:
    return {
        "c": c,
        "move": NORMAL,
        "sight": NORMAL,
        "light": NORMAL,
        "sound": NORMAL,
        "dir": direction,
        "door": door,
        "ds": state,
    }


def _door(link: Link, c: list[int]) -> dict[str, Any]:
    if link.kind == "secret_door":
        return _wall(c, door=SECRET)
    if link.kind == "one_way_door":
        # The leaf stands off the wall behind it, so that nobody on the far side is shown the handle of a door.
        off_x, off_y = -STEP * DX[link.heading], -STEP * DY[link.heading]
        return _wall([c[0] + off_x, c[1] + off_y, c[2] + off_x, c[3] + off_y], door=DOOR)
    return _wall(c, door=DOOR, state=LOCKED if link.state in ("shut", "false") else CLOSED)


def _side_of_a(link: Link, c: list[int]) -> int:
    """On which side of the wall, as it is written down, one stands before going through."""
    ax, ay, bx, by = c
    px, py = (ax + bx) / 2 - DX[link.heading], (ay + by) / 2 - DY[link.heading]
    turn = (ay - py) * (bx - px) - (ax - px) * (by - py)
    return LEFT if turn < 0 else RIGHT


def _labels(
    dungeon: Dungeon, level: int, plan: SquarePlan, pixels: Callable[[float, float], list[int]], size: int
) -> list[dict[str, Any]]:
    """The numbers of the places and the letters of the traps, where only the referee sees them."""
    places = [(str(number), spot(dungeon, name)) for name, number in numbers(dungeon, level).items()]
    traps = [
        (mark, centre(dungeon.traps[name].floor))
        for name, mark in letters(dungeon, level).items()
        if dungeon.traps[name].floor
    ]
    return [_label(text, pixels(*plan.place(x, y)), size) for text, (x, y) in (*places, *traps)]


def spot(dungeon: Dungeon, space: str) -> tuple[float, float]:
    """Where the number of a place stands: in the middle of its largest part."""
    return centre(max(dungeon.spaces[space].parts, key=double_area))


def _label(text: str, at: list[int], size: int) -> dict[str, Any]:
    x, y = at
    return {
        "x": x - size // 2,
        "y": y - size // 2,
        "shape": {"type": "r", "width": size, "height": size},
        "fillType": 0,
        "strokeWidth": 0,
        "text": text,
        "fontSize": max(8, size * 2 // 5),
        "textColor": LABEL,
        "textAlpha": 1,
        "hidden": True,
        "locked": True,
    }


def _id(name: str, what: str) -> str:
    """Sixteen letters and digits, the same for the same scene."""
    return "".join(_ALPHABET[byte % 62] for byte in blake2b(f"{name}/{what}".encode(), digest_size=16).digest())
