"""Answers outside the own turn: opportunities, interceptions, readied actions, interrupts (chapter «Azioni»).

The engine asks the right creature at the right moment and waits; an automatic player answers by the same door.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.condition_table import INATTENTIVE, SHRUGGED
from arbitro.rules.archmage.damage import hurt
from arbitro.rules.archmage.declaring import declare, may_use_readied, meet, waiting_for
from arbitro.rules.archmage.events import Answered, HitTurned, Relieved, SpecialWorked
from arbitro.rules.archmage.moments import answers_itself
from arbitro.rules.archmage.moving import may_intercept
from arbitro.rules.archmage.people import can_act, has, may_react
from arbitro.rules.archmage.places import left_behind, was_released
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.specials import SPECIAL
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.step import Blow, Offer, Volley, Walk
from arbitro.rules.archmage.tally import Damage, Reason, flat
from arbitro.rules.archmage.targets import basic_melee, provoked_by

OPPORTUNITY: Final = ("AE-OPP-01", "AE-ACTION-06")


PROVOKING: Final = {"moves": "AE-OPP-02", "attacks": "AE-OPP-03", "casts": "AE-OPP-04"}


# ---------------------------------------------------------------- offering


def offer(scene: Scene, step: Offer) -> None:
    """Ask somebody, if what the offer is about is still so."""
    one = scene.one(step.who)
    rules: tuple[str, ...]
    about: dict[str, str | int] = {"who": f"@{step.who}", "target": f"@{step.about}"}
    if step.kind == "opportunity":
        if may_strike(scene.state, one, scene.one(step.about)):
            rules = (*OPPORTUNITY, PROVOKING[step.trigger])
            scene.ask(Question("opportunity", one.id, about, rules), step)
    elif step.kind == "intercept":
        walk = next((each for each in reversed(scene.agenda) if isinstance(each, Walk)), None)
        mover = scene.one(step.about)
        if walk is not None and can_act(mover) and may_intercept(scene.state, one, mover, walk):
            values: dict[str, str | int] = {**about, "goal": f"@{step.goal}"}
            rules = ("AE-INTERCEPT-01", "AE-INTERCEPT-02", "AE-INTERCEPT-04", "AE-INTERCEPT-05", "AE-ACTION-06")
            scene.ask(Question("intercept", one.id, values, rules), step)
    elif step.kind == "readied":
        if may_use_readied(scene.state, one, step.about):
            way, more = readied_in_words(scene.state, one, step.about)
            scene.ask(Question("readied", one.id, {**about, **more}, ("AE-READY-02", "AE-READY-03"), way), step)
    elif step.kind == "delayed":
        if one.delaying and can_act(one):
            scene.ask(Question("delayed", one.id, {"who": f"@{one.id}"}, ("AE-DELAY-01",)), step)
    elif step.kind == "free_move":
        if can_act(one):
            scene.ask(Question("free_move", one.id, about, ("AE-ATK-06",)), step)
    elif shruggable(one):
        scene.ask(Question("shrug", one.id, {"who": f"@{one.id}"}, ("AE-ATK-06",)), step)


# ---------------------------------------------------------------- opportunity attacks


NO_OPPORTUNITY: Final = "AE-OPP-06"
"""The rule by which the inattentive get no opportunity attacks."""


def attends(state: State, one: Combatant) -> bool:
    """Whether somebody would strike at a passer-by: free, awake and with their wits about them (AE-OPP-06)."""
    return can_act(one) and not one.grabbed_by and not any(has(state, one, name) for name in INATTENTIVE)


def may_strike(state: State, one: Combatant, provoker: Combatant) -> bool:
    """Whether somebody is entitled to an opportunity attack on an engaged provoker (AE-OPP-06)."""
    if provoker.id not in one.engaged or not can_act(provoker) or not attends(state, one):
        return False
    if was_released(one, provoker) or not may_react(state, one):
        return False
    limit = int(state.options["opportunity_limit"])
    if limit and one.opportunity_round == state.battle.round and one.opportunities >= limit:
        return False
    return basic_melee(one) is not None


def opportunity(scene: Scene, command: c.Opportunity) -> Refusal | None:
    """Strike at whoever gave an opening, with a basic melee attack and no other (AE-OPP-01)."""
    step = scene.offered(command.who, "opportunity")
    if isinstance(step, Refusal):
        return step
    one = scene.one(command.who)
    attack = one.profile.attack(command.attack) if command.attack else basic_melee(one)
    if command.word == "yes" and (attack is None or not attack.basic or attack.kind != "melee"):
        return Refusal("basic_melee_only", {"who": f"@{command.who}"}, ("AE-OPP-01",))
    scene.resume()
    scene.happen(Answered(command.who, "opportunity", command.word, rules=OPPORTUNITY))
    if command.word == "yes" and attack is not None:
        rules = (*OPPORTUNITY, PROVOKING[step.trigger])
        meet(scene, step.about, "AE-OPP-01")
        declare(scene, Volley(command.who, attack.id, (step.about,), mode="opportunity"), rules)
    return None


# ---------------------------------------------------------------- what a readied action is, before it is used


def readied_in_words(state: State, one: Combatant, about: str) -> tuple[str, dict[str, str | int]]:
    """What was readied, and whom using it now would provoke (AE-OPP-02 to AE-OPP-04): a key, and its values."""
    readied = one.readied
    if readied is None or readied.action == "free":
        return "", {}
    values: dict[str, str | int] = {}
    attack, key = one.profile.attack(readied.attack), str(readied.action)
    if attack is not None:
        values["attack"], key = f"@{one.id}/{attack.id}", "attack"
    foes = provoked_by_readied(state, one, readied.attack, (readied.target or about,))
    if foes:
        values["foes"], key = f"@{','.join(foes)}", f"{key}_provoking"
    return key, values


def provoked_by_readied(state: State, one: Combatant, attack: str, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The foes who could strike at somebody who used a readied attack now, or without one a readied move."""
    fight, used = state.battle, one.profile.attack(attack)
    if used is not None:
        found = provoked_by(state, one, used, targets)
    else:
        found = [fight.combatants[foe] for foe in left_behind(fight, one, ())]
    return tuple(foe.id for foe in found if may_strike(state, foe, one))


