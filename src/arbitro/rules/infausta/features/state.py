"""What class features leave behind: zeal spent, vows, trophies, shapes, songs, stances."""

from typing import Literal

from msgspec import Struct, field

from arbitro.rules.whitebox.powers.state import Device
from arbitro.rules.whitebox.terms import Spell, Weapon

SongKind = Literal["inspire", "enthral"]
StanceKind = Literal["offensive", "defensive"]
ShapeKind = Literal["tiny", "mighty"]


class Gifts(Struct, frozen=True, omit_defaults=True):
    """What the features of somebody's class have to remember from day to day."""

    zeal_spent: int = 0
    """Since the last rest (IS-PALA-04)."""
    vows_broken: bool = False
    trophies: dict[str, int] = field(default_factory=dict)
    """How many of each kind (IS-HUNT-02)."""
    stripped: int = 0
    """The last fight whose dead were gone over for trophies (`State.fights`)."""
    changed: int = -1
    """The day of the clock on which another shape was taken last; -1: never (IS-SILV-01)."""


class Stance(Struct, frozen=True, omit_defaults=True):
    """A champion's stance, for one round of a fight (IS-CHAM-02)."""

    kind: StanceKind
    to_hit: int
    round: int


class Song(Struct, frozen=True, omit_defaults=True):
    """What a bard sings, until something ends it (IS-BARD-02, IS-BARD-03)."""

    kind: SongKind
    followers: tuple[str, ...] = ()
    """Those who are enthralled by it."""


class Body(Struct, frozen=True, omit_defaults=True):
    """The numbers of a profile that a change of shape replaces."""

    armour: int
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    devices: tuple[Device, ...] = ()
    natural: bool = False
    """It has nothing but itself to fight with."""


class Shaped(Struct, frozen=True, omit_defaults=True):
    """Somebody in another shape (IS-SILV-01)."""

    shape: ShapeKind
    until: int
    """The minute of the clock in which it is over."""
    own: Body | None = None
    """The body to come back to, of somebody without a sheet."""
