"""The reference fight WB-4v6 solved exactly, as a Markov chain that was told its numbers and knows no rule.

Four fighters (8 hp, AC 15, +1, d6) against six orcs (4 hp, AC 13, +0, d6), side initiative once, everyone attacks the
first living enemy, to the death. Tests and benchmarks are held against it. Nothing is remembered from one run to the
next, so that its time can be measured.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple


class Army(NamedTuple):
    """`number` alike, who are attacked one after the other."""

    number: int
    hp: int
    armour: int
    to_hit: int


PARTY: Final = Army(4, 8, 15, 1)
ORCS: Final = Army(6, 4, 13, 0)
Left = tuple[int, int]
"""How many are left, and the hit points of the one who is attacked."""
Volley = Callable[[Army, Army, int, Left], dict[Left, float]]


def struck(army: Army, left: Left, damage: int) -> Left:
    """What is left of an army after a hit; damage beyond a victim's hit points is lost."""
    count, hp = left
    if hp > damage:
        return count, hp - damage
    return (count - 1, army.hp) if count > 1 else (0, 0)


def volleys() -> Volley:
    """What so many attacks leave of an army, remembered for one run."""

    @cache
    def volley(attacker: Army, target: Army, attacks: int, left: Left) -> dict[Left, float]:
        if not attacks or not left[0]:
            return {left: 1.0}
        hit = (21 - target.armour + attacker.to_hit) / 20
        after: dict[Left, float] = {}
        outcomes = [(left, 1 - hit)] + [(struck(target, left, face), hit / 6) for face in range(1, 7)]
        for state, chance in outcomes:
            for end, further in volley(attacker, target, attacks - 1, state).items():
                after[end] = after.get(end, 0.0) + chance * further
        return after

    return volley


def party_wins() -> float:
    """The party's chance, round by round, for each order of the sides."""
    volley = volleys()

    @cache
    def wins(party: Left, orcs: Left, party_first: bool) -> float:
        """From the start of a round on."""
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
                    won += both * wins(*ends, party_first)
        return won / (1 - stay)

    start = (PARTY.number, PARTY.hp), (ORCS.number, ORCS.hp)
    return (wins(*start, True) + wins(*start, False)) / 2
