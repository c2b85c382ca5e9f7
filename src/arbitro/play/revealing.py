"""The referee hides and shows: what the party's map has on it is the referee's to change.

To show a place puts its floor, its plain ways and its water on the map, not what waits in it: that is shown piece by
piece. To hide one takes it and all that is known of it off the map. What was told stays told: the log forgets nothing.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.events import Seen, TrapChanged
from arbitro.dungeon.knowledge import knows, visit
from arbitro.dungeon.model import Dungeon, Known
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play.events import ThingHidden, ThingShown
from arbitro.play.placing import nearest
from arbitro.play.preparing import look_again, used
from arbitro.play.scene import Scene
from arbitro.play.spots import is_known, place_of, visited
from arbitro.play.state import GROUP, CampaignState

RULES: Final = ("DA-SOLO-04",)


def concealed(dungeon: Dungeon) -> Iterator[str]:
    """All that could be shown: spaces, and what is in those that the party knows."""
    yield from (space for space in dungeon.spaces if not visited(dungeon, space))
    for thing in _in_places(dungeon):
        if visited(dungeon, place_of(dungeon, thing)) and not is_known(dungeon, thing):
            yield thing


def exposed(state: CampaignState) -> Iterator[str]:
    """All that could be hidden again."""
    dungeon = state.dungeon
    taken = {state.at, *state.waiting.values()}
    yield from (space for space in dungeon.spaces if visited(dungeon, space) and space not in taken)
    for thing in _in_places(dungeon):
        link = dungeon.links.get(thing)
        if is_known(dungeon, thing) and (link is None or link.code != "ENTRANCE"):
            yield thing


def _in_places(dungeon: Dungeon) -> Iterator[str]:
    yield from (link.id for link in dungeon.links.values() if link.kind != "portal")  # another plane is another map
    yield from (trap.id for trap in dungeon.traps.values() if trap.state != "spent" and not trap.stairs)
    yield from (slot.id for slot in dungeon.slots.values() if slot.state != "gone" and slot.items)
    yield from dungeon.waters


def reveal(scene: Scene, command: c.Reveal) -> Refusal | None:
    """Put something on the party's map, and tell everybody."""
    dungeon = scene.state.dungeon
    thing = command.thing
    if thing not in concealed(dungeon):
        return _cannot(dungeon, thing, tuple(concealed(dungeon)), "known_already", known=True)
    used(scene, command, place_of(dungeon, thing))
    slot = dungeon.slots.get(thing)
    scene.happen(ThingShown(thing, slot.items if slot is not None else (), rules=RULES))
    told = len(scene.events) - 1  # everybody reads this line, which tells all that follows from it
    scene.dig(replace(event, cause=told) for event in _shown(dungeon, thing))
    look_again(scene)
    return None


def hide(scene: Scene, command: c.Hide) -> Refusal | None:
    """Take something off the party's map; nobody is told."""
    dungeon = scene.state.dungeon
    thing = command.thing
    if thing in dungeon.spaces and visited(dungeon, thing) and thing not in exposed(scene.state):
        return Refusal("somebody_there", {"place": f"@{thing}"}, RULES)
    if thing not in exposed(scene.state):
        return _cannot(dungeon, thing, tuple(exposed(scene.state)), "unknown_anyway", known=False)
    used(scene, command, place_of(dungeon, thing))
    scene.happen(ThingHidden(tuple(_with_it(dungeon, thing)), rules=RULES, audience=REFEREE_ONLY))
    look_again(scene)
    return None


def _cannot(dungeon: Dungeon, thing: str, could: tuple[str, ...], already: str, *, known: bool) -> Refusal:
    """Why something cannot be shown or hidden: it is so already, its place comes first, or there is no such."""
    place = place_of(dungeon, thing)
    if place and is_known(dungeon, thing) == known:
        return Refusal(already, {"thing": thing}, RULES)
    if place and not visited(dungeon, place):
        return Refusal("place_first", {"place": f"@spot:{place}"}, RULES)
    return Refusal("no_thing", {"thing": thing, "known": nearest(thing, could)}, RULES)


def _shown(dungeon: Dungeon, thing: str) -> Iterator[Event]:
    """What the party learns when something is shown."""
    if thing in dungeon.spaces:
        waiting = {**dungeon.slots, **dungeon.traps}
        yield from (
            event
            for event in visit(dungeon, GROUP, thing)
            if isinstance(event, Seen) and event.known.thing not in waiting
        )
        return
    trap = dungeon.traps.get(thing)
    if trap is not None and trap.state == "armed":
        yield TrapChanged(replace(trap, state="noticed"), rules=("DA-TRAP-01",), audience=REFEREE_ONLY)
    yield Seen(Known(GROUP, thing), rules=RULES)


def _with_it(dungeon: Dungeon, thing: str) -> Iterator[str]:
    """What goes off the map with something: of a space, all that is known only by it."""
    yield thing
    if thing not in dungeon.spaces:
        return
    for table in (dungeon.slots, dungeon.traps, dungeon.waters):
        yield from (each.id for each in table.values() if each.space == thing and knows(dungeon, GROUP, each.id))
    yield from (trap.stairs for trap in dungeon.traps.values() if trap.space == thing and trap.stairs)
    for link in dungeon.links.values():
        if thing in (link.a, link.b) and knows(dungeon, GROUP, link.id) and link.code != "ENTRANCE":
            other = link.b if link.a == thing else link.a
            if not (other and visited(dungeon, other)):
                yield link.id
