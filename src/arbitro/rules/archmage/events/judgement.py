"""The referee and the specials of creatures: checks, words on somebody, hints."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Part, Sum
from arbitro.rules.archmage.power import Ability
from arbitro.rules.archmage.state import Combatant


class SkillChecked(Event, frozen=True, tag="skill_checked"):
    """A skill check."""

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
            Sum(total, (Part(die.face, dice=1), Part(bonus, note="speed")), (die,))
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

    secrets = {"used": "who"}
    people = ("who", "on")
    who: str
    code: str
    on: str = ""
    used: int | None = 0
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Which."""
        return self.code


class Replaced(Event, frozen=True, tag="replaced"):
    """Somebody's numbers change for good: a new head, a split body."""

    combatant: Combatant


class Prompted(Event, frozen=True, tag="prompted"):
    """A hint for the referee: a moment at which the text leaves something to judgement. It changes nothing."""

    people = ("who",)
    kind: Literal["crit", "fumble", "speed", "full_heal", "staggered_rest", "campaign_loss", "spawn", "escalation"]
    who: str = ""

    def variant(self) -> str:
        """Which."""
        return self.kind
