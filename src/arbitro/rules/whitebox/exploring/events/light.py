"""What can happen: light: kindled, doused, burnt out."""

from arbitro.kernel.event import Event
from arbitro.rules.whitebox.exploring.state import (
    Light,
)


class LightKindled(Event, frozen=True, tag="light_kindled"):
    """A light burns."""

    people = ("who",)
    who: str
    light: Light
    turns: int
    """For which it will burn."""

    def variant(self) -> str:
        """What it is."""
        return "lantern" if self.light.of == "lantern" else "torch"


class LightTaken(Event, frozen=True, tag="light_taken"):
    """Somebody has picked up the light of one who can hold it up no longer."""

    people = ("who", "bearer")
    who: str
    light: str
    bearer: str


class LightDoused(Event, frozen=True, tag="light_doused"):
    """A light was put out; so many minutes are left in it."""

    people = ("who",)
    who: str
    light: str
    left: int


class LightWentOut(Event, frozen=True, tag="light_went_out"):
    """A light has burned down."""

    pairs = True
    people = ("who",)
    who: str
    light: str
    left: int = -1
    """How many lights still burn with the party; older logs do not say."""

    def variant(self) -> str:
        """Whether others are left."""
        return "" if self.left < 0 else "others" if self.left else "last"
