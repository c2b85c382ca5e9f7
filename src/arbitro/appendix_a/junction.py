"""Nodes: where arms leave a corridor, ahead on new floor or behind through the walls of what is already laid."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from arbitro.appendix_a.work import Work
from arbitro.dungeon.ground import Ground, along
from arbitro.dungeon.lattice import (
    DX,
    DY,
    TEN_FT,
    Mouth,
    across,
    ends,
    first_shape,
    mouths,
    mouths_within,
    moved,
    overlap,
    stretch,
    turned_about,
    up4,
    ways_out,
)
from arbitro.dungeon.model import Face, Heading, Lead, Polygon, Segment, Space


class Arm(Struct, frozen=True, gc=False):
    """A new arm that is wanted: how many eighths it turns (negative: left) and how wide it is."""

    turn: int
    width: int


class ArmsPlan(Struct, frozen=True):
    """Where the arms of a node come to lie: how long it is, or in which stretches arms made behind open."""

    length: int
    arms: tuple[tuple[Arm, Mouth], ...]
    where: tuple[str, ...] = ()


def plan_ahead(face: Face, arms: Iterable[Arm], one_line: bool, shortest: int = TEN_FT) -> ArmsPlan:
    """The shortest node on new floor ahead that has room for all arms."""
    placed: list[tuple[Arm, Mouth]] = []
    wanted = sorted(arms, key=lambda arm: (-abs(arm.turn), arm.turn))
    if one_line and len(wanted) == 2:
        left, right = wanted
        others = {mouth.line: mouth for mouth in mouths(face, 1, right.turn, right.width)}
        first = next(mouth for mouth in mouths(face, -1, left.turn, left.width) if mouth.line in others)
        placed = [(left, first), (right, others[first.line])]
    else:
        after = {-1: 0, 1: 0}
        for arm in wanted:
            side = -1 if arm.turn < 0 else 1
            mouth = next(each for each in mouths(face, side, arm.turn, arm.width) if each.low >= after[side])
            after[side] = mouth.high
            placed.append((arm, mouth))
    length = max([shortest, *(mouth.high for _, mouth in placed)])
    placed.sort(key=lambda each: each[0].turn)
    return ArmsPlan(up4(length), tuple(placed))


def walked(space: Space, heading: Heading) -> Face:
    """The cut at which a stretch begins for somebody who walks it on a heading."""
    return space.front if space.front.heading == heading else turned_about(moved(space.front, space.length))


def side_segment(space: Space, heading: Heading, side: int, low: int, high: int) -> Segment:
    """A piece of the side wall of a stretch, from one step to another, seen by somebody who walks on a heading."""
    (ax, ay) = ends(walked(space, heading))[0 if side < 0 else 1]
    dx, dy = DX[heading], DY[heading]
    return (ax + low * dx, ay + low * dy), (ax + high * dx, ay + high * dy)


def bend_behind(work: Work, lead: Lead, arm: Arm) -> tuple[str, Mouth] | None:
    """One arm through the walls of the run already laid: the stretch it leaves and its mouth.

    The mouth nearest to the end that is clear of others is the only one; None too if the arm cannot leave there.
    """
    heading, spaces = lead.front.heading, work.spaces
    side = -1 if arm.turn < 0 else 1
    for name in reversed(lead.run):
        space = spaces[name]
        if space.length == 0 or space.shape != "stretch":
            continue
        taken = work.cuts(name)
        found, (dx, dy) = ways_out(walked(space, heading), side, arm.turn, arm.width, space.length)
        for mouth, beyond, first in found:
            (ax, ay), (bx, by) = mouth.segment
            segment = (ax + dx, ay + dy), (bx + dx, by + dy)
            for other in taken:
                if along(segment, other):
                    break
            else:
                ground, x, y = work.ground(lead.level), mouth.face.x + dx, mouth.face.y + dy
                if not ground.clear_at(beyond, x, y) or (first[0] and not ground.clear_at(first, x, y)):
                    return None
                return name, mouth.shifted(dx, dy, across(mouth.face.heading, (dx, dy)))
    return None


def plan_behind(work: Work, lead: Lead, arms: Iterable[Arm], one_line: bool) -> ArmsPlan | None:
    """Arms through the walls of the run already laid, each wholly in one stretch, as near the end as they fit."""
    wanted = sorted(arms, key=lambda arm: (abs(arm.turn), arm.turn))
    new: list[tuple[str, Segment]] = []
    placed: list[tuple[Arm, Mouth]] = []
    where: list[str] = []
    heading = lead.front.heading
    if one_line and len(wanted) == 2:
        for name in reversed(lead.run):
            space = work.spaces[name]
            rights = {mouth.line: mouth for mouth in _clear(work, space, heading, wanted[1], new)}
            for mouth in _clear(work, space, heading, wanted[0], new):
                if mouth.line in rights:
                    return ArmsPlan(0, ((wanted[0], mouth), (wanted[1], rights[mouth.line])), (name, name))
        return None
    for arm in wanted:
        for name in reversed(lead.run):
            found = next(_clear(work, work.spaces[name], heading, arm, new), None)
            if found is not None:
                new.append((name, found.segment))
                placed.append((arm, found))
                where.append(name)
                break
        else:
            return None
    order = sorted(range(len(placed)), key=lambda number: placed[number][0].turn)
    return ArmsPlan(0, tuple(placed[number] for number in order), tuple(where[number] for number in order))


def _clear(work: Work, space: Space, heading: Heading, arm: Arm, new: Sequence[tuple[str, Segment]]) -> Iterator[Mouth]:
    """Mouths in one wall of a stretch that are clear of others, nearest to its end first."""
    if space.face is None or space.length == 0 or space.shape != "stretch":
        return iter(())
    side = -1 if arm.turn < 0 else 1
    taken = work.cuts(space.id)
    if new:
        taken = [*taken, *(segment for name, segment in new if name == space.id)]
    return (
        mouth
        for mouth in mouths_within(walked(space, heading), side, arm.turn, arm.width, space.length)
        if not any(along(mouth.segment, segment) for segment in taken)
    )


def leaves(ground: Ground, mouth: Mouth, also: tuple[Polygon, ...] = ()) -> bool:
    """Whether an arm can leave: its first part and 10 ft beyond are free, of drawn floor and of what is being drawn."""
    # The 10 ft beyond are blocked far more often than the first part, which takes longer to work out.
    if not ground.clear(mouth.face, TEN_FT):
        return False
    face = mouth.face
    shape = first_shape(mouth.segment, face)
    if shape[0] and not ground.clear_at(shape, face.x, face.y):
        return False
    if not also:
        return True
    first = mouth.first_part
    floors = (first, stretch(mouth.face, TEN_FT)) if first else (stretch(mouth.face, TEN_FT),)
    return not any(overlap(polygon, other) for polygon in floors for other in also)
