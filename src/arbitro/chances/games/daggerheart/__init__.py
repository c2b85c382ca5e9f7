"""How a scene of the game of Hope and Fear is read. It has no rounds: its action rolls are counted."""

from collections.abc import Hashable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from arbitro.chances.games.daggerheart.budget import BOOK
from arbitro.chances.games.daggerheart.imagining import imagined
from arbitro.chances.outcome import FightOutcome, FightReading, Foes, MeetingGround, PersonLeft
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.daggerheart.commands import OpenScene, StartCampaign
from arbitro.rules.daggerheart.content import books_of
from arbitro.rules.daggerheart.encounter import tension_of
from arbitro.rules.daggerheart.numbers import armour_slots
from arbitro.rules.daggerheart.presence import foes_left, heroes_up
from arbitro.rules.daggerheart.state import Foe, Hero, State
from arbitro.rules.daggerheart.view import wounds_of
from arbitro.text import Fault

PARTY, FOES = "party", "foes"
WINNERS: Final[dict[str, tuple[str, ...]]] = {
    "victory": (PARTY,),
    "success": (PARTY,),
    "defeat": (FOES,),
    "failure": (FOES,),
}
TENSION: Final = "scene_default_tension"
APART: Final = 30
"""Feet between the party and those whom it meets."""
DISTANCES: Final = (APART, 5, 10, 100, 300)
"""Within Close range; in Melee, Very Close, Far, Very Far."""
FIRST_GOLD: Final = 1
LOOKS: Final = {"none": 0, "light": 1, "grave": 2}


def outcome(state: State) -> FightOutcome:
    """Who won, who fell, and what is left of Fear, Hope, Stress and armour."""
    scene = state.scene
    resources = {"fear": state.fear.held}
    for one in state.party.values():
        resources[f"hope/{one.id}"] = one.hope
        resources[f"stress/{one.id}"] = one.stress - one.stress_marked
        resources[f"armour/{one.id}"] = armour_slots(one) - one.armour_marked
    foes = () if scene is None else tuple(map(_foe, scene.foes.values()))
    ending = "" if scene is None else scene.ending
    people = (*map(_hero, state.party.values()), *foes)
    return FightOutcome((PARTY, FOES), WINNERS.get(ending, ()), rolls(state), people, resources)


def _hero(one: Hero) -> PersonLeft:
    up = one.status == "up" and not one.prisoner
    fallen = one.status in ("dying", "dead", "unconscious")
    return PersonLeft(one.id, PARTY, up, fallen, one.status == "dead", max(one.hp - one.hp_marked, 0))


def _foe(one: Foe) -> PersonLeft:
    up = not one.defeated and not one.gone
    return PersonLeft(one.id, FOES, up, one.defeated, one.defeated, max(one.hp - one.hp_marked, 0))


def rolls(state: State) -> int:
    """How many action rolls were made."""
    return 0 if state.scene is None else state.scene.rolls


def trimmed(state: State) -> State:
    """Without what no rule asks: how much the last roll came to, and at whom somebody struck last."""
    scene = state.scene
    if scene is None:
        return state
    last = None if scene.last is None else replace(scene.last, total=0)
    return replace(state, scene=replace(scene, last=last, last_blows={}))


def situation(state: State) -> Hashable:
    """The state, with the GM's moves by how often each was made: the automatic GM looks at no more of them."""
    scene = state.scene
    if scene is None or not scene.moves:
        return msgspec.msgpack.encode(trimmed(state))
    return msgspec.msgpack.encode(trimmed(replace(state, scene=replace(scene, moves=tuple(sorted(scene.moves))))))


def wounds(state: State) -> dict[str, int]:
    """How badly those who stand look hurt."""
    heroes = {one.id: min(2, 3 * one.hp_marked // max(one.hp, 1)) for one in heroes_up(state)}
    return heroes | {one.id: LOOKS.get(wounds_of(one), 2) for one in foes_left(state)}


def meets(
    ruleset: Ruleset[Any], state: State, people: tuple[Any, ...], foes: Foes, ground: MeetingGround
) -> tuple[State, tuple[Command, ...]]:
    """A scene as tense as its adversaries make it, unless the table has a level of its own; any other is over."""
    known = books_of(ruleset).adversaries
    met: list[Foe] = []
    for name, count in foes:
        if name not in known:
            raise Fault(unknown_name(name, known))
        alike = sum(each for other, each in foes if other == name)
        for _ in range(count):
            number = 1 + sum(one.block.id == name for one in met)
            called = replace(known[name].name, number=number if alike > 1 else 0)
            met.append(Foe(f"{name}-{number}", known[name], called, ground.feet or APART))
    heroes = tuple(Hero(sheet, gold=FIRST_GOLD) for sheet in people)
    entering: tuple[Command, ...] = (StartCampaign(heroes),) if heroes else ()
    usual = ruleset.options[TENSION].default == state.options[TENSION]
    tension = (
        tension_of(books_of(ruleset), (one.block for one in met), len(heroes) or len(state.party)) if usual else None
    )
    opened = OpenScene(tuple(met), tension=tension)
    return replace(state, scene=None, rest=None, awaiting=()), (*entering, opened)


READING: Final = FightReading(
    meets=meets,
    example=(("jagged_knife_bandit", 3),),
    distances=DISTANCES,
    encounters=BOOK,
    fighting=lambda state: state.scene is not None,
    over=lambda state: state.scene is None or bool(state.scene.ending),
    outcome=outcome,
    situation=situation,
    rounds=rolls,
    beats="action_rolls",
    wounds=wounds,
    trimmed=trimmed,
    leads=True,
    imagined=imagined,
)
