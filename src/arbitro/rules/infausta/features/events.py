"""What happens by the features of a class."""

from typing import Literal

from msgspec import field

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.rules.infausta.features.state import Body, ShapeKind, SongKind, StanceKind
from arbitro.rules.whitebox.people.state import Coins


class StanceTaken(Event, frozen=True, tag="stance_taken"):
    """A champion takes a stance for a round."""

    people = ("who",)
    who: str
    stance: StanceKind
    to_hit: int
    round: int

    def variant(self) -> str:
        """On the attack or on guard."""
        return "offensive" if self.stance == "offensive" else "defensive"


class SongBegan(Event, frozen=True, tag="song_began"):
    """A bard sings; of those who are enthralled it says who they are."""

    people = ("who", "hearers")
    who: str
    song: SongKind
    hearers: tuple[str, ...]

    def variant(self) -> str:
        """For friends or for foes."""
        return "inspire" if self.song == "inspire" else "enthral"


class SongEnded(Event, frozen=True, tag="song_ended"):
    """A song is over, and whoever it held is free."""

    people = ("who", "freed")
    who: str
    song: SongKind
    why: Literal["hurt", "distracted", "attacked", "stopped", "fallen"]
    freed: tuple[str, ...] = ()

    def variant(self) -> str:
        """Whether anybody comes to."""
        return "freed" if self.freed else "over"


class FollowersTold(Event, frozen=True, tag="followers_told"):
    """A prompt for the referee: a fight is over, and some of those in it follow a bard's song."""

    people = ("who", "followers")
    who: str
    followers: tuple[str, ...]


class ZealSpent(Event, frozen=True, tag="zeal_spent"):
    """A paladin's touch."""

    secrets = {"left": "who"}
    people = ("who", "target")
    who: str
    target: str
    points: int
    use: Literal["heal", "smite"]
    spent: int
    """Zeal spent since the last rest, this included."""
    left: int | None

    def variant(self) -> str:
        """What for, and whether it is for oneself."""
        return ("heal_self" if self.who == self.target else "heal") if self.use == "heal" else "smite"


class ZealRestored(Event, frozen=True, tag="zeal_restored"):
    """Rest has given a paladin's zeal back."""

    people = ("who",)
    who: str
    zeal: int


class VowsBroken(Event, frozen=True, tag="vows_broken"):
    """A paladin has broken the vows: no zeal and no immunity until atonement."""

    people = ("who",)
    who: str


class VowsAtoned(Event, frozen=True, tag="vows_atoned"):
    """A paladin has atoned."""

    people = ("who",)
    who: str


class VowsRecalled(Event, frozen=True, tag="vows_recalled"):
    """A prompt for the referee: a paladin has come into money, of which only what is needed may be kept."""

    people = ("who",)
    who: str
    gp: int


class TrophiesTaken(Event, frozen=True, tag="trophies_taken"):
    """A hunter has trophies, by kind; of some of the dead only the referee can say the kind."""

    people = ("who",)
    who: str
    taken: dict[str, int] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    """All that the hunter has now."""
    unknown: int = 0
    fight: int = 0

    def variant(self) -> str:
        """Whether the referee is asked about some."""
        return "unknown" if self.unknown else "taken"


class TrophyMastered(Event, frozen=True, tag="trophy_mastered"):
    """A hunter has enough trophies of a kind to be called its hunter."""

    people = ("who",)
    who: str
    kind: str


class PreyKnown(Event, frozen=True, tag="prey_known"):
    """A hunter strikes at a kind that they have mastered."""

    people = ("who", "target")
    who: str
    target: str
    kind: str


class ShapeTaken(Event, frozen=True, tag="shape_taken"):
    """A Silvan turns into an animal."""

    people = ("who",)
    who: str
    shape: ShapeKind
    until: int
    day: int
    body: Body | None = None
    """The numbers of the new shape, in a fight."""
    own: Body | None = None
    """The numbers of the body left behind."""

    secrets = {"body": "who", "own": "who"}

    def variant(self) -> str:
        """Small or large."""
        return "tiny" if self.shape == "tiny" else "mighty"


class ShapeEnded(Event, frozen=True, tag="shape_ended"):
    """A Silvan has the own shape again."""

    secrets = {"body": "who"}
    people = ("who",)
    who: str
    willing: bool
    body: Body | None = None

    def variant(self) -> str:
        """By will, or because the day is over."""
        return "resumed" if self.willing else "over"


class SmallTarget(Event, frozen=True, tag="small_target"):
    """A blow of somebody larger than a man does half its damage to a Silvan."""

    people = ("who", "by")
    who: str
    by: str


class SkillTried(Event, frozen=True, tag="skill_tried"):
    """Somebody tried a skill of the class."""

    thrown_by = "who"
    people = ("who",)
    who: str
    use: str
    check: Check | None
    success: bool | None
    text: str = ""

    def variant(self) -> str:
        """Whether it worked, or only the referee knows."""
        return "unknown" if self.success is None else "done" if self.success else "failed"


class Hid(Event, frozen=True, tag="hid"):
    """Somebody cannot be seen any more, or can be again."""

    people = ("who",)
    who: str
    hidden: bool

    def variant(self) -> str:
        """Out of sight or seen."""
        return "hidden" if self.hidden else "seen"


class TrapDisarmed(Event, frozen=True, tag="trap_disarmed"):
    """A trap does no harm any more."""

    people = ("who", "trap")
    who: str
    trap: str


class FindingsAsked(Event, frozen=True, tag="findings_asked"):
    """A skill worked: the referee is shown who is near, and says what comes to light."""

    people = ("who", "troops")
    who: str
    use: str
    text: str = ""
    troops: tuple[str, ...] = ()
    coming: int = 0
    """Encounters of the day that are still to come, where it is about tracks."""


class FindingsTold(Event, frozen=True, tag="findings_told"):
    """What a skill brought to light."""

    people = ("who", "troop")
    who: str
    use: str
    text: str = ""
    troop: str = ""
    count: str = ""
    """How many, as dice or a number."""
    place: str = ""

    def variant(self) -> str:
        """Traces of somebody, words, or nothing."""
        return "troop" if self.troop else "text" if self.text else "nothing"


class HeatSeen(Event, frozen=True, tag="heat_seen"):
    """A prompt for the referee: in the dark somebody sees the warmth of living things."""

    reveals = True

    people = ("who",)
    who: tuple[str, ...]
    feet: int


class ArmourMisfits(Event, frozen=True, tag="armour_misfits"):
    """A suit of armour was made for another build."""

    people = ("who",)
    who: str
    key: str


class ArmourRefitted(Event, frozen=True, tag="armour_refitted"):
    """An armourer fits a suit; it can be worn from a later minute of the clock on."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    key: str
    price: int
    """In copper pieces."""
    coins: Coins | None
    ready: int


class LibraryPaid(Event, frozen=True, tag="library_paid"):
    """A mage has paid for the use of a library."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    spell: str
    price: int
    coins: Coins | None
    hours: int


EVENTS: tuple[type[Event], ...] = (
    StanceTaken,
    SongBegan,
    SongEnded,
    FollowersTold,
    ZealSpent,
    ZealRestored,
    VowsBroken,
    VowsAtoned,
    VowsRecalled,
    TrophiesTaken,
    TrophyMastered,
    PreyKnown,
    ShapeTaken,
    ShapeEnded,
    SmallTarget,
    SkillTried,
    Hid,
    TrapDisarmed,
    FindingsAsked,
    FindingsTold,
    HeatSeen,
    ArmourMisfits,
    ArmourRefitted,
    LibraryPaid,
)
