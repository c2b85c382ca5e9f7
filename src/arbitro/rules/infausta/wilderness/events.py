"""What happens on a journey."""

from fractions import Fraction
from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Check, Lookup, Lot, Part, Sum
from arbitro.rules.infausta.wilderness.state import Journey, Night
from arbitro.rules.whitebox.reckoning import March
from arbitro.rules.whitebox.roll_tables import Terrain


class JourneyBegan(Event, frozen=True, tag="journey_began"):
    """The party is in the open; the map is the referee's."""

    journey: Journey


class SetOut(Event, frozen=True, tag="set_out"):
    """What everybody knows of a journey that begins."""

    people = ("at",)
    at: str


class DayBegan(Event, frozen=True, tag="day_began"):
    """A new day: first the weather, then a heading."""

    day: int
    spent: int = 0
    """Minutes since the morning that have gone by."""

    def variant(self) -> str:
        """A day, or a march begun by night."""
        return "" if self.day else "night"


class TooLateToday(Event, frozen=True, tag="too_late_today"):
    """A journey that begins too late for a day's march begins with the evening."""

    near: bool = False
    """Whether the morning is too near for a march by night."""

    def variant(self) -> str:
        """In the evening, or towards the morning."""
        return "near" if self.near else ""


class WeatherAnnounced(Event, frozen=True, tag="weather_announced"):
    """What the day is like."""

    weather: str
    lookup: Lookup | None = None


class HeadingChosen(Event, frozen=True, tag="heading_chosen"):
    """Where the party wants to go."""

    people = ("to",)
    to: str
    forced: bool = False

    def variant(self) -> str:
        """Going, hurrying, or staying."""
        return "stay" if not self.to else "forced" if self.forced else "march"


class WayChecked(Event, frozen=True, tag="way_checked"):
    """Whether the party has lost its way; nobody but the referee knows."""

    check: Check | None
    """None where nobody can get lost: no die is thrown."""
    lost: bool

    def variant(self) -> str:
        """Lost or not, or on a way that cannot be lost."""
        if self.check is None:
            return "sure"
        return "lost" if self.lost else "kept"


class WildernessChecked(Event, frozen=True, tag="wilderness_checked"):
    """A check for wandering monsters, by day or by night."""

    check: Check | None
    """None where nobody can come: no die is thrown."""
    when: Literal["day", "night"]
    terrain: Terrain
    met: bool
    number: int = 0
    """Which of the day's checks it is; older logs do not say."""

    def variant(self) -> str:
        """Somebody or nobody."""
        if self.check is None:
            return "never"
        return "met" if self.met else "quiet"


class MarchAsked(Event, frozen=True, tag="march_asked"):
    """The referee is to conduct the day's march."""

    people = ("to",)
    to: str
    proposed: str
    """What hard ground might leave of it; nothing is taken off unless the referee says so."""
    needy: tuple[str, ...] = ()
    """Who can hardly go without rest."""
    worth: str = ""
    """What the table holds the miles of the lost to be worth; empty where the way is kept."""


class MarchConducted(Event, frozen=True, tag="march_conducted"):
    """Where the day really led; the referee's."""

    people = ("toward", "at")
    toward: str
    at: str
    gone: str
    factor: str
    forced: bool
    miles: str
    circling: bool = False
    """Whether the miles led nowhere."""
    wasted: str = "0"
    """Miles of a march out of the way: the half of them, where the table counts the other."""
    back: str = "0"
    """Miles of it that led back to the way, after a flight."""
    meant: bool = False
    """Whether it led where the party wanted to go: then what the party is told is all there is to tell."""
    turned: bool = False
    """Whether it led back along the way that the party was on."""

    def variant(self) -> str:
        """Somewhere, half of it, or round in circles."""
        if self.meant and self.wasted == self.back == "0":
            return TOLD_WITH_ANOTHER
        return "circling" if self.circling else "half" if self.wasted != "0" else ""

    def sums(self) -> tuple[Sum, ...]:
        """Half of the miles."""
        wasted = Fraction(self.wasted)
        if not wasted:
            return ()
        pieces = wasted.denominator
        parts = (
            Part(int(Fraction(self.miles) * pieces), note="miles_today"),
            Part(2, "divide", "IS-WILD-05", "way_lost"),
        )
        return (Sum(int(wasted * pieces), parts, of="miles_for_nothing", per=pieces),)


