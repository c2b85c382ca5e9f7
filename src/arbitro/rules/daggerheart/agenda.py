"""A command from its first check to the last step it sets off, and what follows when the GM changes marks by hand."""

from typing import Final

from arbitro.dice.stream import Dice
from arbitro.kernel.changing import Value
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.number_range import out_of_range
from arbitro.kernel.rungs import Rung, rungs_of
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.bounds import BOUNDS
from arbitro.rules.daggerheart.play import Play, begin
from arbitro.rules.daggerheart.presence import foes_left
from arbitro.rules.daggerheart.resources import hope_limit
from arbitro.rules.daggerheart.rules import Rules
from arbitro.rules.daggerheart.scene_end import end_if_decided
from arbitro.rules.daggerheart.state import Agenda, Dying, Ring, State


def decide(rules: Rules, state: State, command: Command, dice: Dice) -> Play | Refusal:
    """What comes of a command, and of everything that it sets off."""
    play = begin(rules, state, dice)
    rule = rules.rulings[type(command)]
    needed = rules.may_do.get(rule.deed)
    refused = out_of_range(BOUNDS, command) or (needed(state) if needed is not None else None)
    if refused is None:
        refused = rule.decide(play, command)
    if refused is not None:
        return refused
    run(play)
    return play


def run(play: Play) -> None:
    """Settle what is due, step by step, until nothing is left or somebody must be asked."""
    while play.agenda and not play.state.awaiting:
        scene = play.state.scene
        if scene is not None and scene.ending:
            play.agenda = [step for step in play.agenda if _outlasts(play.state, step)]
            if not play.agenda:
                return
        step = play.agenda.pop(0)
        play.rules.steps[type(step)](play, step)
    if not play.state.awaiting:
        end_if_decided(play)


def _outlasts(state: State, step: Agenda) -> bool:
    """Whether something is due though the scene is over: plans ripen between scenes too (DHP-COUNT-01)."""
    return isinstance(step, Ring) and step.countdown in state.projects


VALUES: Final = (
    Value("party.*.hp_marked", "hp_marked", 0, lambda one: int(one.hp)),
    Value("party.*.stress_marked", "stress_marked", 0, lambda one: int(one.stress)),
    Value("party.*.hope", "hope", 0, hope_limit),
    Value("scene.foes.*.hp_marked", "hp_marked", 0, lambda one: int(one.block.hp)),
    Value("scene.foes.*.stress_marked", "stress_marked", 0, lambda one: int(one.block.stress)),
)
"""What a GM changes by hand."""


def settled(rules: Rules, state: State) -> list[Event]:
    """After the GM changed marks by hand: whoever would have fallen falls."""
    if state.scene is None or state.scene.ending:
        return []
    play = begin(rules, state)
    for hero in state.party.values():
        if hero.status in ("up", "yielded") and hero.hp_marked >= hero.hp:
            play.happen(e.StatusChanged(hero.id, "dying", rules=("DHP-HP-01",)))
            play.agenda.append(Dying(hero.id))
    for foe in tuple(foes_left(state)):
        if foe.hp_marked >= foe.hp:
            play.happen(e.FoeDefeated(foe.id, rules=("DHP-ADVSTAT-11",)))
    if not state.awaiting:
        run(play)
    return play.events


RUNGS: Final[tuple[Rung, ...]] = rungs_of(
    "2d12", {"trivial": 5, "easy": 10, "normal": 15, "hard": 20, "very_hard": 25, "impossible": 30}
)
"""The Difficulties of the benchmarks, without a trait."""
