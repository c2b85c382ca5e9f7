"""Taking up a kept map for another group (DA-SOLO-04): as the last one left it, or with all that play changed undone.

What was thrown to *draw* the map stays. What came into being only because somebody did something (searched a wall,
sank with a lift, slid down a chute, stepped into a pool) goes, and with it every place that was found by that way. A
drawn corridor that had opened into such a place (`on_collision`: ``join``) can be followed again from where it stands.
"""

from typing import Final, TypeVar

from msgspec.structs import replace

from arbitro.appendix_a.junction import walked
from arbitro.appendix_a.passage import RECHECK_FT
from arbitro.appendix_a.tables import tables
from arbitro.appendix_a.work import child_id
from arbitro.dungeon.events import MapReused
from arbitro.dungeon.lattice import ends, moved, on_boundary
from arbitro.dungeon.model import SURFACE, Dungeon, Lead, Link, Slot, Space, Trap, TrapState, Water
from arbitro.kernel.event import Event

Timed = TypeVar("Timed", Link, Trap)
RULES: Final = ("DA-SOLO-04",)
AS_LEFT: Final = "as_left"
PLAYED: Final = ("chute", "lift", "teleport")
"""Ways that open only when somebody comes upon them."""
FOUND: Final = "FOUND"
"""The code of a door that somebody found."""
MOST_LEADS: Final = 8
"""More leads than anything that happens in play opens."""


def take_up(state: Dungeon, group: str, how: str = "") -> tuple[Event, ...]:
    """A kept map is played by another group: fresh, with all as it was made, or as the last group left it.

    The new group knows nothing of it yet. `how` overrules the table's option for this once.
    """
    way = how or str(state.options["map_reuse"])
    if way == AS_LEFT:
        return (MapReused(group, way, rules=RULES, audience="referee"),)
    gone = _gone(state)
    event = MapReused(
        group,
        way,
        slots=tuple(
            replace(slot, state="present")
            for slot in state.slots.values()
            if slot.id not in gone and slot.state != "present"
        ),
        traps=tuple(
            _trap_as_made(trap) for trap in state.traps.values() if trap.id not in gone and trap != _trap_as_made(trap)
        ),
        waters=tuple(
            _water_as_made(water)
            for water in state.waters.values()
            if water.id not in gone and water != _water_as_made(water)
        ),
        links=tuple(
            _link_as_made(link) for link in state.links.values() if link.id not in gone and link != _link_as_made(link)
        ),
        spaces=tuple(_without_necks(state, gone)),
        leads=(*_walls_again(state, gone), *_ways_again(state, gone)),
        gone=tuple(sorted(gone)),
        rules=RULES,
        audience="referee",
    )
    return (event,)


def at_hour(state: Dungeon, turn: int) -> Dungeon:
    """The same dungeon by another clock: what is shut for a while stays so for as long as it would have."""
    later = turn - state.turn
    return replace(
        state,
        turn=turn,
        links={name: _later(link, later) for name, link in state.links.items()},
        traps={name: _later(trap, later) for name, trap in state.traps.items()},
        searched={name: replace(done, turn=done.turn + later) for name, done in state.searched.items()},
    )


def _later(thing: Timed, turns: int) -> Timed:
    return replace(thing, until=thing.until + turns) if thing.until else thing


# -------------------------------------------------------------------- what goes


def _played(link: Link) -> bool:
    return link.kind in PLAYED or link.code == FOUND


def _gone(state: Dungeon) -> set[str]:
    """The ids of all that would not be there if nobody had played."""
    makers = {*state.searched, *state.traps, *state.waters}
    gone = set(state.searched)
    opened = {child_id(maker, number) for maker in makers for number in range(MOST_LEADS)}
    gone |= opened & (state.leads.keys() | state.closed.keys())
    for space in state.spaces.values():  # oldest first, so whatever a place leads to comes after it
        come_by = state.closed.get(space.lead)
        # Later visits to a pool or a lift throw from ``<id>-<number>``.
        played = space.lead.partition("-")[0] in makers or space.lead in gone
        if played or (come_by is not None and come_by.space in gone):
            gone.add(space.id)
    gone |= {link.id for link in state.links.values() if _played(link) or gone & {link.a, link.b}}
    inside: tuple[Slot | Trap | Water, ...] = (*state.slots.values(), *state.traps.values(), *state.waters.values())
    gone |= {entry.id for entry in inside if entry.space in gone}
    # A wanderer that a search called up, or the trick that took the place of a lift without ground below.
    gone |= {name for name in (*state.slots, *state.traps) if name[:-2] in makers}
    gone |= {lead.id for lead in state.leads.values() if lead.space in gone or lead.link in gone}
    gone |= {closed.id for closed in state.closed.values() if closed.space in gone or closed.to in gone}
    return gone


def _without_necks(state: Dungeon, gone: set[str]) -> list[Space]:
    """Round and slanting walls close again where a door was found in them."""
    changed: dict[str, Space] = {}
    for link in state.links.values():
        if link.code != FOUND or link.segment is None or link.a in gone:
            continue
        space = changed.get(link.a, state.spaces[link.a])
        necks = tuple(neck for neck in space.necks if not on_boundary(link.segment, neck))
        if necks != space.necks:
            changed[link.a] = replace(space, necks=necks)
    return list(changed.values())


def _walls_again(state: Dungeon, gone: set[str]) -> list[Lead]:
    """Walls that were searched to the last may be searched again."""
    return [closed.walls for closed in state.closed.values() if closed.walls is not None and closed.id not in gone]


def _ways_again(state: Dungeon, gone: set[str]) -> list[Lead]:
    """Corridors of the drawn map that had opened into a place which goes."""
    joined: dict[tuple[str, str], Link] = {
        (link.id.rpartition("k")[0], link.b): link for link in state.links.values() if link.kind == "opening"
    }
    found = []
    for closed in state.closed.values():
        link = joined.get((closed.id, closed.to))
        if link is None or closed.to not in gone or link.a in gone or state.spaces[link.a].face is None:
            continue
        stretch = state.spaces[link.a]
        face = moved(walked(stretch, link.heading), stretch.length)
        found.append(Lead(closed.id, closed.level, "corridor", stretch.id, face, ends(face), RECHECK_FT, (stretch.id,)))
    return found


# -------------------------------------------------------------------- what is as it was made


def _trap_as_made(trap: Trap) -> Trap:
    levels = trap.levels
    if trap.code.startswith("ELEVATOR"):
        levels = next(row.result.levels for row in tables().trap.rows if row.id == trap.code)
    state: TrapState = "noticed" if trap.code == "GAS" else "armed"
    return replace(trap, state=state, until=0, sunk=0, pit=False, link="", levels=levels)


def _water_as_made(water: Water) -> Water:
    if water.kind == "lake":
        return water
    return replace(water, power="", detail="", compass=0, spent=False, bathers=(), wished=False, link="")


def _link_as_made(link: Link) -> Link:
    if link.kind == "stairs" and link.levels > 0 and link.a != SURFACE:
        return replace(link, state="unchecked", until=0)
    return link
