"""Rests and levels folded."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.state import Rest, State


def _rest_began(state: State, event: e.RestBegan) -> State:
    return replace(state, rest=Rest(event.kind))


def _rest_move(state: State, event: e.RestMoveMade) -> State:
    rest = state.rest
    if rest is None:
        return state
    moves = {**rest.moves, event.who: (*rest.moves.get(event.who, ()), event.move)}
    preparing = (*rest.preparing, event.who) if event.move == "prepare" else rest.preparing
    return replace(state, rest=replace(rest, moves=moves, preparing=preparing))


def _rest_cut(state: State, event: e.RestCut) -> State:
    if event.benefit == "none":
        return replace(state, rest=None)
    return replace(state, rest=Rest("short", cut=True))


def _rest_ended(state: State, event: e.RestEnded) -> State:
    party = {
        who: replace(
            hero,
            used=event.refreshed.get(who, hero.used),
            lent=tuple(one for one in hero.lent if not one.card),
            dodge=0,
            mercy=0,
            armour_bonus=0,
        )
        for who, hero in state.party.items()
    }
    return replace(state, rest=None, party=party, short_rests=event.short_rests)


def _level(state: State, event: e.LevelGained) -> State:
    party = {
        who: replace(
            hero,
            sheet=event.sheets[who],
            advances=hero.advances + 2,
            cards=hero.cards + 1,
            trades=hero.trades + event.trades,
        )
        for who, hero in state.party.items()
        if who in event.sheets
    }
    return replace(state, party={**state.party, **party})


RESTS: dict[type[Event], Callable[[State, Any], State]] = {
    e.RestBegan: _rest_began,
    e.RestMoveMade: _rest_move,
    e.RestCut: _rest_cut,
    e.RestEnded: _rest_ended,
    e.LevelGained: _level,
}
