"""Places: who is engaged with whom, who goes where, who is held."""

from typing import Literal

from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.rules.archmage.state import Band


class Engaged(Event, frozen=True, tag="engaged"):
    """Two are in melee with each other."""

    people = ("who", "foe")
    who: str
    foe: str


class Parted(Event, frozen=True, tag="parted"):
    """Two are no longer in melee with each other."""

    people = ("who", "foe")
    who: str
    foe: str
    fallen: bool = False
    """One of them has fallen, or has left."""

    def variant(self) -> str:
        """Of the fallen it goes without saying."""
        return TOLD_WITH_ANOTHER if self.fallen else ""


class PlaceChanged(Event, frozen=True, tag="place_changed"):
    """Somebody is somewhere else, in the broad terms that count."""

    kept_last = "step"

    people = ("who", "ally", "toward", "by")
    who: str
    band: Band
    ally: str = ""
    relation: Literal["", "beside", "behind"] = ""
    toward: str = ""
    by: str = ""
    """Who carries them there."""

    def variant(self) -> str:
        """Where; or carried along."""
        if self.by:
            return "carried"
        return self.relation or ("toward" if self.toward else self.band)


class Intercepted(Event, frozen=True, tag="intercepted"):
    """Somebody stops a foe on its way."""

    people = ("who", "mover", "goal")
    who: str
    mover: str
    goal: str


class MoveLost(Event, frozen=True, tag="move_lost"):
    """A move came to nothing: failed, prevented, or stopped by somebody who had waited for it."""

    people = ("who", "by")
    who: str
    by: str = ""
    fallen: bool = False
    """The mover has fallen on the way."""

    def variant(self) -> str:
        """Whether somebody caught the mover; that a check failed, or that they fell, is told by that."""
        if self.fallen or "AE-DISENGAGE-05" in self.rules:
            return TOLD_WITH_ANOTHER
        return "caught" if self.by else ""


class PoppedFree(Event, frozen=True, tag="popped_free"):
    """Somebody is out of melee without a check or a blow."""

    people = ("who", "foes")
    who: str
    foes: tuple[str, ...]
    pushed: bool = False
    """Whether it is the foe's doing."""

    def variant(self) -> str:
        """Of one's own accord, or pushed away."""
        return "pushed" if self.pushed else ""


class Grabbed(Event, frozen=True, tag="grabbed"):
    """Somebody is held."""

    people = ("who", "by")
    who: str
    by: str


class Released(Event, frozen=True, tag="released"):
    """A hold is over."""

    people = ("who", "by")
    who: str
    by: str


class Teleported(Event, frozen=True, tag="teleported"):
    """Somebody is elsewhere at once."""

    people = ("who",)
    who: str


class Barring(Event, frozen=True, tag="barring"):
    """Somebody bars the way, or no longer does."""

    people = ("who",)
    who: str
    on: bool

    def variant(self) -> str:
        """Begun or ended."""
        return "on" if self.on else "off"
