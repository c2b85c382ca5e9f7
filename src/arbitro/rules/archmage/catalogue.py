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
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.token import Breed, TokenEntry, Tokens, sort_tokens
from arbitro.kernel.yamlfile import TEXTS as FILE_TEXTS
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.archmage.effects import Allow, AnyEffect, Boost, Follow, Harm, Ongoing
from arbitro.rules.archmage.power import (
    Ability,
    Attack,
    AttackKind,
    Bonus,
    Cost,
    Defence,
    Flexible,
    Level,
    Named,
    Rider,
    Situation,
    Special,
    Trigger,
    Usage,
)
from arbitro.rules.archmage.state import DAMAGE_TYPES, Category
from arbitro.text import Grammar, Words

PACKAGE: Final = "arbitro.rules.archmage"
WORDED_TYPES: Final = ("weapon", *DAMAGE_TYPES)
"""The types of damage that the catalogues have words for."""
Reach = Literal["engaged", "nearby", "far", "far_at_minus_2", "beside"]
Natural = Literal["any", "even", "odd"]
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


Tier = Literal["adventurer", "champion", "epic"]
TIERS: Final[tuple[Tier, ...]] = ("adventurer", "champion", "epic")
Plays = Literal["runs", "asks", "told"]
"""How an entry is played: the rules do all of it, they ask the referee for what is theirs to say, or its words are told
and the table does the rest."""
Sort = Literal["feature", "talent", "power", "people", "general", "part"]
"""What an entry is to a character: a feature of the class, a talent, a power, one of a people, a feat for anybody, or a
part of another entry that comes with it."""


