"""What people own and lead: arms, gear, mounts, hirelings, loads, and parties ready to set out."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import Large
from arbitro.kernel.content import Noun, Sourced
from arbitro.rules.whitebox.class_features import ScoreBand
from arbitro.rules.whitebox.measure import Ability, Alignment


class Load(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to this many pounds, a walker of a column moves at this rate (tens of feet)."""

    pounds: int
    fast: float
    slow: float


class Encumbrance(Sourced, frozen=True, kw_only=True):
    """What loads weigh and how they slow."""

    bands: tuple[Load, ...]
    gear: int
    """Pounds for all ordinary gear together."""
    coins_per_pound: int
    magic_armour_factor: float


class Weapon(Sourced, frozen=True, kw_only=True):
    """A weapon."""

    name: Noun
    damage: Amount
    cost: Large
    weight: Large
    use: Literal["melee", "missile"]
    thrown: int = 0
    """Feet of one range when thrown; 0: not for throwing."""
    range: int = 0
    """Feet of one range when it shoots."""
    shots: int = 1
    """Shots or throws in `rounds` rounds."""
    rounds: int = 1
    hands: int = 1
    blunt: bool = False
    ammunition: str = ""
    burns: int = 0
    """Rounds for which it burns."""
    target_ac: int | None = None
    """Descending armour class to be hit, whatever the target wears."""
    silver: bool = False
    metal: bool = True
    """What eats metal alone leaves wood and leather be."""


class Armour(Sourced, frozen=True, kw_only=True):
    """Armour or a shield."""

    name: Noun
    bonus: int
    """How much better than unarmoured, whichever way it is counted."""
    cost: Large
    weight: Large
    shield: bool = False
    metal: bool = False

    @property
    def ac(self) -> int:
        """Descending armour class of the suit alone."""
        return 9 - self.bonus

    @property
    def aac(self) -> int:
        """Ascending armour class of the suit alone."""
        return 10 + self.bonus


class ArmsFacts(Sourced, frozen=True, kw_only=True):
    """What holds for all arms and armour."""

    unarmoured: int
    """Descending armour class."""
    plain_damage: Amount
    """Of every weapon, where the table plays in the oldest style."""
    missile_bands: tuple[ScoreBand, ...]
    """To hit at one, two and three times the range of a weapon."""
    unlisted_range: int
    """Feet of the range of missiles whose data give none."""
    refit_weeks: int = 0
    refit_cost: float = 0.0
    """To fit made armour to one of another build: weeks, and a share of its price; 0: no such rule."""


class Gear(Sourced, frozen=True, kw_only=True):
    """Things to carry; ordinary gear weighs nothing by itself (see `Encumbrance.gear`)."""

    name: Noun
    cost: Large
    weight: Large = 0
    capacity: Large = 0
    light: int = 0
    """Feet of light around it."""
    burns: int = 0
    """Turns for which it, or a pint in it, burns."""
    count: int = 1
    """Pieces in one purchase."""
    piece: Noun | None = None
    """What one of them is called."""
    ammunition: str = ""
    silver: bool = False


class Transport(Sourced, frozen=True, kw_only=True):
    """Animals, vehicles, vessels and their harness."""

    name: Noun
    kind: Literal["animal", "harness", "vehicle", "vessel"]
    cost: Large
    move: int = 0
    joust: int = 0
    """To hit in the joust (WB-JOUST-08)."""
    monster: str = ""
    """Its numbers, for an animal."""


class Hireling(Sourced, frozen=True, kw_only=True):
    """Somebody for hire, by the week."""

    name: Noun
    wage: Large
    combatant: bool = False
    monster: str = ""
    """Its numbers in a fight."""


class LanguageName(Struct, frozen=True, forbid_unknown_fields=True):
    """A language."""

    name: Noun


class Names(Sourced, frozen=True, kw_only=True):
    """Names to pick from when nobody thinks of one."""

    men: tuple[str, ...]
    women: tuple[str, ...]


class Kit(Sourced, frozen=True, kw_only=True):
    """What somebody of a class takes along, the most needful first; of each line the first that can be had."""

    wants: tuple[tuple[str, ...], ...]


class ReadyThing(Struct, frozen=True, forbid_unknown_fields=True):
    """Something special in the hands of a ready-made character."""

    sort: Literal["weapon", "armour", "gear", "magic"]
    of: str
    count: int = 1
    plus: int = 0
    charges: int = -1


class ReadyCharacter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"class_id": "class"}):
    """A ready-made character: everything that would be rolled or chosen."""

    id: str
    name: Noun
    folk: str
    class_id: str
    alignment: Alignment
    abilities: dict[Ability, int]
    hit_dice: tuple[int, ...]
    gold: Large
    buy: dict[str, int]
    book: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    things: tuple[ReadyThing, ...] = ()


class ReadyParty(Sourced, frozen=True, kw_only=True):
    """A party that can set out at once."""

    name: Noun
    level: int
    members: tuple[ReadyCharacter, ...]
