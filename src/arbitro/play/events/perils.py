"""What the dungeon does to people, and what they do against it."""

from typing import Final

from arbitro.dice.stream import Die
from arbitro.dungeon.events import Effect
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Check, Lot, Modifier, Part, Sum
from arbitro.play.state import Ailment, Fallen

POISONED_ON: Final = 1
"""Up to which face of its die a missile is poisoned (DA-TRAP-09, DA-TRAP-10)."""


class EffectTold(Event, frozen=True, tag="effect_told"):
    """Something of the dungeon acts on people and the game has no rule for it: the referee is given the facts."""

    people = ("who",)

    who: tuple[str, ...]
    source: str
    effect: Effect

    def variant(self) -> str:
        """By what it does."""
        return self.effect.kind


class PoolEntered(Event, frozen=True, tag="pool_entered"):
    """Somebody has stepped into a pool; what it does is told after it."""

    people = ("who",)

    who: str
    water: str
    plain: bool = False
    """Whether nothing comes of it."""
    stirs: bool = False
    """Whether somebody lives in it, who comes up now."""

    def variant(self) -> str:
        """Magic, somebody who lives there, or nothing but water."""
        return "stirs" if self.stirs else "plain" if self.plain else ""


class GoldTurned(Event, frozen=True, tag="gold_turned"):
    """The gold in a purse has become another metal, once for all."""

    people = ("who",)

    who: str
    gold: int
    each: int
    """What a piece is worth now, in gold pieces; 0: it is lead."""

    def variant(self) -> str:
        """Into which metal."""
        return "platinum" if self.each else "lead"

    def sums(self) -> tuple[Sum, ...]:
        """What the purse is worth now."""
        return (
            Sum(self.gold * self.each, (Part(self.gold, note="gold_dipped"), Part(self.each, "times", note="each"))),
        )


class LakeEntered(Event, frozen=True, tag="lake_entered"):
    """Somebody has gone into a lake: water, or the way to another plane, which the table must have a map of."""

    people = ("who",)

    who: str
    water: str
    portal: bool = False
    stirs: bool = False
    """Whether somebody lives in it, who comes up now."""

    def variant(self) -> str:
        """By where it leads, or who lives there."""
        return "portal" if self.portal else "stirs" if self.stirs else ""


class PulledUnder(Event, frozen=True, tag="pulled_under"):
    """Somebody who wears or carries too much has gone into deep water; what a saving throw may still spare them."""

    people = ("who",)

    who: str
    water: str


class WishSpoken(Event, frozen=True, tag="wish_spoken"):
    """Somebody has spoken the wish that they had kept."""

    people = ("who",)

    who: str
    words: str = ""

    def variant(self) -> str:
        """With what was wished for, where that was said."""
        return "words" if self.words else ""


class AilmentChanged(Event, frozen=True, tag="ailment_changed"):
    """Somebody bears something for a while, or (at `until` 0) no more."""

    people = ("who",)

    who: str
    ailment: Ailment

    def variant(self) -> str:
        """By what it is, and whether it has gone."""
        return f"{self.ailment.kind}_gone" if self.ailment.until == 0 else self.ailment.kind


def trap_rule(rules: tuple[str, ...]) -> str:
    """Of the rules behind a missile that of its trap: spears have one of their own (DA-TRAP-09, DA-TRAP-10)."""
    return "DA-TRAP-10" if "DA-TRAP-10" in rules else "DA-TRAP-09"


class MissileFlew(Event, frozen=True, tag="missile_flew"):
    """A missile of a trap flew at somebody."""

    deadly = ("trap", "who")
    people = ("who",)

    who: str
    check: Check
    hit: bool
    poisoned: bool
    lot: Die
    among: tuple[str, ...] = ()
    """Those among whom it was drawn at whom the missile flies, in the order of the die's faces."""
    poison: int = 0
    """What its die of poison showed, thrown with the trap; 0 where it missed, or an older log does not say."""

    def checks(self) -> tuple[Check, ...]:
        """Whether there is poison on it: the die of the trap's table, told with the missile that it was thrown for."""
        if not self.poison:
            return ()
        shown = (Modifier(self.poison, trap_rule(self.rules), "poison_die"),)
        return (Check((), self.poison, "<=", POISONED_ON, self.poisoned, shown, "poison"),)

    def variant(self) -> str:
        """Whether it hit, and how badly."""
        return "poisoned" if self.poisoned else "hit" if self.hit else "missed"

    def lots(self) -> tuple[Lot, ...]:
        """At whom it might have flown."""
        return (Lot(self.lot, faces=self.among),)


class Tried(Event, frozen=True, tag="tried"):
    """Somebody tried something that the dungeon asked of them."""

    thrown_by = "who"
    people = ("who",)

    who: str
    purpose: str
    check: Check
    success: bool
    attempt: int = 1
    """The how manieth of those in one go; older logs do not count them."""

    def variant(self) -> str:
        """What, and whether it went well."""
        return f"{self.purpose}_{'done' if self.success else 'failed'}"


class DoorGaveWay(Event, frozen=True, tag="door_gave_way"):
    """A door stands open that somebody has forced while it was the dungeon's turn; the try itself is told."""

    people = ("door",)

    door: str

    def variant(self) -> str:
        """Told with the try."""
        return TOLD_WITH_ANOTHER


class TrapsLookedFor(Event, frozen=True, tag="traps_looked_for"):
    """Somebody has looked for traps beyond a way, or (without one) here; whoever finds none may just have missed it."""

    reveals = True

    people = ("who", "way", "found")

    who: str
    way: str = ""
    found: tuple[str, ...] = ()
    passing: bool = False
    """Whether they merely came by, and saw it in time."""

    def variant(self) -> str:
        """What came of it, and where."""
        if self.passing:
            return "passing"
        return f"{'found' if self.found else 'nothing'}_{'beyond' if self.way else 'here'}"


class HeroFell(Event, frozen=True, tag="hero_fell"):
    """Somebody of the party is dead."""

    people = ("who",)

    who: str
    fallen: Fallen
