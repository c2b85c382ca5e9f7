"""From an expression to its exact distribution, with icepool underneath.

Most notation is a matter of saying it in icepool's words. Three things are decided here:

* **Work.** Each step is estimated from the sizes it starts with and refused before it begins if the whole would take
  longer than `LIMIT`; the refusal says how many dice would fit.
* **Explosions** have no end. They are followed until less than `ENOUGH` of the probability of a die is left, or less
  far where the work demands it; what was cut off is in `cut`, and more than `MOST_CUT` of it is refused.
* **Left to right.** Each operator sees what the ones before it left, as `arbitro.dice.rolling` does it with real dice.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Final

from arbitro.dice.expression import (
    Chain,
    Compare,
    Condition,
    Count,
    Explode,
    Keep,
    Limit,
    Negative,
    Node,
    Number,
    Operator,
    Pool,
    Reroll,
    Throw,
    compare,
    tally,
)
from arbitro.dice.mistake import Mistake, NotationError
from arbitro.dice.sums import IceDie, add, add_cost, sum_cost, times, times_cost

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
        import icepool  # type: ignore[import-untyped]  # late: rolling never needs it

        self.ice = icepool
        self.text = text
        self.seconds = seconds
        self.left = seconds * 1e9
        self.uncut = Fraction(1)
        """The probability that no explosion went further than it was followed."""

    # ------------------------------------------------------------------------------------------ work

    def refuse(self, code: str, node: Node, hint: str = "", **params: int | str) -> OddsRefused:
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
                raise self.refuse(
                    "dice.odds_cut_too_much", node, depth=depth, percent=f"{float(remains) * 100:.1f}"
                )
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
        return self.total(pool, [die.map(worth) for die in dice])

    def total(self, node: Node, dice: Iterable[IceDie]) -> IceDie:
        """The sum of several dice."""

        def plus(one: IceDie, other: IceDie) -> IceDie:
            self.spend(node, add_cost(one, other))
            return add(one, other)

        return reduce(plus, dice)

    def kept(
        self, node: Node, dice: list[IceDie], keeps: list[Keep], worth: Callable[[int], int]
    ) -> IceDie:
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
        return self.keep(node, dice, keeps).sum(map=worth)

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
        die = self.ice.d(throw.sides) - 2 if throw.fudge else self.ice.d(throw.sides)
        operators = throw.operators
        first = next((at for at, one in enumerate(operators) if isinstance(one, Keep)), None)
        if first is None:
            one = _Single(self, throw, die, throw.count).worth(die, operators)
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
        single = _Single(self, throw, die, throw.count)
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
        one = _Single(self, throw, die, throw.count).worth(die, before)
        left = _left(throw.count, keeps)
        ways = comb(left + len(one) - 1, left)
        self.spend(throw, keep_cost({one: throw.count}, left) + 20_000.0 * ways * left)
        single = _Single(self, throw, die, left, kept=True)
        each = {value: single.worth(self.ice.Die([value]), after[last + 1 :]) for value in one}
        expanded = self.keep(throw, [one] * throw.count, keeps).expand()
        return expanded.map(
            lambda *values: self.total(throw, [each[value] for value in values]), star=True
        )


class _Single:
    """What becomes of one die of a throw; every die is independent of the others until some are kept."""

    def __init__(self, exact: Exact, throw: Throw, fresh: IceDie, count: int, *, kept: bool = False) -> None:
        self.exact = exact
        self.throw = throw
        self.fresh = fresh
        self.count = count
        self.kept = kept
        """Whether keeping has come before, so that nothing sure is known of the first dice."""
        self._depth = 0

    def worth(self, die: IceDie, operators: tuple[Operator, ...]) -> IceDie:
        """What a die and all it brings are worth after the operators."""
        for at, operator in enumerate(operators):
            if isinstance(operator, Explode):
                return self.chain(die, operator, operators[at + 1 :])
            die = self.changed(die, operator)
        counts = tuple(one for one in operators if isinstance(one, Count))
        return die.map(lambda one: tally(one, counts)) if counts else die

    def changed(self, die: IceDie, operator: Operator) -> IceDie:
        """A die after an operator that leaves it one die."""
        if isinstance(operator, Limit):
            return die.map(operator.apply)
        if isinstance(operator, Reroll):
            again = self.fresh
            if operator.mode == "rr":
                again = parted(again, operator.when)[1]
            return die.map(lambda one: again if operator.when.holds(one) else one)
        return die

    def chain(self, die: IceDie, explode: Explode, after: tuple[Operator, ...]) -> IceDie:
        """What a die and the dice it brings by exploding are worth together."""
        when = self.throw.explodes_when(explode)
        chance = _chance(self.fresh, when)
        depth = self.depth(explode, Fraction(1) if self.kept else _chance(die, when), chance)
        compound = explode.mode == "!!"
        less = 1 if explode.mode == "!p" else 0
        rest = () if compound else after  # dice that lie apart go their own way through what follows
        matches, others = parted(self.fresh, when)
        brought = self.worth(self.fresh - less, rest)
        stays, goes = self.worth(others - less, rest), self.worth(matches - less, rest)
        for _ in range(depth - 1):
            brought = self.mixed(stays, add(goes, brought), chance)
        matches, others = parted(die, when)
        if matches is None:
            whole = self.worth(others, rest)
        elif others is None:
            whole = add(self.worth(matches, rest), brought)
        else:
            longer = add(self.worth(matches, rest), brought)
            whole = self.mixed(self.worth(others, rest), longer, _chance(die, when))
        return self.worth(whole, after) if compound else whole

    def depth(self, explode: Explode, start: Fraction, chance: Fraction) -> int:
        """How far an explosion is followed: decided once for all dice of the throw, which explode only once."""
        sides, bits = self.throw.sides, self.fresh.denominator().bit_length()

        def cost(depth: int) -> float:
            chain = sum(sum_cost(sides * step, bits * step) for step in range(1, depth + 1))
            return chain + sum_cost(sides * (depth + 1) * self.count, bits * (depth + 1) * self.count)

        if not self._depth:
            self._depth = self.exact.depth(self.throw, self.count, start, chance, explode.limit, cost)
            self.exact.spend(self.throw, cost(self._depth))
        return self._depth

    def mixed(self, stays: IceDie, goes: IceDie, chance: Fraction) -> IceDie:
        """One of two dice, the second with the given chance."""
        weights = [chance.denominator - chance.numerator, chance.numerator]
        return self.exact.ice.Die([stays, goes], times=weights)

    def groups(
        self, before: tuple[Operator, ...], explode: Explode, left: int
    ) -> tuple[dict[tuple[int, ...], int], list[IceDie]]:
        """How many dice of each kind may lie on the table after exploding, with weights, and what the kinds are.

        Exploded dice and the ones that ended a chain are told apart, because among the former there are only
        matching faces and among the latter only others.
        """
        at = before.index(explode)
        die = self.fresh
        for operator in before[:at]:
            die = self.changed(die, operator)
        when, less = self.throw.explodes_when(explode), 1 if explode.mode == "!p" else 0
        chance, start = _chance(self.fresh, when), _chance(die, when)
        fresh, first = parted(self.fresh, when), parted(die, when)
        kinds: list[IceDie] = []

        def kind(one: IceDie | None) -> int:
            if one is None:
                return -1
            for operator in before[at + 1 :]:
                one = self.changed(one, operator)
            if one not in kinds:
                kinds.append(one)
            return kinds.index(one)

        places = [kind(first[0]), kind(first[1]), kind(fresh[0] - less), kind(fresh[1] - less)]
        count = self.count

        def cost(depth: int) -> float:
            ways = (count * (depth + 1) + 1) * (count + 1) / 2
            further = count * (depth + 1) * 0.6  # the root of the mean square, which the cost grows with
            return ways * keep_cost({fresh[1]: count, fresh[0]: int(further) + 1}, left)

        depth = self.exact.depth(self.throw, count, start, chance, explode.limit, cost)
        one = _ways_of_one(places, len(kinds), chance, start, depth)
        whole = one
        for _ in range(count - 1):
            whole = _both(whole, one)
        return whole, kinds


def _ways_of_one(
    places: list[int], kinds: int, chance: Fraction, start: Fraction, depth: int
) -> dict[tuple[int, ...], int]:
    """The numbers of dice of each kind that one die may become, with whole weights."""
    ways: dict[tuple[int, ...], Fraction] = {}

    def note(weight: Fraction, *lying: int) -> None:
        numbers = tuple(lying.count(kind) for kind in range(kinds))
        if weight:
            ways[numbers] = ways.get(numbers, Fraction(0)) + weight

    matches, other, more, last = places
    note(1 - start, other)
    for further in range(depth):
        note(start * chance**further * (1 - chance), matches, *[more] * further, last)
    note(start * chance**depth, matches, *[more] * depth)
    scale = start.denominator * chance.denominator ** (depth + 1)
    return {numbers: int(weight * scale) for numbers, weight in ways.items()}


def _both(one: dict[tuple[int, ...], int], other: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    found: dict[tuple[int, ...], int] = {}
    for left, weight in one.items():
        for right, times_ in other.items():
            key = tuple(map(sum, zip(left, right, strict=True)))
            found[key] = found.get(key, 0) + weight * times_
    return found


def parted(die: IceDie, when: Condition) -> tuple[IceDie, IceDie]:
    """A die given that it matches, and given that it does not; None for what cannot be."""
    kind = type(die)
    matching = {value: weight for value, weight in die.items() if when.holds(value)}
    others = {value: weight for value, weight in die.items() if value not in matching}
    return kind(matching) if matching else None, kind(others) if others else None


def keep_cost(kinds: Mapping[IceDie, int], left: int) -> float:
    """About how many nanoseconds icepool takes to add up the `left` ones kept of so many dice of each kind.

    Measured from 4d400kh3 to 1000d6kh3: 10 to 60 ns for each outcome, number of dice that may show it, and sum.
    """
    lowest, highest = min(map(min, kinds)), max(map(max, kinds))
    meeting: dict[int, int] = {}
    most = 1
    for die, number in kinds.items():
        free = number if len(die) > 1 else 1  # dice that can show one value only leave nothing to choose
        most = max(most, free)
        for value in die:
            meeting[value] = meeting.get(value, 1) * (free + 1)
    sums = left * (highest - lowest) + 1
    return 300_000.0 + 30.0 * sum(meeting.values()) * (most + 8) / 2 * sums


def _left(dice: int, keeps: list[Keep]) -> int:
    """How many of so many dice are left after keeping."""
    return reduce(lambda left, keep: keep.kept_of(left), keeps, dice)


def _worth(operators: tuple[Operator, ...]) -> Callable[[int], int]:
    """What a kept die is worth after the minimums, maximums and counts among the operators."""
    limits = [one for one in operators if isinstance(one, Limit)]
    counts = tuple(one for one in operators if isinstance(one, Count))

    def worth(value: int) -> int:
        for limit in limits:
            value = limit.apply(value)
        return tally(value, counts) if counts else value

    return worth


def _chance(die: IceDie, when: Condition) -> Fraction:
    return Fraction(sum(weight for value, weight in die.items() if when.holds(value)), die.denominator())


def _rounded(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds < 1e6 else f"{seconds:.0e}"
