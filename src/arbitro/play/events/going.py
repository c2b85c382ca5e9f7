"""The party underground: where it goes, how it parts and meets again, whom it comes upon, what it takes."""

from typing import Any, Literal

from arbitro.dungeon.telling import Looks
from arbitro.kernel.event import Event, GoesOn
from arbitro.kernel.ruling import Check, Part, Sum
from arbitro.kernel.then import Then
from arbitro.play.state import Fallen, Task


class PartyMoved(Event, frozen=True, tag="party_moved"):
    """The party is in another space of the dungeon; empty: back under the sky."""

    pictured = True

    to: str
    came: str
    minute: int = 0
    """When, so that the story told again later tells the same; 0 in logs that did not write it down."""
    dark: bool = False
    """Whether it has no light there, and sees nothing of the place."""
    known: bool = False
    """Whether it has been told of the place before: a line is enough."""
    far: bool = False
    """Whether it is days of walking from the entrance, under the sky."""
    deeper: int = 0
    """Levels farther down than where it was, however it came there; less than 0: farther up."""

    def variant(self) -> str:
        """With open eyes, groping, where it knows its way, or far from anywhere it knows."""
        if not self.to:
            return "far" if self.far else ""
        return "dark" if self.dark else "known" if self.known else ""

    def only_goes_on(self, _then: Then[Any]) -> GoesOn:
        """A place that is known, or a stretch of passage that only goes on."""
        if not self.to or self.dark or self.deeper:
            return ""
        looks = None if self.known else _then.fact(f"looks:{self.to}", Looks, lambda _: None)
        return "walk" if self.known or (looks is not None and _only_goes_on(looks)) else ""


def _only_goes_on(looks: Looks) -> bool:
    """Whether a place is a passage with two ends and nothing in it."""
    plain = not looks.more and not looks.traps and looks.space[0].key.startswith("passage.")
    return plain and [way.kind in ("onward", "passage", "opening") for way in looks.ways] == [True, True]


class PlaceShown(Event, frozen=True, tag="place_shown"):
    """There is light at last in a place to which the party came in the dark."""

    pictured = True

    space: str


class PaceSet(Event, frozen=True, tag="pace_set"):
    """How the party walks from now on, wherever nobody says otherwise."""

    pace: str


class PartySplit(Event, frozen=True, tag="party_split"):
    """Some of the party stay in a place while the table follows the others."""

    people = ("who",)

    who: tuple[str, ...]
    space: str
    came: str = ""
    """Where they had come from."""
    fled: bool = False
    """Whether fear has carried them there, away from the others."""

    def variant(self) -> str:
        """Staying behind, or running."""
        return "fled" if self.fled else ""


class PartyJoined(Event, frozen=True, tag="party_joined"):
    """Some who waited are followed again."""

    people = ("who",)

    who: tuple[str, ...]


class SentFar(Event, frozen=True, tag="sent_far"):
    """Some find themselves so many miles from the entrance, and begin to walk back to it."""

    people = ("who",)

    who: tuple[str, ...]
    miles: int
    days: int
    until: int
    """The minute in which they will stand before it."""
    a_day: int = 0
    """Miles that they walk in a day; 0: the table has said how many days it takes."""
    parted: bool = False
    """Whether the table follows the others meanwhile."""

    def variant(self) -> str:
        """At a pace, or by the table's word."""
        return "" if self.a_day else "settled"

    def sums(self) -> tuple[Sum, ...]:
        """The miles by those of a day, the last of which they may not need in whole; none by the table's word."""
        if not self.a_day:
            return ()
        pace = self.rules[-1] if self.rules else ""  # the rule of the game's own pace stands behind the pool's
        whole = (
            Part(self.miles, rule="DA-POOL-11", note="miles_to_entrance"),
            Part(self.a_day, "divide", pace, "miles_a_day"),
        )
        begun = self.days - self.miles // self.a_day
        rest = (Part(begun, rule="DA-POOL-11", note="day_begun"),) if begun else ()
        return (Sum(self.days, (*whole, *rest), of="days_of_walking"),)


class CameFromAfar(Event, frozen=True, tag="came_from_afar"):
    """Those who had the long road before them stand before the entrance."""

    people = ("who",)

    who: tuple[str, ...]
    minute: int


Turning = Literal["", "alarm", "lost"]


class TableTurned(Event, frozen=True, tag="table_turned"):
    """The table follows another group, which has been in a space all the while; empty: under the sky."""

    pictured = True

    space: str
    came: str
    """Where that group had come from."""
    minute: int
    why: Turning = ""
    """By the players' wish, because somebody has come upon them, or because of the others nobody can go on."""

    def variant(self) -> str:
        """By the reason."""
        return self.why


class WatchKept(Event, frozen=True, tag="watch_kept"):
    """The check for wanderers where some wait while the table follows the others."""

    space: str
    check: Check
    came: bool

    def variant(self) -> str:
        """Somebody, or nobody."""
        return "came" if self.came else "nobody"


class AlarmsChanged(Event, frozen=True, tag="alarms_changed"):
    """Where somebody comes upon those who wait, after some have gone or come upon the others instead."""

    spaces: tuple[str, ...]


class GivenUp(Event, frozen=True, tag="given_up"):
    """The others go home without some who wait below: they are counted among the fallen."""

    people = ("who",)

    who: tuple[str, ...]
    fallen: tuple[Fallen, ...]


class WayEnded(Event, frozen=True, tag="way_ended"):
    """A way that the party took leads nowhere: a dead end, or rock behind a false door."""

    kind: str

    def variant(self) -> str:
        """A door, or a passage."""
        return "door" if self.kind.endswith("door") else ""


class GasAhead(Event, frozen=True, tag="gas_ahead"):
    """The party stands before a cloud of gas, in time to turn back."""

    trap: str


class WanderersCame(Event, frozen=True, tag="wanderers_came"):
    """Wandering monsters of a check point come upon the party at once, from where the second roll leads."""

    slot: str
    approach: str

    def variant(self) -> str:
        """Told by the side from which they come."""
        return self.approach


class TasksChanged(Event, frozen=True, tag="tasks_changed"):
    """What the dungeon still has to do to the party; the referee's alone, for it names traps that nobody has met."""

    tasks: tuple[Task, ...]


class LootTaken(Event, frozen=True, tag="loot_taken"):
    """The party took what lay in a slot, or left it for good."""

    slot: str
    items: tuple[tuple[str, int], ...]
    left: bool = False

    def variant(self) -> str:
        """Whether it was left."""
        return "left" if self.left else ""
