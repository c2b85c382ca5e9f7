"""Exact chances, before a die is thrown: the five outcomes of an action roll, and the GM's Die."""

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


def success_chance(difficulty: int, modifier: int = 0, advantage: int = 0, helpers: int = 0) -> Fraction:
    """The chance that an action roll succeeds."""
    odds = outcome_odds(difficulty, modifier, advantage, helpers)
    return odds["critical_success"] + odds["success_hope"] + odds["success_fear"]


def fear_chance(difficulty: int, modifier: int = 0, advantage: int = 0, helpers: int = 0) -> Fraction:
    """The chance that the GM gains Fear: 11/24 whatever the Difficulty."""
    odds = outcome_odds(difficulty, modifier, advantage, helpers)
    return odds["success_fear"] + odds["failure_fear"]


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


@cache
def gm_die_odds(needed: int, modifier: int = 0, advantage: int = 0) -> tuple[Fraction, Fraction]:
    """The chances that the GM's Die hits and that it shows a natural 20 (DH-ATK-01, DH-CRIT-01)."""
    hits = twenties = every = 0
    for first, second in product(range(1, 21), repeat=2):
        kept = max(first, second) if advantage > 0 else min(first, second) if advantage < 0 else first
        every += 1
        twenties += kept == 20
        hits += kept == 20 or kept + modifier >= needed
    return Fraction(hits, every), Fraction(twenties, every)
