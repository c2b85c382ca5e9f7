"""What may follow dice: reading one operator, and refusing the ones that cannot mean anything there."""

import re
from typing import TYPE_CHECKING, Final, Literal, cast

from arbitro.dice.expression import (
    Condition,
    Count,
    Explode,
    Keep,
    Limit,
    Operator,
    Pool,
    Reroll,
    Throw,
)

if TYPE_CHECKING:
    from arbitro.dice.notation import NotationReader

RAREST: Final = 100
"""``rr`` needs at least one face in so many that ends it."""

_NAMES: Final = "kh|kl|k|dl|dh|pl|ph|xo|x|ro|rr|r|min|mi|max|ma|cs|cf"
_OPERATOR: Final = re.compile(rf"!!|!p(?![lh])|!|{_NAMES}", re.I)
_ONLY_NAMES: Final = re.compile(rf"(?:{_NAMES})+", re.I)
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_BARE_DROP: Final = re.compile(r"d\s*[0-9]", re.I)
_KEEPS: Final[dict[str, Literal["kh", "kl", "dl", "dh"]]] = {
    "k": "kh",
    "kh": "kh",
    "kl": "kl",
    "dl": "dl",
    "pl": "dl",
    "dh": "dh",
    "ph": "dh",
}


def read_operator(reader: "NotationReader", node: Throw | Pool | None) -> Operator | None:
    """The operator that stands here, if one does; a word that only begins like one is left alone."""
    reader.skip()
    start = reader.at
    if reader.text.startswith("!=", start):
        if isinstance(node, Throw):
            reader.fail("dice.unequal_or_explode")
        return None
    letters = _LETTERS.match(reader.text, start)
    if letters and not _ONLY_NAMES.fullmatch(letters.group()):
        if isinstance(node, Throw) and _BARE_DROP.match(reader.text, start):
            reader.fail("dice.bare_drop", drop=reader.text[start + 1 :].strip()[:1])
        return None
    found = _OPERATOR.match(reader.text, start)
    if found is None:
        return None
    reader.at = found.end()
    name = found.group().lower()
    if name == "r":
        reader.fail("dice.bare_reroll", start)
    if name in _KEEPS:
        reader.skip()
        number = reader.number() if reader.text[reader.at : reader.at + 1].isdecimal() else 1
        return Keep(_KEEPS[name], number)
    if name[0] in "!x":
        mode = cast(Literal["!", "!!", "!p", "xo"], "!" if name == "x" else name)
        return Explode(mode, reader.condition(name, required=False))
    if name[0] == "m":
        reader.skip()
        if not reader.text[reader.at : reader.at + 1].isdecimal():
            reader.fail("dice.expected_number", after=name, found=reader.found())
        return Limit("min" if name[1] == "i" else "max", reader.number())
    condition = cast(Condition, reader.condition(name, required=True))
    if name in ("ro", "rr"):
        return Reroll(cast(Literal["ro", "rr"], name), condition)
    return Count(cast(Literal["cs", "cf"], name), condition)


def check_operator(reader: "NotationReader", node: Throw | Pool, operator: Operator, at: int) -> None:
    """Refuse an operator that means nothing after the ones before it."""
    if isinstance(node, Pool) and not isinstance(operator, Keep | Count):
        reader.fail("dice.not_for_pools", at, operator=reader.text[at : reader.at].strip())
    if not isinstance(operator, Count) and any(isinstance(one, Count) for one in node.operators):
        reader.fail("dice.count_last", at, operator=reader.text[at : reader.at].strip())
    if isinstance(operator, Keep):
        _check_keep(reader, node, operator, at)
    if isinstance(node, Throw):
        _check_dice(reader, node, operator, at)


def _check_keep(reader: "NotationReader", node: Throw | Pool, keep: Keep, at: int) -> None:
    dice = node.count if isinstance(node, Throw) else len(node.members)
    if not keep.number:
        reader.fail("dice.number_from_one", at, operator=reader.text[at : reader.at].strip())
    for operator in node.operators:
        if isinstance(operator, Explode) and operator.mode != "!!":
            return  # there may be any number of dice by now
        if isinstance(operator, Keep):
            dice = operator.kept_of(dice)
    if keep.mode[0] == "k" and keep.number > dice:
        hint = "dice.hint_keep" if dice == 1 else ""
        reader.fail("dice.keeps_too_many", at, hint, kept=keep.number, dice=dice)
    if keep.mode[0] == "d" and keep.number >= dice:
        reader.fail("dice.drops_all", at, dropped=keep.number, dice=dice)


def _check_dice(reader: "NotationReader", throw: Throw, operator: Operator, at: int) -> None:
    match operator:
        case Explode():
            condition = _check_explode(reader, throw, operator, at)
        case Reroll():
            condition = _check_reroll(reader, throw, operator, at)
        case Count():
            condition = operator.when
        case Limit() if not throw.low <= operator.number <= throw.high:
            reader.fail("dice.limit_outside", at, operator=reader.text[at : reader.at].strip(), sides=throw.sides)
        case _:
            return
    altered = any(isinstance(one, Explode) and one.mode in ("!!", "!p") for one in throw.operators)
    if not altered and not condition.count(throw.low, throw.high):
        hint = ""
        if condition.sign in "<>" and condition.number in (throw.low, throw.high):
            hint = "dice.hint_strict"
        elif reader.text[at] in "xX":
            hint = "dice.hint_times"
        params: dict[str, int | str] = {"low": throw.low, "high": throw.high}
        reader.fail("dice.never_matches", at, hint, operator=reader.text[at : reader.at].strip(), **params)


def _check_explode(reader: "NotationReader", throw: Throw, operator: Explode, at: int) -> Condition:
    """When a die is thrown again: not twice over, and not at every face."""
    if any(isinstance(one, Explode) for one in throw.operators):
        reader.fail("dice.explodes_twice", at)
    condition = throw.explodes_when(operator)
    if condition.count(throw.low, throw.high) == throw.high - throw.low + 1:
        reader.fail("dice.endless", at, operator=reader.text[at : reader.at].strip(), sides=throw.sides)
    return condition


def _check_reroll(reader: "NotationReader", throw: Throw, operator: Reroll, at: int) -> Condition:
    """When a die is replaced: not after dice were made one, and not for ever."""
    if any(isinstance(one, Explode) and one.mode == "!!" for one in throw.operators):
        reader.fail("dice.reroll_after_compound", at, operator=reader.text[at : reader.at].strip())
    faces = throw.high - throw.low + 1
    if operator.mode == "rr" and (faces - operator.when.count(throw.low, throw.high)) * RAREST < faces:
        reader.fail("dice.endless", at, operator=reader.text[at : reader.at].strip(), sides=throw.sides)
    return operator.when
