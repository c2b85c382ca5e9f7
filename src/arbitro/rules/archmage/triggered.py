"""Attacks that nobody declares: what a blow, a foe's failure or the own death sets off, where it is possible."""

from arbitro.rules.archmage.events import SpecialWorked
from arbitro.rules.archmage.people import can_act, may_react
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.specials import SPECIAL
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.step import Announce, Volley
from arbitro.rules.archmage.targets import (
    allies_in_reach,
    basic_melee,
    conditions_bar,
    may_target,
    must_turn_on_allies,
)


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


def dying_strike(scene: Scene, before: Combatant, by: str) -> None:
    """Some strike once more while they fall: at a slayer in melee with them, if they could act until then."""
    slayer = scene.fight.combatants.get(by)
    if before.profile.special("dying_strike") is None or scene.one(before.id).awareness != "dead" or slayer is None:
        return
    basic = basic_melee(before)
    if basic is not None and may_answer(scene.state, before, basic, slayer):
        scene.happen(SpecialWorked(before.id, "dying_strike", by, used=1, rules=(*SPECIAL, "AE-POS-09")))
        scene.then(Announce(Volley(before.id, basic.id, (by,), mode="free", begun=True, last=True)))


def answers_fumble(scene: Scene, attacker: str, target: str, natural: int, *, missed: bool) -> None:
    """Whoever rolls very low against a creature with a deadly gaze (or misses a vampire) meets it."""
    one, foe = scene.one(target), scene.one(attacker)
    special = one.profile.special("answer_fumble")
    if special is None or natural > special.value or (special.most and not missed):
        return
    answer = one.profile.attack(special.attack)
    if answer is not None and may_answer(scene.state, one, answer, foe):
        scene.happen(SpecialWorked(target, "answer_fumble", attacker, rules=SPECIAL))
        scene.then(Announce(Volley(target, answer.id, (attacker,), mode="free")))
