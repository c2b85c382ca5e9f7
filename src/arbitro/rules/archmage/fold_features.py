"""What features of classes bring about, folded: points, powers that come back, the escalation die."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.state import Spent, State


def _with(state: State, who: str, **changes: Any) -> State:
    """The state with somebody of the battle changed."""
    fight = state.battle
    people = {**fight.combatants, who: replace(fight.combatants[who], **changes)}
    return replace(state, fight=replace(fight, combatants=people))


def _pool(state: State, event: e.PoolChanged) -> State:
    pools = state.battle.combatants[event.who].pools
    return _with(state, event.who, pools={**pools, event.pool: event.points})


def _escalation_moved(state: State, event: e.EscalationMoved) -> State:
    return replace(state, fight=replace(state.battle, escalation=event.escalation))


def _power_regained(state: State, event: e.PowerRegained) -> State:
    powers = state.battle.combatants[event.who].powers
    spent = replace(powers.get(event.attack, Spent()), used=event.used, barred=False)
    return _with(state, event.who, powers={**powers, event.attack: spent}) if event.back else state


def _recovery_given(state: State, event: e.RecoveryGiven) -> State:
    return _with(state, event.who, recoveries=event.recoveries)


FEATURES: dict[type[Event], Callable[[State, Any], State]] = {
    e.PoolChanged: _pool,
    e.EscalationMoved: _escalation_moved,
    e.PowerRegained: _power_regained,
    e.RecoveryGiven: _recovery_given,
}
"""How each of these changes the state."""
