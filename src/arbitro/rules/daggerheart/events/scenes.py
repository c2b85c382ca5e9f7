"""Campaign, session and scene; who is there and where."""

from typing import Literal

from msgspec import field

from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.rules.daggerheart.state import (
    Foe,
    Hero,
    Place,
)
from arbitro.rules.daggerheart.words import Cover, Named, Tension, Trait


class CampaignBegan(Event, frozen=True, tag="campaign_began"):
    """The party is together."""

    party: tuple[Hero, ...]


class SessionBegan(Event, frozen=True, tag="session_began"):
    """Another sitting: Fear and Hope are what they were."""

    number: int
    fear: int
    refreshed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What each PC has still used up: all but the features that a session limits."""


class SceneOpened(Event, frozen=True, tag="scene_opened"):
    """A scene begins; no Fear has been spent in it yet."""

    number: int
    tension: Tension
    in_danger: bool
    goal: Named | None = None
    deeds: tuple[Trait, ...] = ()
    difficulty: int = 0
    proposed: Tension = "none"
    """What the presence of a Solo or Leader suggests (DH-TENSION-05)."""

    def variant(self) -> str:
        """A scene with a goal says so."""
        return "goal" if self.goal is not None else ""


class SceneEnded(Event, frozen=True, tag="scene_ended"):
    """The scene is over."""

    ending: Literal["success", "failure", "defeat", "victory", "closed"]
    fear_spent: int
    tension: Tension
    verdict: Literal["below", "within", "above", "none"] = "none"
    """How the Fear spent stands to what the tension suggests."""

    def variant(self) -> str:
        """By how it ended."""
        return self.ending


class TensionSet(Event, frozen=True, tag="tension_set"):
    """The GM said how tense the scene is; the range is a suggestion (DH-TENSION-01)."""

    tension: Tension
    low: int
    high: int

    def variant(self) -> str:
        """A scene without a level has no range."""
        return "none" if self.tension == "none" else ""


class FoeJoined(Event, frozen=True, tag="foe_joined"):
    """An adversary is in the scene, with all its numbers: for the GM."""

    foe: Foe
    granted: bool = False
    """May act at once."""


class FoeAppeared(Event, frozen=True, tag="foe_appeared"):
    """What everybody sees of an adversary that appears."""

    reveals = True

    who: str
    name: Named
    at: int
    together: int = 1
    """How many of its kind appear with it, itself included; 0: it is told of with the first of them."""

    def variant(self) -> str:
        """Many of a kind are told of in one breath."""
        return "" if self.together == 1 else "many" if self.together else TOLD_WITH_ANOTHER


class PlaceSet(Event, frozen=True, tag="place_set"):
    """The scene takes place in an environment; its numbers and features are the GM's."""

    place: Place


class PlaceSeen(Event, frozen=True, tag="place_seen"):
    """What everybody knows of where they are."""

    name: Named


class Moved(Event, frozen=True, tag="moved"):
    """Somebody is elsewhere now."""

    kept_last = "step"

    people = ("who",)
    who: str
    start: int
    to: int
    how: Literal["walked", "sprinted", "pushed", "placed", "returned"] = "walked"

    def variant(self) -> str:
        """By how it happened."""
        return self.how


class CoverChanged(Event, frozen=True, tag="cover_changed"):
    """Somebody is, or is no longer, behind something."""

    people = ("who",)
    who: str
    cover: Cover

    def variant(self) -> str:
        """By how much is covered."""
        return self.cover or "none"


class Found(Event, frozen=True, tag="found"):
    """A try at what the place offers brings something that the GM puts into words."""

    reveals = True

    people = ("who",)
    who: str
    feature: str
    name: Named
    tells: str

    def variant(self) -> str:
        """By what it is."""
        return self.tells


class Learned(Event, frozen=True, tag="learned"):
    """Somebody has found out what the place has to tell."""

    reveals = True

    people = ("who",)
    who: str
    feature: str
    details: tuple[Named, ...]
