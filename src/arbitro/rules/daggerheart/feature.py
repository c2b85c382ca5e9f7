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
from arbitro.rules.daggerheart.feature_words import Effect, Harm, Own
from arbitro.rules.daggerheart.words import Band, DamageKind, Named, Outcome, Sides, Trait


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
    """Only those who have that condition from the owner itself."""
    charge: bool = False
    """The owner moves along the path, up to the last of those in its way."""
    near: int = 0
    """Only those with so many of the owner's kin in Melee."""
    crowd: int = 0
    """Only those with so many other PCs Very Close."""
    casters: bool = False
    """Only those with a Spellcast trait."""
    others: bool = False
    """Everybody but the PC who set it off."""
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
    plus_major: bool = False
    """Each target's own Major threshold is added to it."""


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

    sides: Sides
    least: int


class Count(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A countdown that a feature starts."""

    start: Amount
    kind: Literal["standard", "progress", "consequence", "long_term", "attacks", "fear_rolls", "climb"] = "standard"
    loop: bool = False
    decreasing: bool = False
    """A loop that begins one lower each time."""
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
    "rumours_and_answer",
    "rumours",
    "alarming",
    "rumour",
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
    "pc_failed",  # ... an action roll
    "pc_failed_roll",  # ... a roll of any kind, reaction rolls as well
    "pc_failed_fear",
    "pc_fear",
    "spotlighted",
    "first_spotlight",
    "enters_melee",
    "presence_low",  # a PC's Presence roll against the owner came to 14 or less
    "rolled_against",  # a PC's action roll against the owner, whatever came of it
    "pc_hope",  # a PC has rolled with Hope, and nothing has come of it yet
    "pc_succeeded",
    "pc_attacks",  # a PC has made an attack
    "pc_hurt",  # damage has counted against a PC
    "ally_spotlighted",
    "ally_defeated",
    "attacked",  # the owner has made its standard attack, and it is over
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
    trait: Trait | None = None
    """Only rolls of this trait."""
    below: int = 0
    """Only rolls whose total is less."""
    having: str = ""
    """Only where the PC concerned is under this condition; any but Vulnerable must come from the owner."""


Case = Literal["", "hidden", "favoured", "no_hope", "held"]
"""The circumstance that a passive feature waits for.

The owner is Hidden; its attack has advantage; the target has no Hope; the target is under `condition` by the owner.
"""
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
    "pressed",
    "healing_costs",
    "flip",
    "hampered",
    "damage_if",
    "direct_if",
    "double_if",
    "aims_if",
    "others_double",
    "reduce_dice",
    "brittle",
    "all_in_reach",
    "halves_evasion",
    "shielded",
    "imposing",
    "unbound",
    "creeps",
    "in_numbers",
    "stress_spotlight",
    "slow_firing",
    "steadies",
    "money_talks",
    "adds_gold",
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
    per_wound: bool = False
    """The Fear is paid once for each Hit Point that the owner has just marked."""
    on_hit: bool = False
    """The price is paid only if the attack hits."""
    uses: int = 0
    """How often in a scene; 0: without limit."""
    needs: str = ""
    """A counter of the owner's that must not be 0."""
    after: str = ""
    """A counter of the owner's that must have been set before."""
    once_rung: str = ""
    """A feature of the same owner whose countdown must have run out before."""
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
    under: str = ""
    """A condition of the owner's without which it cannot be used; `hidden`: whatever hides it."""
    asks: bool = False
    """The GM is asked whether it applies though it costs nothing: only the story knows."""
    case: Case = ""
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
    swap: Amount | None = None
    """Rolled in place of the damage that was about to be rolled."""
    severe: bool = False
    """Severe damage is dealt in place of the roll."""
    turn_fear: bool = False
    """The roll with Hope that set it off becomes one with Fear."""
    retreat: Band | None = None
    """The owner first gets away from the PCs, as far as this."""
    miss: tuple[Effect, ...] = ()
    """What befalls those whom its attack has missed."""
    table: tuple["Feature", ...] = ()
    """One of these happens, by a die with as many sides."""
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
    wounds: int = 0
    """Hit Points that the owner has just marked, where that set it off."""


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
    "pressed": (),
    "healing_costs": ("value",),
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
    "damage_if": ("damage",),
    "direct_if": (),
    "double_if": (),
    "aims_if": (),
    "others_double": (),
    "reduce_dice": ("damage",),
    "brittle": ("value",),
    "all_in_reach": (),
    "halves_evasion": (),
    "shielded": (),
    "imposing": (),
    "unbound": (),
    "creeps": (),
    "in_numbers": (),
    "stress_spotlight": ("value",),
    "slow_firing": (),
    "steadies": ("value",),
    "money_talks": (),
    "adds_gold": (),
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
