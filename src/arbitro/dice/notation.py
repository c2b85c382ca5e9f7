"""From the text that people type to an `Expression`, or to a `Mistake` that points at a character.

The grammar, loosest first (spaces may stand anywhere, letters of either case)::

    text      = [prefix] compare [advantage] [comment]
    compare   = sum [sign sum]
    sum       = product {("+" | "-") product}
    product   = unary {("*" | "/") unary}
    unary     = {"+" | "-"} value {"[" label "]"}
    value     = dice {operator} | pool {operator} | number | "(" compare ")" | advantage
    dice      = [number] "d" (number | "%" | "F")
    pool      = ("{" | "(") compare {"," compare} ("}" | ")")

Where two programs people use read one text in two ways, this one refuses it and names both readings.
"""

import re
from functools import lru_cache
from typing import Final, Literal, NoReturn, cast

from msgspec.structs import replace

from arbitro.dice.advantage import ADVANTAGE, die_for_advantage, with_advantage
from arbitro.dice.expression import (
    Chain,
    Compare,
    Condition,
    Expression,
    Keep,
    Negative,
    Node,
    Number,
    Operator,
    Pool,
    Sign,
    Throw,
    bounds,
)
from arbitro.dice.mistake import Mistake, NotationError
from arbitro.dice.operators import check_operator, read_operator

LONGEST: Final = 500
"""Characters in a text."""
DEEPEST: Final = 20
"""Parentheses within parentheses."""
MOST_DICE: Final = 1_000
"""Dice in a text, not counting the ones that explosions and rerolls bring."""
LARGEST: Final = 1_000_000
"""The largest number that may be written, sides of a die included."""
HUGEST: Final = 10**15
"""The largest total that may come out: every program that reads JSON holds it exactly."""

_PREFIX: Final = re.compile(r"\s*[/!](?:roll|tira|r)(?=[\s({\[]|$)", re.I)
_SPACE: Final = re.compile(r"\s*")
_DIGITS: Final = re.compile(r"[0-9]+")
_DICE: Final = re.compile(r"([0-9]*)\s*d\s*([0-9]+|[%f])?", re.I)
_SIGN: Final = re.compile(r"<=|>=|<>|==|!=|[=<>≤≥≠]")
_SIGNS: Final[dict[str, Sign]] = {"==": "=", "!=": "<>", "≠": "<>", "≤": "<=", "≥": ">="}
_WORD: Final = re.compile(r"[^\W\d_]+")
_TIMES: Final = {"*": "*", "×": "*", "·": "*", "/": "/", "÷": "/"}
_PLUS: Final = {"+": "+", "-": "-", "−": "-", "–": "-"}
_CLOSING: Final = {"(": ")", "{": "}"}


@lru_cache(maxsize=2048)
def parse(text: str) -> Expression:
    """Read a text of dice notation; raises `NotationError` with the place and the reason.

    >>> str(parse("/r 4D6 k3 + 1  # Forza"))
    '4d6kh3+1 # Forza'
    """
    return NotationReader(text).whole()


def parse_condition(text: str) -> Condition:
    """Read a comparison with a fixed number, such as ``>=4``.

    >>> parse_condition("≥ 4").number
    4
    """
    reader = NotationReader(text)
    reader.skip()
    condition = reader.condition("", required=True)
    reader.skip()
    if condition is None or reader.at < len(text):
        reader.fail("dice.expected_end", found=reader.found())
    return condition


