"""Adversaries, environments, arms, classes, ready-made people and the GM's lists, read from `content/` and checked."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Content, Noun, Sourced
from arbitro.kernel.nature import NatureEntry, Natures, sort_natures
from arbitro.kernel.pack import Pack
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.daggerheart.companies import Companies, CompanyEntry, gather_companies
from arbitro.rules.daggerheart.feature import Feature, after_pattern, lacking
from arbitro.rules.daggerheart.state import Armour, Assault, Block, Experience, Hero, Place, Power, Sheet, Weapon
from arbitro.rules.daggerheart.words import (
    Band,
    DamageKind,
    FoeType,
    Landing,
    Named,
    Outcome,
    PlaceType,
    Reply,
    Tension,
    Trait,
    Use,
)
from arbitro.text import Fault, Grammar, Texts, Words

PACKAGE = "arbitro.rules.daggerheart"
IMPROVISED = "improvised_"
"""How the ids of adversaries begin that were made up on the spot."""
KINDS = (
    "adversaries",
    "armour",
    "benchmarks",
    "characters",
    "classes",
    "companies",
    "conditions",
    "environments",
    "guidance",
    "natures",
    "patterns",
    "powers",
    "weapons",
)


_OF_TYPE: dict[FoeType, tuple[str, ...]] = {"minion": ("minion", "group_attack"), "horde": ("horde",)}
"""The recurrent features without which a type is none (DHP-ADVSTAT-06 to 08)."""


def named(noun: Noun, number: int = 0, grammar: Grammar = "proper") -> Named:
    """A name for play from a name in a file."""
    return Named(noun.it, noun.en, noun.gender, number, grammar)


class AttackEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The standard attack, as files write it."""

    name: Noun
    range: Band
    damage: Amount
    bonus: Amount = Amount()
    kind: DamageKind = "physical"
    direct: bool = False


class AdversaryEntry(Sourced, frozen=True):
    """A stat block, as files write it (DHP-ADVSTAT-01)."""

    name: Noun
    tier: int
    type: FoeType
    difficulty: int
    hp: int
    stress: int
    attack: AttackEntry
    thresholds: tuple[int | None, int | None] | None = None
    creatures_per_hp: int = 0
    kin: str = ""
    experiences: tuple[Experience, ...] = ()
    features: tuple[Feature, ...] = ()


class PlaceEntry(Sourced, frozen=True):
    """An environment, as files write it (DHP-ENV-01)."""

    name: Noun
    tier: int
    type: PlaceType
    difficulty: int
    adversaries: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()


class PatternEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A recurrent feature."""

    feature: Feature


class ArmourEntry(Sourced, frozen=True):
    """A suit of armour."""

    name: Noun
    tier: int
    major: int
    severe: int
    score: int
    evasion: int = 0
    agility: int = 0


class ProfileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The other way to use a Versatile weapon."""

    name: Noun
    trait: Trait
    range: Band
    die: int
    plus: int = 0


class WeaponEntry(Sourced, frozen=True):
    """A weapon, with what its feature does."""

    name: Noun
    tier: int
    trait: Trait
    range: Band
    die: int
    plus: int = 0
    kind: DamageKind = "physical"
    hands: int = 1
    secondary: bool = False
    attack: int = 0
    evasion: int = 0
    armour: int = 0
    finesse: int = 0
    melee_bonus: int = 0
    extra_die: bool = False
    second: bool = False
    pull: bool = False
    push: bool = False
    brutal: bool = False
    reload: bool = False
    parry: bool = False
    versatile: ProfileEntry | None = None
    feature: str = ""


class ClassEntry(Sourced, frozen=True):
    """What a class starts with (DHP-CHAR-01)."""

    name: Noun
    evasion: int
    hp: int
    domains: tuple[str, ...]
    spellcast: Trait | None = None
    hope_feature: str = ""


