"""The reference fight solved exactly, as a Markov chain: what simulations and benchmarks are held against."""

from functools import cache
from typing import NamedTuple

import pytest

REFERENCE = 0.685497879


class Army(NamedTuple):
    """`count` alike, who are attacked one after the other."""

    count: int
    hp: int
    armour: int
    to_hit: int


PARTY = Army(4, 8, 15, 1)
ORCS = Army(6, 4, 13, 0)
Left = tuple[int, int]
"""How many are left, and the hit points of the one who is attacked."""


def struck(army: Army, left: Left, damage: int) -> Left:
    """What is left of an army after a hit; damage beyond a victim's hit points is lost."""
    count, hp = left
    if hp > damage:
        return count, hp - damage
    return (count - 1, army.hp) if count > 1 else (0, 0)


@cache
def volley(attacker: Army, target: Army, attacks: int, left: Left) -> dict[Left, float]:
    """The chances of what is left of an army after so many attacks."""
    if not attacks or not left[0]:
        return {left: 1.0}
    hit = (21 - target.armour + attacker.to_hit) / 20
    after: dict[Left, float] = {}
    outcomes = [(left, 1 - hit)] + [(struck(target, left, face), hit / 6) for face in range(1, 7)]
    for state, chance in outcomes:
        for end, further in volley(attacker, target, attacks - 1, state).items():
            after[end] = after.get(end, 0.0) + chance * further
    return after


@cache
def party_wins(party: Left, orcs: Left, party_first: bool) -> float:
    """The party's chance from the start of a round on."""
    sides = ((PARTY, party), (ORCS, orcs)) if party_first else ((ORCS, orcs), (PARTY, party))
    (first, first_left), (second, second_left) = sides
    won = stay = 0.0
    for after_first, chance in volley(first, second, first_left[0], second_left).items():
        if not after_first[0]:
            won += chance * party_first
            continue
        for after_second, further in volley(second, first, after_first[0], first_left).items():
            both = chance * further
            ends = (after_second, after_first) if party_first else (after_first, after_second)
            if not after_second[0]:
                won += both * (not party_first)
            elif ends == (party, orcs):
                stay += both
            else:
                won += both * party_wins(*ends, party_first)
    return won / (1 - stay)


@pytest.mark.rule("WB-INIT-04", "WB-SEQ-04", "WB-ATK-04", "WB-DEATH-02")
def test_the_reference_fight_is_won_as_often_as_we_say():
    start = (PARTY.count, PARTY.hp), (ORCS.count, ORCS.hp)
    chance = (party_wins(*start, True) + party_wins(*start, False)) / 2
    assert chance == pytest.approx(REFERENCE, abs=1e-9)
