"""The automatic players of a table: what the engine does by itself, and when it waits for a person."""

from collections.abc import Iterable
from typing import Any

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY
from arbitro.web.sitting import Arrangement, Sitting


def next_by_itself(
    ruleset: Ruleset[Any], state: Any, arrangement: Arrangement, sittings: Iterable[Sitting]
) -> Command | None:
    """What the engine does now without being asked, or None where a person decides (or nothing is to be done).

    A person in a player's seat always decides for what they play, unless the seat is marked as played by the engine.
    What nobody plays belongs to the referee: the engine takes it where it is the referee, where it plays that side,
    and where the game's options leave that decision to it.
    """
    if not arrangement.automatic and not arrangement.demo and type(ruleset).automatic is Ruleset.automatic:
        return None  # nothing is ever done by itself here: there is no need to think about it
    if ruleset.finished(state):
        return None
    command = ruleset.suggest(state, REFEREE)
    if command is None or arrangement.demo:
        return command
    owner = ruleset.owner(state, command)
    for sitting in sittings:
        if sitting.role != "player" or sitting.id in arrangement.automatic:
            continue
        if sitting.seat(ruleset, state).may_act_for(owner):
            return None
    if REFEREE_ONLY in arrangement.automatic or ruleset.automatic(state, command):
        return command
    sides = (side.name for side in ruleset.seats(state) if owner in side.controls)
    return command if any(name in arrangement.automatic for name in sides) else None
