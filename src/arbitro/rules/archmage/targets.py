"""Who may be attacked with what (chapters «Bersagli», «Attacchi», and what conditions bar)."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.archmage.circumstances import holds
from arbitro.rules.archmage.condition_table import LIMITING
from arbitro.rules.archmage.conditions import end_state
from arbitro.rules.archmage.events import PoolChanged, PowerUsed, RecoveryGiven
from arbitro.rules.archmage.numbers import OWN_SITUATIONS, Strike, in_state, own_situation
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.people import (
    can_act,
    contiguous,
    foes_of,
    friends_of,
    groups_of,
    has,
    in_order,
    may_react,
    nearby,
    next_to,
    pinning_foes,
    stuck,
)
from arbitro.rules.archmage.power import AFAR, SPELLS, Attack, Cost, Usage, healing_effects
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.states import CONFRONTED, FAR_SIGHTED, MIGHTY, PINNED, ROUTED, sheltered_from

_NEVER_USED: Final = Spent()
_DECLARE: Final = ("AE-ATK-07",)
USE_RULES: Final[dict[Usage, str]] = {
    "at_will": "AE-ATK-06",
    "battle": "AE-ATK-06",
    "recharge": "AE-REST-04",
    "daily": "AE-FULLHEAL-04",
    "once": "AE-ATK-06",
    "alternate": "AE-ATK-06",
}
"""The rule by which a power is limited: its own description, or the rests that bring it back."""


# ---------------------------------------------------------------- the attack itself


def cost_of(fight: Fight, one: Combatant, attack: Attack) -> Cost:
    """The action that an attack takes."""
    if attack.usage == "daily" and not attack.friendly and one.marks and in_state(one, MIGHTY):
        return "quick"
    even = fight.escalation > 0 and fight.escalation % 2 == 0
    return "quick" if attack.quick_if_even and even else attack.action


def available(one: Combatant, attack: Attack) -> bool:
    """Whether a limited power has uses left (AE-REST-04, AE-FULLHEAL-04)."""
    if attack.usage == "at_will" or (attack.unlimited_in and in_state(one, attack.unlimited_in)):
        return True
    spent = one.powers.get(attack.uses_of or attack.id, _NEVER_USED)
    if attack.usage in ("recharge", "alternate"):
        return not spent.barred and not spent.used
    limit = spent.limit if attack.uses_rolled is not None else attack.uses
    return spent.used < limit


def may_use(state: State, one: Combatant, attack: Attack) -> Refusal | None:
    """Whether somebody may use an attack at all as things stand, whatever the target."""
    values: dict[str, str | int] = {"who": f"@{one.id}", "attack": f"@{one.id}/{attack.id}"}
    if attack.flexible is not None:
        return Refusal("flexible_only", values, ("AE-FLEX-01", "AE-FLEX-04"))
    if attack.triggered and not allowed_by_mark(one, attack):
        return Refusal("not_by_itself", values, _DECLARE)
    return _limits(state, one, attack, values)


def is_free(fight: Fight, attack: Attack) -> bool:
    """Whether the escalation die lets a power be used without spending it."""
    shown = fight.escalation
    if attack.free_if_even and shown > 0 and shown % 2 == 0:
        return True
    return bool(attack.free_from) and shown >= attack.free_from


def may_answer_with(state: State, one: Combatant, attack: Attack) -> Refusal | None:
    """Whether somebody may use a power that answers something, when that has come."""
    return _limits(state, one, attack, {"who": f"@{one.id}", "attack": f"@{one.id}/{attack.id}"})


def _limits(state: State, one: Combatant, attack: Attack, values: dict[str, str | int]) -> Refusal | None:
    """Uses, points, states and the escalation die that a power asks for, and what conditions leave."""
    fight = state.battle
    if attack.escalation > fight.escalation:
        return Refusal("escalation_too_low", {**values, "needed": attack.escalation}, ("AE-ESC-03",))
    if (attack.state and not in_state(one, attack.state)) or (attack.spends and not in_state(one, attack.spends)):
        return Refusal("not_in_state", values, _DECLARE)
    if attack.unless and in_state(one, attack.unless):
        return Refusal("not_as_things_stand", values, _DECLARE)
    if 0 <= attack.pool_at_most < one.pools.get(attack.pool, 0):
        return Refusal("not_as_things_stand", values, _DECLARE)
    if attack.by_die and not fight.escalation:
        return Refusal("escalation_too_low", {**values, "needed": 1}, ("AE-ESC-03",))
    dear = _too_dear(one, attack) if attack.price or attack.recoveries else ""
    if dear:
        return Refusal(dear, {**values, "needed": attack.price or attack.recoveries}, _DECLARE)
    if any(word in OWN_SITUATIONS and not own_situation(state, one, word) for word in attack.when):
        return Refusal("not_as_things_stand", values, _DECLARE)
    if not available(one, attack) and not is_free(fight, attack):
        return Refusal("power_spent", values, (USE_RULES[attack.usage],))
    if attack.only_if_even and not (fight.escalation and fight.escalation % 2 == 0):
        return Refusal("only_if_even", values, ("AE-ESC-03",))
    spent = one.powers.get(attack.id, _NEVER_USED)
    if attack.never_twice and spent.last_turn == one.turns - 1 and one.turns > 0 and spent.used:
        return Refusal("not_twice_running", values, _DECLARE)
    if attack.per_round and spent.round == fight.round and spent.in_round >= attack.per_round:
        return Refusal("enough_this_round", values, _DECLARE)
    return conditions_bar(state, one, attack, values)


def _too_dear(one: Combatant, attack: Attack) -> str:
    """What somebody has too little of for a power, as the reason that it is refused; empty: they have enough."""
    if attack.price > one.pools.get(attack.pool, 0):
        return "too_few_points"
    return "too_few_recoveries" if attack.recoveries > one.recoveries else ""


def conditions_bar(state: State, one: Combatant, attack: Attack, values: dict[str, str | int]) -> Refusal | None:
    """What conditions and a hold leave of somebody's attacks."""
    if attack.unhindered:
        return None
    for name, leaves, rule in LIMITING:
        if not leaves(attack) and has(state, one, name):
            return Refusal(name, values, (rule,))
    if any(mark.attack == ROUTED for mark in one.marks):
        return Refusal("routed", values, ("AE-ATK-06",))
    if one.grabbed_by and attack.kind in AFAR:
        return Refusal("grabbed_no_ranged", values, ("AE-GRAB-07",))
    return None


