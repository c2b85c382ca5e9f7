"""Damage, and whom it fells."""

from typing import ClassVar

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Modifier


class DamageRolled(Event, frozen=True):
    """The damage of an attack or effect, before anybody's thresholds."""

    people = ("source",)
    source: str
    amount: int
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()
    critical: bool = False
    direct: bool = False
    kind: str = "physical"

    def variant(self) -> str:
        """A critical adds the most that the dice could show."""
        return "critical" if self.critical else ""


class DamageTaken(Event, frozen=True):
    """What is left of damage after reductions, and how grave it is: 0 nothing, 1 Minor, 2 Major, 3 Severe."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "severity": "who", "modifiers": "who"}
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

    def variant(self) -> str:
        """By severity, where it is known; where it is not, the wound that follows says enough."""
        if self.severity is None:
            return "unharmed" if self.unharmed else TOLD_WITH_ANOTHER
        return f"severity_{self.severity}"


class MinionsFell(Event, frozen=True):
    """One blow fells several Minions (DHP-ADVSTAT-06)."""

    people = ("who",)
    who: tuple[str, ...]


class Parried(Event, frozen=True):
    """Dice of the attacker's that match the parrying weapon's do not count."""

    people = ("who",)
    who: str
    dice: tuple[Die, ...]
    off: int
