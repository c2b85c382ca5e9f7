"""Player characters, adversaries and environments: what they are and how they stand."""

from typing import Literal

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.power_terms import PassiveWord, Way
from arbitro.rules.daggerheart.power_words import (
    LastingBonus,
    Odds,
    PowerChange,
    PowerPart,
    PowerTarget,
    PowerWhen,
    Resist,
    TokenFill,
    Twist,
)
from arbitro.rules.daggerheart.words import (
    LOST,
    Band,
    Cover,
    DamageKind,
    FoeType,
    HowMany,
    Named,
    PlaceType,
    Sides,
    Status,
    Trait,
    TraitNumber,
    Until,
)


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
    die: Sides
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
    spellcast: bool = False
    """It is used with the bearer's Spellcast trait, where there is one."""
    versatile: bool = False
    """It has a second profile, which stands on the sheet as a weapon of its own."""
    powers: "tuple[Power, ...]" = ()
    """What its feature does for whoever wields it, where no number says it."""


class Armour(Struct, frozen=True, omit_defaults=True):
    """Armour: base thresholds, base score, and what it costs to wear (DHP-ARM-01)."""

    id: str
    name: Named
    major: int
    severe: int
    score: int
    evasion: int = 0
    agility: int = 0
    powers: "tuple[Power, ...]" = ()
    """What its feature does for whoever wears it."""


PowerEffect = Literal["", "clear_armour", "dodge", "mend", "mercy", "distract", "volley"]
"""What a power does that takes no roll: see `powers`."""


PowerKind = Literal["spell", "hope_feature", "healing", "feature", "ability", "grimoire", "item", "consumable"]
"""A Hope Feature and the features of class, subclass and heritage are always there; things are carried; all else are
cards."""
Limit = Literal["", "rest", "long_rest", "session"]


class Power(Struct, frozen=True, omit_defaults=True):
    """A spell, a class's Hope Feature or another thing that a character can use."""

    id: str
    name: Named
    kind: PowerKind = "spell"
    level: int = 1
    hope: int = 0
    range: Band = "melee"
    all: bool = False
    """Everybody within range is a target."""
    die: HowMany = 0
    plus: int = 0
    using: Literal["", "proficiency", "spellcast"] = ""
    """How many dice; empty: one."""
    damage_kind: DamageKind = "magic"
    pay_on_hit: bool = False
    """The Hope is the price of the damage, not of the roll."""
    more: HowMany = 0
    """An extra die of this size against Vulnerable targets."""
    condition: str = ""
    effect: PowerEffect = ""
    limit: Limit = ""
    others: bool = False
    """For an ally, not for oneself."""
    either: bool = False
    """Clears a Hit Point or a Stress, as its user says."""
    recall: int = 0
    """The Stress of taking it out of the vault away from a rest (DHP-REST-01)."""
    way: Way = ""
    """How it is used; empty: a spell is cast at adversaries, all else takes no roll."""
    stress: int = 0
    """Its price in Stress."""
    slots: int = 0
    """Its price in Armor Slots."""
    tokens: int = 0
    """Its price in tokens that lie on it."""
    fill: TokenFill | None = None
    """The tokens that come to lie on it."""
    any: Literal["", "hope", "stress", "tokens"] = ""
    """What of it may be paid as often as one likes, for more of the effect."""
    most: HowMany = 0
    """As often at most; 0: as far as it goes."""
    uses: HowMany = 1
    """How often between the rests or sessions of its limit."""
    on_success: bool = False
    """A use is spent only by a success."""
    trait: Trait | None = None
    """Of a roll that is no Spellcast Roll."""
    difficulty: HowMany = 0
    """Of its roll; 0: the target's."""
    target: PowerTarget | None = None
    do: tuple[PowerPart, ...] = ()
    """What is done to those it is used on."""
    own: tuple[PowerPart, ...] = ()
    """What is done to the owner."""
    when: PowerWhen | None = None
    twist: Twist | None = None
    bonuses: tuple[LastingBonus, ...] = ()
    passive: tuple[PassiveWord, ...] = ()
    options: "tuple[Power, ...]" = ()
    """Several things in one: the spells of a book, the songs of a singer."""
    pool: str = ""
    """The power whose uses it shares, and that it is a part of."""
    changes: PowerChange | None = None
    domain: str = ""
    """Of a card, for what counts the cards of a domain."""
    resist: Resist | None = None
    weapon: Weapon | None = None
    """What an attack by this power is made with: breath, tongue, claws."""
    odds: Odds | None = None
    """Dice on which it hangs whether it works."""
    vaults: HowMany = 0
    """The card goes to the vault after use: on a d6 that shows this or less; 6: always."""
    wears: HowMany = 0
    """A use is spent only when a die of it shows this."""
    one_of: bool = False
    """Only one of the parts answers the same thing, and its owner says which."""
    miss: tuple[PowerPart, ...] = ()
    """What is done to those it is used on where its roll fails."""
    kept_away: bool = False
    """A card that goes to the vault for good when it is taken: what it gives is given then."""

    @property
    def card(self) -> bool:
        """Whether it has a place in the loadout."""
        return self.kind not in ("hope_feature", "feature", "item", "consumable")


