"""What goes into an amount of damage or healing, part by part, so that its explanation adds up."""

from __future__ import annotations

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice, Die
from arbitro.kernel.ruling import How, Part, added_up


class Reason(Struct, frozen=True):
    """Why something counts: by which rule, under what name, and from what."""

    rule: str
    note: str = ""
    sources: tuple[str, ...] = ()


class Tally(Struct, frozen=True):
    """Parts in the order in which they count, and the dice that they take."""

    parts: tuple[Part, ...] = ()
    dice: tuple[Die, ...] = ()

    @property
    def total(self) -> int:
        """What it comes to so far."""
        return added_up(self.parts)

    def then(self, amount: int, how: How, why: Reason) -> Tally:
        """One part more, without dice."""
        return Tally((*self.parts, Part(amount, how, why.rule, why.note, sources=why.sources)), self.dice)

    def throw(self, dice: tuple[Die, ...], why: Reason, *, off: bool = False) -> Tally:
        """Dice more, or dice less where they come off."""
        if not dice:
            return self
        faces = sum(die.face for die in dice)
        part = Part(-faces if off else faces, "add", why.rule, why.note, len(dice), sources=why.sources)
        return Tally((*self.parts, part), (*self.dice, *dice))

    def rolling(self, amount: Amount, dice: Dice, purpose: str, why: Reason) -> Tally:
        """Throw an amount and add it."""
        return self.thrown(amount, amount.roll(dice, purpose), why)

    def thrown(self, amount: Amount, dice: tuple[Die, ...], why: Reason) -> Tally:
        """Add an amount whose dice have fallen already."""
        found = self.throw(dice, why)
        return found.then(amount.plus, "add", why) if amount.plus or not dice else found

    def citing(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        """Rules, and with them those of the parts that they do not name."""
        return tuple(dict.fromkeys((*rules, *(part.rule for part in self.parts if part.rule))))

    def not_negative(self) -> Tally:
        """No less than nothing."""
        return self.then(0, "least", Reason("AE-DMG-01"))


def flat(amount: int, why: Reason) -> Tally:
    """A plain number, and what it is."""
    return Tally().then(amount, "add", why)


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
    crit_by: tuple[str, ...] = ()
    """What makes a critical hit count for more than twice."""