# ---------------------------------------------------------------- interception


def intercept(scene: Scene, command: c.Intercept) -> Refusal | None:
    """Step in the way of a foe: it is engaged and gets no further (AE-INTERCEPT-03)."""
    step = scene.offered(command.who, "intercept")
    if isinstance(step, Refusal):
        return step
    scene.resume()
    rules = ("AE-INTERCEPT-01" if command.word == "yes" else "AE-INTERCEPT-05",)
    scene.happen(Answered(command.who, "intercept", command.word, rules=rules))
    if command.word == "yes" and answers_itself(scene, step.about, "intercepted"):
        scene.agenda = [each for each in scene.agenda if not (isinstance(each, Offer) and each.kind == "intercept")]
    elif command.word == "yes":  # stepping in the way is a move too, for those who wait for one
        waiting = waiting_for(scene.state, command.who, "moves")
        scene.then(*waiting, Walk(command.who, "engage", (step.about,), stage=3, mode="intercept"))
    return None


# ---------------------------------------------------------------- what many heads shake off


def shruggable(one: Combatant) -> bool:
    """Whether a creature has something to shake off and the hit points to pay for it."""
    special = one.profile.special("shrug_conditions")
    if special is None or not one.conscious:
        return False
    return one.hp > special.value and any(each.name in SHRUGGED for each in one.afflictions)


def shrug_off(scene: Scene, command: c.ShrugOff) -> Refusal | None:
    """Shake off every such condition, at the price of hit points for each."""
    step = scene.offered(command.who, "shrug")
    if isinstance(step, Refusal):
        return step
    scene.resume()
    scene.happen(Answered(command.who, "shrug", command.word))
    special = scene.one(command.who).profile.special("shrug_conditions")
    if command.word == "yes" and special is not None:
        for name in SHRUGGED:
            one = scene.one(command.who)
            instances = [each for each in one.afflictions if each.name == name]
            if not instances or one.hp <= special.value:
                continue
            scene.happen(SpecialWorked(one.id, "shrug_conditions", rules=SPECIAL))
            price = flat(special.value, Reason("AE-ATK-06", "special", ("special/shrug_conditions",)))
            hurt(scene, one.id, Damage(price, "weapon", one.id, 20, ("AE-ATK-06",)))
            for each in instances:
                scene.happen(Relieved(one.id, each, rules=("AE-ATK-06",)))
    return None


# ---------------------------------------------------------------- the hits that some creatures ignore


def hits_left_to_turn(scene: Scene, one: Combatant) -> int:
    """How many hits the creatures of a kind may still ignore: one per two of them in the battle."""
    special = one.profile.special("shrug_off_hit")
    if special is None:
        return 0
    kind = [each for each in scene.state.battle.combatants.values() if each.profile.race == one.profile.race]
    return len(kind) // 2 - scene.state.battle.group_uses.get(one.profile.race, 0)


def ask_to_turn_hit(scene: Scene, step: Blow, target: Combatant) -> bool:
    """A kind that may ignore some hits is asked about each hit against AC."""
    if step.outcome != "hit" or target.profile.special("shrug_off_hit") is None:
        return False
    if f"{target.id}/turn" in step.asked or hits_left_to_turn(scene, target) <= 0:
        return False
    attack = scene.one(step.volley.attacker).profile.known(step.volley.attack)
    if attack.defence != "ac" or not can_act(target):
        return False
    values: dict[str, str | int] = {"who": f"@{target.id}", "by": f"@{step.volley.attacker}"}
    about = replace(step, asked=(*step.asked, f"{target.id}/turn"))
    scene.ask(Question("turn_hit", target.id, values, ("AE-ATK-06",)), about)
    return True


def turn_hit(scene: Scene, command: c.TurnHit) -> Refusal | None:
    """Let a hit come to nothing, by the special of a kind, or take it."""
    step = scene.state.battle.asked
    if not isinstance(step, Blow) or step.target != command.who or f"{command.who}/turn" not in step.asked:
        return Refusal("not_asked")
    scene.resume()
    scene.happen(Answered(command.who, "turn_hit", command.word))
    if command.word == "yes":
        race = scene.one(command.who).profile.race
        used = scene.state.battle.group_uses.get(race, 0) + 1
        scene.happen(HitTurned(command.who, command.who, "special", "miss", used, rules=("AE-ATK-06",)))
    else:
        scene.then(step)
    return None
