"""The same act aimed at somebody else."""

from collections.abc import Callable
from typing import Any

from arbitro.chances.outcome import reading_of
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State

Bend = Callable[[Ruleset[Any], Any, Seat, Command], Command]
"""How a line of play bends what the game suggests to a seat."""


def aims(
    ruleset: Ruleset[Any], state: State, seat: Seat, command: Command | None, standing: dict[str, int]
) -> list[tuple[str, Command]]:
    """A command at each enemy whom it may be aimed at, the suggested one first; nothing where it aims at no enemy."""
    reading = reading_of(ruleset.id)
    first = "" if command is None else reading.target_of(command)
    if command is None or first not in standing or seat.may_act_for(first):
        return []
    others = [(who, reading.aimed_at(command, who)) for who in standing if who != first and not seat.may_act_for(who)]
    return [(first, command), *(each for each in others if ruleset.allows(state, each[1]))]


def at_weakest(ruleset: Ruleset[Any], state: Any, seat: Seat, command: Command) -> Command:
    """The same at whoever has the fewest hit points left of those who can be reached."""
    reading = reading_of(ruleset.id)
    among = aims(ruleset, state, seat, command, reading.wounds(state))
    if len(among) < 2:
        return command
    left = {one.id: one.hp for one in reading.outcome(state).people}
    return min(among, key=lambda aim: left[aim[0]])[1]


def both(first: Bend, then: Bend) -> Bend:
    """One way to bend what is suggested after another."""

    def bend(ruleset: Ruleset[Any], state: Any, seat: Seat, command: Command) -> Command:
        return then(ruleset, state, seat, first(ruleset, state, seat, command))

    return bend


def kind_of(who: str) -> str:
    """What those have in common who are told apart by a number: jagged_knife_bandit-2 is a jagged_knife_bandit."""
    kind, _, number = who.rpartition("-")
    return kind if number.isdigit() else who


def at_kind(kind: str) -> Bend:
    """The same at those of one kind, as long as one of them can be reached: the one with the fewest hit points left."""

    def bend(ruleset: Ruleset[Any], state: Any, seat: Seat, command: Command) -> Command:
        reading = reading_of(ruleset.id)
        among = [aim for aim in aims(ruleset, state, seat, command, reading.wounds(state)) if kind_of(aim[0]) == kind]
        if not among:
            return command
        left = {one.id: one.hp for one in reading.outcome(state).people}
        return min(among, key=lambda aim: left[aim[0]])[1]

    return bend


def led_by(leader: str) -> Bend:
    """What the game suggests to one person, as long as that person can act; else what it suggests to the seat."""

    def bend(ruleset: Ruleset[Any], state: Any, seat: Seat, command: Command) -> Command:
        if state.awaiting or ruleset.owner(state, command) == leader:
            return command
        return ruleset.suggest(state, Seat(seat.name, seat.role, frozenset({leader}))) or command

    return bend
