"""What a place is like, in a sentence: one of many, chosen among those that fit what is in it.

A mood is decoration: which one it is follows from the number of the decoration and the id of the space. It fits what
whoever comes in sees at a glance: somebody waits there or nobody does, there is water, the floor is large or small. Of
what is hidden it knows nothing. What a group was told of a place is kept with its knowledge of it (`Known.mood`), so
that it stays so when the place is emptied; where a log keeps none, the old choice among the first few stands.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.model import Dungeon, Space
from arbitro.kernel.witness import Said
from arbitro.kernel.yamlfile import open_packaged

DRESSINGS: Final = 16
NATURAL: Final = 8
"""How many sentences of mood there were for built places and for caves when logs did not keep which was told."""
LARGE: Final = 1600
SMALL: Final = 400
"""Square feet from which a floor is large, and up to which it is small."""
DEEP: Final = 3
"""The level from which one is far down."""
OWN: Final = "own"
"""The mood of a place that an adventure describes itself."""
Tag = Literal["empty", "lived", "water", "dry", "big", "small", "deep", "treasure", "trap", "flames"]
"""What a mood needs of its place."""


@cache
def moods() -> dict[str, dict[str, frozenset[Tag]]]:
    """All moods of built places and of caves, each with what it needs."""
    read = open_packaged("arbitro.dungeon.export", "moods.yaml").read(dict[str, dict[str, list[Tag]]])
    return {kind: {name: frozenset(tags) for name, tags in found.items()} for kind, found in read.items()}


def tags_of(dungeon: Dungeon, space: Space) -> frozenset[Tag]:
    """What anybody sees of a place who comes in: what is hidden has no part in it."""
    waiting = [slot for slot in dungeon.slots.values() if slot.space == space.id and slot.where == "here"]
    present = [slot.kind for slot in waiting if slot.state != "gone"]
    found: list[Tag] = ["lived" if "monster" in present else "empty"]
    found.append("water" if any(water.space == space.id for water in dungeon.waters.values()) else "dry")
    if space.area >= LARGE:
        found.append("big")
    elif 0 < space.area <= SMALL:
        found.append("small")
    if space.level >= DEEP:
        found.append("deep")
    if "treasure" in present:
        found.append("treasure")
    if any(trap.space == space.id and trap.state not in ("armed", "door_found") for trap in dungeon.traps.values()):
        found.append("trap")
    return frozenset(found)


def fitting(space: Space, tags: Iterable[Tag]) -> tuple[str, ...]:
    """The moods that a place may have, by what is seen of it."""
    there = frozenset(tags)
    return tuple(name for name, needs in moods()["cave" if space.kind == "cave" else "built"].items() if needs <= there)


def draw_mood(dungeon: Dungeon, space: Space, hand: Hand, *, seen: bool = True, told: Iterable[str] = ()) -> str:
    """The mood of a place; one that no other place was told to have, as long as there is one.

    Where it is not `seen`, in the dark or on a map that somebody is shown, it says nothing of what is in it.
    """
    tags = tags_of(dungeon, space)
    could = fitting(space, tags if seen else tags & {"water", "dry", "big", "small", "deep"})
    used = frozenset(told)
    fresh = tuple(name for name in could if name not in used) or could
    return fresh[hand.of(space.id, 1 << 12) % len(fresh)]


def told_moods(dungeon: Dungeon, group: str) -> tuple[str, ...]:
    """The moods that a group was told of."""
    return tuple(known.mood for known in dungeon.known.values() if known.group == group and known.mood)


def mood_said(dungeon: Dungeon, space: Space, hand: Hand) -> Said | None:
    """What a place is like, to be said in any language: as it was told; in older logs, as all said it then.

    None where somebody says it in words of their own (`OWN`): whatever were added might belie them.
    """
    kept = next((known.mood for known in dungeon.known.values() if known.thing == space.id and known.mood), "")
    if kept == OWN:
        return None
    if kept:
        return Said(f"mood.{kept}")
    bits = hand.of(space.id, 1 << 12)
    return Said(f"mood.cave.{bits % NATURAL + 1}" if space.kind == "cave" else f"mood.{bits % DRESSINGS + 1}")