class LedAstray(Event, frozen=True, tag="led_astray"):
    """Where a flight has led; the referee's."""

    people = ("at",)
    at: str
    """The hex that it led to; empty on a map that has nothing beside its ways."""
    die: Die | None = None
    """The direction, one of six."""
    miles: int = 0
    """On a map without hexes: how far off the way."""

    def variant(self) -> str:
        """To a hex, or miles off the way."""
        return "hex" if self.at else "way"


class BackOnTheWay(Event, frozen=True, tag="back_on_the_way"):
    """The way that was left in flight is found again."""


class GoalChanged(Event, frozen=True, tag="goal_changed"):
    """The party makes for another spot from now on."""

    people = ("goal",)
    goal: str


class Marched(Event, frozen=True, tag="marched"):
    """How far the party went, as it believes."""

    people = ("to",)
    to: str
    miles: str
    forced: bool = False
    march: March | None = None
    """What the miles come from; None where an old log does not say."""
    spared: str = ""
    """Miles that the march would have led farther: the way ended before. Empty: none."""

    def variant(self) -> str:
        """By day, or through the night too."""
        return "forced" if self.forced else ""

    def sums(self) -> tuple[Sum, ...]:
        """The day's miles, which may be a fraction of one."""
        if self.march is None:
            return ()
        spared = Fraction(self.spared or 0)
        pieces = Fraction(self.march.rate).denominator * self.march.pieces() * spared.denominator
        parts = self.march.parts(("IS-OUT-01", "IS-OUT-02", "IS-OUT-04", "IS-WILD-04"), pieces)
        if spared:
            parts = (*parts, Part(-int(spared * pieces), rule="IS-WILD-07", note="goal_nearer"))
        return (Sum(int((self.march.miles() - spared) * pieces), parts, of="miles_of_the_day", per=pieces),)


class Arrived(Event, frozen=True, tag="arrived"):
    """The party has come to a spot that it knows."""

    people = ("at",)
    at: str
    terrain: Terrain


class CameTo(Event, frozen=True, tag="came_to"):
    """The party, which has lost its way, sees what kind of country it is in."""

    terrain: Terrain


class StayedPut(Event, frozen=True, tag="stayed_put"):
    """A day without travel."""


class DoneOnTheSpot(Event, frozen=True, tag="done_on_the_spot"):
    """Something done in passing."""

    people = ("who",)
    who: str
    text: str


class TroubleCame(Event, frozen=True, tag="trouble_came"):
    """An encounter that the checks announced is being played."""

    terrain: Terrain
    awake: tuple[str, ...] = ()
    """By night: who is on watch."""


class CampOffered(Event, frozen=True, tag="camp_offered"):
    """Evening: where to camp is the referee's to say, whether to camp the party's."""

    needy: tuple[str, ...] = ()
    late: bool = False
    """Whether it is night already, where a journey begins in it."""

    def variant(self) -> str:
        """In the evening, or later."""
        return "late" if self.late else ""


class CampMade(Event, frozen=True, tag="camp_made"):
    """The party camps."""

    people = sequences = ("watches",)
    watches: tuple[str, ...]

    def variant(self) -> str:
        """With or without a watch."""
        return "watched" if self.watches else "unwatched"


class NightMarchAsked(Event, frozen=True, tag="night_march_asked"):
    """The referee is to say whether those who need rest may go without."""

    people = ("needy",)
    needy: tuple[str, ...]


