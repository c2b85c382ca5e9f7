"""A command from its first check to the end of its agenda, and what follows when the referee changes things by hand."""

from typing import Final

from arbitro.dice.stream import Dice
from arbitro.kernel.changing import Value
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.number_range import out_of_range
from arbitro.kernel.rungs import Rung, rungs_of
from arbitro.rules.archmage.bounds import BOUNDS
from arbitro.rules.archmage.damage import fall_if_spent
from arbitro.rules.archmage.people import can_act, decided
from arbitro.rules.archmage.recovery import wake_if_healed
from arbitro.rules.archmage.rules import Rules
from arbitro.rules.archmage.scene import Scene, begin
from arbitro.rules.archmage.seating import doer
from arbitro.rules.archmage.state import State
from arbitro.rules.archmage.step import TurnEnd, TurnNext
from arbitro.rules.archmage.turns import end_battle


def decide(rules: Rules, state: State, command: Command, dice: Dice) -> Scene | Refusal:
    """What comes of a command: what any of its sort needs, its own rules, then whatever is on the agenda."""
    scene = begin(rules, state, dice)
    rule = rules.rulings[type(command)]
    needed = rules.may_do.get(rule.deed)
    refused = out_of_range(BOUNDS, command) or (needed(scene, doer(command)) if needed is not None else None)
    if refused is None:
        refused = rule.decide(scene, command)
    if refused is not None:
        return refused
    run(scene)
    return scene


def run(scene: Scene) -> None:
    """Do what is on the agenda until it is empty or somebody is asked; then see whether the battle goes on."""
    while not scene.stopped:
        if scene.agenda:
            step = scene.agenda.pop()
            scene.rules.steps[type(step)](scene, step)
        elif not _goes_on(scene):
            return


def _goes_on(scene: Scene) -> bool:
    """When nothing is left to do: end a decided battle, or the turn of somebody who can no longer act."""
    fight = scene.state.fight
    if fight is None or fight.phase == "over":
        return False
    result = decided(scene.state)
    if result:
        end_battle(scene, result)
        return False
    if not fight.current or can_act(fight.combatants[fight.current]):
        return False
    if not any(can_act(one) for one in fight.combatants.values()):
        return False
    scene.then(TurnEnd(fight.current), TurnNext())
    return True


LOWEST: Final = -999
"""Hit points below which nobody counts."""


def _values_of(holder: str) -> tuple[Value, ...]:
    return (
        Value(f"{holder}.*.hp", "hp", LOWEST, lambda one: int(one.max_hp)),
        Value(f"{holder}.*.temp_hp", "temp_hp"),
        Value(f"{holder}.*.recoveries", "recoveries", 0, lambda one: int(one.recoveries_max)),
        Value(f"{holder}.*.potions", "potions"),
    )


VALUES: Final = (
    *_values_of("fight.combatants"),
    *_values_of("party"),
    Value("fight.escalation", "escalation", 0, lambda _: 6),
)
"""What a referee changes by hand."""


def settled(rules: Rules, state: State) -> list[Event]:
    """After the referee changed hit points by hand: whoever would have fallen falls, and a battle may end."""
    if state.fight is None or state.fight.phase == "over" or state.awaiting:
        return []
    scene = begin(rules, state)
    for one in list(state.fight.combatants.values()):
        spare = one.profile.special("last_stand")
        if one.hp <= 0 and one.unfallen and spare is None:
            fall_if_spent(scene, one.id, "")
        wake_if_healed(scene, one.id)
    scene.agenda = []
    result = decided(scene.state)
    if result:
        end_battle(scene, result)
    return scene.events


RUNGS: Final[tuple[Rung, ...]] = rungs_of(
    "1d20", {"normal": 15, "hard": 20, "very_hard": 25, "heroic": 30, "impossible": 35}
)
"""The difficulty classes of the environments, from an adventurer's to an epic one."""
