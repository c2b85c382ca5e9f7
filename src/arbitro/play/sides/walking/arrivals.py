"""By which rule those whom the party meets are there: the row that put them there, or our own die for wanderers.

Nothing of what they own shows in it: a room with a treasure is cited by the table, not by its row.
"""

from functools import cache
from typing import Final

from arbitro.appendix_a.origin import BY_HAND, origin_of
from arbitro.appendix_a.tables import tables
from arbitro.dungeon.model import Slot

ROOM: Final = ("DA-CONTENT-01",)
WATER: Final = ("DA-CAVE-07",)
WANDERERS: Final = BY_HAND
"""The die that our options throw while time passes, and whatever the referee puts there by hand."""


@cache
def rooms() -> frozenset[str]:
    """The rows of the table of contents."""
    return frozenset(row.id for row in tables().content.rows)


def rules_of(slot: Slot) -> tuple[str, ...]:
    """Why somebody is in a slot."""
    if slot.where in ("pool", "lake"):
        return WATER
    return ROOM if slot.where == "here" and slot.code in rooms() else origin_of(slot)


def as_wanderers(stocked: tuple[str, ...]) -> tuple[str, ...]:
    """The rules for wanderers, with those by which the game has stocked them."""
    return (*WANDERERS, *(rule for rule in stocked if rule not in WANDERERS))