def allowed_by_mark(one: Combatant, attack: Attack) -> bool:
    """Whether an earlier hit lets a creature use an attack in this turn."""
    return any(
        mark.kind == "allow"
        and mark.attack == attack.id
        and mark.until is not None
        and mark.until.turn == one.turns
        and (not mark.source or mark.source in one.engaged)
        for mark in one.marks
    )


def spend_power(scene: Scene, who: str, attack: Attack) -> None:
    """Note a use where uses are counted; points and states that it costs are gone."""
    if attack.price:
        left = scene.one(who).pools.get(attack.pool, 0) - attack.price
        scene.happen(PoolChanged(who, attack.pool, left, -attack.price, rules=_DECLARE))
    if attack.recoveries:
        left = scene.one(who).recoveries - attack.recoveries
        scene.happen(RecoveryGiven(who, who, left, rules=("AE-RECOVERY-02",)))
    if attack.spends:
        end_state(scene, who, attack.spends)
    if attack.usage == "daily" and not attack.friendly:
        end_state(scene, who, MIGHTY)
    if (attack.free_if_even or attack.free_from) and is_free(scene.state.battle, attack):
        return
    if attack.usage == "at_will" and not attack.per_round and not attack.never_twice:
        return
    one, round_ = scene.one(who), scene.state.battle.round
    name = attack.uses_of or attack.id
    spent = one.powers.get(name, _NEVER_USED)
    in_round = spent.in_round + 1 if spent.round == round_ else 1
    new = Spent(spent.used + 1, spent.limit, spent.barred, one.turns, round_, in_round)
    scene.happen(PowerUsed(who, name, new, rules=(USE_RULES[attack.usage],)))
    scene.occur("ally_spends", who, power=name)


