"""What a group knows of a dungeon, and the map it may be shown: built from what it knows and nothing else."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from arbitro.dungeon import TEXTS
from arbitro.dungeon.events import Seen
from arbitro.dungeon.lattice import DX, DY
from arbitro.dungeon.model import SURFACE, Dungeon, Known, Lead, Link, Slot, Space, SpaceKind, Trap, Water
from arbitro.kernel.event import Event
from arbitro.kernel.same import Same
from arbitro.text import Fault, Words

RULES: Final = ("DA-SOLO-04", "DA-POOL-03")
DOORS: Final = ("door", "secret_door", "one_way_door")
HALF_STAIRS: Final = 8
"""Stairs are drawn over 20 ft; their middle lies 10 ft before the end."""


def knows(state: Dungeon, group: str, thing: str) -> bool:
    """Whether a group has learned of a thing."""
    return f"{group}/{thing}" in state.known


def visited(state: Dungeon, group: str, space: str) -> bool:
    """Whether a group has been in a space or was shown it, or has tried a way."""
    known = state.known.get(f"{group}/{space}")
    return known is not None and known.how == "visited"


def visit(state: Dungeon, group: str, space: str) -> tuple[Event, ...]:
    """A group comes into a space that is already on the map: it sees its floor, open links, water and gas."""
    things: list[Known] = []
    if not visited(state, group, space):
        things.append(Known(group, space, "visited"))
    things.extend(
        Known(group, link.id)
        for link in state.links.values()
        if space in (link.a, link.b) and not link.hidden and _visible_from(link, space)
    )
    things.extend(Known(group, trap.stairs) for trap in state.traps.values() if trap.space == space and trap.stairs)
    things.extend(Known(group, water.id) for water in state.waters.values() if water.space == space)
    things.extend(
        Known(group, trap.id) for trap in state.traps.values() if trap.space == space and trap.state != "armed"
    )
    things.extend(
        Known(group, slot.id) for slot in state.slots.values() if slot.space == space and slot.where == "here"
    )
    new = [known for known in things if known.how == "visited" or not knows(state, group, known.thing)]
    return tuple(Seen(known, rules=("DA-SOLO-04",)) for known in new)


def _visible_from(link: Link, space: str) -> bool:
    """A one-way door looks like wall from its far side."""
    return link.kind != "one_way_door" or link.a == space


def seems_open(state: Dungeon, group: str) -> tuple[Lead, ...]:
    """Ends that a referee has looked into ahead and found to lead nowhere, and that the group has not tried yet."""
    return tuple(
        closed.unseen
        for closed in state.closed.values()
        if closed.unseen is not None and not knows(state, group, closed.id) and visited(state, group, closed.space)
    )


def try_end(state: Dungeon, group: str, lead: str) -> tuple[Event, ...]:
    """A group goes to see where such an end leads."""
    if lead not in state.closed or knows(state, group, lead):
        return ()
    return (Seen(Known(group, lead, "visited"), rules=("DA-PERIODIC-08",)),)


def find_secret(state: Dungeon, group: str, link: str) -> tuple[Event, ...]:
    """A group finds a secret door by the rules of the game in use."""
    return () if knows(state, group, link) else (Seen(Known(group, link), rules=("DA-EXIT-07",)),)


def try_door(state: Dungeon, group: str, link: str) -> tuple[Event, ...]:
    """A group tries a door, from whichever side, and so learns whether it opens from one side only, or onto rock."""
    if link not in state.links or state.links[link].kind not in DOORS:
        raise Fault(Words(TEXTS, "fault.no_door", link=link))
    if visited(state, group, link):
        return ()
    return (Seen(Known(group, link, "visited"), rules=("DA-EXIT-07",)),)


def players_map(state: Dungeon, group: str) -> Dungeon:
    """The dungeon as a group may see it: spaces it has visited, what it has found in them, and open ends it has seen.

    Levels, spaces, links, leads, traps and waters that it does not know are absent; a link to a space it has not
    visited leads nowhere yet; a magic pool that nobody has entered is a pool; traps that have not worked are not there:
    a room that has not sunk is a chamber, blind stairs are stairs. A one-way or false door that the group has not
    tried is a door.
    """
    felt = _felt(state, group)
    spaces = {name: _seen_space(space, felt) for name, space in state.spaces.items() if visited(state, group, name)}
    links = _seen_links(state, group, spaces)
    leads = {
        name: _seen_lead(lead)
        for name, lead in state.leads.items()
        if lead.kind != "search" and lead.space in spaces and (not lead.link or lead.link in links)
    }
    leads |= {lead.id: _seen_lead(lead) for lead in seems_open(state, group)}
    levels: dict[int, int] = {}
    for space in spaces.values():
        levels[space.level] = levels.get(space.level, 0) + 1
    return Dungeon(
        options=state.options,
        turn=state.turn,
        levels=levels,
        spaces=spaces,
        links=links,
        leads=leads,
        slots={
            name: _seen_slot(slot)
            for name, slot in state.slots.items()
            if knows(state, group, name) and slot.space in spaces
        },
        traps={
            name: _seen_trap(trap)
            for name, trap in state.traps.items()
            if trap.state != "armed" and trap.space in spaces and knows(state, group, name)
        },
        waters={
            name: _seen_water(water)
            for name, water in state.waters.items()
            if water.space in spaces and knows(state, group, name)
        },
        known={key: known for key, known in state.known.items() if known.group == group and known.thing in spaces},
    )


def seen_thing(state: Dungeon, group: str, thing: str) -> Space | Link | Trap | Water | Slot | None:
    """One thing that a group knows, as the group may see it; None for anything else."""
    if not knows(state, group, thing):
        return None
    if thing in state.spaces:
        return _seen_space(state.spaces[thing], _felt(state, group))
    if thing in state.links:
        been = {name: state.spaces[name] for name in _ends(state, thing) if visited(state, group, name)}
        return _seen_link(state.links[thing], been, tried=visited(state, group, thing))
    blind = _blind_stairs(state, group).get(thing)
    if blind is not None:
        return _as_stairs(blind)
    if thing in state.traps:
        return _seen_trap(state.traps[thing])
    if thing in state.waters:
        return _seen_water(state.waters[thing])
    return _seen_slot(state.slots[thing]) if thing in state.slots else None


def _ends(state: Dungeon, link: str) -> list[str]:
    found = state.links[link]
    return [name for name in (found.a, found.b) if name in state.spaces]


def _felt(state: Dungeon, group: str) -> set[str]:
    """The rooms that a group knows to sink: it has felt them move, or found the shaft."""
    traps = {trap.space for trap in state.traps.values() if trap.state != "armed" and knows(state, group, trap.id)}
    shafts = [link for link in state.links.values() if link.kind == "lift" and knows(state, group, link.id)]
    return traps | {end for link in shafts for end in (link.a, link.b)}


def _seen_space(space: Space, felt: set[str]) -> Space:
    """A space without what only the tables know of it."""
    return _shown_space(Same(space), "chamber" if space.kind == "lift" and space.id not in felt else space.kind)


@lru_cache(maxsize=8192)  # what has not changed is the same thing in the next map, and is not drawn again
def _shown_space(same: Same[Space], kind: SpaceKind) -> Space:
    space = same.thing
    return replace(space, kind=kind, exits=-1, lead="", code="" if space.is_place else space.code)


def _seen_links(state: Dungeon, group: str, spaces: dict[str, Space]) -> dict[str, Link]:
    """The links that a group knows, in the order in which it came to know them; blind stairs are among them."""
    blind = _blind_stairs(state, group)
    links: dict[str, Link] = {}
    for known in state.known.values():
        name = known.thing
        if known.group != group:
            continue
        if name in state.links:
            links[name] = _seen_link(state.links[name], spaces, tried=known.how == "visited")
        elif name in blind and blind[name].space in spaces:
            links[name] = _as_stairs(blind[name])
    return links


def _blind_stairs(state: Dungeon, group: str) -> dict[str, Trap]:
    """The blind stairs whose end a group has not reached, by the link that they seem to be."""
    return {trap.stairs: trap for trap in state.traps.values() if trap.stairs and not knows(state, group, trap.id)}


def _as_stairs(trap: Trap) -> Link:
    """Blind stairs as they look from their foot or head: stairs to somewhere."""
    face = trap.front
    at = (face.x - HALF_STAIRS * DX[face.heading], face.y - HALF_STAIRS * DY[face.heading])
    levels = -1 if trap.code == "STAIRS_UP_DEAD_END" else 1
    return Link(trap.stairs, "stairs", trap.space, "", trap.level, heading=face.heading, levels=levels, at=at)


def _seen_link(link: Link, spaces: dict[str, Space], *, tried: bool) -> Link:
    """A link without what lies behind it, where the group has not been; an untried door is a plain one."""
    a = link.a if link.a in spaces or link.a == SURFACE else ""
    b = link.b if link.b in spaces or link.b == SURFACE else ""
    return _shown_link(Same(link), a, b, tried)


@lru_cache(maxsize=8192)
def _shown_link(same: Same[Link], a: str, b: str, tried: bool) -> Link:
    link = same.thing
    if link.kind == "one_way_door" and not tried:
        link = replace(link, kind="door", two_way=True, code="")
    plain = link.state == "unchecked" or (link.state == "false" and not tried)
    state = "open" if plain else link.state
    known_far = bool(a and b)
    return replace(
        link,
        a=a,
        b=b,
        state=state,
        hidden=False,
        arrives=link.arrives if known_far else None,
        levels=link.levels if known_far or link.levels == 0 else (1 if link.levels > 0 else -1),
        code=link.code if known_far else "",
    )


def _seen_slot(slot: Slot) -> Slot:
    """What waits somewhere, as far as it shows: what it holds the game in use tells when it comes to that."""
    return replace(slot, treasure="", via="", items=(), at=None)


def _seen_lead(lead: Lead) -> Lead:
    return _shown_lead(Same(lead))


@lru_cache(maxsize=8192)
def _shown_lead(same: Same[Lead]) -> Lead:
    return replace(same.thing, to_go=0, stalled=0, encounter="")


def _seen_trap(trap: Trap) -> Trap:
    """A trap that has shown itself; what a gas does is known once somebody went through it."""
    hidden_gas = trap.code == "GAS" and trap.state == "noticed"
    pit = trap.code == "HIDDEN_DOOR" and trap.state != "door_found"  # that there might be a door is the tables' secret
    code = "PIT" if pit else trap.code
    return replace(trap, code=code, gas="" if hidden_gas else trap.gas, levels=trap.sunk, stairs="")


def _seen_water(water: Water) -> Water:
    """Water as it looks: nothing shows what lives in it, and a magic pool is a pool until somebody enters."""
    plain = "POOL" if water.kind == "pool" else "LAKE"
    if water.power:
        return replace(water, slot="", link="")
    return replace(water, code=plain, slot="", link="", detail="", compass=0)
