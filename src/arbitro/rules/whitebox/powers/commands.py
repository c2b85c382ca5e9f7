"""What may be asked for where powers, spells and things are concerned."""

from msgspec import Struct

from arbitro.kernel.command import Command
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.ongoing_effects import EffectKind
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Feature


class Band(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Creatures of the bestiary for one side of a fight. What is left out is rolled."""

    monster: str
    side: str = "foes"
    count: int = 0
    """0: as many as are met in a dungeon."""
    at: int = 30
    rank: int = -1
    """Which of the sizes in which it comes, from 0; -1: by lot."""
    variety: str = ""
    age: int = 0
    """Of a dragon, 1 to 8; 0: by lot."""
    leader: bool = False
    """Whether the first of them leads the others."""


class Muster(Command, frozen=True, tag="muster"):
    """Let creatures of the bestiary meet others: combatants given in full, or the party as its sheets have it."""

    sides: tuple[Side, ...]
    bands: tuple[Band, ...]
    members: tuple[Member, ...] = ()
    party: str = ""
    """The side on which the party of the table fights, if it does."""
    may_surprise: tuple[str, ...] = ()
    setting: tuple[Feature, ...] | None = None
    """What the place is like; None: as it tells by itself."""


class UsePower(Command, frozen=True, tag="use_power"):
    """Use a power of one's own: breath, song, cry, a spell-like power, a summons."""

    who: str
    power: str
    target: str = ""


class UseDevice(Command, frozen=True, tag="use_device"):
    """Use a thing in a fight: drink, read, point, blow."""

    who: str
    device: str
    target: str = ""
    manner: str = ""


class ThrowOil(Command, frozen=True, tag="throw_oil"):
    """Throw a flask of oil at somebody; it does nothing until it is lit."""

    who: str
    target: str


class LightOil(Command, frozen=True, tag="light_oil"):
    """Throw a torch or something like it at somebody soaked in oil."""

    who: str
    target: str


class TurnUndead(Command, frozen=True, tag="turn_undead"):
    """Stand against the undead of one kind, once in an encounter."""

    who: str
    kind: str


class AvertEyes(Command, frozen=True, tag="avert_eyes"):
    """Fight without looking, or look again."""

    who: str


class Sense(Command, frozen=True, tag="sense"):
    """The referee rolls whether a creature finds an unseen foe, so often in six."""

    who: str
    target: str
    chance: int = 4


class Locate(Command, frozen=True, tag="locate"):
    """The referee says that it is roughly known where an unseen one is."""

    target: str


class SizeUp(Command, frozen=True, tag="size_up"):
    """The referee gives a bonus or a penalty on throwing oil at somebody, for their size."""

    target: str
    modifier: int


class EndEffect(Command, frozen=True, tag="end_effect"):
    """The referee ends something that lasts on somebody."""

    target: str
    kind: EffectKind


class PickUp(Command, frozen=True, tag="pick_up"):
    """Take up again something that one has thrown."""

    who: str
    item: str


class Present(Command, frozen=True, tag="present"):
    """Hold out, pour over or drive into a creature what may undo its kind: garlic, holy water, a stake."""

    who: str
    target: str
    bane: str


class Expose(Command, frozen=True, tag="expose"):
    """The referee brings a creature face to face with its bane: sunlight, running water."""

    target: str
    bane: str


class SayWhere(Command, frozen=True, tag="say_where"):
    """The referee says what the place of the fight is like, or takes it back."""

    feature: Feature


class TouchHazard(Command, frozen=True, tag="touch_hazard"):
    """The referee says who has touched or struck a deadly growth, and who stands near."""

    hazard: str
    victim: str
    near: tuple[str, ...] = ()


class RollTreasure(Command, frozen=True, tag="roll_treasure"):
    """The referee rolls the treasure of creatures worth so much experience, or of these creatures."""

    xp: int = 0
    monsters: tuple[str, ...] = ()
    keep: bool = True
    """Whether it comes into the party's hands; otherwise only the referee learns of it."""


class UseThing(Command, frozen=True, tag="use_thing"):
    """Use a magic thing outside a fight."""

    who: str
    item: str
    target: str = ""
    manner: str = ""


REFEREES: tuple[type[Command], ...] = (
    Muster,
    Sense,
    Locate,
    SizeUp,
    EndEffect,
    Expose,
    SayWhere,
    TouchHazard,
    RollTreasure,
)
