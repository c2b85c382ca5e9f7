"""What can happen: loyalty."""

from typing import Literal

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Lookup
from arbitro.rules.whitebox.people.state import Loyalty


class LoyaltyDue(Event, frozen=True, tag="loyalty_due"):
    """A reminder for the referee: a loyalty check may be made now. Nothing is rolled unasked."""

    people = ("who",)
    who: str
    occasion: Literal["danger", "bribe"]
    treatment: int
    """What is entered for the treatment so far."""
    others: tuple[tuple[str, int], ...] = ()
    """Who else is in the same case, each with the treatment so far."""

    def variant(self) -> str:
        """The occasion, and whether it is that of several."""
        return f"{self.occasion}_of_several" if self.others else self.occasion


class LoyaltyRolled(Event, frozen=True, tag="loyalty_rolled"):
    """A loyalty check: for the referee."""

    people = ("who",)
    who: str
    lookup: Lookup
    next_check: int
    status: Loyalty

    def variant(self) -> str:
        """What it left."""
        return self.status or ("changed" if self.next_check else "average")


class TreatmentSet(Event, frozen=True, tag="treatment_set"):
    """What a follower's treatment is worth in loyalty checks from now on."""

    people = ("who",)
    who: str
    modifier: int


class LoyaltySet(Event, frozen=True, tag="loyalty_set"):
    """What a follower is from now on, by the referee's word."""

    people = ("who",)
    who: str
    status: Loyalty

    def variant(self) -> str:
        """What."""
        return self.status or "neither"
