"""Town, road and clock: where a campaign has come to, and what lies in its strongbox."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Part, Sum
from arbitro.play.state import Leg, Stage


class StageReached(Event, frozen=True, tag="stage_reached"):
    """The campaign moved on: to town, onto the road, underground, to its end."""

    stage: Stage
    minute: int

    def variant(self) -> str:
        """By where the party is now."""
        return self.stage


class SceneryDrawn(Event, frozen=True, tag="scenery_drawn"):
    """How the dungeon is decorated, in prose and on the map: dice of a stream of their own, which changes no game."""

    dice: tuple[Die, ...]
    number: int


class RumourHeard(Event, frozen=True, tag="rumour_heard"):
    """The party has heard of another dungeon, and goes there from now on."""

    number: int
    """Which dungeon of the campaign it is, from 1."""
    kept: bool = False
    """Whether the way to the former one stays known, for somebody is in the enemy's power there."""

    def variant(self) -> str:
        """Whether the former one is left for good."""
        return "kept" if self.kept else ""


class OldPlaceSought(Event, frozen=True, tag="old_place_sought"):
    """The party means to go back to a dungeon that it had left; the way to the one of now stays known as well."""

    number: int
    """Which dungeon of the campaign it is, from 1."""


class Banked(Event, frozen=True, tag="banked"):
    """Gold went into the strongbox of the inn or came out of it; `total` is what somebody has there now."""

    people = ("who",)

    who: str
    gold: int
    total: int

    def variant(self) -> str:
        """In or out."""
        return "in" if self.gold > 0 else "out"

    def sums(self) -> tuple[Sum, ...]:
        """What was there before, and what went in or came out."""
        return (Sum(self.total, (Part(self.total - self.gold, note="kept_before"), Part(self.gold, note="banked"))),)


class LegBegan(Event, frozen=True, tag="leg_began"):
    """A leg of the road begins, outward or homeward; `mark` is where its miles or minutes count from."""

    homeward: bool
    mark: int
    route: Leg = "road"
    turned: bool = False
    """Whether the party turned round on the road, instead of beginning at one of its ends."""

    def variant(self) -> str:
        """Which way, and whether the party turned round."""
        way = "home" if self.homeward else "out"
        return f"turned_{way}" if self.turned else way


class ClockMoved(Event, frozen=True, tag="clock_moved"):
    """The clock shows another minute, where the campaign keeps it; in older logs also beside a game's own clock."""

    minute: int
