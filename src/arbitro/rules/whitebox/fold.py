"""The fold of a White Box log: each event says what changed, so nothing here knows a rule."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.hooks import Changes
from arbitro.kernel.state import Question
from arbitro.rules.whitebox import events as e
from arbitro.rules.whitebox.exploring.fold import FOLD as EXPLORING
from arbitro.rules.whitebox.people.fold import FOLD as PEOPLE
from arbitro.rules.whitebox.powers.fold import FOLD as POWERS
from arbitro.rules.whitebox.state import Combatant, Fight, Ground, State

S = TypeVar("S", bound=State)


def _fight(state: State) -> Fight:
    if state.fight is None:
        raise ValueError("an event of a fight in a log without a fight")
    return state.fight


def _put(state: State, fight: Fight, who: str, one: Combatant) -> State:
    """The state with one combatant anew."""
    combatants = fight.combatants.copy()
    combatants[who] = one
    return replace(state, fight=replace(fight, combatants=combatants))


def _with(state: State, who: str, **changes: Any) -> State:
    """The state with some marks of one combatant changed."""
    fight = _fight(state)
    return _put(state, fight, who, replace(fight.combatants[who], **changes))


def _in_fight(state: State, **changes: Any) -> State:
    return replace(state, fight=replace(state.fight or _fight(state), **changes))


def _began(state: State, event: e.FightBegan) -> State:
    fight = Fight({side.id: side for side in event.sides}, {}, ground=Ground(setting=event.setting), plain=True)
    begun = replace(state, fight=fight, fights=state.fights + 1)
    if not state.effects:
        return begun
    # What lasted on those of an earlier fight is gone with them; characters keep theirs.
    return replace(begun, effects={who: held for who, held in state.effects.items() if who in state.characters})


def _joined(state: State, event: e.Joined) -> State:
    fight = _fight(state)
    joined = {combatant.profile.id: combatant for combatant in event.combatants}
    plain = fight.plain and all(combatant.profile.powers is None for combatant in event.combatants)
    return _in_fight(state, combatants={**fight.combatants, **joined}, plain=plain)


def _surprise_asked(state: State, event: e.SurpriseAsked) -> State:
    return replace(state, awaiting=(*state.awaiting, Question("surprise", "referee", rules=event.rules)))


def _surprised(state: State, event: e.Surprised) -> State:
    left = tuple(question for question in state.awaiting if question.kind != "surprise")
    return replace(_in_fight(state, surprised=event.surprised), awaiting=left)


def _declared(state: State, event: e.Declared) -> State:
    return _with(state, event.who, intent=event.intent)


def _released(state: State, event: e.Released) -> State:
    return _with(state, event.who, intent=None)


def _initiative(state: State, event: e.InitiativeRolled) -> State:
    return state if event.again else _in_fight(state, initiative=event.order)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    fight = state.fight or _fight(state)
    if event.turn < len(event.order) and len(event.order[event.turn]) > 1:
        people = {who: replace(one, stirred=max(one.moved, one.attacked)) for who, one in fight.combatants.items()}
        fight = replace(fight, combatants=people)
    fight = replace(
        fight,
        round=event.round,
        phase=event.phase,
        order=event.order,
        turn=event.turn,
        done=(),
        held_back=(),
        landing=False,
    )
    return replace(state, fight=fight)


def _side_done(state: State, event: e.SideDone) -> State:
    return _in_fight(state, done=(*_fight(state).done, event.side))


def _held_back(state: State, event: e.HeldBack) -> State:
    return _in_fight(state, held_back=(*_fight(state).held_back, event.who))


def _round_ended(state: State, event: e.RoundEnded) -> State:
    fight = state.fight or _fight(state)
    people = fight.combatants
    # A declaration lasts for its round; a spell under preparation becomes a prepared one.
    changed: dict[str, Combatant] = {}
    for one in people.values():
        if one.intent is not None or one.preparing:
            changed[one.id] = replace(one, intent=None, prepared=one.preparing or one.prepared, preparing="")
    for who in event.lapsed:
        changed[who] = replace(people[who], intent=None, prepared="", aim="")
    fight = replace(fight, combatants={**people, **changed} if changed else people, landing=True)
    return replace(state, fight=fight, minutes=state.minutes + (1 if event.round else 0))


def _attack_rolled(state: State, event: e.AttackRolled) -> State:
    fight, who = state.fight or _fight(state), event.attacker
    combatants, now = fight.combatants.copy(), fight.round  # as `_put` does, without the step: most of all events
    one = combatants[who]
    again = one.attacked == now
    made = one.attacks_made + 1 if again else 1
    last = (event.weapon, event.target)
    if one.profile.powers is None:
        one = replace(one, attacked=now, attacks_made=made, last_blow=last)
    else:
        used = (*one.used, event.weapon) if again else (event.weapon,)
        struck = (*one.struck, event.target) if again else (event.target,)
        one = replace(one, attacked=now, attacks_made=made, used=used, struck=struck, last_blow=last)
    combatants[who] = one
    return replace(state, fight=replace(fight, combatants=combatants))


def _damage_dealt(state: State, event: e.DamageDealt) -> State:
    fight, target, dropped = state.fight or _fight(state), event.target, event.dropped
    one = fight.combatants[target]
    one = replace(one, hp=event.left) if dropped < 0 else replace(one, hp=event.left, dropped=dropped)
    return _put(state, fight, target, one)


def _blow_held(state: State, event: e.BlowHeld) -> State:
    held = _in_fight(state, blows=(*_fight(state).blows, event.blow))
    if event.blow.effect != "surrender":
        return held
    return _with(held, event.target, busy=_fight(state).round)


def _blows_landed(state: State, event: e.BlowsLanded) -> State:
    del event
    return _in_fight(state, blows=(), landing=True)


def _fell(state: State, event: e.Fell) -> State:
    fight = state.fight or _fight(state)
    one = fight.combatants[event.who]
    gave_up = event.condition == "out" and (one.gave_up or one.condition == "surrendered")
    return _put(state, fight, event.who, replace(one, condition=event.condition, gave_up=gave_up))


def _woke(state: State, event: e.Woke) -> State:
    prisoner = _fight(state).combatants[event.who].gave_up
    return _with(state, event.who, condition="surrendered" if prisoner else "up", dropped=-1, gave_up=False)


def _bled(state: State, event: e.Bled) -> State:
    return _with(state, event.who, hp=event.left)


def _wounds_bound(state: State, event: e.WoundsBound) -> State:
    return _with(_with(state, event.patient, dropped=-1), event.who, busy=_fight(state).round)


def _peril_faced(state: State, event: e.PerilFaced) -> State:
    kind = "settle_save" if event.peril.saved else "danger"
    question = Question(kind, "referee", {"who": f"@{event.who}"}, event.rules)
    perils = (*_fight(state).perils, event.peril)
    return replace(_in_fight(state, perils=perils), awaiting=(*state.awaiting, question))


def _peril_settled(state: State, event: e.PerilSettled) -> State:
    del event
    return replace(_in_fight(state, perils=_fight(state).perils[1:]), awaiting=state.awaiting[1:])


def _paralysed(state: State, event: e.Paralysed) -> State:
    return _with(state, event.who, held_until=event.until)


def _moved(state: State, event: e.Moved) -> State:
    round_ = _fight(state).round
    busy = {"busy": round_} if event.ran else {}
    return _with(state, event.who, at=event.to, moved=round_, moved_from=event.start, **busy)


def _weapon_readied(state: State, event: e.WeaponReadied) -> State:
    return _with(state, event.who, weapon=event.weapon, busy=_fight(state).round)


def _spell_prepared(state: State, event: e.SpellPrepared) -> State:
    if event.ready:
        return _with(state, event.who, prepared=event.spell, aim=event.target)
    return _with(state, event.who, preparing=event.spell, aim=event.target, busy=_fight(state).round)


def _spell_lost(state: State, event: e.SpellLost) -> State:
    cast = (*_fight(state).combatants[event.who].cast, event.spell)
    return _with(state, event.who, prepared="", preparing="", aim="", cast=cast)


def _spell_cast(state: State, event: e.SpellCast) -> State:
    fight = _fight(state)
    one = fight.combatants[event.who]
    spent = {} if fight.phase == "prepared" else {"attacked": fight.round, "attacks_made": one.profile.attacks}
    return _with(state, event.who, prepared="", aim="", cast=(*one.cast, event.spell), **spent)


def _spell_delayed(state: State, event: e.SpellDelayed) -> State:
    return _in_fight(state, delayed=(*_fight(state).delayed, event.peril))


def _spell_struck(state: State, event: e.SpellStruck) -> State:
    del event
    return _in_fight(state, delayed=_fight(state).delayed[1:])


def _morale_due(state: State, event: e.MoraleDue) -> State:
    fight = _fight(state)
    reminded = (*fight.reminded, *[f"{event.group}/{why}" for why in (event.why, *event.also)])
    due = fight.due if event.group in fight.due else (*fight.due, event.group)
    return _in_fight(state, reminded=reminded, due=due)


def _morale_rolled(state: State, event: e.MoraleRolled) -> State:
    fight = _fight(state)
    changed = {who: replace(fight.combatants[who], morale=event.result) for who in event.members}
    due = tuple(group for group in fight.due if group != event.group)
    return _in_fight(state, combatants={**fight.combatants, **changed}, due=due)


def _morale_stands(state: State, event: e.MoraleStands) -> State:
    return _in_fight(state, due=tuple(group for group in _fight(state).due if group != event.group))


def _yielded(state: State, event: e.Yielded) -> State:
    return _with(state, event.who, condition=event.condition)


def _ended(state: State, event: e.FightEnded) -> State:
    over = _in_fight(state, phase="over", winners=event.winners, order=(), turn=0, perils=(), plain=False)
    return replace(over, awaiting=(), minutes=state.minutes + event.minutes)


_CHANGES: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    e.FightBegan: _began,
    e.Joined: _joined,
    e.SurpriseAsked: _surprise_asked,
    e.Surprised: _surprised,
    e.Declared: _declared,
    e.Released: _released,
    e.InitiativeRolled: _initiative,
    e.TurnBegan: _turn_began,
    e.SideDone: _side_done,
    e.HeldBack: _held_back,
    e.RoundEnded: _round_ended,
    e.AttackRolled: _attack_rolled,
    e.DamageDealt: _damage_dealt,
    e.BlowHeld: _blow_held,
    e.BlowsLanded: _blows_landed,
    e.Fell: _fell,
    e.Woke: _woke,
    e.Bled: _bled,
    e.WoundsBound: _wounds_bound,
    e.PerilFaced: _peril_faced,
    e.PerilSettled: _peril_settled,
    e.Paralysed: _paralysed,
    e.Moved: _moved,
    e.WeaponReadied: _weapon_readied,
    e.SpellPrepared: _spell_prepared,
    e.SpellLost: _spell_lost,
    e.SpellCast: _spell_cast,
    e.SpellDelayed: _spell_delayed,
    e.SpellStruck: _spell_struck,
    e.MoraleDue: _morale_due,
    e.MoraleRolled: _morale_rolled,
    e.MoraleStands: _morale_stands,
    e.Yielded: _yielded,
    e.FightEnded: _ended,
    **PEOPLE,
    **EXPLORING,
    **POWERS,
}
FOLD: Final = Changes(_CHANGES)


def evolve(state: S, event: Event) -> S:
    """The state after an event; one that changes nothing (a roll that only informs) leaves it as it is.

    A variant's state has fields of its own, which no event of this game touches.
    """
    after: S = FOLD[type(event)](state, event)
    return after