class PowerEntry(Sourced, frozen=True):
    """A Hope Feature or a card."""

    name: Noun
    kind: Literal["spell", "hope_feature", "healing"] = "spell"
    domain: str = ""
    level: int = 1
    hope: int = 0
    range: Band = "melee"
    all: bool = False
    die: int = 0
    plus: int = 0
    using: Literal["", "proficiency", "spellcast"] = ""
    damage_kind: DamageKind = "magic"
    pay_on_hit: bool = False
    more: int = 0
    condition: str = ""
    effect: Literal["", "clear_armour", "dodge", "mend", "mercy", "distract", "volley"] = ""
    limit: Literal["", "rest", "long_rest"] = ""
    others: bool = False
    either: bool = False
    recall: int = 0


class CharacterEntry(Sourced, frozen=True, rename={"class_id": "class"}):
    """A ready-made character."""

    name: Noun
    class_id: str
    traits: dict[Trait, int]
    experiences: tuple[Experience, ...]
    armour: str = ""
    weapons: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    adaptable: bool = False


class ConditionEntry(Sourced, frozen=True):
    """What a condition does."""

    name: Noun
    rules: tuple[str, ...]
    exposed: bool = False
    """Rolls against the bearer have advantage."""
    hidden: bool = False
    """Rolls against the bearer have disadvantage."""
    fixed: bool = False
    """The bearer cannot move."""
    still: bool = False
    """The bearer cannot act."""
    seen: bool = False
    """The bearer cannot be Hidden."""
    hampers: tuple[Trait, ...] = ()
    hampers_attacks: bool = False
    shed_stress: int = 0
    """Stress with each action roll that is made to shed it."""
    no_hope: bool = False
    """The bearer gains no Hope from results with Hope."""
    roll_stress: int = 0
    """Stress with each action roll."""
    roll_hope: int = 0
    half_damage: bool = False
    """The bearer deals half damage."""
    aims: bool = False
    """The bearer attacks with advantage."""
    freed_by: int = 0
    """Damage of this severity to the source ends it."""
    eased: bool = False
    """Clearing a Stress ends it."""
    by_climb: bool = False
    """The fall is as deep as the climb was high, and has to be climbed again."""
    poison: int = 0
    """Before an action roll a d6; this or less marks a Stress."""
    resists: tuple[DamageKind, ...] = ()
    immune: tuple[DamageKind, ...] = ()
    difficulty: int = 0
    """Added to the bearer's Difficulty."""
    more: Amount | None = None
    """Added to the damage of the bearer's attacks."""
    spotlights: int = 0
    """How often the bearer may have the spotlight in a GM turn."""
    fall: Amount | None = None
    """Damage when the bearer hits the ground: after the PCs' next action roll, unless something stops the fall."""

    @property
    def keeps(self) -> bool:
        """Whether the bearer cannot leave: no moving, no acting, or in something's grip until it is hurt enough."""
        return self.fixed or self.still or self.freed_by > 0


class Rung(Struct, frozen=True, forbid_unknown_fields=True):
    """One rung of a benchmark: what a Difficulty covers."""

    difficulty: int
    it: str
    en: str
    heights: str = ""
    """Of a jump, in heights of the jumper."""

    @property
    def multiple(self) -> Fraction:
        """The heights as a number."""
        return Fraction(self.heights)


class BenchmarkEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One column of the benchmark tables (DH-DIFF-04)."""

    trait: Trait
    verb: Phrase
    words: Phrase
    rules: tuple[str, ...]
    rungs: tuple[Rung, ...]


class MoveEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A GM move of a list; most are narrated."""

    rules: tuple[str, ...]
    effect: Literal["", "spotlight", "stress", "focus", "unseen", "clear_condition"] = ""
    lands: Landing = ""
    """What the engine can carry out of a move that is otherwise told."""
    suits: tuple[Literal["none", "minor", "major"], ...] = ()
    """How grave an answer it is fit for; `none`: in a turn that no roll opened."""
    gentle: bool = False
    """Whether it is at home in an incidental scene."""
    announces: bool = True
    """Whether a soft one that is only told leaves a threat hanging (DH-SOFT-01)."""


class ReinforcementsEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The countdown to more adversaries."""

    name: Noun
    start: int


class OutcomeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """How the GM answers an outcome (DH-MOVE-10)."""

    narrates: Literal["player", "gm", "both"]
    gm_move: bool
    severity: Literal["none", "minor", "major"]
    gm_fear: int
    pc_hope: int
    rules: tuple[str, ...]
    ideas: str = ""
    """The rule that lists moves for this outcome, and for no other."""


class RangeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The Fear that a tension suggests."""

    low: int
    high: int
    rules: tuple[str, ...]


class TierEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers for something improvised."""

    damage: tuple[Amount, Amount]
    difficulty: int
    bonus: int = 0
    major: int = 0
    severe: int = 0
    minion: Amount = Amount()
    """What one Minion of this tier deals."""
    patterns: tuple[Feature, ...] = ()
    """Numbers of the recurrent features that have one (DHP-ADVSTAT-06, 08, 09, 10)."""


class Guidance(Struct, frozen=True, forbid_unknown_fields=True):
    """The GM's lists and tables."""

    moves: dict[str, MoveEntry]
    answers: dict[str, tuple[Reply, ...]]
    reinforcements: ReinforcementsEntry
    experience_uses: dict[str, tuple[Use, ...]]
    minor: tuple[str, ...]
    major: tuple[str, ...]
    fallback: tuple[str, ...]
    examples: tuple[str, ...]
    outcomes: dict[Outcome, OutcomeEntry]
    tension: dict[Tension, RangeEntry]
    progress: dict[Outcome, int]
    consequence: dict[Outcome, int]
    climb: dict[Outcome, int]
    adversary_tiers: dict[str, TierEntry]
    place_tiers: dict[str, TierEntry]
    battle_cost: dict[FoeType, int]
    battle_adjust: dict[str, int]
    falls: dict[str, Amount]
    squares: dict[Band, int]
    feet: dict[Band, int]
    trait_array: tuple[int, ...] = field(default=())
    advancements: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """How often each may be taken by the slots of tier 2, 3 and 4 (DHP-LEVEL-02)."""
    highest_extra_card: tuple[int, ...] = ()
    """The level that an additional card may have at most, by the slots of tier 2, 3 and 4."""


