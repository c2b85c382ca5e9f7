"""Where a party is and what waits there. A place is stated by the referee as facts; players know those they found."""

from typing import Final, Literal

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.terms import Named, SaveBonus, Threat, Weapon

Lances = Literal["blunted", "sharp"]
Stakes = Literal["sport", "duel"]
Seat = Literal["mounted", "unhorsed", "stunned", "out", "dead", "withdrawn"]
"""How a rider is; the last four are out of the joust."""
Attitude = Literal["", "hostile", "negative", "uncertain", "positive", "enthusiastic"]
Stage = Literal["met", "fight"]
Outcome = Literal["avoided", "delayed", "escaped", "won", "lost", "broken_off"]
"""How an encounter ended: talked away, put off, fled from, fought."""
Bound = Literal["", "walls", "light", "dark"]
"""What keeps those who meet from seeing each other farther off."""
Worth = Literal["nothing", "half", "all"]
"""What a day's march is worth to those who have lost their way."""
Fate = Literal["killed", "held", "ransomed", "robbed", "freed"]
"""What becomes of somebody in the enemy's power."""
PARTY_SIDE: Final = "party"
FOES_SIDE: Final = "foes"
"""The two sides of an encounter, as a fight calls them."""


class Door(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A door or an open passage between two places. What is not found or tried yet is the referee's."""

    id: str
    name: Named
    between: tuple[str, str]
    feet: int = 0
    """How far it is to the place beyond."""
    passage: bool = False
    """No door at all: whoever knows of it walks through."""
    locked: bool = False
    open: bool = False
    wedged: bool = False
    """Held or wedged open: it does not fall shut (WB-DOOR-05)."""
    secret: bool = False
    found: bool = False
    """Whether a secret one has been found."""
    gone: bool = False
    """No way any more: it ended blind, or has fallen in."""
    tried: bool = False
    """Whether it is known to be locked."""
    pushes: int = 0
    """How often it was pushed in vain since it was last open."""
    spot: str = ""
    """The part of a place where it is hidden."""
    always_roll: bool = False
    """Never found by a description alone (WB-SEARCH-03)."""
    modifier: int = 0
    """On the chance in six to find it (WB-SEARCH-03)."""
    works_by: tuple[str, ...] = ()
    """Words for the feature that works it: who examines that one has found it (WB-SEARCH-01)."""

    @property
    def known(self) -> bool:
        """Whether the players know of it."""
        return (self.found or not self.secret) and not self.gone

    def beyond(self, place: str) -> str:
        """The place on the other side."""
        return self.between[1] if place == self.between[0] else self.between[0]


class Trap(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A trap or pit, hidden until it is found or springs."""

    id: str
    name: Named
    place: str
    door: str = ""
    """On the way through this door or passage; empty: where the place is entered."""
    stone: bool = True
    """A trap of stonework, which dwarves have an eye for (WB-TRAP-02)."""
    trigger: int = 2
    """In six: it springs when somebody treads on it (WB-TRAP-01)."""
    pit: int = 0
    """Feet of the drop (WB-TRAP-04)."""
    threat: Threat | None = None
    """What else it does."""
    found: bool = False
    sprung: bool = False
    spot: str = ""
    always_roll: bool = False
    modifier: int = 0
    works_by: tuple[str, ...] = ()


class Troop(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody who may be met: monsters of the bestiary, people of a class, or a whole party."""

    id: str
    monster: str = ""
    class_id: str = ""
    level: int = 1
    """Of people of a class."""
    members: tuple[Character, ...] = ()
    """A party of people with sheets of their own; then neither monster nor class is given."""
    count: Amount = Amount(plus=1)
    place: str = ""
    """Where they are; empty: nowhere yet."""
    point: str = ""
    """Under open sky: at which point of that place; empty: wherever in it the party comes."""
    attitude: Attitude = ""
    """Settled beforehand; empty: a reaction roll may tell."""
    light: bool = False
    unwary: bool = False
    """Asleep or distracted: they may be surprised even by those who carry light (WB-LIGHT-04)."""
    opens_doors: bool = True
    """Doors are no obstacle to most monsters (WB-DOOR-04)."""
    name: Named | None = None
    gone: bool = False
    """Slain, fled or parted from."""
    behind: bool = False
    """Whether they come by the way by which the party came: nobody runs from them that way."""
    spoke: int = -1
    """The minute of the clock in which a parley put the fight off, or a fight or a flight was over; -1: none was."""


class Place(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A place of the expedition: a room, a cave, a stretch of country."""

    id: str
    name: Named
    text: Named | None = None
    """What whoever enters sees."""
    outdoors: bool = False
    terrain: str = ""
    """Outdoors: the row of the terrain table."""
    level: int = 1
    """Of the dungeon: how dangerous wandering monsters are."""
    area: int = 100
    """Square feet, for searching (WB-SECRET-04)."""
    across: int = 0
    """Feet from wall to wall, where that is known: nobody is met farther off. 0: passages, and the open."""
    spots: dict[str, Named] = field(default_factory=dict)
    """Parts of ten by ten feet that can be searched by themselves."""
    noise: Named | None = None
    """What can be heard of it from behind its doors."""
    loud: bool = False
    """The noise is heard without a roll."""
    safe: bool = False
    """No wandering monsters come here, and the expedition may end here."""


class Light(Struct, frozen=True, omit_defaults=True):
    """A torch or lantern that somebody carries."""

    id: str
    bearer: str
    of: str
    """Which piece of gear it is."""
    left: int
    """Minutes that it can burn when it is not burning."""
    out_at: int = -1
    """The minute of the clock in which it goes out; -1: it is not burning."""

    def burning(self, now: int) -> bool:
        """Whether it gives light in a minute of the clock."""
        return self.out_at > now


class Pending(Struct, frozen=True, omit_defaults=True):
    """What the referee was asked about."""

    who: str = ""
    about: str = ""
    """A door, a spot, a terrain, a troop."""
    forced: bool = False
    people: tuple[str, ...] = ()
    """Those whom the answer is about."""
    attitude: Attitude = ""
    """How the troop took the encounter, where somebody knows."""
    stay: bool = False
    """Whether the party stays where it is after the answer."""
    miles: int = 0
    """The day's march, where the way was lost on it; or how far it was to lead, where the ground is asked about."""


class Meeting(Struct, frozen=True, omit_defaults=True):
    """An encounter that goes on: who is met, how many, how far off."""

    troop: str
    count: int
    distance: int
    """In feet."""
    stage: Stage = "met"
    surprised: tuple[str, ...] = ()
    """Sides that were caught unawares (only `PARTY_SIDE` and `FOES_SIDE`)."""
    settled: bool = False
    """Whether surprise is settled, so that a fight takes it over."""
    attitude: Attitude = ""
    talked: bool = False


class Wandering(Struct, frozen=True, omit_defaults=True):
    """How often somebody comes by at a site, where it is not as the book has it."""

    turns: int = 0
    """A check every so many turns; 0: as usual."""
    chance: int = -1
    """In six; -1: as usual, 0: never."""


class Expedition(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A party under way."""

    at: str
    began: int
    """The minute of the clock in which it set out."""
    places: dict[str, Place]
    doors: dict[str, Door] = field(default_factory=dict)
    traps: dict[str, Trap] = field(default_factory=dict)
    troops: dict[str, Troop] = field(default_factory=dict)
    lights: dict[str, Light] = field(default_factory=dict)
    busy: dict[str, int] = field(default_factory=dict)
    """Who has something in hand, and until which minute of the clock."""
    searching: tuple[str, ...] = ()
    """Who of the busy looks through this place: it is given up when the party moves on (WB-SECRET-04)."""
    turns: int = 0
    """Turns booked so far (WB-TIME-03)."""
    under_sky: int = 0
    """Those of them that were gone when the party last came in from the open, where nobody counts by the turn."""
    checked: int = 0
    """The turn of the last check for wandering monsters."""
    came: str = ""
    """The place from which the party came here."""
    visited: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    """Places that were searched once at least."""
    warned: tuple[str, ...] = ()
    """Places where an elf felt that something is amiss."""
    passed: tuple[str, ...] = ()
    """Dice thrown for merely passing since the party came here, as who/what: each passage has one (WB-SECRET-03)."""
    felt: tuple[str, ...] = ()
    """Secret doors that somebody has felt in passing: what else there is to know takes a search."""
    meeting: Meeting | None = None
    pending: Pending | None = None
    met: int = 0
    """How many encounters there were."""
    miles: int = 0
    astray: int = 0
    """Miles to walk before the party is back on its way, after a flight under the open sky."""
    lost: bool = False
    weather: str = ""
    """What today is like under open sky: a row of the weather table; empty where nobody has asked."""
    wandering: Wandering = Wandering()
    over: bool = False

    @property
    def turns_inside(self) -> int:
        """Turns since the party came in from the open."""
        return self.turns - self.under_sky

    def turns_outside(self, place: str) -> int:
        """Turns that are gone when the party comes to a place and nobody counts there any more."""
        comes_in = self.places[self.at].outdoors and not self.places[place].outdoors
        return self.turns if comes_in else self.under_sky

    def being_searched(self, minute: int) -> bool:
        """Whether somebody is looking through the place where the party is."""
        return any(self.busy[who] > minute for who in self.searching)


class Rider(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody in a joust, with the numbers that count there."""

    id: str
    name: Named
    mount: str
    """Which animal of the lists; empty: on foot."""
    lance: Weapon | None
    hp: int
    max_hp: int
    armour: int
    """Ascending armour class."""
    class_id: str = ""
    level: int = 1
    to_hit: int = 0
    strength: int = 0
    damage: int = 0
    save: int = 0
    save_bonuses: tuple[SaveBonus, ...] = ()
    nature: Literal["character", "npc"] = "character"
    merciful: bool = False
    suit: str = ""
    """The armour that is at stake in a duel: a key of the character's things, or a word."""
    points: int = 0
    seat: Seat = "mounted"
    ready: bool = False

    @property
    def riding(self) -> bool:
        """Whether this one can ride the next pass: the unhorsed remount (WB-JOUST-06)."""
        return self.seat in ("mounted", "unhorsed")


class Joust(Struct, frozen=True, omit_defaults=True):
    """A joust."""

    riders: dict[str, Rider]
    lances: Lances
    stakes: Stakes
    passes: int = 0
    """Passes ridden."""
    over: bool = False
    winner: str = ""
    loser: str = ""
    ransom: int = -1
    """In gold pieces, once the referee has named it."""


def place(out: Expedition) -> Place:
    """Where the party is."""
    return out.places[out.at]
