"""Doors: where they stand (A.2.1) and what is behind them (A.2.2)."""

from collections.abc import Iterator

from arbitro.dungeon.deadend import leaf_ahead
from arbitro.dungeon.ground import along
from arbitro.dungeon.junction import Arm, leaves, plan_ahead, side_segment, walked
from arbitro.dungeon.lattice import (
    DX,
    DY,
    TEN_FT,
    WIDTHS,
    Mouth,
    across,
    common,
    ends,
    half_width,
    hull,
    is_diagonal,
    middle,
    mouth_at,
    moved,
    near4,
    stretch,
    turned_about,
    up4,
)
from arbitro.dungeon.model import Face, Frame, Heading, Lead, LinkKind, Point, Polygon, Segment, Space
from arbitro.dungeon.stretch import feet_left, go_on, lay_stretch
from arbitro.dungeon.work import Work

PAST_FT = 30
"""DA-DOOR-02: the next roll on A.1 is 30 ft past a door or beyond it."""
HALF_NODE_FT = 5


def hang_door_ahead(work: Work, end: Lead, rules: tuple[str, ...], kind: LinkKind = "door") -> Lead:
    """A door closes the corridor."""
    face = end.front
    link = work.link(kind, end.space, "", leaf_ahead(face), face.heading, (*rules, "DA-DOOR-01"))
    return work.open_lead(
        "door",
        end.level,
        end.space,
        ("DA-DOOR-02",),
        face=face,
        mouth=ends(face),
        frame="ahead",
        came=face.heading,
        width=face.width,
        link=link.id,
    )


def hang_side_door(work: Work, lead: Lead, end: Lead, side: Frame, rules: tuple[str, ...]) -> None:
    """A door in a side wall; the corridor goes on past it."""
    signs = {"left": (-1, 1), "right": (1, -1)}[side]
    if work.ground(end.level).free(stretch(end.front, TEN_FT)):
        node = lay_stretch(work, end, TEN_FT, "node")
        _hang(work, node, end.front.heading, signs[0], 0, rules)
        far = Lead(end.id, end.level, "corridor", node.id, moved(end.front, TEN_FT), run=(*end.run, node.id))
        go_on(work, far, feet_left(work, far, PAST_FT, TEN_FT), ("DA-DOOR-02",))
    else:
        _hang_behind(work, end, signs, rules)
        go_on(work, end, PAST_FT, ("DA-DOOR-02",))
    work.close(lead, end.space)


def _hang_behind(work: Work, end: Lead, signs: tuple[int, int], rules: tuple[str, ...]) -> None:
    """No floor ahead: the door stands in the last 10 ft of the run, on either side, or is dropped."""
    roll = work.last_total("A.2.1")
    space = work.spaces[end.run[-1]] if end.run else None
    if space is not None and space.length >= TEN_FT:
        low = space.length - TEN_FT
        for sign in signs:
            wall = side_segment(space, end.front.heading, sign, low, space.length)
            if not any(along(wall, cut) for cut in work.cuts(space.id)):
                _hang(work, space, end.front.heading, sign, low, rules)
                if sign != signs[0]:
                    work.adjust("A.2.1", roll, "no_wall_slot", "mirrored")
                return
    work.adjust("A.2.1", roll, "no_wall_slot", "dropped")


def _hang(work: Work, space: Space, heading: Heading, sign: int, low: int, rules: tuple[str, ...]) -> None:
    leaf = side_segment(space, heading, sign, low + 2, low + 6)
    wall = side_segment(space, heading, sign, low, low + TEN_FT)
    facing = (heading + 2 * sign) % 8
    face = walked(space, heading)
    link = work.link("door", space.id, "", leaf, facing, (*rules, "DA-DOOR-01"))
    x, y = middle(wall)
    work.open_lead(
        "door",
        space.level,
        space.id,
        ("DA-DOOR-02",),
        face=Face(x, y, facing, 10, face.cut),
        mouth=wall,
        frame="left" if sign < 0 else "right",
        came=heading,
        width=face.width,
        link=link.id,
    )


# -------------------------------------------------------------------- behind it


def wall_normal(lead: Lead) -> Heading:
    """Which way the wall of a door looks: the end of a diagonal corridor is cut along the squares."""
    face = lead.front
    if not is_diagonal(face.heading) or lead.frame != "ahead":
        return face.heading
    if face.cut == "h":
        return 0 if DY[face.heading] < 0 else 4
    return 2 if DX[face.heading] > 0 else 6


def door_mouth(lead: Lead, heading: Heading, width: int) -> Mouth | None:
    """The mouth of an arm centred on a door, to the nearest 5 ft line."""
    at = (lead.front.x, lead.front.y)
    line = across(heading, at)
    for wanted in sorted(range(line - 2, line + 3), key=lambda each: (each % 4 != 0, abs(each - line), each)):
        mouth = mouth_at(at, wall_normal(lead), heading, width, wanted, lead.front.cut)
        if mouth is not None:
            return mouth
    return None


def narrower(width: int) -> Iterator[int]:
    """A width and those below it."""
    return (each for each in WIDTHS if each <= width)


def lead_through(work: Work, lead: Lead, to: str, mouth: Segment) -> None:
    """The door of a lead opens into a space; the leaf keeps to the wall that the two have in common."""
    link = work.links[lead.link]
    shared = link.segment and common(link.segment, mouth)
    work.change_link(link, b=to, segment=shared or link.segment)


def false_door(work: Work, lead: Lead) -> None:
    """Nothing can be laid behind a door."""
    work.change_link(work.links[lead.link], ("DA-SOLO-03",), state="false")
    work.close(lead, lead.link, "false_door", ("DA-SOLO-03",))


def corridor_behind(work: Work, lead: Lead, heading: Heading, width: int, rules: tuple[str, ...]) -> bool:
    """A corridor that begins at the door itself."""
    ground = work.ground(lead.level)
    for try_width in narrower(width):
        mouth = door_mouth(lead, heading, try_width)
        if mouth is None or not leaves(ground, mouth):
            continue
        if try_width != width:
            work.adjust("A.3.2", work.last_total("A.3.2"), "no_space", "narrower", f"{try_width}")
        work.open_corridor(
            lead.level, lead.space, mouth.face, PAST_FT, mouth=mouth.segment, link=lead.link, rules=rules
        )
        work.close(lead, lead.link, rules=rules)
        return True
    return False


def open_door(work: Work, lead: Lead) -> None:
    """Throw A.2.2 for what is behind a door."""
    from arbitro.dungeon.place import build_room

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
            work.open_corridor(lead.level, node.id, mouth.face, PAST_FT, mouth=mouth.segment, rules=rules)
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
            work.open_corridor(
                lead.level,
                node.id,
                end,
                PAST_FT - HALF_NODE_FT,
                mouth=ends(end),
                run=(node.id,),
                rules=("DA-DOOR-04", "DA-DOOR-02"),
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