class NotationReader:
    """One reading of one text: where it stands and what it has met so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.dice = 0

    def fail(self, code: str, at: int | None = None, hint: str = "", **params: float | str) -> NoReturn:
        """Raise the mistake, at the place where the reader stands unless another is given."""
        raise NotationError(Mistake(code, self.text, self.at if at is None else at, params, hint))

    def found(self) -> str:
        """What stands here, for a message; nothing at the end of the text."""
        word = _WORD.match(self.text, self.at) or _DIGITS.match(self.text, self.at)
        return word.group()[:20] if word else self.text[self.at : self.at + 1]

    def skip(self) -> None:
        """Pass over spaces."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def peek(self) -> str:
        """The next character that is not a space; nothing where a comment begins or the text ends."""
        self.skip()
        if self.text.startswith(("#", "//"), self.at):
            return ""
        return self.text[self.at : self.at + 1]

    def word(self) -> str:
        """The letters that stand here, in lower case, without passing them."""
        found = _WORD.match(self.text, self.at)
        return found.group().lower() if found else ""

    # ------------------------------------------------------------------------------------------ the grammar

    def whole(self) -> Expression:
        """The whole text."""
        if len(self.text) > LONGEST:
            self.fail("dice.too_long", LONGEST, limit=LONGEST)
        if prefix := _PREFIX.match(self.text):
            self.at = prefix.end()
        if not self.peek():
            self.fail("dice.empty")
        root = self.compare()
        self.skip()
        mode = ADVANTAGE.get(self.word())
        if mode:
            root = self.advantage_of_the_whole(root, mode)
        if self.peek():
            self.unexpected()
        comment = self.text[self.at :].lstrip("#/").strip()
        if max(map(abs, bounds(root))) > HUGEST:
            self.fail("dice.result_too_big", 0, limit=HUGEST)
        return Expression(root, comment, str(root))

    def unexpected(self) -> NoReturn:
        """Refuse what follows a complete expression, with a hint for what people often mean."""
        rest = self.text[self.at :].lower()
        if re.match(r"f\s*[<>=\d]", rest):
            hint = "dice.hint_successes"
        elif rest[0] in "([{" or rest[0].isdigit():
            hint = "dice.hint_times"
        else:
            hint = "dice.hint_comment" if rest[0].isalpha() else ""
        self.fail("dice.expected_operator", hint=hint, found=self.found())

    def compare(self) -> Node:
        """A sum, or a comparison of two."""
        left = self.sum()
        sign = self.sign()
        if sign is None:
            return left
        right = self.sum()
        self.skip()
        if _SIGN.match(self.text, self.at):
            self.fail("dice.compared_twice")
        return Compare(left, sign, right)

    def sum(self) -> Node:
        """Products, added and taken away."""
        first = self.product()
        steps = []
        while sign := _PLUS.get(self.peek()):
            self.at += 1
            steps.append((cast(Literal["+", "-"], sign), self.product()))
        return Chain(first, tuple(steps)) if steps else first

    def product(self) -> Node:
        """Values, multiplied and divided."""
        first = self.unary()
        steps = []
        while sign := _TIMES.get(self.peek()):
            self.at += 1
            self.skip()
            at = self.at
            part = self.unary()
            if sign == "/" and not _fixed_and_not_zero(part):
                self.fail("dice.divisor", at)
            steps.append((cast(Literal["*", "/"], sign), part))
        return Chain(first, tuple(steps)) if steps else first

    def unary(self) -> Node:
        """A value with the signs before it."""
        negative = False
        while sign := _PLUS.get(self.peek()):
            negative ^= sign == "-"
            self.at += 1
        node = self.value()
        return Negative(node) if negative else node

    def value(self) -> Node:
        """Dice, a number, a pool or something in parentheses, with its labels."""
        node = self.unlabelled()
        labels = []
        while self.peek() == "[":
            end = self.text.find("]", self.at)
            if end < 0:
                self.fail("dice.unclosed_label")
            labels.append(self.text[self.at + 1 : end].strip())
            self.at = end + 1
        return _with_labels(node, [label for label in labels if label])

    def unlabelled(self) -> Node:
        """A value without its labels."""
        opening = self.peek()
        if opening in _CLOSING:
            return self.bracketed(opening)
        mode = ADVANTAGE.get(self.word())
        if mode:
            self.at += len(self.word())
            self.count_dice(2, self.at)
            return Throw(2, 20, (Keep(mode, 1),))
        dice = _DICE.match(self.text, self.at)
        if dice and (dice.group(2) or not _WORD.match(self.text, dice.end())):
            return self.throw(dice)
        if _DIGITS.match(self.text, self.at):
            return Number(self.number())
        return self.fail("dice.expected_value", hint="dice.hint_comment" if self.word() else "", found=self.found())

    def number(self) -> int:
        """A whole number, which is known to stand here."""
        digits = _DIGITS.match(self.text, self.at)
        if digits is None:
            self.fail("dice.expected_value", found=self.found())
        if len(digits.group()) > 9 or int(digits.group()) > LARGEST:
            self.fail("dice.number_too_big", limit=LARGEST)
        self.at = digits.end()
        point = self.text[self.at : self.at + 1]
        if (point == "." or (point == "," and not self.depth)) and _DIGITS.match(self.text, self.at + 1):
            self.fail("dice.whole_numbers", mark=point)  # inside a pool a comma parts the members
        return int(digits.group())

    def bracketed(self, opening: str) -> Node:
        """Something in parentheses, or a pool."""
        opened = self.at
        self.at += 1
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("dice.too_deep", opened, limit=DEEPEST)
        members = [self.compare()]
        while self.peek() == ",":
            self.at += 1
            members.append(self.compare())
        if self.peek() != _CLOSING[opening]:
            self.fail("dice.expected_close", close=_CLOSING[opening], found=self.found(), opened=opened + 1)
        self.at += 1
        self.depth -= 1
        if len(members) > 1:
            return self.operated(Pool(tuple(members)))
        self.skip()
        at = self.at
        if re.match(r"d\s*[0-9%f]", self.text[self.at :], re.I):
            self.fail("dice.fixed_count")
        operator = read_operator(self, None)
        if operator is not None:
            self.fail("dice.not_for_values", at, operator=self.text[at : self.at].strip())
        return members[0]

    def throw(self, dice: "re.Match[str]") -> Node:
        """Dice and their operators."""
        count, sides = dice.group(1), dice.group(2)
        if sides is None:
            self.at = dice.end()
            self.fail("dice.expected_sides", hint="dice.hint_sides", found=self.found())
        number = 1
        if count:
            number = self.number()
            if not number:
                self.fail("dice.no_dice", dice.start())
        self.count_dice(number, dice.start())
        self.at = dice.start(2)
        if sides == "%":
            self.at += 1
            throw = Throw(number, 100)
        elif sides in "fF":
            self.at += 1
            throw = Throw(number, 3, fudge=True)
        else:
            throw = Throw(number, self.number())
            if not throw.sides:
                self.fail("dice.no_sides", dice.start(2), hint="dice.hint_sides")
        self.skip()
        mode = ADVANTAGE.get(self.word())
        if mode and number == 1:
            self.at += len(self.word())
            self.count_dice(1, dice.start())
            return self.operated(replace(throw, count=2, operators=(Keep(mode, 1),)))
        return self.operated(throw)

    def count_dice(self, number: int, at: int) -> None:
        """Keep account of the dice met, and refuse more than a table could hold."""
        self.dice += number
        if self.dice > MOST_DICE:
            self.fail("dice.too_many_dice", at, count=self.dice, limit=MOST_DICE)

    def operated(self, node: Throw | Pool) -> Throw | Pool:
        """The dice or the pool with the operators that follow."""
        while True:
            if not self.peek() or self.word() in ADVANTAGE:
                return node
            at = self.at
            operator = read_operator(self, node)
            if operator is None:
                return node
            check_operator(self, node, operator, at)
            node = _with(node, operator)

    def sign(self) -> Sign | None:
        """A sign of comparison, if one stands here."""
        self.skip()
        found = _SIGN.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return _SIGNS.get(found.group()) or cast(Sign, found.group())

    def condition(self, after: str, *, required: bool) -> Condition | None:
        """A comparison with a fixed number, or the number alone, after an operator."""
        start = self.at
        sign = self.sign()
        self.skip()
        negative = sign is not None and self.text.startswith(("-", "−"), self.at)
        self.at += negative
        if _DIGITS.match(self.text, self.at) is None:
            if sign is None and not required:
                self.at = start
                return None
            code = "dice.expected_comparison" if sign is None else "dice.expected_number"
            self.fail(code, after=after or (sign or ""), found=self.found())
        number = self.number()
        return Condition(sign or "=", -number if negative else number)

    def advantage_of_the_whole(self, root: Node, mode: Literal["kh", "kl"]) -> Node:
        """Advantage written at the end, as in ``1d20+5 adv``."""
        chosen = die_for_advantage(root)
        if chosen is None:
            self.fail("dice.advantage_needs_one_die", word=self.word())
        self.at += len(self.word())
        self.count_dice(1, 0)
        return with_advantage(root, chosen, mode)


def _with(node: Throw | Pool, operator: Operator) -> Throw | Pool:
    return replace(node, operators=(*node.operators, operator))


def _with_labels(node: Node, labels: list[str]) -> Node:
    if not labels:
        return node
    if isinstance(node, Number | Throw | Pool):
        return replace(node, label=", ".join([node.label, *labels] if node.label else labels))
    return Pool((node,), (), ", ".join(labels))  # parentheses have no place for a label: make them a pool of one


def _fixed_and_not_zero(node: Node) -> bool:
    if isinstance(node, Negative):
        node = node.of
    return isinstance(node, Number) and node.value != 0
