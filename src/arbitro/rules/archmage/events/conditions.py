"""What hangs on somebody for a while: conditions, ongoing damage, bonuses, curses, and the saves against them."""

from typing import Final, Literal

from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Check
from arbitro.rules.archmage.effects import Lasts
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Mark, Ongoing

SUNG: Final = "sung"
"""The state of whoever has sung in this round: the song is told, not this."""


class Afflicted(Event, frozen=True, tag="afflicted"):
    """A condition begins."""

    people = ("who",)
    who: str
    affliction: Affliction
    lasts: Lasts = ""
    """The word for how long, where it ends by itself; empty: until a save, or where an old log does not say."""

    def variant(self) -> str:
        """Which."""
        return self.affliction.name


class Relieved(Event, frozen=True, tag="relieved"):
    """An instance of a condition is over."""

    people = ("who",)
    who: str
    affliction: Affliction
    still: bool = False
    """Another instance of the same condition goes on."""

    def variant(self) -> str:
        """Which; whoever is still under it has nothing to tell."""
        return TOLD_WITH_ANOTHER if self.still else self.affliction.name


class OngoingBegan(Event, frozen=True, tag="ongoing_began"):
    """Ongoing damage begins."""

    people = ("who",)
    who: str
    ongoing: Ongoing

    def variant(self) -> str:
        """Whether a critical hit makes it worse the first time."""
        return "doubled" if self.ongoing.first > 1 else ""


class HoldLoosened(Event, frozen=True, tag="hold_loosened"):
    """A save has succeeded against something that takes several: as many are left."""

    people = ("who",)
    who: str
    needed: int
    affliction: Affliction | None = None
    ongoing: Ongoing | None = None


class NothingAdded(Event, frozen=True, tag="nothing_added"):
    """An effect meets itself: what somebody has already is as much, or lasts as long (AE-STACK-04)."""

    people = ("who",)
    who: str
    kind: Literal["condition", "ongoing"]
    against: str
    """The condition, or the type of damage."""

    def variant(self) -> str:
        """What of."""
        return self.kind


class OngoingTicked(Event, frozen=True, tag="ongoing_ticked"):
    """Ongoing damage has come once; a critical's doubling is used up."""

    people = ("who",)
    who: str
    name: str


class OngoingEnded(Event, frozen=True, tag="ongoing_ended"):
    """Ongoing damage is over: that of one kind, while another may go on."""

    people = ("who",)
    who: str
    name: str
    kind: str = "weapon"
    saved: bool = False
    """By a save, whose line says so."""

    def variant(self) -> str:
        """What a save has ended is told with the save."""
        return TOLD_WITH_ANOTHER if self.saved else ""


class Boosted(Event, frozen=True, tag="boosted"):
    """A bonus or penalty for a while."""

    people = ("who",)
    who: str
    boost: Boost
    lasts: Lasts = ""
    """The word for how long; empty where an old log does not say."""

    def variant(self) -> str:
        """How long; where it is not said, up or down."""
        if self.lasts:
            return "lasting"
        return "up" if self.boost.value > 0 else "down"


class Marked(Event, frozen=True, tag="marked"):
    """Something hangs on somebody for a while."""

    people = ("who",)
    who: str
    mark: Mark

    def variant(self) -> str:
        """What; that something was used for this once is told by what it did."""
        if self.mark.kind in ("once", "struck") or self.mark.attack == SUNG:
            return TOLD_WITH_ANOTHER
        return "last_gasp_counted" if self.mark.kind == "last_gasp" and self.mark.amount else self.mark.kind


LASTING: Final = ("curse", "mark", "last_gasp", "state")
"""Marks whose end is seen; the others are used up by what they allow or cost."""


def seen_to_end(mark: Mark) -> bool:
    """Whether the end of a mark has a line of its own."""
    return mark.kind in LASTING and mark.attack != SUNG


class RanOut(Event, frozen=True, tag="ran_out"):
    """What is left on somebody after the moment at which some things end."""

    people = ("who",)
    who: str
    boosts: tuple[Boost, ...]
    marks: tuple[Mark, ...]
    over: tuple[Boost, ...] = ()
    """The bonuses and penalties that have ended."""
    lifted: tuple[Mark, ...] = ()
    """What else no longer hangs on them."""

    def variant(self) -> str:
        """What had a line when it began has one when it ends; counts and what an attack used up have none."""
        left = {mark.kind for mark in self.marks}
        lifted = any(seen_to_end(mark) and mark.kind not in left for mark in self.lifted)
        ended = any(boost.until.moment != "next_attack" for boost in self.over)
        return "" if ended or lifted else TOLD_WITH_ANOTHER


class SaveRolled(Event, frozen=True, tag="save_rolled"):
    """A save: a d20 with hardly ever anything added."""

    thrown_by = "who"
    people = ("who",)
    who: str
    kind: Literal["effect", "ongoing", "disengage", "rally", "recharge", "death", "last_gasp"]
    check: Check
    saved: bool
    against: str = ""

    def variant(self) -> str:
        """For what, and how it went: what a power asks for is told by the power."""
        kind = "any" if not self.against else "power" if self.against.startswith("power/") else "effect"
        return f"{kind if self.kind == 'effect' else self.kind}_{'saved' if self.saved else 'failed'}"
