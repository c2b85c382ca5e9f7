"""What attacks do: damage with everything that changes it, and the effects beside it."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.conditions import afflict, burden, immune, moment_of
from arbitro.rules.archmage.damage import hurt
from arbitro.rules.archmage.declaring import waiting_for
from arbitro.rules.archmage.events import Boosted, CountRolled, Marked, PowerDrained
from arbitro.rules.archmage.healing import give_temporary, heal, use_recovery
from arbitro.rules.archmage.people import can_act, foes_of, friends_of, has, nearby
from arbitro.rules.archmage.places import engage, grab, pop_free, teleport
from arbitro.rules.archmage.power import NORMAL, Attack, Effect
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Boost, Combatant, Mark, Ongoing, Spent, Until
from arbitro.rules.archmage.step import Announce, Blow, Leap, Volley
from arbitro.rules.archmage.tally import Damage, Tally
from arbitro.rules.archmage.targets import available, conditions_bar, may_follow

_NOTHING = Amount()


# ---------------------------------------------------------------- other effects


def apply(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    """One effect beside the damage."""
    work = EFFECTS.get(effect.do)
    if work is not None:
        work(scene, effect, step, attack)


def _whom(effect: Effect, step: Blow) -> tuple[str, ...]:
    if effect.on == "self":
        return (step.volley.attacker,)
    if effect.on == "both":
        return (step.volley.attacker, step.target)
    return (step.target,)


def _power(one: Combatant, effect: Effect, step: Blow) -> str:
    """The power that an effect is of, by which it is known whoever uses it (AE-STACK-04)."""
    picked = one.profile.attack(step.pick) if step.pick else None
    flexible = picked is not None and any(effect in rider.effects for rider in picked.riders)
    return step.pick if flexible else step.volley.attack


def _damage(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    amount, note = effect.amount or _NOTHING, "effect_damage"
    if effect.by_target_level:
        amount, note = Amount(plus=scene.one(step.target).profile.level), "target_level"
    for who in _whom(effect, step):
        if scene.one(who).in_field:
            harm = Tally().rolling(amount, scene.dice, "damage", note)
            kind = effect.type or attack.type
            hurt(scene, who, Damage(harm, kind, step.volley.attacker, 20, ("AE-ATK-06",)))


def _ongoing(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    target = scene.one(step.target)
    if not target.in_field or immune(target):
        return
    amount = effect.amount or _NOTHING
    dice = amount.roll(scene.dice, "ongoing")
    total = amount.total(dice)
    kind = effect.type or attack.type
    # Resistance is asked at each tick, with the natural number that is kept here (AE-RESIST-02).
    crit = step.outcome == "crit" and scene.state.options["crit_ongoing"] == "first_tick"
    one = scene.one(step.volley.attacker)
    name = _power(one, effect, step)
    ongoing = Ongoing(name, total, kind, effect.save or NORMAL, one.id, step.natural, 2 if crit else 1)
    if dice:
        scene.happen(CountRolled(one.id, attack.id, "ongoing", dice, total, rules=("AE-ONGOING-01",)))
    burden(scene, step.target, ongoing)


def _condition(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del attack
    source = step.volley.attacker
    power = _power(scene.one(source), effect, step)
    for who in _whom(effect, step):
        until = moment_of(scene, effect.until, source, who)
        for name in effect.names:
            engaged, family = effect.while_engaged, effect.family
            afflict(scene, who, name, source, effect.save, until, only_engaged=engaged, family=family, power=power)


def _pop_free(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del attack
    attacker = step.volley.attacker
    if effect.on == "self":
        pop_free(scene, attacker, (step.target,) if effect.from_target else scene.one(attacker).engaged)
    elif effect.on == "ally":
        for ally in friends_of(scene.state.battle, scene.one(attacker)):
            if ally.engaged and not has(scene.state, ally, "stuck"):
                pop_free(scene, ally.id, ally.engaged)
                return
    else:
        pop_free(scene, step.target, (attacker,))


def _attack(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del attack
    one = scene.one(step.volley.attacker)
    following = one.profile.attack(effect.attack)
    if following is None or step.volley.mode == "opportunity":
        return  # an opportunity attack is one roll, and nothing follows it (AE-OPP-01)
    target = step.target
    if effect.on == "another":
        others = [
            foe.id
            for foe in foes_of(scene.state.battle, one)
            if foe.id != target and may_follow(scene.state, one, following, foe)
        ]
        if not others:
            return
        target = others[0]
    if may_follow(scene.state, one, following, scene.one(target)):
        scene.then(Announce(Volley(one.id, following.id, (target,), mode="free", single=effect.single)))


def _again(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    volley = step.volley
    one = scene.one(volley.attacker)
    if volley.repeats or volley.mode == "opportunity" or conditions_bar(scene.state, one, attack, {}) is not None:
        return
    more = Volley(volley.attacker, attack.id, (step.target,), mode="free", begun=True, repeats=1)
    scene.then(*(Announce(replace(more, damage_type=volley.damage_type)) for _ in range(effect.count)))


def _boost(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del attack
    source = step.volley.attacker
    amount = effect.amount or _NOTHING
    for who in _whom(effect, step):
        until = moment_of(scene, effect.until, source, who) or Until("battle", source)
        name = f"{_power(scene.one(source), effect, step)}{'+' if effect.stacks else ''}"
        boost = Boost(name, effect.stat, amount.plus, until, effect.attack, kind=effect.kind)
        same = any(each.name == name for each in scene.one(who).boosts)
        stacking = ("AE-STACK-01" if effect.stacks else "AE-STACK-04",) if same else ()
        scene.happen(Boosted(who, boost, rules=("AE-ATK-06", *stacking)))


def _grab(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del effect, attack
    grab(scene, step.volley.attacker, step.target)


def _mark(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    source = step.volley.attacker
    one = scene.one(source)
    who = step.target
    if effect.on == "another":
        others = [foe.id for foe in foes_of(scene.state.battle, one) if foe.id != who and nearby(one, foe)]
        if not others:
            return
        who = others[0]
    amount = effect.amount or _NOTHING
    until = moment_of(scene, effect.until, source, who)
    if effect.do == "curse":
        mark = Mark("curse", source, amount.plus, until=until)
    elif effect.do == "mark":
        mark = Mark("mark", source, sides=amount.sides, until=Until("battle", source))
    elif effect.do == "last_gasp":
        mark = Mark("last_gasp", source)
    elif effect.do == "lose_move":
        mark = Mark("lose_move", source)
    else:
        held = step.target if effect.on == "target" else ""
        mark = Mark("allow", held, attack=effect.attack, until=Until("end", source, one.turns + 1))
        who = source
    known = scene.one(who)
    alone = mark.kind in ("mark", "last_gasp", "lose_move")  # what lasts as long whoever brings it comes once
    same = any(each == mark or (alone and each.kind == mark.kind and each.sides >= mark.sides) for each in known.marks)
    if known.in_field and not same and not (who != source and immune(known)):
        scene.happen(Marked(who, mark, rules=("AE-ATK-06",)))
    del attack


def _drain(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del effect, attack
    target = scene.one(step.target)
    for power in target.profile.attacks:
        if power.usage != "at_will" and available(target, power):
            spent = target.powers.get(power.id, Spent())
            drained = replace(spent, used=spent.used + 1)
            scene.happen(PowerDrained(target.id, power.id, drained, rules=("AE-REST-04",)))
            return


def _temp_hp(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del attack
    amount = effect.amount or _NOTHING
    for who in _whom(effect, step):
        dice = amount.roll(scene.dice, "temporary")
        give_temporary(scene, who, amount.total(dice), dice)


def _recovery(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del effect, attack
    if scene.one(step.target).profile.kind != "monster":
        use_recovery(scene, step.target, ("AE-RECOVERY-02",))


def _heal(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del attack
    amount = effect.amount or _NOTHING
    for who in _whom(effect, step):
        dice = amount.roll(scene.dice, "healing")
        heal(scene, who, amount.total(dice), dice, ("AE-RECOVERY-02",))


def _join(scene: Scene, effect: Effect, step: Blow, attack: Attack) -> None:
    del effect, attack
    who = step.volley.attacker
    if step.target in scene.one(who).engaged or not scene.one(step.target).in_field:
        return
    scene.then(*waiting_for(scene.state, who, "moves"), Leap(who, step.target))


def leap(scene: Scene, step: Leap) -> None:
    """Teleport to a foe and into melee with it, if those who waited have left both standing (AE-READY-03)."""
    one, target = scene.one(step.who), scene.one(step.target)
    if target.id in one.engaged or not target.in_field or not can_act(one):
        return
    teleport(scene, one.id)
    engage(scene, one.id, target.id, ("AE-TELEPORT-01", "AE-POS-06"))


EFFECTS: Final[dict[str, Callable[[Scene, Effect, Blow, Attack], None]]] = {
    "damage": _damage,
    "ongoing": _ongoing,
    "condition": _condition,
    "pop_free": _pop_free,
    "attack": _attack,
    "again": _again,
    "boost": _boost,
    "grab": _grab,
    "lose_move": _mark,
    "last_gasp": _mark,
    "curse": _mark,
    "mark": _mark,
    "allow": _mark,
    "drain": _drain,
    "temp_hp": _temp_hp,
    "recovery": _recovery,
    "heal": _heal,
    "join": _join,
}
"""What an attack may do beside its damage, by the word of its entry; what only changes the damage is not here."""
