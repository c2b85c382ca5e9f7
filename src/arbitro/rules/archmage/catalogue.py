"""The content of the game: classes, powers, creatures, the baseline of monsters, and how battles are built."""

from collections.abc import Container, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import Large
from arbitro.kernel.content import Catalogue, Content, Noun, Reference, Sourced
from arbitro.kernel.encounter_table import EncounterRow, EncounterTables, check_numbers, names_in
from arbitro.kernel.nature import Nature, NatureEntry, sort_natures
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.token import Breed, TokenEntry, Tokens, sort_tokens
from arbitro.kernel.yamlfile import TEXTS as FILE_TEXTS
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.archmage.effects import Allow, AnyEffect, Boost, Follow, Harm, Ongoing
from arbitro.rules.archmage.power import (
    Ability,
    Attack,
    Bonus,
    Level,
    Named,
    Rider,
    Special,
)
from arbitro.rules.archmage.power_entry import (
    TIERS as TIERS,
)
from arbitro.rules.archmage.power_entry import (
    Borrow as Borrow,
)
from arbitro.rules.archmage.power_entry import (
    ChakraEntry as ChakraEntry,
)
from arbitro.rules.archmage.power_entry import (
    Change as Change,
)
from arbitro.rules.archmage.power_entry import (
    Gains as Gains,
)
from arbitro.rules.archmage.power_entry import (
    ItemEntry as ItemEntry,
)
from arbitro.rules.archmage.power_entry import (
    Plays as Plays,
)
from arbitro.rules.archmage.power_entry import (
    PowerEntry as PowerEntry,
)
from arbitro.rules.archmage.power_entry import (
    Ride as Ride,
)
from arbitro.rules.archmage.power_entry import (
    Sort as Sort,
)
from arbitro.rules.archmage.power_entry import (
    Tier as Tier,
)
from arbitro.rules.archmage.state import DAMAGE_TYPES, Category
from arbitro.text import Grammar, Words

PACKAGE: Final = "arbitro.rules.archmage"
WORDED_TYPES: Final = ("weapon", *DAMAGE_TYPES)
"""The types of damage that the catalogues have words for."""
Points = Annotated[int, Meta(ge=1, le=100_000)]
DefenceNumber = Annotated[int, Meta(ge=0, le=100)]


