"""Features of adversaries and environments as data: what sets one off, what it costs, whom it touches, what it does.

A feature is made of a few parts that the rules know how to carry out. `attack` rolls the GM's Die against Evasion,
`roll` calls for reaction rolls, `do` is done to each target (of an attack: to each one hit), `own` to the owner and the
scene. With `count` all of this happens only when the countdown that the feature starts comes to an end.
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.daggerheart.words import Band, DamageKind, Named, Outcome, Trait, Until


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """One thing done to a target or to the scene."""

    @property
    def choices(self) -> tuple[str, ...]:
        """What it lets the GM pick from; nothing where there is no choice."""
        return ()


class Harm(Part, frozen=True):
    """Damage; `standard`: as much as the owner's standard attack."""

    damage: Amount = Amount()
    kind: DamageKind = "physical"
    direct: bool = False
    standard: bool = False


class Stress(Part, frozen=True):
    """The target marks Stress; `all` of it if so stated."""

    amount: Amount = Amount(0, 6, 1)
    all: bool = False

    @classmethod
    def of(cls, amount: int) -> "Stress":
        """So much Stress, without dice."""
        return cls(Amount(0, 6, amount))


class Wound(Part, frozen=True):
    """The target marks Hit Points, whatever its thresholds."""

    amount: int = 1


class Reflect(Part, frozen=True):
    """The target, whose attack has just counted against the owner, takes half of the damage that it dealt."""


class Hope(Part, frozen=True):
    """The target loses Hope, or gains it (a negative amount)."""

    amount: Amount = Amount(0, 6, 1)
    all: bool = False


class Impose(Part, frozen=True):
    """The target gets a condition, until something ends it."""

    condition: str
    until: Until = "temporary"
    traits: tuple[Trait, ...] = ()
    """With which a PC may shed it; any that fits when empty."""
    difficulty: int = 0
    """Of that roll; the owner's when 0."""
    countdown: int = 0
    """Attacks on the owner until the target must make a death move."""
    by_attack: bool = False
    """A successful attack of the target's ends it too."""
    sole: bool = False
    """Only one target at a time: whoever was under it from the same owner is free of it."""


class Release(Part, frozen=True):
    """The target loses a condition."""

    condition: str


class Push(Part, frozen=True):
    """The target is thrown to a range from the owner; `clear`: out of an area of that size instead."""

    to: Band
    clear: bool = False


class Mend(Part, frozen=True):
    """The owner clears a Hit Point, or as many marks as the target marked Hit Points (`wounds`), wounds first."""

    wounds: bool = False


class Fear(Part, frozen=True):
    """The GM gains Fear (DH-FEAR-04)."""

    amount: Amount = Amount(0, 6, 1)


class Tell(Part, frozen=True):
    """Something that only the story shows; the GM says how."""


class Chase(Part, frozen=True):
    """Two countdowns against each other, the party's progress and what escapes it; the first to end drops the other."""

    progress: int
    consequence: int
    caught: Named
    lost: Named


Simple = Harm | Stress | Wound | Reflect | Hope | Impose | Release | Push | Mend | Fear | Chase | Tell


class Break(Part, frozen=True):
    """The target marks an Armor Slot without benefit; if none is free, `otherwise` happens."""

    otherwise: tuple[Simple, ...] = ()


class IfWounded(Part, frozen=True):
    """What follows if the damage before made the target mark at least so many Hit Points."""

    least: int
    then: tuple[Simple, ...]


class IfUnarmored(Part, frozen=True):
    """What follows if the target marked no Armor Slot against the damage before (or did: `marked`)."""

    then: tuple[Simple, ...]
    marked: bool = False


Effect = Simple | Break | IfWounded | IfUnarmored


class Clear(Part, frozen=True):
    """The owner (or an ally) clears marks."""

    hp: int = 0
    stress: int = 0
    who: Literal["owner", "ally"] = "owner"
    within: Band = "out_of_range"
    """How near an ally must be."""
    bleed: int = 0
    """Hit Points that an ally marks for it."""
    either: bool = False
    """Hit Points or Stress, not both: as the GM says, otherwise Hit Points while any are marked."""
    join: bool = False
    """The owner first goes into Melee with the ally, from where it strikes."""

    @property
    def choices(self) -> tuple[str, ...]:
        """Hit Points or Stress, where it says so."""
        return ("hp", "stress") if self.either else ()


class Summon(Part, frozen=True):
    """Adversaries appear; `spotlight`: they may act at once."""

    what: tuple[str, ...]
    count: Amount = Amount(0, 6, 1)
    per_pc: bool = False
    within: Band = "far"
    spotlight: bool = False
    by_leader: bool = False
    """Near the leader of those present, if there is one."""
    by_pc: bool = False
    """Near a PC, not near the owner."""

    @property
    def choices(self) -> tuple[str, ...]:
        """One of several stat blocks."""
        return self.what if len(self.what) > 1 else ()