class Gains(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a feature adds to the plain numbers of a character."""

    ac: int = 0
    pd: int = 0
    md: int = 0
    hp_base: int = 0
    recoveries: int = 0
    recovery_die: int = 0
    """The sides of the recovery die; 0: as the class has it."""
    background: int = 0
    resists: dict[str, int] = field(default_factory=dict)
    pools: dict[str, int] = field(default_factory=dict)
    """Points that a battle, or for ki a day, begins with."""
    pool_ability: dict[str, Ability] = field(default_factory=dict)
    """Whose modifiers are added to them."""
    senses_invisible: bool = False
    ranged_steps: int = 0
    """By how many steps the die of ranged weapons is larger."""
    ranged_miss_level: bool = False
    close_spells: bool = False
    """Ranged spells are cast as close ones are, and provoke nobody."""
    no_armour_penalty: bool = False
    no_weapon_penalty: bool = False
    specials: tuple[Special, ...] = ()
    key_ability: Ability | None = None
    """The ability that may stand for the one of the class's powers, where it is better."""


class Borrow(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Powers of other classes, of which a feature lets its owner choose one."""

    classes: tuple[str, ...]
    sort: Sort = "power"
    usages: tuple[Usage, ...] = ()
    """How often they may be used; empty: any way."""


class Ride(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Riders that a feature adds to attacks of a sort."""

    riders: tuple[Rider, ...]
    kinds: tuple[AttackKind, ...] = ("melee",)
    weapon: bool = True
    """Only to attacks that are made with a weapon, or with the fists."""
    powers: tuple[str, ...] = ()
    """Only to these."""


class Change(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a feat, or a higher level of a spell, changes: what is not named stays."""

    words: Phrase | None = None
    plays: Plays = "runs"
    kind: AttackKind | None = None
    action: Cost | None = None
    usage: Usage | None = None
    uses: int | None = None
    uses_by: Ability | None = None
    per_round: int | None = None
    recharge: int | None = None
    reach: Reach | None = None
    targets: Amount | None = None
    in_group: bool | None = None
    die: Literal[4, 6, 8, 10, 12, 20] | None = None
    damage: dict[int, Amount] | None = None
    miss_level: bool | None = None
    half: bool | None = None
    type: str | None = None
    escalation: int | None = None
    includes_self: bool | None = None
    price: int | None = None
    on_natural: Natural | None = None
    on_at_least: int | None = None
    attack_bonus: int | None = None
    free_from: int | None = None
    answers: tuple[AttackKind, ...] | None = None
    guards: tuple[Defence, ...] | None = None
    when: tuple[Situation, ...] | None = None
    sure: bool | None = None
    die_steps: int | None = None
    flexible: Flexible | None = None
    hp_more: int = 0
    """By how much the limit of hit points is higher."""
    riders: tuple[Rider, ...] | None = None
    """In place of those there are."""
    more: tuple[Rider, ...] = ()
    """Beside those there are."""
    bonuses: tuple[Bonus, ...] = ()
    rides: tuple[Ride, ...] = ()
    gains: Gains | None = None


class PeopleEntry(Sourced, frozen=True, kw_only=True):
    """A people that characters come from: the abilities of which it raises one."""

    name: Noun
    bonus: tuple[Ability, ...]


class PowerEntry(Sourced, frozen=True, kw_only=True, rename={"class_id": "class"}):
    """A power or spell of a class; what grows does so by spell level 1, 3, 5, 7, 9."""

    class_id: str = ""
    """The class whose it is; empty for those of a people, and for everybody's."""
    people: str = ""
    name: Noun
    sort: Sort = "power"
    group: str = ""
    """Of which the class knows a number of their own: spells, maneuvers."""
    level: int = 1
    """The level of powers from which on it can be chosen."""
    tier: Tier = "adventurer"
    """The tier from which on a talent can be chosen."""
    plays: Plays = "runs"
    """How it is played; where the rules do not do all of it, its words say the rest."""
    choose: tuple[str, ...] = ()
    """What its owner decides for good when taking it: a sort of creature, say."""
    borrows: Borrow | None = None
    """A power of another class that comes with it: which is decided for good when taking it."""
    excludes: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    """Other entries that come with it."""
    ousts: str = ""
    """The entry whose riders on other attacks it takes the place of."""
    passive: bool = False
    """Nothing that is used: it only adds to numbers and to other attacks."""
    kind: AttackKind = "melee"
    action: Cost = "standard"
    usage: Usage = "at_will"
    uses: int = 1
    per_round: int = 0
    recharge: int = 0
    weapon: bool = False
    """Made with the weapon of the basic attack."""
    weapon_die: int = 0
    """A die of its own per level, whatever is in hand."""
    ability: Ability | None = None
    defence: Defence = "ac"
    automatic: bool = False
    friendly: bool = False
    includes_self: bool = False
    self_only: bool = False
    reach: Reach = "engaged"
    targets: Amount = Amount(plus=1)
    in_group: bool = False
    weakest: bool = False
    damage: dict[int, Amount] = field(default_factory=dict)
    damage_ability: Ability | None = None
    type: str = "weapon"
    random_type: tuple[str, ...] = ()
    type_for_battle: bool = False
    even_hit_ongoing: dict[int, Amount] = field(default_factory=dict)
    hp_limits: dict[int, int] = field(default_factory=dict)
    more_on_miss: Ability | None = None
    miss_level: bool = False
    riders: tuple[Rider, ...] = ()
    flexible: Flexible | None = None
    trigger: Trigger | None = None
    teleports: bool = False
    uses_by: Ability | None = None
    """As many uses as the modifier of an ability, one at least."""
    times: Amount = Amount(plus=1)
    different: bool = False
    each_engaged: bool = False
    everybody: bool = False
    triggered: bool = False
    sure: bool = False
    answers: tuple[AttackKind, ...] = ()
    guards: tuple[Defence, ...] = ()
    on_natural: Natural = "any"
    on_at_least: int = 0
    when: tuple[Situation, ...] = ()
    after: tuple[str, ...] = ()
    only: tuple[Situation, ...] = ()
    state: str = ""
    spends: str = ""
    pool: str = ""
    price: int = 0
    escalation: int = 0
    half: bool = False
    """A miss deals half of the damage."""
    die_steps: int = 0
    two_weapons: bool = False
    """Only with a weapon in each hand."""
    needs_shield: bool = False
    armoured: Literal["", "none", "light", "heavy"] = ""
    """Only in this armour."""
    two_handed: Change | None = None
    """What is otherwise with a weapon in both hands."""
    shielded: Change | None = None
    """What is otherwise with a shield."""
    attack_bonus: int = 0
    lot: int = 0
    at_random: bool = False
    free_from: int = 0
    by_escalation: bool = False
    damage_times: dict[int, int] = field(default_factory=dict)
    die: int = 0
    """The size of its damage dice, where a feat has changed it."""
    hp_more: int = 0
    by_level: dict[int, Change] = field(default_factory=dict)
    """What it has more from a level of powers on."""
    feats: dict[Tier, Change] = field(default_factory=dict)
    bonuses: tuple[Bonus, ...] = ()
    rides: tuple[Ride, ...] = ()
    gains: Gains | None = None
    extra_gains: tuple[Gains, ...] = ()
    """Those of feats and higher levels."""


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
    def monsters(self) -> Catalogue[MonsterEntry]:
        """The creatures."""
        return self.entries("monsters", MonsterEntry)

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
    "baselines": BaselineEntry,
    "building": BuildingEntry,
    "natures": NatureEntry,
    "peoples": PeopleEntry,
    "tokens": TokenEntry,
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
