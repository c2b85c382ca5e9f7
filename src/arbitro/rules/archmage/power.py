"""What a combatant can do: attacks, powers and the effects they carry, as plain data that a log can hold."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.named import Named as Named
from arbitro.rules.archmage.effects import AnyEffect, Healing, Term
from arbitro.rules.archmage.effects import AttackKind as AttackKind
from arbitro.rules.archmage.effects import ConditionName as ConditionName
from arbitro.rules.archmage.effects import Stat as Stat
from arbitro.rules.archmage.situations import BonusStat as BonusStat
from arbitro.rules.archmage.situations import Situation as Situation
from arbitro.rules.archmage.situations import Trigger as Trigger
from arbitro.rules.archmage.special_codes import SpecialCode as SpecialCode

Level = Annotated[int, Meta(ge=0, le=20)]
"""So many dice are thrown for a weapon and a recovery: bounded, like every number that says how often."""
Sides = Annotated[int, Meta(ge=0, le=100)]
Ability = Literal["str", "con", "dex", "int", "wis", "cha"]
ABILITIES: Final[tuple[Ability, ...]] = ("str", "con", "dex", "int", "wis", "cha")
Tier = Literal["adventurer", "champion", "epic"]
TIERS: Final[tuple[Tier, ...]] = ("adventurer", "champion", "epic")
Defence = Literal["ac", "pd", "md"]
DEFENCES: Final[tuple[Defence, ...]] = ("ac", "pd", "md")
SPELLS: Final[tuple[AttackKind, ...]] = ("spell", "close_spell")
"""The kinds that follow the rules of casting."""
AFAR: Final[tuple[AttackKind, ...]] = ("ranged", "spell")
"""Attacks from a distance: whoever is in melee with a foe lays themselves open by them."""
UNTYPED: Final = "untyped"
"""Damage of no type: nobody resists it but those who resist everything."""
Wielded = Literal["", "melee", "second", "ranged", "implement"]
"""What an attack is made with: one of the weapons in hand, or the implement of whoever casts."""
Cost = Literal["standard", "move", "quick", "free", "interrupt"]
Usage = Literal["at_will", "battle", "recharge", "daily", "once", "alternate"]
"""How often a power may be used; ``alternate``: in no two battles running."""
Outcome = Literal["crit", "hit", "miss", "fumble"]
HITS: Final[tuple[Outcome, ...]] = ("hit", "crit")

EASY, NORMAL, HARD = 6, 11, 16
"""The three difficulties of a save (AE-SAVE-02)."""


class Rider(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Effects that depend on how an attack went: on its outcome, its natural number and the circumstances."""

    effects: tuple[AnyEffect, ...]
    outcome: Literal["hit", "miss", "any"] = "hit"
    natural: Literal["any", "even", "odd"] = "any"
    at_least: int = 0
    when: tuple[Situation, ...] = ()
    state: str = ""
    """Only while the attacker is in this state, such as a rage."""
    escalation: int = 0
    """Only while the escalation die shows this at least."""
    source: str = ""
    """The feature that has added it to an attack."""
    lot: tuple[int, ...] = ()
    """The faces of the attack's own lot that bring it; empty: any."""
    hp_at_most: int = 0
    """Only where the damage leaves the target so many hit points or fewer; 0: always."""
    at_most: int = 0
    """The highest natural number that brings it; 0: any."""
    crit: bool = False
    """Only with a critical hit."""
    hp_limit: int = 0
    """Only if the target has no more hit points than this after the damage; 0: any number."""
    hp_over: int = 0
    """Only where more hit points than this are left after the damage; 0: any number."""
    unless: str = ""
    """Not while the attacker is in this state."""
    margin: int = 0
    """Only where the roll beats the defence by so much, or by more."""
    margin_below: int = 0
    """Only where it beats it by less than this; 0: by however much."""
    after: tuple[Situation, ...] = ()
    """Circumstances as they are when the damage has been dealt."""
    foe_level: int = 0
    """The highest level of the target that it works on; 0: any."""
    escalation_below: int = 0
    """Only while the escalation die shows less than this; 0: whatever it shows."""
    families: tuple[str, ...] = ()
    """Only on creatures of these families or natures; empty: on all."""
    when_any: tuple[Situation, ...] = ()
    """Circumstances of which one must be given; empty: none need."""


