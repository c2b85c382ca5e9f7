"""The slow twin of exact odds: every way the dice can fall is rolled, one after the other."""

from fractions import Fraction

from arbitro.dice.rolling import roll
from arbitro.dice.stream import DieNeeded, GivenDice


def enumerate_rolls(text: str, smallest: float = 0.0) -> tuple[dict[int, Fraction], Fraction]:
    """Each total with its probability, and the probability of the ways less likely than `smallest`, left out."""
    found: dict[int, Fraction] = {}
    left = Fraction(0)
    open_ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_ways:
        faces, chance = open_ways.pop()
        try:
            total = roll(text, GivenDice(faces)).total
        except DieNeeded as needed:
            if chance < smallest:
                left += chance
            else:
                sides = needed.sides
                open_ways += [((*faces, face), chance / sides) for face in range(1, sides + 1)]
        else:
            found[total] = found.get(total, Fraction(0)) + chance
    return found, left