class Thing(Struct, frozen=True, omit_defaults=True):
    """Something that somebody carries: what it does is a power, and how many there are of it."""

    power: Power
    count: HowMany = 1


class Form(Struct, frozen=True, omit_defaults=True):
    """A beast that a druid has turned into: what it adds, what it strikes with, what it can do (DHP-CHAR-04)."""

    id: str
    name: Named
    trait: Trait
    bonus: int
    evasion: int
    weapon: Weapon
    powers: tuple[Power, ...] = ()
    evolved: Trait | None = None
    """A trait that is one higher besides, as long as the form holds."""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """What a player character is; it changes only when levels are gained or equipment is."""

    id: str
    name: Named
    class_id: str
    traits: dict[Trait, TraitNumber]
    evasion: int
    hp: int
    experiences: tuple[Experience, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: Armour | None = None
    level: HowMany = 1
    stress: int = 6
    proficiency: HowMany = 1
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
    advanced: dict[str, int] = field(default_factory=dict)
    """How often each advancement has been taken (DHP-LEVEL-02)."""
    extra_cards: tuple[int, ...] = ()
    """The levels of the cards taken as advancements."""
    second_class: str = ""
    second_domain: str = ""
    """The one domain of a second class, in which cards go up to half one's level."""
    second_spellcast: Trait | None = None
    """The other trait that spells may be cast with, chosen at each roll (DHP-TRAIT-03)."""
    subclass: str = ""
    ancestry: str = ""
    mixed: str = ""
    """The ancestry of the second feature, where it is another one."""
    community: str = ""
    chosen: dict[str, str] = field(default_factory=dict)
    """What a power asked for when it was gained, by the power: a number, an element."""
    second_subclass: str = ""
    """Of the second class: whose foundation came with it."""
    items: dict[str, HowMany] = field(default_factory=dict)
    """Things and consumables that somebody carries, by id."""
    trained: tuple[str, ...] = ()
    """What their companion has been taught, in its order."""


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
    by_attack: bool = False
    """A successful attack of the bearer's ends it."""
    gives: dict[str, int] = field(default_factory=dict)
    """What it adds to numbers of the bearer, as the power that put it on has rolled or said it."""


class Hero(Struct, frozen=True, omit_defaults=True):
    """A player character in play."""

    sheet: Sheet
    hope: int = 2
    hp_marked: int = 0
    stress_marked: int = 0
    armour_marked: int = 0
    scars: int = 0
    status: Status = "up"
    captive: bool = False
    """Has surrendered in a scene that is over: winning another does not free them."""
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
    trades: int = 0
    """Domain cards that may still be exchanged for others."""
    tagged: bool = False
    """Has started a Tag Team Roll in this session."""
    flipped: bool = False
    gold: int = 0
    """Handfuls of gold in a scene of its own; in a campaign the purses hold it."""
    surrendered: bool = False
    """Has laid down their arms and not been freed since, whatever has befallen them meanwhile."""
    lent: tuple[Power, ...] = ()
    """Powers that somebody has for the session only."""
    kept: dict[str, HowMany] = field(default_factory=dict)
    """Dice and tokens that lie on powers, or that others have handed out, by the power."""
    form: Form | None = None
    """The beast that they are at the moment."""
    things: tuple[Thing, ...] = ()
    """Items and consumables that they carry."""
    beast_marked: HowMany = 0
    """The Stress that their companion has marked."""
    beast_away: bool = False
    """Their companion is out of the scene until a long rest begins."""
    beast_with: str = ""
    """The adversary that their companion was sent at last."""

    @property
    def lost(self) -> bool:
        """Whether they are out of the story for good: dead or retired."""
        return self.status in LOST

    @property
    def can_be_helped(self) -> bool:
        """Whether friends can do something for them: on their feet or unconscious, and in nobody's hands."""
        return self.status in ("up", "unconscious")

    @property
    def prisoner(self) -> bool:
        """Whether they are in the power of those to whom they have surrendered."""
        return self.surrendered or self.status == "yielded"

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

    @property
    def leads(self) -> bool:
        """Whether a scene turns on it alone: a Leader or a Solo."""
        return self.type in ("leader", "solo")


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
    struck_by: str = ""
    """The PC who hurt it last."""

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
