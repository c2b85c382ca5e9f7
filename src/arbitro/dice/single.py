"""What becomes of one die: rolled again, limited, exploded. The part of exact odds in which dice do not meet."""

from fractions import Fraction
from typing import TYPE_CHECKING

from arbitro.dice.expression import Condition, Count, Explode, Limit, Operator, Reroll, Throw, tally
from arbitro.dice.sums import IceDie, add, keep_cost, sum_cost

if TYPE_CHECKING:
    from arbitro.dice.exact import Exact


class Single:
    """What becomes of one die of a throw; every die is independent of the others until some are kept."""

    def __init__(self, exact: "Exact", throw: Throw, fresh: IceDie, count: int, *, kept: bool = False) -> None:
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
        chance = chance_of(self.fresh, when)
        depth = self.depth(explode, Fraction(1) if self.kept else chance_of(die, when), chance)
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
            whole = self.mixed(self.worth(others, rest), longer, chance_of(die, when))
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
        chance, start = chance_of(self.fresh, when), chance_of(die, when)
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


def chance_of(die: IceDie, when: Condition) -> Fraction:
    """The probability that a die matches."""
    return Fraction(sum(weight for value, weight in die.items() if when.holds(value)), die.denominator())
