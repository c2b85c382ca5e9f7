"""The entries of powers, talents and features, and what feats and higher levels change of them."""

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Noun, Sourced
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.archmage.power import (
    SPELLS,
    UNTYPED,
    Ability,
    AttackKind,
    Bonus,
    Cost,
    Defence,
    Flexible,
    Rider,
    Situation,
    Special,
    Trigger,
    Usage,
    Wielded,
)
from arbitro.rules.archmage.power import TIERS as TIERS
from arbitro.rules.archmage.power import Tier as Tier

Reach = Literal["engaged", "nearby", "far", "far_at_minus_2", "beside"]
Natural = Literal["any", "even", "odd"]
Plays = Literal["runs", "asks", "told"]
"""How an entry is played: the rules do all of it, they ask the referee for what is theirs to say, or its words are told
and the table does the rest."""
Sort = Literal["feature", "talent", "power", "people", "general", "part", "item"]
"""What an entry is to a character: a feature of the class, a talent, a power, one of a people, a feat for anybody, a
part of another entry that comes with it, or a magic item."""


class Gains(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a feature adds to the plain numbers of a character."""

    ac: int = 0
    pd: int = 0
    md: int = 0
    hp_base: int = 0
    max_hp: int = 0
    """Hit points more, whatever the level."""
    tough: bool = False
    """More hit points by half of the class's base, all of it in the second tier, twice in the third."""
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
    two_weapons: bool = False
    """Whatever is in hand, blows count as made with two weapons."""
    no_armour_penalty: bool = False
    no_weapon_penalty: bool = False
    specials: tuple[Special, ...] = ()
    key_ability: Ability | None = None
    """The ability that may stand for the one of the class's powers, where it is better."""
    known: dict[str, dict[int, int]] = field(default_factory=dict)
    """How many more powers of a group, from which level on."""
    spell_attack: int = 0
    """What is added to the attack rolls of spells."""
    spell_attack_less: Ability | None = None
    """The ability whose modifier is taken off the attack rolls of spells, where it is good."""
    frail_spells: bool = False
    """Spells are at +1 to hit where Constitution is a weakness."""
    softer_spells: bool = False
    """Spells against the mind go for the body where that is the softer."""
    weapon_abilities: tuple[Ability, ...] = ()
    """Abilities that melee attacks may be made with, where one is better."""
    damage_type: str = ""
    """The type of damage that all attacks deal."""
    typed_more: bool = False
    """Attacks that deal damage of that type by themselves deal more of it: by the tier."""
    light_ac: int = 0
    """What light armour counts for at least."""
    spell_damage: Ability | None = None
    """The ability that counts in the damage of the spells of the class, in place of their own."""
    spell_healing: int = 0
    """What spells heal more, or give more in temporary hit points."""


class Borrow(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Powers of other classes, of which a feature lets its owner choose one."""

    classes: tuple[str, ...]
    sort: Sort = "power"
    usages: tuple[Usage, ...] = ()
    """How often they may be used; empty: any way."""
    flexible: bool = False
    """Flexible attacks are among them."""
    below: int = 0
    """By how many levels they must be lower than their borrower."""
    feats: bool = False
    """They come with their feats, as far as their borrower has reached the tiers."""
    other_class: bool = False
    """Of a class none of whose powers the same entry has borrowed yet."""


class Song(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What makes a song of a power: it goes on while it is sustained, and ends with a verse of its own."""

    sustain: int
    """The number that a d20 needs for it to go on."""
    final: tuple[Rider, ...]
    """What its last verse does."""
    escalation: bool = False
    """The escalation die helps to sustain it."""


class Ride(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Riders that a feature adds to attacks of a sort."""

    riders: tuple[Rider, ...]
    kinds: tuple[AttackKind, ...] = ("melee",)
    weapon: bool = True
    """Only to attacks that are made with a weapon, or with the fists."""
    powers: tuple[str, ...] = ()
    """Only to these."""
    usages: tuple[Usage, ...] = ()
    """Only to attacks that may be used so; empty: any way."""
    answers: bool = False
    """To attacks that answer something too."""
    friendly: bool = False
    """To what is meant for friends too."""
    on_miss_of: tuple[str, ...] = ()
    """Attacks whose misses bring the same as their hits."""


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
    unlimited_in: str | None = None
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
    song: Song | None = None
    self_only: bool | None = None
    automatic: bool | None = None
    foe_level: int | None = None
    families: tuple[str, ...] | None = None
    saved_by: int | None = None
    brings: tuple[str, ...] = ()
    borrows: Borrow | None = None
    """Of a feat: one more power of another class, decided for good when taking it."""
    lends_feats: tuple[Tier, ...] = ()
    """The feats that the powers borrowed by its entry come with."""
    only: tuple[Situation, ...] | None = None
    times: Amount | None = None
    state: str | None = None
    spends: str | None = None
    lot: int | None = None
    by_die: bool | None = None
    two_handed: "Change | None" = None
    """What is otherwise with a weapon in both hands."""
    hp_more: int = 0
    """By how much the limit of hit points is higher."""
    riders: tuple[Rider, ...] | None = None
    """In place of those there are."""
    more: tuple[Rider, ...] = ()
    """Beside those there are."""
    bonuses: tuple[Bonus, ...] = ()
    rides: tuple[Ride, ...] = ()
    gains: Gains | None = None
    anew: bool = False
    """Its bonuses and rides take the place of those there are."""
    more_targets: int = 0
    for_talent: str = ""
    """Only for whoever has this talent."""
    sets: dict[str, dict[str, bool | int | str]] = field(default_factory=dict)
    """What it changes of every effect of a word, whatever else a level has made of it."""
    on_any: bool = False
    """What a hit brings, a miss brings too."""
    hard_even: bool = False
    """What a hit with an even roll brings is hard to save against."""
    threshold_more: int = 0
    """By how much the hit points may be more with which a target is left for what a hit brings."""
    on_at_most: int | None = None
    mooks: int | None = None
    fixed_bonus: int | None = None
    regains: tuple[int, ...] | None = None
    pool: str | None = None
    trigger: Trigger | None = None
    or_when: tuple[Situation, ...] = ()
    """Other circumstances in which riders on attacks come about, where they ask for one of several."""


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
    for_choice: str = ""
    """Of a part: it comes only with this, decided with the entry that brings it."""
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
    second_ability: Ability | None = None
    """Another ability whose modifier is added to the attack roll."""
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
    type: str = ""
    """Of its damage; where it is not written, that of weapons, and none for a spell (AE-RESIST-01)."""
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
    targets_by: Ability | None = None
    """So many more targets as the modifier of an ability."""
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
    answers_basic: bool = False
    unlimited_in: str = ""
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
    free_if_even: bool = False
    chain: bool = False
    uses_of: str = ""
    saved_by: int = 0
    best_ability: bool = False
    """Made with whichever ability is best."""
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
    requires: str = ""
    """The talent that must be there before this one."""
    with_talent: dict[str, Change] = field(default_factory=dict)
    """What is otherwise for whoever has a talent, or a feat of one."""
    song: Song | None = None
    unless: str = ""
    families: tuple[str, ...] = ()
    """Only at these families, kinds or natures of creatures; natures become the kinds that have them."""
    by_die: bool = False
    lot_escalation: bool = False
    on_at_most: int = 0
    pool_at_most: int = -1
    own_target: bool = False
    on_die: bool = False
    foe_level: int = 0
    on_crit: bool = False
    recoveries: int = 0
    crowded: bool = False
    target_state: str = ""
    outdoes: bool = False
    mooks: int = 0
    for_minion: bool = False
    unhindered: bool = False
    fixed_bonus: int = 0
    """All that is added to its roll beside the escalation die, in place of ability, level and weapon."""
    regains: tuple[int, ...] = ()
    """The levels of the daily spells of which it gives one back in a rest."""
    hp_pools: dict[int, Amount] = field(default_factory=dict)
    """The hit points that fit among its targets, the weakest first, by level."""

    def __post_init__(self) -> None:
        """A spell whose text names no type deals damage of none, which no resistance to weapons lessens."""
        if not self.type:
            spell = self.kind in SPELLS and not self.weapon and not self.weapon_die
            force_setattr(self, "type", UNTYPED if spell else "weapon")


Fits = Literal["", "light_armour", "heavy_armour", "one_handed", "two_handed", "shield", "miss_damage"]
"""What a magic item asks of whoever wears it: armour, a weapon in one hand or in both, damage on a miss in melee."""


class ItemEntry(PowerEntry, frozen=True, kw_only=True, rename={"class_id": "class"}):
    """A true magic item: where it is worn, from which tier on it is found, what it does, and what it wants.

    What grows does so by the tier of the item: ``by_level`` has its changes under 1, 5 and 8.
    """

    sort: Sort = "item"
    chakra: str
    or_chakra: str = ""
    """Where else it may be worn."""
    fits: Fits = ""
    also: tuple[Defence, ...] = ()
    """Defences that the usual bonus of its chakra counts for, beside its own."""
    casts: str = ""
    """The power that it lets its bearer cast, as often as it says itself."""
    quirk: Phrase
    """What its bearer is like, once the items have their way."""


class ChakraEntry(Sourced, frozen=True, kw_only=True):
    """A place for magic items: how many may be worn there, and the usual bonus of all of them by tier."""

    name: Noun
    most: int = 1
    """How many; 0: any number."""
    of: Wielded = ""
    """The weapon, or the implement, that such an item is."""
    shares: str = ""
    """The other place with which it counts as one."""
    classes: tuple[str, ...] = ()
    """Who has a use for it; empty: anybody."""
    stats: tuple[Literal["ac", "pd", "md", "attack", "damage"], ...] = ()
    amounts: dict[Tier, int] = field(default_factory=dict)
    """What is added to them."""
    gains: dict[Tier, Gains] = field(default_factory=dict)
    bonuses: dict[Tier, tuple[Bonus, ...]] = field(default_factory=dict)
