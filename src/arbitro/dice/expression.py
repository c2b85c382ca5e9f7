"""What was asked: the tree of a dice expression, which writes itself back as canonical text.

Nothing here rolls. `arbitro.dice.notation` makes these from a text, `arbitro.dice.rolling` throws them and
`arbitro.dice.odds` computes their distribution, so the three always speak of the same dice.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

EXPLOSIONS: Final = 100
"""How many further dice one die may bring by exploding; then it stays as it lies."""

Sign = Literal["=", "<>", "<", "<=", ">", ">="]


class Condition(Struct, frozen=True):
    """A comparison with a fixed number, such as ``>=5``; ``>`` is strict."""

    sign: Sign
    number: int

    def holds(self, value: int) -> bool:
        """Whether a value meets the condition."""
        return compare(value, self.sign, self.number)

    def count(self, low: int, high: int) -> int:
        """How many of the whole numbers from `low` to `high` meet the condition."""
        number = self.number
        equal = 1 if low <= number <= high else 0
        below = min(max(number - low, 0), high - low + 1)
        above = min(max(high - number, 0), high - low + 1)
        return {
            "=": equal,
            "<>": high - low + 1 - equal,
            "<": below,
            "<=": below + equal,
            ">": above,
            ">=": above + equal,
        }[self.sign]

    def __str__(self) -> str:
        return f"{'' if self.sign == '=' and self.number >= 0 else self.sign}{self.number}"


def compare(left: int, sign: Sign, right: int) -> bool:
    """Whether ``left sign right`` is true."""
    if sign == ">=":
        return left >= right
    if sign == "<=":
        return left <= right
    if sign == "=":
        return left == right
    if sign == ">":
        return left > right
    return left < right if sign == "<" else left != right


class Keep(Struct, frozen=True):
    """Keep or drop the highest or lowest: ``kh3``, ``kl1``, ``dl1``, ``dh1``."""

    mode: Literal["kh", "kl", "dl", "dh"]
    number: int

    def kept_of(self, dice: int) -> int:
        """How many remain of so many dice."""
        return min(self.number, dice) if self.mode[0] == "k" else max(0, dice - self.number)

    @property
    def highest(self) -> bool:
        """Whether the ones that remain are the highest."""
        return self.mode in ("kh", "dl")

    def __str__(self) -> str:
        return f"{self.mode}{self.number}"


class Explode(Struct, frozen=True):
    """A die that matches brings another: each apart ``!``, added up ``!!``, less one ``!p``, one only ``xo``."""

    mode: Literal["!", "!!", "!p", "xo"]
    when: Condition | None = None
    """None: on the highest face."""

    @property
    def limit(self) -> int:
        """How many further dice one die may bring."""
        return 1 if self.mode == "xo" else EXPLOSIONS

    def __str__(self) -> str:
        return f"{self.mode}{'' if self.when is None else self.when}"


class Reroll(Struct, frozen=True):
    """Roll a matching die again: once ``ro``, or until it no longer matches ``rr``."""

    mode: Literal["ro", "rr"]
    when: Condition

    def __str__(self) -> str:
        return f"{self.mode}{self.when}"


class Limit(Struct, frozen=True):
    """Each die counts for at least (``min3``) or at most (``max5``) so much."""

    mode: Literal["min", "max"]
    number: int

    def apply(self, value: int) -> int:
        """What a die of that value counts for."""
        return max(value, self.number) if self.mode == "min" else min(value, self.number)

    def __str__(self) -> str:
        return f"{self.mode}{self.number}"


class Count(Struct, frozen=True):
    """Count dice instead of adding them: successes ``cs>=5``, failures ``cf=1``."""

    mode: Literal["cs", "cf"]
    when: Condition

    def __str__(self) -> str:
        return f"{self.mode}{self.when}"


Operator: TypeAlias = Keep | Explode | Reroll | Limit | Count


def tally(value: int, counts: tuple[Count, ...]) -> int:
    """What one die is worth when dice are counted: a success is 1; a failure takes 1 away from successes."""
    worth = sum(1 for count in counts if count.mode == "cs" and count.when.holds(value))
    failed = sum(1 for count in counts if count.mode == "cf" and count.when.holds(value))
    return worth - failed if any(count.mode == "cs" for count in counts) else failed


class Number(Struct, frozen=True):
    """A fixed number."""

    value: int
    label: str = ""

    def __str__(self) -> str:
        return f"{self.value}{labelled(self.label)}"


class Throw(Struct, frozen=True):
    """So many dice of a kind, and what is done with them, left to right."""

    count: int
    sides: int
    operators: tuple[Operator, ...] = ()
    label: str = ""
    fudge: bool = False
    """Fate dice: a d3 that reads -1, 0, +1."""

    @property
    def low(self) -> int:
        """The lowest value of one die."""
        return -1 if self.fudge else 1

    @property
    def high(self) -> int:
        """The highest value of one die."""
        return 1 if self.fudge else self.sides

    def explodes_when(self, explode: Explode) -> Condition:
        """The condition of an explosion, which is the highest value where none is written."""
        return explode.when or Condition("=", self.high)

    @property
    def bare(self) -> str:
        """The dice and their operators without the label."""
        return f"{self.count}d{'F' if self.fudge else self.sides}{''.join(map(str, self.operators))}"

    def __str__(self) -> str:
        return self.bare + labelled(self.label)


class Pool(Struct, frozen=True):
    """Several rolls side by side: ``{2d6,1d8}kh1``. Operators see the total of each."""

    members: tuple["Node", ...]
    operators: tuple[Operator, ...] = ()
    label: str = ""

    def __str__(self) -> str:
        inside = ",".join(map(str, self.members))
        return f"{{{inside}}}{''.join(map(str, self.operators))}{labelled(self.label)}"


class Negative(Struct, frozen=True):
    """Minus something."""

    of: "Node"

    def __str__(self) -> str:
        return f"-{grouped(self.of, Chain, Compare, Negative)}"


class Chain(Struct, frozen=True):
    """Sums and differences, or products and quotients (rounded down), left to right."""

    first: "Node"
    steps: tuple[tuple[Literal["+", "-", "*", "/"], "Node"], ...]

    @property
    def adds(self) -> bool:
        """Whether this chain is a sum rather than a product."""
        return self.steps[0][0] in "+-"

    def _part(self, node: "Node") -> str:
        if isinstance(node, Chain) and self.adds and not node.adds:
            return str(node)  # a product inside a sum needs no parentheses
        return grouped(node, Chain, Compare)

    def __str__(self) -> str:
        return self._part(self.first) + "".join(f"{sign}{self._part(node)}" for sign, node in self.steps)


class Compare(Struct, frozen=True):
    """A comparison of whole rolls, worth 1 when true and 0 when false: ``1d6<=2``."""

    left: "Node"
    sign: Sign
    right: "Node"

    def __str__(self) -> str:
        left = grouped(self.left, Compare)
        if left[-1] in "!op":  # an explosion without a number would take this comparison for its own
            left = f"({left})"
        return f"{left}{self.sign}{grouped(self.right, Compare)}"


Node: TypeAlias = Number | Throw | Pool | Negative | Chain | Compare


class Expression(Struct, frozen=True):
    """A whole text of dice notation, read."""

    root: Node
    comment: str = ""
    text: str = ""
    """The canonical text, without the comment."""

    def __str__(self) -> str:
        return f"{self.text} # {self.comment}" if self.comment else self.text


def labelled(label: str) -> str:
    """A label as it is written after dice."""
    return f"[{label}]" if label else ""


def grouped(node: Node, *kinds: type) -> str:
    """The text of a node, in parentheses if it is of one of these kinds."""
    return f"({node})" if isinstance(node, kinds) else str(node)


def bounds(node: Node) -> tuple[int, int]:
    """Two numbers between which every total lies, found without rolling; not the tightest."""
    match node:
        case Number(value=value):
            return value, value
        case Throw():
            return _bounds_of_dice(node)
        case Pool(members=members, operators=operators):
            ends = [bounds(member) for member in members]
            return _bounds_of_several(ends, operators)
        case Negative(of=of):
            low, high = bounds(of)
            return -high, -low
        case Compare():
            return 0, 1
        case Chain(first=first, steps=steps):
            low, high = bounds(first)
            for sign, part in steps:
                low, high = _bounds_of_step(low, high, sign, *bounds(part))
            return low, high


def _bounds_of_step(low: int, high: int, sign: str, least: int, most: int) -> tuple[int, int]:
    if sign == "+":
        return low + least, high + most
    if sign == "-":
        return low - most, high - least
    ends = [
        end * other if sign == "*" else end // other  # the notation allows only fixed divisors
        for end in (low, high)
        for other in (least, most)
    ]
    return min(ends), max(ends)


def _bounds_of_dice(throw: Throw) -> tuple[int, int]:
    low, high, most = throw.low, throw.high, throw.count
    for operator in throw.operators:
        match operator:
            case Explode(mode="!!"):
                low, high = low + min(0, throw.low * EXPLOSIONS), high + throw.high * EXPLOSIONS
            case Explode():  # the dice it brings have not met the operators before it
                low, high = min(low, throw.low - (operator.mode == "!p")), max(high, throw.high)
                most *= operator.limit + 1
            case Reroll():
                low, high = min(low, throw.low), max(high, throw.high)
            case Limit():
                low, high = operator.apply(low), operator.apply(high)
            case Keep():
                most = operator.kept_of(most)
    counts = sum(isinstance(operator, Count) for operator in throw.operators)
    if counts:
        return -counts * most, counts * most
    return min(low * most, 0), max(high * most, 0)


def _bounds_of_several(ends: list[tuple[int, int]], operators: tuple[Operator, ...]) -> tuple[int, int]:
    counts = sum(isinstance(operator, Count) for operator in operators)
    if counts:
        return -counts * len(ends), counts * len(ends)
    if not operators:
        return sum(low for low, _ in ends), sum(high for _, high in ends)
    return sum(min(low, 0) for low, _ in ends), sum(max(high, 0) for _, high in ends)
