"""The entries of the content files, as they are written."""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Noun, Sourced
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.state import Experience
from arbitro.rules.daggerheart.words import (
    Band,
    DamageKind,
    FoeType,
    HowMany,
    Landing,
    Named,
    Outcome,
    PlaceType,
    Reply,
    Sides,
    Tension,
    Trait,
    TraitNumber,
    Use,
)
from arbitro.text import Grammar, Language

Tier = Annotated[int, Meta(ge=1, le=4)]


def named(noun: Noun, number: int = 0, grammar: Grammar = "proper") -> Named:
    """A name for play from a name in a file."""
    return Named(noun.it, noun.en, noun.gender, number, grammar)


class Phrases(Struct, frozen=True, forbid_unknown_fields=True):
    """Several short things, said in both languages."""

    it: tuple[str, ...]
    en: tuple[str, ...]

    def in_(self, language: Language) -> tuple[str, ...]:
        """All of them in one language."""
        return self.it if language == "it" else self.en


class FeatureWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A feature in words for the GM: the whole rule of it, and what to ask about it."""

    it: str
    en: str
    ask: Phrases | None = None
    """Questions for the GM to answer, or to put to the players."""

    def in_(self, language: Language) -> str:
        """The rule in one language."""
        return self.it if language == "it" else self.en


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
    tier: Tier
    type: FoeType
    difficulty: Annotated[int, Meta(ge=1, le=100)]
    hp: Annotated[int, Meta(ge=1, le=1000)]
    stress: Annotated[int, Meta(ge=0, le=1000)]
    attack: AttackEntry
    thresholds: tuple[int | None, int | None] | None = None
    creatures_per_hp: int = 0
    kin: str = ""
    beast: bool = False
    """No words reach it, and it wants no ransom."""
    experiences: tuple[Experience, ...] = ()
    features: tuple[Feature, ...] = ()
    motives: Phrases | None = None
    """What it wants and how it goes about it (DHP-ADVSTAT-01)."""
    feature_words: dict[str, FeatureWords] = field(default_factory=dict)
    """Its features in words, by their ids; those made after a pattern have the pattern's words otherwise."""


class PlaceEntry(Sourced, frozen=True):
    """An environment, as files write it (DHP-ENV-01)."""

    name: Noun
    tier: Tier
    type: PlaceType
    difficulty: Annotated[int, Meta(ge=0, le=100)]
    adversaries: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    impulses: Phrases | None = None
    """What it pushes towards, as though it wanted something (DHP-ENV-01)."""
    feature_words: dict[str, FeatureWords] = field(default_factory=dict)
    """Its features in words, by their ids."""


class PatternEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A recurrent feature."""

    feature: Feature
    words: Phrase | None = None
    """Its rule, with gaps for what each adversary fills in: value, bonus, damage, standard, kind, range."""


class ArmourEntry(Sourced, frozen=True):
    """A suit of armour."""

    name: Noun
    tier: int
    major: int
    severe: int
    score: int
    evasion: int = 0
    agility: int = 0
    feature: str = ""


class ProfileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The other way to use a Versatile weapon."""

    name: Noun
    trait: Trait
    range: Band
    die: Sides
    plus: int = 0


class WeaponEntry(Sourced, frozen=True):
    """A weapon, with what its feature does."""

    name: Noun
    tier: int
    trait: Trait
    range: Band
    die: Sides
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
    spellcast: bool = False
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
    features: tuple[str, ...] = ()
    """Beside the Hope Feature."""


class FormEntry(Sourced, frozen=True):
    """A Beastform (DHP-CHAR-04); some are made of lesser ones, to which they add."""

    name: Noun
    tier: int
    bonus: int
    """To the trait."""
    evasion: int
    trait: Trait | None = None
    """None: that of the form which it is made of."""
    range: Band = "melee"
    die: HowMany = 0
    plus: int = 0
    features: tuple[str, ...] = ()
    advantages: tuple[str, ...] = ()
    """What it is made for; `attack`: its attacks have advantage."""
    bases: HowMany = 0
    """Of how many lesser forms it is made."""
    base_tier: int = 0
    """The highest tier that those may have."""
    stress: int = 0
    """More than the Stress of any form."""
    larger: bool = False
    """The damage die is a size larger than that of the form which it is made of."""


