"""The exact odds of dice notation: what may come out, and how likely.

Every probability is a fraction of whole numbers; `float` makes of it what a reader wants to see.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import sqrt

from msgspec import Struct

from arbitro.dice.exact import LIMIT, Exact, OddsRefused
from arbitro.dice.expression import Condition, Expression
from arbitro.dice.mistake import Mistake
from arbitro.dice.notation import parse, parse_condition


class Versus(Struct, frozen=True):
    """How one roll fares against another."""

    win: Fraction
    tie: Fraction
    lose: Fraction


class Odds:
    """The distribution of a roll. Made by `odds`; it never changes.

    >>> fair = odds("2d6")
    >>> str(fair.at_least(9)), str(fair.mean)
    ('5/18', '7')
    >>> str(fair.versus(odds("1d12")).win)
    '1/2'
    """

    def __init__(self, text: str, weights: Mapping[int, int], cut: Fraction = Fraction(0)) -> None:
        self.text = text
        self._weights = {outcome: weights[outcome] for outcome in sorted(weights)}
        self._outcomes = list(self._weights)
        self._below = [0, *accumulate(self._weights.values())]
        self._whole = self._below[-1]
        self.cut = cut
        """The probability that an explosion would have gone further than it was followed; nearly always 0."""

    @property
    def outcomes(self) -> tuple[int, ...]:
        """What may come out, lowest first."""
        return tuple(self._outcomes)

    @cached_property
    def distribution(self) -> Mapping[int, Fraction]:
        """The probability of each outcome."""
        return {outcome: Fraction(weight, self._whole) for outcome, weight in self._weights.items()}

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        return iter(self.distribution.items())

    def __len__(self) -> int:
        return len(self._weights)

    def exactly(self, number: int) -> Fraction:
        """P(= number)."""
        return Fraction(self._weights.get(number, 0), self._whole)

    def at_least(self, number: int) -> Fraction:
        """P(≥ number)."""
        return 1 - Fraction(self._below[bisect_left(self._outcomes, number)], self._whole)

    def at_most(self, number: int) -> Fraction:
        """P(≤ number)."""
        return Fraction(self._below[bisect_right(self._outcomes, number)], self._whole)

    @cached_property
    def mean(self) -> Fraction:
        """The average."""
        return Fraction(sum(outcome * weight for outcome, weight in self._weights.items()), self._whole)

    @cached_property
    def variance(self) -> Fraction:
        """The average of the squared distance from the mean."""
        squares = sum(outcome * outcome * weight for outcome, weight in self._weights.items())
        return Fraction(squares, self._whole) - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def quantile(self, share: Fraction | float) -> int:
        """The lowest outcome that is not exceeded with at least that probability."""
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile asks for a share from 0 to 1, not {share}")
        wanted = Fraction(share) * self._whole
        return self._outcomes[max(0, bisect_left(self._below, wanted) - 1)]

    @property
    def median(self) -> int:
        """The middle: half of the rolls do not exceed it."""
        return self.quantile(Fraction(1, 2))

    @property
    def modes(self) -> tuple[int, ...]:
        """The likeliest outcomes."""
        highest = max(self._weights.values())
        return tuple(outcome for outcome, weight in self._weights.items() if weight == highest)

    def versus(self, other: "Odds") -> Versus:
        """Against another roll, both thrown at once: how often this one is higher, equal, lower."""
        win = sum((chance * (1 - other.at_least(outcome)) for outcome, chance in self), Fraction(0))
        tie = sum((chance * other.exactly(outcome) for outcome, chance in self), Fraction(0))
        return Versus(win, tie, 1 - win - tie)

    def given(self, condition: str | Condition | Callable[[int], bool]) -> "Odds":
        """The odds when it is already known that something holds: ``odds("1d6").given(">=4")``."""
        known = parse_condition(condition) if isinstance(condition, str) else condition
        holds = known.holds if isinstance(known, Condition) else known
        weights = {outcome: weight for outcome, weight in self._weights.items() if holds(outcome)}
        if not weights:
            text = condition if isinstance(condition, str) else str(known)
            raise OddsRefused(Mistake("dice.odds_never", text, 0, {"part": self.text}))
        kept = Fraction(sum(weights.values()), self._whole)
        return Odds(self.text, weights, min(Fraction(1), self.cut / kept))


def odds(what: str | Expression, seconds: float = LIMIT) -> Odds:
    """The exact odds of a text of dice notation; raises `NotationError`, or `OddsRefused` where they are too much."""
    return _known(what if isinstance(what, str) else what.text, seconds)


@lru_cache(maxsize=256)
def _known(text: str, seconds: float) -> Odds:
    expression = parse(text)
    exact = Exact(expression.text, seconds)
    return Odds(expression.text, exact.of(expression.root), 1 - exact.uncut)
