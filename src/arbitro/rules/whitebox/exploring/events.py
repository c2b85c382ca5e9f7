"""What can happen out of the fight. Events state what is so afterwards, so that folding needs no rule."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lookup, Modifier
from arbitro.rules.whitebox.exploring.state import (
    Attitude,
    Door,
    Expedition,
    Lances,
    Light,
    Meeting,
    Outcome,
    Pending,
    Place,
    Rider,
    Seat,
    Stakes,
    Trap,
    Troop,
)
from arbitro.rules.whitebox.people.state import Coins, Health, Loyalty
from arbitro.rules.whitebox.terms import Named

# -------------------------------------------------------------------- the expedition


class ExpeditionBegan(Event, frozen=True):
    """The facts of an expedition, the hidden ones too: for the referee."""

    expedition: Expedition


class FactsStated(Event, frozen=True):
    """The referee has stated facts, or changed them."""

    places: tuple[Place, ...] = ()
    doors: tuple[Door, ...] = ()
    traps: tuple[Trap, ...] = ()
    troops: tuple[Troop, ...] = ()


class PlaceEntered(Event, frozen=True):
    """The party is in a place now; what everybody sees of it."""

    people = ("exits",)
    place: str
    name: Named
    exits: tuple[str, ...]
    text: Named | None = None

    def variant(self) -> str:
        """With or without something to be told."""
        return "" if self.text is None else "told"


class Walked(Event, frozen=True):
    """The party covered a distance."""

    feet: int
    pace: str
    minutes: int

    def variant(self) -> str:
        """The pace."""
        return self.pace


class TurnsBooked(Event, frozen=True):
    """So many turns are full."""

    turns: int
    """All since the party set out."""
    added: int = 1
    quiet: bool = False
    """Where nobody wanders by: such turns do not count towards the next check."""


class Busy(Event, frozen=True):
    """Somebody has something in hand up to a minute of the clock."""

    people = ("who",)
    who: str
    until: int
    turns: int
    """0: held fast, for rounds."""
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """At work, or held fast."""
        return "" if self.turns else "held"


class RulingAsked(Event, frozen=True):
    """The referee is to say what comes of something."""

    people = ("who", "about")
    kind: Literal["locked_door", "wedge_door", "examine", "terrain", "meeting", "parley"]
    who: str = ""
    about: str = ""
    text: str = ""
    """What a player said, in their own words."""
    proposed: str = ""
    pending: Pending = Pending()

    def variant(self) -> str:
        """What it is about."""
        return self.kind


class RulingGiven(Event, frozen=True):
    """The referee has spoken on what was asked."""

    kind: str
    word: str

    def variant(self) -> str:
        """What it was about."""
        return self.kind


class Reminder(Event, frozen=True):
    """Something that the book leaves to the referee matters now. It changes nothing."""

    people = ("about",)
    about: str
    what: Literal["forced_march", "dark", "monsters_see", "parley", "no_rule"]

    def variant(self) -> str:
        """What the referee may think of."""
        return self.what


class ExpeditionEnded(Event, frozen=True):
    """The party is home, or nobody is left."""

    turns: int
    home: bool

    def variant(self) -> str:
        """Home, or not."""
        return "home" if self.home else "lost"


# -------------------------------------------------------------------- light


class LightKindled(Event, frozen=True):
    """A light burns."""

    people = ("who",)
    who: str
    light: Light
    turns: int
    """For which it will burn."""

    def variant(self) -> str:
        """What it is."""
        return "lantern" if self.light.of == "lantern" else "torch"


class LightDoused(Event, frozen=True):
    """A light was put out; so many minutes are left in it."""

    people = ("who",)
    who: str
    light: str
    left: int


class LightWentOut(Event, frozen=True):
    """A light has burned down."""

    people = ("who",)
    who: str
    light: str


# -------------------------------------------------------------------- doors


class DoorTried(Event, frozen=True):
    """Somebody pushed at a door."""

    people = ("who", "door")
    who: str
    door: str
    check: Check
    opened: bool

    def variant(self) -> str:
        """Whether it gave way."""
        return "opened" if self.opened else "stuck"


class LockTried(Event, frozen=True):
    """Somebody worked at a lock."""

    people = ("who", "door")
    who: str
    door: str
    check: Check
    opened: bool

    def variant(self) -> str:
        """Whether it gave way."""
        return "opened" if self.opened else "failed"


class DoorLocked(Event, frozen=True):
    """A door turned out to be locked."""

    people = ("who", "door")
    who: str
    door: str


class DoorOpened(Event, frozen=True):
    """A door stands open."""

    people = ("door", "by")
    door: str
    by: str = ""

    def variant(self) -> str:
        """By whom."""
        return "by" if self.by else ""


class DoorStopped(Event, frozen=True):
    """A door stops monsters who cannot open one."""

    people = ("door", "by")
    door: str
    by: str


class DoorWedged(Event, frozen=True):
    """A door is held or wedged open."""

    people = ("door",)
    door: str


class DoorsShut(Event, frozen=True):
    """Doors that nobody holds have fallen shut."""

    people = ("doors",)
    doors: tuple[str, ...]


class DoorShut(Event, frozen=True):
    """Somebody shut a door."""

    people = ("who", "door")
    who: str
    door: str


# -------------------------------------------------------------------- senses


class Listened(Event, frozen=True):
    """What a listener hears: a sound, or nothing. Silence and a failure are told alike."""

    people = ("who", "door")
    who: str
    door: str
    heard: bool

    def variant(self) -> str:
        """Something or nothing."""
        return "heard" if self.heard else "nothing"


class ListenRolled(Event, frozen=True):
    """The listener's die and what there was to hear: for the referee."""

    people = ("who",)
    who: str
    check: Check | None
    place: str
    noise: Named | None

    def variant(self) -> str:
        """Whether there was anything."""
        return "noise" if self.noise is not None else "silence"


