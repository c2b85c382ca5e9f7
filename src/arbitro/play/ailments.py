"""What a gas, a pool or a fright leaves on people, alike in every game; who is struck by it, each game says itself."""

from collections.abc import Iterable, Sequence
from typing import Final

from arbitro.play.events import AilmentChanged, PartySplit
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import Ailment, CampaignState
from arbitro.play.ways import feet_between, ways

TO_THE_SURFACE: Final = -1
"""The end of an ailment that lasts until its bearer is under the sky again."""


def afflict(scene: Scene, who: Iterable[str], kind: str, until: int, rules: tuple[str, ...], amount: int = 0) -> None:
    """An ailment comes upon people, until a turn of the clock; 0: it is told, and gone again."""
    for each in who:
        scene.happen(AilmentChanged(each, Ailment(each, kind, until, amount), rules=rules))


def run_back(side: Side, scene: Scene, afraid: Sequence[str], feet: int, rules: tuple[str, ...]) -> None:
    """Whoever is overcome by fear runs so far back the way they came; the others may go on (DA-GAS-04).

    Where nobody is left who could, all run together.
    """
    afflict(scene, afraid, "afraid", 0, rules)
    goal, before = as_far_back(scene.state, feet)
    if not afraid or goal == scene.state.at:
        return
    others = tuple(who for who in side.people(scene.state) if who not in afraid)
    if not side.can_go_on(scene.state, others):
        side.put(scene, goal)
        return
    side.part(scene, tuple(afraid), goal)
    scene.happen(PartySplit(tuple(afraid), goal, before, fled=True, rules=rules))


def as_far_back(state: CampaignState, feet: int) -> tuple[str, str]:
    """Where a run of so many feet along the way back ends, or what there is of it; and the space before that."""
    at, gone, left = state.at, 0, list(state.trail)
    while left and gone < feet:
        back = left[-1]
        if not any(each.to == back and not each.shut for each in ways(state.dungeon, at)):
            break
        gone += feet_between(state.dungeon, at, back)
        at = left.pop()
    return at, left[-1] if left else ""
