"""Going from place to place underground, and waiting, in games that have no rules for it."""

from typing import Final

from arbitro.dungeon.doors import door_state
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.play.delving import arrive, stock
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import ground
from arbitro.play.sides.walking.captives import find
from arbitro.play.sides.walking.ground import (
    FEET_A_MINUTE,
    IN_THE_DARK,
    burn_down,
    lit,
    may_wait,
    pass_minutes,
    surface,
    walking_state,
)
from arbitro.play.sides.walking.meetings import meet
from arbitro.play.sides.walking.parting import rejoin
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.sight import beyond
from arbitro.play.splitting import waiting_at
from arbitro.play.state import CampaignState
from arbitro.play.ways import Way, feet_between

LONGEST_WAIT: Final = 48
"""Turns at once."""


def let_time_pass(side: Walker, scene: Scene, command: walking_commands.LetTimePass) -> Refusal | None:
    """Wait, above or below."""
    if not scene.state.abroad:
        return Refusal("not_underground")
    refused = may_wait(side, scene.state)
    if refused is not None:
        return refused
    if not 1 <= command.turns <= LONGEST_WAIT:
        return Refusal("wait_turns", {"turns": command.turns, "most": LONGEST_WAIT})
    pass_turns(side, scene, command.turns)
    return None


def stands_open(state: CampaignState, found: Way) -> bool:
    """Whether a way needs no opening."""
    return not found.is_door or door_state(state.dungeon, found.id).open


def spaces_beyond(state: CampaignState, name: str) -> tuple[str, ...]:
    """The spaces at the other end of a way, or of one that has been worked out since."""
    return beyond(state.dungeon, state.at, name)


def may_go(state: CampaignState, way: Way, pace: str) -> Refusal | None:
    """A door must be open."""
    del pace
    return None if stands_open(state, way) else Refusal("door_shut", {"way": f"@{way.id}"})


def go(side: Walker, scene: Scene, way: Way, beyond: str, pace: str) -> None:
    """The time that it takes, and then the place itself, if nobody has come by."""
    del way, pace
    state = scene.state
    minutes = -(-feet_between(state.dungeon, state.at, beyond) // FEET_A_MINUTE)
    pass_minutes(side, scene, minutes * (1 if lit(state) else IN_THE_DARK), arriving=True)
    if side.busy(scene.state):
        pass
    elif beyond == SURFACE:
        surface(side, scene)
    else:
        heard = any(beyond in spaces_beyond(scene.state, name) for name in walking_state(scene.state).heard)
        enter(side, scene, beyond, heard=heard)
    burn_down(scene)


def go_down(side: Walker, scene: Scene, landing: str) -> None:
    """Down the first stairs."""
    enter(side, scene, landing)


def put(side: Walker, scene: Scene, space: str) -> None:
    """Wherever the dungeon takes the party."""
    if space:
        stock(scene, space)
        enter(side, scene, space)
    else:
        surface(side, scene)


def enter(side: Walker, scene: Scene, space: str, *, heard: bool = False) -> None:
    """The party stands in a place, before those who are at home there."""
    side.leave(scene)
    arrive(scene, space, scene.state.at)
    if space in walking_state(scene.state).camps and not waiting_at(scene.state, space):
        rejoin(side, scene, (), space)  # what a group that was lost has left lying
    meet(scene, met=True, heard=heard)
    find(side, scene)


def pass_turns(side: Walker, scene: Scene, turns: int) -> None:
    """Whoever the dungeon has sent here since the party came is met now."""
    if scene.state.at and not side.busy(scene.state):
        meet(scene, met=False)
    ground.pass_turns(side, scene, turns)
