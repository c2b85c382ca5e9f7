"""What can happen: encounters: wandering monsters, surprise, reaction, parley, flight."""

from typing import Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lookup, Modifier, Part, Sum, added_up, parts_of
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.exploring.state import (
    Attitude,
    Bound,
    Meeting,
    Outcome,
    Troop,
)
from arbitro.rules.whitebox.reckoning import sum_of, surprise_needed


class WanderingRolled(Event, frozen=True, tag="wandering_rolled"):
    """A check for wandering monsters: for the referee."""

    check: Check | None
    """None where nobody can come: no die is thrown."""
    turn: int
    under_sky: int = 0
    """Turns from before the party came in here: the telling counts without them."""

    def variant(self) -> str:
        """Somebody or nobody."""
        if self.check is None:
            return "never"
        return "somebody" if self.check.success else "nobody"


class EncounterRolled(Event, frozen=True, tag="encounter_rolled"):
    """A roll on the encounter tables: for the referee."""

    lookup: Lookup
    level: int = 0


class EncounterOpen(Event, frozen=True, tag="encounter_open"):
    """The tables name somebody whom the bestiary does not hold: the referee is to supply them."""

    it: str
    en: str


class TroopStated(Event, frozen=True, tag="troop_stated"):
    """Somebody is about: for the referee."""

    people = ("troop_id",)
    troop_id: str
    troop: Troop
    count: int
    dice: tuple[Die, ...] = ()
    counted: int = 0
    """How many of the dice say how many there are: the last of them."""
    modifiers: tuple[Modifier, ...] = ()
    """What was added to those."""

    def sums(self) -> tuple[Sum, ...]:
        """How many there are, by the dice."""
        return sum_of(self.count, self.dice[-self.counted :], self.modifiers) if self.counted else ()


class MeetingSurprise(Event, frozen=True, tag="meeting_surprise"):
    """A side looked out, or failed to, when the two came upon each other."""

    thrown_by = "side"
    secrets = {"check": "side", "check.needed": "teller"}
    people = ("side",)
    side: str
    check: Check
    surprised: bool
    teller: str = REFEREE_ONLY
    """Whose the number needed is: how hard the others are to see coming."""

    def sums(self) -> tuple[Sum, ...]:
        """The number needed, where the others are harder to see coming than the rule says."""
        return surprise_needed(self.check)

    def variant(self) -> str:
        """Caught or not."""
        return "caught" if self.surprised else "aware"


NEARER: Final[dict[Bound, tuple[str, str]]] = {
    "": ("", "poor_sight"),
    "walls": ("", "walls_there"),
    "light": ("WB-LIGHT-01", "light_ends"),
    "dark": ("WB-LIGHT-05", "nothing_seen"),
}
"""Why people who meet are nearer than the dice say: the rule, if not that of distance, and the note that says so."""


class MetSomebody(Event, frozen=True, tag="met_somebody"):
    """The party comes upon somebody."""

    people = ("troop", "surprised")
    troop: str
    count: int
    meeting: Meeting
    feet: int
    dice: tuple[Die, ...] = ()
    surprised: tuple[str, ...] = ()
    dim: bool = False
    """Whether poor sight has brought them nearer before they were seen."""
    times: int = 0
    """How many feet each point of the dice is; older logs do not say."""
    bound: Bound = ""
    """What has brought them nearer than the dice before they were seen."""

    def sums(self) -> tuple[Sum, ...]:
        """How far off they are: the first rule that is cited is that of the distance."""
        if not self.times:
            return ()
        how_far = next(iter(self.rules), "")
        parts = (*parts_of(self.dice, ()), Part(self.times, "times", how_far, "feet"))
        nearer = self.feet - added_up(parts)
        rule, note = NEARER[self.bound]
        last = (Part(nearer, rule=rule or how_far, note=note),) if nearer else ()
        return (Sum(self.feet, (*parts, *last), self.dice),)

    def variant(self) -> str:
        """Whether anybody is caught unawares, and whether the weather hid them."""
        caught = "surprised" if self.surprised else ""
        return "_".join(filter(None, (caught, "dim" if self.dim else "")))


class ReactionRolled(Event, frozen=True, tag="reaction_rolled"):
    """How those who were met take it: for the referee."""

    lookup: Lookup
    attitude: Attitude
    reason: str = ""
    """Why the referee has added something, in the referee's words."""

    def variant(self) -> str:
        """The row of the table."""
        return self.attitude


class ParleyEnded(Event, frozen=True, tag="parley_ended"):
    """What talking led to."""

    outcome: Literal["avoided", "delayed", "failed"]

    def variant(self) -> str:
        """What."""
        return self.outcome


class PursuitRolled(Event, frozen=True, tag="pursuit_rolled"):
    """Whether those who were met give chase, or go on with it: for the referee."""

    check: Check
    again: bool = False

    def variant(self) -> str:
        """Whether foes come after the party; once they have, whether they go on with it or give it up."""
        if self.again:
            return "goes_on" if self.check.success else "given_up"
        return "chase" if self.check.success else "let_go"


class Fled(Event, frozen=True, tag="fled"):
    """The party runs."""

    pursued: bool

    def variant(self) -> str:
        """With somebody behind it or not."""
        return "pursued" if self.pursued else "alone"


class EvasionRolled(Event, frozen=True, tag="evasion_rolled"):
    """Whether the party shakes its pursuers off."""

    check: Check | None
    """None where the feet alone decide it."""
    away: bool
    attempt: int = 1
    """The how manieth roll of one chase; older logs do not count them."""

    def variant(self) -> str:
        """Away or caught."""
        return "away" if self.away else "caught"


class Astray(Event, frozen=True, tag="astray"):
    """The flight has led the party off its way: so many hexes, for the referee."""

    dice: tuple[Die, ...]
    hexes: int
    miles: int = 0
    """As miles to walk before the way is found again; 0 where a map says it by its hexes, or in an old log."""
    hex_miles: int = 0

    def variant(self) -> str:
        """In hexes alone, or in miles too."""
        return "miles" if self.miles else ""

    def sums(self) -> tuple[Sum, ...]:
        """The hexes that were thrown, and their miles."""
        thrown = sum(die.face for die in self.dice)
        fixed = (Part(self.hexes - thrown, note="hexes"),) if self.hexes != thrown else ()
        hexes = (Part(thrown, note="hexes", dice=len(self.dice)), *fixed) if self.dice else fixed
        if not self.miles:
            return (Sum(self.hexes, hexes, self.dice, of="displaced"),)
        across = Part(self.hex_miles, "times", note="miles_of_a_hex")
        return (Sum(self.miles, (*hexes, across), self.dice, of="miles_astray"),)


class MeetingFights(Event, frozen=True, tag="meeting_fights"):
    """The encounter becomes a fight."""

    distance: int
    """Feet between the sides."""
    settled: bool
    """Whether surprise is settled, so that nobody throws for it again."""
    aware: bool = False
    """Whether the two have spoken or run from each other: then nobody is caught unawares any more."""
    by: Literal["", "party", "foes"] = ""
    """Who opened it; empty: nobody in particular, for words failed or feet were too slow."""

    def variant(self) -> str:
        """Who opened it."""
        return self.by


class MeetingEnded(Event, frozen=True, tag="meeting_ended"):
    """The encounter is over."""

    people = ("troop",)
    troop: str
    outcome: Outcome
    gone: bool
    aware: bool = False
    """Whether both know of each other and where: they have fought, or the one ran from the other."""

    def variant(self) -> str:
        """How it ended."""
        return self.outcome