class Rally(Part, frozen=True):
    """Allies within a range get the spotlight for free, under a condition if one is named."""

    count: Amount
    within: Band = "far"
    of: str = ""
    """Only this type of adversary."""
    condition: str = ""
    owner: bool = False
    """The owner gets it too."""
    in_reach: bool = False
    """Only those who can attack somebody from where they stand."""


class Barrage(Part, frozen=True):
    """Everybody of a stat block near the owner shoots at the nearest PC with advantage; hits on one PC add up."""

    of: str
    within: Band = "far"


class Again(Part, frozen=True):
    """The owner may be spotlighted once more in this turn."""


class Split(Part, frozen=True):
    """The owner is replaced by others, which act at once."""

    into: str
    count: int = 2


class Reform(Part, frozen=True):
    """The owner may rise again: on this face or higher of a d6, while other adversaries stand."""

    least: int = 6


class Counter(Part, frozen=True):
    """A number kept for the owner changes: heads of a hydra, a charge that is used up."""

    name: str
    by: int
    most: int = 99


class Ally(Part, frozen=True):
    """An ally within a range gets a condition of its own for as long as stated."""

    condition: str
    within: Band = "close"
    until: Until = "source"


class Self(Part, frozen=True):
    """The owner gets a condition."""

    condition: str
    until: Until = "stated"
    traits: tuple[Trait, ...] = ()
    """With which a PC's roll against the owner ends it."""
    difficulty: int = 0
    """Of that roll."""


class Imbue(Part, frozen=True):
    """An adversary of the GM's choice gets one of these conditions (or `all`) for the scene, and the spotlight."""

    conditions: tuple[str, ...]
    all: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """One of the boons, unless it gives all."""
        return () if self.all else self.conditions


class Leave(Part, frozen=True):
    """The owner escapes from the scene."""


class Zone(Part, frozen=True):
    """Until the next roll with Fear, whoever moves near the target's spot makes the reaction roll of this feature."""

    within: Band = "close"
    here: bool = False
    """Around the owner, not around a target."""
    lasting: bool = False
    """For the rest of the scene, or until the GM ends it."""
    harm: Harm | None = None
    """Dealt without a roll."""


class Drain(Part, frozen=True):
    """A d8; on this face or higher everybody within a range marks a Hit Point."""

    least: int
    within: Band


class Advance(Part, frozen=True):
    """A countdown advances by a roll."""

    amount: Amount
    kind: str = "long_term"


Own = (
    Clear
    | Fear
    | Summon
    | Rally
    | Barrage
    | Again
    | Split
    | Reform
    | Counter
    | Ally
    | Self
    | Imbue
    | Leave
    | Zone
    | Drain
    | Advance
    | Tell
)


