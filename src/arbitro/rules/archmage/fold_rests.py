"""What the end of a battle, a rest and a loss leave, folded."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.state import DAILY_POOLS, Awareness, Combatant, Profile, State


def _after_battle(one: Combatant) -> Combatant:
    """Somebody of the party with everything gone that ends with a battle."""
    return Combatant(
        _own_again(one),
        one.hp,
        one.max_hp,
        one.recoveries,
        one.recoveries_max,
        one.debt,
        one.wounds,
        potions=one.potions,
        awareness="awake" if one.awareness == "asleep" else one.awareness,
        powers=one.powers,
        captive=one.captive and one.awareness != "dead",
        pools={pool: points for pool, points in one.pools.items() if pool in DAILY_POOLS},
    )


def _own_again(one: Combatant) -> Profile:
    """Somebody's profile without the powers that were lent for the battle."""
    if not one.lent:
        return one.profile
    return replace(one.profile, attacks=tuple(each for each in one.profile.attacks if each.id not in one.lent))


def _ended(state: State, event: e.BattleEnded) -> State:
    fight = state.battle
    party = dict(state.party)
    for who, one in fight.combatants.items():
        if one.profile.is_hero:
            party[who] = _after_battle(one)
    over = replace(fight, phase="over", result=event.result, current="", asked=None, pending=(), escalation=0)
    return replace(state, fight=over, party=party, awaiting=(), weight=event.weight, resting=True)


def _lost(state: State, event: e.CampaignLost) -> State:
    return replace(state, losses=(*state.losses, event.text))


def _loss_described(state: State, event: e.LossDescribed) -> State:
    losses = list(state.losses)
    losses[event.number - 1] = event.text
    return replace(state, losses=tuple(losses))


def _rest_ended(state: State, event: e.RestEnded) -> State:
    del event
    party = {who: replace(one, healed=False) for who, one in state.party.items()}
    return replace(state, resting=False, party=party)


def _healed_up(state: State, event: e.HealedUp) -> State:
    del event
    party = {}
    for who, one in state.party.items():
        if one.lost:
            party[who] = one
            continue
        most = one.profile.max_hp
        awareness: Awareness = "coma" if one.awareness == "coma" else "yielded" if one.captive else "awake"
        recoveries = one.recoveries_max
        fresh = Combatant(one.profile, most, most, recoveries, recoveries, potions=one.potions, awareness=awareness)
        party[who] = replace(fresh, captive=one.captive)
    return replace(state, party=party, weight="0", resting=False)


RESTS: dict[type[Event], Callable[[State, Any], State]] = {
    e.CampaignLost: _lost,
    e.LossDescribed: _loss_described,
    e.BattleEnded: _ended,
    e.RestEnded: _rest_ended,
    e.HealedUp: _healed_up,
}
