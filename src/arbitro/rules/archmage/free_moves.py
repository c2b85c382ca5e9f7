"""Moves that a power lets somebody make at once, outside their own turn too, without an action."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.commands import TakeMove, ids_in
from arbitro.rules.archmage.events import Answered
from arbitro.rules.archmage.moving import disengage_modifiers, get_away, may_part_from
from arbitro.rules.archmage.people import pinning_foes
from arbitro.rules.archmage.places import left_behind, may_go
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import State
from arbitro.rules.archmage.step import Walk
from arbitro.rules.archmage.targets import may_leave_place


def may_take_move(state: State, command: TakeMove) -> Refusal | None:
    """Whether a move that a power allows can be made: to there, out of melee by a check or not."""
    one = state.battle.combatants[command.who]
    if not command.goal:
        return None
    refused = may_leave_place(state, one, checked=command.checked)
    if refused is None and command.checked:
        refused = may_part_from(one, pinning_foes(state.battle, one))
    return refused or may_go(state, one, command.goal, ids_in(command.target), free=command.checked)


def take_move(scene: Scene, command: TakeMove) -> Refusal | None:
    """Move at once as somebody's power allows, which costs no action; or stay."""
    step = scene.offered(command.who, "free_move")
    if isinstance(step, Refusal):
        return step
    refused = may_take_move(scene.state, command)
    if refused is not None:
        return refused
    one = scene.one(command.who)
    scene.resume()
    scene.happen(Answered(one.id, "free_move", command.goal or "no", rules=("AE-ATK-06",)))
    if not command.goal:
        return None
    walk = Walk(one.id, command.goal, ids_in(command.target), left_behind(scene.state.battle, one, ()))
    if not command.checked:
        scene.then(walk)
        return None
    foes = pinning_foes(scene.state.battle, one)
    more = (Modifier(step.more, "AE-ATK-06", "special"),) if step.more else ()
    get_away(scene, one, replace(walk, freed=foes), (*disengage_modifiers(scene.state, one, foes), *more))
    return None
