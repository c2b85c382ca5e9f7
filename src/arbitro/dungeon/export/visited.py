"""What a group would know that has walked through a dungeon, opened every door and found nothing hidden."""

from collections import deque
from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import SURFACE, Dungeon, Known, Link

GROUP: Final = "party"


def walked_through(state: Dungeon, group: str = GROUP) -> Dungeon:
    """The dungeon with the knowledge of a group that has been everywhere without finding what is hidden.

    The same as `knowledge.visit` in each of the spaces it reaches, in one pass over the dungeon.
    """
    reached = _reached(state)
    known: dict[str, Known] = dict(state.known)
    for name in reached:
        known[f"{group}/{name}"] = Known(group, name, "visited")
    for thing in (*_ways_seen(state, reached), *_things_seen(state, reached)):
        known.setdefault(f"{group}/{thing}", Known(group, thing))
    return replace(state, known=known)


def _reached(state: Dungeon) -> tuple[str, ...]:
    """Every space that open ways lead to from the surface, the nearest first."""
    ways: dict[str, list[str]] = {}
    for link in state.links.values():
        if not link.hidden and link.b:
            ways.setdefault(link.a, []).append(link.b)
            if link.two_way and link.kind != "one_way_door":
                ways.setdefault(link.b, []).append(link.a)
    todo, seen = deque([SURFACE]), {SURFACE: None}
    while todo:
        for there in ways.get(todo.popleft(), ()):
            if there not in seen:
                seen[there] = None
                todo.append(there)
    return tuple(name for name in seen if name in state.spaces)


def _ways_seen(state: Dungeon, reached: tuple[str, ...]) -> Iterator[str]:
    """The ways that show in each of the spaces, one after the other."""
    seen_from: dict[str, list[str]] = {name: [] for name in reached}
    for link in state.links.values():
        for end in _shows_from(link):
            if end in seen_from:
                seen_from[end].append(link.id)
    for trap in state.traps.values():
        if trap.stairs and trap.space in seen_from:
            seen_from[trap.space].append(trap.stairs)
    return chain.from_iterable(seen_from.values())


def _shows_from(link: Link) -> tuple[str, ...]:
    """From which of its ends a way shows."""
    if link.hidden:
        return ()
    return (link.a,) if link.kind == "one_way_door" else (link.a, link.b)


def _things_seen(state: Dungeon, reached: tuple[str, ...]) -> Iterator[str]:
    """Water, traps that are armed no more, and what lies open in the spaces."""
    there = frozenset(reached)
    yield from (water.id for water in state.waters.values() if water.space in there)
    yield from (trap.id for trap in state.traps.values() if trap.space in there and trap.state != "armed")
    yield from (slot.id for slot in state.slots.values() if slot.space in there and slot.where == "here")


def on_screen(state: Dungeon, group: str = GROUP) -> Dungeon:
    """Every floor there is, without a sign of what is hidden: the picture under the fog of a virtual table.

    Secret doors and doors that open from one side only are wall, blind stairs are stairs, rooms that sink are rooms;
    traps, open ends and whoever waits are left out.
    """
    known = {f"{group}/{name}": Known(group, name, "visited") for name in state.spaces}
    shown = [link.id for link in state.links.values() if not link.hidden and link.kind != "one_way_door"]
    shown += [trap.stairs for trap in state.traps.values() if trap.stairs]
    known |= {f"{group}/{name}": Known(group, name) for name in (*shown, *state.waters)}
    return replace(players_map(replace(state, known=known), group), leads={}, slots={}, traps={}, known={})


def handout(state: Dungeon, group: str = GROUP) -> Dungeon:
    """What may be handed to players: the map of a group if it has been anywhere, else of one that walked everywhere."""
    been = any(known.group == group and known.how == "visited" for known in state.known.values())
    return players_map(state if been else walked_through(state, group), group)
