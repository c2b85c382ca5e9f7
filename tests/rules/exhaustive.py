"""The slow twin of every chance: a command decided with every fall of the dice that matter, successes counted."""

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from arbitro.dice.stream import DieNeeded, GivenDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset


def share_of_success(
    rules: Ruleset[Any],
    state: Any,
    command: Command,
    succeeded: Callable[[list[Event]], bool],
    *,
    matters: Collection[str],
) -> Fraction:
    """The exact chance of success, by enumeration; dice thrown for other purposes than those that matter show a 1."""

    def after(faces: tuple[int, ...]) -> Fraction:
        try:
            resolved = rules.decide(state, command, GivenDice(faces))
        except DieNeeded as needed:
            if needed.purpose not in matters:
                return after((*faces, 1))
            return sum((after((*faces, face)) for face in range(1, needed.sides + 1)), Fraction(0)) / needed.sides
        assert not isinstance(resolved, Refusal), (command, resolved)
        return Fraction(bool(succeeded(list(resolved.events))))

    assert rules.may_begin(state, command) is None, command
    return after(())
