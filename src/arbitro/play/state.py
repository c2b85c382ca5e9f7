"""A campaign as data: the game inside it, the dungeon under it, and where between the two the party is."""

from typing import Final, Literal

from msgspec import Struct, field

from arbitro.dungeon.events import Effect
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.state import State
from arbitro.play.solo.room import Done
from arbitro.play.solo.sealed import OpenedRoom
from arbitro.text import Gender, Language, Name

GROUP: Final = "party"
"""The group whose knowledge of the dungeon the players share, and the id of whoever speaks for the party."""
Route = Literal["road", "wilds"]
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


class Task(Struct, frozen=True, omit_defaults=True):
    """Something that the dungeon does next, as soon as nothing else is going on."""

    kind: Literal["effect", "trap", "room"]
    source: str
    """The trap, pool or link that does it; of a special room, its slot."""
    effect: Effect | None = None
    rules: tuple[str, ...] = ()


class Chair(Struct, frozen=True):
    """A player who is the referee of one room."""

    seat: str
    space: str


class SpecialRoom(Struct, frozen=True):
    """A special room that the party has come upon, and what it has done there."""

    opened: OpenedRoom
    done: tuple[Done, ...] = ()


class Ailment(Struct, frozen=True):
    """What a gas or a pool has left on somebody, until a turn of the clock or until the surface (-1)."""

    who: str
    kind: str
    until: int
    amount: int = 0


class CampaignState(State, frozen=True, kw_only=True):
    """Base of every game's campaign: a side adds its own game as `game`."""

    game: State
    dungeon: Dungeon = Dungeon()
    stage: Stage = "gathering"
    at: str = ""
    """The space of the dungeon that the party is in; empty: on the surface."""
    came: str = ""
    """The space it came from."""
    waiting: dict[str, str] = field(default_factory=dict)
    """Who waits somewhere underground while the table follows the others, and in which space."""
    minutes: int = 0
    """The one clock of the campaign."""
    dungeons: int = 0
    """How many dungeons there were before this one."""
    descents: int = 0
    set_out: int = 0
    """The minute in which the party last left town."""
    route: Route = "road"
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
    taken: tuple[str, ...] = ()
    """Slots whose treasure the party has taken or left for good."""
