"""The automatic players of a table: what the engine does by itself, and when it waits for a person."""

from collections.abc import Iterable
from typing import Any

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.web.sitting import Arrangement, Sitting


def next_by_itself(
    ruleset: Ruleset[Any], state: Any, arrangement: Arrangement, sittings: Iterable[Sitting]
) -> Command | None:
    """What the engine does now without being asked, or None where a person decides (or nothing is to be done).

    A person in a player's seat always decides for what they play, unless the seat is marked as played by the engine.
    What nobody plays belongs to the referee: the engine takes it where it is the referee, where it plays that side,
    and where the table leaves that kind of decision to it.
    """
    if not arrangement.automatic and not arrangement.demo and type(ruleset).automatic is Ruleset.automatic:
        return None  # nothing is ever done by itself here: there is no need to think about it
    if ruleset.finished(state):
        return None
    command = ruleset.suggest(state, REFEREE)
    if command is None or arrangement.demo:
        return command
    owner = ruleset.owner(state, command)
    players = [one for one in sittings if one.role == "player" and one.seat(ruleset, state).may_act_for(owner)]
    if any(one.id not in arrangement.automatic for one in players):
        return None
    if players or REFEREE_ONLY in arrangement.automatic or ruleset.automatic(state, command):
        return command
    sides = ruleset.seats(state)
    return (
        command if any(_decides(side, owner, sides) for side in sides if side.name in arrangement.automatic) else None
    )


def _decides(side: Seat, owner: str, sides: Iterable[Seat]) -> bool:
    """Whether the switch of a side covers an owner: that of one character does not cover what all decide together."""
    together = any(other.name == owner and side.controls < other.controls for other in sides)
    return owner in side.controls and not together
