"""The numbers behind a ruling: what was thrown, what was added and why, and what it had to reach.

These travel inside events, so that "why?" can be answered from the log alone, in any language, years later.
"""

from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from msgspec import Struct

from arbitro.dice.stream import Die

Compare = Literal[">=", "<="]
How = Literal["add", "times", "halve", "divide", "least", "most", "dropped"]
"""What a part does to the sum so far; ``dropped`` dice are shown and count for nothing."""


class Modifier(Struct, frozen=True, omit_defaults=True, gc=False):
    """One amount added to a roll, the rule that adds it and a key of the game's texts that names it."""

    amount: int
    rule: str
    note: str = ""
    sources: tuple[str, ...] = ()
    """What it comes from, as ids that the game can name: a feature, a condition, a weapon, an Experience."""


class Check(Struct, frozen=True, omit_defaults=True, gc=False):
    """Dice plus modifiers, held against a number."""

    dice: tuple[Die, ...]
    total: int
    compare: Compare
    needed: int | None
    """What the total is held against; None where the reader may not know it."""
    success: bool
    modifiers: tuple[Modifier, ...] = ()
    against: str = ""
    """A key of the game's texts for what `needed` is: an armour class, a saving throw …"""
    made_of: tuple[Modifier, ...] | None = ()
    """What `needed` comes from, where it is more than one number; None where the reader may not know it."""

    def bare(self) -> "Check":
        """The dice and the outcome alone, for those who may know neither what was added nor what was needed."""
        return Check(self.dice, sum(die.face for die in self.dice), self.compare, None, self.success, (), self.against)


class Lookup(Struct, frozen=True, omit_defaults=True, gc=False):
    """Dice plus modifiers, read on a roll table."""

    table: str
    dice: tuple[Die, ...]
    total: int
    row: str
    modifiers: tuple[Modifier, ...] = ()


class Part(Struct, frozen=True, omit_defaults=True, gc=False):
    """One step from what was thrown to the number that is told. Parts count in the order in which they stand."""

    amount: int = 0
    how: How = "add"
    rule: str = ""
    note: str = ""
    """A key of the game's texts that names it."""
    dice: int = 0
    """How many of the dice it takes, from the first that no part before it took; `amount` is what they come to."""
    number: int = 0
    """What its note names besides: a threshold, a limit."""
    sources: tuple[str, ...] = ()
    """What it comes from, as ids that the game can name."""


class Sum(Struct, frozen=True, omit_defaults=True, gc=False):
    """How a told number comes about: its parts, and the dice that they take one after the other."""

    total: int
    parts: tuple[Part, ...]
    dice: tuple[Die, ...] = ()
    of: str = ""
    """A key of the game's texts for what the number is, where an event tells several."""
    per: int = 1
    """Into how many pieces one is cut: what is added and the total are counted in these, and shown as fractions."""


class Lot(Struct, frozen=True, omit_defaults=True, gc=False):
    """A die that counts for nothing by itself: whose it is or what it was for, and what its faces stood for."""

    die: Die
    whose: str = ""
    """Who threw it or was drawn by it, as an id that the game can name."""
    purpose: str = ""
    """A key of the game's texts for what it was thrown for, where an event throws several."""
    faces: tuple[str, ...] = ()
    """What each face stood for, that of 1 first, as ids that the game can name."""


def counted(so_far: int, part: Part) -> int:
    """A sum after one more part."""
    match part.how:
        case "add":
            return so_far + part.amount
        case "times":
            return so_far * part.amount
        case "halve":
            return so_far // 2
        case "divide":
            return so_far // part.amount
        case "least":
            return max(so_far, part.amount)
        case "most":
            return min(so_far, part.amount)
        case "dropped":
            return so_far


def added_up(parts: tuple[Part, ...]) -> int:
    """What parts come to."""
    total = 0
    for part in parts:
        total = counted(total, part)
    return total


def parts_of(dice: tuple[Die, ...], modifiers: tuple[Modifier, ...], dropped: tuple[int, ...] = ()) -> tuple[Part, ...]:
    """Dice one by one and what is added to them; those at the places `dropped` were thrown again or laid aside."""
    thrown = (
        Part(how="dropped", dice=1) if place in dropped else Part(die.face, dice=1) for place, die in enumerate(dice)
    )
    return (*thrown, *(part_of(each) for each in modifiers))


def part_of(modifier: Modifier) -> Part:
    """An amount that is added, as a step of a sum."""
    return Part(modifier.amount, rule=modifier.rule, note=modifier.note, sources=modifier.sources)


def counted_from(total: int, dice: tuple[Die, ...], note: str = "", rule: str = "") -> tuple[Part, ...]:
    """Dice one by one, and what is missing to the total as a part of its own."""
    thrown = parts_of(dice, ())
    rest = total - added_up(thrown)
    return (*thrown, Part(rest, rule=rule, note=note)) if rest or not thrown else thrown


def held_against(
    dice: tuple[Die, ...],
    modifiers: tuple[Modifier, ...],
    compare: Compare,
    needed: int,
    against: str = "",
    made_of: tuple[Modifier, ...] = (),
) -> Check:
    """Add dice and modifiers and compare the total with the number needed."""
    total = 0
    for die in dice:
        total += die.face
    for modifier in modifiers:
        total += modifier.amount
    success = total >= needed if compare == ">=" else total <= needed
    return Check(dice, total, compare, needed, success, modifiers, against, made_of)


@cache
def reckoned_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of an event in which a check, a lookup or modifiers may lie, as their types tell: most have none."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_be_reckoned(hints[name]))


def _may_be_reckoned(kind: Any) -> bool:
    """Whether a value of a type may be a check, a lookup or modifiers."""
    if kind is Any or (isinstance(kind, type) and issubclass(kind, Check | Lookup | Modifier)):
        return True
    return any(map(_may_be_reckoned, get_args(kind)))
