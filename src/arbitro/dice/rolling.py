"""Throwing an expression: each node is compiled once into a function that draws its dice and tells what happened.

Compiled rolls are kept by their text, so that a text rolled again costs little more than its dice.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, TypeAlias

from arbitro.dice.expression import (
    Chain,
    Compare,
    Count,
    Explode,
    Expression,
    Keep,
    Limit,
    Negative,
    Node,
    Number,
    Pool,
    Reroll,
    Throw,
    compare,
    tally,
)
from arbitro.dice.notation import parse
from arbitro.dice.rolled import Compared, Computed, Fixed, Negated, Part, Pooled, Rolled, Thrown
from arbitro.dice.stream import Dice, Die

Roller: TypeAlias = Callable[[Dice], Part]


def roll(what: str | Expression, dice: Dice) -> Rolled:
    """Throw a text of dice notation, or an expression already read; raises `NotationError` before any die.

    >>> from arbitro.dice.stream import ScriptedDice
    >>> print(roll("4d6kh3+1", ScriptedDice((6, 4), (6, 4), (6, 6), (6, 3))))
    4d6kh3 (4, 4, 6, ~3~) + 1 = 15
    """
    text, comment, roller = _prepared(what if type(what) is str else str(what))
    part = roller(dice)
    return Rolled(text, part.total, part, comment)


@lru_cache(maxsize=2048)
def _prepared(text: str) -> tuple[str, str, Roller]:
    expression = parse(text)
    return expression.text, expression.comment, _compiled(expression.root)


def _compiled(node: Node) -> Roller:
    match node:
        case Number(value=value, label=label):
            fixed = Fixed(value, label)
            return lambda _: fixed
        case Throw(operators=(), fudge=False):
            return _plain(node)
        case Throw(operators=(Keep() as keep,), fudge=False):
            return _kept(node, keep)
        case Throw():
            return lambda dice: _Table(node, dice).result()
        case Pool():
            return _pool(node)
        case Negative(of=of):
            return _negative(_compiled(of))
        case Compare():
            return _comparison(node)
        case Chain(first=first, steps=((("+" | "-") as sign, Number(value=value, label=label)),)):
            return _plus_fixed(_compiled(first), sign, value, label)
        case Chain():
            return _chain(node)


def _plain(throw: Throw) -> Roller:
    """The commonest dice: nothing is done with them but adding up."""
    text, count, sides, label = throw.bare, throw.count, throw.sides, throw.label
    if count == 1:

        def throw_one(dice: Dice) -> Thrown:
            die = dice.roll(sides, label)
            return Thrown(text, die.face, (die,), label)

        return throw_one
    each = range(count)

    def throw_all(dice: Dice) -> Thrown:
        one = dice.roll
        fell = [one(sides, label) for _ in each]
        total = 0
        for die in fell:
            total += die.face
        return Thrown(text, total, tuple(fell), label)

    return throw_all


def _kept(throw: Throw, keep: Keep) -> Roller:
    """Dice of which the highest or lowest count: as `_Table` does it, without a table."""
    text, count, sides, label = throw.bare, throw.count, throw.sides, throw.label
    each = range(count)
    spare = count - keep.kept_of(count)
    highest = keep.highest

    def throw_and_keep(dice: Dice) -> Thrown:
        one = dice.roll
        fell = [one(sides, label) for _ in each]
        faces = [die.face for die in fell]
        total = sum(faces)
        dropped = []
        for _ in range(spare):
            # of equal dice the last is dropped; a dropped one is put out of reach
            worst = min(faces) if highest else max(faces)
            at = count - 1
            while faces[at] != worst:
                at -= 1
            total -= worst
            faces[at] = sides + 1 if highest else 0
            dropped.append(at)
        dropped.sort()
        return Thrown(text, total, tuple(fell), label, (), tuple(dropped))

    return throw_and_keep if spare <= 4 else lambda dice: _Table(throw, dice).result()


def _plus_fixed(first: Roller, sign: Literal["+", "-"], value: int, label: str) -> Roller:
    """The commonest sum: dice and a bonus."""
    steps = ((sign, Fixed(value, label)),)
    bonus = value if sign == "+" else -value

    def add(dice: Dice) -> Computed:
        part = first(dice)
        return Computed(part.total + bonus, part, steps)

    return add


def _chain(chain: Chain) -> Roller:
    first = _compiled(chain.first)
    rest = tuple((sign, _compiled(node)) for sign, node in chain.steps)

    def compute(dice: Dice) -> Computed:
        part = first(dice)
        total = part.total
        steps = []
        for sign, roller in rest:
            step = roller(dice)
            if sign == "+":
                total += step.total
            elif sign == "-":
                total -= step.total
            elif sign == "*":
                total *= step.total
            else:
                total //= step.total
            steps.append((sign, step))
        return Computed(total, part, tuple(steps))

    return compute


def _negative(of: Roller) -> Roller:
    def negate(dice: Dice) -> Negated:
        part = of(dice)
        return Negated(-part.total, part)

    return negate


def _comparison(node: Compare) -> Roller:
    left, sign, right = _compiled(node.left), node.sign, _compiled(node.right)

    def decide(dice: Dice) -> Compared:
        one, other = left(dice), right(dice)
        return Compared(int(compare(one.total, sign, other.total)), one, sign, other)

    return decide


def _pool(pool: Pool) -> Roller:
    rollers = tuple(map(_compiled, pool.members))
    text = "".join(map(str, pool.operators))
    counts = tuple(operator for operator in pool.operators if isinstance(operator, Count))

    def throw_pool(dice: Dice) -> Pooled:
        members = tuple([roller(dice) for roller in rollers])
        values = [member.total for member in members]
        kept = list(range(len(values)))
        for operator in pool.operators:
            if isinstance(operator, Keep):
                kept = best(kept, values, operator)
        dropped = tuple(at for at in range(len(values)) if at not in kept)
        successes, failures = _counted(kept, values, counts)
        total = sum(tally(values[at], counts) if counts else values[at] for at in kept)
        return Pooled(text, total, members, pool.label, dropped, successes, failures)

    return throw_pool


def best(positions: list[int], values: list[int], keep: Keep) -> list[int]:
    """The positions that a keep leaves, in their order; of equal values the first is kept."""
    order = sorted(positions, key=lambda at: (-values[at] if keep.highest else values[at], at))
    return sorted(order[: keep.kept_of(len(order))])


def _counted(kept: list[int], values: list[int], counts: tuple[Count, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which of the kept values are successes, and which failures."""
    found: dict[str, tuple[int, ...]] = {}
    for mode in ("cs", "cf"):
        conditions = [count.when for count in counts if count.mode == mode]
        found[mode] = tuple(at for at in kept if any(when.holds(values[at]) for when in conditions))
    return found["cs"], found["cf"]


