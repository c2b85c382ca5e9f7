"""The fold of an Archmage log: each event says what changed, so nothing here knows a rule."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.fold_features import FEATURES
from arbitro.rules.archmage.fold_rests import RESTS
from arbitro.rules.archmage.ongoing_effects import same_effect
from arbitro.rules.archmage.power import HITS
from arbitro.rules.archmage.state import OUT, PARTY, Fight, LastBlow, State, standing


def _in_fight(state: State, **changes: Any) -> State:
    return replace(state, fight=replace(state.battle, **changes))


def _with(state: State, who: str, **changes: Any) -> State:
    """The state with some marks of one combatant changed, in the battle or between battles."""
    fight = state.fight
    if fight is None or fight.phase == "over":
        return replace(state, party={**state.party, who: replace(state.party[who], **changes)})
    return replace(
        state, fight=replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **changes)})
    )


def _without(items: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(item for item in items if item != gone)


def _added(items: tuple[str, ...], new: str) -> tuple[str, ...]:
    return items if new in items else (*items, new)


def _began(state: State, event: e.BattleBegan) -> State:
    sides = {side.id: side for side in event.sides}
    fight = Fight(sides, {}, difficulty=event.difficulty, room=event.room, hold=event.hold)
    return replace(state, fight=fight, battles=state.battles + 1, resting=False)


def _joined(state: State, event: e.Joined | e.Replaced) -> State:
    return _in_fight(state, combatants={**state.battle.combatants, event.combatant.id: event.combatant})


def _ambush_laid(state: State, event: e.AmbushLaid) -> State:
    return _in_fight(state, ambush=event.ambush, phase="ambush")


def _ambush_acting(state: State, event: e.AmbushActing) -> State:
    return _in_fight(state, acting=event.acting)


def _order_set(state: State, event: e.OrderSet) -> State:
    return _in_fight(state, order=event.order)


def _round_began(state: State, event: e.RoundBegan) -> State:
    fight = state.battle
    return _in_fight(
        state,
        round=event.round,
        escalation=event.escalation,
        phase="rounds",
        acting=(),
        pressed=False,
        reset=fight.reset or event.reset,
    )


def _held(state: State, event: e.EscalationHeld) -> State:
    return _in_fight(state, hold=event.hold)


def _reset(state: State, event: e.EscalationReset) -> State:
    del event
    return _in_fight(state, escalation=0)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    one = standing(state)[event.who]
    state = _with(
        state,
        event.who,
        turns=one.turns if event.resumed else one.turns + 1,
        turn_round=event.round,
        actions=event.actions,
        acted=False,
        free_actions=0,
        delaying=False,
        readied=None,
        hit_this_turn=(),
    )
    return _in_fight(state, current=event.who, acting=_without(state.battle.acting, event.who))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    state = _with(state, event.who, actions=())
    return _in_fight(state, current="", last=event.who)


def _actions_spent(state: State, event: e.ActionsSpent) -> State:
    return _with(state, event.who, actions=event.left, acted=True)


def _free_action(state: State, event: e.FreeActionTaken) -> State:
    return _with(state, event.who, free_actions=standing(state)[event.who].free_actions + 1)


def _interrupt_spent(state: State, event: e.InterruptSpent) -> State:
    return _with(state, event.who, interrupt_spent=event.until)


def _interrupt_regained(state: State, event: e.InterruptRegained) -> State:
    return _with(state, event.who, interrupt_spent=-1)


def _delayed(state: State, event: e.Delayed) -> State:
    state = _with(state, event.who, delaying=True, actions=())
    return _in_fight(state, current="", last=event.who)


def _delayed_taken(state: State, event: e.DelayedTurnTaken) -> State:
    state = _with(state, event.who, delaying=False, initiative=event.initiative)
    return _in_fight(state, order=event.order)


def _delay_lost(state: State, event: e.DelayLost) -> State:
    return _with(state, event.who, delaying=False)


def _readied(state: State, event: e.ActionReadied) -> State:
    return _with(state, event.who, readied=event.readied)


def _readied_used(state: State, event: e.ReadiedUsed) -> State:
    changes: dict[str, Any] = {"readied": None, "initiative": event.initiative}
    if event.counts_as_turn:
        changes["turn_round"] = state.battle.round
    return _in_fight(_with(state, event.who, **changes), order=event.order)


def _readied_lost(state: State, event: e.ReadiedLost) -> State:
    return _with(state, event.who, readied=None)


def _asked(state: State, event: e.Asked) -> State:
    state = replace(state, awaiting=(event.question,))
    return _in_fight(state, asked=event.about, pending=event.pending)


def _answered(state: State, event: e.Answered) -> State:
    votes = (*state.battle.votes, event.who) if event.kind == "flight" and event.word == "yes" else ()
    state = replace(state, awaiting=())
    return _in_fight(state, asked=None, pending=(), votes=votes)


def _power_used(state: State, event: e.PowerUsed | e.PowerDrained | e.Recharged) -> State:
    return _with(state, event.who, powers={**standing(state)[event.who].powers, event.attack: event.spent})


def _attack_rolled(state: State, event: e.AttackRolled | e.CoupStruck) -> State:
    hit = isinstance(event, e.CoupStruck) or event.outcome in HITS
    one = state.battle.combatants[event.attacker]
    if not hit or event.target in one.hit_this_turn:
        return state
    return _with(state, event.attacker, hit_this_turn=(*one.hit_this_turn, event.target))


def _hit_turned(state: State, event: e.HitTurned) -> State:
    if event.how != "special":
        return state
    fight = state.battle
    race = fight.combatants[event.by].profile.race
    return _in_fight(state, group_uses={**fight.group_uses, race: event.uses})


def _damage(state: State, event: e.DamageDealt) -> State:
    return _with(state, event.target, hp=event.left, temp_hp=event.temp)


def _mob(state: State, event: e.MobThinned) -> State:
    combatants = dict(state.battle.combatants)
    for who in event.members:
        combatants[who] = replace(combatants[who], hp=event.left)
    return _in_fight(state, combatants=combatants)


def _mob_felled(state: State, event: e.MobFelled) -> State:
    combatants = dict(state.battle.combatants)
    for who in event.members:
        combatants[who] = replace(combatants[who], hp=0)
    return _in_fight(state, combatants=combatants)


def _fell(state: State, event: e.Fell) -> State:
    one = standing(state)[event.who]
    changes: dict[str, Any] = {"awareness": event.awareness, "delaying": False, "readied": None, "blocking": False}
    if event.by or event.dying:
        changes["downed_by"] = event.by
    if event.dying:
        changes["dropped"] = True
    if event.awareness in OUT:
        changes["behind"] = ""
    if event.awareness == "yielded":
        changes["captive"] = True
    if one.profile.kind != "monster" and event.awareness in ("dead", "coma"):
        changes["dropped"] = True
    return _with(state, event.who, **changes)


def _woke(state: State, event: e.Woke) -> State:
    one = standing(state)[event.who]
    if one.captive and not event.freed:  # conscious again, and still a prisoner
        return _with(state, event.who, awareness="yielded", stable=False)
    awareness = "awake" if one.awareness == "yielded" or not event.freed else one.awareness
    return _with(state, event.who, awareness=awareness, stable=False, captive=False)


def _afflicted(state: State, event: e.Afflicted) -> State:
    one = standing(state)[event.who]
    others = tuple(each for each in one.afflictions if not same_effect(each, event.affliction))
    changes: dict[str, Any] = {"afflictions": (*others, event.affliction)}
    if event.affliction.name == "asleep":
        changes["awareness"] = "asleep"
    return _with(state, event.who, **changes)


def _relieved(state: State, event: e.Relieved) -> State:
    left = list(standing(state)[event.who].afflictions)
    left.remove(event.affliction)
    return _with(state, event.who, afflictions=tuple(left))


def _ongoing_began(state: State, event: e.OngoingBegan) -> State:
    others = tuple(each for each in standing(state)[event.who].ongoing if each.name != event.ongoing.name)
    return _with(state, event.who, ongoing=(*others, event.ongoing))


def _hold_loosened(state: State, event: e.HoldLoosened) -> State:
    if event.affliction is not None:
        return _afflicted(state, e.Afflicted(event.who, event.affliction))
    return state if event.ongoing is None else _ongoing_began(state, e.OngoingBegan(event.who, event.ongoing))


def _ongoing_ticked(state: State, event: e.OngoingTicked) -> State:
    ongoing = tuple(
        replace(each, first=1) if each.name == event.name else each for each in standing(state)[event.who].ongoing
    )
    return _with(state, event.who, ongoing=ongoing)


def _ongoing_ended(state: State, event: e.OngoingEnded) -> State:
    ongoing = tuple(each for each in standing(state)[event.who].ongoing if each.name != event.name)
    return _with(state, event.who, ongoing=ongoing)


def _boosted(state: State, event: e.Boosted) -> State:
    return _with(state, event.who, boosts=(*standing(state)[event.who].boosts, event.boost))


def _marked(state: State, event: e.Marked) -> State:
    return _with(state, event.who, marks=(*standing(state)[event.who].marks, event.mark))


def _ran_out(state: State, event: e.RanOut) -> State:
    return _with(state, event.who, boosts=event.boosts, marks=event.marks)


def _death_failed(state: State, event: e.DeathSaveFailed) -> State:
    return _with(state, event.who, death_fails=event.fails)


def _recovery(state: State, event: e.RecoveryUsed) -> State:
    return _with(state, event.who, hp=event.hp, recoveries=event.recoveries, debt=event.debt, healed=True)


def _healed(state: State, event: e.Healed) -> State:
    return _with(state, event.who, hp=event.hp, healed=True)


def _temp(state: State, event: e.TempGained) -> State:
    return _with(state, event.who, temp_hp=event.temp)


def _rallied(state: State, event: e.Rallied) -> State:
    return _with(state, event.who, rallies=event.rallies, rallied=event.turn)


def _rally_barred(state: State, event: e.RallyBarred) -> State:
    return _with(state, event.who, rally_barred=event.round)


def _stabilised(state: State, event: e.Stabilised) -> State:
    return _with(state, event.who, stable=event.stable)


def _potion(state: State, event: e.PotionGiven) -> State:
    return _with(state, event.who, potions=event.left)


def _engaged(state: State, event: e.Engaged) -> State:
    one, foe = standing(state)[event.who], standing(state)[event.foe]
    free = {"band": "nearby", "near": (), "behind": "", "blocking": False}
    state = _with(state, event.who, engaged=_added(one.engaged, event.foe), **free)
    return _with(state, event.foe, engaged=_added(foe.engaged, event.who), **free)


def _parted(state: State, event: e.Parted) -> State:
    people = state.battle.combatants
    one, foe = people[event.who], people[event.foe]
    apart = {
        event.who: replace(one, engaged=_without(one.engaged, event.foe)),
        event.foe: replace(foe, engaged=_without(foe.engaged, event.who)),
    }
    return _in_fight(state, combatants={**people, **apart})


def _place(state: State, event: e.PlaceChanged) -> State:
    people = dict(state.battle.combatants)
    one = people[event.who]
    for other in one.beside:
        people[other] = replace(people[other], beside=_without(people[other].beside, event.who))
    for other in one.near:
        people[other] = replace(people[other], near=_without(people[other].near, event.who))
    for who, other_one in people.items():
        if other_one.behind == event.who and who != event.ally:
            people[who] = replace(other_one, behind="")
    beside = (event.ally,) if event.relation == "beside" else ()
    near = (event.toward,) if event.toward else ()
    behind = event.ally if event.relation == "behind" else ""
    people[event.who] = replace(one, band=event.band, beside=beside, near=near, behind=behind, blocking=False)
    if beside:
        ally = people[event.ally]
        people[event.ally] = replace(ally, beside=_added(ally.beside, event.who))
    if near:
        foe = people[event.toward]
        people[event.toward] = replace(foe, near=_added(foe.near, event.who))
    return _in_fight(state, combatants=people)


def _grabbed(state: State, event: e.Grabbed) -> State:
    one, by = standing(state)[event.who], standing(state)[event.by]
    state = _with(state, event.who, grabbed_by=_added(one.grabbed_by, event.by))
    return _with(state, event.by, grabbing=_added(by.grabbing, event.who))


def _released(state: State, event: e.Released) -> State:
    one, by = standing(state)[event.who], standing(state)[event.by]
    state = _with(state, event.who, grabbed_by=_without(one.grabbed_by, event.by))
    return _with(state, event.by, grabbing=_without(by.grabbing, event.who))


def _barring(state: State, event: e.Barring) -> State:
    return _with(state, event.who, blocking=event.on)


def _flagged(state: State, event: e.Flagged) -> State:
    on = event.on if event.flag == "staggered" else bool(event.on)
    return _with(state, event.who, **{event.flag: on})


def _special(state: State, event: e.SpecialWorked) -> State:
    if not event.used:
        return state
    used = {**standing(state)[event.who].specials_used, event.code: event.used}
    return _with(state, event.who, specials_used=used)


def _spirit(state: State, event: e.SpiritFought) -> State:
    fight = state.battle
    state = _with(state, event.who, spirit_round=fight.round)
    state = _with(state, event.ally, boosts=(*standing(state)[event.ally].boosts, event.boost))
    return _in_fight(state, spirit_used=True)


def _flight_proposed(state: State, event: e.FlightProposed) -> State:
    return _in_fight(state, votes=(event.who,), proposer=event.who, proposed=state.battle.round)


def _flight_refused(state: State, event: e.FlightRefused) -> State:
    del event
    return _in_fight(state, votes=(), proposer="")


def _attack_declared(state: State, event: e.AttackDeclared) -> State:
    if state.fight is not None and not event.friendly:
        sides = {who: one.side for who, one in state.fight.combatants.items()}
        if sides[event.attacker] == PARTY and any(sides[target] != PARTY for target in event.targets):
            state = _in_fight(state, pressed=True)
    if event.mode != "opportunity":
        if state.fight is None or event.mode != "turn" or event.friendly:
            return state
        blow = LastBlow(state.fight.round, event.attack, event.targets)
        return _in_fight(state, last_blows={**state.fight.last_blows, event.attacker: blow})
    fight = state.battle
    one, round_ = fight.combatants[event.attacker], fight.round
    made = one.opportunities + 1 if one.opportunity_round == round_ else 1
    return _with(state, event.attacker, opportunities=made, opportunity_round=round_)


def _wound(state: State, event: e.WoundTaken) -> State:
    return _with(state, event.who, wounds=event.wounds, max_hp=event.max_hp, hp=event.hp)


def _revived(state: State, event: e.Revived) -> State:
    hp = min(standing(state)[event.who].hp, 0) if event.hp is None else event.hp
    return _with(state, event.who, awareness="unconscious", hp=hp)


_FOLD: dict[type[Event], Callable[[State, Any], State]] = {
    e.BattleBegan: _began,
    e.Joined: _joined,
    e.AmbushLaid: _ambush_laid,
    e.AmbushActing: _ambush_acting,
    e.OrderSet: _order_set,
    e.RoundBegan: _round_began,
    e.EscalationHeld: _held,
    e.EscalationReset: _reset,
    e.TurnBegan: _turn_began,
    e.TurnEnded: _turn_ended,
    e.ActionsSpent: _actions_spent,
    e.FreeActionTaken: _free_action,
    e.InterruptSpent: _interrupt_spent,
    e.InterruptRegained: _interrupt_regained,
    e.Delayed: _delayed,
    e.DelayedTurnTaken: _delayed_taken,
    e.DelayLost: _delay_lost,
    e.ActionReadied: _readied,
    e.ReadiedUsed: _readied_used,
    e.ReadiedLost: _readied_lost,
    e.Asked: _asked,
    e.Answered: _answered,
    e.AttackDeclared: _attack_declared,
    e.PowerUsed: _power_used,
    e.PowerDrained: _power_used,
    e.AttackRolled: _attack_rolled,
    e.CoupStruck: _attack_rolled,
    e.HitTurned: _hit_turned,
    e.DamageDealt: _damage,
    e.MobThinned: _mob,
    e.MobFelled: _mob_felled,
    e.Fell: _fell,
    e.Woke: _woke,
    e.Afflicted: _afflicted,
    e.Relieved: _relieved,
    e.OngoingBegan: _ongoing_began,
    e.OngoingTicked: _ongoing_ticked,
    e.OngoingEnded: _ongoing_ended,
    e.HoldLoosened: _hold_loosened,
    e.Boosted: _boosted,
    e.Marked: _marked,
    e.RanOut: _ran_out,
    e.DeathSaveFailed: _death_failed,
    e.RecoveryUsed: _recovery,
    e.Healed: _healed,
    e.TempGained: _temp,
    e.Rallied: _rallied,
    e.RallyBarred: _rally_barred,
    e.Stabilised: _stabilised,
    e.PotionGiven: _potion,
    e.Engaged: _engaged,
    e.Parted: _parted,
    e.PlaceChanged: _place,
    e.Grabbed: _grabbed,
    e.Released: _released,
    e.Barring: _barring,
    e.Flagged: _flagged,
    e.SpecialWorked: _special,
    e.Replaced: _joined,
    e.SpiritFought: _spirit,
    e.FlightProposed: _flight_proposed,
    e.FlightRefused: _flight_refused,
    e.WoundTaken: _wound,
    e.Revived: _revived,
    e.Recharged: _power_used,
    **RESTS,
    **FEATURES,
}


def evolve(state: State, event: Event) -> State:
    """The state after an event; one that changes nothing (a roll that only informs) leaves it as it is."""
    change = _FOLD.get(type(event))
    return state if change is None else change(state, event)
