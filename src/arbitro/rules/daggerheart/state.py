"""What a table of this game is made of: a party, the GM's Fear, and a scene in which the spotlight moves."""

from typing import Literal

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel import state as kernel
from arbitro.rules.daggerheart.feature import Effect, Feature
from arbitro.rules.daggerheart.words import (
    Band,
    Cover,
    DamageKind,
    FoeType,
    Named,
    Outcome,
    PlaceType,
    Reason,
    Status,
    Tension,
    Trait,
    Until,
)

HOPE_SLOTS = 6
FEAR_LIMIT = 12


# ------------------------------------------------------------------ people


class Experience(Struct, frozen=True, omit_defaults=True):
    """A short descriptor with a modifier (DHP-EXP-01)."""

    id: str
    name: Named
    bonus: int = 2


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A weapon: one die for each point of Proficiency, plus a number (DHP-ATK-02)."""

    id: str
    name: Named
    trait: Trait
    range: Band
    die: int
    plus: int = 0
    kind: DamageKind = "physical"
    hands: int = 1
    secondary: bool = False
    attack: int = 0
    """Bonus to the attack roll (Reliable)."""
    evasion: int = 0
    armour: int = 0
    """Bonus to the Armor Score while it is carried."""
    finesse: int = 0
    melee_bonus: int = 0
    """Damage that it adds to the primary weapon in Melee (Paired, Double Duty)."""
    extra_die: bool = False
    """One more damage die, the lowest is dropped (Massive, Powerful)."""
    second: bool = False
    """A Stress buys a second target in range (Quick)."""
    pull: bool = False
    """The target is pulled into Melee (Hooked)."""
    push: bool = False
    """A Stress pushes everybody in Melee back to Close (Startling)."""
    brutal: bool = False
    """A die that shows its maximum brings another one."""
    reload: bool = False
    """A d6 after each attack; on 1 a Stress is marked to reload."""
    parry: bool = False
    """Attackers lose damage dice that match the parrying weapon's."""
    versatile: bool = False
    """A second profile: Presence, Melee, d8."""


class Armour(Struct, frozen=True, omit_defaults=True):
    """Armour: base thresholds, base score, and what it costs to wear (DHP-ARM-01)."""

    id: str
    name: Named
    major: int
    severe: int
    score: int
    evasion: int = 0
    agility: int = 0


