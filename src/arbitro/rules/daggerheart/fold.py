"""The fold of a log of this game: each event says what changed, so nothing here knows a rule."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.fold_powers import POWERS, without_used_up
from arbitro.rules.daggerheart.fold_rests import RESTS
from arbitro.rules.daggerheart.state import Fear, Foe, Rolled, SceneState, State


def _scene(state: State) -> SceneState:
    if state.scene is None:
        raise ValueError("an event of a scene in a log without a scene")
    return state.scene


def _in_scene(state: State, **changes: Any) -> State:
    return replace(state, scene=replace(_scene(state), **changes))


def _hero(state: State, who: str, **changes: Any) -> State:
    party = dict(state.party)
    party[who] = replace(party[who], **changes)
    return replace(state, party=party)


def _foe(state: State, who: str, **changes: Any) -> State:
    foes = _scene(state).foes
    return _in_scene(state, foes={**foes, who: replace(foes[who], **changes)})


def _anybody(state: State, who: str, **changes: Any) -> State:
    return _hero(state, who, **changes) if who in state.party else _foe(state, who, **changes)


def _turn(state: State, **changes: Any) -> State:
    turn = _scene(state).turn
    return state if turn is None else _in_scene(state, turn=replace(turn, **changes))


def _campaign(state: State, event: e.CampaignBegan) -> State:
    return replace(state, party={hero.id: hero for hero in event.party}, session=1, fear=Fear())


def _session(state: State, event: e.SessionBegan) -> State:
    party = {
        who: replace(hero, tagged=False, lent=(), used=event.refreshed.get(who, hero.used))
        for who, hero in state.party.items()
    }
    return replace(state, session=event.number, party=party)


def _scene_opened(state: State, event: e.SceneOpened) -> State:
    scene = SceneState(
        event.number,
        event.tension,
        in_danger=event.in_danger,
        waited=tuple(state.party),
        goal=event.goal,
        deeds=event.deeds,
        difficulty=event.difficulty,
    )
    party = {who: replace(hero, flipped=False, cover="") for who, hero in state.party.items()}
    return replace(state, scene=scene, scenes=event.number, party=party)


def _scene_ended(state: State, event: e.SceneEnded) -> State:
    state = replace(state, party=without_used_up(state))
    changed = _in_scene(state, ending=event.ending, turn=None, pending=None, agenda=(), spotlight="players", zones=())
    party = {who: replace(hero, captive=True) if hero.prisoner else hero for who, hero in state.party.items()}
    return replace(changed, awaiting=(), party=party)


def _tension(state: State, event: e.TensionSet) -> State:
    return _in_scene(state, tension=event.tension)


def _foe_joined(state: State, event: e.FoeJoined) -> State:
    scene = _scene(state)
    changed = _in_scene(state, foes={**scene.foes, event.foe.id: event.foe})
    if event.granted and scene.turn is not None:
        return _turn(changed, granted=(*scene.turn.granted, event.foe.id))
    return changed


def _place(state: State, event: e.PlaceSet) -> State:
    return _in_scene(state, place=event.place)


def _moved(state: State, event: e.Moved) -> State:
    return _anybody(state, event.who, at=event.to)


def _cover(state: State, event: e.CoverChanged) -> State:
    return _anybody(state, event.who, cover=event.cover)


def _fear_gained(state: State, event: e.FearGained) -> State:
    fear = state.fear
    if event.why == "dropped":  # what was paid for a roll that is not made counts as never spent
        back = replace(state, fear=replace(fear, held=event.held, spent=fear.spent - event.amount))
        return _in_scene(back, fear_spent=_scene(state).fear_spent - event.amount)
    return replace(state, fear=Fear(event.held, fear.gained + event.amount, fear.spent, fear.lost + event.lost))


def _fear_spent(state: State, event: e.FearSpent) -> State:
    fear = state.fear
    changed = replace(state, fear=Fear(event.held, fear.gained, fear.spent + event.amount, fear.lost))
    return changed if state.scene is None else _in_scene(changed, fear_spent=event.scene_spent)


def _hope(state: State, event: e.HopeChanged) -> State:
    return _hero(state, event.who, hope=event.hope)


def _stress(state: State, event: e.StressMarked | e.StressCleared) -> State:
    return _anybody(state, event.who, stress_marked=event.marked)


def _hp(state: State, event: e.HitPointsMarked | e.HitPointsCleared) -> State:
    return _anybody(state, event.who, hp_marked=event.marked)


def _struck(state: State, event: e.DamageTaken) -> State:
    by_a_hero = event.source in state.party and event.who not in state.party
    return _foe(state, event.who, struck_by=event.source) if by_a_hero else state


def _armour(state: State, event: e.ArmourMarked | e.ArmourCleared) -> State:
    return _hero(state, event.who, armour_marked=event.marked)


def _condition(state: State, event: e.ConditionGained) -> State:
    one: Any = state.party.get(event.who) or _scene(state).foes[event.who]
    kept = tuple(
        held for held in one.conditions if (held.name, held.source) != (event.condition.name, event.condition.source)
    )
    return _anybody(state, event.who, conditions=(*kept, event.condition))


def _condition_lost(state: State, event: e.ConditionLost) -> State:
    one: Any = state.party.get(event.who) or _scene(state).foes[event.who]
    ended = (event.source, *event.along)
    kept = tuple(held for held in one.conditions if held.name != event.name or held.source not in ended)
    return _anybody(state, event.who, conditions=kept)


def _status(state: State, event: e.StatusChanged) -> State:
    hero = state.party[event.who]
    lost = event.freed or event.status in ("up", "dead", "retired")
    prisoner = not lost and (hero.prisoner or event.status == "yielded")
    return _hero(state, event.who, status=event.status, surrendered=prisoner, captive=prisoner and hero.captive)


def _scarred(state: State, event: e.Scarred) -> State:
    return _hero(state, event.who, scars=event.scars, hope=event.hope)


def _defeated(state: State, event: e.FoeDefeated) -> State:
    return _foe(state, event.who, defeated=True)


def _left(state: State, event: e.FoeLeft) -> State:
    return _foe(state, event.who, gone=True)


def _rose(state: State, event: e.FoeRose) -> State:
    return _foe(state, event.who, defeated=False, hp_marked=0) if event.rose else state


def _minions(state: State, event: e.MinionsFell) -> State:
    foes = dict(_scene(state).foes)
    for who in event.who:
        foes[who] = replace(foes[who], defeated=True, hp_marked=foes[who].hp)
    return _in_scene(state, foes=foes)


def _edge(state: State, event: e.EdgeGiven) -> State:
    last = _scene(state).last
    told = state if last is None else _in_scene(state, last=replace(last, told=True))
    return _hero(told, event.who, edge=True) if event.advantage else told


def _boon(state: State, event: e.BoonChanged) -> State:
    flag = event.boon in ("edge", "flipped")
    return _hero(state, event.who, **{event.boon: bool(event.value) if flag else event.value})


def _feature_marked(state: State, event: e.FeatureMarked) -> State:
    return _hero(state, event.who, used=(*state.party[event.who].used, event.feature))


def _described(state: State, event: e.Described) -> State:
    return _in_scene(state, deed=event.deed)


def _waived(state: State, event: e.Waived) -> State:
    del event
    return _in_scene(state, deed=None)


def _bargained(state: State, event: e.BargainAnswered) -> State:
    return _in_scene(state, pending=None) if event.taken else state


def _requested(state: State, event: e.RollRequested) -> State:
    request, blows = event.request, _scene(state).last_blows
    if request.kind == "attack":
        blows = {**blows, request.actor: (request.means, request.against)}
    return _in_scene(state, pending=request, deed=None, last_blows=blows)


def _dropped(state: State, event: Event) -> State:
    del event
    return _in_scene(state, pending=None)


def _helped(state: State, event: e.Helped) -> State:
    pending = _scene(state).pending
    if pending is None:
        return state
    best = max(pending.helped, event.help.die.face)
    return _in_scene(state, pending=replace(pending, helped=best, helping=(*pending.helping, event.help.who)))


def _rolled(state: State, event: e.ActionRolled) -> State:
    scene = _scene(state)
    waited = (*(who for who in scene.waited if who != event.who), event.who)
    return _in_scene(state, pending=None, holder=event.who, waited=waited)


def _tag_started(state: State, event: e.TagStarted) -> State:
    return _hero(state, event.who, tagged=True)


def _tag_dropped(state: State, event: e.TagDropped) -> State:
    return _hero(state, event.who, tagged=False)


def _roll_closed(state: State, event: e.RollClosed) -> State:
    scene = _scene(state)
    number = scene.rolls + 1
    last = Rolled(event.who, event.outcome, event.total, event.kind, number)
    return _in_scene(state, last=last, rolls=number, quiet=scene.quiet + 1)


def _noted(state: State, event: e.ChangeNoted) -> State:
    last = _scene(state).last
    del event
    return state if last is None else _in_scene(state, last=replace(last, told=True))


def _feature_spent(state: State, event: e.FeatureSpent) -> State:
    scene = _scene(state)
    if event.who == "place":
        place = scene.place
        return (
            state
            if place is None
            else _in_scene(state, place=replace(place, used={**place.used, event.feature: event.used}))
        )
    return _foe(state, event.who, used={**scene.foes[event.who].used, event.feature: event.used})


def _counter(state: State, event: e.CounterChanged) -> State:
    foe = _scene(state).foes[event.who]
    return _foe(state, event.who, counters={**foe.counters, event.counter: event.value})


def _turn_opened(state: State, event: e.TurnOpened) -> State:
    return _in_scene(state, spotlight="gm", turn=event.turn, quiet=0)


def _move_made(state: State, event: e.MoveMade) -> State:
    scene = _scene(state)
    state = _in_scene(state, moves=(*scene.moves, event.move))
    turn = scene.turn
    if turn is None:
        return state
    return _turn(state, made=turn.made + 1, free=turn.free if event.paid else max(turn.free - 1, 0))


def _threat(state: State, event: e.ThreatPending) -> State:
    return _in_scene(state, threats=(*_scene(state).threats, event.text or event.move))


def _threat_settled(state: State, event: e.ThreatSettled) -> State:
    threats = list(_scene(state).threats)
    if event.text in threats:
        threats.remove(event.text)
    return _in_scene(state, threats=tuple(threats))


def _focus(state: State, event: e.FocusSet) -> State:
    turn = _scene(state).turn
    return state if turn is None else _turn(state, focus=event.who, granted=(*turn.granted, *event.free))


def _spotlighted(state: State, event: e.Spotlighted) -> State:
    turn = _scene(state).turn
    if turn is None:
        return state
    granted = list(turn.granted)
    if event.free and event.who in granted:
        granted.remove(event.who)
    acted = {**turn.acted, event.who: event.times}
    changed = _turn(state, acting=event.who, acted=acted, granted=tuple(granted))
    changed = _in_scene(changed, holder=event.who)
    return _foe(changed, event.who, seen=True)


def _slow(state: State, event: e.SlowToken) -> State:
    changed = _foe(state, event.who, token=event.placed)
    return _turn(changed, acting="") if event.placed and not event.acts else changed


def _granted(state: State, event: e.Granted) -> State:
    turn = _scene(state).turn
    return state if turn is None else _turn(state, granted=(*turn.granted, *event.who))


def _foe_done(state: State, event: e.FoeDone) -> State:
    del event
    return _turn(state, acting="")


def _without_again(foe: Foe) -> Foe:
    left = {name: value for name, value in foe.counters.items() if name != "again"}
    return replace(foe, counters=left)


def _returned(state: State, event: e.SpotlightReturned) -> State:
    del event
    foes = _scene(state).foes
    if any("again" in foe.counters for foe in foes.values()):
        foes = {who: _without_again(foe) for who, foe in foes.items()}
    return _in_scene(state, spotlight="players", turn=None, foes=foes)


def _passed(state: State, event: e.SpotlightPassed) -> State:
    return _in_scene(state, holder=event.who)


def _tokens(state: State, event: e.TokensChanged) -> State:
    party = {who: replace(hero, tokens=event.tokens.get(who, hero.tokens)) for who, hero in state.party.items()}
    return replace(state, party=party)


def _countdown_started(state: State, event: e.CountdownStarted) -> State:
    countdown = event.countdown
    if state.scene is None or countdown.kind == "long_term":
        return replace(state, projects={**state.projects, countdown.id: countdown})
    return _in_scene(state, countdowns={**_scene(state).countdowns, countdown.id: countdown})


def _with_countdown(state: State, which: str, **changes: Any) -> State:
    if which in state.projects:
        projects = {**state.projects, which: replace(state.projects[which], **changes)}
        return replace(state, projects=projects)
    countdowns = _scene(state).countdowns
    return _in_scene(state, countdowns={**countdowns, which: replace(countdowns[which], **changes)})


def _countdown_advanced(state: State, event: e.CountdownAdvanced) -> State:
    return _with_countdown(state, event.countdown, value=event.value)


def _countdown_triggered(state: State, event: e.CountdownTriggered) -> State:
    return _with_countdown(state, event.countdown, value=event.again, start=event.start)


def _countdown_dropped(state: State, event: e.CountdownDropped) -> State:
    if event.countdown in state.projects:
        left = {name: one for name, one in state.projects.items() if name != event.countdown}
        return replace(state, projects=left)
    countdowns = {name: one for name, one in _scene(state).countdowns.items() if name != event.countdown}
    return _in_scene(state, countdowns=countdowns)


def _countdown_shown(state: State, event: e.CountdownShown) -> State:
    return _with_countdown(state, event.countdown, hidden=False)


def _zones(state: State, event: e.ZoneSet) -> State:
    return _in_scene(state, zones=event.zones)


def _asked(state: State, event: e.Asked) -> State:
    changed = replace(state, awaiting=(event.question,))
    return changed if state.scene is None else _in_scene(changed, agenda=event.agenda)


def _answered(state: State, event: e.Answered) -> State:
    del event
    changed = replace(state, awaiting=())
    return changed if state.scene is None else _in_scene(changed, agenda=())


def _advanced(state: State, event: e.Advanced) -> State:
    return _hero(state, event.who, sheet=event.sheet, advances=event.advances, cards=event.cards)


def _gold(state: State, event: e.GoldChanged) -> State:
    return _hero(state, event.who, gold=event.gold)


def _card(state: State, event: e.CardTaken) -> State:
    trades = state.party[event.who].trades - (event.out is not None)
    return _hero(state, event.who, sheet=event.sheet, cards=event.cards, trades=trades)


_FOLD: dict[type[Event], Callable[[State, Any], State]] = {
    e.CampaignBegan: _campaign,
    e.SessionBegan: _session,
    e.SceneOpened: _scene_opened,
    e.SceneEnded: _scene_ended,
    e.TensionSet: _tension,
    e.FoeJoined: _foe_joined,
    e.PlaceSet: _place,
    e.Moved: _moved,
    e.CoverChanged: _cover,
    e.FearGained: _fear_gained,
    e.FearSpent: _fear_spent,
    e.HopeChanged: _hope,
    e.StressMarked: _stress,
    e.StressCleared: _stress,
    e.DamageTaken: _struck,
    e.HitPointsMarked: _hp,
    e.HitPointsCleared: _hp,
    e.ArmourMarked: _armour,
    e.ArmourCleared: _armour,
    e.ConditionGained: _condition,
    e.ConditionLost: _condition_lost,
    e.StatusChanged: _status,
    e.Scarred: _scarred,
    e.FoeDefeated: _defeated,
    e.FoeLeft: _left,
    e.FoeRose: _rose,
    e.MinionsFell: _minions,
    e.EdgeGiven: _edge,
    e.BoonChanged: _boon,
    e.GoldChanged: _gold,
    e.FeatureMarked: _feature_marked,
    e.Described: _described,
    e.Waived: _waived,
    e.BargainAnswered: _bargained,
    e.RollRequested: _requested,
    e.RollDropped: _dropped,
    e.Helped: _helped,
    e.ActionRolled: _rolled,
    e.TagStarted: _tag_started,
    e.TagDropped: _tag_dropped,
    e.RollClosed: _roll_closed,
    e.ChangeNoted: _noted,
    e.FeatureSpent: _feature_spent,
    e.CounterChanged: _counter,
    e.TurnOpened: _turn_opened,
    e.MoveMade: _move_made,
    e.ThreatPending: _threat,
    e.ThreatSettled: _threat_settled,
    e.FocusSet: _focus,
    e.Spotlighted: _spotlighted,
    e.SlowToken: _slow,
    e.Granted: _granted,
    e.FoeDone: _foe_done,
    e.SpotlightReturned: _returned,
    e.SpotlightPassed: _passed,
    e.TokensChanged: _tokens,
    e.CountdownStarted: _countdown_started,
    e.CountdownAdvanced: _countdown_advanced,
    e.CountdownTriggered: _countdown_triggered,
    e.CountdownDropped: _countdown_dropped,
    e.CountdownShown: _countdown_shown,
    e.ZoneSet: _zones,
    e.Asked: _asked,
    e.Answered: _answered,
    e.Advanced: _advanced,
    e.CardTaken: _card,
    **POWERS,
    **RESTS,
}


def evolve(state: State, event: Event) -> State:
    """The state after an event; one that changes nothing (a roll that only informs) leaves it as it is."""
    change = _FOLD.get(type(event))
    return state if change is None else change(state, event)
