"""What walls, shapes, thrown things, fates and dangers of a place bring about: events of the powers' later chapters."""

from typing import Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lookup, Lot, Part, Sum
from arbitro.rules.whitebox.measure import Alignment
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.state import Lying, Profile
from arbitro.rules.whitebox.terms import Feature, Weapon

LARGER_SHARE: Final = 51
"""Of a hundred parts of a spell: whoever gets so many bears it."""


class WallRaised(Event, frozen=True, tag="wall_raised"):
    """A wall stands across the line from now on."""

    thrown_by = "who"
    secrets = {"effect": "who"}
    people = ("who",)
    who: str
    of: str
    at: int
    effect: Ongoing | None
    dice: tuple[Die, ...] = ()


class WallPassed(Event, frozen=True, tag="wall_passed"):
    """Somebody went through a wall. What it costs is told apart."""

    people = ("who",)
    who: str
    of: str
    at: int


class ThrownBack(Event, frozen=True, tag="thrown_back"):
    """A wall did not let somebody through."""

    people = ("who",)
    who: str
    of: str
    to: int


class ShapeChanged(Event, frozen=True, tag="shape_changed"):
    """Somebody has another shape, or their own again; `profile` holds the numbers that count from now on."""

    secrets = {"profile": "who"}
    people = ("who",)
    who: str
    form: str
    profile: Profile | None

    def variant(self) -> str:
        """Another shape, or one's own."""
        return "" if self.form else "own"


class Blinked(Event, frozen=True, tag="blinked"):
    """Somebody vanishes and stands next to a foe, behind it if the roll says so."""

    thrown_by = "who"
    secrets = {"check": "who"}
    people = ("who", "target")
    who: str
    target: str
    check: Check
    start: int
    to: int

    def variant(self) -> str:
        """Behind, or in front."""
        return "behind" if self.check.success else "before"


class WeaponThrown(Event, frozen=True, tag="weapon_thrown"):
    """A thrown weapon lies where it fell; `weapons` is what its thrower can still attack with."""

    secrets = {"weapons": "who"}
    people = ("who",)
    who: str
    weapon: str
    lying: Lying
    weapons: tuple[Weapon, ...] | None


class WeaponDropped(Event, frozen=True, tag="weapon_dropped"):
    """Whether somebody in fear lets fall what they hold; `weapons` is what they can still attack with."""

    thrown_by = "who"
    secrets = {"weapons": "who", "lying": "who"}
    people = ("who",)
    who: str
    weapon: str
    check: Check
    lying: Lying | None = None
    weapons: tuple[Weapon, ...] | None = None

    def variant(self) -> str:
        """Let fall, or held."""
        return "falls" if self.check.success else "held"


class WeaponReturned(Event, frozen=True, tag="weapon_returned"):
    """A thrown weapon came back to the hand by its own magic."""

    people = ("who",)
    who: str
    weapon: str


class WeaponPickedUp(Event, frozen=True, tag="weapon_picked_up"):
    """Somebody has a thrown weapon in hand again."""

    secrets = {"weapons": "who"}
    people = ("who",)
    who: str
    weapon: str
    lying: tuple[Lying, ...]
    weapons: tuple[Weapon, ...] | None


class ThrownGathered(Event, frozen=True, tag="thrown_gathered"):
    """After a fight that was won, thrown things are picked up; after another, they are lost."""

    people = ("who",)
    who: str
    key: str
    of: Item
    count: int
    item: Item | None
    """What is left on the sheet."""
    lost: bool = False

    def variant(self) -> str:
        """Found again, or lost."""
        return "lost" if self.lost else ""


class SettingSaid(Event, frozen=True, tag="setting_said"):
    """The referee says where the fight takes place."""

    setting: tuple[Feature, ...]


class Exposed(Event, frozen=True, tag="exposed"):
    """Somebody is brought face to face with what undoes their kind."""

    reveals = True

    people = ("who", "target")
    who: str
    """Whoever does it; nobody where the place itself does."""
    target: str
    bane: str
    outcome: Literal["kills", "petrifies", "repels", "misses"]
    check: Check | None = None

    def variant(self) -> str:
        """What comes of it."""
        return self.outcome


class ArmourSundered(Event, frozen=True, tag="armour_sundered"):
    """The roll of a blow that may break armour or shield; `armour` is what the victim's is worth after it."""

    secrets = {"armour": "who", "check": "by"}
    people = ("who", "by")
    who: str
    by: str
    check: Check
    armour: int | None
    item: str = ""

    def variant(self) -> str:
        """Broken or not."""
        return "broken" if self.check.success else "whole"


class HazardTouched(Event, frozen=True, tag="hazard_touched"):
    """Somebody has come too near to a deadly growth."""

    thrown_by = "who"
    people = ("who", "near")
    who: str
    hazard: str
    near: tuple[str, ...] = ()
    check: Check | None = None
    """Whether it lets off spores, where it has any."""

    def variant(self) -> str:
        """Spores or none, or only a touch."""
        if self.check is None:
            return ""
        return "spores" if self.check.success else "quiet"


class Detected(Event, frozen=True, tag="detected"):
    """What somebody becomes aware of among those present."""

    reveals = True

    people = ("who", "found")
    who: str
    what: str
    found: tuple[str, ...]

    def variant(self) -> str:
        """Somebody, or nobody."""
        return "" if self.found else "nothing"


