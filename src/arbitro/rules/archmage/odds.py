"""Exact odds of the dice that decide a battle, as fractions: what a designer wants to know before the dice fall."""

from fractions import Fraction
from typing import Final

from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.numbers import modifier, multiplier
from arbitro.rules.archmage.power import HARD, NORMAL, Outcome

RULES: Final = ("AE-ATK-03", "AE-CRIT-04", "AE-DISENGAGE-03", "AE-DYING-06", "AE-RECOVERY-03", "AE-ONGOING-02")
_FACE: Final = Fraction(1, 20)


def attack(
    bonus: int, defence: int, *, crit_from: int = 20, crits_always_hit: bool = True, two_weapons: bool = False
) -> dict[Outcome, Fraction]:
    """The chance of each outcome of an attack roll; with two weapons a natural 2 is always rolled again."""
    chances: dict[Outcome, Fraction] = {"crit": Fraction(0), "hit": Fraction(0), "miss": Fraction(0), "fumble": _FACE}
    for natural in range(2, 21):
        hits = natural + bonus >= defence
        if natural == 20 or (natural >= crit_from and (hits or crits_always_hit)):
            chances["crit"] += _FACE
        else:
            chances["hit" if hits else "miss"] += _FACE
    if not two_weapons:
        return chances
    again = dict(chances)
    two: Outcome = "crit" if crit_from <= 2 and crits_always_hit else "hit" if 2 + bonus >= defence else "miss"
    chances[two] -= _FACE
    return {outcome: chances[outcome] + _FACE * again[outcome] for outcome in chances}


def hit(
    bonus: int, defence: int, *, crit_from: int = 20, two_weapons: bool = False, invisible: bool = False
) -> Fraction:
    """The chance that an attack hits at all, critical hits included; half of it against the invisible."""
    chances = attack(bonus, defence, crit_from=crit_from, two_weapons=two_weapons)
    total = chances["crit"] + chances["hit"]
    return total / 2 if invisible else total


def save(needed: int = NORMAL, bonus: int = 0) -> Fraction:
    """The chance of a save."""
    return Fraction(min(max(21 + bonus - needed, 0), 20), 20)


def disengage(foes: int, *, held: bool = False, bonus: int = 0) -> Fraction:
    """The chance to leave melee cleanly: -1 for each foe beyond the first, -5 out of a hold."""
    return save(NORMAL, bonus - (foes - 1) - (5 if held else 0))


def death_saves(failures: int = 0, *, stable: bool = False) -> Fraction:
    """The chance that a dying character wakes in the end, if nobody helps and the battle goes on."""
    if stable:
        return Fraction(1)
    return 1 - (1 - save(HARD)) ** (4 - failures)


def wakes_within(turns: int, failures: int = 0) -> Fraction:
    """The chance to wake within a number of own turns."""
    return 1 - (1 - save(HARD)) ** min(turns, 4 - failures)


def recovery(books: Books, level: int, die: int, constitution: int) -> Fraction:
    """The mean healing of a recovery, before the maximum cuts it; it never heals less than 1."""
    flat = modifier(constitution) * multiplier(books, level)
    sums = {0: Fraction(1)}
    for _ in range(level):
        following: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face in range(1, die + 1):
                following[total + face] = following.get(total + face, Fraction(0)) + chance / die
        sums = following
    return sum((max(total + flat, 1) * chance for total, chance in sums.items()), Fraction(0))


def ongoing(amount: int, needed: int = NORMAL) -> Fraction:
    """The mean total of ongoing damage in a battle without end."""
    return amount / save(needed)
