"""What befalls the companions of rangers."""

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.rules.daggerheart.state import Sheet


class CompanionSent(Event, frozen=True, tag="companion_sent"):
    """A ranger sends the companion at an adversary, in whose Melee it stays."""

    people = ("who", "foe")
    who: str
    foe: str


class CompanionAttacked(Event, frozen=True, tag="companion_attacked"):
    """An adversary attacks a companion."""

    thrown_by = "foe"
    people = ("foe", "who")
    foe: str
    who: str
    check: Check
    hit: bool

    def variant(self) -> str:
        """Hit or missed."""
        return "hit" if self.hit else "miss"


class CompanionStressed(Event, frozen=True, tag="companion_stressed"):
    """A companion marks Stress, or clears it where `by` is less than nothing."""

    people = ("who",)
    who: str
    by: int
    marked: int
    most: int
    away: bool = False

    def variant(self) -> str:
        """Marked, cleared, or so much of it that it is gone."""
        return "away" if self.away else "cleared" if self.by < 0 else ""


class CompanionTrained(Event, frozen=True, tag="companion_trained"):
    """A companion has learnt something."""

    people = ("who",)
    who: str
    lesson: str
    sheet: Sheet
