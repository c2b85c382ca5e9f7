"""Where somebody could go with one move."""

from collections.abc import Iterator
from typing import Final

from arbitro.rules.archmage.people import groups_of
from arbitro.rules.archmage.places import may_go
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.step import Goal

MOST_PICKS: Final = 24
"""How many ways to choose several people are listed; a command may name any other."""


def goals(state: State, fight: Fight, one: Combatant, *, free: bool) -> Iterator[tuple[Goal, tuple[str, ...]]]:
    """Places somebody could go to with one move, each with the people (or groups) it may be about."""
    lone: tuple[Goal, ...] = ("away", "far", "nearby")
    for goal in lone:
        if may_go(state, one, goal, (), free=free) is None:
            yield goal, ()
    aimed: tuple[Goal, ...] = ("engage", "toward", "beside", "behind")
    for goal in aimed:
        found: list[tuple[str, ...]] = [
            (other,)
            for other in fight.combatants
            if other != one.id and may_go(state, one, goal, (other,), free=free) is None
        ]
        if goal == "engage" and state.options["engage_many"]:
            found += _groups_to_engage(state, fight, one, free=free)
        if found:
            yield goal, tuple(",".join(each) for each in found)


def _groups_to_engage(state: State, fight: Fight, one: Combatant, *, free: bool) -> list[tuple[str, ...]]:
    """Foes standing together that one move may take on at once, by the option (AE-POS-11)."""
    found: list[tuple[str, ...]] = []
    for side in fight.sides:
        if side == one.side:
            continue
        for group in groups_of(fight, side):
            for size in range(2, len(group) + 1):
                for start in range(len(group) - size + 1):
                    run = group[start : start + size]
                    if run not in found and may_go(state, one, "engage", run, free=free) is None:
                        found.append(run)
    return found[:MOST_PICKS]
