"""Circumstances that an attack or one of its riders may ask for: each is a word of its entry, registered once here."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from arbitro.rules.archmage.condition_table import HINDERED, OVERWHELMED
from arbitro.rules.archmage.effects import Condition, Curse, Drain, Grab, Harm, Ongoing
from arbitro.rules.archmage.numbers import Strike, defence_of, in_state, is_staggered, own_situation, vulnerable_to
from arbitro.rules.archmage.people import burdened, has, nearby, next_to
from arbitro.rules.archmage.power import Attack, ConditionName, Situation
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.states import flies

STORM: Final = ("cold", "lightning", "thunder")
"""The sorts of damage that a storm deals."""


def holds(strike: Strike, name: Situation) -> bool:
    """Whether a circumstance that an attack or a rider asks for is given."""
    return CIRCUMSTANCES[name](strike)


def are_kin(strike: Strike, other: str) -> bool:
    """Whether somebody is of the attacker's side and family."""
    own, profile = strike.one.profile, strike.state.battle.combatants[other].profile
    return profile.side == own.side and bool(own.family) and profile.family == own.family


def _side_outnumbers(strike: Strike) -> bool:
    standing = [each.side for each in strike.state.battle.combatants.values() if each.conscious]
    return 2 * standing.count(strike.one.side) > len(standing)


def _target_new(strike: Strike) -> bool:
    return any(mark.kind == "moved" and mark.source == strike.target.id for mark in strike.one.marks)


def _target_dazed_or_stuck(strike: Strike) -> bool:
    return has(strike.state, strike.target, "dazed") or has(strike.state, strike.target, "stuck")


def _escalation_even(strike: Strike) -> bool:
    shown = strike.state.battle.escalation
    return shown > 0 and shown % 2 == 0


def _first_this_turn(strike: Strike) -> bool:
    return not any(mark.kind == "once" and mark.attack == strike.attack.id for mark in strike.one.marks)


def _allies_engaged(strike: Strike) -> bool:
    people = strike.state.battle.combatants
    return any(people[each].side == strike.one.side and each != strike.one.id for each in strike.target.engaged)


def _alone(strike: Strike) -> bool:
    """Whether none of the target's friends is in melee with whoever strikes, or with a friend of theirs beside it."""
    people = strike.state.battle.combatants
    own = (strike.one.id, *strike.target.engaged)
    return not any(
        people[foe].side == strike.target.side and foe != strike.target.id
        for each in own
        for foe in people[each].engaged
    )


def _marked(strike: Strike, kind: str) -> bool:
    return any(mark.kind == kind and mark.source == strike.target.id for mark in strike.one.marks)


def _highest_md(strike: Strike) -> bool:
    """Whether no nearby friend of the target has a higher Mental Defence."""
    own = defence_of(strike.state, strike.target, "md")
    return all(defence_of(strike.state, other, "md") <= own for other in _rivals(strike))


def _most_hp(strike: Strike) -> bool:
    return all(other.hp <= strike.target.hp for other in _rivals(strike))


def _rivals(strike: Strike) -> Iterator[Combatant]:
    """Those nearby on the side of the target."""
    people = strike.state.battle.combatants.values()
    return (each for each in people if each.side == strike.target.side and each.conscious and nearby(strike.one, each))


def _hindered(strike: Strike) -> bool:
    return any(has(strike.state, strike.target, name) for name in HINDERED)


def _of_flesh(target: Combatant) -> bool:
    """Whether somebody is alive, and one of many: no undead, and nobody whom the story knows by name."""
    return not target.profile.named and target.profile.family != "undead"


def _open_to_sneak(strike: Strike) -> bool:
    """Whether a hit would bring what comes once a round with hits on whoever is distracted, and it has not yet."""
    basic = next((each for each in strike.one.profile.attacks if each.basic and each.kind == "melee"), None)
    riders = [rider for rider in basic.riders if rider.when_any] if basic is not None else []
    used = {mark.attack for mark in strike.one.marks if mark.kind == "once"}
    return any(
        f"{rider.source}/round" not in used and any(holds(strike, word) for word in rider.when_any) for rider in riders
    )


