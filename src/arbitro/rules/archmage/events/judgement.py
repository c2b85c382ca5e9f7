"""The referee and the specials of creatures: checks, words on somebody, hints."""

from typing import Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Part, Sum, counted_from
from arbitro.rules.archmage.power import Ability
from arbitro.rules.archmage.state import Combatant

_SPECIAL: Final = "AE-ATK-06"


class SkillChecked(Event, frozen=True, tag="skill_checked"):
    """A skill check."""

    thrown_by = "who"
    people = ("who",)
    who: str
    ability: Ability
    purpose: Literal["stabilise", "movement", "stealth", "other"]
    check: Check

    def variant(self) -> str:
        """How it went."""
        return "success" if self.check.success else "failure"


class SpeedChecked(Event, frozen=True, tag="speed_checked"):
    """Who is faster: dice, totals and the winner, if there is one."""

    people = ("runners", "winner")
    runners: tuple[str, ...]
    dice: tuple[Die, ...]
    totals: tuple[int, ...]
    winner: str
    bonuses: tuple[int, ...] = ()
    """What each adds to the die."""

    def variant(self) -> str:
        """A winner, or none."""
        return "" if self.winner else "even"

    def sums(self) -> tuple[Sum, ...]:
        """One for each runner."""
        if len(self.bonuses) != len(self.dice):
            return ()
        return tuple(
            Sum(total, (Part(die.face, dice=1), Part(bonus, rule="AE-SPEED-01", note="speed")), (die,))
            for die, bonus, total in zip(self.dice, self.bonuses, self.totals, strict=True)
        )


class Flagged(Event, frozen=True, tag="flagged"):
    """The referee's word on somebody: invisible, precarious, staggered, taking part."""

    people = ("who",)
    who: str
    flag: Literal["invisible", "precarious", "staggered", "present"]
    on: bool | None

    def variant(self) -> str:
        """Which, and how."""
        return f"{self.flag}_{'on' if self.on else 'off'}"


class SpecialWorked(Event, frozen=True, tag="special_worked"):
    """A creature's special took effect; `used` counts its uses."""

    thrown_by = "who"
    secrets = {"used": "who", "before": "who", "hp": "who", "other_hp": "who"}
    people = ("who", "on")
    who: str
    code: str
    on: str = ""
    used: int | None = 0
    dice: tuple[Die, ...] = ()
    before: int | None = None
    """The hit points there were, where the special changes them."""
    hp: int | None = None
    """The hit points there are now."""
    other_hp: int | None = None
    """Those of the other half, after a split."""

    def variant(self) -> str:
        """Which, and whether the reader may know the hit points."""
        return self.code if self.hp is None else f"{self.code}_counted"

    def sums(self) -> tuple[Sum, ...]:
        """The hit points: with what grew, or of each half with the dice that it took."""
        if self.before is None or self.hp is None:
            return ()
        had = Part(self.before, note="hit_points")
        if self.other_hp is None:
            return (
                Sum(
                    self.hp,
                    (
                        had,
                        Part(self.hp - self.before, rule=_SPECIAL, note="special", sources=(f"special/{self.code}",)),
                    ),
                    of="hit_points",
                ),
            )
        halved = (had, Part(how="halve", rule=_SPECIAL, note="split"))
        middle = len(self.dice) // 2
        return tuple(
            Sum(
                total, (*halved, *counted_from(total - self.before // 2, dice, "special", _SPECIAL)), dice, "hit_points"
            )
            for total, dice in ((self.hp, self.dice[:middle]), (self.other_hp, self.dice[middle:]))
        )


class Replaced(Event, frozen=True, tag="replaced"):
    """Somebody's numbers change for good: a new head, a split body."""

    combatant: Combatant


class Prompted(Event, frozen=True, tag="prompted"):
    """A hint for the referee: a moment at which the text leaves something to judgement. It changes nothing."""

    people = ("who",)
    kind: Literal[
        "crit", "fumble", "speed", "full_heal", "staggered_rest", "campaign_loss", "spawn", "escalation", "power"
    ]
    who: str = ""

    def variant(self) -> str:
        """Which."""
        return self.kind
