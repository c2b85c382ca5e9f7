"""How the doors of a dungeon stand: the one place where it is kept, whatever game is played in it."""

from typing import Any, Final

from msgspec.structs import replace

from arbitro.dungeon.model import DoorState, Dungeon

UNTOUCHED: Final = DoorState()


def door_state(dungeon: Dungeon, link: str) -> DoorState:
    """How a door stands; one that nobody has touched is shut, and not locked."""
    return dungeon.doors.get(link, UNTOUCHED)


def with_door(dungeon: Dungeon, link: str, **changes: Any) -> Dungeon:
    """The dungeon with a door that stands otherwise."""
    return replace(dungeon, doors={**dungeon.doors, link: replace(door_state(dungeon, link), **changes)})


def stands(dungeon: Dungeon, link: str) -> str:
    """In a word: ``open``, ``wedged``, ``locked`` or ``shut``; empty where nobody has settled or touched it."""
    if link not in dungeon.doors:
        return ""
    door = dungeon.doors[link]
    if door.open:
        return "wedged" if door.wedged else "open"
    return "locked" if door.locked else "shut"
