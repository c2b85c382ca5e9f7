"""How weary those are who wait somewhere while others of the party walk on."""

from typing import Final

from msgspec import Struct

TURN: Final = 10
"""Minutes of a turn."""


class Worn(Struct, frozen=True):
    """How weary some were when they began to wait: turns since their last rest, rests still owed, and since when."""

    active: int
    rests_due: int
    since: int

    def by(self, minute: int) -> tuple[int, int]:
        """After waiting, which is rest: turns since the last one, and rests still owed (IS-TURN-12, -13)."""
        turns = (minute - self.since) // TURN
        owed = max(self.rests_due - turns, 0)
        return (0 if turns > self.rests_due else self.active), owed
