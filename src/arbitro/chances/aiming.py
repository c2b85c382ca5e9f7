"""The same act aimed at somebody else."""

from typing import Any, Final

import msgspec

from arbitro.chances.outcome import reading_of
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State

TARGETS: Final = ("target", "targets")
"""The fields of commands that say at whom."""


def aims(
    ruleset: Ruleset[Any], state: State, seat: Seat, command: Command | None, standing: dict[str, int]
) -> list[tuple[str, Command]]:
    """A command at each enemy whom it may be aimed at, the suggested one first; nothing where it aims at no enemy."""
    name = next((name for name in TARGETS if getattr(command, name, "") in standing), "")
    if command is None or not name:
        return []
    first = getattr(command, name)
    if seat.may_act_for(first):
        return []
    others = [(who, _at(command, name, who)) for who in standing if who != first and not seat.may_act_for(who)]
    return [(first, command), *(each for each in others if ruleset.allows(state, each[1]))]


def _at(command: Command, name: str, who: str) -> Command:
    return msgspec.structs.replace(command, **{name: who})


def at_weakest(ruleset: Ruleset[Any], state: Any, seat: Seat, command: Command) -> Command:
    """The same at whoever has the fewest hit points left of those who can be reached."""
    reading = reading_of(ruleset.id)
    among = aims(ruleset, state, seat, command, reading.wounds(state))
    if len(among) < 2:
        return command
    left = {one.id: one.hp for one in reading.outcome(state).people}
    return min(among, key=lambda aim: left[aim[0]])[1]
