"""Doors that are found: by searching a section of wall, or where A.7.1 hints at one."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.appendix_a.deadend import leaf_ahead
from arbitro.appendix_a.encounter import place_monster
from arbitro.appendix_a.exits import FRAMES
from arbitro.appendix_a.junction import side_segment
from arbitro.appendix_a.level import TEXTS
from arbitro.appendix_a.site import Site, cells_of
from arbitro.appendix_a.work import Work
from arbitro.dice.stream import Dice, told_again
from arbitro.dungeon.events import NeckCut, SectionSearched, Seen, TrapChanged
from arbitro.dungeon.ground import along
from arbitro.dungeon.lattice import FIVE_FT, TEN_FT, middle, turned
from arbitro.dungeon.model import (
    Dungeon,
    Face,
    Frame,
    Heading,
    Known,
    Lead,
    Searched,
    Section,
    Segment,
    Slot,
    Space,
    Trap,
)
from arbitro.kernel.event import Event
from arbitro.text import Fault, Words

DAY: Final = 144
Outcome = Literal["nothing", "door", "monster"]


def may_search(state: Dungeon, section: str, now: int) -> bool:
    """Whether a section of wall may still be searched: once for good, or once a day by house rule."""
    done = state.searched.get(section)
    return done is None or (state.options["research"] == "per_day" and done.found != "door" and now - done.turn >= DAY)


def search_section(
    state: Dungeon, lead: str, section: str, dice: Dice, group: str = "party", *, now: int
) -> tuple[Event, ...]:
    """Search 10 ft of wall for a turn: 1 on a d12 finds a secret door, 12 brings a wandering monster."""
    found = state.leads.get(lead)
    wall = next((each for each in found.sections if each.id == section), None) if found else None
    if found is None or wall is None:
        raise Fault(Words(TEXTS, "fault.no_section", section=section))
    if not may_search(state, section, now):
        raise Fault(Words(TEXTS, "fault.searched", section=section))
    work = Work(state, dice, group)
    work.begin_quietly(section, "search")
    table = work.tables.chances["A.5.4.search"]
    row, lookup = table.roll(work.dice)
    work.log(lookup, table.rules)
    link = ""
    if row.id == "door":
        space = work.spaces[found.space]
        link = hang_secret_door(work, space, wall, ("DA-EXIT-03", "DA-PERIODIC-08"))
    elif row.id == "monster":
        slot = Slot(work.new_id("m", "slots"), found.level, found.space, "monster", "WANDERING_MONSTER", "approach")
        place_monster(work, slot, ("DA-EXIT-03",))
        work.see(slot.id)
    outcome: Outcome = "door" if row.id == "door" else "monster" if row.id == "monster" else "nothing"
    known = replace(lookup, dice=told_again(lookup.dice))
    searched = Searched(section, known, now, outcome, link)
    done = work.draft.tables["searched"]
    left = sum(1 for each in found.sections if each.id not in done and each.id != section)
    work.happen(SectionSearched(searched, left, rules=("DA-EXIT-03",)))
    if state.options["research"] == "never" and not left:
        work.close(found, found.space, rules=("DA-EXIT-03",))
    return tuple(work.events)


def hang_secret_door(work: Work, space: Space, wall: Section, rules: tuple[str, ...]) -> str:
    """A secret door stands in the middle of a section of wall, over a neck where the wall is round or slanted."""
    if wall.neck:
        if work.ground(space.level).blocker(wall.neck, space.id):
            work.adjust("A.5.4.search", 1, "no_space", "dead_end")
            return ""
        space = replace(space, necks=(*space.necks, wall.neck))
        work.happen(NeckCut(space, rules=rules, audience="referee"))
        work.ground(space.level).add_part(space.id, wall.neck)
    x, y = middle(wall.segment)
    heading = space.heading
    at_end = space.face is not None and wall.frame == "ahead"
    cut = space.face.cut if space.face else ""
    width = space.face.width if space.face else 10
    face = Face(x, y, wall.facing, min(width, 10) if at_end else 10, cut)
    leaf = leaf_ahead(face) if at_end else _leaf_in(wall.segment)
    came = turned(heading, 180) if _turned_back(heading, wall) else heading
    if space.face is not None:
        came = wall.facing if at_end else _along(wall)
    link = work.link("secret_door", space.id, "", leaf, wall.facing, rules, hidden=True, code="FOUND")
    if work.group:
        work.happen(Seen(Known(work.group, link.id)))
    work.open_lead(
        Lead(
            work.new_lead_id(),
            space.level,
            "door",
            space.id,
            face,
            wall.segment,
            frame=wall.frame,
            came=came,
            width=width,
            link=link.id,
        ),
        rules,
    )
    return link.id


def _turned_back(heading: Heading, wall: Section) -> bool:
    """Whether a wall is the one the party came in by: one faces it after turning round."""
    return wall.frame == "ahead" and wall.facing == turned(heading, 180)


def _along(wall: Section) -> Heading:
    """The way a corridor runs that has a wall on its left or right."""
    return (wall.facing + 2) % 8 if wall.frame == "left" else (wall.facing - 2) % 8


def _leaf_in(segment: Segment) -> Segment:
    """The 5 ft in the middle of a piece of wall, or all of it where it is shorter."""
    (ax, ay), (bx, by) = segment
    steps = max(abs(bx - ax), abs(by - ay))
    if steps <= FIVE_FT:
        return segment
    dx, dy = (bx - ax) // steps, (by - ay) // steps
    low, high = (steps - FIVE_FT) // 2, (steps - FIVE_FT) // 2 + FIVE_FT
    return (ax + low * dx, ay + low * dy), (ax + high * dx, ay + high * dy)


# -------------------------------------------------------------------- A.7.1, 1 to 5


def who_searches(state: Dungeon, party: tuple[str, ...]) -> tuple[str, ...]:
    """Who tries to find the possible hidden door: each character present once, or the leader alone."""
    return party if state.options["hidden_door_rolls"] == "each" else party[:1]


_FRAMES_IN_ORDER: Final[tuple[Frame, ...]] = ("left", "right", "ahead")
_PLACES: Final[dict[str, Frame]] = {"DOOR_LEFT": "left", "DOOR_RIGHT": "right", "DOOR_AHEAD": "ahead"}


def settle_hidden_door(state: Dungeon, trap: str, found: bool, dice: Dice, group: str = "party") -> tuple[Event, ...]:
    """The party has tried to find the hidden door: found, A.2.1 places it; not found, there is a pit instead."""
    set_trap = state.traps.get(trap)
    if set_trap is None or set_trap.code != "HIDDEN_DOOR" or set_trap.pit:
        raise Fault(Words(TEXTS, "fault.no_hidden_door", trap=trap))
    if set_trap.state not in ("armed", "noticed"):
        raise Fault(Words(TEXTS, "fault.no_hidden_door", trap=trap))
    work = Work(state, dice, group)
    if not found:
        work.begin_quietly(trap, "trap")
        expected = set_trap.state == "noticed"  # whoever has searched knows that there is a pit
        pit = replace(set_trap, pit=True, state="known" if expected else "armed")
        work.happen(TrapChanged(pit, rules=("DA-TRAP-02", "DA-TRAP-03"), audience="referee"))
        return tuple(work.events)
    work.begin(trap, "trap")
    row = work.roll(work.tables.door, ("DA-TRAP-02",))
    wanted = _PLACES[row.id]
    space = work.spaces[set_trap.space]
    walls = _free_walls(work, space)
    order = [wanted, *(each for each in _FRAMES_IN_ORDER if each != wanted)]
    for frame in order:
        sections = [wall for wall in walls if wall.frame == frame]
        if sections:
            if frame != wanted:
                work.adjust("A.2.1", work.last_total("A.2.1"), "no_wall_slot", "other_wall", frame)
            hang_secret_door(work, space, work.layout.pick(sections), ("DA-TRAP-02", "DA-DOOR-01"))
            break
    else:
        work.adjust("A.2.1", work.last_total("A.2.1"), "no_wall_slot", "dropped")
    work.happen(TrapChanged(replace(set_trap, state="door_found"), rules=("DA-TRAP-02",), audience="referee"))
    work.see(trap)
    return tuple(work.events)


def _free_walls(work: Work, space: Space) -> list[Section]:
    """The walls of a space in which a door can still be hung."""
    cuts = work.cuts(space.id)
    if space.face is not None:
        return _passage_walls(space, cuts)
    site = Site(space.id, space.level, space.heading, space.box, space.parts)
    if len(space.parts) > 1 or space.shape in ("cave", "irregular"):
        site.cells = cells_of(space.parts)
    found = []
    for angle, frame in FRAMES.items():
        if angle == 180:
            continue  # the way in; a party that has just entered looks ahead
        wall = turned(space.heading, angle)
        for low, high in site.stretches(wall):
            segment = site.wall_segment(wall, low, high)
            if any(along(segment, cut) for cut in cuts):
                continue
            depth = site.neck(wall, low, high)
            neck = site.neck_polygon(wall, low, high, depth) if depth else ()
            found.append(Section("", segment, wall, frame, neck))
    return found


def _passage_walls(space: Space, cuts: list[Segment]) -> list[Section]:
    found = []
    low = max(0, space.length - TEN_FT)
    for sign in (-1, 1):
        segment = side_segment(space, space.heading, sign, low, space.length)
        if not any(along(segment, cut) for cut in cuts):
            frame: Frame = "left" if sign < 0 else "right"
            found.append(Section("", segment, (space.heading + 2 * sign) % 8, frame))
    return found


def trap_is_pit(trap: Trap) -> bool:
    """Whether a trap is a pit, by its row or because no hidden door was found."""
    return trap.code in ("PIT", "PIT_SPIKES") or trap.pit
