"""Tricks and traps (A.7.1) where they are met: in a corridor or in a place. What they do is in `spring`."""

from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.arrival import LIFT
from arbitro.appendix_a.fit import entries_from_corridor, possible
from arbitro.appendix_a.special import draw_special
from arbitro.appendix_a.stretch import feet_left, go_on, lay_stretch
from arbitro.appendix_a.tables import Trick
from arbitro.appendix_a.work import Work
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import TrapChanged, TrapPlaced
from arbitro.dungeon.lattice import DX, DY, TEN_FT, bounds, common, ends, moved, rectangle, stretch, units
from arbitro.dungeon.model import Cut, Dungeon, Face, Lead, Polygon, Segment, Space, Trap
from arbitro.kernel.event import Event

RECHECK_FT: Final = 60
BEHIND: Final = 8
"""A sliding wall stands 10 ft behind the party."""
LIFT_SQFT: Final = 400


def meet_trap(work: Work, lead: Lead, end: Lead, rules: tuple[str, ...]) -> None:
    """Throw A.7.1 in a corridor: the trap lies in the first 10 ft ahead, and the corridor goes on."""
    while True:
        code, trick = _roll(work)
        if code == "SPECIAL_OR_REROLL":
            if draw_special(work, end.level, end.space, code, trick.rules):
                break
            work.adjust("A.7.1", 20, "no_special_available", "rerolled")
            continue
        if not trick.locked:
            break
        after = _lift_in_line(work, end, code, trick)
        if after is not None:
            go_on(work, after, feet_left(work, after, RECHECK_FT, LIFT), (*rules, *trick.rules))
            work.close(lead, after.space, rules=rules)
            return
        work.adjust("A.7.1", work.last_total("A.7.1"), "no_space", "rerolled")
    if code in ("NOTHING", "SPECIAL_OR_REROLL"):
        go_on(work, end, RECHECK_FT, (*rules, *trick.rules))
        work.close(lead, end.space, rules=rules)
        return
    here, walked = end, 0
    if work.ground(end.level).clear(end.front, TEN_FT):
        node = lay_stretch(work, end, TEN_FT, "node")
        here = Lead(end.id, end.level, "corridor", node.id, moved(end.front, TEN_FT), run=(*end.run, node.id))
        walked = TEN_FT
    space = work.spaces[here.space]
    floor = stretch(end.front, units(trick.length)) if trick.length else space.parts[0]
    wall = ends(moved(end.front, -_back(work, end)))
    _set(work, space, code, trick, end.front, floor, wall)
    go_on(work, here, feet_left(work, here, RECHECK_FT, walked), rules)
    work.close(lead, here.space, rules=rules)


def _back(work: Work, end: Lead) -> int:
    """How far back in its own run a sliding wall can stand, up to 10 ft."""
    laid = sum(work.spaces[stretch_].length for stretch_ in end.run)
    return min(BEHIND, laid)


def _roll(work: Work) -> tuple[str, Trick]:
    row = work.roll(work.tables.trap)
    return row.id, row.result


def _set(work: Work, space: Space, code: str, trick: Trick, face: Face, floor: Polygon, wall: Segment | None) -> str:
    """Set a trap; gas is noticed at once, though what it does stays hidden."""
    name = work.new_id("t", "traps")
    gas = ""
    if code == "GAS":
        gas = work.roll(work.tables.gas).id
    trap = Trap(
        name,
        space.level,
        space.id,
        code,
        "noticed" if gas else "armed",
        floor,
        wall if code == "SLIDING_WALL" else None,
        face,
        gas=gas,
        levels=trick.levels,
        depth_ft=trick.depth,
    )
    work.happen(TrapPlaced(trap, rules=("DA-TRAP-01", *trick.rules), audience="referee"))
    if gas:
        work.see(name)
    return name