class Power(Struct, frozen=True, omit_defaults=True):
    """A spell, a class's Hope Feature or another thing that a character can use."""

    id: str
    name: Named
    kind: Literal["spell", "hope_feature", "healing"] = "spell"
    level: int = 1
    hope: int = 0
    range: Band = "melee"
    all: bool = False
    """Everybody within range is a target."""
    die: int = 0
    plus: int = 0
    using: Literal["", "proficiency", "spellcast"] = ""
    """How many dice; empty: one."""
    damage_kind: DamageKind = "magic"
    pay_on_hit: bool = False
    """The Hope is the price of the damage, not of the roll."""
    more: int = 0
    """An extra die of this size against Vulnerable targets."""
    condition: str = ""
    effect: Literal["", "clear_armour", "dodge", "mend", "mercy"] = ""
    limit: Literal["", "rest", "long_rest"] = ""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """What a player character is; it changes only when levels are gained or equipment is."""

    id: str
    name: Named
    class_id: str
    traits: dict[Trait, int]
    evasion: int
    hp: int
    experiences: tuple[Experience, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: Armour | None = None
    level: int = 1
    stress: int = 6
    proficiency: int = 1
    spellcast: Trait | None = None
    powers: tuple[Power, ...] = ()
    """The loadout: at most five cards, and the class's Hope Feature."""
    vault: tuple[Power, ...] = ()
    adaptable: bool = False
    """May mark a Stress to reroll a failed roll that used an Experience."""
    resists: tuple[DamageKind, ...] = ()
    immune: tuple[DamageKind, ...] = ()
    marked_traits: tuple[Trait, ...] = ()
    """Raised since the last tier; not to be raised again before the next (DHP-LEVEL-02)."""


class Condition(Struct, frozen=True, omit_defaults=True):
    """A condition with its source and what ends it (DHP-COND-01)."""

    name: str
    source: str = ""
    until: Until = "temporary"
    traits: tuple[Trait, ...] = ()
    difficulty: int = 0
    spell: bool = False
    """Whether a PC's spell keeps it up; then the GM may end it for a Fear (DHP-DUAL-14)."""
    count: int = 0


class Hero(Struct, frozen=True, omit_defaults=True):
    """A player character in play."""

    sheet: Sheet
    hope: int = 2
    hp_marked: int = 0
    stress_marked: int = 0
    armour_marked: int = 0
    scars: int = 0
    status: Status = "up"
    conditions: tuple[Condition, ...] = ()
    at: int = 0
    """Feet along the line on which the scene takes place."""
    cover: Cover = ""
    edge: bool = False
    """Advantage on the next roll, given after a critical success (DH-MOVE-11)."""
    dodge: int = 0
    mercy: int = 0
    armour_bonus: int = 0
    """A temporary bonus to the Armor Score (DHP-ARM-01)."""
    used: tuple[str, ...] = ()
    tokens: int = 0
    advances: int = 0
    """Advancements still to be chosen."""
    cards: int = 0
    """Domain cards still to be taken."""
    tagged: bool = False
    """Has started a Tag Team Roll in this session."""
    flipped: bool = False

    @property
    def id(self) -> str:
        """The id of the sheet."""
        return self.sheet.id

    @property
    def hp(self) -> int:
        """Hit Point slots."""
        return self.sheet.hp

    @property
    def stress(self) -> int:
        """Stress slots."""
        return self.sheet.stress

    @property
    def name(self) -> Named:
        """The name on the sheet."""
        return self.sheet.name


class Assault(Struct, frozen=True, omit_defaults=True):
    """The standard attack of an adversary."""

    name: Named
    range: Band
    damage: tuple[Amount, ...]
    kind: DamageKind = "physical"
    direct: bool = False


class Block(Struct, frozen=True, omit_defaults=True):
    """The stat block of an adversary (DHP-ADVSTAT-01)."""

    id: str
    name: Named
    tier: int
    type: FoeType
    difficulty: int
    hp: int
    stress: int
    attack: Assault
    major: int | None = None
    severe: int | None = None
    bonus: Amount = Amount()
    """The Attack Modifier: negative or dice as well."""
    per_hp: int = 0
    """Creatures for each Hit Point of a Horde."""
    experiences: tuple[Experience, ...] = ()
    features: tuple[Feature, ...] = ()
    kin: str = ""
    """What counts as its own kind (zombies, pirates, guards)."""


class Foe(Struct, frozen=True, omit_defaults=True):
    """An adversary in play."""

    id: str
    block: Block
    name: Named
    at: int = 0
    hp_marked: int = 0
    stress_marked: int = 0
    conditions: tuple[Condition, ...] = ()
    cover: Cover = ""
    defeated: bool = False
    gone: bool = False
    """Left the scene by other means than defeat."""
    token: bool = False
    """Slow: the token is there (DHP-ADVSTAT-09)."""
    used: dict[str, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    seen: bool = False
    """Has had the spotlight."""

    @property
    def hp(self) -> int:
        """Hit Point slots."""
        return self.block.hp

    @property
    def stress(self) -> int:
        """Stress slots."""
        return self.block.stress


class Place(Struct, frozen=True, omit_defaults=True):
    """An environment (DHP-ENV-01)."""

    id: str
    name: Named
    tier: int
    type: PlaceType
    difficulty: int
    """0: the highest Difficulty of the adversaries present."""
    adversaries: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    used: dict[str, int] = field(default_factory=dict)


# ------------------------------------------------------------------ rolls


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


class Deed(Struct, frozen=True, omit_defaults=True):
    """What a player says that their character does (DH-ACTION-01)."""

    who: str
    kind: Literal["action", "move", "shed"] = "action"
    text: str = ""
    trait: Trait | None = None
    target: str = ""
    to: int = 0
    condition: str = ""


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


# ------------------------------------------------------------------ what is still to be settled


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
    asked: tuple[str, ...] = ()
    standard: bool = False
    group: int = 1


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


class Apply(Step, frozen=True):
    """Effects of a feature on a target."""

    source: str
    feature: str
    target: str
    do: tuple[Effect, ...]
    wounds: int = 0
    armour: bool = False


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


class Chance(Step, frozen=True):
    """A reaction of an adversary's has been set off; if it costs something, the GM is asked."""

    owner: str
    feature: str
    target: str = ""
    wounds: int = 0
    armour: bool = False


class Dying(Step, frozen=True):
    """A PC has marked the last Hit Point and must make a death move."""

    who: str


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


Agenda = Blow | Hit | Apply | Dodged | Chance | Dying | Close | Ring | Retry | Choose | Resolve


class Countdown(Struct, frozen=True, omit_defaults=True):
    """Something that draws nearer (DHP-COUNT-01)."""

    id: str
    name: Named
    kind: Literal["standard", "progress", "consequence", "long_term", "attacks", "fear_rolls", "attacked", "climb"]
    start: int
    value: int
    loop: Literal["none", "loop", "increasing", "decreasing"] = "none"
    linked: str = ""
    owner: str = ""
    feature: str = ""
    victim: str = ""
    hidden: bool = False
    ends: Literal["", "success", "failure"] = ""
    """What the scene comes to when it triggers."""


class Danger(Struct, frozen=True, omit_defaults=True):
    """A zone under fire: who moves there makes the feature's reaction roll."""

    owner: str
    feature: str
    at: int
    within: Band


class Scene(Struct, frozen=True, omit_defaults=True):
    """A scene: where the spotlight is and everybody in it but the party."""

    number: int
    tension: Tension
    fear_spent: int = 0
    spotlight: Literal["players", "gm"] = "players"
    holder: str = ""
    waited: tuple[str, ...] = ()
    """PCs by how long they have been without the spotlight, longest first."""
    in_danger: bool = True
    foes: dict[str, Foe] = field(default_factory=dict)
    place: Place | None = None
    countdowns: dict[str, Countdown] = field(default_factory=dict)
    threats: tuple[str, ...] = ()
    """What soft moves have announced and nothing has come of yet (DH-SOFT-01)."""
    deed: Deed | None = None
    """What a player has described and the GM has not yet answered."""
    pending: Request | None = None
    agenda: tuple[Agenda, ...] = ()
    turn: Turn | None = None
    last: Rolled | None = None
    rolls: int = 0
    quiet: int = 0
    """Action rolls since the GM last had the spotlight."""
    zones: tuple[Danger, ...] = ()
    goal: Named | None = None
    deeds: tuple[Trait, ...] = ()
    """Traits that the scene's problem can be met with, for automatic players."""
    difficulty: int = 0
    """Set by the GM for the scene's ordinary rolls; 0: the environment's."""
    ending: Literal["", "success", "failure", "defeat", "victory", "closed"] = ""


class Fear(Struct, frozen=True, omit_defaults=True):
    """The GM's Fear. At all times gained = spent + held + lost."""

    held: int = 0
    gained: int = 0
    spent: int = 0
    lost: int = 0


class Rest(Struct, frozen=True, omit_defaults=True):
    """A rest being taken."""

    kind: Literal["short", "long"]
    moves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What each PC has done with it, at most two moves."""
    preparing: tuple[str, ...] = ()
    cut: bool = False
    """A long rest that was interrupted and counts as a short one."""


class State(kernel.State, frozen=True, omit_defaults=True):
    """A table of this game."""

    party: dict[str, Hero] = field(default_factory=dict)
    fear: Fear = Fear()
    session: int = 0
    scene: Scene | None = None
    scenes: int = 0
    short_rests: int = 0
    rest: Rest | None = None
    projects: dict[str, Countdown] = field(default_factory=dict)
    """Long-term countdowns that outlast a scene."""