def drunk_mark(thing: str) -> str:
    """What is kept of a level of spells that a thing has drunk."""
    return f"drunk:{thing}" if thing else "drunk"


class SpellDrunk(Event, frozen=True, tag="spell_drunk"):
    """A spell aimed at somebody is drunk up by a thing they hold."""

    secrets = {"left": "who", "before": "who", "thing": "who"}
    people = ("who",)
    who: str
    levels: int
    left: int | None
    before: int | None = None
    """What it could drink before; None where an old log does not say, or the reader may not know."""
    thing: str | None = ""
    """Which of the things that they hold."""
    tied: int = 0
    """The round of the simultaneous turn in which it was drunk; 0: in no such turn."""

    @property
    def mark(self) -> str:
        """What is kept of every level drunk, until the fight is over."""
        return drunk_mark(self.thing or "") + (f"@{self.tied}" if self.tied else "")

    def variant(self) -> str:
        """Whether the reader knows what it can still drink."""
        return "hidden" if self.left is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """What it could drink before, and the level of the spell."""
        if self.left is None:
            return ()
        could = self.left + self.levels if self.before is None else self.before
        drunk = Part(-self.levels, rule="WB-SPELL-04", note="spell_drunk")
        return (Sum(self.left, (Part(could, note="could_drink"), drunk, Part(0, "least"))),)


class SpellTurned(Event, frozen=True, tag="spell_turned"):
    """The share of a spell that goes back, in a hundred; whoever has the larger share bears it."""

    people = ("who", "caster")
    who: str
    caster: str
    share: int
    back: bool
    die: Die

    def variant(self) -> str:
        """Back to the caster, or not."""
        return "back" if self.back else "stays"

    def checks(self) -> tuple[Check, ...]:
        """More than half of it must go back for the caster to bear it."""
        return (Check((self.die,), self.share, ">=", LARGER_SHARE, self.back, against="turned"),)


class BookRead(Event, frozen=True, tag="book_read"):
    """For which class a book of power turns out to be written."""

    thrown_by = "who"
    people = ("who",)
    who: str
    class_id: str
    die: Die
    fits: bool
    among: tuple[str, ...] = ()
    """The classes among which it was drawn, in the order of the die's faces; older logs do not say."""

    def variant(self) -> str:
        """For the reader, or for others."""
        return "fits" if self.fits else "other"

    def lots(self) -> tuple[Lot, ...]:
        """For whom it might have been."""
        return (Lot(self.die, faces=self.among),)


class Fizzled(Event, frozen=True, tag="fizzled"):
    """The roll of a thing whose magic does not always work."""

    thrown_by = "who"
    people = ("who",)
    who: str
    check: Check

    def variant(self) -> str:
        """Whether it works."""
        return "works" if self.check.success else "fails"


class Teleported(Event, frozen=True, tag="teleported"):
    """How a teleport ends: well, too high or too low, or with whoever was sent lost."""

    thrown_by = "who"
    people = ("who",)
    who: str
    check: Check
    feet: int = 0
    low: bool = False
    lost: bool = False
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Where, or whether at all."""
        if self.lost:
            return "lost"
        return "well" if not self.feet else "low" if self.low else "high"


class MagicDelayed(Event, frozen=True, tag="magic_delayed"):
    """The minutes until magic takes hold of the stronger ones among its victims."""

    thrown_by = "who"
    people = ("who",)
    who: str
    minutes: int
    dice: tuple[Die, ...]


class GazeReflected(Event, frozen=True, tag="gaze_reflected"):
    """Whether a creature sees its own eyes in somebody's mirror."""

    thrown_by = "who"
    people = ("who", "gazer")
    who: str
    gazer: str
    check: Check

    def variant(self) -> str:
        """Whether the gazer meets its own eyes."""
        return "seen" if self.check.success else "missed"


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """A card of fate."""

    thrown_by = "who"
    people = ("who",)
    who: str
    table: str
    lookup: Lookup
    dice: tuple[Die, ...] = ()
    """What else the card asks for."""
    count: int = 0


class AlignmentChanged(Event, frozen=True, tag="alignment_changed"):
    """Somebody stands for something else from now on."""

    people = ("who",)
    who: str
    alignment: Alignment
    die: Die
    among: tuple[str, ...] = ()
    """Those among which it was drawn, in the order of the die's faces; older logs do not say."""

    def lots(self) -> tuple[Lot, ...]:
        """What it might have been."""
        return (Lot(self.die, faces=self.among),)


class DarknessPierced(Event, frozen=True, tag="darkness_pierced"):
    """How far somebody sees in the dark by magic."""

    people = ("who",)
    who: str
    lookup: Lookup
    feet: int


EVENTS: tuple[type[Event], ...] = (
    WallRaised,
    WallPassed,
    ThrownBack,
    ShapeChanged,
    Blinked,
    WeaponThrown,
    WeaponDropped,
    WeaponReturned,
    WeaponPickedUp,
    ThrownGathered,
    SettingSaid,
    Exposed,
    ArmourSundered,
    HazardTouched,
    Detected,
    SpellDrunk,
    SpellTurned,
    BookRead,
    Fizzled,
    Teleported,
    MagicDelayed,
    GazeReflected,
    CardDrawn,
    AlignmentChanged,
    DarknessPierced,
)