class Library:
    """All content of the game; packs (folders of content files) may lie over it."""

    def __init__(self, packs: tuple[Pack, ...] = ()) -> None:
        self._content = Content("daggerheart", PACKAGE, KINDS, None, packs)

    @cached_property
    def patterns(self) -> Mapping[str, Feature]:
        """Recurrent features by id."""
        return {name: entry.feature for name, entry in self._content.entries("patterns", PatternEntry).items()}

    @cached_property
    def adversaries(self) -> Mapping[str, Block]:
        """Stat blocks by id."""
        found = self._content.entries("adversaries", AdversaryEntry)
        return {name: self._block(name, entry) for name, entry in found.items()}

    @cached_property
    def kinds(self) -> Mapping[str, Noun]:
        """What adversaries are called, one and several, by id."""
        return {name: entry.name for name, entry in self._content.entries("adversaries", AdversaryEntry).items()}

    @cached_property
    def natures(self) -> Natures:
        """By which policies adversaries fight: by their name, their kin, or their type."""
        return sort_natures(self._content.entries("natures", NatureEntry), self.adversaries)

    @cached_property
    def companies(self) -> Companies:
        """Who is met with whom, and where."""
        return gather_companies(self._content.entries("companies", CompanyEntry), self.adversaries)

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Environments by id."""
        found = self._content.entries("environments", PlaceEntry)
        return {
            name: Place(
                name,
                named(entry.name, grammar="one"),
                entry.tier,
                entry.type,
                entry.difficulty,
                entry.adversaries,
                self.features(entry.features),
            )
            for name, entry in found.items()
        }

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """Weapons by id."""
        same = [part for part in Weapon.__struct_fields__ if part not in ("id", "name", "versatile")]
        return {
            name: Weapon(
                name,
                named(entry.name),
                **{part: getattr(entry, part) for part in same},
                versatile=entry.versatile is not None,
            )
            for name, entry in self._content.entries("weapons", WeaponEntry).items()
        }

    @cached_property
    def second_profiles(self) -> Mapping[str, Weapon]:
        """Versatile weapons used the other way, by the id of the weapon; what it does while carried counts once."""
        found = self._content.entries("weapons", WeaponEntry)
        return {
            name: replace(
                self.weapons[name],
                id=f"{name}_{other.range}",
                name=named(other.name),
                trait=other.trait,
                range=other.range,
                die=other.die,
                plus=other.plus,
                versatile=False,
                evasion=0,
                armour=0,
                finesse=0,
                melee_bonus=0,
            )
            for name, entry in found.items()
            if (other := entry.versatile) is not None
        }

    @cached_property
    def known_weapons(self) -> frozenset[str]:
        """The ids that weapons on a sheet may have, second profiles included."""
        return frozenset(self.weapons) | {one.id for one in self.second_profiles.values()}

    @cached_property
    def armour(self) -> Mapping[str, Armour]:
        """Suits of armour by id."""
        return {
            name: Armour(name, named(one.name), one.major, one.severe, one.score, one.evasion, one.agility)
            for name, one in self._content.entries("armour", ArmourEntry).items()
        }

    @cached_property
    def first_weapons(self) -> tuple[str, ...]:
        """The weapons that new characters may choose from (DHP-CHAR-01)."""
        return tuple(name for name, one in self._content.entries("weapons", WeaponEntry).items() if one.tier == 1)

    @cached_property
    def first_armour(self) -> tuple[str, ...]:
        """The suits of armour that new characters may choose from (DHP-CHAR-01)."""
        return tuple(name for name, one in self._content.entries("armour", ArmourEntry).items() if one.tier == 1)

    @cached_property
    def powers(self) -> Mapping[str, Power]:
        """Hope Features and cards by id."""
        same = [part for part in Power.__struct_fields__ if part not in ("id", "name")]
        return {
            name: Power(name, named(entry.name), **{part: getattr(entry, part) for part in same})
            for name, entry in self._content.entries("powers", PowerEntry).items()
        }

    @cached_property
    def domains(self) -> Mapping[str, str]:
        """The domain of each card."""
        return {name: one.domain for name, one in self._content.entries("powers", PowerEntry).items() if one.domain}

    @cached_property
    def classes(self) -> Mapping[str, ClassEntry]:
        """Classes by id."""
        return self._content.entries("classes", ClassEntry)

    @cached_property
    def conditions(self) -> Mapping[str, ConditionEntry]:
        """Conditions by id."""
        return self._content.entries("conditions", ConditionEntry)

    @cached_property
    def benchmarks(self) -> Mapping[str, BenchmarkEntry]:
        """The eighteen columns of the benchmark tables."""
        return self._content.entries("benchmarks", BenchmarkEntry)

    @cached_property
    def guidance(self) -> Guidance:
        """The GM's lists and tables."""
        return self._content.value("guidance", Guidance)

    @cached_property
    def characters(self) -> Mapping[str, Hero]:
        """Ready-made characters by id, as they begin."""
        found = self._content.entries("characters", CharacterEntry)
        return {name: Hero(self.sheet(name, entry)) for name, entry in found.items()}

    def features(self, written: tuple[Feature, ...]) -> tuple[Feature, ...]:
        """Features as they are played: the ones made after a pattern filled in."""
        return tuple(self._feature(one) for one in written)

    def _feature(self, one: Feature) -> Feature:
        if one.pattern and one.pattern not in self.patterns:
            raise Fault(unknown_name(one.pattern, self.patterns))
        whole = after_pattern(one, self.patterns[one.pattern]) if one.pattern else one
        if lack := lacking(whole):
            raise Fault(Words(Texts(PACKAGE), f"feature_needs.{lack}", feature=whole.id))
        return whole

    def _block(self, name: str, entry: AdversaryEntry) -> Block:
        major, severe = entry.thresholds or (None, None)
        attack = entry.attack
        return Block(
            name,
            named(entry.name, grammar="one"),
            entry.tier,
            entry.type,
            entry.difficulty,
            entry.hp,
            entry.stress,
            Assault(named(attack.name), attack.range, (attack.damage,), attack.kind, attack.direct),
            major,
            severe,
            attack.bonus,
            entry.creatures_per_hp,
            entry.experiences,
            self.features(entry.features),
            entry.kin or name,
        )

    def improvised(
        self, tier: int, name: Named, kind: FoeType = "standard", patterns: tuple[str | Feature, ...] = ()
    ) -> Block:
        """An adversary made up on the spot from the numbers of its tier (DHP-ADVSTAT-12).

        Recurrent features come by name with the tier's numbers, or with numbers of their own. A Minion and a Horde
        have the features that make them one, and a Minion the body of one: a Hit Point, no thresholds, fixed damage.
        """
        numbers = _of_tier(self.guidance.adversary_tiers, tier)
        wanted = [Feature(pattern=one) if isinstance(one, str) else one for one in patterns]
        for implied in _OF_TYPE.get(kind, ()):
            if all(one.pattern != implied for one in wanted):
                wanted.append(Feature(pattern=implied))
        by_tier = {one.pattern: one for one in numbers.patterns}
        features = self.features(
            tuple(after_pattern(one, by_tier[one.pattern]) if one.pattern in by_tier else one for one in wanted)
        )
        minion = any(one.passive == "minion" for one in features)
        attack = Assault(name, "melee", (numbers.minion if minion else numbers.damage[0],))
        return Block(
            f"{IMPROVISED}{tier}",
            name,
            tier,
            "minion" if minion else kind,
            numbers.difficulty,
            1 if minion else 5,
            1 if minion else 3,
            attack,
            None if minion else numbers.major,
            None if minion else numbers.severe,
            Amount(0, 6, numbers.bonus),
            features=features,
            kin=f"{IMPROVISED}{tier}/{name.en}",
        )

    def adapted(self, place: Place, tier: int) -> Place:
        """An environment with the Difficulty of another tier (DHP-ENV-02)."""
        return replace(place, tier=tier, difficulty=_of_tier(self.guidance.place_tiers, tier).difficulty)

    def sheet(self, who: str, entry: CharacterEntry) -> Sheet:
        """A character sheet by the rules of creation (DHP-CHAR-01)."""
        calling = self.classes[entry.class_id]
        powers = tuple(self.powers[power] for power in entry.powers)
        if calling.hope_feature:
            powers = (self.powers[calling.hope_feature], *powers)
        weapons = tuple(self.weapons[weapon] for weapon in entry.weapons)
        weapons += tuple(self.second_profiles[weapon.id] for weapon in weapons if weapon.versatile)
        return Sheet(
            who,
            named(entry.name),
            entry.class_id,
            entry.traits,
            calling.evasion,
            calling.hp,
            entry.experiences,
            weapons,
            self.armour[entry.armour] if entry.armour else None,
            spellcast=calling.spellcast,
            powers=powers,
            adaptable=entry.adaptable,
        )


T = TypeVar("T")


def _of_tier(tiers: Mapping[str, T], tier: int) -> T:
    """The numbers of a tier, or what to say of one that there is not."""
    if str(tier) not in tiers:
        raise Fault(Words(Texts(PACKAGE), "content.no_tier", tier=tier, known=", ".join(tiers)))
    return tiers[str(tier)]


@cache
def library() -> Library:
    """The content of the package."""
    return Library()


@cache
def guidance() -> Guidance:
    """The GM's lists and tables."""
    return library().guidance