class _Lying:
    """One die on the table while operators are applied to it."""

    __slots__ = ("die", "exploded", "fate", "value")

    def __init__(self, die: Die, value: int, fate: str = "") -> None:
        self.die = die
        self.value = value
        self.fate = fate
        """Nothing while it counts; else dropped, rerolled, or added to the die before it."""
        self.exploded = False


class _Table:
    """A throw of any kind: all dice are thrown, then the operators do their work from left to right."""

    def __init__(self, throw: Throw, dice: Dice) -> None:
        self.throw = throw
        self.dice = dice
        self.lying = [self.fresh() for _ in range(throw.count)]

    def fresh(self) -> _Lying:
        """Throw one more die."""
        die = self.dice.roll(self.throw.sides, self.throw.label)
        return _Lying(die, die.face - 2 if self.throw.fudge else die.face)

    def result(self) -> Thrown:
        """Apply the operators and tell what happened."""
        for operator in self.throw.operators:
            if isinstance(operator, Keep):
                self.keep(operator)
            elif isinstance(operator, Explode):
                self.explode(operator)
            elif isinstance(operator, Reroll):
                self.reroll(operator)
            elif isinstance(operator, Limit):
                for one in self.lying:
                    one.value = one.value if one.fate else operator.apply(one.value)
        return self.told()

    def keep(self, keep: Keep) -> None:
        """Drop the dice that a keep does not leave."""
        values = [one.value for one in self.lying]
        counting = [at for at, one in enumerate(self.lying) if not one.fate]
        for at in set(counting) - set(best(counting, values, keep)):
            self.lying[at].fate = "dropped"

    def explode(self, explode: Explode) -> None:
        """Let each matching die bring further ones, which come to lie after it."""
        when = self.throw.explodes_when(explode)
        lying = []
        for first in self.lying:
            lying.append(first)
            last, face = first, first.value
            left = 0 if first.fate else explode.limit
            while left and when.holds(face):
                left -= 1
                last.exploded = True
                last = self.fresh()
                face = last.value  # a penetrating die explodes on its face, before one is taken away
                if explode.mode == "!!":
                    first.value += face
                    last.fate = "added"
                elif explode.mode == "!p":
                    last.value -= 1
                lying.append(last)
        self.lying = lying

    def reroll(self, reroll: Reroll) -> None:
        """Throw each matching die again, once or until it no longer matches."""
        lying = []
        for one in self.lying:
            last = one
            lying.append(last)
            while not last.fate and reroll.when.holds(last.value):
                last.fate = "rerolled"
                last = self.fresh()
                lying.append(last)
                if reroll.mode == "ro":
                    break
        self.lying = lying

    def told(self) -> Thrown:
        """What happened."""
        throw, lying = self.throw, self.lying
        values = [one.value for one in lying]
        kept = [at for at, one in enumerate(lying) if not one.fate]
        counts = tuple(operator for operator in throw.operators if isinstance(operator, Count))
        successes, failures = _counted(kept, values, counts)
        altered = any(one.value != one.die.face for one in lying)

        def fated(fate: str) -> tuple[int, ...]:
            return tuple(at for at, one in enumerate(lying) if one.fate == fate)

        return Thrown(
            throw.bare,
            sum(tally(values[at], counts) if counts else values[at] for at in kept),
            tuple(one.die for one in lying),
            throw.label,
            tuple(values) if altered else (),
            fated("dropped"),
            fated("rerolled"),
            tuple(at for at, one in enumerate(lying) if one.exploded),
            fated("added"),
            successes,
            failures,
            throw.fudge,
        )
