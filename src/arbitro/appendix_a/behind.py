"""What is behind a door (A.2.2): a room, a corridor straight on or slanting, or one that runs along the wall."""

from collections.abc import Iterator
from typing import Final

from arbitro.appendix_a.door import PAST_FT, door_mouth, false_door, lead_through
from arbitro.appendix_a.junction import Arm, leaves, plan_ahead
from arbitro.appendix_a.place import build_room
from arbitro.appendix_a.work import Work
from arbitro.dungeon.lattice import (
    DX,
    DY,
    TEN_FT,
    WIDTHS,
    across,
    ends,
    half_width,
    hull,
    is_diagonal,
    moved,
    near4,
    stretch,
    turned_about,
    up4,
)
from arbitro.dungeon.model import Face, Heading, Lead, Point, Polygon, Segment, Space

HALF_NODE_FT: Final = 5
"""From a side door to either end of the node behind it."""


def narrower(width: int) -> Iterator[int]:
    """A width and those below it."""
    return (each for each in WIDTHS if each <= width)


def corridor_behind(work: Work, lead: Lead, heading: Heading, width: int, rules: tuple[str, ...]) -> bool:
    """A corridor that begins at the door itself."""
    ground = work.ground(lead.level)
    for try_width in narrower(width):
        mouth = door_mouth(lead, heading, try_width)
        if mouth is None or not leaves(ground, mouth):
            continue
        if try_width != width:
            work.adjust("A.3.2", work.last_total("A.3.2"), "no_space", "narrower", f"{try_width}")
        work.open_lead(
            Lead(
                work.new_lead_id(),
                lead.level,
                "corridor",
                lead.space,
                mouth.face,
                mouth.segment,
                PAST_FT,
                link=lead.link,
            ),
            rules,
        )
        work.close(lead, lead.link, rules=rules)
        return True
    return False


def open_door(work: Work, lead: Lead) -> None:
    """Throw A.2.2 for what is behind a door."""
    row = work.roll(work.tables.behind)
    side = {"left": -1, "right": 1, "ahead": 0}[lead.frame]
    match row.id:
        case "BEHIND_ROOM":
            built = build_room(work, lead, small=False)
        case "PARALLEL_OR_SMALL_ROOM" if not side:
            built = build_room(work, lead, small=True)
        case "PARALLEL_OR_SMALL_ROOM":
            built = _parallel(work, lead, work.roll(work.tables.width).result)
        case "BEHIND_STRAIGHT":
            width = work.roll(work.tables.width).result
            built = corridor_behind(work, lead, lead.front.heading, width, row.result)
        case _:
            width = work.roll(work.tables.width).result
            turn = 1 if row.id == "BEHIND_45_FORWARD" else 3
            if side:
                built = corridor_behind(work, lead, (lead.came + side * turn) % 8, width, row.result)
            else:
                built = _slanting_ahead(work, lead, turn, width, row.result)
            if not built:
                built = corridor_behind(work, lead, lead.front.heading, width, row.result)
                if built:
                    work.adjust("A.2.2", work.last_total("A.2.2"), "no_space", "straight_on")
    if not built:
        work.adjust("A.2.2", work.last_total("A.2.2"), "no_space", "dead_end")
        false_door(work, lead)


def _slanting_ahead(work: Work, lead: Lead, turn: int, width: int, rules: tuple[str, ...]) -> bool:
    """Behind a door met straight ahead: a landing as wide as the old corridor, the arm in its left or right wall."""
    ground = work.ground(lead.level)
    entry = door_mouth(lead, lead.front.heading, lead.width)
    if entry is None:
        return False
    first = entry.first_part
    for sign in work.layout.shuffled((-1, 1)):
        for try_width in narrower(width):
            plan = plan_ahead(entry.face, (Arm(sign * turn, try_width),), one_line=False)
            floor = stretch(entry.face, plan.length)
            mouth = plan.arms[0][1]
            if ground.blocker(floor) or (first and ground.blocker(first)) or not leaves(ground, mouth):
                continue
            if try_width != width:
                work.adjust("A.3.2", work.last_total("A.3.2"), "no_space", "narrower", f"{try_width}")
            node = _lay_behind(work, lead, entry.face, plan.length, (first,) if first else ())
            lead_through(work, lead, node.id, entry.segment)
            work.open_lead(
                Lead(work.new_lead_id(), lead.level, "corridor", node.id, mouth.face, mouth.segment, PAST_FT), rules
            )
            work.close(lead, node.id, rules=rules)
            return True
    return False


def _lay_behind(work: Work, lead: Lead, face: Face, length: int, necks: tuple[Polygon, ...]) -> Space:
    return work.lay(
        Space(
            work.new_id("s", "spaces"),
            lead.level,
            "node",
            "stretch",
            (stretch(face, length),),
            face.heading,
            necks,
            face=face,
            length=length,
            lead=lead.id,
        )
    )


def _parallel(work: Work, lead: Lead, width: int) -> bool:
    """A corridor runs along the other side of the wall, both ways."""
    for try_width in narrower(width):
        face, gap, wall = _alongside(lead, try_width)
        ground = work.ground(lead.level)
        if ground.blocker(stretch(face, TEN_FT)) or (gap and ground.blocker(gap)):
            continue
        if try_width != width:
            work.adjust("A.3.2", work.last_total("A.3.2"), "no_space", "narrower", f"{try_width}")
        node = _lay_behind(work, lead, face, TEN_FT, (gap,) if gap else ())
        lead_through(work, lead, node.id, wall)
        far = moved(face, TEN_FT)
        for end in (turned_about(face), far):
            work.open_lead(
                Lead(
                    work.new_lead_id(),
                    lead.level,
                    "corridor",
                    node.id,
                    end,
                    ends(end),
                    PAST_FT - HALF_NODE_FT,
                    run=(node.id,),
                ),
                ("DA-DOOR-04", "DA-DOOR-02"),
            )
        work.close(lead, node.id, rules=("DA-DOOR-04",))
        return True
    return False


def _alongside(lead: Lead, width: int) -> tuple[Face, Polygon, Segment]:
    """The first cut of 10 ft of corridor beside a wall, the floor between it and the wall, and that piece of wall."""
    came, out = lead.came, lead.front.heading
    x, y = lead.front.x, lead.front.y
    half = half_width(came, width)
    wall = across(came, (x, y))
    outward = across(came, (DX[out], DY[out])) > 0
    line = up4(wall + half) if outward else -up4(half - wall)
    vertical = came in (2, 6) or (is_diagonal(came) and lead.front.cut == "v")
    start = near4(x) - 4 * DX[came] if vertical else near4(y) - 4 * DY[came]
    face = Face(*_point_on(came, line, start, vertical), came, width, lead.front.cut if is_diagonal(came) else "")
    inner = min(ends(face), key=lambda point: abs(across(came, point) - wall))
    on_wall = _point_on(came, wall, start, vertical)
    steps = (TEN_FT * DX[came], TEN_FT * DY[came])
    far_wall = (on_wall[0] + steps[0], on_wall[1] + steps[1])
    far_inner = (inner[0] + steps[0], inner[1] + steps[1])
    return face, hull((on_wall, far_wall, inner, far_inner)), (on_wall, far_wall)


def _point_on(heading: Heading, line: int, at: int, vertical: bool) -> Point:
    """The point of a line of that heading whose x (or y) is given."""
    if vertical:
        return at, {1: line - at, 2: line, 3: at - line}[heading % 4]
    return {0: line, 1: line - at, 3: at + line}[heading % 4], at
