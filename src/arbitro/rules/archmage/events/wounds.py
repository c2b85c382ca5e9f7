"""Hit points: damage, falling, death saves, recoveries, rallying, potions."""

from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Check, Modifier, Part, Sum, counted_from, parts_of
from arbitro.rules.archmage.state import Awareness

WHOLE: Final = 100
"""Percent of the usual."""


def healing_counts(
    before: int | None, healed: int, most: int | None, hp: int | None, *, undone: bool = False
) -> tuple[Sum, ...]:
    """How healing adds to the hit points: from 0 for the dying, up to the maximum; where the reader may know.

    Damage that is `undone` has not been dealt: what is below zero stays below zero.
    """
    if before is None or most is None or hp is None:
        return ()
    parts = (
        Part(before, note="hit_points"),
        *(() if undone else (Part(0, "least", "AE-DYING-08", "from_zero"),)),
        Part(healed, rule="AE-RECOVERY-03", note="healing"),
        Part(most, "most", "AE-RECOVERY-03", "maximum"),
    )
    return (Sum(hp, parts, of="hit_points"),)


class DamageDealt(Event, frozen=True, tag="damage_dealt"):
    """Hit points lost; `left` is what remains and `temp` what remains of the temporary ones."""

    secrets = {"left": "target", "temp": "target", "before": "target", "buffered": "target"}
    people = ("target",)
    target: str
    amount: int
    left: int | None
    temp: int | None
    kind: str = "weapon"
    source: str = ""
    multiplier: int = 1
    halved: bool = False
    dice: tuple[Die, ...] = ()
    parts: tuple[Part, ...] = ()
    """What `amount` is made of, in the order in which it counts."""
    before: int | None = None
    """The hit points there were."""
    buffered: int | None = 0
    """How much of it the temporary hit points took."""

    def variant(self) -> str:
        """Whether it does any harm, whether the reader may know what is left, and what took it."""
        if not self.amount:
            return "none"
        if self.left is None:
            return "hidden"
        return "buffered" if self.buffered else ""

    def sums(self) -> tuple[Sum, ...]:
        """The damage, then the temporary hit points it meets, then the others."""
        if not self.parts:
            return ()  # of a log from before
        found = [Sum(self.amount, self.parts, self.dice, "damage")]
        if self.left is None or self.temp is None or self.before is None or self.buffered is None:
            return tuple(found)
        if self.buffered:
            had = Part(self.temp + self.buffered, note="temporary")
            found.append(
                Sum(self.temp, (had, Part(-self.buffered, rule="AE-TEMPHP-03", note="damage")), of="temporary")
            )
        lost = Part(self.buffered - self.amount, rule="AE-DMG-01", note="damage")
        parts = (
            Part(self.before, note="hit_points"),
            lost,
            *((Part(0, "least", "AE-DMG-09"),) if not self.left else ()),
        )
        found.append(Sum(self.left, parts, of="hit_points"))
        return tuple(found)


class MobThinned(Event, frozen=True, tag="mob_thinned"):
    """Mooks share their hit points: what is left of one is left of each."""

    secrets = {"left": "first"}
    people = ("members",)
    first: str
    members: tuple[str, ...]
    left: int | None

    def variant(self) -> str:
        """Whoever may not know how much is left reads of each wound already."""
        return TOLD_WITH_ANOTHER if self.left is None else ""


class MobFelled(Event, frozen=True, tag="mob_felled"):
    """Damage to one of a mob that is more than it had: each further full measure takes one more."""

    secrets = {"each": "first", "wounds": "first"}
    people = ("first", "members")
    first: str
    members: tuple[str, ...]
    """Those who fall besides the one that was struck."""
    amount: int
    """The damage that was dealt, without what temporary hit points took."""
    each: int | None
    """The hit points of one of them."""
    wounds: int | None
    """What the mob had taken before."""

    def sums(self) -> tuple[Sum, ...]:
        """How many fall in all: the wounds of the mob, by what one of them can take."""
        if self.each is None or self.wounds is None:
            return ()
        parts = (
            Part(self.amount, rule="AE-DMG-01", note="damage"),
            Part(self.wounds, rule="AE-TARGET-01", note="wounds_before"),
            Part(self.each, "divide", "AE-TARGET-01", "hit_points_each"),
            Part(1 + len(self.members), "most", "AE-TARGET-01", "mob_left"),
        )
        return (Sum(1 + len(self.members), tuple(part for part in parts if part.amount), of="felled"),)


