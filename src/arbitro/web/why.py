"""How likely it was: the chance of each throw that an event tells of, from the numbers that its reader may know."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check


class Likelihood(Struct, frozen=True):
    """The chance that a throw had before the dice fell."""

    needed: int
    compare: str
    success: Fraction


def likelihoods(event: Event) -> tuple[Likelihood, ...]:
    """The chance of each check in an event; none of a check whose number is hidden, or which is more than a sum."""
    return tuple(_found(event))


def _found(event: Event) -> Iterator[Likelihood]:
    for name in event.__struct_fields__:
        check = getattr(event, name)
        if not isinstance(check, Check) or check.needed is None or not check.dice:
            continue
        added = sum(modifier.amount for modifier in check.modifiers)
        if sum(die.face for die in check.dice) + added != check.total:
            continue  # a die was dropped, or counted otherwise: the sum would be another chance
        sides = tuple(sorted(die.sides for die in check.dice))
        reached = _at_least(sides, check.needed - added + (check.compare == "<="))
        chance = reached if check.compare == ">=" else 1 - reached
        yield Likelihood(check.needed, "≥" if check.compare == ">=" else "≤", chance)


@lru_cache(maxsize=1024)
def _at_least(sides: tuple[int, ...], number: int) -> Fraction:
    """The chance that dice add up to a number or more."""
    sums = {0: 1}
    for faces in sides:
        grown: dict[int, int] = {}
        for total, ways in sums.items():
            for face in range(1, faces + 1):
                grown[total + face] = grown.get(total + face, 0) + ways
        sums = grown
    return Fraction(sum(ways for total, ways in sums.items() if total >= number), sum(sums.values()))