class NoiseTold(Event, frozen=True):
    """The referee says what makes the noise."""

    place: str
    noise: Named


class SearchRolled(Event, frozen=True):
    """The die of a searcher, or of somebody who merely passes: for the referee."""

    people = ("who", "what")
    who: str
    what: str
    check: Check
    passing: bool = False

    def variant(self) -> str:
        """Searching or passing."""
        return "passing" if self.passing else ""


class Searched(Event, frozen=True):
    """A search is done; a failure looks like an empty wall."""

    people = ("who", "found")
    who: str
    place: str
    turns: int
    found: tuple[str, ...] = ()
    spot: str = ""

    def variant(self) -> str:
        """Something or nothing."""
        return "found" if self.found else "nothing"


class FeatureFound(Event, frozen=True):
    """A secret door or a trap is known now."""

    people = ("who", "what")
    who: str
    what: str
    kind: Literal["door", "trap"]

    def variant(self) -> str:
        """Which of the two."""
        return self.kind


class FeltAmiss(Event, frozen=True):
    """An elf feels that something is not as it should be here."""

    people = ("who",)
    who: str
    place: str


class Examined(Event, frozen=True):
    """Somebody examined something, in their own words."""

    people = ("who",)
    who: str
    text: str


# -------------------------------------------------------------------- traps


class TrapTrodden(Event, frozen=True):
    """Somebody trod on a trap: for the referee."""

    people = ("who", "trap")
    who: str
    trap: str
    check: Check

    def variant(self) -> str:
        """Whether it sprang."""
        return "sprung" if self.check.success else "idle"


class TrapSprung(Event, frozen=True):
    """A trap goes off."""

    people = ("who", "trap")
    who: str
    trap: str
    pit: int = 0

    def variant(self) -> str:
        """A pit, or something else."""
        return "pit" if self.pit else ""


class HadAFall(Event, frozen=True):
    """Somebody fell, and how far."""

    people = ("who",)
    who: str
    feet: int


class Stopped(Event, frozen=True):
    """The party stops before something it noticed in time."""

    people = ("what",)
    what: str


class TrapSaved(Event, frozen=True):
    """Somebody got away from a trap's danger, or not, by a saving throw."""

    people = ("who",)
    who: str
    saved: bool

    def variant(self) -> str:
        """Saved, or caught."""
        return "saved" if self.saved else "caught"


class Perished(Event, frozen=True):
    """Somebody died of something other than wounds."""

    people = ("who",)
    who: str
    dice: tuple[Die, ...] = ()


# -------------------------------------------------------------------- outdoors


class Travelled(Event, frozen=True):
    """A day's march."""

    miles: int
    terrain: str
    forced: bool
    factor: str
    total: int

    def variant(self) -> str:
        """At which pace."""
        return "forced" if self.forced else ""


class WayRolled(Event, frozen=True):
    """Whether the party keeps its way: for the referee."""

    check: Check
    lost: bool

    def variant(self) -> str:
        """Lost or not."""
        return "lost" if self.lost else "kept"


