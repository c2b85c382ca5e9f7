"""What a gas, a pool or a fright leaves on people, alike in every game; who is struck by it, each game says itself."""

from collections.abc import Iterable, Sequence
from typing import Final

from arbitro.play.events import AilmentChanged
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import Ailment

TO_THE_SURFACE: Final = -1
"""The end of an ailment that lasts until its bearer is under the sky again."""


def afflict(scene: Scene, who: Iterable[str], kind: str, until: int, rules: tuple[str, ...], amount: int = 0) -> None:
    """An ailment comes upon people, until a turn of the clock; 0: it is told, and gone again."""
    for each in who:
        scene.happen(AilmentChanged(each, Ailment(each, kind, until, amount), rules=rules))


def run_back(side: Side, scene: Scene, afraid: Sequence[str], rules: tuple[str, ...]) -> None:
    """Whoever is overcome by fear runs back the way they came; the others go after them."""
    afflict(scene, afraid, "afraid", 0, rules)
    if afraid and scene.state.came in scene.state.dungeon.spaces:
        side.put(scene, scene.state.came)
