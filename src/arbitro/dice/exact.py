"""From an expression to its exact distribution, with icepool underneath.

Most notation is a matter of saying it in icepool's words. Three things are decided here:

* **Work.** Each step is estimated from the sizes it starts with and refused before it begins if the whole would take
  longer than `LIMIT`; the refusal says how many dice would fit.
* **Explosions** have no end. They are followed until less than `ENOUGH` of the probability of a die is left, or less
  far where the work demands it; what was cut off is in `cut`, and more than `MOST_CUT` of it is refused.
* **Left to right.** Each operator sees what the ones before it left, as `arbitro.dice.rolling` does it with real dice.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Final

from arbitro.dice.expression import (
    Chain,
    Compare,
    Count,
    Explode,
    Keep,
    Limit,
    Negative,
    Node,
    Number,
    Operator,
    Pool,
    Throw,
    compare,
    tally,
)
from arbitro.dice.mistake import Mistake, NotationError
from arbitro.dice.single import Single
from arbitro.dice.sums import IceDie, add, add_cost, keep_cost, plain_cost, times, times_cost

LIMIT: Final = 5.0
"""Seconds of work, as estimated on the machine the estimates were measured on."""
ENOUGH: Final = 1e-12
MOST_CUT: Final = 0.01
MOST_VALUES: Final = 400
"""Different values that a die may have where the highest are kept: icepool goes one call deeper for each."""


class OddsRefused(NotationError):
    """The exact odds of an expression would take too long, or are not known; rolling it still works."""


class Exact:
    """One computation: how much work is left to it, and what it had to cut off."""

    def __init__(self, text: str, seconds: float = LIMIT) -> None:
        import icepool  # late: rolling never needs it

        self.ice = icepool
        self.text = text
        self.seconds = seconds
        self.left = seconds * 1e9
        self.uncut = Fraction(1)
        """The probability that no explosion went further than it was followed."""

    # ------------------------------------------------------------------------------------------ work

    def refuse(self, code: str, node: Node, hint: str = "", **params: float | str) -> OddsRefused:
        """The refusal, pointing at a part of the text."""
        at = max(0, self.text.find(str(node)))
        return OddsRefused(Mistake(code, self.text, at, {"part": str(node), **params}, hint))

    def spend(self, node: Node, cost: float, cost_of: Callable[[int], float] | None = None) -> None:
        """Take some nanoseconds from what is left, or refuse; `cost_of` tells what other numbers of dice cost."""
        if cost > self.left:
            fits = 0
            if cost_of is not None and isinstance(node, Throw):
                fits = next((n for n in range(node.count - 1, 0, -1) if cost_of(n) <= self.left), 0)
            params: dict[str, int | str] = {"limit": round(self.seconds), "fits": fits}
            raise self.refuse(
                "dice.odds_too_long",
                node,
                "dice.hint_fewer_dice" if fits else "",
                seconds=_rounded(cost / 1e9 + self.seconds - self.left / 1e9),
                **params,
            )
        self.left -= cost

    def depth(
        self, node: Throw, count: int, start: Fraction, chance: Fraction, limit: int, cost: Callable[[int], float]
    ) -> int:
        """How far to follow so many explosions, which begin and go on with these chances: the deepest that fits."""
        depth = 1
        while depth < limit and float(chance) ** (depth + 1) >= ENOUGH:
            depth += 1
        while depth > 1 and cost(depth) > self.left / 2:
            depth -= max(1, depth // 8)
        if depth < limit:
            remains = 1 - (1 - start * chance**depth) ** count
            if remains > MOST_CUT:
                raise self.refuse("dice.odds_cut_too_much", node, depth=depth, percent=round(float(remains) * 100, 1))
            self.uncut *= 1 - remains
        return depth

    # ------------------------------------------------------------------------------------------ nodes

    def of(self, node: Node) -> IceDie:
        """The distribution of a node."""
        match node:
            case Number(value=value):
                return self.ice.Die([value])
            case Throw():
                return self.of_dice(node)
            case Pool():
                return self.of_pool(node)
            case Negative(of=of):
                return -self.of(of)
            case Compare(left=left, sign=sign, right=right):
                one, other = self.of(left), -self.of(right)
                self.spend(node, add_cost(one, other))
                return add(one, other).map(lambda difference: int(compare(difference, sign, 0)))
            case Chain():
                return self.of_chain(node)

    def of_chain(self, chain: Chain) -> IceDie:
        """The distribution of a sum or a product."""
        result = self.of(chain.first)
        for sign, node in chain.steps:
            part = self.of(node)
            if sign in "+-":
                part = -part if sign == "-" else part
                self.spend(chain, add_cost(result, part))
                result = add(result, part)
            else:
                self.spend(chain, 2_000.0 * len(result) * len(part))
                result = result * part if sign == "*" else result // part
        return result

    def of_pool(self, pool: Pool) -> IceDie:
        """The distribution of several rolls side by side."""
        dice = [self.of(member) for member in pool.members]
        keeps = [operator for operator in pool.operators if isinstance(operator, Keep)]
        worth = _worth(pool.operators)
        if keeps:
            return self.kept(pool, dice, keeps, worth)
        return self.total(pool, dice if worth is _itself else [die.map(worth) for die in dice])

    def total(self, node: Node, dice: Iterable[IceDie]) -> IceDie:
        """The sum of several dice."""

        def plus(one: IceDie, other: IceDie) -> IceDie:
            self.spend(node, add_cost(one, other))
            return add(one, other)

        return reduce(plus, dice)

    def kept(self, node: Node, dice: list[IceDie], keeps: list[Keep], worth: Callable[[int], int]) -> IceDie:
        """What the kept ones of several dice are worth together."""
        left = _left(len(dice), keeps)
        if not left:
            return self.ice.Die([0])
        kinds = Counter(dice)
        self.spend(
            node,
            keep_cost(kinds, left),
            lambda count: keep_cost({dice[0]: count}, _left(count, keeps)),
        )
        multiset = self.keep(node, dice, keeps)
        return multiset.sum() if worth is _itself else multiset.sum(map=worth)  # plain sums icepool remembers

    def keep(self, node: Node, dice: list[IceDie], keeps: list[Keep]) -> IceDie:
        """The multiset that keeping leaves."""
        values = {value for die in set(dice) for value in die}
        if len(values) > MOST_VALUES:
            raise self.refuse("dice.odds_too_many_values", node, values=len(values), limit=MOST_VALUES)
        multiset = self.ice.Pool(dice)
        size = len(dice)
        for keep in keeps:
            size = keep.kept_of(size)
            multiset = multiset.highest(size) if keep.highest else multiset.lowest(size)
        return multiset

    # ------------------------------------------------------------------------------------------ dice

    def of_dice(self, throw: Throw) -> IceDie:
        """The distribution of dice of one kind with their operators."""
        self.spend(throw, 2_000.0 * throw.sides)
        if not throw.operators:  # the work is known before the die is made, which for a d1000000 takes a while
            self.spend(throw, plain_cost(throw.sides, throw.count), lambda count: plain_cost(throw.sides, count))
        die = self.ice.d(throw.sides) - 2 if throw.fudge else self.ice.d(throw.sides)
        operators = throw.operators
        if not operators:
            return times(die, throw.count)
        first = next((at for at, one in enumerate(operators) if isinstance(one, Keep)), None)
        if first is None:
            one = Single(self, throw, die, throw.count).worth(die, operators)
            self.spend(throw, times_cost(one, throw.count), lambda count: times_cost(one, count))
            return times(one, throw.count)
        before, after = operators[:first], operators[first:]
        if all(isinstance(one, Keep | Limit | Count) for one in after):
            # A minimum or a maximum does not change which dice are the highest, so keeping may come first.
            keeps = [one for one in after if isinstance(one, Keep)]
            return self.kept_of_dice(throw, die, before, keeps, _worth(after))
        return self.kept_then_thrown(throw, die, before, after)

    def kept_of_dice(
        self,
        throw: Throw,
        die: IceDie,
        before: tuple[Operator, ...],
        keeps: list[Keep],
        worth: Callable[[int], int],
    ) -> IceDie:
        """Dice that may have been rolled again or exploded, of which some are kept and counted."""
        single = Single(self, throw, die, throw.count)
        explode = next((one for one in before if isinstance(one, Explode) and one.mode != "!!"), None)
        if explode is None:
            return self.kept(throw, [single.worth(die, before)] * throw.count, keeps, worth)
        groups, kinds = single.groups(before, explode, _left(throw.count, keeps))
        outcomes, weights = [], []
        for group, weight in groups.items():
            dice = [kind for kind, count in zip(kinds, group, strict=True) for _ in range(count)]
            outcomes.append(self.kept(throw, dice, keeps, worth))
            weights.append(weight)
        return self.ice.Die(outcomes, times=weights)

    def kept_then_thrown(
        self, throw: Throw, die: IceDie, before: tuple[Operator, ...], after: tuple[Operator, ...]
    ) -> IceDie:
        """Dice of which the kept ones are rolled again or exploded: each way of keeping, followed by itself."""
        last = max(at for at, one in enumerate(after) if isinstance(one, Keep))
        keeps = [one for one in after[: last + 1] if isinstance(one, Keep)]
        exploded = any(isinstance(one, Explode) and one.mode != "!!" for one in before)
        if exploded or len(keeps) != last + 1:
            raise self.refuse("dice.odds_thrown_between", throw)
        one = Single(self, throw, die, throw.count).worth(die, before)
        left = _left(throw.count, keeps)
        ways = comb(left + len(one) - 1, left)
        self.spend(throw, keep_cost({one: throw.count}, left) + 20_000.0 * ways * left)
        single = Single(self, throw, die, left, kept=True)
        each = {value: single.worth(self.ice.Die([value]), after[last + 1 :]) for value in one}
        expanded = self.keep(throw, [one] * throw.count, keeps).expand()
        return expanded.map(lambda *values: self.total(throw, [each[value] for value in values]), star=True)


def _left(dice: int, keeps: list[Keep]) -> int:
    """How many of so many dice are left after keeping."""
    return reduce(lambda left, keep: keep.kept_of(left), keeps, dice)


def _itself(value: int) -> int:
    return value


def _worth(operators: tuple[Operator, ...]) -> Callable[[int], int]:
    """What a kept die is worth after the minimums, maximums and counts among the operators."""
    limits = [one for one in operators if isinstance(one, Limit)]
    counts = tuple(one for one in operators if isinstance(one, Count))
    if not limits and not counts:
        return _itself

    def worth(value: int) -> int:
        for limit in limits:
            value = limit.apply(value)
        return tally(value, counts) if counts else value

    return worth


def _rounded(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds < 1e6 else f"{seconds:.0e}"