# -------------------------------------------------------------------- encounters


class WanderingRolled(Event, frozen=True):
    """A check for wandering monsters: for the referee."""

    check: Check
    turn: int

    def variant(self) -> str:
        """Somebody or nobody."""
        return "somebody" if self.check.success else "nobody"


class EncounterRolled(Event, frozen=True):
    """A roll on the encounter tables: for the referee."""

    lookup: Lookup
    level: int = 0


class EncounterOpen(Event, frozen=True):
    """The tables name somebody whom the bestiary does not hold: the referee is to supply them."""

    it: str
    en: str


class TroopStated(Event, frozen=True):
    """Somebody is about: for the referee."""

    people = ("troop_id",)
    troop_id: str
    troop: Troop
    count: int
    dice: tuple[Die, ...] = ()


class MeetingSurprise(Event, frozen=True):
    """A side looked out, or failed to, when the two came upon each other."""

    people = ("side",)
    side: str
    check: Check
    surprised: bool

    def variant(self) -> str:
        """Caught or not."""
        return "caught" if self.surprised else "aware"


class MetSomebody(Event, frozen=True):
    """The party comes upon somebody."""

    people = ("troop", "surprised")
    troop: str
    count: int
    meeting: Meeting
    feet: int
    dice: tuple[Die, ...] = ()
    surprised: tuple[str, ...] = ()

    def variant(self) -> str:
        """Whether anybody is caught unawares."""
        return "surprised" if self.surprised else ""


class ReactionRolled(Event, frozen=True):
    """How those who were met take it: for the referee."""

    lookup: Lookup
    attitude: Attitude

    def variant(self) -> str:
        """The row of the table."""
        return self.attitude


class ParleyEnded(Event, frozen=True):
    """What talking led to."""

    outcome: Literal["avoided", "delayed", "failed"]

    def variant(self) -> str:
        """What."""
        return self.outcome


class PursuitRolled(Event, frozen=True):
    """Whether those who were met give chase, or go on with it: for the referee."""

    check: Check
    again: bool = False


class Fled(Event, frozen=True):
    """The party runs."""

    pursued: bool

    def variant(self) -> str:
        """With somebody behind it or not."""
        return "pursued" if self.pursued else "alone"


class EvasionRolled(Event, frozen=True):
    """Whether the party shakes its pursuers off."""

    check: Check | None
    """None where the feet alone decide it."""
    away: bool

    def variant(self) -> str:
        """Away or caught."""
        return "away" if self.away else "caught"


class Astray(Event, frozen=True):
    """The flight has led the party off its way: so many hexes, for the referee."""

    dice: tuple[Die, ...]
    hexes: int


class MeetingFights(Event, frozen=True):
    """The encounter becomes a fight."""

    distance: int
    """Feet between the sides."""
    settled: bool
    """Whether the surprise of the meeting holds for it."""


class MeetingEnded(Event, frozen=True):
    """The encounter is over."""

    people = ("troop",)
    troop: str
    outcome: Outcome
    gone: bool

    def variant(self) -> str:
        """How it ended."""
        return self.outcome


# -------------------------------------------------------------------- loyalty


class LoyaltyDue(Event, frozen=True):
    """A reminder for the referee: a loyalty check may be made now. Nothing is rolled unasked."""

    people = ("who",)
    who: str
    occasion: Literal["danger", "bribe"]
    treatment: int
    """What is entered for the treatment so far."""

    def variant(self) -> str:
        """The occasion."""
        return self.occasion


class LoyaltyRolled(Event, frozen=True):
    """A loyalty check: for the referee."""

    people = ("who",)
    who: str
    lookup: Lookup
    next_check: int
    status: Loyalty

    def variant(self) -> str:
        """What it left."""
        return self.status or ("changed" if self.next_check else "average")


class TreatmentSet(Event, frozen=True):
    """What a follower's treatment is worth in loyalty checks from now on."""

    people = ("who",)
    who: str
    modifier: int


class LoyaltySet(Event, frozen=True):
    """What a follower is from now on, by the referee's word."""

    people = ("who",)
    who: str
    status: Loyalty

    def variant(self) -> str:
        """What."""
        return self.status or "neither"


# -------------------------------------------------------------------- the joust


class Entrant(Struct, frozen=True):
    """What everybody sees of a rider."""

    id: str
    name: Named
    mount: str


