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
from arbitro.rules.daggerheart.power_terms import Need, PowerMoment, Scale, Stat
from arbitro.rules.daggerheart.words import Band, HowMany, Sides, Trait, Until


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
    adds: bool = False
    """It adds up with what was there before."""


class Join(Part, frozen=True):
    """The owner comes up to the target, without a roll."""


class Token(Part, frozen=True):
    """Tokens come to lie on the power, or as many as are missing of a number."""

    amount: int = 1
    """Fewer, where it is less than nothing."""
    upto: Scale = ""
    by: Scale = ""
    """So many times the amount."""
    most: Scale = ""
    """No more than this come to lie there."""


class Slip(Part, frozen=True):
    """The owner gets away from whoever it is about, to a range, without a roll."""

    to: Band = "very_close"


class Anchor(Part, frozen=True):
    """The owner is under a condition that remembers where they stand."""

    condition: str
    until: Until = "rest"


class Return(Part, frozen=True):
    """The owner is back where such a condition remembers them, which ends it."""

    condition: str


class Relief(Part, frozen=True):
    """A Stress is cleared; somebody who has none marked gains a Hope."""


class Soothe(Part, frozen=True):
    """The owner's companion clears Stress."""

    amount: int = 1


class Regain(Part, frozen=True):
    """The use that somebody has just spent of a feature that has few of them is there again."""


class Copy(Part, frozen=True):
    """The card that is named, of another's loadout, is the owner's too until they rest or it goes to the vault."""


class Slay(Part, frozen=True):
    """Adversaries of no higher Difficulty are gone for good, at a Stress of the owner's each, as far as it goes."""

    most: int


class Lend(Part, frozen=True):
    """The target gets a power for the session, one from a level on that is better."""

    power: str
    better: str = ""
    level: HowMany = 5
    best: str = ""
    """What it is instead where its owner has the other power that is named with it."""
    best_with: str = ""


class Make(Part, frozen=True):
    """A thing is made, brewed or found; of several a die says which."""

    things: tuple[str, ...]
    pick: str = ""
    """The one that it is where the die shows more than there are: then whoever throws it chooses."""


class Goods(Part, frozen=True):
    """A die says how many common consumables there are, and more dice which."""

    sides: Sides = 12
    one: int = 7
    two: int = 11
    """From these faces on there is one, and there are two."""


class Fortune(Part, frozen=True):
    """A die says what it does: each row up to a face of it."""

    rows: tuple["FortuneRow", ...]
    sides: Sides = 6


