"""Exact chances, before a die is thrown: the five outcomes of an action roll."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from arbitro.rules.daggerheart.words import (
    ADVANTAGE_SIDES,
    FEAR_SIDES,
    HOPE_SIDES,
    OUTCOMES,
    Outcome,
    outcome_of,
)


@cache
def outcome_odds(
    difficulty: int, modifier: int = 0, advantage: int = 0, helpers: int = 0, hope_sides: int = HOPE_SIDES
) -> Mapping[Outcome, Fraction]:
    """The chance of each outcome (DHP-DUAL-08).

    `advantage` is 1, 0 or -1: an advantage die, none, or a disadvantage die. `helpers` is how many allies help: the
    highest of their d6 is added on top (DHP-ADV-04).
    """
    counts = dict.fromkeys(OUTCOMES, 0)
    added = _added(advantage, helpers)
    for hope, fear in product(range(1, hope_sides + 1), range(1, FEAR_SIDES + 1)):
        for extra, ways in added.items():
            counts[outcome_of(hope, fear, hope + fear + modifier + extra, difficulty)] += ways
    every = hope_sides * FEAR_SIDES * sum(added.values())
    return {outcome: Fraction(ways, every) for outcome, ways in counts.items()}


def _added(advantage: int, helpers: int) -> Mapping[int, int]:
    """What the extra dice add, and in how many ways."""
    own = {0: 1}
    if advantage:
        sign = 1 if advantage > 0 else -1
        own = {sign * face: 1 for face in range(1, ADVANTAGE_SIDES + 1)}
    best = {0: 1}
    if helpers:
        faces = range(1, ADVANTAGE_SIDES + 1)
        best = {face: face**helpers - (face - 1) ** helpers for face in faces}
    found: dict[int, int] = {}
    for (one, ways), (other, times) in product(own.items(), best.items()):
        found[one + other] = found.get(one + other, 0) + ways * times
    return found