class Target(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Whom a feature touches: one, up to a number, or all within a range of the owner or of a point."""

    who: Literal["one", "some", "all", "path"] = "one"
    within: Band = "melee"
    count: int = 1
    area: Band | None = None
    """Around a point within `within`, all who are no farther from it than this."""
    having: str = ""
    """Only those with this condition."""
    mine: bool = False
    """... from the owner itself."""
    charge: bool = False
    """The owner moves along the path, up to the last of those in its way."""
    near: int = 0
    """Only those with so many of the owner's kin in Melee."""
    run: Band = "close"
    """How far the owner may go for an attack on one or some of them."""


class Strike(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An attack roll and its damage; without damage the standard attack's is dealt unless `harmless`."""

    damage: Amount | None = None
    kind: DamageKind = "physical"
    direct: bool = False
    advantage: int = 0
    harmless: bool = False
    impact: Amount | None = None
    """Added to the damage of those who are thrown against something, where the GM says so."""


class Dodge(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reaction roll of each target (DH-ADVERSARY-03); `half`: damage in full on a failure, half on a success."""

    traits: tuple[Trait, ...]
    difficulty: int = 0
    """The owner's own when 0."""
    half: Harm | None = None
    spare: int = 0
    """Stress that a PC who succeeds may mark rather than take the halved damage."""
    offer: bool = False
    """A PC who fails may accept what is offered rather than pay; with nothing left to pay, refusing means exile."""
    fail: tuple[Effect, ...] = ()
    success: tuple[Effect, ...] = ()
    worse: str = ""
    """Those under this condition roll with disadvantage."""


class Gate(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A die that decides whether a feature does anything: this face or higher."""

    sides: int
    least: int


class Count(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A countdown that a feature starts."""

    start: Amount
    kind: Literal["standard", "progress", "consequence", "long_term", "attacks", "fear_rolls", "climb"] = "standard"
    loop: bool = False
    leader: bool = False
    """It stops when the last leader is gone."""
    ends: Literal["", "success"] = ""
    """What the scene comes to at 0: the party is up, or across."""


Tells = Literal[
    "",
    "clear_answer",
    "glimpses",
    "blur",
    "image",
    "knowledge_and_item",
    "knowledge",
    "vague",
    "lead",
    "sigils",
    "sigils_and_style",
    "entrance",
    "nothing",
]
"""What a try brings that only the GM can put into words."""


class Finding(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one outcome of a try brings to whoever made it."""

    tells: Tells = ""
    details: int = 0
    """How many of the things that are to be found out here."""
    stress: int = 0
    """Marked in any case."""
    hope: Amount | None = None
    gold: Amount | None = None
    """Handfuls earned."""
    edge: bool = False
    """Advantage on the next such try."""
    price: int = 0
    lead: "Finding | None" = None
    """What can still be had for so much Stress."""


Moment = Literal[
    "hit",  # an attack of the owner's succeeded against a PC
    "wounded_target",  # ... and made the PC mark Hit Points
    "before_damage",  # ... before its damage is rolled
    "damages",  # damage of the owner's counted against a PC, by an attack or otherwise
    "damaged",  # the owner took damage
    "struck",  # an attack on the owner succeeded, whatever it did to it
    "wounded",  # the owner marked Hit Points, by whatever cause
    "about_to_be_damaged",  # damage to the owner is about to count
    "ally_about_to_be_damaged",
    "defeated",
    "escaped",  # the owner got out of the scene
    "foe_defeated",  # any adversary is defeated; for places
    "ally_wounded",  # an ally marked Hit Points
    "ally_wounds",  # a PC marked Hit Points from another
    "ally_strikes",  # an ally's attack hit a PC, before its damage is rolled
    "pc_failed",
    "pc_failed_fear",
    "pc_fear",
    "spotlighted",
    "first_spotlight",
    "enters_melee",
    "presence_low",  # a PC's Presence roll against the owner came to 14 or less
    "any",  # whenever the GM likes
]


class When(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What sets a reaction off."""

    moment: Moment
    within: Band | None = None
    least: int = 0
    """Hit Points marked by it, at least."""
    most: int = 99
    total: int = 0
    """Hit Points marked in all, at least."""
    severity: int = 0
    """1 Minor, 2 Major, 3 Severe: only this, or this and above when `above`."""
    above: bool = True
    kind: DamageKind | None = None
    of: tuple[str, ...] = ()
    """Stat blocks or types of the ally concerned."""
    standard: bool = False
    """Only by the standard attack."""


PassiveKind = Literal[
    "",
    "relentless",
    "relentless_by",
    "slow",
    "minion",
    "horde",
    "flying",
    "direct",
    "ramp_up",
    "pack",
    "flank",
    "double_near",
    "double_having",
    "damage_vs",
    "severe_vs",
    "mounted",
    "resist",
    "reduce",
    "weak",
    "in_your_face",
    "too_many",
    "multi",
    "fearsome",
    "shield_wall",
    "disguise",
    "heads",
    "teleport",
    "haggle",
    "hope_die",
    "difficulty_highest",
    "template",
    "place_of_healing",
    "investigate",
    "bribe",
    "pitons",
    "bodyguards",
    "flip",
    "hampered",
]


class Feature(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an adversary or an environment can do beyond its standard attack (DHP-ADVSTAT-05)."""

    id: str = ""
    name: Named = Named("", "")
    kind: Literal["action", "reaction", "passive"] = "action"
    pattern: str = ""
    """The recurrent feature that it is made after; what is said here changes the pattern (DHP-ADVSTAT-10)."""
    fear: int = 0
    stress: int = 0
    wounds: int = 0
    """Hit Points that its owner marks for it, never the last one."""
    per_pc: bool = False
    """The Fear is paid once for each PC of the party."""
    on_hit: bool = False
    """The price is paid only if the attack hits."""
    uses: int = 0
    """How often in a scene; 0: without limit."""
    needs: str = ""
    """A counter of the owner's that must not be 0."""
    after: str = ""
    """A counter of the owner's that must have been set before."""
    hurt: bool = False
    """Only with Hit Points marked."""
    lasting: bool = False
    """Once what sets it off is so, it can be used at any time while it stays so."""
    chorus: bool = False
    """Others of the same name near a target may mark a Stress each to raise the Difficulty by 1."""
    steady: int = 0
    """By so many ranges less is the owner moved against its will."""
    blocked: str = ""
    """A condition of the owner's that forbids it."""
    moves: bool = False
    """The owner moves as a part of it, as it does in a charge: whoever cannot move cannot use it."""
    when: When | None = None
    die: Gate | None = None
    """Thrown first: below its number nothing happens."""
    passive: PassiveKind = ""
    value: int = 0
    damage: Amount | None = None
    condition: str = ""
    kinds: tuple[DamageKind, ...] = ()
    trait: Trait | None = None
    target: Target | None = None
    attack: Strike | None = None
    roll: Dodge | None = None
    do: tuple[Effect, ...] = ()
    own: tuple[Own, ...] = ()
    count: Count | None = None
    ways: tuple[Trait, ...] = ()
    """The traits that a PC may try it with, against the Difficulty of the place."""
    findings: dict[Outcome, Finding] = field(default_factory=dict)
    details: tuple[Named, ...] = ()
    """What there is to be found out."""
    choose: bool = False
    """The player chooses which of it comes first."""
    once: bool = False
    """Each PC may try it once in a scene."""
    bonus: Amount | None = None
    """Added to damage about to be rolled."""
    add_standard: bool = False
    """The owner's standard damage is added to an ally's."""
    bonus_marked: bool = False
    """The bonus is the owner's marked Hit Points."""
    halve: bool = False
    """Damage about to count is halved."""
    take_over: bool = False
    """The owner takes the damage in the ally's place."""
    several: int = 0
    """Fear gained if the attack hits so many targets or more."""
    group: bool = False
    """A Group Attack of Minions (DHP-ADVSTAT-07)."""
    rules: tuple[str, ...] = field(default=())


def moves_owner(feature: Feature) -> bool:
    """Whether a feature is a movement of its owner's, which nobody makes who is held fast (DHP-COND-03)."""
    return feature.moves or (feature.target is not None and feature.target.charge)


class Wish(Struct, frozen=True):
    """What the GM has said about a feature that leaves something open."""

    pick: str = ""
    """One of what it offers: a stat block to summon, marks to clear, a boon."""
    ally: str = ""
    raised: int = 0
    """By how much others raise the Difficulty of its reaction rolls."""
    at: int | None = None
    """The spot that it is aimed at."""


OF_AN_IMPACT = ("open", "impact")
"""Where somebody is thrown: into the open, or against something."""


def offers(feature: Feature) -> tuple[str, ...]:
    """What a feature lets the GM pick from; nothing where there is no choice."""
    found: list[str] = []
    if feature.attack is not None and feature.attack.impact is not None:
        found += OF_AN_IMPACT
    for part in feature.own:
        found += part.choices
    return tuple(dict.fromkeys(found))


Need = Literal["value", "damage", "findings", "kinds"]
PASSIVES: Final[Mapping[PassiveKind, tuple[Need, ...]]] = {
    "relentless": ("value",),
    "relentless_by": (),
    "slow": (),
    "minion": ("value",),
    "horde": ("damage",),
    "flying": ("value",),
    "direct": (),
    "ramp_up": ("value",),
    "pack": ("damage",),
    "flank": ("damage",),
    "double_near": ("value",),
    "double_having": (),
    "damage_vs": ("damage",),
    "severe_vs": (),
    "mounted": ("value",),
    "resist": ("kinds",),
    "reduce": ("value",),
    "weak": ("value", "kinds"),
    "in_your_face": (),
    "too_many": (),
    "multi": ("value",),
    "fearsome": (),
    "shield_wall": ("value",),
    "disguise": (),
    "heads": ("value",),
    "teleport": (),
    "haggle": (),
    "hope_die": ("value",),
    "difficulty_highest": (),
    "template": ("kinds",),
    "place_of_healing": (),
    "investigate": ("findings",),
    "bribe": (),
    "pitons": (),
    "bodyguards": ("value",),
    "flip": (),
    "hampered": (),
}
"""The passive features that the rules know, each once: what it must say to do anything at all."""


def lacking(feature: Feature) -> Need | Literal[""]:
    """What a passive feature would need to do anything at all and does not say."""
    said: dict[Need, bool] = {
        "value": feature.value >= 1,
        "damage": feature.damage is not None,
        "findings": bool(feature.ways) and len(feature.findings) == len(get_args(Outcome)),
        "kinds": bool(feature.kinds),
    }
    return next((need for need in PASSIVES.get(feature.passive, ()) if not said[need]), "")


def after_pattern(feature: Feature, pattern: Feature) -> Feature:
    """A feature made after a pattern: what the feature says stands, the rest is the pattern's."""
    plain = Feature()
    changed = {
        name: getattr(feature, name)
        for name in Feature.__struct_fields__
        if getattr(feature, name) != getattr(plain, name) and (name != "pattern" or pattern.pattern)
    }
    return replace(pattern, **changed)