def _masters_foe(strike: Strike) -> bool:
    """Whether the target is in melee with whoever has called the striker up, or has been attacked by them this turn."""
    fight, master = strike.state.battle, strike.one.profile.master
    last = fight.last_blows.get(master)
    struck = last is not None and last.round == fight.round and strike.target.id in last.targets
    return struck or master in strike.target.engaged


def _frightens(target: Combatant) -> bool:
    """Whether somebody spreads fear: by a special, or by what an attack brings."""
    if target.profile.special("fear") is not None:
        return True
    effects = (each for attack in target.profile.attacks for rider in attack.riders for each in rider.effects)
    return any(isinstance(each, Condition) and "fear" in each.names for each in effects)


REELING: Final[tuple[ConditionName, ...]] = (*HINDERED, "stunned")
"""What leaves somebody open to a blow from behind."""


def _does_more(attack: Attack) -> bool:
    """Whether a hit with an attack harms by more than its plain damage."""
    harmful = (each for rider in attack.riders if rider.outcome != "miss" for each in rider.effects)
    return any(isinstance(each, Condition | Ongoing | Harm | Drain | Grab | Curse) for each in harmful)


CIRCUMSTANCES: Final[Mapping[Situation, Callable[[Strike], bool]]] = {
    "side_outnumbers": _side_outnumbers,
    "target_staggered": lambda strike: is_staggered(strike.state, strike.target),
    "self_not_staggered": lambda strike: not is_staggered(strike.state, strike.one),
    "target_engaged_by_two": lambda strike: len(strike.target.engaged) >= 2,
    "kin_engaged": lambda strike: any(are_kin(strike, each) for each in strike.target.engaged if each != strike.one.id),
    "by_a_foe": lambda strike: strike.one.side != strike.target.side,
    "target_new": _target_new,
    "target_poisoned": lambda strike: any(each.type == "poison" for each in strike.target.ongoing),
    "target_dazed_or_stuck": _target_dazed_or_stuck,
    "target_vulnerable": lambda strike: vulnerable_to(strike.target, strike.one),
    "target_smaller": lambda strike: strike.target.profile.size < strike.one.profile.size,
    "escalation_even": _escalation_even,
    "first_this_turn": _first_this_turn,
    "escalation_odd": lambda strike: strike.state.battle.escalation % 2 == 1,
    "self_staggered": lambda strike: is_staggered(strike.state, strike.one),
    "self_unhurt": lambda strike: strike.one.hp >= strike.one.max_hp,
    "self_engaged": lambda strike: bool(strike.one.engaged),
    "self_not_engaged": lambda strike: not strike.one.engaged,
    "target_unhurt": lambda strike: strike.target.hp >= strike.target.max_hp,
    "target_not_staggered": lambda strike: not is_staggered(strike.state, strike.target),
    "target_is_mook": lambda strike: strike.target.profile.category == "mook",
    "target_is_no_mook": lambda strike: strike.target.profile.category != "mook",
    "target_not_engaged_with_ally": lambda strike: not _allies_engaged(strike),
    "target_engaged_with_ally": _allies_engaged,
    "target_engaged_with_self": lambda strike: strike.target.id in strike.one.engaged,
    "target_alone": _alone,
    "target_slower": lambda strike: strike.state.battle.round == 1 and strike.target.initiative < strike.one.initiative,
    "target_bigger": lambda strike: strike.target.profile.size > strike.one.profile.size,
    "target_later": lambda strike: strike.target.initiative < strike.one.initiative,
    "first_attack_on_target": lambda strike: not _marked(strike, "struck"),
    "target_was_not_engaged": lambda strike: _marked(strike, "moved"),
    "own_turn": lambda strike: strike.state.battle.current == strike.one.id,
    "not_own_turn": lambda strike: strike.state.battle.current != strike.one.id,
    "once_a_round": lambda strike: strike.one.conscious,  # what was used is counted with the rider
    "self_engaged_by_two": lambda strike: len(strike.one.engaged) >= 2,
    "self_not_acted": lambda strike: not strike.one.acted,
    "first_turn": lambda strike: own_situation(strike.state, strike.one, "first_turn"),
    "several_targets": lambda strike: (
        strike.attack.targets.count > 0 or strike.attack.targets.plus > 1 or strike.attack.everybody
    ),
    "self_rallied": lambda strike: own_situation(strike.state, strike.one, "self_rallied"),
    "self_to_save": lambda strike: own_situation(strike.state, strike.one, "self_to_save"),
    "side_has_fallen": lambda strike: own_situation(strike.state, strike.one, "side_has_fallen"),
    "acts_last": lambda strike: own_situation(strike.state, strike.one, "acts_last"),
    "moved_this_turn": lambda strike: any(mark.kind == "moved" for mark in strike.one.marks),
    "target_burdened": lambda strike: burdened(strike.target),
    "target_engaged": lambda strike: bool(strike.target.engaged),
    "target_not_engaged": lambda strike: not strike.target.engaged,
    "target_hindered": _hindered,
    "target_hurt": lambda strike: strike.target.hp < strike.target.max_hp,
    "target_highest_md": _highest_md,
    "target_most_hp": _most_hp,
    "target_healthier": lambda strike: strike.target.hp > strike.one.hp,
    "target_frailer": lambda strike: strike.target.hp < strike.one.hp,
    "target_weaker": lambda strike: (
        strike.target.profile.category == "mook" or strike.target.profile.level < strike.one.profile.level
    ),
    "target_flies": lambda strike: flies(strike.state, strike.target),
    "target_large": lambda strike: strike.target.profile.category in ("large", "huge"),
    "target_shares_foe": lambda strike: any(foe in strike.one.engaged for foe in strike.target.engaged),
    "target_regenerating": lambda strike: in_state(strike.target, "regenerating"),
    "by_minion": lambda strike: bool(strike.one.profile.master),
    "target_unseen": lambda strike: strike.target.invisible,
    "self_afflicted": lambda strike: own_situation(strike.state, strike.one, "self_afflicted"),
    "target_is_minion": lambda strike: strike.target.profile.master == strike.one.id,
    "target_worn_down": lambda strike: strike.target.recoveries < strike.target.recoveries_max,
    "target_overwhelmed": lambda strike: any(has(strike.state, strike.target, name) for name in OVERWHELMED),
    "target_of_flesh": lambda strike: _of_flesh(strike.target),
    "icon_drawn": lambda strike: own_situation(strike.state, strike.one, "icon_drawn"),
    "self_standard_left": lambda strike: own_situation(strike.state, strike.one, "self_standard_left"),
    "target_is_friend": lambda strike: strike.target.side == strike.one.side,
    "target_suffers": lambda strike: bool(strike.target.ongoing),
    "single_target": lambda strike: not CIRCUMSTANCES["several_targets"](strike),
    "target_higher": lambda strike: strike.target.profile.level > strike.one.profile.level,
    "self_idle": lambda strike: own_situation(strike.state, strike.one, "self_idle"),
    "attack_of_storm": lambda strike: strike.kind in STORM,
    "target_of_master": _masters_foe,
    "target_engaged_with_master": lambda strike: strike.one.profile.master in strike.target.engaged,
    "target_no_ongoing": lambda strike: not strike.target.ongoing,
    "self_flies": lambda strike: flies(strike.state, strike.one),
    "in_turn": lambda strike: strike.state.battle.current == strike.one.id,
    "opportunity": lambda strike: strike.opportunity,
    "attack_does_more": lambda strike: _does_more(strike.attack),
    "last_recovery": lambda strike: own_situation(strike.state, strike.one, "last_recovery"),
    "last_chance": lambda strike: own_situation(strike.state, strike.one, "last_chance"),
    "target_reeling": lambda strike: any(has(strike.state, strike.target, name) for name in REELING),
    "target_singled_out": lambda strike: any(each.against == strike.target.id for each in strike.one.boosts),
    "target_down": lambda strike: not strike.target.conscious,
    "self_overwhelmed": lambda strike: own_situation(strike.state, strike.one, "self_overwhelmed"),
    "target_beside": lambda strike: strike.target.id != strike.one.id and next_to(strike.one, strike.target),
    "sneak_possible": lambda strike: _open_to_sneak(strike),
    "target_frightens": lambda strike: _frightens(strike.target),
    "target_at_zero": lambda strike: strike.target.hp <= 0,
    "few_foes": lambda strike: sum(1 for _ in _rivals(strike)) <= 2,
    "only_foe": lambda strike: sum(1 for _ in _rivals(strike)) <= 1,
}
"""How each circumstance is seen, as things stand when the attack is judged."""