class Fell(Event, frozen=True, tag="fell"):
    """Somebody is down: dying, knocked out, in a coma, dead or gone."""

    secrets = {"below": "who", "most": "who"}
    people = ("who",)
    who: str
    awareness: Awareness
    by: str = ""
    dying: bool = False
    below: int | None = None
    """How far under 0, where that is what kills (AE-DYING-07)."""
    most: int | None = None
    """The hit points there may be: half of them is the line of death."""

    def variant(self) -> str:
        """How."""
        return "dying" if self.dying else self.awareness

    def sums(self) -> tuple[Sum, ...]:
        """The line of death, and how far below 0 somebody is."""
        if self.below is None or self.most is None:
            return ()
        line = (
            Part(self.most, rule="AE-HP-01", note="max_hit_points"),
            Part(how="halve", rule="AE-DYING-07", note="half"),
        )
        return (
            Sum(self.most // 2, line, of="death_line"),
            Sum(self.below, (Part(self.below, rule="AE-DYING-07", note="below_zero"),), of="hit_points"),
        )


class Woke(Event, frozen=True, tag="woke"):
    """Somebody is conscious again, or no longer in the enemy's hands."""

    people = ("who",)
    who: str
    freed: bool = False
    """After a surrender."""

    def variant(self) -> str:
        """From what."""
        return "freed" if self.freed else ""


class ResistRolled(Event, frozen=True, tag="resist_rolled"):
    """A d20 only to see whether automatic damage is resisted."""

    people = ("target",)
    target: str
    die: Die
    needed: int

    def checks(self) -> tuple[Check, ...]:
        """The natural number that goes through the resistance."""
        full = self.die.face >= self.needed
        return (Check((self.die,), self.die.face, ">=", self.needed, full, against="resistance"),)


class DeathSaveFailed(Event, frozen=True, tag="death_save_failed"):
    """One step closer to death; `fails` so far in this battle."""

    people = ("who",)
    who: str
    fails: int
    ignored: bool = False
    """Whoever is stable takes no step: `fails` is what it was (AE-DYING-11)."""

    def variant(self) -> str:
        """Whether it counts."""
        return "ignored" if self.ignored else ""


def _multiplied(percent: int) -> tuple[Part, ...]:
    """What makes a recovery heal more than usual: so many times, or so many halves."""
    if percent == WHOLE:
        return ()
    if percent % WHOLE == 0:
        return (Part(percent // WHOLE, "times", "AE-ATK-06", "special"),)
    return (Part(2 * percent // WHOLE, "times", "AE-ATK-06", "special"), Part(2, "divide", "AE-ATK-06", "special"))


GHOULISH: Final = Part(how="halve", rule="AE-ATK-06", note="ghoulish")
"""What a form that heals by half takes."""


class RecoveryUsed(Event, frozen=True, tag="recovery_used"):
    """A recovery heals: hit points from the dice, half and a debt if there was none left."""

    thrown_by = "who"
    secrets = {"hp": "who", "before": "who", "most": "who"}
    people = ("who",)
    who: str
    healed: int
    hp: int | None
    recoveries: int
    debt: int
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    halved: bool = False
    before: int | None = None
    """The hit points there were."""
    most: int | None = None
    """The hit points there may be."""
    percent: int = 100
    """How much of the usual it heals, by a power."""
    ghoulish: bool = False
    """Whether a form that heals by half took half of it."""

    def variant(self) -> str:
        """Whether it was one that was not there, and whether the reader may know the hit points."""
        return ("debt" if self.halved else "healed") + ("_hidden" if self.hp is None else "")

    def sums(self) -> tuple[Sum, ...]:
        """Dice and Constitution, at least 1; half of it for one that was not there; then the hit points."""
        half = (
            (Part(how="halve", rule="AE-RECOVERY-05", note="no_recovery"), Part(1, "least", "AE-RECOVERY-03"))
            if self.halved
            else ()
        )
        more = _multiplied(self.percent)
        if self.ghoulish:
            more = (*more, GHOULISH, Part(1, "least", "AE-RECOVERY-03"))
        parts = (*parts_of(self.dice, self.modifiers), Part(1, "least", "AE-RECOVERY-03"), *more, *half)
        return (
            Sum(self.healed, parts, self.dice, "healing"),
            *healing_counts(self.before, self.healed, self.most, self.hp),
        )


class Healed(Event, frozen=True, tag="healed"):
    """Hit points come back."""

    thrown_by = "who"
    secrets = {"hp": "who", "before": "who", "most": "who"}
    people = ("who",)
    who: str
    amount: int
    hp: int | None
    dice: tuple[Die, ...] = ()
    before: int | None = None
    """The hit points there were."""
    most: int | None = None
    """The hit points there may be."""
    whole: int | None = None
    """In older logs: what it would have been but for a form that heals by half."""
    parts: tuple[Part, ...] = ()
    """What `amount` is made of, in the order in which it counts."""
    undone: bool = False
    """Whether damage has not been dealt after all, so that nothing is counted from 0."""

    def sums(self) -> tuple[Sum, ...]:
        """What heals, halved where it is, then the hit points."""
        return (
            Sum(self.amount, self.parts or self._in_older_logs(), self.dice, "healing"),
            *healing_counts(self.before, self.amount, self.most, self.hp, undone=self.undone),
        )

    def _in_older_logs(self) -> tuple[Part, ...]:
        """The dice and the rest, where a log does not say what the amount is made of."""
        whole = self.amount if self.whole is None else self.whole
        parts = counted_from(whole, self.dice, "printed_number", next(iter(self.rules), ""))
        return parts if self.whole is None else (*parts, GHOULISH)

    def variant(self) -> str:
        """Whether the reader may know the hit points."""
        return "hidden" if self.hp is None else ""


class TempGained(Event, frozen=True, tag="temp_gained"):
    """Temporary hit points; `temp` is what there is now."""

    thrown_by = "who"
    secrets = {"temp": "who", "before": "who", "amount": "who", "parts": "who"}
    people = ("who",)
    who: str
    temp: int | None
    dice: tuple[Die, ...] = ()
    amount: int | None = None
    """How many are new, before they are held against those that were left."""
    before: int | None = 0
    """How many were left."""
    parts: tuple[Part, ...] | None = ()
    """What `amount` is made of, in the order in which it counts; in older logs nothing is said of it."""

    def variant(self) -> str:
        """Whether the reader may know how many, and whether any of them are new."""
        if self.temp is None or self.before is None or self.amount is None:
            return "hidden" if self.temp is None else ""
        return "kept" if self.before >= self.amount else ""

    def sums(self) -> tuple[Sum, ...]:
        """The new ones, or those that were left where there were more of them (AE-TEMPHP-02)."""
        if self.amount is None or self.temp is None or self.before is None:
            return ()
        left = Part(self.before, "least", "AE-TEMPHP-02", "temporary_left")
        parts = self.parts or counted_from(self.amount, self.dice, "printed_number", next(iter(self.rules), ""))
        return (Sum(self.temp, (*parts, left), self.dice),)


class Rallied(Event, frozen=True, tag="rallied"):
    """Somebody rallies, for this many times in the battle."""

    people = ("who",)
    who: str
    rallies: int
    turn: int = -1
    """Which of their turns it is."""


class RallyBarred(Event, frozen=True, tag="rally_barred"):
    """No further try in this round."""

    people = ("who",)
    who: str
    round: int


class Stabilised(Event, frozen=True, tag="stabilised"):
    """Failed death saves no longer count."""

    people = ("who",)
    who: str
    stable: bool = True

    def variant(self) -> str:
        """Begun or undone."""
        return "" if self.stable else "undone"


class PotionGiven(Event, frozen=True, tag="potion_given"):
    """A healing potion is used up."""

    people = ("who", "patient")
    who: str
    patient: str
    left: int

    def variant(self) -> str:
        """One's own, or another's."""
        return "own" if self.who == self.patient else ""


class WoundTaken(Event, frozen=True, tag="wound_taken"):
    """A lasting wound: the maximum is lower until a full heal-up."""

    secrets = {"max_hp": "who", "hp": "who", "unhurt": "who", "toll": "who"}
    people = ("who",)
    who: str
    wounds: int
    max_hp: int | None
    hp: int | None
    unhurt: int | None = None
    """The maximum without any wound. None in logs of before."""
    toll: int | None = None
    """What each wound takes off it."""

    def variant(self) -> str:
        """Whether the reader may know the hit points."""
        return "hidden" if self.max_hp is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """The maximum as it would be, less what the wounds take; never below 1."""
        if self.max_hp is None or self.unhurt is None or self.toll is None:
            return ()
        off = Part(-self.wounds * self.toll, rule="AE-LASTING-02", note="lasting_wounds")
        least = Part(1, "least", "AE-LASTING-02", "never_less")
        whole = Part(self.unhurt, rule="AE-LASTING-02", note="without_wounds")
        return (Sum(self.max_hp, (whole, off, least), of="maximum"),)


class Revived(Event, frozen=True, tag="revived"):
    """Somebody is brought back from a coma, once there is no danger."""

    secrets = {"hp": "who"}
    people = ("who",)
    who: str
    hp: int | None = None
    """The hit points from which life goes on: never below 0 (AE-DYING-08). None in logs of before."""

    def variant(self) -> str:
        """Awake at once, or still to be healed."""
        return "" if self.hp is None else "counted" if self.hp else "at_zero"
