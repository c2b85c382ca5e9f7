"""Everything that counts in an attack roll (chapter «Attacchi»), each part by itself.

The page of the game lists the parts, and with them those that the specials of creatures bring.
"""

from collections.abc import Iterable

from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.numbers import ability_of, best_item, boosts_to, condition_penalty, item_rule, vulnerable_to
from arbitro.rules.archmage.people import fight_of, has, nearby
from arbitro.rules.archmage.rules import Rules
from arbitro.rules.archmage.scene import Strike
from arbitro.rules.archmage.state import Combatant, State


def attack_modifiers(rules: Rules, strike: Strike) -> tuple[Modifier, ...]:
    """Everything that is added to an attack roll (AE-ATK-02, AE-ATK-08, AE-STACK-01)."""
    return tuple(each for each in rules.to_hit(strike) if each.amount)


def crit_from(rules: Rules, strike: Strike) -> int:
    """The lowest natural number that is a critical hit (AE-CRIT-04)."""
    return max(20 - sum(rules.crit_range(strike)), 2)


# ---------------------------------------------------------------- added to the roll


def skill(strike: Strike) -> Iterable[Modifier]:
    """Ability and level of a character, with what weapon table and magic item add; what is printed for a creature."""
    profile, attack = strike.one.profile, strike.attack
    rule = "AE-ATK-08" if attack.is_spell else "AE-ATK-02"
    if attack.unarmed:
        yield Modifier(ability_of(profile, "str"), "AE-UNARMED-01", "ability")
        yield Modifier(profile.level, "AE-UNARMED-01", "level")
        yield Modifier(-2, "AE-UNARMED-01", "unarmed")
    elif attack.ability is not None:
        yield Modifier(ability_of(profile, attack.ability), rule, "ability")
        yield Modifier(profile.level, rule, "level")
        if attack.bonus:
            yield Modifier(attack.bonus, "AE-WEAPON-03", "weapon_table")
    else:
        yield Modifier(attack.bonus, rule, "printed")
    item = best_item(profile, "attack", attack)
    if item is not None:
        yield Modifier(item.value, item_rule(profile, "attack", attack, rule), "magic_item")


def escalation(strike: Strike) -> Iterable[Modifier]:
    """The escalation die, for those who add it (AE-ESC-02)."""
    shown = fight_of(strike.state).escalation
    if shown and uses_escalation(strike.state, strike.one):
        yield Modifier(shown, "AE-ESC-02", "escalation")


def hindrances(strike: Strike) -> Iterable[Modifier]:
    """The worst penalty of the attacker's conditions (AE-STACK-03), and -1 for each recovery that was not there."""
    penalty = condition_penalty(strike.state, strike.one, "attack")
    if penalty is not None:
        yield penalty
    if strike.one.debt:
        yield Modifier(-strike.one.debt, "AE-RECOVERY-06", "debt")


def position(strike: Strike) -> Iterable[Modifier]:
    """A bonus against whom one holds (AE-GRAB-08); -2 at somebody far, for attacks that say so."""
    one, target = strike.one, strike.target
    if target.id in one.grabbing:
        yield Modifier(int(strike.state.options["grabber_attack_bonus"]), "AE-GRAB-08", "grabbing")
    if strike.attack.reach == "far_at_minus_2" and not nearby(one, target):
        yield Modifier(-2, "AE-ATK-06", "far")


def boosts(strike: Strike) -> Iterable[Modifier]:
    """Bonuses and penalties for a while (AE-STACK-04)."""
    return boosts_to(strike.state, strike.one, "attack", strike.attack, strike.target.id)


# ---------------------------------------------------------------- the escalation die


def uses_escalation(state: State, one: Combatant) -> bool:
    """Whether somebody adds the escalation die: characters, and who is said to; never in fear (AE-COND-09)."""
    return entitled_to_escalation(state, one) and not has(state, one, "fear")


def entitled_to_escalation(state: State, one: Combatant) -> bool:
    """Whether somebody adds the escalation die while not in fear (AE-ESC-02, AE-ESC-04)."""
    kind = one.profile.kind
    granted = kind == "companion" and bool(state.options["companion_escalation"])
    return kind == "pc" or one.profile.uses_escalation or granted


# ---------------------------------------------------------------- added to the crit range


def own_crit_range(strike: Strike) -> Iterable[int]:
    """What somebody has always, and for a while (AE-CRIT-04)."""
    yield strike.one.profile.crit_range
    for boost in boosts_to(strike.state, strike.one, "crit_range", strike.attack, strike.target.id):
        yield boost.amount


def vulnerability(strike: Strike) -> Iterable[int]:
    """Two points against somebody vulnerable, or by the option against a type of damage (AE-COND-11)."""
    target = strike.target
    by_type = strike.state.options["typed_vulnerability"] == "crit_range_plus_2"
    if (by_type and strike.kind in target.profile.vulnerabilities) or vulnerable_to(target, strike.one):
        yield 2