def _lift_in_line(work: Work, end: Lead, code: str, trick: Trick) -> Lead | None:
    """A lift of 20 by 20 ft stands in line with the corridor, which goes on beyond it."""
    ground = work.ground(end.level)
    for entry in possible(ground, entries_from_corridor(work, end.front)):
        face = entry.face
        dx, dy = DX[face.heading], DY[face.heading]
        half = LIFT // 2
        sides = ((face.x - half * abs(dy), face.y - half * abs(dx)), (face.x + half * abs(dy), face.y + half * abs(dx)))
        box = bounds((*sides, *((x + LIFT * dx, y + LIFT * dy) for x, y in sides)))
        floor = rectangle(*box)
        if ground.blocker(floor):
            continue
        space = work.lay(
            Space(
                work.new_id("s", "spaces"),
                end.level,
                "lift",
                "square",
                (floor,),
                face.heading,
                entry.necks,
                area=LIFT_SQFT,
                size=(20, 20),
                box=box,
                code=code,
                lead=work.lead,
            ),
            trick.rules,
        )
        opening = entry.opening if entry.necks else common(sides, entry.opening) or entry.opening
        work.link("opening", end.space, space.id, opening, face.heading, trick.rules)
        _set(work, space, code, trick, face, floor, None)
        far = Face(face.x + LIFT * dx, face.y + LIFT * dy, end.front.heading, end.front.width, _cut(end.front, face))
        far_wall = tuple((x + LIFT * dx, y + LIFT * dy) for x, y in sides)
        mouth = common((far_wall[0], far_wall[1]), ends(far))
        return Lead(end.id, end.level, "corridor", space.id, far, mouth)
    return None


def _cut(old: Face, entry: Face) -> Cut:
    """A diagonal corridor that leaves a lift is cut along the wall that it leaves."""
    if old.heading % 2 == 0:
        return ""
    return "h" if entry.heading in (0, 4) else "v"


def trap_in_place(work: Work, space: Space, entry: Face) -> tuple[str, str]:
    """Throw A.7.1 as the content of a place: just inside the entry, all of it for gas, the place itself for a lift.

    The trap that was set, if any, and the slot of a special that came in its stead.
    """
    while True:
        code, trick = _roll(work)
        if code != "SPECIAL_OR_REROLL":
            break
        slot = draw_special(work, space.level, space.id, code, trick.rules)
        if slot:
            return "", slot
        work.adjust("A.7.1", 20, "no_special_available", "rerolled")
    if code == "NOTHING":
        return "", ""
    floor = (
        space.parts[0] if code == "GAS" or trick.locked else stretch(Face(entry.x, entry.y, entry.heading, 10), TEN_FT)
    )
    return _set(work, space, code, trick, entry, floor, ends(entry)), ""


def reset_trap(work: Work, old: Trap) -> None:
    """Throw A.7.1 again for a lift that finds no ground below: another trick lies in its place."""
    while True:
        code, trick = _roll(work)
        if trick.locked:
            continue
        if code != "SPECIAL_OR_REROLL":
            break
        if draw_special(work, old.level, old.space, code, trick.rules):
            break
        work.adjust("A.7.1", 20, "no_special_available", "rerolled")
    work.happen(TrapChanged(replace(old, state="spent"), rules=trick.rules, audience="referee"))
    if code not in ("NOTHING", "SPECIAL_OR_REROLL"):
        space = work.spaces[old.space]
        _set(work, space, code, trick, old.front, old.floor, ends(old.front))


TRAPS: Final = ("PIT", "PIT_SPIKES", "SLIDING_WALL", "ARROWS", "SPEARS", "GAS")
"""What a referee can set by hand: the rows of A.7.1 that need neither another floor nor a hint of a door."""


def trap_as_drawn(work: Work, space: Space) -> tuple[str, str]:
    """Throw A.7.1 for a place of a map that stays as it is: rows that need another floor or a door are thrown again."""
    while True:
        code, trick = _roll(work)
        if code == "NOTHING":
            return "", ""
        if code in TRAPS:
            break
    entry = space.face or _way_in(space)
    return _set(work, space, code, trick, entry, _trap_floor(space, code, entry), ends(entry)), ""


def _trap_floor(space: Space, code: str, entry: Face) -> Polygon:
    """All of a place for gas, else ten feet just inside."""
    return space.parts[0] if code == "GAS" else stretch(Face(entry.x, entry.y, entry.heading, 10), TEN_FT)


def set_trap(state: Dungeon, space: str, code: str, dice: Dice) -> tuple[Event, ...]:
    """A referee sets a trap just inside a space; what a gas does is thrown on A.7.2 all the same."""
    work = Work(state, dice)
    work.begin_quietly(space, "trap")
    here = state.spaces[space]
    trick = next(row.result for row in work.tables.trap.rows if row.id == code)
    entry = here.face or _way_in(here)
    _set(work, here, code, trick, entry, _trap_floor(here, code, entry), ends(entry))
    return tuple(work.events)


def _way_in(space: Space) -> Face:
    """The middle of the wall by which one comes into a place."""
    west, north, east, south = space.box
    heading = space.heading - space.heading % 2
    x = {2: west, 6: east}.get(heading, (west + east) // 2)
    y = {4: north, 0: south}.get(heading, (north + south) // 2)
    return Face(x, y, heading, 10)