class Bonus(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number that a feature raises for good, under circumstances or always."""

    stat: BonusStat
    amount: Amount
    times: Term = ""
    plus: Term = ""
    when: tuple[Situation, ...] = ()
    kinds: tuple[AttackKind, ...] = ()
    """The kinds of attacks it concerns; empty: all."""
    powers: tuple[str, ...] = ()
    """The attacks it concerns; empty: all."""
    families: tuple[str, ...] = ()
    """Families, kinds or natures (undead, beast, …) of creatures that it counts against; empty: all. Natures become the
    kinds that have them when a character is made."""
    state: str = ""
    escalation: int = 0
    for_allies: bool = False
    """It is for nearby allies, not for its bearer."""
    two_weapons: bool = False
    """Only with a weapon in each hand."""
    source: str = ""
    """The feature that it comes from."""
    unless: str = ""
    """Not while its bearer is in this state."""
    wields: Wielded = ""
    """Only for attacks that are made with this weapon, or with an implement."""
    guards: tuple[Defence, ...] = ()
    """Only for attacks on these defences; empty: on any."""
    hp_at_most: int = 0
    """Only while its bearer has so many hit points or fewer; 0: always."""
    recoveries_at_most: int = -1
    """Only while its bearer has so many recoveries or fewer; -1: always."""


class FlexibleRoll(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Another roll that makes a flexible attack available."""

    natural: Literal["any", "even", "odd"] = "any"
    at_least: int = 0
    outcome: Literal["any", "hit", "miss"] = "any"
    escalation: int = 0
    numbers: tuple[int, ...] = ()


class Flexible(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The natural number (and outcome) that makes a flexible attack available (AE-FLEX-01)."""

    natural: Literal["any", "even", "odd"] = "any"
    at_least: int = 0
    outcome: Literal["any", "hit", "miss"] = "any"
    kinds: tuple[AttackKind, ...] = ()
    """The kinds of attacks that it may be used with; empty: its own."""
    escalation: int = 0
    """Only while the escalation die shows this at least."""
    numbers: tuple[int, ...] = ()
    """The natural numbers that make it available; empty: any that fit else."""
    others: tuple[FlexibleRoll, ...] = ()
    """Other rolls that make it available as well."""
    powers: tuple[str, ...] = ()
    """Attacks that it may be used with besides those of its kinds."""


class Attack(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An attack, spell or power. A character's bonus is built from ability and level, a monster's is printed."""

    id: str
    name: Named
    kind: AttackKind = "melee"
    action: Cost = "standard"
    basic: bool = False
    usage: Usage = "at_will"
    uses: int = 1
    """How often in a battle (usage ``battle``) or before a full heal-up (``daily``)."""
    uses_rolled: Amount | None = None
    """How often in a battle, where that is rolled when the battle begins."""
    recharge: int = 0
    per_round: int = 0
    """How often in a round; 0: as often as there are actions."""
    quick_if_even: bool = False
    """Costs a quick action while the escalation die is even."""
    only_if_even: bool = False
    """Possible only while the escalation die is even and in play."""
    never_twice: bool = False
    """Not in two turns running."""
    triggered: bool = False
    """Never chosen by itself: another attack or a special sets it off."""
    defence: Defence = "ac"
    ability: Ability | None = None
    bonus: int = 0
    """Printed attack bonus; for a character the modifier of weapon and armour."""
    automatic: bool = False
    """Hits without a roll."""
    friendly: bool = False
    """Meant for allies: no roll, only its effects."""
    includes_self: bool = False
    self_only: bool = False
    reach: Literal["engaged", "nearby", "far", "far_at_minus_2", "beside"] = "engaged"
    times: Amount = Amount(plus=1)
    """How many attack rolls; on different targets if `different`."""
    different: bool = False
    targets: Amount = Amount(plus=1)
    each_engaged: bool = False
    in_group: bool = False
    weakest: bool = False
    """Only the nearby enemy with the fewest hit points."""
    only: tuple[Situation, ...] = ()
    hp_limit: int = 0
    damage: Amount = Amount()
    weapon_die: Sides = 0
    """Sides of the weapon die; a character rolls one per level."""
    unarmed: bool = False
    damage_ability: Ability | None = None
    type: str = "weapon"
    random_type: tuple[str, ...] = ()
    type_for_battle: bool = False
    """A wild type is rolled at the first use and stays for the battle."""
    miss: Amount | None = None
    miss_level: bool = False
    """A miss deals the attacker's level."""
    mundane: bool = False
    """Ordinary energy, not magic (AE-RESIST-03)."""
    wields: Wielded = ""
    """The weapon that it is made with."""
    two_weapons: bool = False
    """Made with one of two weapons in hand."""
    riders: tuple[Rider, ...] = ()
    flexible: Flexible | None = None
    trigger: Trigger | None = None
    """For an interrupt: what it answers to."""
    teleports: bool = False
    self_damage: Amount | None = None
    self_damage_staggered: Amount | None = None
    free_if_even: bool = False
    """While the escalation die is even, using it spends nothing."""
    chain: bool = False
    """An even natural roll lets it leap to one more foe, nobody twice."""
    uses_of: str = ""
    """The power whose uses it shares."""
    saved_by: int = 0
    """Of a power that answers by itself: only after a save of this number."""
    lot: int = 0
    """The sides of a die that says which of its riders come about."""
    at_random: bool = False
    """Its target is drawn by lot among all that it could have."""
    free_from: int = 0
    """From this number of the escalation die on, using it spends nothing."""
    by_escalation: bool = False
    """Of a power that answers by itself: only where a d6 comes up no higher than the escalation die."""
    die_steps: Annotated[int, Meta(ge=-5, le=5)] = 0
    """By how many steps the weapon die is larger or smaller."""
    damage_times: int = 1
    """What the damage dice are multiplied by, for spells that throw few and count them tenfold."""
    state: str = ""
    """Only while its user is in this state."""
    spends: str = ""
    """A state of its user that it uses up."""
    pool: str = ""
    price: int = 0
    """So many points of a pool it costs."""
    escalation: int = 0
    """Only while the escalation die shows this at least."""
    everybody: bool = False
    """At everybody who may be its target, nobody chosen."""
    sure: bool = False
    """Of a power that answers: it is used whenever it can be, without a question."""
    answers: tuple[AttackKind, ...] = ()
    """The kinds of attacks that it answers; empty: all."""
    on_natural: Literal["any", "even", "odd"] = "any"
    on_at_least: int = 0
    """What the natural roll of the attack that it answers must be."""
    when: tuple[Situation, ...] = ()
    """Circumstances of the blow that it answers, seen by the one who strikes."""
    guards: tuple[Defence, ...] = ()
    """The defences that the attack it answers must be against; empty: any."""
    after: tuple[str, ...] = ()
    """Of a power that answers a fall or a blow: the attacks that must have brought it."""
    unless: str = ""
    """Not while its user is in this state."""
    families: tuple[str, ...] = ()
    """Only at creatures of these families or kinds; empty: at all."""
    by_die: bool = False
    """As many targets, or rolls, as the escalation die shows."""
    lot_escalation: bool = False
    """The escalation die is added to its lot."""
    on_at_most: int = 0
    """The highest natural roll that it answers; 0: any."""
    pool_at_most: int = -1
    """Only while the pool holds no more points than this; -1: however many."""
    softer: bool = False
    """Against a target whose Mental Defence is the higher of the two it goes for the Physical Defence."""
    own_target: bool = False
    """Of a power that answers: it falls on its user."""
    answers_basic: bool = False
    """Of a power that answers a blow: only one that is a basic attack."""
    unlimited_in: str = ""
    """The state of its user in which it can be used however often it has been."""
    on_die: bool = False
    """Of a power that answers a blow: only one whose natural number is not above the escalation die."""
    foe_level: int = 0
    """Of a power that answers a foe: the highest level that it may have; 0: any."""
    on_crit: bool = False
    """Of a power that answers a blow: only a critical hit."""
    recoveries: Annotated[int, Meta(ge=0, le=4)] = 0
    """So many recoveries it costs, which heal nothing."""
    crowded: bool = False
    """At several targets it is at -1 for each of them."""
    target_state: str = ""
    """Only at, or about, whoever is in this state."""
    outdoes: bool = False
    """Of a power that answers a blow: it does something only if its natural number is no lower than that one's."""
    for_minion: bool = False
    """Of a power that answers a blow at an ally: only at a creature that its user has called up."""
    unhindered: bool = False
    """No penalty, condition or forced roll has a hold on it."""
    mooks: int = 0
    """Of a power that answers a fall: it answers when so many mooks have fallen by one attack; 0: every fall."""
    hp_pool: Amount | None = None
    """The weakest foes are its targets, one after the other, as long as their hit points fit into this."""


class Special(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A trait of a creature that the rules of the fight know by its code."""

    code: SpecialCode
    value: int = 0
    most: int = 0
    amount: Amount | None = None
    types: tuple[str, ...] = ()
    attack: str = ""
    against: Literal["", "staggered", "vulnerable"] = ""
    unless: Literal["", "staggered", "half_mob"] = ""
    nastier: bool = False
    """Only for creatures that the referee wants worse than usual."""


def healing_effects(power: Attack) -> tuple[Healing, ...]:
    """What a power gives back to those it is meant for, where it truly heals (AE-REST-03)."""
    if not power.friendly or power.action == "interrupt":
        return ()
    return tuple(effect for rider in power.riders for effect in rider.effects if isinstance(effect, Healing))