class NightMarchJudged(Event, frozen=True, tag="night_march_judged"):
    """The referee's word on it."""

    allowed: bool

    def variant(self) -> str:
        """Yes or no."""
        return "yes" if self.allowed else "no"


class NightMarched(Event, frozen=True, tag="night_marched"):
    """The party goes on through the night."""

    sleepless: tuple[str, ...]
    awake: bool = False
    """Whether nobody goes anywhere: they only do without sleep."""

    def variant(self) -> str:
        """On the march, or only awake."""
        return "awake" if self.awake else ""


class NightPassed(Event, frozen=True, tag="night_passed"):
    """The night is over: nights without rest, by who has any."""

    night: Night
    sleepless: dict[str, int]
    late: bool = False
    """Whether the sleepers lay down so late that they slept into the day."""

    def variant(self) -> str:
        """In camp, perhaps into the day, or on the march."""
        return "camp.late" if self.late else self.night or "camp"


class NightBroken(Event, frozen=True, tag="night_broken"):
    """A night in which somebody fought or fled has given nothing back."""

    people = ("who", "others")
    who: str
    others: tuple[str, ...] = ()
    """Who else, told with the first of them; older logs tell each by themselves."""
    told: bool = True
    """Whether this one is told, or was with another."""

    def variant(self) -> str:
        """Alone, among several, or told already."""
        return TOLD_WITH_ANOTHER if not self.told else "several" if self.others else ""


class Weary(Event, frozen=True, tag="weary"):
    """Somebody feels the lack of sleep."""

    people = ("who",)
    who: str
    nights: int
    modifier: int
    percent: int


class SpellSlipped(Event, frozen=True, tag="spell_slipped"):
    """A tired caster forgets a spell."""

    thrown_by = "who"
    people = ("who",)
    who: str
    spell: str
    die: Die
    among: tuple[str, ...] = ()
    """The spells among which it was drawn, in the order of the die's faces; older logs do not say."""

    def lots(self) -> tuple[Lot, ...]:
        """Which might have slipped."""
        return (Lot(self.die, faces=self.among),)


class SleepThreatens(Event, frozen=True, tag="sleep_threatens"):
    """Sleep may overtake somebody; the referee says whether."""

    people = ("who",)
    who: str


class DozedOff(Event, frozen=True, tag="dozed_off"):
    """Somebody fell asleep against their will, or did not."""

    people = ("who",)
    who: str
    asleep: bool

    def variant(self) -> str:
        """Asleep or awake."""
        return "asleep" if self.asleep else "awake"


class FrailtyMarked(Event, frozen=True, tag="frailty_marked"):
    """The referee has marked who needs rest."""

    people = ("who",)
    who: str
    frail: bool

    def variant(self) -> str:
        """Marked or not."""
        return "marked" if self.frail else "unmarked"


class JourneyEnded(Event, frozen=True, tag="journey_ended"):
    """The journey is over."""

    people = ("at",)
    day: int
    at: str
    arrived: bool

    def variant(self) -> str:
        """At the goal or elsewhere; on a day, or before the first."""
        where = "arrived" if self.arrived else "ended"
        return where if self.day else f"{where}.first"


EVENTS: tuple[type[Event], ...] = (
    JourneyBegan,
    SetOut,
    DayBegan,
    TooLateToday,
    WeatherAnnounced,
    HeadingChosen,
    WayChecked,
    WildernessChecked,
    MarchAsked,
    MarchConducted,
    LedAstray,
    BackOnTheWay,
    GoalChanged,
    Marched,
    Arrived,
    CameTo,
    StayedPut,
    DoneOnTheSpot,
    TroubleCame,
    CampOffered,
    CampMade,
    NightMarchAsked,
    NightMarchJudged,
    NightMarched,
    NightPassed,
    NightBroken,
    Weary,
    SpellSlipped,
    SleepThreatens,
    DozedOff,
    FrailtyMarked,
    JourneyEnded,
)
