"""Plain amounts of dice, as content uses them: ``2d6+1``, ``d8``, ``1d6-1``, ``5``."""

import re
from functools import cache
from typing import Annotated, Final, Self

from msgspec import Meta, Struct

from arbitro.dice.stream import Dice, Die
from arbitro.text import Fault, Texts, Words

_AMOUNT = re.compile(r"\s*(?:(?P<count>\d*)d(?P<sides>\d+))?\s*(?P<plus>(?:^|[+-])\s*\d+)?\s*", re.IGNORECASE)

_MOST_DICE: Final = 100
_MOST_SIDES: Final = 1000
_MOST_DICE_READ: Final = 1000
_MOST_PLUS: Final = 10**9
"""What no command and no log goes beyond: nobody throws a million dice because somebody typed them."""
_MOST_LETTERS: Final = 40
_TEXTS: Final = Texts("arbitro.dice")


class Amount(Struct, frozen=True, omit_defaults=True, gc=False):
    """`count` dice of `sides`, plus a number."""

    count: Annotated[int, Meta(ge=0, le=_MOST_DICE_READ)] = 0
    sides: Annotated[int, Meta(ge=1, le=_MOST_SIDES)] = 6
    plus: Annotated[int, Meta(ge=-_MOST_PLUS, le=_MOST_PLUS)] = 0

    @classmethod
    @cache
    def parse(cls, text: str) -> Self:
        """Read an amount; the fault otherwise says what one looks like."""
        found = _AMOUNT.fullmatch(text.replace(" ", ""))
        if not found or (found["sides"] is None and found["plus"] is None):
            raise Fault(Words(_TEXTS, "dice.amount", text=text))
        limit = Words(_TEXTS, "dice.amount_limit", text=text, dice=_MOST_DICE, sides=_MOST_SIDES, plus=_MOST_PLUS)
        if len(text) > _MOST_LETTERS:
            raise Fault(limit)
        count = 0 if found["sides"] is None else int(found["count"] or 1)
        sides, plus = int(found["sides"] or 6), int(found["plus"] or 0)
        if count > _MOST_DICE or not 1 <= sides <= _MOST_SIDES or abs(plus) > _MOST_PLUS:
            raise Fault(limit)
        return cls(count, sides, plus)

    def roll(self, dice: Dice, purpose: str = "") -> tuple[Die, ...]:
        """Throw the dice; the number to be added is not among them."""
        count, sides = self.count, self.sides
        if count == 1:
            return (dice.roll(sides, purpose),)
        thrown: tuple[Die, ...] = ()
        for _ in range(count):  # a plain loop: a comprehension makes even one die dearer
            thrown += (dice.roll(sides, purpose),)
        return thrown

    def total(self, dice: tuple[Die, ...]) -> int:
        """What dice thrown for this amount come to."""
        return sum([die.face for die in dice], self.plus) if dice else self.plus

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")