class FortuneRow(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a die that shows a face up to this brings."""

    upto: int
    restore: Restore | None = None
    scar: bool = False


PowerPart = (
    Harm
    | Stress
    | Wound
    | Hope
    | Impose
    | Release
    | Push
    | Restore
    | Boost
    | Join
    | Slip
    | Anchor
    | Return
    | Relief
    | Regain
    | Copy
    | Slay
    | Soothe
    | Token
    | Lend
    | Make
    | Goods
    | Fortune
    | Fear
    | Tell
)
"""What a power may do to somebody."""


class LastingBonus(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number of the sheet is higher for as long as the power is at hand."""

    stat: Stat
    amount: int = 1
    by: Scale = ""
    """So many times the amount."""
    need: Need = ""
    under: str = ""
    """A condition that the owner must be under."""


class PowerTarget(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """On whom a power is used."""

    who: Literal["one", "some", "all", "path", "card", "their_card"] = "one"
    """On a path: whoever is named, and all on the same side as far as it goes; the owner runs up to the last. Of a
    card: one of the owner's own loadout is named, and goes to the vault for it; of
    theirs: one of another's, which costs Hope, half its level."""
    side: Literal["foe", "ally", "party", "any"] = "foe"
    """An ally is another PC; the party is the owner too; any: the party and adversaries."""
    within: Band = "melee"
    count: HowMany = 0
    """Of some: at most so many."""
    area: Band | None = None
    """Everybody of the side so near the one who is named counts too."""
    others: bool = False
    """Of all, where it goes with an attack: those whom the attack did not name."""
    paid: bool = False
    """Of some: at most as many as what was paid."""
    least: HowMany = 1
    """Of some: no fewer."""
    level: HowMany = 10
    """Of a card: its level at most."""
    second: Band | None = None
    """One more, the nearest so near the one who is named, takes half of the damage."""


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
    means: Literal["", "attack", "weapon", "melee_weapon", "spell", "magic", "tag"] = ""
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
    last_hp: bool = False
    """The damage that is due would make the owner mark the last Hit Point, and their companion is Close to them."""
    last_slot: bool = False
    """One Armor Slot of the owner's is free, and no more."""
    bare: bool = False
    """The owner's armour has no feature of its own."""
    worn: bool = False
    """The owner has two Hit Points or fewer left."""
    four: bool = False
    """Four cards of the power's own domain must be at hand."""
    laid: bool = False
    """There must be tokens on the power."""
    armour: Literal["", "marked", "unmarked"] = ""
    """Whether an Armor Slot is marked against the damage."""
    felled: bool = False
    """The adversary has been defeated by it."""
    own_domain: bool = False
    """Of a spell: one of the power's own domain."""
    helped: bool = False
    """The owner has helped with the roll."""
    foe_within: Band | None = None
    """How near the owner the adversary must be, whoever it was that hurt it or was hurt by it."""
    shot: bool = False
    """The attacker is not in Melee of the one who is struck."""
    second: bool = False
    """The owner has a weapon in the other hand."""


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
    best: bool = False
    """Of the dice that are thrown for it the highest alone counts."""
    check: bool = False
    """It works only if a reaction roll with the Spellcast trait meets the adversary's Difficulty."""
    miss: bool = False
    """The attack misses, whatever was rolled."""
    reflect: bool = False
    """The damage falls on whoever dealt it."""
    instead: Literal["", "stress", "hope", "companion"] = ""
    """Hit Points that are to be marked are paid in this; a companion pays for all of them with one Stress."""
    saves_slot: bool = False
    """The Armor Slot that lightens the blow is not marked."""
    spare: bool = False
    """No death move is made: the owner stays up."""
    swap: bool = False
    """The Hope and the Fear Die trade places."""
    critical: bool = False
    """The roll becomes a Critical Success."""
    wounds: int = 0
    """In place of damage the target marks so many Hit Points."""
    offhand: bool = False
    """One damage die of the secondary weapon on top of the damage."""
    vaults_on_fear: bool = False
    """The card goes to the vault where the roll that it takes is one with Fear."""
    falls: bool = False
    """For each adversary after the first one damage die fewer of the same roll."""
    shared: bool = False
    """The damage is shared out among those who were hit, each with a damage die more."""
    strains: bool = False
    """The adversary marks Stress in place of the Hit Points."""
    spares: int = 0
    """A d6 for each Hit Point that is about to be marked: one is spared for each that shows so much."""


class Odds(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Dice on which it hangs whether an answer works: one of them must show enough."""

    by: Scale
    """How many."""
    sides: Sides = 6
    least: int = 6
    fail: tuple[Token, ...] = ()
    """What is done to the owner where none does."""


class Resist(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reaction roll of each target: a plain d20 against a Difficulty, 0 for what the power's own roll came to."""

    difficulty: int = 0
    harm: Harm | None = None
    """In full on a failure."""
    half: bool = False
    """Half of it on a success."""
    fail: tuple[Stress | Wound | Impose | Push, ...] = ()
    held: Harm | None = None
    """Damage on a success, by dice of its own."""
    ease: tuple[Stress, ...] = ()
    """What is done to those who succeed."""
    chains: Band | None = None
    """Adversaries so near anybody whom it hurts must roll as well, each once."""
    tested: bool = False
    """The Difficulty is the best of as many d20 as the Spellcast trait."""
    robs: bool = False
    """The GM loses a Fear for each who fails, and each of them takes a d6 of magic damage for every Fear lost."""


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
