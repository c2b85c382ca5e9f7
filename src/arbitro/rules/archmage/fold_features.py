"""What features of classes bring about, folded: points, powers that come back, the escalation die, initiative."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.state import State


def _with(state: State, who: str, **changes: Any) -> State:
    """The state with somebody of the battle changed."""
    fight = state.battle
    people = {**fight.combatants, who: replace(fight.combatants[who], **changes)}
    return replace(state, fight=replace(fight, combatants=people))


def _initiative(state: State, event: e.InitiativeRolled) -> State:
    for who in event.who:
        state = _with(state, who, initiative=event.total, rolled_initiative=True, temp_hp=0)
    return state


def _initiative_changed(state: State, event: e.InitiativeChanged) -> State:
    for who in event.who:
        state = _with(state, who, initiative=event.total)
    return state


def _pool(state: State, event: e.PoolChanged) -> State:
    pools = state.battle.combatants[event.who].pools
    return _with(state, event.who, pools={**pools, event.pool: event.points})


def _escalation_moved(state: State, event: e.EscalationMoved) -> State:
    top = event.top or state.battle.top
    return replace(state, fight=replace(state.battle, escalation=event.escalation, top=top))


def _power_regained(state: State, event: e.PowerRegained) -> State:
    powers = state.battle.combatants[event.who].powers
    spent = replace(powers.get(event.attack, Spent()), used=event.used, barred=False)
    return _with(state, event.who, powers={**powers, event.attack: spent}) if event.back else state


def _recovery_given(state: State, event: e.RecoveryGiven) -> State:
    return _with(state, event.who, recoveries=event.recoveries)


def _lent(state: State, event: e.PowersLent) -> State:
    one = state.battle.combatants[event.who]
    given = {each.id: each for each in event.powers}
    new = tuple(each for each in event.powers if one.profile.attack(each.id) is None)
    fresh = {each.id: Spent() for each in event.powers}
    own = tuple(given.get(each.id, each) for each in one.profile.attacks)
    profile = replace(one.profile, attacks=(*own, *new))
    lent = (*one.lent, *(each.id for each in new))
    return _with(state, event.who, profile=profile, lent=lent, powers={**one.powers, **fresh})


def _traded(state: State, event: e.PlacesTraded) -> State:
    """Each takes over where the other stands and, of one side, with whom the other fights."""
    who, other = event.who, event.other
    names = {who: other, other: who}
    people = {
        name: replace(
            one,
            engaged=tuple(names.get(each, each) for each in one.engaged),
            near=tuple(names.get(each, each) for each in one.near),
            beside=tuple(names.get(each, each) for each in one.beside),
            behind=names.get(one.behind, one.behind),
        )
        for name, one in state.battle.combatants.items()
    }
    first, second = people[who], people[other]
    places = {
        who: replace(first, engaged=second.engaged, near=second.near, beside=second.beside, behind=second.behind),
        other: replace(second, engaged=first.engaged, near=first.near, beside=first.beside, behind=first.behind),
    }
    people |= {who: replace(places[who], band=second.band), other: replace(places[other], band=first.band)}
    return replace(state, fight=replace(state.battle, combatants=people))


FEATURES: dict[type[Event], Callable[[State, Any], State]] = {
    e.InitiativeRolled: _initiative,
    e.InitiativeChanged: _initiative_changed,
    e.PoolChanged: _pool,
    e.EscalationMoved: _escalation_moved,
    e.PowerRegained: _power_regained,
    e.RecoveryGiven: _recovery_given,
    e.PowersLent: _lent,
    e.PlacesTraded: _traded,
}
"""How each of these changes the state."""
