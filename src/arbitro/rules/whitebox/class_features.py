"""What people are by birth and calling: attributes, peoples, classes and what these can do."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import Large
from arbitro.kernel.content import Noun, Sourced
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.whitebox.bestiary import MonsterKind
from arbitro.rules.whitebox.measure import Ability, Alignment, snake

SaveAgainst = Literal[
    "magic", "poison", "paralysis", "death", "spells", "wands", "staves", "traps", "mind", "trophies", "fire",
    "lightning", "air", "undead", "fey", "demons",
]  # fmt: skip


class AbilityName(Struct, frozen=True, forbid_unknown_fields=True):
    """What an attribute is called, and what Italians write on the sheet."""

    name: Noun
    short: Phrase


class ScoreBand(Struct, frozen=True, forbid_unknown_fields=True):
    """A range of attribute scores and what it gives."""

    low: int
    high: int
    value: int


class XpRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A percentage on experience for a score in one attribute (`prime`: the one of the class)."""

    ability: Ability | Literal["prime"]
    bands: tuple[ScoreBand, ...]


class XpMethod(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to find the experience bonus: the sum of its rules, at most `cap`."""

    rules: tuple[XpRule, ...]
    cap: int


class CharismaBand(Struct, frozen=True, forbid_unknown_fields=True):
    """What charisma means for those who follow."""

    low: int
    high: int
    retainers: int
    loyalty: int


class AlignmentName(Struct, frozen=True, forbid_unknown_fields=True):
    """What an alignment is called."""

    name: Noun


class AbilityUse(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the modifier of an attribute counts."""

    melee_to_hit: bool = False
    melee_damage: bool = False
    missile_to_hit: bool = False
    armour: bool = False
    hit_points: bool = False
    languages_above: int = 0
    """One more language for each point above this score; 0: none."""
    classes: tuple[str, ...] = ()
    """The only classes that have it; empty: all."""
    spell_saves: str = ""
    """The spell list whose casters' spells are, by option, harder to resist."""


class Creation(Sourced, frozen=True, kw_only=True):
    """The numbers of making a character."""

    score: Amount
    order: tuple[Ability, ...]
    abilities: dict[Ability, AbilityName]
    uses: dict[Ability, AbilityUse]
    modifiers: tuple[ScoreBand, ...]
    trade_ratio: int
    """Points of another attribute for one of the prime one."""
    trade_floor: int
    xp_methods: dict[Literal["additive", "prime"], XpMethod]
    charisma: tuple[CharismaBand, ...]
    hit_die: int
    least_per_die: int
    alignments: dict[Alignment, AlignmentName]
    gold: Amount
    gold_times: int
    book_factor: int
    """The first spell book holds so many spells for each that can be memorised."""


class Odds(Struct, frozen=True, forbid_unknown_fields=True):
    """Chances in six, when searching and when merely passing."""

    search: int
    passing: int = 0


class InbornSaveBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus on saves against some dangers; a class loses it under the matrix, a people does not (WB-SAVE-10)."""

    vs: tuple[SaveAgainst, ...]
    bonus: int
    with_matrix: bool = False
    """Of a class: whether it counts under the matrix as well, because its entry says so."""


class LessDamage(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage from these is multiplied."""

    factor: float
    kinds: tuple[MonsterKind, ...] = ()
    larger_than_man: bool = False
    rule: str = "WB-ATK-12"
    """The atom that says so."""


class HereditaryFoes(Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus to hit or to damage, as the player picks, against old enemies."""

    bonus: int
    monsters: tuple[str, ...] = ()
    kinds: tuple[MonsterKind, ...] = ()
    thinking_undead: bool = False


class People(Sourced, frozen=True, kw_only=True):
    """A people."""

    name: Noun
    classes: dict[str, int]
    """The highest level in each class that is open to it."""
    speed: Literal["fast", "slow"]
    doors: int
    listen: int
    secret_doors: Odds
    stonework: Odds | None = None
    skill_finds: str = ""
    """A class skill that serves instead where it is better."""
    save_bonuses: tuple[InbornSaveBonus, ...] = ()
    less_damage: tuple[LessDamage, ...] = ()
    foes: HereditaryFoes | None = None
    missile_to_hit: int = 0
    hides: int = 0
    """In six, out of combat: nobody notices."""
    immune: tuple[Literal["undead_paralysis"], ...] = ()
    languages: tuple[str, ...] = ()
    infravision: int = 0
    chooses_class: bool = False
    """Acts as one of its classes, chosen anew for each adventure, with experience kept apart."""
    magic_armour_casting: bool = False
    legacy: bool = False
    """Named by the text but no longer open to characters."""


class ClassLevel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a class table."""

    level: int
    xp: Large | None
    """None: beyond what characters reach."""
    dice: int
    plus: int = 0
    to_hit: int
    save: int | None = None
    spells: tuple[int, ...] = ()
    skill: int = 0
    extra_attacks: int = 0
    zeal: int = 0


class WeaponRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Which weapons a class uses; nothing said: all."""

    only: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    blunt: bool = False
    one_handed: bool = False
    """No two-handed melee weapons."""


class ArmourRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Which armour a class wears."""

    suits: tuple[str, ...]
    shield: bool = False
    custom: bool = False
    """It must be made to measure."""


class Casting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a class casts."""

    spell_list: str
    knows: Literal["list", "book"]
    copies_scrolls: bool = False
    library_gold: Large = 0
    """Gold for each spell level to copy from a library."""
    copy_hours: int = 0
    """Hours for each spell level."""
    free_hands: bool = False
    """No shield and no two-handed weapon while casting."""


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill: a d6 at or below the number of the level."""

    id: str
    name: Noun
    covers: tuple[str, ...] = ()


class Stronghold(Struct, frozen=True, forbid_unknown_fields=True):
    """What a character of this level may found, and be called."""

    level: int
    kind: str
    title: Noun | None = None


class Feature(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """Something that a class can do."""

    name: Noun


class CombatFury(Feature, frozen=True, kw_only=True):
    """As many attacks a round as levels, against foes of few hit dice."""

    hd_max: int


class BackStab(Feature, frozen=True, kw_only=True):
    """Better against those who do not see it coming."""

    to_hit: int
    damage_rolls: int = 1
    """Weapon damage is rolled so many times and added."""
    damage_factor: int = 1


class Inspire(Feature, frozen=True, kw_only=True):
    """Friends who hear fight and save better, without fear, until the singer is disturbed."""

    to_hit: int
    saves: int


class Enthral(Feature, frozen=True, kw_only=True):
    """Creatures whose hit dice together do not exceed the level follow and do not attack."""

    immune: tuple[str, ...]


class Trophies(Feature, frozen=True, kw_only=True):
    """With enough trophies of a kind, more damage and better saves against it."""

    needed: int
    damage: Amount
    kinds: tuple[str, ...]


class ExtraAttacks(Feature, frozen=True, kw_only=True):
    """More melee attacks, by level."""


class Stance(Feature, frozen=True, kw_only=True):
    """For a round, this much to hit both for oneself and for those who attack."""

    to_hit: int


class Vows(Feature, frozen=True, kw_only=True):
    """While they are kept, no fear and no magic of the mind; once broken, no zeal until atonement."""


class ZealHeal(Feature, frozen=True, kw_only=True):
    """Zeal spent by touch heals as many points."""


class ZealSmite(Feature, frozen=True, kw_only=True):
    """Zeal spent by touch harms these as much, without an attack roll."""

    kinds: tuple[MonsterKind, ...]


class Shape(Feature, frozen=True, kw_only=True):
    """Another shape, once a day for up to so many hours; no things carried, no casting."""

    hours: int
    fights: bool
    to_hit: int = 0
    damage: Amount | None = None
    ac: int = 0
    hides: int = 0


class Turns(Feature, frozen=True, kw_only=True):
    """Turns the undead."""


AnyFeature = (
    CombatFury | BackStab | Inspire | Enthral | Trophies | ExtraAttacks | Stance | Vows | ZealHeal | ZealSmite | Shape
    | Turns
)  # fmt: skip


class CharacterClass(Sourced, frozen=True, kw_only=True):
    """A class with its whole table."""

    name: Noun
    prime: Ability
    levels: tuple[ClassLevel, ...]
    weapons: WeaponRule = WeaponRule()
    armour: ArmourRule = ArmourRule(())
    save_bonuses: tuple[InbornSaveBonus, ...] = ()
    casting: Casting | None = None
    skill: Skill | None = None
    features: tuple[AnyFeature, ...] = ()
    stronghold: Stronghold | None = None
    alignments: tuple[Alignment, ...] = ("law", "neutrality", "chaos")
    people: str = ""
    """The only people it is open to."""
    attacks_as: str = ""
    """The class whose attack and saving tables it uses."""
    languages: tuple[str, ...] = ()


class TurningTable(Sourced, frozen=True, kw_only=True):
    """Turning the undead: what 3d6 must reach, by hit dice and level of the cleric."""

    dice: Amount
    rows: dict[int, tuple[int | Literal["D"] | None, ...]]
    """By hit dice (0: less than one), levels 1 to 10; D destroys, nothing cannot be turned."""
    rounds: Amount
    affected: Amount
    """Hit dice turned, lowest first, where the option limits them."""

    def needed(self, hd: int, level: int) -> int | Literal["D"] | None:
        """The number for undead of these hit dice and a cleric of this level."""
        row = self.rows[min(hd, max(self.rows))]
        return row[min(level, len(row)) - 1]
