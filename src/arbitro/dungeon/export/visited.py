"""What a group would know that has walked through a dungeon, opened every door and found nothing hidden."""

from collections import deque
from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import SURFACE, Dungeon, Known, Link

GROUP: Final = "party"


def walked_through(state: Dungeon, group: str = GROUP) -> Dungeon:
    """The dungeon with the knowledge of a group that has been everywhere without finding what is hidden.

    The same as `knowledge.visit` in each of the spaces it reaches, in one pass over the dungeon.
    """
    ways: dict[str, list[tuple[Link, str]]] = {}
    for link in state.links.values():
        if not link.hidden and link.b:
            ways.setdefault(link.a, []).append((link, link.b))
            if link.two_way and link.kind != "one_way_door":
                ways.setdefault(link.b, []).append((link, link.a))
    reached: dict[str, None] = {}
    todo = deque([SURFACE])
    seen = {SURFACE}
    while todo:
        here = todo.popleft()
        if here in state.spaces:
            reached[here] = None
        for _, there in ways.get(here, ()):
            if there not in seen:
                seen.add(there)
                todo.append(there)
    known: dict[str, Known] = dict(state.known)

    def learn(thing: str) -> None:
        known.setdefault(f"{group}/{thing}", Known(group, thing))

    for name in reached:
        known[f"{group}/{name}"] = Known(group, name, "visited")
    seen_from: dict[str, list[str]] = {name: [] for name in reached}
    for link in state.links.values():
        for end in () if link.hidden else (link.a,) if link.kind == "one_way_door" else (link.a, link.b):
            if end in seen_from:
                seen_from[end].append(link.id)
    for trap in state.traps.values():
        if trap.stairs and trap.space in seen_from:
            seen_from[trap.space].append(trap.stairs)
    for things in seen_from.values():
        for thing in things:
            learn(thing)
    for water in state.waters.values():
        if water.space in reached:
            learn(water.id)
    for trap in state.traps.values():
        if trap.space in reached and trap.state != "armed":
            learn(trap.id)
    for slot in state.slots.values():
        if slot.space in reached and slot.where == "here":
            learn(slot.id)
    return replace(state, known=known)


def handout(state: Dungeon, group: str = GROUP) -> Dungeon:
    """What may be handed to players: the map of a group if it has been anywhere, else of one that walked everywhere."""
    been = any(known.group == group and known.how == "visited" for known in state.known.values())
    return players_map(state if been else walked_through(state, group), group)