# ---------------------------------------------------------------- the targets


def most_targets(attack: Attack, shown: int = 1) -> int:
    """How many targets may be named; for some as many as the escalation die shows."""
    if attack.by_die and attack.times.plus <= 1:
        return max(shown, 1)
    amounts = (attack.times, attack.targets)
    return max(amount.count * amount.sides + amount.plus for amount in amounts)


def in_reach(one: Combatant, attack: Attack, target: Combatant) -> bool:
    """Whether an attack reaches somebody (AE-POS-08, AE-POS-09)."""
    if attack.kind == "melee" or attack.reach == "engaged":
        if one.side == target.side:
            return next_to(one, target)
        if target.marks and in_state(target, CONFRONTED):
            return True
        return target.id in one.engaged
    if attack.reach == "beside":
        return target.id == one.id or next_to(one, target)
    if attack.reach == "nearby":
        return target.id == one.id or nearby(one, target) or in_state(one, FAR_SIGHTED)
    return True


def may_target(
    state: State, one: Combatant, attack: Attack, target: Combatant, *, bewildered: bool = False
) -> Refusal | None:
    """Whether somebody is a legal target of an attack."""
    it = target.id
    who: dict[str, str | int] = {"who": f"@{it}"}
    if not target.in_field:
        return Refusal("no_target", who, _DECLARE)
    if attack.friendly:
        return _may_help(state, one, attack, target)
    if (target.side == one.side) != bewildered or it == one.id:
        return Refusal("no_target", who, ("AE-TARGET-04",))
    if not in_reach(one, attack, target):
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{it}"}
        if attack.kind == "melee":
            return Refusal("not_engaged_with", values, ("AE-POS-08", "AE-POS-09", "AE-POS-10"))
        return Refusal("out_of_reach", values, ("AE-POS-03", "AE-POS-04"))
    if it in one.grabbing and one.profile.special("dissolve") is not None:
        return Refusal("no_target", who, ("AE-GRAB-01",))
    if any(mark.kind == "shun" and mark.source == it for mark in one.marks) or (
        target.marks and sheltered_from(state, one, target)
    ):
        return Refusal("may_not_attack", {"who": f"@{one.id}", "target": f"@{it}"}, _DECLARE)
    if _of_another_sort(attack, target):
        return Refusal("not_such_a_target", who, _DECLARE)
    if attack.hp_limit and target.hp > attack.hp_limit:
        return Refusal("too_many_hp", {**who, "limit": attack.hp_limit}, ("AE-TARGET-06",))
    if attack.weakest and _outdone(state, one, attack, target):
        return Refusal("not_the_weakest", who, ("AE-TARGET-06",))
    strike = Strike(state, one, attack, target, attack.type)
    if not all(holds(strike, each) for each in attack.only):
        return Refusal("not_such_a_target", who, _DECLARE)
    return None


def _of_another_sort(attack: Attack, target: Combatant) -> bool:
    """Whether somebody is of no family that an attack is for, or not in the state that it asks for."""
    if attack.families and not {target.profile.family, target.profile.race} & set(attack.families):
        return True
    return bool(attack.target_state) and not in_state(target, attack.target_state)


def _outdone(state: State, one: Combatant, attack: Attack, target: Combatant) -> bool:
    """Whether as many nearby foes as an attack has targets are weaker than somebody, of those it may fall on."""
    weaker = (foe for foe in foes_of(state.battle, one) if nearby(one, foe) and foe.hp < target.hp)
    fitting = (
        foe for foe in weaker if all(holds(Strike(state, one, attack, foe, attack.type), word) for word in attack.only)
    )
    return sum(1 for _ in fitting) >= most_targets(attack)