class CharacterEntry(Sourced, frozen=True, rename={"class_id": "class"}):
    """A ready-made character."""

    name: Noun
    class_id: str
    traits: dict[Trait, TraitNumber]
    experiences: tuple[Experience, ...]
    armour: str = ""
    weapons: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    adaptable: bool = False
    subclass: str = ""
    ancestry: str = ""
    mixed: str = ""
    """The ancestry of the second feature, where it is another one."""
    community: str = ""


class ConditionEntry(Sourced, frozen=True):
    """What a condition does."""

    name: Noun
    rules: tuple[str, ...]
    exposed: bool = False
    """Rolls against the bearer have advantage."""
    hidden: bool = False
    """Rolls against the bearer have disadvantage."""
    shown: Literal["", "met", "sight", "moving"] = ""
    """What gives whoever hides away: an enemy who comes up, or only an own move up to one, or any own move."""
    fixed: bool = False
    """The bearer cannot move."""
    still: bool = False
    """The bearer cannot act."""
    seen: bool = False
    """The bearer cannot be Hidden."""
    hampers: tuple[Trait, ...] = ()
    hampers_attacks: bool = False
    """All of the bearer's attacks have disadvantage."""
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
    halves_evasion: bool = False
    """Attacks on the bearer are held against half of the Evasion."""
    hampers_others: bool = False
    """The bearer's attacks on anybody but the source have disadvantage."""
    hampers_near: Band | None = None
    """The bearer's attacks have disadvantage while the source is so near."""
    roll_harm: Amount | None = None
    """Damage with each action roll."""
    roll_harm_kind: DamageKind = "magic"
    hope_die: int = 0
    """The sides of the bearer's Hope Die."""
    fear_die: int = 0
    """The sides of the bearer's Fear Die."""
    shed_hope: int = 0
    """Hope lost with each action roll that is made to shed it."""
    shed_harm: Amount | None = None
    """Physical damage with each action roll that is made to shed it."""
    freed_by: int = 0
    """Damage of this severity to the source ends it."""
    freed_over: int = 0
    """An attack that deals the source more damage than this ends it."""
    lost_hidden: bool = False
    """Hiding ends it."""
    eased: bool = False
    """Clearing a Stress ends it."""
    shared: bool = False
    """All who have it from one source lose it together: it is one darkness."""
    catches: str = ""
    """The condition of adversaries that come within Very Close of the bearer, who pulls them into Melee."""
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
    climbs: int = 0
    """The faces of a die that grows with every wound that the bearer deals, and joins the damage."""
    bars: tuple[str, ...] = ()
    """Conditions that cannot take hold of the bearer."""
    gives: dict[str, int] = field(default_factory=dict)
    """What it adds to numbers of a PC from the beginning."""
    wakes: bool = False
    """Damage to the bearer ends it."""
    taken: Amount | None = None
    """Added to the damage of attacks on the bearer."""
    once: bool = False
    """The next attack that hits the bearer ends it."""
    no_armour: bool = False
    """The bearer marks no Armor Slots against damage."""
    armour_steps: int = 0
    """How much lighter an Armor Slot makes a blow besides; one that then leaves no Hit Point to mark ends it."""
    spares: int = 0
    """Hit Points that are cleared in place of the bearer's death move, which ends it."""
    burn_kind: DamageKind = "magic"
    """Of what burns; physical damage of that sort is direct."""
    burns: Amount | None = None
    """Damage at the end of each action of the bearer, an adversary's."""
    surges: int = 0
    """The faces of a die that joins every action roll of the bearer and then grows; past them it ends, at a Stress."""
    lapses: bool = False
    """Whoever cannot pay the Hope that it takes to roll is free of it, and rolls."""
    returns: bool = False
    """The bearer is away; each roll of a PC with Fear lets it try to come back, against a Difficulty one lower."""
    faithful: bool = False
    """Ends when its source attacks somebody else."""
    twin: bool = False
    """The bearer's next attack to succeed counts against one more adversary in range."""
    free_help: bool = False
    """The bearer's next help costs no Hope."""
    heartens: bool = False
    """The next PC to attack the bearer clears a Stress, or gains a Hope."""
    spotlights: int = 0
    """How often the bearer may have the spotlight in a GM turn."""
    fall: Amount | None = None
    """Damage when the bearer hits the ground: after the PCs' next action roll, unless something stops the fall."""

    @property
    def keeps(self) -> bool:
        """Whether the bearer cannot leave: no moving, no acting, or in something's grip until it is hurt enough."""
        return self.fixed or self.still or self.freed_by > 0 or self.freed_over > 0


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
