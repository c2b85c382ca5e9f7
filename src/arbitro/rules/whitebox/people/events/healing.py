"""Time, rest, wounds and what heals them."""

from typing import Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Modifier, Sum
from arbitro.rules.whitebox.people.state import Health
from arbitro.rules.whitebox.reckoning import life_sums


class Rested(Event, frozen=True, tag="rested"):
    """Days of rest, and the hit points they gave back."""

    kept_last = "rest"
    thrown_by = "who"
    secrets = {"left": "who", "healed": "who", "modifiers": "who"}
    people = ("who",)
    who: str
    days: int
    healed: int | None
    left: int | None
    rested: int
    """Days in a row by now."""
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] | None = ()
    in_camp: bool = False
    """Whether the night in which all of them rest is told by itself."""

    def variant(self) -> str:
        """Healed, or nothing to heal."""
        healed = self.left is not None and self.healed
        return "" if healed else TOLD_WITH_ANOTHER if self.in_camp else "nothing"

    def sums(self) -> tuple[Sum, ...]:
        """What came back, and the hit points there are."""
        return life_sums(self.healed, self.left if self.healed else None, self.dice, self.modifiers)


class RestBroken(Event, frozen=True, tag="rest_broken"):
    """Rest was interrupted, and the count of days begins again."""

    people = ("who",)
    who: tuple[str, ...]
    ended_by: Literal["", "toil"] = ""
    """Nothing: the day in hand gives nothing. Toil: something done after days of rest ended their row."""

    def variant(self) -> str:
        """The day that is lost, or the row that has ended."""
        return self.ended_by


class TimeWent(Event, frozen=True, tag="time_went"):
    """The clock of the table went on."""

    minutes: int
    days: int = 0
    resting: bool = False
    """Whether everybody rested the while, so that it counts as nobody's toil."""
    clock: int = 0
    """The minutes of the table's clock now; older logs do not say."""

    def variant(self) -> str:
        """In days, or in minutes."""
        return "days" if self.days else "again" if self.clock > self.minutes else ""


class Healed(Event, frozen=True, tag="healed"):
    """Magic gave hit points back."""

    thrown_by = "who"
    secrets = {"left": "who"}
    people = ("who",)
    who: str
    healed: int
    left: int | None
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """Whether the reader knows what is left."""
        return "hidden" if self.left is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """What came back, and the hit points there are."""
        return life_sums(self.healed, self.left, self.dice, self.modifiers)


class Revived(Event, frozen=True, tag="revived"):
    """Somebody who lay unconscious has hit points again."""

    people = ("who",)
    who: str


class Bandaged(Event, frozen=True, tag="bandaged"):
    """First aid after a battle."""

    thrown_by = "who"
    secrets = {"left": "patient"}
    people = ("who", "patient")
    who: str
    patient: str
    healed: int
    left: int | None
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """Whether the reader knows what is left, and whether they are their own wounds."""
        own = "own" if self.who == self.patient else ""
        return f"hidden_{own}".rstrip("_") if self.left is None else own

    def sums(self) -> tuple[Sum, ...]:
        """What came back, and the hit points there are."""
        return life_sums(self.healed, self.left, self.dice, self.modifiers)


class BleedingStopped(Event, frozen=True, tag="bleeding_stopped"):
    """Somebody's bleeding was stopped outside a fight."""

    people = ("who", "patient")
    who: str
    patient: str


BLOOD: Final = "bleeding"
"""The note of what is lost round by round below zero."""


class WoundSuffered(Event, frozen=True, tag="wound_suffered"):
    """Hit points lost outside a fight."""

    secrets = {"left": "who"}
    people = ("who",)
    who: str
    amount: int
    left: int | None
    health: Health
    bleeding: bool = False
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """How it leaves them, with the count for those who may know it; whoever bled lay there before."""
        blood = any(each.note == BLOOD for each in self.modifiers)
        told = f"{self.health}_bled" if blood else self.health
        return told if self.left is not None else f"{told}_hidden"

    def sums(self) -> tuple[Sum, ...]:
        """What was lost, and the hit points that are left."""
        return life_sums(-self.amount, self.left, self.dice, self.modifiers)
