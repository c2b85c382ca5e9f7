"""95 % intervals: Wilson's for a share, Student's for a mean, Bonett and Price's for a difference of paired shares.

Much of what is counted in fights is nothing nearly always and a lot now and then: Student's interval alone would hold
the truth too seldom there. It is corrected for how skewed the numbers are, in the way that Hall found (1992); where
they are not skewed it is Student's own.

Fights are added until an interval is as narrow as was asked. That looks at the width and never at where the interval
lies, so that it still holds the truth about 95 times in 100.

Fights that were all alike say nothing of how far another may go, only how rarely it will differ: their average has no
interval of Student's, which would have no width, but a bound of that chance (`Estimate.differs`).
"""

from collections.abc import Iterable, Mapping, Sequence
from math import cbrt, inf, isfinite, sqrt
from statistics import NormalDist
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

Z: Final = NormalDist().inv_cdf(0.975)
How = Literal["exact", "bounds", "wilson", "t", "alike", "bonett_price"]
_SMALL: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Student's t at 97.5 % for one to nine degrees of freedom, where the series is not near enough."""


class Estimate(Struct, frozen=True):
    """A number that was found, and between which it lies."""

    value: float
    low: float
    high: float
    how: How
    count: int = 0
    """Of how many fights; 0 where it was not sampled."""

    @property
    def width(self) -> float:
        """How far apart the ends of the interval are."""
        return self.high - self.low

    @property
    def differs(self) -> float:
        """Where all fights were alike: how likely it is at most that another one differs; 1 where that is not known.

        >>> round(mean([6] * 100).differs, 3), mean([6, 5] * 50).differs
        (0.037, 1.0)
        """
        return share(0, self.count).high if self.how == "alike" else 1.0

    @property
    def known(self) -> bool:
        """Whether there is more to say than what came up in a single fight."""
        return self.how == "alike" or isfinite(self.width)

    def within(self, width: float) -> bool:
        """Whether it is known as well as that: by its interval, or by how rarely another fight would differ."""
        return self.differs <= width if self.how == "alike" else self.width <= width


def exact(value: float, unsure: float = 0.0) -> Estimate:
    """A number that was worked out; with `unsure`, it lies between that and so much more."""
    return Estimate(value + unsure / 2, value, value + unsure, "bounds" if unsure else "exact")


def student(freedom: int) -> float:
    """Student's t at 97.5 %, for so many degrees of freedom.

    >>> round(student(9), 3), round(student(30), 3), round(student(1000), 3)
    (2.262, 2.042, 1.962)
    """
    if freedom <= len(_SMALL):
        return _SMALL[max(freedom, 1) - 1]
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def share(hits: float, count: int) -> Estimate:
    """How likely something is that happened so often: Wilson's interval.

    >>> found = share(0, 100)
    >>> found.value, found.low, round(found.high, 4)
    (0.0, 0.0, 0.037)
    """
    if not count:
        return Estimate(0.0, 0.0, 1.0, "wilson")
    p, zz = hits / count, Z * Z
    centre = (p + zz / (2 * count)) / (1 + zz / count)
    half = Z * sqrt(p * (1 - p) / count + zz / (4 * count * count)) / (1 + zz / count)
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == count else min(1.0, centre + half)
    return Estimate(p, low, high, "wilson", count)


def counted_from_nothing(found: Estimate) -> Estimate:
    """The average of what is never below 0: nor is its interval, and what differs takes away no more than there is.

    >>> counted_from_nothing(Estimate(0.01, -0.01, 0.03, "t", 100)).low
    0.0
    >>> round(counted_from_nothing(mean([6] * 100)).low, 2)
    5.78
    """
    least = found.value * (1 - found.differs) if found.how == "alike" else found.low
    return replace(found, low=max(least, 0.0))


def mean(values: Sequence[float], z: float = Z) -> Estimate:
    """The average of what was found: Student's interval, or that they were all alike.

    >>> found = mean([4, 6, 5, 5])
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (5.0, 3.7, 6.3)
    >>> mean([5, 5]).how
    'alike'
    """
    count = len(values)
    return _mean(((value, 1.0) for value in values), count, z)


def mean_of(spread: Mapping[float, float], count: int) -> Estimate:
    """The average of so many values that are known by how often each came up: as `mean`.

    >>> mean_of({4: 0.25, 5: 0.5, 6: 0.25}, 4) == mean([4, 6, 5, 5])
    True
    """
    return _mean(((value, share * count) for value, share in spread.items() if share), count, Z)


