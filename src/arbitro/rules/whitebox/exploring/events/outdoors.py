"""What can happen: travel by the day."""

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lookup, Part, Sum
from arbitro.rules.whitebox.reckoning import March


class Travelled(Event, frozen=True, tag="travelled"):
    """A day's march."""

    kept_last = "walk"

    miles: int
    terrain: str
    forced: bool
    factor: str
    total: int
    march: March | None = None
    """What the miles come from; None where an old log does not say."""
    spared: int = 0
    """Miles that the day would have led farther: the goal was nearer."""

    def variant(self) -> str:
        """At which pace."""
        return "forced" if self.forced else ""

    def sums(self) -> tuple[Sum, ...]:
        """The miles of the days before, and this day's."""
        before = Part(self.total - self.miles, note="miles_before")
        together = Sum(self.total, (before, Part(self.miles, note="miles_today")), of="miles_in_all")
        if self.march is None:
            return (together,)
        rules = ("WB-OUTDOOR-01", "WB-OUTDOOR-02", "WB-OUTDOOR-04", "WB-OUTDOOR-01")
        spared = (Part(-self.spared, rule="WB-OUTDOOR-01", note="goal_nearer"),) if self.spared else ()
        return (Sum(self.miles, (*self.march.parts(rules), *spared), of="miles_of_the_day"), together)


class WeatherTurned(Event, frozen=True, tag="weather_turned"):
    """What the day is like."""

    weather: str
    lookup: Lookup


class WayRolled(Event, frozen=True, tag="way_rolled"):
    """Whether the party keeps its way: for the referee."""

    check: Check
    lost: bool

    def variant(self) -> str:
        """Lost or not."""
        return "lost" if self.lost else "kept"


class WayRegained(Event, frozen=True, tag="way_regained"):
    """Miles of the day bring those who fled back towards the way that they fled from."""

    miles: int
    found: bool
    """Whether they are on it again; how far it still is they do not know."""
    total: int
    """Miles of the expedition that count."""

    def variant(self) -> str:
        """On it again, or not yet."""
        return "found" if self.found else "not_yet"

    def sums(self) -> tuple[Sum, ...]:
        """The miles as they were counted, without the way back."""
        counted = Part(self.total + self.miles, note="miles_counted"), Part(-self.miles, note="way_back")
        return (Sum(self.total, counted, of="miles_in_all"),)


class MilesWasted(Event, frozen=True, tag="miles_wasted"):
    """Whoever has lost the way finds out in the evening: so many miles of the day led nowhere."""

    miles: int
    total: int
    """Miles of the expedition that count."""

    def sums(self) -> tuple[Sum, ...]:
        """The miles as they were counted, without those that led nowhere."""
        before = Part(self.total + self.miles, note="miles_counted")
        return (Sum(self.total, (before, Part(-self.miles, note="miles_wasted")), of="miles_in_all"),)
