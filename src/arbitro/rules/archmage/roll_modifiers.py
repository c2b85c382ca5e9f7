"""What is added to an attack roll and to its crit range: ability, level, circumstances, the escalation die."""

from collections.abc import Iterable
from typing import Final

from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.condition_table import DISHEARTENED
from arbitro.rules.archmage.numbers import (
    Strike,
    ability_of,
    best_item,
    boosts_to,
    condition_penalty,
    in_state,
    item_rule,
    item_source,
    vulnerable_to,
)
from arbitro.rules.archmage.people import has, nearby
from arbitro.rules.archmage.power import SPELLS
from arbitro.rules.archmage.state import Combatant, State

COMMANDED: Final = "commanded"
"""The state of creatures that somebody has called up and spurs on: they add the escalation die."""

EXHAUSTED: Final = "spent"
"""The state of whoever adds the escalation die no more in this battle."""


# ---------------------------------------------------------------- added to an attack roll: the page lists the parts


def skill(strike: Strike) -> Iterable[Modifier]:
    """Ability and level of a character, with what weapon table and magic item add; what is printed for a creature."""
    profile, attack = strike.one.profile, strike.attack
    rule = "AE-ATK-08" if attack.kind in SPELLS else "AE-ATK-02"
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
        by = item_rule(profile, "attack", attack, rule)
        yield Modifier(item.value, by, "magic_item", (item_source(profile, item),))


def escalation(strike: Strike) -> Iterable[Modifier]:
    """The escalation die, for those who add it (AE-ESC-02)."""
    shown = strike.state.battle.escalation
    if shown and uses_escalation(strike.state, strike.one):
        yield Modifier(shown, "AE-ESC-02", "escalation")


def circumstances(strike: Strike) -> Iterable[Modifier]:
    """How the attacker is and where the target: conditions, debt, a hold, the distance, boosts.

    Of conditions the worst counts (AE-STACK-03); -1 for each recovery that was not there; a bonus against whom one
    holds (AE-GRAB-08); -2 at somebody far, for attacks that say so; what is for a while adds up (AE-STACK-04).
    """
    one, target, it = strike.one, strike.target, strike.target.id
    penalty = condition_penalty(strike.state, one, "attack")
    if penalty is not None:
        yield penalty
    if one.debt:
        yield Modifier(-one.debt, "AE-RECOVERY-06", "debt")
    if it in one.grabbing:
        yield Modifier(int(strike.state.options["grabber_attack_bonus"]), "AE-GRAB-08", "grabbing")
    if strike.attack.reach == "far_at_minus_2" and not nearby(one, target):
        yield Modifier(-2, "AE-ATK-06", "far")
    yield from boosts_to(strike.state, one, "attack", strike.attack, it)


# ---------------------------------------------------------------- the escalation die


def uses_escalation(state: State, one: Combatant) -> bool:
    """Whether somebody adds the escalation die: characters, and who is said to; never in fear (AE-COND-09)."""
    return entitled_to_escalation(state, one) and not any(has(state, one, name) for name in DISHEARTENED)


def entitled_to_escalation(state: State, one: Combatant) -> bool:
    """Whether somebody adds the escalation die while not in fear (AE-ESC-02, AE-ESC-04)."""
    kind = one.profile.kind
    if any(mark.attack == EXHAUSTED for mark in one.marks):
        return False
    granted = kind == "companion" and bool(state.options["companion_escalation"])
    return kind == "pc" or one.profile.uses_escalation or granted or in_state(one, COMMANDED)


# ---------------------------------------------------------------- added to the crit range


def crit_range(strike: Strike) -> Iterable[Modifier]:
    """What somebody has always, and for a while (AE-CRIT-04); two points against the vulnerable (AE-COND-11).

    By the option somebody is vulnerable to a type of damage in this way too.
    """
    one, target = strike.one, strike.target
    if one.profile.crit_range:
        yield Modifier(one.profile.crit_range, "AE-CRIT-04", sources=("special/crit_range",))
    people = strike.state.battle.combatants
    if any(mark.attack == "ghoul_aura" for each in target.engaged for mark in people[each].marks):
        yield Modifier(2, "AE-COND-11", sources=("special/vulnerable",))
    yield from boosts_to(strike.state, one, "crit_range", strike.attack, target.id)
    by_type = strike.state.options["typed_vulnerability"] == "crit_range_plus_2"
    if (by_type and strike.kind in target.profile.vulnerabilities) or vulnerable_to(target, one):
        yield Modifier(2, "AE-COND-11", sources=("special/vulnerable",))
