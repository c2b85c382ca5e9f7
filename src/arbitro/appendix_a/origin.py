"""By which rule of the appendix monsters are where they are: the row that was rolled, never another."""

from functools import cache
from typing import Final

from arbitro.appendix_a.tables import tables
from arbitro.dungeon.model import Slot

AT_CAVE_EXIT: Final = ("DA-CAVE-02",)
AT_A_CHECK_POINT: Final = ("DA-PERIODIC-10",)
CALLED_BY_SEARCH: Final = ("DA-EXIT-03",)
LAIR: Final = ("DA-LAKE-04",)
"""A magic lake that leads nowhere."""
BY_HAND: Final = ("DA-SOLO-02",)
"""What no row has put there: dice of our own, or the referee."""


@cache
def _rows() -> dict[str, tuple[str, ...]]:
    """The rules of the rows that put monsters somewhere, by the code of the slot; treasure is cited by itself."""
    held = tables()
    rules = {row.id: row.result for table in (held.content, held.pool, held.lake) for row in table.rows}
    bare = {code: tuple(rule for rule in row if not rule.startswith("DA-TREASURE")) for code, row in rules.items()}
    return {**bare, "LAKE_ENCHANTED": LAIR}


def origin_of(slot: Slot) -> tuple[str, ...]:
    """Why there is somebody in a slot."""
    match slot.where:
        case "exit":
            return AT_CAVE_EXIT
        case "approach":
            return AT_A_CHECK_POINT if slot.approach else CALLED_BY_SEARCH
        case _:
            return _rows().get(slot.code, BY_HAND)
