"""What the dungeon's stocking is asked for where there is no dungeon: a slot for somebody to meet."""

from typing import Any

from arbitro.dungeon.model import Slot


def meeting_slot(level: int) -> Slot:
    """A slot for wandering monsters on a level."""
    return Slot(id="encounter", level=level, space="", kind="monster", code="WANDERING_MONSTER")


def mean_level(people: tuple[Any, ...]) -> int:
    """The level that stands for a party: the average, rounded, and at least the first."""
    levels = [one.level for one in people if one.level]
    return max(round(sum(levels) / len(levels)), 1) if levels else 1
