"""The numbers behind a ruling: what was thrown, what was added and why, and what it had to reach.

These travel inside events, so that "why?" can be answered from the log alone, in any language, years later.
"""

from typing import Literal

from msgspec import Struct

from arbitro.dice.stream import Die

Compare = Literal[">=", "<="]


class Modifier(Struct, frozen=True, omit_defaults=True, gc=False):
    """One amount added to a roll, the rule that adds it and a key of the game's texts that names it."""

    amount: int
    rule: str
    note: str = ""


class Check(Struct, frozen=True, omit_defaults=True):
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


def held_against(
    dice: tuple[Die, ...],
    modifiers: tuple[Modifier, ...],
    compare: Compare,
    needed: int,
    against: str = "",
) -> Check:
    """Add dice and modifiers and compare the total with the number needed."""
    total = 0
    for die in dice:
        total += die.face
    for modifier in modifiers:
        total += modifier.amount
    success = total >= needed if compare == ">=" else total <= needed
    return Check(dice, total, compare, needed, success, modifiers, against)
