"""A campaign as data: the game inside it, the dungeon under it, and where between the two the party is."""

from typing import Any, Final, Literal

from msgspec import Struct, field

from arbitro.dungeon.events import Effect
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.state import State
from arbitro.play.solo.room import DeedDone
from arbitro.play.solo.sealed import OpenedRoom
from arbitro.text import Gender, Language, Name

GROUP: Final = "party"
"""The group whose knowledge of the dungeon the players share, and the id of whoever speaks for the party."""
TURN: Final = 10
"""Minutes."""
DAY: Final = 24 * 60
"""Minutes."""
WISH: Final = "wish"
"""The kind of ailment that is none: a wish that somebody keeps."""
Route = Literal["road", "wilds"]
"""How a party may choose to travel."""
Leg = Literal["road", "wilds", "days"]
"""How it does: `days` is the road where the game has days of its own, `road` that of games that have none."""
Lock = Literal["none", "locked", "found"]
"""Whether a door is locked, and whether the party has found out."""
Stage = Literal["gathering", "town", "road", "dungeon", "over"]
"""`gathering`: nobody has been called yet. `over`: nobody is left to go on."""


class Called(Struct, frozen=True, omit_defaults=True):
    """What something is called in both languages."""

    it: str
    en: str
    gender: Gender = "m"

    def in_(self, language: Language) -> Name:
        """The name in one language."""
        return Name(self.it if language == "it" else self.en, self.gender)


class Fallen(Struct, frozen=True):
    """Somebody of the party who did not come home."""

    who: str
    name: Called
    minute: int
    """Of the campaign's clock."""
    place: str
    """The space of the dungeon; empty: elsewhere."""
    level: int
    """Of the dungeon; 0: on the surface."""
    sky: Literal["", "road", "town"] = ""
    """Where on the surface; empty: before the entrance."""


NOTHING_NEW: Final = "nothing"
"""What is told at the inn where there is nothing more to tell."""


class Town(Struct, frozen=True):
    """The town of a campaign: which reason the party has to be there, which inn, and two who are always at it."""

    hook: int
    """0: an adventure says so itself."""
    inn: int
    keeper: Called
    regular: Called


class Task(Struct, frozen=True, omit_defaults=True):
    """Something that the dungeon does next, as soon as nothing else is going on."""

    kind: Literal["effect", "trap", "trapdoor", "room", "meet"]
    source: str
    """The trap, pool or link that does it; of a special room and of whoever comes, the slot."""
    effect: Effect | None = None
    rules: tuple[str, ...] = ()


class Chair(Struct, frozen=True):
    """A player who is the referee of one room."""

    seat: str
    space: str


class SpecialRoom(Struct, frozen=True):
    """A special room that the party has come upon, and what it has done there."""

    opened: OpenedRoom
    done: tuple[DeedDone, ...] = ()


class Draft(Struct, frozen=True, omit_defaults=True):
    """A character that is being made: what has been said of it so far, in the order in which it was said."""

    id: str = ""
    """The id that it will have; given with the name, and kept if that is changed."""
    name: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    """Step and answer; an empty answer leaves a step at what it is."""
    scores: tuple[int, ...] = ()
    """What was thrown for it, the best first, where the campaign itself throws; they stand."""

    def values(self, step: str) -> tuple[str, ...]:
        """Everything that was answered to a step, without what was left open."""
        return tuple(value for name, value in self.answers if name == step and value)

    def value(self, step: str) -> str:
        """What was answered to a step; empty: nothing yet."""
        return next(iter(self.values(step)), "")

    def left(self, step: str) -> bool:
        """Whether a step was left as it is."""
        return (step, "") in self.answers

    @property
    def gender(self) -> Gender:
        """For the forms of Italian words."""
        return "f" if self.value("gender") == "f" else "m"

    @property
    def called(self) -> Called:
        """The name, which is the same in both languages."""
        return Called(self.name, self.name, self.gender)


class Ailment(Struct, frozen=True):
    """What a gas or a pool has left on somebody, until a turn of the clock or until the surface (-1)."""

    who: str
    kind: str
    until: int
    amount: int = 0
    number: int = 0
    """Which of several that somebody bears at a time, for kinds that add up; 0: there is only one of the kind."""
    lent: int = 0
    """How much it would give without a highest value; `amount` is what of it counts now. 0: the same, in older logs."""
    rules: tuple[str, ...] = ()
    """What it came by, and ends by; none in older logs."""


class LeftDungeon(Struct, frozen=True):
    """A dungeon that the party has left and can go back to."""

    dungeon: Dungeon
    scenery: int = 0


TaleKind = Literal["read", "hint", "warning", "cleared"]
"""As what the words of an adventure are told."""
HintWhen = Literal["start", "dungeon", "meeting", "fight", "treasure", "fallen", "home"]
"""When a hint is of use for the first time."""


class HintText(Struct, frozen=True, forbid_unknown_fields=True):
    """Something for those who are new, told once."""

    when: HintWhen
    say: Phrase


TriggerWhen = Literal["enter", "leave", "search", "defeat", "take", "time"]
"""What brings words of an adventure about: somebody comes to a room, has left it, searches in it, has beaten all who
were there, has taken its treasure; or so many turns have gone by."""


