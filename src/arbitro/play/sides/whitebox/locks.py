"""Locks on the doors of the dungeon, for the White Box family.

The appendix has no locks; the option `locked_doors` gives some to ordinary doors. A die in secret settles it when the
party first sees a door, and what has become of the lock outlives the game's own expedition, which forgets its doors.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.knowledge import visited
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.events import LockSettled
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox.box import BoxSide, expedition_of, inner_state
from arbitro.play.sides.whitebox.party import able
from arbitro.play.state import GROUP, CampaignState, Lock
from arbitro.play.ways import ways
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring.doors import PICK_LOCK, SIX, skill_of
from arbitro.rules.whitebox.exploring.events import DoorLocked, DoorOpened, DoorTried, FactsStated, LockTried
from arbitro.rules.whitebox.exploring.state import Door

LOCKABLE: Final = "door"
"""The kind of links that are ordinary doors; secret and one-way doors have no locks unless the referee sets some."""


def settle(side: BoxSide, scene: Scene, space: str) -> None:
    """Throw for the doors of a space that the game has not heard of; never twice for one, nor for one gone through."""
    chance = int(scene.state.options["locked_doors"])
    out = expedition_of(scene.state)
    if not chance or out is None:
        return
    for found in ways(scene.state.dungeon, space):
        state = scene.state
        link = state.dungeon.links.get(found.id)
        if link is None or link.kind != LOCKABLE or link.id in state.locks or link.id in out.doors:
            continue
        if visited(state.dungeon, GROUP, link.id):
            continue
        die = scene.dice.stream(f"lock/{link.id}").roll(SIX, "lock")
        check = held_against((die,), (), "<=", chance, "locked")
        lock: Lock = "locked" if check.success else "none"
        scene.happen(LockSettled(link.id, lock, check, rules=side.lock_rules, audience=REFEREE_ONLY))


def as_settled(state: CampaignState, door: Door) -> Door:
    """A door that the game has not heard of, with the lock that is known here."""
    lock = state.locks.get(door.id, "none")
    return replace(door, locked=lock != "none", tried=lock == "found")


def lock_of(door: Door) -> Lock:
    """What the game knows of a door's lock."""
    if not door.locked:
        return "none"
    return "found" if door.tried else "locked"


def follow(side: BoxSide, scene: Scene, events: Iterable[Event]) -> None:
    """Keep what has become of locks in the game: found, picked, forced, opened by the referee's word."""
    touched: dict[str, None] = {}
    for event in events:
        if isinstance(event, (DoorLocked, LockTried, DoorOpened, DoorTried)):
            touched[event.door] = None
        elif isinstance(event, FactsStated):
            touched |= dict.fromkeys(door.id for door in event.doors)
    out = expedition_of(scene.state)
    for name in touched:
        door = None if out is None else out.doors.get(name)
        if door is None or name not in scene.state.dungeon.links:
            continue
        lock = lock_of(door)
        if lock != scene.state.locks.get(name, "none"):
            scene.happen(LockSettled(name, lock, rules=side.lock_rules, audience=REFEREE_ONLY))


def relock(scene: Scene, name: str) -> None:
    """State a door anew that the game has heard of."""
    out = expedition_of(scene.state)
    door = None if out is None else out.doors.get(name)
    if door is not None:
        scene.must(x.StateFacts((), (as_settled(scene.state, door),)))


def barred(side: BoxSide, state: CampaignState) -> frozenset[str]:
    """Doors found locked, where force is not enough and nobody who could act knows about locks."""
    game, people = side.game, inner_state(state).characters
    if game.rules.force_opens_locks or not state.locks:
        return frozenset()
    if any(skill_of(game.rules, people[who], PICK_LOCK) for who in able(side, state)):
        return frozenset()
    return frozenset(name for name, lock in state.locks.items() if lock == "found")


def stands(door: Door | None) -> str:
    """How a door stands; passages stand no way."""
    if door is None or door.passage:
        return ""
    if door.open:
        return "wedged" if door.wedged else "open"
    return "locked" if door.locked else "shut"


def door_state(state: CampaignState, door: str) -> str:
    """By the game's own facts; doors that it has not heard of, by what is known of their locks."""
    out = expedition_of(state)
    known = "" if out is None else stands(out.doors.get(door))
    return known or ("locked" if state.locks.get(door, "none") != "none" else "")
