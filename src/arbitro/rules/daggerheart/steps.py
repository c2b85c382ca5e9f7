"""Rolls that are due, GM turns, and what a resolution still has to do while somebody is asked."""

from typing import Literal

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart.feature_words import Effect
from arbitro.rules.daggerheart.power_terms import PowerMoment
from arbitro.rules.daggerheart.words import (
    Band,
    DamageKind,
    Outcome,
    Purpose,
    Reason,
    Trait,
)


class Help(Struct, frozen=True, omit_defaults=True):
    """A helper's die (DHP-HOPE-05)."""

    who: str
    die: Die


class Request(Struct, frozen=True, omit_defaults=True):
    """An action roll that is due (DHP-DUAL-09): everything that is settled before the dice."""

    actor: str
    kind: Literal["action", "attack", "power", "move", "shed", "tag"]
    trait: Trait
    difficulty: int | None
    hidden: bool = False
    against: str = ""
    """The adversary that it is rolled against."""
    targets: tuple[str, ...] = ()
    means: str = ""
    """The weapon or power."""
    advantages: int = 0
    disadvantages: int = 0
    helpers: tuple[Help, ...] = ()
    """Only in older logs, which told the dice of help again with the roll."""
    helped: int = 0
    """The best die of those who help; it stands in the log where it was thrown."""
    helping: tuple[str, ...] = ()
    stakes: str = ""
    unavoidable: str = ""
    unavoidable_stress: int = 0
    deed: str = ""
    raised: int = 0
    """How much an Experience of the adversary has added to the Difficulty (DH-DIFF-02)."""
    to: int = 0
    condition: str = ""
    group: tuple[int, ...] = ()
    """What the others of a group action brought, +1 or -1 each (DHP-GROUP-01)."""
    partner: str = ""
    """The other one of a Tag Team Roll."""
    first: Outcome | None = None
    """The starter's roll of a Tag Team Roll, waiting for the partner's."""
    first_total: int = 0
    damage_kind: Literal["", "physical", "magic"] = ""
    bargain_stress: int = 0
    rolled: bool = False
    """The dice have been thrown; nothing more can be declared."""
    stood: dict[str, int] = field(default_factory=dict)
    """Where those stood who moved as part of it, to go back there if it is dropped."""
    burdens: tuple[str, ...] = ()
    """What gives a disadvantage of its own."""
    feature: str = ""
    """Of the place: what its findings tell."""
    experienced: bool = False
    """An Experience went into it."""
    doubled: bool = False
    """The Experiences in it are paid with Stress and count double."""
    paid_hope: int = 0
    paid_stress: int = 0
    paid_fear: int = 0
    paid_gold: int = 0
    """What was paid to make it, given back if it is dropped."""
    edges: int = 0
    """Advantages kept from before that have gone into it (DH-MOVE-11)."""
    power: str = ""
    """Of an attack with a weapon: the power that it is made by."""
    spent: int = 0
    """What was paid of a price that may be paid as often as one likes."""
    boosts: tuple[str, ...] = ()
    """The powers that went into it before the dice."""
    added: tuple[Modifier, ...] = ()
    """What they add to it."""
    hope_die: int = 0
    """The sides of the Hope Die, where a power has made it another; 0: as always."""

    @property
    def is_attack(self) -> bool:
        """Whether it is rolled at adversaries: with a weapon, with a power, or by two together."""
        return self.kind in ("attack", "power", "tag")


def helpers_of(request: Request) -> set[str]:
    """Who has helped with a roll that is due."""
    return {*request.helping, *(each.who for each in request.helpers)}


class Attempt(Struct, frozen=True, omit_defaults=True):
    """What a player says that their character does (DH-ACTION-01)."""

    who: str
    kind: Literal["action", "move", "shed"] = "action"
    text: str = ""
    trait: Trait | None = None
    target: str = ""
    to: int = 0
    condition: str = ""
    purpose: Purpose = ""


class Rolled(Struct, frozen=True, omit_defaults=True):
    """The last action roll, kept for what follows from it."""

    actor: str
    outcome: Outcome
    total: int
    kind: str
    number: int = 0
    told: bool = False
    """Whether somebody wrote down what changed (DHP-DUAL-13)."""


class Turn(Struct, frozen=True, omit_defaults=True):
    """A GM turn (DH-SPOTLIGHT-01)."""

    reason: Reason
    free: int = 1
    made: int = 0
    acted: dict[str, int] = field(default_factory=dict)
    """How often each adversary has had the spotlight in this turn."""
    granted: tuple[str, ...] = ()
    """Adversaries whose spotlight is paid for already."""
    acting: str = ""
    """The adversary in the spotlight."""
    outcome: Outcome | None = None
    subject: str = ""
    """The PC whose roll opened the turn."""
    focus: str = ""
    """The PC whom several adversaries turn on (DH-MOVE-18)."""

    @property
    def why(self) -> str:
        """The reason in words: a failure with Fear is both at once."""
        return "failed_with_fear" if self.outcome == "failure_fear" else self.reason


