"""The words that powers of the player characters are made of: prices apart, what they add, do, answer and change.

A power lasts (`bonuses`, `passive`), is used (`way`), or answers a moment (`when`, `twist`). What it does to targets
and to its owner is told with the words of features, and with a few of its own.
"""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.rules.daggerheart.feature_words import (
    Fear,
    Harm,
    Hope,
    Impose,
    Part,
    Push,
    Release,
    Stress,
    Tell,
    Wound,
)
from arbitro.rules.daggerheart.words import Band, HowMany, Trait, Until

Scale = Literal[
    "",
    "proficiency",
    "spellcast",
    "level",
    "tier",
    "agility",
    "strength",
    "finesse",
    "instinct",
    "presence",
    "knowledge",
    "half_agility",
    "domain",
    "paid",
]
"""What a number grows with: something of the sheet, the cards of the power's own domain, or what was paid."""
Way = Literal["", "cast", "check", "invoke", "attack", "passive", "react", "told"]
"""How a power is used: a Spellcast Roll, another trait roll, no roll, with a weapon attack; never by itself, at a
moment, or as a price whose effect the table tells."""
Stat = Literal[
    "evasion",
    "thresholds",
    "major",
    "severe",
    "hp",
    "stress",
    "armour",
    "attack",
    "damage",
    "proficiency",
    "toughness",
    "spellcast",
    "experience",
    "agility",
    "strength",
    "finesse",
    "instinct",
    "presence",
    "knowledge",
]
Need = Literal["", "armoured", "unarmoured", "strained", "unhurt", "four_cards", "hopeful"]
"""What must hold for a lasting bonus: armour worn or not, all Stress marked, no Hit Point marked, four cards of the
power's own domain at hand, two Hope or more."""
PowerMoment = Literal[
    "damage_due",  # damage is about to be measured against the owner
    "wound_due",  # it has been measured: Hit Points are about to be marked
    "ally_damage_due",
    "ally_wound_due",
    "hit",  # an attack of the owner's has succeeded, its damage is about to be rolled
    "aimed_at",  # an attack against the owner has succeeded, its damage is about to be rolled
    "ally_aimed_at",
    "before_roll",  # an action roll of the owner's is due
    "rolled",  # it has been made
    "ally_rolled",
]
"""When a power may answer."""
PassiveWord = Literal[
    "sturdy",
    "surefooted",
    "reach",
    "extra_rest_move",
    "long_move_in_short_rest",
    "unshakable",
    "luckbringer",
    "courage",
    "patterns",
    "adaptable",
    "spirit_weapon",
    "unarmoured_row",
    "extra_card",
]
"""What a power does all the time and no number says; the chapter that it concerns asks for it."""


class Restore(Part, frozen=True):
    """Marks are cleared: Hit Points, Stress, Armor Slots."""

    hp: Amount = Amount()
    stress: Amount = Amount()
    armour: Amount = Amount()
    by: Scale = ""
    """So many times the number."""


class Boost(Part, frozen=True):
    """Somebody is under a condition that makes a number of theirs higher or lower for a while."""

    condition: str
    stat: Stat
    amount: Amount = Amount(0, 6, 1)
    by: Scale = ""
    """So many times the amount, of the user's own."""
    until: Until = "rest"


class Join(Part, frozen=True):
    """The owner comes up to the target, without a roll."""


class Token(Part, frozen=True):
    """Tokens come to lie on the power, or as many as are missing of a number."""

    amount: int = 1
    upto: Scale = ""


class Lend(Part, frozen=True):
    """The target gets a power for the session, one from a level on that is better."""

    power: str
    better: str = ""
    level: HowMany = 5


PowerPart = Harm | Stress | Wound | Hope | Impose | Release | Push | Restore | Boost | Join | Token | Lend | Fear | Tell
"""What a power may do to somebody."""


