"""Exits of chambers, rooms and caves: how many (A.5.4), in which wall (A.5.5), which way (A.5.6), onto what."""

from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from arbitro.appendix_a.beyond import Beyond, look_beyond
from arbitro.appendix_a.deadend import Wall, offer_sections
from arbitro.appendix_a.encounter import place_monster
from arbitro.appendix_a.site import NO_NECK, Site
from arbitro.appendix_a.work import Work
from arbitro.dungeon.lattice import (
    FIVE_FT,
    TEN_FT,
    Mouth,
    across,
    ends,
    mouth_at,
    moved,
    rectangle,
    stretch,
    turned,
)
from arbitro.dungeon.model import Face, Frame, Heading, Lead, Polygon, Segment, Slot, Space

LEAVING_FT: Final = 30
"""DA-PERIODIC-06: the first roll on A.1 comes 30 ft after leaving a place."""
LONGEST_NECK: Final = TEN_FT
FRAMES: Final[dict[int, Frame]] = {0: "ahead", -90: "left", 90: "right", 180: "ahead"}
_OTHER_WALLS: Final = (-90, 90, 0, 180)
"""Left, right, opposite, same: where an exit goes if its own wall has no stretch free."""


ExitKind = Literal["passage", "slanting", "door", "mapped"]


class FreeWall(NamedTuple):
    """A stretch of a wall through which an exit can go, and what lies beyond it."""

    low: int
    high: int
    beyond: Beyond


class PlacedExit(Struct, frozen=True):
    """An exit that has found its place. It is drawn once the floor of its place is."""

    site: Site
    wall: Heading
    angle: int
    low: int
    high: int
    kind: ExitKind
    width: int
    beyond: Beyond
    mapped: str = ""
    """``SECRET_DOOR`` or ``ONE_WAY_DOOR``, where it gives onto mapped ground."""
    encounter: str = ""


class ExitsRolled(Struct, frozen=True):
    """What came of the exits of a place: those to be drawn, and how many were sealed or dropped."""

    count: int
    exits: tuple[PlacedExit, ...]
    sealed: int = 0
    dropped: int = 0


def roll_exits(work: Work, sites: list[Site], area: int, kind: str) -> ExitsRolled:
    """Throw for the number of exits and place each of them. `sites` are the halves of the place, mostly one."""
    row = work.roll(work.tables.exits)
    if row.result.random:
        count = work.amount(row.result.random)
    else:
        count = row.result.up_to if area <= row.result.limit else row.result.over
    found: list[PlacedExit] = []
    sealed = dropped = 0
    per_cave = kind == "cave" and work.options["cave_monster"] == "per_cave"
    for _ in range(count):
        made = _place_exit(work, sites, kind, found)
        if isinstance(made, PlacedExit):
            if kind == "cave" and not (per_cave and found):
                made = _with_monster(work, made)
            found.append(made)
        elif made == "sealed":
            sealed += 1
        else:
            dropped += 1
    return ExitsRolled(count, tuple(found), sealed, dropped)


def _is_door(work: Work, kind: str) -> bool:
    match work.options["exit_kind"]:
        case "all_passages":
            return False
        case "all_doors":
            return True
        case _:
            return kind == "room"


def _place_exit(work: Work, sites: list[Site], kind: str, before: list[PlacedExit]) -> PlacedExit | str:
    wall = work.roll(work.tables.wall).result
    roll = work.last_total("A.5.5")
    door = _is_door(work, kind)
    width, slanting = 10, False
    if not door:
        direction = work.roll(work.tables.direction).result
        width, slanting = direction.width, direction.slanting
        if work.options["exit_width"] == "a32" and width == 10:
            width = work.roll(work.tables.width).result
    kind_here: ExitKind = "door" if door else "slanting" if slanting else "passage"
    order = [wall, *(other for other in _OTHER_WALLS if other != wall)]
    parts = work.layout.shuffled(sites) if len(sites) > 1 else sites
    any_stretch = False
    for try_width in dict.fromkeys((width, min(width, 10))):
        for angle in order:
            for site in parts:
                chosen, some = _on_wall(work, site, angle, try_width, slanting, _own_floor(sites, site, before))
                any_stretch = any_stretch or some
                if chosen is None:
                    continue
                if angle != wall:
                    work.adjust("A.5.5", roll, "no_wall_slot", "other_wall", f"{angle}")
                if try_width != width:
                    work.adjust("A.5.6", work.last_total("A.5.6"), "no_wall_slot", "narrower", f"{try_width}")
                return _settle(work, site, angle, chosen, try_width, kind_here)
    if any_stretch:
        work.adjust("A.5.5", roll, "no_space", "dead_end")
        return "sealed"
    work.adjust("A.5.5", roll, "no_wall_slot", "dropped")
    return "dropped"


