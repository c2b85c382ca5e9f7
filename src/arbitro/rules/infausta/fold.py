"""The fold: the parent's, with this game's own events laid over it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.hooks import Changes
from arbitro.kernel.state import Question
from arbitro.rules.infausta import events as e
from arbitro.rules.infausta.features.fold import FOLD as FEATURES
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness.fold import FOLD as WILDERNESS
from arbitro.rules.whitebox import fold as whitebox
from arbitro.rules.whitebox.events import FightBegan, FightEnded
from arbitro.rules.whitebox.exploring.events import Fled
from arbitro.rules.whitebox.people.events import Bought, CameHome, ItemGiven, ItemSpent, Rested, Sold, SpellMemorised


def _broken(state: State, event: e.SpellBroken) -> State:
    if state.fight is None:
        raise ValueError("an event of a fight in a log without a fight")
    one = state.fight.combatants[event.who]
    after = replace(one, prepared="", preparing="", aim="", cast=(*one.cast, event.spell))
    return replace(state, fight=replace(state.fight, combatants={**state.fight.combatants, event.who: after}))


def _shot(state: State, event: e.WeaponShot) -> State:
    return replace(state, reloading={**state.reloading, f"{event.who}/{event.weapon}": event.ready})


def _weighed(state: State, event: e.MoraleWeighed) -> State:
    return replace(state, weights={**state.weights, event.group: event.weights})


def _fight_began(state: State, event: FightBegan) -> State:
    begun = whitebox.evolve(state, event)
    return replace(begun, weights={}, reloading={})


def _fight_ended(state: State, event: FightEnded) -> State:
    over = whitebox.evolve(state, event)
    return replace(over, stances={}, songs={}, hidden=())


def _changed_hands(state: State, event: Bought | Sold | ItemGiven | ItemSpent) -> State:
    """A suit that is new, or gone, has nothing of an old one's fit."""
    after = whitebox.evolve(state, event)
    name = f"{event.who}/{event.key}"
    if name not in after.fittings or (event.item is not None and not isinstance(event, Bought)):
        return after
    return replace(after, fittings={key: ready for key, ready in after.fittings.items() if key != name})


def _rested(state: State, event: Rested) -> State:
    """Whoever has rested has slept, in town as in camp (IS-WILD-11)."""
    after = whitebox.evolve(state, event)
    return replace(after, sleepless={who: nights for who, nights in after.sleepless.items() if who != event.who})


def _studied(state: State, event: SpellMemorised) -> State:
    """Whoever studied has not rested completely on that day of the journey (IS-HEAL-03)."""
    return _toiled(whitebox.evolve(state, event), (event.who,))


def _fought(state: State, event: CameHome) -> State:
    """Whoever fought has not rested; a night in which they did is no night of rest (IS-HEAL-01)."""
    return _toiled(_roused(whitebox.evolve(state, event), (event.who,)), (event.who,))


def _fled(state: State, event: Fled) -> State:
    """Flight breaks the rest of a day, of a night and of a turn for all who run (IS-HEAL-01, -03, IS-TURN-12)."""
    everybody = state.party.order
    after = _toiled(_roused(whitebox.evolve(state, event), everybody), everybody)
    return after if after.delve is None else replace(after, delve=replace(after.delve, worked=True))


def _toiled(state: State, who: tuple[str, ...]) -> State:
    journey = state.journey
    if journey is None or journey.over:
        return state
    return replace(state, journey=replace(journey, toiled=tuple(dict.fromkeys((*journey.toiled, *who)))))


def _roused(state: State, who: tuple[str, ...]) -> State:
    journey = state.journey
    if journey is None or journey.over or journey.step != "night":
        return state
    return replace(state, journey=replace(journey, roused=tuple(dict.fromkeys((*journey.roused, *who)))))


def _turn(state: State, event: e.TurnKept | e.TurnNoted) -> State:
    return replace(state, delve=event.delve)


def _task(state: State, event: e.TaskSet) -> State:
    if state.delve is None:
        raise ValueError("a task in a log without a dungeon turn")
    others = tuple(task for task in state.delve.tasks if task.who != event.who)
    tasks = (*others, event.task) if event.task.left else others
    return replace(state, delve=replace(state.delve, tasks=tasks))


def _asked(kind: str) -> Callable[[State, Any], State]:
    def ask(state: State, event: e.TrapsAsked | e.DoingAsked) -> State:
        question = Question(kind, "referee", {"who": f"@{event.who}"}, event.rules)
        return replace(state, awaiting=(*state.awaiting, question))

    return ask


def _answered(kind: str) -> Callable[[State, Any], State]:
    def answer(state: State, event: Event) -> State:
        del event
        return replace(state, awaiting=tuple(question for question in state.awaiting if question.kind != kind))

    return answer


_CHANGES: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    **whitebox.FOLD,
    FightBegan: _fight_began,
    FightEnded: _fight_ended,
    Rested: _rested,
    SpellMemorised: _studied,
    CameHome: _fought,
    Fled: _fled,
    Bought: _changed_hands,
    Sold: _changed_hands,
    ItemGiven: _changed_hands,
    ItemSpent: _changed_hands,
    e.SpellBroken: _broken,
    e.WeaponShot: _shot,
    e.MoraleWeighed: _weighed,
    e.TurnKept: _turn,
    e.TurnNoted: _turn,
    e.TaskSet: _task,
    e.TrapsAsked: _asked("traps"),
    e.TrapsSought: _answered("traps"),
    e.DoingAsked: _asked("doing"),
    e.DoingDone: _answered("doing"),
    **WILDERNESS,
    **FEATURES,
}
FOLD: Final = Changes(_CHANGES)
