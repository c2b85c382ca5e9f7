"""Whom the words of a power fall on, how much they come to, and which power they are of."""

from typing import Final

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.events import CountRolled
from arbitro.rules.archmage.magic_effects import Undo
from arbitro.rules.archmage.numbers import is_staggered
from arbitro.rules.archmage.people import burdened, foes_of, friends_of, nearby
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.step import Blow
from arbitro.rules.archmage.tally import Reason, Tally

OWN_DOING: Final = 20
"""Nobody resists what they do to themselves by the number of a roll at another."""


def whom(scene: Scene, effect: do.Aimed, step: Blow) -> tuple[str, ...]:
    """Whom an effect falls on, in the order of entry."""
    who, target = step.volley.attacker, step.target
    match effect.on:
        case "self":
            return (who,)
        case "both":
            return (who, target)
        case "target":
            return (target,)
    one, fight = scene.one(who), scene.state.battle
    if effect.on in ("everybody", "foes"):
        every = (each for each in fight.combatants.values() if each.in_field)
        return tuple(each.id for each in every if effect.on == "everybody" or each.side != one.side)
    if effect.on == "minions":
        return tuple(each.id for each in friends_of(fight, one) if each.profile.master == who)
    if effect.on in ("burdened_ally", "engaged_ally"):
        fits = burdened if effect.on == "burdened_ally" else _in_melee
        return tuple(each.id for each in friends_of(fight, one) if nearby(one, each) and fits(each))[:1]
    if effect.on in ("ally", "hurt_ally", "allies", "company"):
        friends = [each for each in friends_of(fight, one) if nearby(one, each)]
        if effect.on == "ally":
            return tuple(each.id for each in friends if each.conscious)[:1]
        if effect.on == "hurt_ally":
            worst = sorted((one, *friends), key=lambda each: each.hp - each.max_hp)
            return tuple(each.id for each in worst)[:1]
        return tuple(each.id for each in ((one, *friends) if effect.on == "company" else friends))
    return _foes(scene, effect, one, target)


def _foes(scene: Scene, effect: do.Aimed, one: Combatant, target: str) -> tuple[str, ...]:
    """Those of the foes near by on whom an effect falls: all of them, or the first."""
    foes = [each for each in foes_of(scene.state.battle, one) if nearby(one, each)]
    if effect.on in ("engaged", "others_engaged", "another_engaged"):
        foes = [each for each in foes if each.id in one.engaged and (effect.on == "engaged" or each.id != target)]
    elif effect.on == "staggered":
        foes = [each for each in foes if is_staggered(scene.state, each)]
    elif effect.on == "another":
        foes = [each for each in foes if each.id != target]
    elif effect.on == "others":
        return tuple(each.id for each in foes if each.id != target and each.conscious)
    elif effect.on == "random_foe":
        return _by_lot(scene, [each.id for each in foes if each.conscious], one)
    if effect.on in ("enemies", "engaged", "others_engaged", "staggered"):
        return tuple(each.id for each in foes)
    return tuple(each.id for each in foes if each.conscious)[:1]  # one of several: nobody picks who lies there already


def _by_lot(scene: Scene, among: list[str], one: Combatant) -> tuple[str, ...]:
    """One of several, drawn by a die."""
    if len(among) < 2:
        return tuple(among)
    die = scene.dice.roll(len(among), "lot")
    scene.happen(CountRolled(one.id, "", "lot", (die,), die.face, rules=("AE-ATK-05",)))
    return (among[die.face - 1],)


def _in_melee(one: Combatant) -> bool:
    return one.conscious and bool(one.engaged)


def scaled(scene: Scene, amount: Amount, times: do.Term, plus: do.Term) -> Amount:
    """An amount as the escalation die leaves it; all else was settled when the character was made."""
    if "escalation" not in (times, plus):
        return amount
    shown = scene.state.battle.escalation
    factor = shown if times == "escalation" else 1
    more = shown if plus == "escalation" else 0
    return Amount(amount.count * factor, amount.sides, amount.plus * factor + more)


def reckoned(scene: Scene, effect: do.TempHp | do.Heal | Undo, step: Blow, purpose: str) -> Tally:
    """What an effect throws and adds, part by part, with the power that it comes from."""
    amount = scaled(scene, effect.amount, effect.times, effect.plus)
    dice = amount.roll(scene.dice, purpose)
    source = source_of(scene, effect, step)
    found = Tally().throw(dice, Reason("AE-ATK-06", "", source))
    if not amount.plus and dice:
        return found
    by_die = "escalation" in (effect.times, effect.plus)
    return found.then(amount.plus, "add", Reason("AE-ATK-06", "escalation" if by_die else "", source))


def _has(scene: Scene, step: Blow, name: str, effect: do.AnyEffect) -> bool:
    power = scene.one(step.volley.attacker).profile.attack(name)
    return power is not None and any(effect in rider.effects for rider in power.riders)


def power_of(scene: Scene, effect: do.AnyEffect, step: Blow) -> str:
    """The power that an effect is of, by which it is known whoever uses it (AE-STACK-04)."""
    attack = scene.one(step.volley.attacker).profile.attack(step.volley.attack)
    for rider in attack.riders if attack is not None else ():
        if rider.source and effect in rider.effects:
            return rider.source
    added = [name for name in step.added if _has(scene, step, name, effect)]
    if added:
        return added[0]
    picked = scene.one(step.volley.attacker).profile.attack(step.pick) if step.pick else None
    flexible = picked is not None and any(effect in rider.effects for rider in picked.riders)
    return step.pick if flexible else step.volley.attack


def source_of(scene: Scene, effect: do.AnyEffect, step: Blow) -> tuple[str, ...]:
    """The power of an effect as what a number comes from."""
    return (f"{step.volley.attacker}/{power_of(scene, effect, step)}",)


def why_more(scene: Scene, effect: do.More, step: Blow) -> Reason:
    """Why an attack does more damage: the escalation die, or what its power says."""
    note, rule = ("escalation", "AE-ESC-02") if effect.escalation else ("more", "AE-ATK-06")
    return Reason(rule, note, source_of(scene, effect, step))


def amount_of(scene: Scene, effect: do.More, one: Combatant, attack: Attack) -> Amount:
    """The amount of an effect: as it is printed, in dice of the weapon, or what the escalation die shows."""
    if effect.escalation:
        return Amount(plus=scene.state.battle.escalation)
    if effect.weapon_dice:
        sides = attack.weapon_die or next((each.weapon_die for each in one.profile.attacks if each.weapon_die), 0)
        return Amount(effect.weapon_dice, sides) if sides else Amount()
    return scaled(scene, effect.amount, effect.times, effect.plus) if effect.amount is not None else Amount()