class Step(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """Something that a resolution still has to do, kept in the state while somebody is asked."""


class Blow(Step, frozen=True):
    """An attack has hit; its damage is about to be rolled."""

    source: str
    targets: tuple[str, ...]
    damage: tuple[Amount, ...]
    kind: DamageKind
    direct: bool = False
    critical: bool = False
    feature: str = ""
    do: tuple[Effect, ...] = ()
    bonus: int = 0
    """Only in older logs, which did not say what it comes from: see `more`."""
    asked: tuple[str, ...] = ()
    standard: bool = False
    group: int = 1
    by: str = ""
    """The feature whose damage it deals, as something that a number comes from; none for the printed attack."""
    more: tuple[Modifier, ...] = ()
    """What reactions add to it, before it is rolled."""
    severe: str = ""
    """The feature by which it deals Severe damage instead of a roll."""
    total: int = 0
    """What the attack roll came to, for powers that make it miss after all; 0: nobody kept it."""
    lean: int = 0
    """How many more advantages than disadvantages it had, for powers that have it made again."""
    bought: tuple[Modifier, ...] = ()
    """What the GM had paid to add to it, for the same."""


class Hit(Step, frozen=True):
    """Damage is about to count against somebody."""

    target: str
    amount: int
    kind: DamageKind
    source: str = ""
    direct: bool = False
    attack: bool = True
    do: tuple[Effect, ...] = ()
    feature: str = ""
    asked: tuple[str, ...] = ()
    extra: int = 0
    armour: int = -1
    """-1 nobody has been asked, 0 declined, 1 an Armor Slot is marked."""
    taken: int = 0
    """The amount after reductions, once known."""
    severity: int = 0
    reach: Band | None = None
    """How far the attack reaches, for Minions that fall with the first."""
    total: int = 0
    """The attack's total, for the same."""
    critical: bool = False
    lead: bool = True
    """The first target of its attack: what an attack sets off once is set off here."""
    faces: tuple[int, ...] = ()
    """The attacker's damage dice, for those who can parry."""
    standard: bool = False
    """A standard attack."""
    changes: tuple[Modifier, ...] = ()
    """What other rolls add to the damage, what doubles or halves it, each as what it adds or takes off."""
    roll: Trait | None = None
    """Where it stands for an action roll that features watch for: the trait of that."""
    outright: bool = False
    """Severe damage whatever the dice would have said: nothing reduces it but an Armor Slot."""
    lighter: tuple[Modifier, ...] = ()
    """What powers take off the Hit Points that are to be marked."""
    means: str = ""
    """The weapon or power of a PC's attack."""
    strains: bool = False
    """An adversary marks Stress in place of the Hit Points."""


def dealt(hit: Hit) -> int:
    """The damage that arrives, with what other rolls add to it and what doubles or halves it."""
    return max(hit.amount + sum(each.amount for each in hit.changes), 0)


class Apply(Step, frozen=True):
    """Effects of a feature on a target."""

    source: str
    feature: str
    target: str
    do: tuple[Effect, ...]
    wounds: int = 0
    armour: bool = False
    dealt: int = 0
    """The damage of the attack that set it off, and of what kind."""
    dealt_kind: DamageKind = "physical"


class Dodged(Step, frozen=True):
    """A reaction roll is due from a PC."""

    who: str
    source: str
    feature: str
    traits: tuple[Trait, ...]
    difficulty: int
    fail: tuple[Effect, ...] = ()
    success: tuple[Effect, ...] = ()
    amount: int = 0
    """Damage rolled once for all: in full on a failure, half on a success."""
    kind: DamageKind = "physical"
    direct: bool = False
    spare: int = 0
    """Stress that may be marked on a success rather than taking half."""
    offer: bool = False
    """What is offered may be accepted on a failure rather than paying."""
    advantages: int = 0
    disadvantages: int = 0
    """What the GM has granted or imposed (DH-ADV-01)."""
    burdens: tuple[str, ...] = ()
    """What gives a disadvantage of its own."""
    edges: int = 0
    """Advantages kept from before that have gone into a first roll (DH-MOVE-11)."""
    boosts: tuple[str, ...] = ()
    """The powers that went into it before the dice."""


class Chance(Step, frozen=True):
    """A reaction of an adversary's has been set off; if it costs something, the GM is asked."""

    owner: str
    feature: str
    target: str = ""
    wounds: int = 0
    armour: bool = False
    dealt: int = 0
    dealt_kind: DamageKind = "physical"


class Dying(Step, frozen=True):
    """A PC has marked the last Hit Point and must make a death move."""

    who: str
    blazed: bool = False
    """The move was a Blaze of Glory: when its deed is done, so is the PC (DHP-DEATH-02)."""
    asked: tuple[str, ...] = ()


class Close(Step, frozen=True):
    """An action roll has been played out: the spotlight moves."""

    actor: str
    outcome: Outcome
    stress: int = 0
    """An unavoidable consequence that was announced."""


class Ring(Step, frozen=True):
    """A countdown has come to 0."""

    countdown: str


class Retry(Step, frozen=True):
    """A roll that may be rolled again, or turned from Fear to Hope."""

    request: Request
    experiences: tuple[str, ...]
    outcome: Outcome
    total: int
    flip: bool = False
    hope: int = 0
    fear: int = 0
    """The faces of the Duality Dice, should the roll stand; 0: nobody kept them."""


class Rethink(Step, frozen=True):
    """A failed reaction roll that may be rolled again."""

    dodged: Dodged
    trait: Trait
    experiences: str
    rather: bool = False
    """What was announced with the roll."""
    doubled: bool = False


class Choose(Step, frozen=True):
    """Both rolls of a Tag Team Roll are on the table; one must be chosen."""

    request: Request
    second: Outcome
    second_total: int


class Resolve(Step, frozen=True):
    """The outcome of an action roll takes effect."""

    request: Request
    outcome: Outcome
    total: int
    double: str = ""
    """Who showed the double, in a Tag Team Roll."""
    hope: int = 0
    fear: int = 0
    """The faces of the Duality Dice, for powers that change them; 0: nobody kept them."""
    asked: tuple[str, ...] = ()
    experiences: tuple[str, ...] = ()


class Entry(Step, frozen=True):
    """A PC has walked somewhere, and meets what is there."""

    who: str
    was: int
    """Where they came from."""


class Leaving(Step, frozen=True):
    """An adversary is about to leave the Melee of somebody who lets nobody go."""

    who: str
    foe: str


class Seized(Step, frozen=True):
    """Such a one has caught it, and says what comes of it."""

    who: str
    foe: str
    most: int = 1
    """So many things; two after a critical success."""


class Volley(Step, frozen=True):
    """A weapon attack has succeeded; its roll may be held against two more adversaries for Hope."""

    request: Request
    outcome: Outcome
    total: int
    fear: int = 0
    """What the Fear Die shows, for powers that add it."""


class Landed(Step, frozen=True):
    """An attack of a PC's has succeeded; powers that go with it may still be used, then its damage is rolled."""

    request: Request
    outcome: Outcome
    total: int
    asked: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    fear: int = 0
    """What the Fear Die shows, for powers that add it."""


class Sharing(Step, frozen=True):
    """Damage that has been rolled once is shared out among those who were hit."""

    who: str
    power: str
    left: int
    """What is still to be shared out."""
    hits: tuple[Hit, ...]
    """The blows that have no share yet; what is theirs alone is in them."""
    done: tuple[Hit, ...] = ()


class Aftermath(Step, frozen=True):
    """Something has happened that powers may still answer: a blow has missed, has wounded, has been struck."""

    moment: PowerMoment
    who: str
    """The PC whom it befell, or whose doing it was."""
    other: str = ""
    """The adversary that it was about."""
    kind: DamageKind = "physical"
    severity: int = 0
    wounds: int = 0
    """Hit Points that were marked."""
    amount: int = 0
    """The damage that counted."""
    armour: bool = False
    """An Armor Slot was marked."""
    felled: bool = False
    means: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


class Burning(Step, frozen=True):
    """An adversary has done what it did, and what it is under hurts it."""

    who: str
    condition: str
    source: str


class PowerChance(Step, frozen=True):
    """A power may answer what is due next: its owner is asked."""

    who: str
    power: str


class Discover(Step, frozen=True):
    """A try at what the place offers has come out; what it brings may have to be chosen or paid for."""

    who: str
    feature: str
    outcome: Outcome
    experienced: bool = False
    paid: bool = False
    """Stress was marked for a lead."""
    left: int | None = None
    """Things that may still be chosen; None: nothing has been told yet."""


Agenda = (
    Rethink
    | Entry
    | Leaving
    | Seized
    | Volley
    | Blow
    | Hit
    | Apply
    | Dodged
    | Chance
    | Dying
    | Close
    | Ring
    | Retry
    | Choose
    | Resolve
    | Discover
    | Landed
    | Sharing
    | Aftermath
    | Burning
    | PowerChance
)
