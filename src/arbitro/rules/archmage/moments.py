"""Powers that answer a moment by themselves: a foe felled, being staggered, a turn or a battle that begins or ends."""

from typing import Final

from arbitro.rules.archmage.bonds import part_rivals
from arbitro.rules.archmage.bonuses import fits_target
from arbitro.rules.archmage.conditions import DueSave, end_state, relieve, save, save_for
from arbitro.rules.archmage.events import CountRolled, FeatureUsed, Fell, RanOut
from arbitro.rules.archmage.numbers import bonuses_to, in_state, is_staggered
from arbitro.rules.archmage.people import can_act, foes_of, friends_of, nearby
from arbitro.rules.archmage.power import Attack, Rider, Trigger
from arbitro.rules.archmage.recovery import give_temporary, use_recovery
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import MAX_ESCALATION, Combatant
from arbitro.rules.archmage.states import CALLED, state_of
from arbitro.rules.archmage.step import Announce, Blow, Volley
from arbitro.rules.archmage.tally import Reason, flat
from arbitro.rules.archmage.targets import available, may_answer_with, may_follow, may_target, spend_power

LAST: Final[tuple[Trigger, ...]] = ("dropped", "death_save")
"""Moments at which whoever lies there can still do something."""


def answer(scene: Scene, who: str, trigger: Trigger, about: str) -> None:
    """Everything that somebody's features do at a moment, by themselves; `about` is whom the moment is about."""
    for power in scene.one(who).profile.attacks:
        if power.trigger == trigger:
            _use(scene, who, power, about)


def _use(scene: Scene, who: str, power: Attack, about: str) -> None:
    one = scene.one(who)
    dropped = power.trigger in LAST
    if (not can_act(one) and not dropped) or may_answer_with(scene.state, one, power) is not None:
        return
    if power.trigger == "felled" and not _felled_so(scene, one, power, about):
        return
    if not fits_target(scene.state, one, power, scene.one(about)):
        return
    if power.saved_by and not save_for(scene, one, power, power.saved_by):
        return
    if power.by_escalation and not _lucky(scene, one, power):
        return
    if not power.friendly:
        _strike(scene, one, power)
        return
    spend_power(scene, who, power)
    scene.happen(FeatureUsed(who, power.id, rules=("AE-ATK-06",)))
    step = Blow(Volley(who, power.id, (about,), mode="free", begun=True), about, 20, 0, "hit")
    for rider in _drawn(scene, one, power):
        if scene.state.battle.escalation >= rider.escalation:
            for effect in rider.effects:
                scene.apply(effect, step)


def _felled_so(scene: Scene, one: Combatant, power: Attack, about: str) -> bool:
    """Whether a foe has fallen by such an attack as a power asks for, and as many mooks with it."""
    volleys = (each for each in reversed(scene.agenda) if isinstance(each, Volley) and each.attacker == one.id)
    volley = next(volleys, None)
    attack = one.profile.attack(volley.attack) if volley is not None else None
    if power.after and (attack is None or attack.id not in power.after):
        return False
    if power.answers and (attack is None or attack.kind not in power.answers):
        return False
    if not power.mooks:
        return True
    mooks = [
        event
        for event in scene.events
        if isinstance(event, Fell) and event.by == one.id and scene.one(event.who).profile.category == "mook"
    ]
    return scene.one(about).profile.category == "mook" and len(mooks) == power.mooks


def cheats_death(scene: Scene, who: str) -> bool:
    """Whether somebody who is about to die has a power by which a save lets them live."""
    one = scene.one(who)
    for power in one.profile.attacks:
        if power.trigger == "dies" and available(one, power):
            spend_power(scene, who, power)
            scene.happen(FeatureUsed(who, power.id, rules=("AE-ATK-06",)))
            due = DueSave("effect", power.saved_by, ("AE-SAVE-02", "AE-ATK-06"), f"power/{power.id}")
            if save(scene, one, due, tuple(bonuses_to(scene.state, one, "life_save"))).success:
                _lives_on(scene, who)
                return True
    return False


def _lives_on(scene: Scene, who: str) -> None:
    """A recovery that is free, and an end to what was turning somebody to stone."""
    one = scene.one(who)
    gasps = tuple(mark for mark in one.marks if mark.kind == "last_gasp")
    if gasps:
        left = tuple(mark for mark in one.marks if mark not in gasps)
        scene.happen(RanOut(who, one.boosts, left, lifted=gasps, rules=("AE-SAVE-02",)))
        for each in one.afflictions:
            if each.name == "helpless" and each.source == gasps[0].source:
                relieve(scene, who, each, ("AE-COND-07",))
    use_recovery(scene, who, ("AE-RECOVERY-02", "AE-ATK-06"), free=True)