class Armour(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a kind of armour gives a class: base Armour Class (or a bonus for a shield) and an attack penalty."""

    ac: int = 0
    ac_bonus: int = 0
    attack: int = 0


class Cell(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a class handles a category of weapons: the die, and what it adds to the attack (AE-WEAPON-03)."""

    die: int
    attack: int = 0


class Basic(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A basic attack of a class: the abilities it may be made with, and whether a miss deals the level."""

    abilities: tuple[Ability, ...]
    miss_level: bool = False
    damage: Ability | None = None
    """The ability in the damage, where it is not the one of the attack."""


ChosenAnew = Literal["heal_up", "level"]
"""When powers may be chosen anew."""


class ClassEntry(Sourced, frozen=True, kw_only=True):
    """A class: what the chapter on combat leaves to it."""

    name: Noun
    hp_base: int
    pd: int
    md: int
    recoveries: int = 0
    recovery_die: int = 8
    class_bonus: tuple[Ability, ...] = ()
    armour: dict[Literal["none", "light", "heavy", "shield"], Armour]
    melee: dict[str, tuple[Cell, ...]]
    ranged: dict[str, dict[Literal["thrown", "crossbow", "bow"], Cell]]
    basic_melee: Basic
    basic_ranged: Basic
    talents: dict[int, int] = field(default_factory=dict)
    """How many talents from which level on; nothing while the talents of a class are not in the books."""
    known: dict[str, dict[int, int]] = field(default_factory=dict)
    """How many powers of each group from which level on."""
    slots: dict[str, dict[int, dict[int, int]]] = field(default_factory=dict)
    """Of groups whose powers are learnt at a level of their own: at each level of the class, how many at which."""
    most_of_tier: dict[str, dict[Tier, dict[int, int]]] = field(default_factory=dict)
    """Of a group of powers, how many of a tier or a higher one may be known, from which level on."""
    chosen_anew: dict[str, ChosenAnew] = field(default_factory=dict)
    """When the powers of a group may be chosen anew: after a full heal-up, or with a new level."""


class PeopleEntry(Sourced, frozen=True, kw_only=True):
    """A people that characters come from: the abilities of which it raises one."""

    name: Noun
    bonus: tuple[Ability, ...]
    feats: int = 0
    """Feats that it brings beside those of the levels."""


class MonsterEntry(Sourced, frozen=True, kw_only=True):
    """A creature with its finished numbers."""

    name: Noun
    level: Level
    category: Category = "normal"
    role: str = "troop"
    type: str = "humanoid"
    family: str = ""
    initiative: Annotated[int, Meta(ge=-20, le=100)]
    ac: DefenceNumber
    pd: DefenceNumber
    md: DefenceNumber
    hp: Points
    attacks: Annotated[tuple[Attack, ...], Meta(min_length=1)]
    specials: tuple[Special, ...] = ()
    vulnerable: tuple[str, ...] = ()
    nastier_attacks: tuple[str, ...] = ()
    """The attacks that only creatures worse than usual have."""
    nastier_riders: tuple[Rider, ...] = ()
    """Riders of the first attack, for creatures worse than usual."""


class SummonRow(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The numbers of a companion at a level."""

    attack: int
    damage: Amount
    ac: DefenceNumber
    pd: DefenceNumber
    md: DefenceNumber
    hp: Points


class SummonEntry(MonsterEntry, frozen=True, kw_only=True):
    """A creature that powers call up: never met by itself."""

    rows: dict[int, SummonRow] = field(default_factory=dict)
    """Of companions: their numbers level by level, in place of those of the entry."""
    rows_of: str = ""
    """The entry whose rows it has."""
    bonuses: tuple[Bonus, ...] = ()
    """What its kind adds to its numbers under circumstances."""


class Baseline(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The numbers of an average creature of a level."""

    attack: int
    damage: Large
    hp: Large
    ac: int
    better: int
    lesser: int
    fear: int = 0


class BaselineEntry(Sourced, frozen=True, kw_only=True):
    """The baseline of one strength, level by level."""

    rows: dict[int, Baseline]


class Equivalent(Struct, frozen=True, forbid_unknown_fields=True):
    """What one creature is worth in average ones, in hundredths, by how far its level is from the party's."""

    diff: int
    normal: int
    mook: int
    large: int
    huge: int | None


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a kind of obstacle: check, trap, damage to one and to several."""

    dc: int
    trap_attack: int
    single: tuple[str, ...]
    multiple: tuple[str, ...]


class BuildingEntry(Sourced, frozen=True, kw_only=True):
    """How battles, characters and obstacles scale."""

    hp_multiplier: tuple[int, ...]
    ability_multiplier: tuple[int, ...]
    """What an ability counts in damage and recoveries, level by level."""
    ability_increase_levels: tuple[int, ...]
    abilities_per_increase: int
    ability_dice: Amount
    """Thrown for each score; the lowest die is dropped."""
    ability_points: int
    """To be spent instead of throwing."""
    ability_costs: dict[int, int]
    ability_spreads: dict[str, tuple[int, ...]]
    """Ready ways to spend all of the points."""
    background_points: int
    background_most: int
    starting_gold: Large
    starting_gold_roll: str
    offsets: dict[str, int]
    tiers: dict[str, tuple[int, int]]
    equivalents: tuple[Equivalent, ...]
    mooks_per_monster: dict[str, int]
    level_up_after_heal_ups: tuple[int, int]
    gold_per_heal_up: tuple[Large, ...]
    environment: dict[str, str]
    difficulty: dict[str, dict[str, Difficulty]]
    templates: dict[str, dict[str, tuple[int, int]]]


class Books(Content):
    """All content of the game; packs may lie over it."""

    def __init__(self, packs: tuple[Pack, ...] = ()) -> None:
        super().__init__("archmage", PACKAGE, KINDS, None, packs)
        if packs:
            for kind, schema in SCHEMAS.items():
                self.entries(kind, schema)
            self._check_creatures()
            known: dict[str, Container[str]] = {
                "class": self.classes,
                "monster": self.monsters,
                "power": self.powers,
                "chakra": self.chakras,
            }
            self.check(self._references(), known)
            self.check(names_in(self.encounter_tables, "monster"), known)
            check_numbers(self, self.encounter_tables)
            self.nature_of, self.tokens  # noqa: B018 - nobody may have two natures, or two pictures

    def _references(self) -> Iterator[Reference]:
        for name, power in self.powers.items():
            yield "powers", name, "class", power.class_id
            for other in (*power.excludes, *power.brings):
                yield "powers", name, "power", other
        for name, item in self.items.items():
            for where in (item.chakra, item.or_chakra):
                yield "items", name, "chakra", where
            yield "items", name, "power", item.casts
        for name, nature in self.natures.items():
            for one in nature.monsters:
                yield "natures", name, "monster", one

    def _check_creatures(self) -> None:
        """A creature's attacks have a name each, and what sets one of them off names one that it has."""
        for name, entry in self.monsters.items():
            own = [attack.id for attack in entry.attacks]
            twice = next((each for each in own if own.count(each) > 1), None)
            if twice is not None:
                raise self.fault(Words(FILE_TEXTS, "file.twice", name=twice), "monsters", name, twice)
            for wanted in _attacks_named(entry):
                if wanted not in own:
                    raise self.fault(unknown_name(wanted, own), "monsters", name, wanted)
            for kind in _damage_types(entry):
                if kind not in WORDED_TYPES:
                    raise self.fault(unknown_name(kind, WORDED_TYPES), "monsters", name, kind)

    def played(self) -> Mapping[str, Mapping[str, int]]:
        """Features, talents, powers and feats: how many the rules play, ask the referee about, or only tell."""
        found: dict[str, dict[str, int]] = {}
        for entry in self.powers.values():
            if entry.sort != "part":
                _count(found, entry.sort, entry.plays)
                for feat in entry.feats.values():
                    _count(found, "feat", feat.plays)
        for item in self.items.values():
            _count(found, "item", item.plays)
        return found

    @cached_property
    def classes(self) -> Catalogue[ClassEntry]:
        """The fifteen classes."""
        return self.entries("classes", ClassEntry)

    @cached_property
    def peoples(self) -> Catalogue[PeopleEntry]:
        """The peoples that characters come from."""
        return self.entries("peoples", PeopleEntry)

    @cached_property
    def powers(self) -> Catalogue[PowerEntry]:
        """The powers that open facts carry, and a few of our own."""
        return self.entries("powers", PowerEntry)

    @cached_property
    def owner_of_part(self) -> Mapping[str, str]:
        """The entry that each part comes with: the first, where several bring it."""
        pairs = [
            (part, name)
            for name, entry in self.powers.items()
            for brought in (entry.brings, *(each.brings for each in (*entry.by_level.values(), *entry.feats.values())))
            for part in brought
        ]
        return dict(reversed(pairs))

    @cached_property
    def items(self) -> Catalogue[ItemEntry]:
        """The true magic items."""
        return self.entries("items", ItemEntry)

    @cached_property
    def chakras(self) -> Catalogue[ChakraEntry]:
        """The places where magic items are worn."""
        return self.entries("chakras", ChakraEntry)

    @cached_property
    def monsters(self) -> Catalogue[MonsterEntry]:
        """The creatures."""
        return self.entries("monsters", MonsterEntry)

    @cached_property
    def summons(self) -> Catalogue[SummonEntry]:
        """The creatures that powers call up."""
        return self.entries("summons", SummonEntry)

    @cached_property
    def natures(self) -> Catalogue[NatureEntry]:
        """By which policies creatures fight."""
        return self.entries("natures", NatureEntry)

    @cached_property
    def baselines(self) -> Catalogue[BaselineEntry]:
        """The numbers of average creatures by strength and level."""
        return self.entries("baselines", BaselineEntry)

    @cached_property
    def building(self) -> BuildingEntry:
        """How battles and characters scale."""
        return self.value("building", BuildingEntry)

    @cached_property
    def encounter_tables(self) -> EncounterTables:
        """Who is met in dungeons of a level (``level_1``), where a pack says it."""
        return self.tables("encounter_tables", EncounterRow)

    @cached_property
    def nature_of(self) -> Mapping[str, Nature]:
        """The nature of every creature of the catalogue: by its name, its family, or its type."""
        known = self.monsters
        found = sort_natures(self.natures, known)
        return {name: found.of(name, (entry.family,), entry.type) for name, entry in known.items()}

    @cached_property
    def tokens(self) -> Tokens:
        """Whose token has which picture; one may be kept for a creature that a pack leaves out."""
        known = {**load_books().monsters, **self.monsters}
        breeds = {name: Breed(entry.name, entry.type, (entry.family,)) for name, entry in known.items()}
        return sort_tokens(self.entries("tokens", TokenEntry), breeds)


def _count(found: dict[str, dict[str, int]], sort: str, plays: Plays) -> None:
    counts = found.setdefault(sort, {"runs": 0, "asks": 0, "told": 0})
    counts[plays] += 1


def _attacks_named(entry: MonsterEntry) -> Iterator[str]:
    """Attacks of its own that a creature's entry speaks of."""
    yield from entry.nastier_attacks
    yield from (special.attack for special in entry.specials if special.attack)
    for effect in _effects(entry):
        if isinstance(effect, (Allow, Boost, Follow)) and effect.attack:
            yield effect.attack


def _damage_types(entry: MonsterEntry) -> Iterator[str]:
    yield from entry.vulnerable
    for special in entry.specials:
        yield from special.types
    for attack in entry.attacks:
        yield from (attack.type, *attack.random_type)
    for effect in _effects(entry):
        if isinstance(effect, (Harm, Ongoing)) and effect.type:
            yield effect.type


def _effects(entry: MonsterEntry) -> Iterator[AnyEffect]:
    for rider in (*(rider for attack in entry.attacks for rider in attack.riders), *entry.nastier_riders):
        yield from rider.effects


SCHEMAS: Final[Mapping[str, type[Struct]]] = {
    "classes": ClassEntry,
    "powers": PowerEntry,
    "monsters": MonsterEntry,
    "summons": SummonEntry,
    "baselines": BaselineEntry,
    "building": BuildingEntry,
    "natures": NatureEntry,
    "peoples": PeopleEntry,
    "tokens": TokenEntry,
    "items": ItemEntry,
    "chakras": ChakraEntry,
}
"""What the entries of each kind are made of."""
KINDS: Final = (*SCHEMAS, "encounter_tables")


def load_books(packs: tuple[Pack, ...] = ()) -> Books:
    """All content of the game with a reader's packs laid over it, read once; each kind when it is first asked for."""
    return _laid(packs)


_laid = lru_cache(maxsize=16)(Books)  # called in one way only: no packs and none given are the same content


def books_of(game: Ruleset[Any]) -> Books:
    """The content that a game of this engine, or a campaign of it, has been given."""
    books = game.books()
    if not isinstance(books, Books):
        raise TypeError(f"{game.id} is no game of this engine")
    return books


def as_named(noun: Noun, number: int = 0, *, woman: bool = False, grammar: Grammar = "proper") -> Named:
    """A noun of the content as a name in play."""
    it = noun.feminine if woman and noun.feminine else noun.it
    return Named(it, noun.en, "f" if woman else noun.gender, number, grammar)
