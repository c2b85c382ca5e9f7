"""Looking through a wall: whether the ground behind it is free, already mapped, or only grazed by something."""

from typing import Final, Literal

from msgspec import Struct

from arbitro.dungeon.ground import Ground
from arbitro.dungeon.lattice import DX, DY, FIVE_FT, bounds, half_width, overlap, rectangle, stretch
from arbitro.dungeon.model import Face, Polygon, Segment

RULES = ("DA-EXIT-07",)


class Beyond(Struct, frozen=True):
    """What lies behind a piece of wall."""

    kind: Literal["free", "mapped", "grazed"]
    depth: int = 0
    """Mapped ground: how many units behind the wall it begins."""
    space: str = ""
    segment: Segment | None = None
    """Mapped ground: the 5 ft in which a door can stand, on the boundary of that ground."""


FREE: Final = Beyond("free")
GRAZED: Final = Beyond("grazed")


def look_beyond(ground: Ground, face: Face, deep: int, own: tuple[Polygon, ...] = ()) -> Beyond:
    """Look from a cut on a cardinal heading: so many units deep, as wide as the cut.

    `own` is floor that is being drawn and not on the map yet; it counts as grazed.
    """
    if own:
        strip = stretch(face, deep)
        if any(overlap(strip, polygon) for polygon in own):
            return GRAZED
    if ground.clear(face, deep):
        return FREE
    dx, dy = DX[face.heading], DY[face.heading]
    for depth in range(deep):
        here = Face(face.x + depth * dx, face.y + depth * dy, face.heading, face.width)
        if ground.clear(here, 1):
            continue
        half = min(FIVE_FT // 2, half_width(face.heading, face.width))
        leaf: Segment = (
            (here.x - half * abs(dy), here.y - half * abs(dx)),
            (here.x + half * abs(dy), here.y + half * abs(dx)),
        )
        (ax, ay), (bx, by) = leaf
        space = ground.holding(rectangle(*bounds((leaf[0], leaf[1], (ax + dx, ay + dy), (bx + dx, by + dy)))))
        return Beyond("mapped", depth, space, leaf) if space else GRAZED
    return GRAZED