class LastingBonus(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number of the sheet is higher for as long as the power is at hand."""

    stat: Stat
    amount: int = 1
    by: Scale = ""
    """So many times the amount."""
    need: Need = ""


class PowerTarget(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """On whom a power is used."""

    who: Literal["one", "some", "all"] = "one"
    side: Literal["foe", "ally", "party", "any"] = "foe"
    """An ally is another PC; the party is the owner too; any: the party and adversaries."""
    within: Band = "melee"
    count: HowMany = 0
    """Of some: at most so many."""
    area: Band | None = None
    """Everybody of the side so near the one who is named counts too."""
    others: bool = False
    """Of all, where it goes with an attack: those whom the attack did not name."""


class PowerWhen(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The moment that a power answers, and what must be so."""

    moment: PowerMoment
    kind: Literal["", "physical", "magic"] = ""
    """Of the damage."""
    least: int = 0
    """The severity that it must have at least: 2 Major, 3 Severe."""
    most: int = 0
    """The severity that it may have at most."""
    within: Band | None = None
    """How near the other one must be: the attacker, the target, the ally."""
    beyond: bool = False
    """The attacker is not in Melee."""
    trait: Trait | None = None
    outcomes: tuple[str, ...] = ()
    """Of a roll: those that it answers; empty: any."""
    means: Literal["", "attack", "weapon", "melee_weapon", "spell", "magic"] = ""
    """Of an attack: what it must be made with."""
    allies: bool = False
    """What befalls an ally counts as well as what befalls the owner."""
    fits: bool = False
    """Whether it fits the story is for the table to say: the owner claims it, the GM may object."""
    shows: int = 0
    """A face that the Hope Die must show."""
    hidden: bool = False
    """The owner is unseen, or an ally is in Melee with the target."""
    under: str = ""
    """A condition that the owner must be under."""
    on: str = ""
    """A condition that the other one must be under, put on by the owner."""
    room: Scale = ""
    """Fewer tokens than this must lie on the power."""
    last: bool = False
    """An ally who has two Hit Points or fewer left."""


class Twist(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an answer changes of what is under way."""

    severity: int = 0
    """Steps lighter."""
    hp: int = 0
    """Hit Points fewer."""
    damage: Amount | None = None
    """Off the damage."""
    none: bool = False
    """The damage comes to nothing."""
    halve: bool = False
    take_over: bool = False
    """The owner takes the blow instead."""
    more: Amount | None = None
    """On top of the damage."""
    by: Scale = ""
    """So many times the dice and number of what is added, taken off or put on a roll."""
    dice: int = 0
    """More damage dice of the weapon or spell."""
    double: bool = False
    """The damage twice."""
    magic: bool = False
    """The damage is magic, whatever dealt it."""
    top: bool = False
    """One damage die counts as its highest face."""
    again: int = 0
    """Damage dice that show this or less are thrown again, once; -1: those in the lower half of their faces."""
    add: Amount | None = None
    """To the roll."""
    reroll: Literal["", "duality", "hope", "fear", "foe"] = ""
    turn: bool = False
    """A roll with Fear counts as one with Hope."""
    advantage: bool = False
    hope_die: int = 0
    evasion: Amount | None = None
    """Against this attack."""


class Resist(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reaction roll of each target: a plain d20 against a Difficulty, 0 for what the power's own roll came to."""

    difficulty: int = 0
    harm: Harm | None = None
    """In full on a failure."""
    half: bool = False
    """Half of it on a success."""
    fail: tuple[Stress | Wound | Impose | Push, ...] = ()


class PowerChange(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a power changes of another one of the same character, from the day that it is gained."""

    power: str
    uses: int = 0
    within: Band | None = None
    hope: int = -1
    """Its price; -1: as before."""


class TokenFill(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The tokens or dice of a power: how many come to lie on it, and when."""

    at: Literal["session", "long_rest", "rest", "use", "fear", "hope"]
    """With a session, with a rest, when the power is used, with a roll of the owner's with Fear or with Hope."""
    by: Scale = ""
    amount: int = 1
    least: int = 0
    most: Scale = ""
    """Where they gather: no more than this."""
