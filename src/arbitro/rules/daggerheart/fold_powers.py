"""Powers of the player characters folded."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.state import Fear, Hero, State, Thing


def _of_hero(state: State, who: str, **changes: Any) -> State:
    return replace(state, party={**state.party, who: replace(state.party[who], **changes)})


def _tokens_laid(state: State, event: e.TokensLaid) -> State:
    hero = state.party[event.who]
    kept = {name: count for name, count in hero.kept.items() if name != event.power}
    if event.held:
        kept[event.power] = event.held
    return replace(state, party={**state.party, event.who: replace(hero, kept=kept)})


def _fear_lost(state: State, event: e.FearLost) -> State:
    fear = state.fear
    return replace(state, fear=Fear(event.held, fear.gained, fear.spent, fear.lost + event.amount))


def _lent(state: State, event: e.PowerLent) -> State:
    hero = state.party[event.who]
    return replace(state, party={**state.party, event.who: replace(hero, lent=(*hero.lent, event.power))})


def _card_moved(state: State, event: e.CardMoved) -> State:
    shown = any(one.id == event.power for one in event.sheet.powers)
    copied = [] if shown else [one for one in state.party.values() if any(each.id == event.power for each in one.lent)]
    for other in copied:
        lent = tuple(each for each in other.lent if each.id != event.power or not each.card)
        state = _of_hero(state, other.id, lent=lent)
    return _of_hero(state, event.who, sheet=event.sheet)


def _regained(state: State, event: e.UseRegained) -> State:
    hero = state.party[event.who]
    *before, last = (number for number, one in enumerate(hero.used) if one == event.feature)
    del before
    return _of_hero(state, event.who, used=(*hero.used[:last], *hero.used[last + 1 :]))


def _form_taken(state: State, event: e.FormTaken) -> State:
    hero = state.party[event.who]
    return replace(state, party={**state.party, event.who: replace(hero, form=event.form)})


def _form_left(state: State, event: e.FormLeft) -> State:
    hero = state.party[event.who]
    return replace(state, party={**state.party, event.who: replace(hero, form=None)})


def _things_changed(state: State, event: e.ThingsChanged) -> State:
    hero = state.party[event.who]
    had = [one.power.id for one in hero.things]
    now = Thing(event.thing, event.held)
    things = tuple(now if one.power.id == event.thing.id else one for one in hero.things)
    things = things if event.thing.id in had else (*things, now)
    running = state.scene is not None and not state.scene.ending  # what was just used up is still at work
    kept = tuple(one for one in things if one.count or running)
    return replace(state, party={**state.party, event.who: replace(hero, things=kept)})


def without_used_up(state: State) -> dict[str, Hero]:
    """The party without the things of which nothing is left."""
    return {
        who: replace(hero, things=tuple(one for one in hero.things if one.count)) if hero.things else hero
        for who, hero in state.party.items()
    }


POWERS: dict[type[Event], Callable[[State, Any], State]] = {
    e.TokensLaid: _tokens_laid,
    e.FearLost: _fear_lost,
    e.CardMoved: _card_moved,
    e.PowerLent: _lent,
    e.UseRegained: _regained,
    e.FormTaken: _form_taken,
    e.FormLeft: _form_left,
    e.CompanionSent: lambda state, event: _of_hero(state, event.who, beast_with=event.foe),
    e.CompanionStressed: lambda state, event: _of_hero(
        state, event.who, beast_marked=event.marked, beast_away=event.away
    ),
    e.CompanionTrained: lambda state, event: _of_hero(state, event.who, sheet=event.sheet),
    e.ThingsChanged: _things_changed,
}