def _on_wall(
    work: Work, site: Site, angle: int, width: int, slanting: bool, own: tuple[Polygon, ...]
) -> tuple[FreeWall | None, bool]:
    """A stretch of one wall through which an exit can go, in drawn order; and whether the wall had any free stretch."""
    wall = turned(site.heading, angle)
    free = site.stretches(wall, max(1, width // 10))
    if not free:
        return None, False
    necks = {each: site.neck(wall, *_exit_span(each, width)) for each in free}
    free = [each for each in free if necks[each] != NO_NECK]
    if not free:
        return None, False
    near = [each for each in free if necks[each] <= LONGEST_NECK]
    if not near:
        near = [min(free, key=lambda each: necks[each])]
    ground = work.ground(site.level)
    for low, high in work.layout.shuffled(near):
        span = _exit_span((low, high), width)
        neck = necks[low, high]
        if neck and ground.blocker(site.neck_polygon(wall, *span, neck)):
            continue
        face = site.wall_face(wall, low, high, width)
        deep = TEN_FT + (-_line_rest(face)) % FIVE_FT if slanting else TEN_FT
        beyond = look_beyond(ground, face, deep, own)
        if beyond.kind == "mapped" and beyond.depth >= TEN_FT:
            continue
        if beyond.kind != "grazed":
            return FreeWall(low, high, beyond), True
    return None, True


def _own_floor(sites: list[Site], site: Site, before: list[PlacedExit]) -> tuple[Polygon, ...]:
    """What belongs to the place but is not on the map yet: necks, the other half, the ground before its other exits."""
    necks = [neck for each in sites for neck in each.necks]
    others = [rectangle(*each.box) for each in sites if each is not site]
    if not others:
        return tuple(necks)
    for each in before:
        face = each.site.wall_face(each.wall, each.low, each.high, each.width)
        necks.append(stretch(face, TEN_FT + FIVE_FT))
    return (*necks, *others)


def _exit_span(stretch_: tuple[int, int], width: int) -> tuple[int, int]:
    """The piece of wall that an exit really takes: a 5 ft passage is narrower than its stretch."""
    low, high = stretch_
    return (low + 2, high - 2) if width == 5 else (low, high)


def _line_rest(face: Face) -> int:
    """How far a wall lies past the last 5 ft line, looking out."""
    sign = 1 if face.heading in (2, 4) else -1
    return sign * (face.x if face.heading in (2, 6) else face.y) % FIVE_FT


def _settle(work: Work, site: Site, angle: int, free: FreeWall, width: int, kind: ExitKind) -> PlacedExit:
    """An exit takes its stretch of wall; where mapped ground lies beyond, it opens onto that."""
    wall = turned(site.heading, angle)
    low, high, beyond = free
    site.used[wall].append((low, high))
    low, high = _exit_span((low, high), width)
    depth = site.neck(wall, low, high)
    if depth:
        site.necks.append(site.neck_polygon(wall, low, high, depth))
    mapped = ""
    if beyond.kind == "mapped":
        mapped = work.chance("A.5.6.mapped")
        if beyond.depth:
            site.necks.append(site.neck_polygon(wall, low, high, -beyond.depth))
    return PlacedExit(site, wall, angle, low, high, "mapped" if mapped else kind, width, beyond, mapped)


def _with_monster(work: Work, made: PlacedExit) -> PlacedExit:
    """DA-CAVE-02: 1 in 6 that a wandering monster is at the exit of a cave, 5 in 6 of those own treasure."""
    if work.chance("A.8.exit_monster") != "monster":
        return made
    treasure = work.chance("A.8.exit_treasure") == "treasure"
    face = made.site.wall_face(made.wall, made.low, made.high, made.width)
    slot = Slot(
        work.new_id("m", "slots"),
        made.site.level,
        made.site.id,
        "monster",
        "CAVE_EXIT_MONSTER",
        "exit",
        treasure="standard_monster_treasure" if treasure else "",
        at=(face.x, face.y),
    )
    place_monster(work, slot, ("DA-CAVE-02", "DA-TREASURE-05"))
    return replace(made, encounter=slot.id)


# -------------------------------------------------------------------- drawing them


def draw_exits(work: Work, rolled: ExitsRolled, spaces: dict[str, Space]) -> None:
    """Draw the exits of a place whose floor is on the map: links onto mapped ground, door leads, corridor leads."""
    for exit_ in rolled.exits:
        space = spaces[exit_.site.id]
        face = exit_.site.wall_face(exit_.wall, exit_.low, exit_.high, exit_.width)
        segment = exit_.site.wall_segment(exit_.wall, exit_.low, exit_.high)
        match exit_.kind:
            case "mapped":
                _draw_mapped(work, exit_, space)
            case "door":
                _draw_door(work, exit_, space, face, segment)
            case _:
                _draw_passage(work, exit_, space, face)
    first = next(iter(spaces.values()))
    for _ in range(rolled.sealed):
        lead = work.open_lead(Lead(work.new_lead_id(), first.level, "corridor", first.id), ("DA-EXIT-07",))
        work.close(lead, dead_end="sealed_exit", rules=("DA-SOLO-03", "DA-EXIT-07"))


def _draw_mapped(work: Work, exit_: PlacedExit, space: Space) -> None:
    secret = exit_.mapped == "SECRET_DOOR"
    work.link(
        "secret_door" if secret else "one_way_door",
        space.id,
        exit_.beyond.space,
        exit_.beyond.segment,
        exit_.wall,
        ("DA-EXIT-07",),
        two_way=secret,
        hidden=secret,
        code=exit_.mapped,
    )


def _draw_door(work: Work, exit_: PlacedExit, space: Space, face: Face, segment: Segment) -> None:
    leaf = _leaf(segment)
    link = work.link("door", space.id, "", leaf, exit_.wall, ("DA-EXIT-06", "DA-EXIT-08"))
    came = turned(space.heading, 180) if exit_.angle == 180 else space.heading
    work.open_lead(
        Lead(
            work.new_lead_id(),
            space.level,
            "door",
            space.id,
            face,
            segment,
            frame=FRAMES[exit_.angle],
            came=came,
            link=link.id,
            encounter=exit_.encounter,
        ),
        ("DA-EXIT-06",),
    )


def _leaf(segment: Segment) -> Segment:
    (ax, ay), (bx, by) = segment
    cx, cy = (ax + bx) // 2, (ay + by) // 2
    half = FIVE_FT // 2
    dx, dy = (half, 0) if ay == by else (0, half)
    return (cx - dx, cy - dy), (cx + dx, cy + dy)


def exit_mouth(face: Face) -> Mouth:
    """The mouth of a passage that leaves a wall straight."""
    mouth = mouth_at((face.x, face.y), face.heading, face.heading, face.width, across(face.heading, (face.x, face.y)))
    if mouth is None:
        raise LookupError("a wall without a straight way out")
    return mouth


def _draw_passage(work: Work, exit_: PlacedExit, space: Space, face: Face) -> None:
    mouth = exit_mouth(face)
    rules = ("DA-EXIT-05", "DA-EXIT-08")
    if exit_.kind == "passage":
        work.open_lead(
            Lead(
                work.new_lead_id(),
                space.level,
                "corridor",
                space.id,
                mouth.face,
                mouth.segment,
                LEAVING_FT,
                encounter=exit_.encounter,
            ),
            rules,
        )
        return
    first = mouth.first_part
    stub = work.lay(
        Space(
            work.new_id("s", "spaces"),
            space.level,
            "node",
            "stretch",
            (stretch(mouth.face, TEN_FT),),
            mouth.face.heading,
            (first,) if first else (),
            face=mouth.face,
            length=TEN_FT,
            lead=work.lead,
        )
    )
    work.link("opening", space.id, stub.id, mouth.segment, mouth.face.heading)
    end = moved(mouth.face, TEN_FT)
    cut: Literal["h", "v"] = "h" if exit_.wall in (0, 4) else "v"
    ground = work.ground(space.level)
    turns = work.layout.shuffled((-1, 1))
    faces = [Face(end.x, end.y, (exit_.wall + turn) % 8, exit_.width, cut) for turn in turns]
    chosen = next((each for each in faces if ground.clear(each, TEN_FT)), faces[0])
    work.open_lead(
        Lead(
            work.new_lead_id(),
            space.level,
            "corridor",
            stub.id,
            chosen,
            ends(end),
            LEAVING_FT,
            encounter=exit_.encounter,
        ),
        rules,
    )


# -------------------------------------------------------------------- none at all


def offer_walls(work: Work, site: Site, space: Space) -> None:
    """A place without exits: every wall stretch that its mouth does not touch may be searched."""
    walls: list[Wall] = []
    for angle in (-90, 0, 90, 180):
        wall = turned(site.heading, angle)
        for low, high in site.stretches(wall):
            depth = site.neck(wall, low, high)
            neck = site.neck_polygon(wall, low, high, depth) if depth else ()
            walls.append(Wall(site.wall_segment(wall, low, high), wall, FRAMES[angle], neck))
    offer_sections(work, space.level, space.id, walls, ("DA-EXIT-03",))
