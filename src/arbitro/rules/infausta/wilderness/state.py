"""A land to travel through, and a party on its way. Where the party really is belongs to the referee."""

from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from arbitro.rules.whitebox.roll_tables import Terrain
from arbitro.rules.whitebox.terms import Named

MapKind = Literal["hex", "points"]
Step = Literal["weather", "heading", "march", "encounter", "camp", "leave", "night", "over"]
"""Where the day stands: which of its steps waits for somebody (IS-WILD-03)."""
Night = Literal["", "camp", "march"]
Worth = Literal["all", "half"]
"""How many of the day's miles lead on; where none do, the march leads nowhere."""
DAY_MINUTES: Final = 24 * 60
MARCH_MINUTES: Final = 12 * 60
"""From the morning to dusk; the night is as long."""
HALF: Final = 6 * 60
"""Of a day's march or of a night: whoever has as much before them has it whole (IS-WILD-01)."""
MILES_A_DAY: Final = 12
"""What a day on a way of a point map stands for: a normal march of the unladen (IS-WILD-02)."""


def told_step(day: int, step: Step) -> str:
    """How a step is called: a journey that begins too late for its first day begins by night."""
    return "night" if not day and step in ("camp", "leave") else step


class Spot(Struct, frozen=True, omit_defaults=True):
    """A hex, or a place of a point map."""

    id: str
    terrain: Terrain
    name: Named | None = None
    encounter: int = -1
    """In six; -1: by the terrain (IS-WILD-06)."""
    lost: int = -1
    """In six; -1: by the terrain (IS-WILD-05)."""


class Way(Struct, frozen=True, omit_defaults=True):
    """From one spot to another, and how long it is."""

    ends: tuple[str, str]
    miles: int

    def beyond(self, spot: str) -> str:
        """The other end."""
        return self.ends[1] if spot == self.ends[0] else self.ends[0]


class Land(Struct, frozen=True, omit_defaults=True):
    """A map: spots and the ways between them. On a hex map every hex has a way to each neighbour (IS-WILD-02)."""

    kind: MapKind
    spots: dict[str, Spot]
    ways: tuple[Way, ...]

    def around(self, spot: str) -> dict[str, int]:
        """The spots to be reached from one, with the miles to each."""
        return {way.beyond(spot): way.miles for way in self.ways if spot in way.ends}


class Trouble(Struct, frozen=True, omit_defaults=True):
    """A check for wandering monsters that came up and waits to be played (IS-WILD-07)."""

    terrain: Terrain


class Journey(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A party in the wilderness."""

    land: Land
    at: str
    goal: str = ""
    """Where the journey ends; empty: when the referee or the days end it."""
    days: int = 0
    """How many days at most; 0: without a limit."""
    day: int = 1
    """0: the night before the first, where the journey begins too late for a day's march."""
    spent: int = 0
    """Minutes since the morning that had gone by when this day or night of the journey began."""
    step: Step = "weather"
    weather: str = ""
    heading: str = ""
    """Where the party wants to go; empty: it stays where it is."""
    toward: str = ""
    """Where it really goes."""
    gone: str = "0"
    """Miles on the way there, as a fraction."""
    lost: bool = False
    circling: bool = False
    """Whether the day's march led nowhere, which nobody but the referee knows."""
    worth: Worth = "all"
    """How many of the day's miles led on, which nobody but the referee knows."""
    turned: bool = False
    """Whether the day's march led back along the way that the party is on."""
    astray: str = "0"
    """Miles to walk before the party is back on its way, after a flight on a map that has nothing beside its ways."""
    forced: bool = False
    due: tuple[Trouble, ...] = ()
    """Encounters of the day still to come."""
    watches: tuple[str, ...] = ()
    """Who is awake in the night, in order."""
    frail: tuple[str, ...] = ()
    """Whom the referee marked as not up to a night without rest (IS-WILD-10)."""
    last_night: Night = ""
    marched: str = "0"
    """Miles of this day."""
    factor: str = ""
    """What ground, weather and the referee's word left of the day's march; the night's is no longer than that."""
    toiled: tuple[str, ...] = ()
    """Who studied, fought or fled on this day, and so has not rested completely (IS-HEAL-03)."""
    roused: tuple[str, ...] = ()
    """Who fought or fled in this night, which is no night of rest for them (IS-HEAL-01)."""
    over: bool = False

    @property
    def told_step(self) -> str:
        """The step in words: before the first day there is no evening any more."""
        return told_step(self.day, self.step)

    @property
    def night_left(self) -> int:
        """Minutes until the morning, at dusk or later."""
        return DAY_MINUTES - max(self.spent, MARCH_MINUTES) if not self.day else MARCH_MINUTES

    @property
    def on_the_way(self) -> Fraction:
        """Miles covered towards the next spot."""
        return Fraction(self.gone)

    def miles_from_here(self, spot: str) -> Fraction:
        """Miles to the other end of a way from here, or along the way that the party is on to one of its ends."""
        if not self.on_the_way:
            return Fraction(self.land.around(self.at)[spot])
        return self.on_the_way if spot == self.at else self.land.around(self.at)[spot] - self.on_the_way

    @property
    def point(self) -> str:
        """Where the party really is, the same from whichever end it came."""
        gone = self.on_the_way
        if self.off_the_way:  # nowhere that anybody could come to again
            return f"{self.at} – {gone}: {self.day}"
        if not gone:
            return self.at
        here, there = (self.at, gone), (self.toward, self.land.around(self.at).get(self.toward, 0) - gone)
        (start, miles), (end, _) = sorted((here, there))
        return f"{start} – {end}: {miles}"

    @property
    def off_the_way(self) -> Fraction:
        """Miles back to where the party fled from."""
        return Fraction(self.astray)

    @property
    def at_goal(self) -> bool:
        """Whether the party stands where it wanted to go."""
        return bool(self.goal) and self.at == self.goal and not self.on_the_way and not self.off_the_way

    @property
    def known_place(self) -> bool:
        """Whether the party stands on a spot and knows which."""
        return not self.lost and not self.on_the_way and not self.off_the_way