def _may_help(state: State, one: Combatant, attack: Attack, target: Combatant) -> Refusal | None:
    who: dict[str, str | int] = {"who": f"@{target.id}"}
    if target.side != one.side:
        return Refusal("no_target", who, ("AE-TARGET-05",))
    if target.id != one.id and attack.self_only:
        return Refusal("only_yourself", who, ("AE-TARGET-04",))
    if target.id == one.id and not attack.includes_self:
        return Refusal("not_yourself", who, ("AE-TARGET-04",))
    if target.awareness == "coma" and healing_effects(attack):
        return Refusal("cannot_heal", who, ("AE-MEANINGFUL-02",))
    if target.profile.kind == "npc" and state.options["npc_as_ally_target"] == "never":
        return Refusal("npc_no_ally", who, ("AE-TARGET-05",))
    if not in_reach(one, attack, target):
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{target.id}"}
        return Refusal("not_beside", values, ("AE-POS-07",))
    strike = Strike(state, one, attack, target, attack.type)
    if not all(holds(strike, each) for each in attack.only):
        return Refusal("not_such_a_target", who, _DECLARE)
    return None


def named_targets(state: State, one: Combatant, attack: Attack, named: tuple[str, ...]) -> tuple[str, ...] | Refusal:
    """The targets that an attack is declared on, checked one by one and as a whole (AE-TARGET-02, AE-TARGET-03)."""
    fight = state.battle
    if attack.each_engaged and not named:
        named = tuple(foe for foe in one.engaged if fight.combatants[foe].in_field)
    if attack.everybody:
        named = everybody(state, one, attack)
    most = most_targets(attack, fight.escalation)
    if not named or (len(named) > most and not (attack.each_engaged or attack.everybody)):
        values: dict[str, str | int] = {"who": f"@{one.id}", "most": most}
        return Refusal("how_many_targets", values, _DECLARE)
    for target in named:
        other = fight.combatants.get(target)
        if other is None:
            return Refusal("nobody", {"who": target})
        refused = may_target(state, one, attack, other)
        if refused is not None:
            return refused
    repeatable = attack.times.plus > 1 and not attack.different
    if len(set(named)) < len(named) and not repeatable:
        return Refusal("twice_the_same", {"who": f"@{one.id}"}, ("AE-ATK-05",))
    if attack.in_group and not contiguous(fight, fight.combatants[named[0]].side, named):
        return Refusal("not_a_group", {"who": f"@{one.id}"}, ("AE-TARGET-02",))
    return named


def everybody(state: State, one: Combatant, attack: Attack) -> tuple[str, ...]:
    """All who may be targets of an attack that falls on everybody it can."""
    people = state.battle.combatants.values()
    return tuple(other.id for other in people if may_target(state, one, attack, other) is None)


def more_targets(
    state: State, one: Combatant, attack: Attack, named: tuple[str, ...], count: int, *, ally: bool
) -> tuple[str, ...]:
    """As many targets as were rolled: the named ones first, then the next in order (AE-TARGET-02, AE-TARGET-03)."""
    fight = state.battle
    chosen = list(named[:count])
    if attack.in_group:
        for group in groups_of(fight, fight.combatants[chosen[0]].side):
            if chosen[0] in group:
                pool = group[group.index(chosen[0]) :]
                break
        else:
            pool = ()
    else:
        pool = tuple(fight.combatants)
    for target in pool:
        if len(chosen) >= count:
            break
        other = fight.combatants[target]
        if target not in chosen and may_target(state, one, attack, other, bewildered=ally) is None:
            chosen.append(target)
    return tuple(chosen)


# ---------------------------------------------------------------- which attack, and whom it provokes


def basic_melee(one: Combatant) -> Attack | None:
    """The basic melee attack that opportunities and holds are made with (AE-OPP-01)."""
    for attack in one.profile.attacks:
        if attack.basic and attack.kind == "melee" and not attack.triggered:
            return attack
    return None


