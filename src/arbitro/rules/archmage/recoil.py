"""What an attack brings on whoever makes it, or ends on whoever suffers it, by states that powers have left."""

from msgspec.structs import replace

from arbitro.rules.archmage.conditions import end_state
from arbitro.rules.archmage.damage import hurt, roll_damage
from arbitro.rules.archmage.events import FeatureUsed, Marked
from arbitro.rules.archmage.numbers import aimed_at, defence_of, in_state
from arbitro.rules.archmage.ongoing_effects import Mark, Until
from arbitro.rules.archmage.power import Attack, Rider
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.states import ROUTED, RUEFUL, state_of
from arbitro.rules.archmage.step import Blow, Volley
from arbitro.rules.archmage.tally import Damage, Reason, flat
from arbitro.rules.archmage.targets import everybody, may_answer_with, spend_power


def recoil(scene: Scene, step: Blow, attack: Attack, before: Combatant) -> None:
    """An attack is over: a miss may cost its maker dear, whoever was attacked takes heart, specials have their say.

    The target is given as it stood before the attack: what the attack itself has brought stays.
    """
    _answered_by_specials(scene, step)
    if attack.friendly:
        return
    who = step.volley.attacker
    if "first_attack_on_target" in scene.one(who).profile.asked_for:
        _remember_first(scene, step)
    if step.outcome in ("miss", "fumble") and not attack.automatic:
        _rue(scene, who, step, attack)
    if in_state(before, ROUTED) and before.side != scene.one(who).side:
        end_state(scene, step.target, ROUTED)


def slips_by(scene: Scene, target: Combatant, attack: Attack, total: int) -> bool:
    """Whether a hit that would do no more than somebody's power allows goes wide; it is kept for what is worth it."""
    for power in target.profile.attacks:
        if power.trigger != "grazed" or attack.defence not in power.guards or not 0 < total <= power.hp_limit:
            continue
        worth = 2 * total >= power.hp_limit or total >= target.hp
        if worth and may_answer_with(scene.state, target, power) is None:
            spend_power(scene, target.id, power)
            scene.happen(FeatureUsed(target.id, power.id, rules=("AE-ATK-06",)))
            return True
    return False


def crit_multiplier(doublings: int) -> int:
    """Double damage for a critical hit, and one multiple more for each further doubling (AE-CRIT-03)."""
    return 2 + doublings


def beats(state: State, step: Blow, attack: Attack, target: Combatant, rider: Rider) -> bool:
    """Whether a roll beats the defence by as much as a rider asks for, and not by too much."""
    margin = step.total - defence_of(state, target, aimed_at(state, attack, target))
    return margin >= rider.margin and not (rider.margin_below and margin >= rider.margin_below)


def suits(state: State, target: Combatant, rider: Rider) -> bool:
    """Whether a target is of the sort that a rider works on, and the escalation die low enough."""
    if rider.families and not {target.profile.family, target.profile.race} & set(rider.families):
        return False
    if rider.foe_level and target.profile.level > rider.foe_level:
        return False
    return not rider.escalation_below or state.battle.escalation < rider.escalation_below


def spent_this_round(mark: Mark, rider: Rider) -> bool:
    """Whether a mark says that a rider has had its turn in this round."""
    return mark.kind == "once" and mark.attack == f"{rider.source}/round"


def _answered_by_specials(scene: Scene, step: Blow) -> None:
    """What the specials of whoever was attacked do when the attack is over."""
    for special in scene.one(step.target).profile.specials:
        answer = scene.rules.traits[special.code].missed
        if answer is not None:
            answer(scene, scene.one(step.target), special, step)


def _rue(scene: Scene, who: str, step: Blow, attack: Attack) -> None:
    """A miss hurts whoever made it: by a number, or by half of what the attack would have dealt."""
    one = scene.one(who)
    mark = state_of(one, RUEFUL)
    if mark is None or not one.in_field:
        return
    why = Reason("AE-ATK-06", "rueful")
    if mark.amount:
        harm, kind = flat(mark.amount, why), "holy"
    else:
        if not (attack.weapon_die or attack.unarmed or attack.damage.count or attack.damage.plus):
            return
        dealt = roll_damage(scene, one, attack, step.volley)
        harm, kind = flat(dealt, Reason("AE-DMG-02", "damage_roll")).then(0, "halve", why), attack.type
    hurt(scene, who, Damage(harm, kind, mark.source, 20, ("AE-ATK-06",)))


def leap_on(scene: Scene, step: Blow, attack: Attack) -> None:
    """A chain goes on to a foe that it has not struck at yet."""
    waiting = scene.agenda[-1] if scene.agenda else None
    if not isinstance(waiting, Volley) or waiting.attack != attack.id:
        return
    one = scene.one(step.volley.attacker)
    for foe in everybody(scene.state, one, attack):
        if foe not in waiting.targets and scene.one(foe).conscious:
            scene.agenda[-1] = replace(waiting, targets=(*waiting.targets, foe))
            return


def _remember_first(scene: Scene, step: Blow) -> None:
    """The first attack on somebody is over, for whom that one is something special: the next is another."""
    one, it = scene.one(step.volley.attacker), step.target
    if not any(mark.kind == "struck" and mark.source == it for mark in one.marks):
        scene.happen(Marked(one.id, Mark("struck", it, until=Until("battle", one.id)), rules=("AE-ATK-06",)))
