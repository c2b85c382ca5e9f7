"""A character as a file or a form describes it, before the rules make numbers of it."""

from typing import Final, Literal

from msgspec import Struct, field

from arbitro.rules.archmage.power import Ability, Named
from arbitro.rules.archmage.state import Item, Worn
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.rules.archmage")
ArmourKind = Literal["none", "light", "heavy"]
RangedKind = Literal["thrown", "crossbow", "bow"]


class Weapon(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon in hand: its category, how many hands it takes, and what it is called."""

    category: str
    hands: int = 1
    name: Named | None = None


class Bow(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon for range."""

    category: str
    kind: RangedKind = "bow"
    name: Named | None = None


class Hero(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename={"class_id": "class"}):
    """A character as a file or a form describes it. Abilities are as they stand: class bonus and increases included."""

    id: str
    name: Named
    class_id: str
    level: int
    abilities: dict[Ability, int]
    armour: ArmourKind = "none"
    shield: bool = False
    melee: Weapon | None = None
    second: Weapon | None = None
    """A weapon in the other hand (AE-TWOWEAPON-01)."""
    ranged: Bow | None = None
    powers: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    background: int = 0
    potions: int = 0
    player: str = ""
    backgrounds: dict[str, int] = field(default_factory=dict)
    """What the character was before, with the points put into it."""
    people: str = ""
    unique: str = ""
    """What is true of this character and of nobody else, in the player's words."""
    talents: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    """What each belongs to, and its tier: ``fighter_cleave/adventurer``."""
    spell_levels: dict[str, int] = field(default_factory=dict)
    """The level that a power is known at, where it is not the highest."""
    details: dict[str, str] = field(default_factory=dict)
    """What was decided for good with a talent or a power."""
    raises: int = 0
    """How many abilities have still to rise by 1 (at levels 4, 7 and 10)."""
    raised: tuple[Ability, ...] = ()
    """Those that have risen already with the increase that is not complete."""
    wears: tuple[Worn, ...] = ()
    """True magic items, worn or carried."""


def fault(key: str, **values: object) -> Fault:
    """What is wrong with a character, in words."""
    return Fault(Words(TEXTS, key, **values))
