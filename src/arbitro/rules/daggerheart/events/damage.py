"""Damage, and whom it fells."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Modifier, Part, Sum, parts_of

MASSIVE: Final = 4
"""Hit Points of massive damage (DHP-DMG-05)."""


class DamageRolled(Event, frozen=True, tag="damage_rolled"):
    """The damage of an attack or effect, before anybody's thresholds."""

    thrown_by = "source"
    people = ("source",)
    source: str
    amount: int
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()
    critical: bool = False
    direct: bool = False
    kind: str = "physical"
    dice_by: tuple[str, ...] = ()
    """What each of the dice comes from, as an id: a feature, a condition, a weapon. Plain dice have none."""
    means: str = ""
    """The weapon or power of a PC that does it, as an id."""
    hazard: Literal["", "fall", "collision"] = ""
    """What `source` does to themselves, if nobody else does it."""

    def variant(self) -> str:
        """A critical adds the most that the dice could show; a PC's weapon or power is named, and so is a fall."""
        if self.hazard:
            return self.hazard
        return "_".join((*(("with",) if self.means else ()), *(("critical",) if self.critical else ())))

    def sums(self) -> tuple[Sum, ...]:
        """Dice, the lowest laid aside where the weapon says so, and whatever is added."""
        dropped: tuple[int, ...] = ()
        added = self.modifiers
        lowest = next((each for each in added if each.note == "dropped"), None)
        if lowest is not None:
            added = tuple(each for each in added if each is not lowest)
            dropped = tuple(place for place, die in enumerate(self.dice) if die.face == -lowest.amount)[:1]
        parts = parts_of(self.dice, added, dropped)
        if self.dice_by and not dropped:
            parts = (*self._by_source(), *parts[len(self.dice) :])
        return (Sum(self.amount, (*parts, Part(0, "least", "DHP-DMG-02")), self.dice, "damage"),)

    def _by_source(self) -> Iterator[Part]:
        """Dice of one source in a row are one part."""
        for source, group in groupby(zip(self.dice_by, self.dice, strict=True), key=itemgetter(0)):
            dice = [die for _, die in group]
            yield Part(sum(die.face for die in dice), dice=len(dice), sources=(source,) if source else ())


class DamageTaken(Event, frozen=True, tag="damage_taken"):
    """What is left of damage after reductions, and how grave it is: 0 nothing, 1 Minor, 2 Major, 3 Severe."""

    secrets: ClassVar[dict[str, str]] = {
        "amount": "who",
        "severity": "who",
        "modifiers": "who",
        "thresholds": "who",
        "wounds": "who",
    }
    people = ("who",)
    who: str
    rolled: int
    amount: int | None
    severity: int | None
    modifiers: tuple[Modifier, ...] | None = ()
    resisted: bool = False
    source: str = ""
    """Whose blow it was."""
    unharmed: bool = False
    """Nothing of it is left; everybody sees that."""
    thresholds: tuple[int | None, int | None] | None = None
    """Major and Severe; None for one that is not there, and where the reader may not know them."""
    wounds: int | None = 0
    """Hit Points by the thresholds, before armour: 0 to 3, and 4 for massive damage."""
    made_of: tuple[Modifier, ...] = ()
    """What `rolled` holds beyond the first roll: other rolls of the same moment, doubling, halving."""
    minion: bool = False
    """Whether it is a Minion's, which has no thresholds: any damage fells it (DHP-ADVSTAT-06)."""

    def variant(self) -> str:
        """By severity, where it is known; where it is not, the wound that follows says enough."""
        if self.severity is None:
            return "unharmed" if self.unharmed else TOLD_WITH_ANOTHER
        return "minion" if self.minion and self.severity else f"severity_{self.severity}"

    def struck(self) -> tuple[str, str]:
        """A blow of which something was left."""
        return ("", "") if self.unharmed or self.severity == 0 else (self.source, self.who)

    def sums(self) -> tuple[Sum, ...]:
        """From the damage rolled to what counts, and by which thresholds it marks how many Hit Points."""
        if self.amount is None or self.modifiers is None:
            return ()
        first = Part(self.rolled - sum(each.amount for each in self.made_of), note="rolled")
        counted = Sum(self.amount, (first, *parts_of((), (*self.made_of, *self.modifiers))), of="damage")
        if self.thresholds is None or self.wounds is None or (self.minion and self.amount):
            return (counted,)
        return (counted, Sum(self.wounds, tuple(self._steps(self.amount, self.wounds)), of="wounds"))

    def _steps(self, amount: int, wounds: int) -> Iterator[Part]:
        """One Hit Point for any damage, and one more for every threshold that it reaches."""
        major, severe = self.thresholds or (None, None)
        if not amount:
            yield Part(0, rule="DHP-DMG-02", note="no_damage")
            return
        yield Part(1, rule="DHP-DMG-01", note="any_damage")
        for number, note in ((major, "major"), (severe, "severe")):
            if number is not None:
                reached = amount >= number
                yield Part(
                    int(reached), "add", "DHP-DMG-01", f"from_{note}" if reached else f"below_{note}", number=number
                )
        if wounds == MASSIVE and severe is not None:
            yield Part(1, "add", "DHP-DMG-05", "from_massive", number=2 * severe)


class MinionsFell(Event, frozen=True, tag="minions_fell"):
    """One blow fells several Minions (DHP-ADVSTAT-06)."""

    secrets: ClassVar[dict[str, str]] = {"each": "first", "amount": "first"}
    people = ("who",)
    who: tuple[str, ...]
    first: str = ""
    """The one that was struck; empty in an old log, which does not say how many may fall."""
    amount: int | None = 0
    """The damage that is counted for the others."""
    each: int | None = 0
    """For how much of it one more falls."""

    def sums(self) -> tuple[Sum, ...]:
        """How many fall besides the one that was struck: one for every so much damage, as far as there are any."""
        if not self.first or not self.each or self.amount is None:
            return ()
        parts = (
            Part(self.amount, rule="DHP-ADVSTAT-06", note="minion_damage"),
            Part(self.each, "divide", "DHP-ADVSTAT-06", "minion_each"),
            Part(len(self.who) - 1, "most", "DHP-ADVSTAT-06", "minions_there"),
        )
        return (Sum(len(self.who) - 1, parts, of="felled"),)


class Parried(Event, frozen=True, tag="parried"):
    """Dice of the attacker's that match the parrying weapon's do not count."""

    thrown_by = "who"
    people = ("who",)
    who: str
    dice: tuple[Die, ...]
    off: int

    def sums(self) -> tuple[Sum, ...]:
        """The parrying dice count for nothing themselves: they say which of the attacker's do not."""
        thrown = Part(how="dropped", note="parry_dice", dice=len(self.dice))
        return (Sum(self.off, (thrown, Part(self.off, rule="DHP-ATK-02", note="same_faces")), self.dice, "parried"),)