class TriggerText(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Words that are told once, when something has happened."""

    when: TriggerWhen
    say: Phrase
    room: str = ""
    turns: int = 0
    """For ``time``: after how many turns of the campaign's clock."""


class PlaceTale(Struct, frozen=True, omit_defaults=True):
    """What an adventure says of a place: read aloud, a warning, what is told once nobody is left there, its name."""

    read: Phrase | None = None
    warn: Phrase | None = None
    cleared: Phrase | None = None
    name: Phrase | None = None


class Tale(Struct, frozen=True, omit_defaults=True):
    """The words of an adventure, and which of them have been told."""

    title: Phrase
    places: dict[str, PlaceTale] = field(default_factory=dict)
    hints: tuple[HintText, ...] = ()
    heard: tuple[str, ...] = ()
    intro: Phrase | None = None
    triggers: tuple[TriggerText, ...] = ()


class CampaignState(State, frozen=True, kw_only=True):
    """Base of every game's campaign: a side adds its own game as `game`."""

    game: State
    dungeon: Dungeon = Dungeon()
    stage: Stage = "gathering"
    trail: tuple[str, ...] = ()
    """The spaces of the way by which it came, from the entrance on, without the rounds it made."""
    unseen: str = ""
    """The space to which it came without a light and of which it has seen nothing yet."""
    told: tuple[str, ...] = ()
    """The spaces of this dungeon that it has been told of as it saw them."""
    pace: str = ""
    """How it walks wherever nobody says otherwise; empty: at the usual one of its game's."""
    halted: tuple[str, ...] = ()
    """Clouds of gas before which it has stood: whoever goes on now goes in."""
    waiting: dict[str, str] = field(default_factory=dict)
    """Who waits somewhere while the table follows the others, and in which space (`SURFACE`: at the mouth)."""
    trails: dict[str, str] = field(default_factory=dict)
    """Where those who wait had come from, which is where they would run to."""
    afar: dict[str, int] = field(default_factory=dict)
    """Who is on the long road back to the entrance, and the minute in which they will be there."""
    alarms: tuple[str, ...] = ()
    """Spaces where somebody has come upon those who wait: the table turns to them as soon as it can."""
    dungeons: int = 0
    """How many dungeons there were before this one."""
    left: dict[str, LeftDungeon] = field(default_factory=dict)
    """Others that can be gone back to, each by how many there were before it."""
    descents: int = 0
    set_out: int = 0
    """The minute in which the party last left town."""
    route: Leg = "road"
    """How the party travels between town and dungeon."""
    homeward: bool = False
    """Which way the road is being walked."""
    mark: int = 0
    """Where the miles or minutes of this leg of the road count from."""
    scenery: int = 0
    """How map and prose are decorated."""
    asks: tuple[str, ...] = ()
    """The kinds of decisions that a person takes instead of the automatic referee."""
    chair: Chair | None = None
    sealed: dict[str, str] = field(default_factory=dict)
    """Sealed rooms that friends have brought, closed, by id."""
    rooms: dict[str, SpecialRoom] = field(default_factory=dict)
    """Special rooms by the slot of the dungeon that asked for them."""
    tasks: tuple[Task, ...] = ()
    ailments: tuple[Ailment, ...] = ()
    strongbox: dict[str, int] = field(default_factory=dict)
    """Gold that somebody has left in town, by whose it is."""
    fallen: tuple[Fallen, ...] = ()
    bodies: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Others who were slain in this dungeon and lie where they fell: by their space, kinds and how many of each."""
    draft: Draft | None = None
    """A character that is being made in town."""
    portraits: dict[str, str] = field(default_factory=dict)
    """What a player has written of a character."""
    taken: tuple[str, ...] = ()
    """Slots whose treasure the party has taken or left for good."""
    scouted: tuple[str, ...] = ()
    """Who has looked for traps along which way from where, ``space/way/who``; without a way, in the space itself."""
    moods: dict[str, str] = field(default_factory=dict)
    """How those who wait in a slot will take it, where the referee has settled it."""
    town: Town | None = None
    """The town and its people; none in campaigns that began before towns had a face."""
    talk: tuple[str, ...] = ()
    """What was told at the inn of the dungeon that is gone to."""
    tale: Tale | None = None
    """What the adventure that is played says of itself."""
    notes: dict[str, str] = field(default_factory=dict)
    """The referee's notes on spaces of the dungeon."""

    @property
    def under_way(self) -> bool:
        """Whether it has begun and is not over."""
        return self.stage not in ("gathering", "over")

    @property
    def at_home(self) -> bool:
        """Whether the party is in town, or has not come together yet."""
        return self.stage in ("gathering", "town")

    @property
    def abroad(self) -> bool:
        """Whether the party is on the road or in the dungeon."""
        return self.stage in ("road", "dungeon")

    @property
    def chair_here(self) -> Chair | None:
        """Whoever is the referee of the room that the table looks at: while it follows others elsewhere, nobody is."""
        return self.chair if self.chair is not None and self.chair.space == self.at else None

    @property
    def newest(self) -> int:
        """How many dungeons there were before the newest of those that are known."""
        return max(self.dungeons, *(int(number) for number in self.left)) if self.left else self.dungeons

    @property
    def inside(self) -> tuple[State, ...]:
        """The game that is played."""
        return (self.played,)

    @property
    def played(self) -> Any:
        """The game's state as it is played here: with whatever the dungeon keeps for it."""
        return self.game

    @property
    def at(self) -> str:
        """The space of the dungeon that the party is in, by the game or by whoever walks for it; empty: the surface."""
        return ""

    @property
    def came(self) -> str:
        """The space it came from."""
        return ""

    @property
    def minutes(self) -> int:
        """What the one clock shows: the game's own, or that of whoever keeps time for it; without one it stands."""
        return 0

    @property
    def turn(self) -> int:
        """What the clock shows in turns of ten minutes: the hour of the dungeon, and of whatever lasts for turns."""
        return self.minutes // TURN
