"""The automatic players of a table: what the engine does by itself, and when it waits for a person."""

from collections.abc import Iterable
from typing import Any

from arbitro.kernel.command import Command
from arbitro.kernel.driving import Hand, Hands, goes_on
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.web.sitting import Arrangement, Sitting


def next_by_itself(
    ruleset: Ruleset[Any], state: Any, arrangement: Arrangement, sittings: Iterable[Sitting]
) -> Command | None:
    """What the engine does now without being asked, or None where a person decides (or nothing is to be done)."""
    return goes_on(ruleset, state, hands_of(ruleset, state, arrangement, sittings)).by_itself


def hands_of(ruleset: Ruleset[Any], state: Any, arrangement: Arrangement, sittings: Iterable[Sitting]) -> Hands:
    """Who decides for whom at a table.

    A person in a player's seat always decides for what they play, unless the seat is marked as played by the engine.
    What nobody plays belongs to the referee: the engine takes it where it is the referee, where it plays that side,
    and where the table leaves that kind of decision to it.
    """
    players = [(one.id, one.seat(ruleset, state)) for one in sittings if one.role == "player"]
    sides = ruleset.seats(state)
    automatic = [side for side in sides if side.name in arrangement.automatic]

    def hand(owner: str) -> Hand:
        if arrangement.demo:
            return "program"
        played_by = [one for one, seat in players if seat.may_act_for(owner)]
        if any(one not in arrangement.automatic for one in played_by):
            return "person"
        if played_by or REFEREE_ONLY in arrangement.automatic:
            return "program"
        return "program" if any(_decides(side, owner, sides) for side in automatic) else "desk"

    return hand


def _decides(side: Seat, owner: str, sides: Iterable[Seat]) -> bool:
    """Whether the switch of a side covers an owner: that of one character does not cover what all decide together."""
    together = any(other.name == owner and side.controls < other.controls for other in sides)
    return owner in side.controls and not together
