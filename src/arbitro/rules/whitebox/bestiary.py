"""Monsters as an engine can run them: hit dice, attacks, movement, numbers. Their powers are in `special`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import MOST_LARGE, Large
from arbitro.kernel.content import Noun, Sourced
from arbitro.rules.whitebox.measure import Alignment, Element, Size
from arbitro.rules.whitebox.special import AnySpecial

MonsterKind = Literal[
    "animal", "construct", "demon", "dragon", "elemental", "fey", "giant", "giantish", "human", "humanoid",
    "lycanthrope", "magical_animal", "monster", "ooze", "planar", "plant", "undead", "vermin",
]  # fmt: skip
Mode = Literal["walk", "fly", "swim", "climb"]


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """One size in which a monster comes: its hit dice, what it counts as, and the experience it is worth."""

    dice: Annotated[int, Meta(ge=0, le=100)]
    plus: Annotated[int, Meta(ge=-100, le=1000)] = 0
    hde: Annotated[int, Meta(ge=0, le=1000)] = 0
    """Hit dice equivalent; 0 is printed as less than one."""
    xp: Annotated[int, Meta(ge=0, le=MOST_LARGE)] = 0
    points: Amount | None = None
    """How hit points are rolled where it is not d6 for each die plus the number."""

    @property
    def value(self) -> int:
        """Whole hit dice as tables count them: 0 for less than one."""
        return self.dice if self.plus >= 0 else self.dice - 1

    @property
    def hit_points(self) -> Amount:
        """The roll for hit points; the least that anything has is 1."""
        return self.points or Amount(self.dice, 6, self.plus)

    @property
    def to_hit(self) -> int:
        """The base bonus to hit, at most 15 (table 40)."""
        return min(self.value, 15)

    @property
    def save(self) -> int:
        """The saving throw, 19 minus hit dice (table 43); the floor of 2 is ours."""
        return max(2, 19 - self.value)


class Attack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to attack. A monster uses one of its ways each round, and every `extra` one besides."""

    name: Annotated[str, Meta(min_length=1)]
    """An entry of the attack names."""
    kind: Literal["melee", "missile", "touch"] = "melee"
    damage: Amount
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    """Attacks of this kind in a round."""
    per_die: bool = False
    """One attack for each hit die instead."""
    by_hd: dict[int, Amount] = field(default_factory=dict)
    """Damage from these hit dice on, where it grows."""
    element: Element | None = None
    range: Large = 0
    ammunition: int = 0
    """Shots in all, where they run out."""
    extra: bool = False
    share: int = 0
    """How often in a hundred it is chosen, where the book says."""
    default_damage: bool = False
    """The source prints no damage; this is its general 1d6."""
    only: str = ""
    """The variety of the monster that attacks this way."""


class Appearing(Struct, frozen=True, forbid_unknown_fields=True):
    """How many are met."""

    dungeon: Amount
    wilderness: Amount


class Variety(Struct, frozen=True, forbid_unknown_fields=True):
    """Monsters of one name that differ in a power."""

    name: Noun
    weight: int = 1
    """How common it is among the varieties."""


class Monster(Sourced, frozen=True, kw_only=True):
    """Everything that a table may meet."""

    name: Noun
    kind: MonsterKind
    alignment: Alignment
    ac: Annotated[int, Meta(ge=-100, le=100)] | None
    """Descending armour class; None cannot be fought with weapons."""
    hd: Annotated[tuple[Rank, ...], Meta(min_length=1)]
    """The sizes in which it comes, smallest first; most have one."""
    move: dict[Mode, Annotated[int, Meta(ge=0, le=1000)]]
    """In tens of feet a turn."""
    attacks: tuple[Attack, ...] = ()
    specials: tuple[AnySpecial, ...] = ()
    varieties: dict[str, Variety] = field(default_factory=dict)
    size: Size = "man"
    person: bool = False
    """Whether spells for persons take hold: a living biped of a man's size or smaller."""
    undead: bool = False
    mindless: bool = False
    fearless: bool = False
    """Never checks morale (WB-MORALE-01)."""
    aged: bool = False
    """Hit points and breath go by age (table 41)."""
    morale: Annotated[int, Meta(ge=2, le=12)] = 7
    """2 to 12, higher is steadier."""
    appearing: Appearing
    lair: Annotated[int, Meta(ge=0, le=100)] = 0
    """In a hundred: it is met in its lair."""
    treasure: Literal["none", "incidental", "carried", "lair", "hoard"] = "none"
    shield_ac: int | None = None
    """Descending armour class when it carries a shield."""

    @property
    def aac(self) -> int | None:
        """Ascending armour class: the two always add to 19 (WB-ATK-06)."""
        return None if self.ac is None else 19 - self.ac


class Hazard(Sourced, frozen=True, kw_only=True):
    """Something deadly that is no creature."""

    name: Noun
    specials: tuple[AnySpecial, ...]


class AttackName(Struct, frozen=True, forbid_unknown_fields=True):
    """What a way of attacking is called."""

    name: Noun
    weapon: bool = False
    """Whether it is a made weapon rather than a part of the body."""
