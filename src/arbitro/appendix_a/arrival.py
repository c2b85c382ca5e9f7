"""Where a way between levels comes out: on the same spot below or above, or as near to it as the ground allows."""

from functools import cache
from typing import Final

from msgspec import Struct

from arbitro.appendix_a.work import Work
from arbitro.dungeon.lattice import DX, DY, ends, moved, rectangle, stretch, turned_about
from arbitro.dungeon.model import Face, Heading, Lead, Point, Space

RULES: Final = ("DA-STAIR-10",)
SHIFT: Final = 24
"""An arrival may be shifted by 30 ft at most."""
FIRST_CHECK_FT: Final = 30
LIFT: Final = 16


class Arrival(Struct, frozen=True):
    """The far end of a way between levels."""

    space: str
    at: Point
    new: bool
    """Whether a landing was laid for it."""


@cache
def shifts() -> tuple[Point, ...]:
    """All 5 ft points within 30 ft, nearest first, then clockwise from north."""
    points = [(x, y) for x in range(-SHIFT, SHIFT + 1, 4) for y in range(-SHIFT, SHIFT + 1, 4)]
    within = [(x, y) for x, y in points if 0 < x * x + y * y <= SHIFT * SHIFT]
    return tuple(sorted(within, key=lambda point: (point[0] ** 2 + point[1] ** 2, _clockwise(point))))


def _clockwise(point: Point) -> tuple[int, int, int]:
    """Sorts directions clockwise from north without any angle: by quadrant, then by slope."""
    x, y = point
    if x >= 0 and y < 0:
        return 0, x * 1000 // -y, 0
    if x > 0:
        return 1, y * 1000 // x, 0
    if y > 0:
        return 2, -x * 1000 // y, 0
    return 3, -y * 1000 // -x, 0


def arrive(work: Work, level: int, at: Point, face: Face, length: int, *, both_ways: bool) -> Arrival:
    """Come out on another level around a point: a 10 ft wide landing of that length, or the space that is there.

    `face` gives the heading and the cut. A landing leaves leads ahead, or both ways for a shaft.
    """
    landing = _landing(work, level, at, face, length)
    ground = work.ground(level)
    if not ground.blocker(stretch(landing, length)):
        return _lay_landing(work, level, landing, length, at, both_ways)
    there = ground.at(*at)
    if there:
        return Arrival(there, at, False)
    for dx, dy in shifts():
        shifted = (at[0] + dx, at[1] + dy)
        landing = _landing(work, level, shifted, face, length)
        if not ground.blocker(stretch(landing, length)):
            return _lay_landing(work, level, landing, length, shifted, both_ways)
    return nearest(work, level, at)


def nearest(work: Work, level: int, at: Point) -> Arrival:
    """The nearest space of a level, where nothing else is possible."""
    found = min((_distance(space, at), number, space) for number, space in enumerate(_on(work, level)))[2]
    work.adjust("A.6", work.last_total("A.6"), "no_space", "nearest_space")
    part = found.parts[0]
    inside = (sum(x for x, _ in part) // len(part), sum(y for _, y in part) // len(part))
    return Arrival(found.id, inside, False)


def _on(work: Work, level: int) -> list[Space]:
    return [space for space in work.spaces.values() if space.level == level]


def _distance(space: Space, at: Point) -> int:
    return min((x - at[0]) ** 2 + (y - at[1]) ** 2 for part in space.parts for x, y in part)


def _landing(work: Work, level: int, at: Point, face: Face, length: int) -> Face:
    del work, level
    half = length // 2
    heading = face.heading
    return Face(at[0] - half * DX[heading], at[1] - half * DY[heading], heading, 10, face.cut)


def _lay_landing(work: Work, level: int, face: Face, length: int, at: Point, both_ways: bool) -> Arrival:
    space = Space(
        work.new_id("s", "spaces"),
        level,
        "landing",
        "stretch",
        (stretch(face, length),),
        face.heading,
        face=face,
        length=length,
        lead=work.lead,
    )
    lay_unseen(work, space)
    far = moved(face, length)
    for end in (far, turned_about(face)) if both_ways else (far,):
        work.open_lead(
            Lead(work.new_lead_id(), level, "corridor", space.id, end, ends(end), FIRST_CHECK_FT, run=(space.id,)),
            RULES,
        )
    return Arrival(space.id, at, True)


def lay_unseen(work: Work, space: Space) -> None:
    """Draw floor that the party has not come to yet."""
    group, work.group = work.group, ""
    work.lay(space, RULES)
    work.group = group


def lift_place(work: Work, level: int, at: Point, heading: Heading) -> tuple[Space, Point] | None:
    """Ground for a lift of 20 by 20 ft around a point, shifted by up to 30 ft where it must be."""
    ground = work.ground(level)
    for dx, dy in ((0, 0), *shifts()):
        x, y = at[0] + dx, at[1] + dy
        floor = rectangle(x - LIFT // 2, y - LIFT // 2, x + LIFT // 2, y + LIFT // 2)
        if ground.free(floor):
            box = (x - LIFT // 2, y - LIFT // 2, x + LIFT // 2, y + LIFT // 2)
            space = Space(
                work.new_id("s", "spaces"),
                level,
                "lift",
                "square",
                (floor,),
                heading,
                area=400,
                size=(20, 20),
                box=box,
                lead=work.lead,
            )
            return space, (x, y)
    return None
