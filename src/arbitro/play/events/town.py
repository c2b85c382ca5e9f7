"""The town: its inn, its people, and what they tell."""

from arbitro.kernel.event import Event
from arbitro.play.state import Called, Town


class TownDrawn(Event, frozen=True, tag="town_drawn"):
    """The party stays at an inn, meets its people, and has a reason to be here."""

    town: Town

    def variant(self) -> str:
        """Whether an adventure says itself why they are here."""
        return "" if self.town.hook else "tale"


class TalkHeard(Event, frozen=True, tag="talk_heard"):
    """Something that was told at the inn, and is true; or that there is nothing new."""

    drawn_by = ("key",)

    key: str
    """By what it is known to have been told."""
    fact: str
    by: Called
    what: str = ""
    """Creatures: their kind."""
    count: int = 0
    whom: Called | None = None
    """The fallen: who it was."""

    def variant(self) -> str:
        """What sort of thing it is."""
        return self.fact