def _mean(values: Iterable[tuple[float, float]], count: int, z: float) -> Estimate:
    """The average of values, with how many there are of each."""
    weights: dict[float, float] = {}
    for value, weight in values:
        weights[value] = weights.get(value, 0.0) + weight
    middle = sum(value * weight for value, weight in weights.items()) / count if count else 0.0
    if count < 2:
        return _boundless(middle, count, "t")
    if len(weights) == 1:
        return _boundless(next(iter(weights)), count, "alike")
    squares = sum(weight * (value - middle) ** 2 for value, weight in weights.items())
    skew = sum(weight * (value - middle) ** 3 for value, weight in weights.items()) / count / (squares / count) ** 1.5
    unit, t = sqrt(squares / (count - 1) / count), student(count - 1) * z / Z
    low, high = (middle - unit * unskewed(end, skew, count) for end in (t, -t))
    return Estimate(middle, low, high, "t", count)


def unskewed(end: float, skew: float, count: int) -> float:
    """Where an end of Student's interval lies for numbers that are skewed: Hall's transformation, backwards.

    >>> unskewed(2.0, 0.0, 100)
    2.0
    >>> round(unskewed(2.0, 3.0, 100), 2), round(unskewed(-2.0, 3.0, 100), 2)
    (1.66, -2.73)
    """
    root = sqrt(count)
    if abs(skew) / root < 1e-9:
        return end
    return 3 * root / skew * (cbrt(1 + skew * (end / root - skew / (6 * count))) - 1)


def _boundless(value: float, count: int, how: How) -> Estimate:
    return Estimate(float(value), -inf, inf, how, count)


def paired_shares(first: Sequence[float], second: Sequence[float], z: float = Z) -> Estimate:
    """How much likelier something is the second time, over the same seeds: Bonett and Price's interval.

    With another `z` it is wider or narrower: where many are looked at at once, say (`looked_at_together`).

    >>> found = paired_shares([1, 1, 0, 0] * 50, [1, 1, 1, 0] * 50)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.25, 0.186, 0.309)
    """
    count = len(first)
    gained = sum(one < other for one, other in zip(first, second, strict=True))
    lost = sum(one > other for one, other in zip(first, second, strict=True))
    up, down = (gained + 1) / (count + 2), (lost + 1) / (count + 2)
    half = z * sqrt((up + down - (up - down) ** 2) / (count + 2))
    value = (gained - lost) / count if count else 0.0
    return Estimate(value, max(-1.0, up - down - half), min(1.0, up - down + half), "bonett_price", count)


def paired_means(first: Sequence[float], second: Sequence[float], z: float = Z) -> Estimate:
    """How much more it is the second time, over the same seeds: Student's interval of the differences, or `alike`."""
    return mean([other - one for one, other in zip(first, second, strict=True)], z)


def looked_at_together(count: int) -> float:
    """How many deviations an interval reaches where so many are looked at at once: all hold the truth in 95 of 100.

    >>> round(looked_at_together(1), 2), round(looked_at_together(40), 2)
    (1.96, 3.23)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(count, 1))


def apart(first: Estimate, second: Estimate) -> Estimate:
    """The difference of two numbers that have nothing to do with each other, from their own intervals (Newcombe's way).

    Of a number that is known only between two bounds nothing in the middle is likelier, nor of its difference.

    >>> found = apart(exact(0.5), exact(0.6, 0.1))
    >>> apart(exact(0.5), exact(0.75)).how, found.how, round(found.low, 2), round(found.high, 2)
    ('exact', 'bounds', 0.1, 0.2)
    >>> found = apart(share(56, 70), share(48, 80))
    >>> round(found.value, 2), round(found.low, 4), round(found.high, 4)
    (-0.2, -0.3339, -0.0524)
    """
    value = second.value - first.value
    if "bounds" in (first.how, second.how):
        return Estimate(value, second.low - first.high, second.high - first.low, "bounds")
    if first.how == second.how == "exact":
        return Estimate(value, value, value, "exact")
    low = value - sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    high = value + sqrt((second.high - second.value) ** 2 + (first.value - first.low) ** 2)
    return Estimate(value, low, high, "wilson" if "wilson" in (first.how, second.how) else "t")