class JoustBegan(Event, frozen=True):
    """Two riders face each other."""

    entrants: tuple[Entrant, ...]
    lances: Lances
    stakes: Stakes

    def variant(self) -> str:
        """With which lances."""
        return self.lances


class RiderArmed(Event, frozen=True):
    """The numbers of a rider: for whoever plays it and the referee."""

    rider: Rider


class RiderReady(Event, frozen=True):
    """A rider waits for the other."""

    people = ("who",)
    who: str


class PassBegan(Event, frozen=True):
    """Both ride."""

    number: int


class LanceCouched(Event, frozen=True):
    """One attack of a pass. `attack` is what the points go by, without the base bonus of the ascending method."""

    secrets = {"check": "rider", "check.needed": "target"}  # noqa: RUF012 - a constant of the class
    people = ("rider", "target")
    rider: str
    target: str
    check: Check
    hit: bool
    attack: int

    def variant(self) -> str:
        """Hit or miss."""
        return "hit" if self.hit else "miss"


class LanceHurt(Event, frozen=True):
    """What the lance did; the riders' hit points are their own affair."""

    secrets = {"left": "target"}  # noqa: RUF012 - a constant of the class
    people = ("target",)
    target: str
    amount: int
    left: int | None
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """Whether it hurt."""
        return "hurt" if self.amount else "nothing"


class SeatLost(Event, frozen=True):
    """A rider is on the ground: thrown, stunned, out or dead."""

    secrets = {"left": "who"}  # noqa: RUF012 - a constant of the class
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


class PointsScored(Event, frozen=True):
    """What a pass was worth to a rider (Table 21)."""

    people = ("who",)
    who: str
    attack: int
    damage: int
    defeat: int
    total: int
    """Of the whole joust."""


class DrawAsked(Event, frozen=True):
    """Equal points: the referee is to say whether it is a draw or goes on."""

    points: int


class DrawJudged(Event, frozen=True):
    """The referee has spoken on equal points."""

    word: Literal["draw", "pass"]

    def variant(self) -> str:
        """A draw, or another pass."""
        return self.word


class JoustEnded(Event, frozen=True):
    """The joust is over."""

    people = ("winner", "loser")
    winner: str
    loser: str
    why: Literal["points", "knocked_out", "killed", "withdrew", "draw"]
    passes: int

    def variant(self) -> str:
        """Why."""
        return self.why


class RiderHome(Event, frozen=True):
    """What a joust leaves of a character: for whoever plays them and the referee."""

    people = ("who",)
    who: str
    hp: int
    health: Health


class Forfeited(Event, frozen=True):
    """The loser of a duel gives up mount and armour."""

    people = ("loser", "winner")
    loser: str
    winner: str
    mount: str
    armour: str


class RansomAsked(Event, frozen=True):
    """The referee is to name the ransom."""

    people = ("loser", "winner")
    loser: str
    winner: str


class RansomNamed(Event, frozen=True):
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


EVENTS: tuple[type[Event], ...] = (
    ExpeditionBegan,
    FactsStated,
    PlaceEntered,
    Walked,
    TurnsBooked,
    Busy,
    RulingAsked,
    RulingGiven,
    Reminder,
    ExpeditionEnded,
    LightKindled,
    LightDoused,
    LightWentOut,
    DoorTried,
    LockTried,
    DoorLocked,
    DoorOpened,
    DoorStopped,
    DoorWedged,
    DoorsShut,
    DoorShut,
    Listened,
    ListenRolled,
    NoiseTold,
    SearchRolled,
    Searched,
    FeatureFound,
    FeltAmiss,
    Examined,
    TrapTrodden,
    TrapSprung,
    HadAFall,
    Stopped,
    TrapSaved,
    Perished,
    Travelled,
    WayRolled,
    WanderingRolled,
    EncounterRolled,
    EncounterOpen,
    TroopStated,
    MeetingSurprise,
    MetSomebody,
    ReactionRolled,
    ParleyEnded,
    PursuitRolled,
    Fled,
    EvasionRolled,
    Astray,
    MeetingFights,
    MeetingEnded,
    LoyaltyDue,
    LoyaltyRolled,
    TreatmentSet,
    LoyaltySet,
    JoustBegan,
    RiderArmed,
    RiderReady,
    PassBegan,
    LanceCouched,
    LanceHurt,
    SeatLost,
    PointsScored,
    DrawAsked,
    DrawJudged,
    JoustEnded,
    RiderHome,
    Forfeited,
    RansomAsked,
    RansomNamed,
)
