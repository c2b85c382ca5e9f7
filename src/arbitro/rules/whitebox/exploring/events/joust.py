"""What can happen: the joust."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.event import ATTACK, Event
from arbitro.kernel.ruling import Check, Modifier, Part, Sum
from arbitro.rules.whitebox.exploring.state import (
    Lances,
    Rider,
    Seat,
    Stakes,
)
from arbitro.rules.whitebox.people.state import Coins, Health
from arbitro.rules.whitebox.reckoning import ransom_of, sum_of
from arbitro.rules.whitebox.terms import Named

Conclusion = Literal["points", "knocked_out", "killed", "withdrew", "draw"]
"""How a joust may end."""


class Entrant(Struct, frozen=True):
    """What everybody sees of a rider."""

    id: str
    name: Named
    mount: str


class JoustBegan(Event, frozen=True, tag="joust_began"):
    """Two riders face each other."""

    entrants: tuple[Entrant, ...]
    lances: Lances
    stakes: Stakes

    def variant(self) -> str:
        """With which lances."""
        return self.lances


class RiderArmed(Event, frozen=True, tag="rider_armed"):
    """The numbers of a rider: for whoever plays it and the referee."""

    rider: Rider


class RiderReady(Event, frozen=True, tag="rider_ready"):
    """A rider waits for the other."""

    people = ("who",)
    who: str


class PassBegan(Event, frozen=True, tag="pass_began"):
    """Both ride."""

    number: int


class LanceCouched(Event, frozen=True, tag="lance_couched"):
    """One attack of a pass. `attack` is what the points go by, without the base bonus of the ascending method."""

    thrown_by = "rider"
    secrets = {"check": "rider", "check.needed": "target", "row": "rider", "armour": "target"}
    people = ("rider", "target")
    rider: str
    target: str
    check: Check
    hit: bool
    attack: int
    row: int | None = 0
    """The level whose row of the class's table was read; 0 where there is none."""
    armour: int | None = 0
    """The ascending armour class that it was held against; 0 where an old log does not say."""

    def variant(self) -> str:
        """Hit or miss."""
        return "hit" if self.hit else "miss"


class LanceHurt(Event, frozen=True, tag="lance_hurt"):
    """What the lance did; the riders' hit points are their own affair."""

    thrown_by = ATTACK
    secrets = {"left": "target"}
    people = ("target",)
    target: str
    amount: int
    left: int | None
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """Whether it hurt."""
        return "hurt" if self.amount else "nothing"

    def sums(self) -> tuple[Sum, ...]:
        """The damage."""
        return sum_of(self.amount, self.dice, self.modifiers)


class SeatLost(Event, frozen=True, tag="seat_lost"):
    """A rider is on the ground: thrown, stunned, out or dead."""

    thrown_by = "who"
    secrets = {"left": "who"}
    people = ("who",)
    who: str
    seat: Seat
    left: int | None
    damage: int = 0
    """Of the fall."""
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """How."""
        return self.seat

    def sums(self) -> tuple[Sum, ...]:
        """The damage of the fall."""
        return sum_of(self.damage, self.dice, ())


class PointsScored(Event, frozen=True, tag="points_scored"):
    """What a pass was worth to a rider (Table 21)."""

    people = ("who",)
    who: str
    attack: int
    damage: int
    defeat: int
    total: int
    """Of the whole joust."""

    def sums(self) -> tuple[Sum, ...]:
        """The points of the passes before, and what this one was worth."""
        before = Part(self.total - self.attack - self.damage - self.defeat, note="points_before")
        pass_now = (("attack", self.attack), ("damage", self.damage), ("defeat", self.defeat))
        scored = (Part(worth, rule="WB-JOUST-07", note=f"points_{what}") for what, worth in pass_now if worth)
        return (Sum(self.total, (before, *scored)),)


class DrawAsked(Event, frozen=True, tag="draw_asked"):
    """Equal points: the referee is to say whether it is a draw or goes on."""

    points: int


class DrawJudged(Event, frozen=True, tag="draw_judged"):
    """The referee has spoken on equal points."""

    word: Literal["draw", "pass"]

    def variant(self) -> str:
        """A draw, or another pass."""
        return self.word


class JoustEnded(Event, frozen=True, tag="joust_ended"):
    """The joust is over."""

    people = ("winner", "loser")
    winner: str
    loser: str
    why: Conclusion
    passes: int

    def variant(self) -> str:
        """Why."""
        return self.why


class RiderHome(Event, frozen=True, tag="rider_home"):
    """What a joust leaves of a character: for whoever plays them and the referee."""

    people = ("who",)
    who: str
    hp: int
    health: Health

    def variant(self) -> str:
        """On horseback, or carried."""
        return self.health


class Forfeited(Event, frozen=True, tag="forfeited"):
    """The loser of a duel gives up mount and armour."""

    people = ("loser", "winner")
    loser: str
    winner: str
    mount: str
    armour: str

    def variant(self) -> str:
        """Whoever rode without armour has none to give up."""
        return "" if self.armour else "mount"


class RansomAsked(Event, frozen=True, tag="ransom_asked"):
    """The referee is to name the ransom."""

    secrets = {"means": "loser"}
    people = ("loser", "winner")
    loser: str
    winner: str
    means: int | None = None
    """What the loser can raise, in gold pieces: the contents of the purse, or so much a level without a sheet."""
    a_level: int = 0
    """Gold pieces for each level, where the loser has no purse to look into."""

    def variant(self) -> str:
        """With what the loser can raise, where the reader may know it."""
        return "open" if self.means is None else "by_means"

    def sums(self) -> tuple[Sum, ...]:
        """Where the means are reckoned from the level."""
        return ransom_of(self.means, self.a_level, "WB-JOUST-11")


class RansomNamed(Event, frozen=True, tag="ransom_named"):
    """What the loser owes, and what changed hands of it at once."""

    people = ("loser", "winner")
    loser: str
    winner: str
    gp: int
    paid: int = 0
    """Gold pieces that changed hands."""
    left: Coins | None = None
    winner_has: Coins | None = None

    def variant(self) -> str:
        """Paid at once or owed."""
        return "paid" if self.paid and self.paid == self.gp else "owed"