def flexible_attacks(one: Combatant, attack: Attack) -> list[Attack]:
    """The flexible attacks that could be used with an attack: a basic one, or one that they name."""
    return [
        each
        for each in one.profile.attacks
        if each.flexible is not None
        and (
            (attack.basic and attack.kind in (each.flexible.kinds or (each.kind,))) or attack.id in each.flexible.powers
        )
    ]


def triggers_of(attack: Attack) -> tuple[str, ...]:
    """What somebody who waits sees in the use of a power: an attack, a spell, a move, or several of these."""
    found = [] if attack.friendly else ["attacks"]
    if attack.kind in SPELLS:
        found.append("casts")
    if attack.teleports:
        found.append("moves")
    return tuple(found)


def provoked_by(state: State, one: Combatant, attack: Attack, targets: tuple[str, ...]) -> list[Combatant]:
    """Engaged foes that an attack provokes: ranged ones spare targets, spells nobody; close ones none (AE-OPP-05)."""
    if attack.kind not in AFAR:
        return []
    fight, spared = state.battle, targets if attack.kind == "ranged" else ()
    foes = [foe for foe in pinning_foes(fight, one) if foe not in spared]
    return in_order(fight, (fight.combatants[foe] for foe in foes))


# ---------------------------------------------------------------- confusion


def must_turn_on_allies(state: State, one: Combatant) -> bool:
    """Whether the next attack of somebody must fall on an ally (AE-COND-04)."""
    if not has(state, one, "confused"):
        return False
    if state.options["confused_all_attacks"]:
        return True
    return not any(mark.kind == "once" and mark.attack == "confused" for mark in one.marks)


def allies_in_reach(state: State, one: Combatant, attack: Attack) -> tuple[str, ...]:
    """Nearby allies that a confused creature can attack this way, walking to them if it must and can."""
    fight = state.battle
    may_walk = may_leave_place(state, one, checked=False) is None and (
        "move" in one.actions or ("standard" in one.actions and cost_of(fight, one, attack) != "standard")
    )
    found = []
    for ally in friends_of(fight, one):
        if not nearby(one, ally) or not ally.conscious:
            continue
        melee = attack.kind == "melee" or attack.reach == "engaged"
        if not melee or next_to(one, ally) or may_walk:
            found.append(ally.id)
    return tuple(found)


# ---------------------------------------------------------------- attacks that nobody declares


def may_follow(state: State, one: Combatant, attack: Attack, target: Combatant) -> bool:
    """Whether one attack may set off another: conditions leave it (AE-COND-06), confusion does not bar it."""
    if not can_act(one) or conditions_bar(state, one, attack, {}) is not None:
        return False
    bewildered = target.side == one.side
    if not bewildered and must_turn_on_allies(state, one) and allies_in_reach(state, one, attack):
        return False
    return may_target(state, one, attack, target, bewildered=bewildered) is None


def may_answer(state: State, one: Combatant, attack: Attack, foe: Combatant) -> bool:
    """Whether somebody may strike at a foe outside the own doing: as for an attack that follows, and able to react."""
    if foe.side == one.side or not may_react(state, one) or must_turn_on_allies(state, one):
        return False
    return may_follow(state, one, attack, foe)


def may_leave_place(state: State, one: Combatant, *, checked: bool) -> Refusal | None:
    """Whether somebody can move at all: not stuck, not held, and not holding somebody too big to carry."""
    if stuck(state, one):
        return Refusal("stuck", {"who": f"@{one.id}"}, ("AE-COND-12",))
    if checked and one.marks and in_state(one, PINNED):
        return Refusal("pinned", {"who": f"@{one.id}"}, ("AE-ATK-06", "AE-DISENGAGE-02"))
    if one.grabbed_by and not checked:
        return Refusal("grabbed", {"who": f"@{one.id}"}, ("AE-GRAB-03",))
    for victim in one.grabbing:
        held = state.battle.combatants[victim]
        if held.profile.size >= one.profile.size or stuck(state, held):
            return Refusal("holds_too_big", {"who": f"@{one.id}", "target": f"@{victim}"}, ("AE-GRAB-05", "AE-COND-12"))
    return None