def answers_itself(scene: Scene, who: str, trigger: Trigger) -> bool:
    """Whether somebody has an answer of a moment's own left, which is used: what it brings is the moment's to say."""
    for power in scene.one(who).profile.attacks:
        if power.trigger == trigger and may_answer_with(scene.state, scene.one(who), power) is None:
            spend_power(scene, who, power)
            scene.happen(FeatureUsed(who, power.id, rules=("AE-ATK-06",)))
            return True
    return False


def _drawn(scene: Scene, one: Combatant, power: Attack) -> tuple[Rider, ...]:
    """The riders of a power; of one with a lot those that its die brings."""
    if not power.lot:
        return power.riders
    die = scene.dice.roll(power.lot, "lot")
    shown = die.face + (scene.state.battle.escalation if power.lot_escalation else 0)
    scene.happen(CountRolled(one.id, power.id, "lot", (die,), shown, rules=("AE-ATK-06",)))
    return tuple(rider for rider in power.riders if not rider.lot or min(shown, power.lot) in rider.lot)


def _lucky(scene: Scene, one: Combatant, power: Attack) -> bool:
    """Whether a d6 comes up no higher than the escalation die."""
    die = scene.dice.roll(MAX_ESCALATION, "chance")
    scene.happen(CountRolled(one.id, power.id, "chance", (die,), die.face, rules=("AE-ESC-02", "AE-ATK-06")))
    return die.face <= scene.state.battle.escalation


def _strike(scene: Scene, one: Combatant, power: Attack) -> None:
    """One more blow, at the next foe whom it reaches."""
    last = power.trigger in LAST
    for foe in sorted(foes_of(scene.state.battle, one), key=lambda foe: foe.id not in one.engaged if last else False):
        reached = may_target(scene.state, one, power, foe) is None if last else may_follow(scene.state, one, power, foe)
        if foe.conscious and reached:
            spend_power(scene, one.id, power)
            scene.happen(FeatureUsed(one.id, power.id, rules=("AE-ATK-06",)))
            scene.then(Announce(Volley(one.id, power.id, (foe.id,), mode="free", begun=True, last=last)))
            return


def set_off_by_a_fall(scene: Scene, before: Combatant, by: str) -> None:
    """Somebody has fallen: what the foe who did it makes of that, and what the fallen do."""
    killer = scene.state.battle.combatants.get(by)
    if killer is not None and killer.side != before.side and killer.conscious:
        answer(scene, by, "felled", before.id)
    part_rivals(scene, before)
    if scene.one(before.id).in_field:
        answer(scene, before.id, "dropped", before.id)
    _foretold(scene, before)
    scene.occur("foe_dropped", before.id, by)
    scene.occur("ally_dropped", before.id, by)


def _foretold(scene: Scene, before: Combatant) -> None:
    """Somebody has fallen: whoever has foretold it heals, and every other forecast was wrong."""
    for one in list(scene.state.battle.combatants.values()):
        call = state_of(one if one.id != before.id else before, CALLED)
        if call is None or not scene.one(call.source).in_field:
            continue
        end_state(scene, one.id, CALLED)
        caller = scene.one(call.source)
        if one.id != before.id:
            if call.amount > 1:
                give_temporary(scene, caller.id, flat(30, Reason("AE-ATK-06", "printed_number")))
            continue
        friends = [each for each in friends_of(scene.state.battle, caller) if nearby(caller, each) and call.amount]
        friends = [each for each in friends if each.profile.kind == "pc"]
        worst = min((caller, *friends), key=lambda each: each.hp - each.max_hp)
        if worst.hp < worst.max_hp:
            use_recovery(scene, worst.id, ("AE-RECOVERY-02",), free=in_state(caller, f"{CALLED}_free"))


def set_off_by_getting_away(scene: Scene, who: str, foes: tuple[str, ...]) -> None:
    """Somebody has disengaged: what that brings them, and what those whom they leave make of it."""
    answer(scene, who, "disengages", who)
    for foe in foes:
        answer(scene, who, "parts_from", foe)
        scene.occur("foe_disengages", who, foe)


def set_off_by_a_wound(scene: Scene, before: Combatant, by: str, *, hit: bool) -> None:
    """Somebody is hit and still stands, or is staggered who was not until now (AE-STAGGER-01)."""
    after = scene.one(before.id)
    if hit and after.hp > 0 and any(each.trigger == "wounded" for each in before.profile.attacks):
        scene.occur("wounded", before.id, by)
    if not after.conscious or after.hp <= 0 or 2 * after.hp > max(after.max_hp, after.profile.max_hp):
        return
    if is_staggered(scene.state, after) and not is_staggered(scene.state, before):
        answer(scene, before.id, "staggered", before.id)
        scene.occur("ally_staggered", before.id, by)
