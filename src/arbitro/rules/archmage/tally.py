"""What goes into an amount of damage or healing, part by part, so that its explanation adds up."""

from __future__ import annotations

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice, Die
from arbitro.kernel.ruling import How, Part, added_up


class Tally(Struct, frozen=True):
    """Parts in the order in which they count, and the dice that they take."""

    parts: tuple[Part, ...] = ()
    dice: tuple[Die, ...] = ()

    @property
    def total(self) -> int:
        """What it comes to so far."""
        return added_up(self.parts)

    def then(self, amount: int = 0, how: How = "add", note: str = "", rule: str = "") -> Tally:
        """One part more, without dice."""
        return Tally((*self.parts, Part(amount, how, rule, note)), self.dice)

    def throw(self, dice: tuple[Die, ...], note: str = "", *, off: bool = False) -> Tally:
        """Dice more, or dice less where they come off."""
        if not dice:
            return self
        faces = sum(die.face for die in dice)
        part = Part(-faces if off else faces, note=note, dice=len(dice))
        return Tally((*self.parts, part), (*self.dice, *dice))

    def rolling(self, amount: Amount, dice: Dice, purpose: str, note: str) -> Tally:
        """Throw an amount and add it."""
        thrown = self.throw(amount.roll(dice, purpose), note)
        return thrown.then(amount.plus, note=note) if amount.plus or not amount.count else thrown


def flat(amount: int, note: str = "") -> Tally:
    """A plain number, and what it is."""
    return Tally().then(amount, note=note)


def thrown(amount: Amount, dice: tuple[Die, ...], note: str = "") -> Tally:
    """An amount whose dice have fallen already."""
    found = Tally().throw(dice, note)
    return found.then(amount.plus, note=note) if amount.plus or not dice else found


class Damage(Struct, frozen=True):
    """Damage on its way to somebody: how much, of what type, from whom, and how it came."""

    amount: Tally
    kind: str
    source: str
    natural: int
    """The natural number of the roll, by which it may be resisted (AE-RESIST-01)."""
    rules: tuple[str, ...]
    multiplier: int = 1
    mundane: bool = False
    merciful: bool = False
    hit: bool = False
    crit: bool = False
