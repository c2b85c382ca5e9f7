"""What can happen: traps and falls."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check


class TrapTrodden(Event, frozen=True, tag="trap_trodden"):
    """Somebody trod on a trap: for the referee."""

    people = ("who", "trap")
    who: str
    trap: str
    check: Check

    def variant(self) -> str:
        """Whether it sprang."""
        return "sprung" if self.check.success else "idle"


class TrapSprung(Event, frozen=True, tag="trap_sprung"):
    """A trap goes off."""

    deadly = ("trap", "who")
    people = ("who", "trap")
    who: str
    trap: str
    pit: int = 0

    def variant(self) -> str:
        """A pit, or something else."""
        return "pit" if self.pit else ""


class HadAFall(Event, frozen=True, tag="had_a_fall"):
    """Somebody fell, and how far."""

    people = ("who",)
    who: str
    feet: int


class Stopped(Event, frozen=True, tag="stopped"):
    """The party stops before something it noticed in time."""

    people = ("what",)
    what: str


class TrapSaved(Event, frozen=True, tag="trap_saved"):
    """Somebody got away from a trap's danger, or not, by a saving throw."""

    people = ("who",)
    who: str
    saved: bool
    half: bool = False
    """Whether a save that was made only halves what comes."""

    def variant(self) -> str:
        """Saved, caught, or caught by half."""
        return "saved" if self.saved else "half" if self.half else "caught"


class Perished(Event, frozen=True, tag="perished"):
    """Somebody died of something other than wounds."""

    people = ("who",)
    who: str
    dice: tuple[Die, ...] = ()


class BodyFell(Event, frozen=True, tag="body_fell"):
    """Whoever died of a fall through the floor lies in the place below."""

    people = ("who",)
    who: str
    place: str
