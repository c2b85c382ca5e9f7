"""Fear spent where nothing is fought over, rather than lost at the limit (DH-FEAR-14, DH-FEAR-05).

An incidental scene may cost the GM one Fear (DH-TENSION-02), a minor one up to three (DH-TENSION-03). Where the pool is
nearly full, the automatic GM spends that one as soon as such a scene begins; and before a rest that would bring more
than the pool holds there are such scenes: one at a camp, up to three in town (the market, news, the night), all of them
incidental, and one on the way home, which is a journey and minor. A person who plays the adversaries spends Fear as
they see fit.
"""

from typing import Final

from arbitro.play.chair import MONSTERS, referee_decides
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart.party import inner_state, scene_in_play
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import pacing
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.presence import heroes_up
from arbitro.rules.daggerheart.resources import short_of_stress
from arbitro.rules.daggerheart.scene_end import spent_out
from arbitro.rules.daggerheart.state import State
from arbitro.rules.daggerheart.words import Tension

MOVES: Final = ("offscreen_threat", "mark_stress", "unwelcome_truth")
"""What the calm is broken with: a threat from afar, a bad night, news that nobody wanted."""


def open_restlessly(scene: Scene) -> None:
    """A quiet scene has begun: with a pool that is nearly full the GM is the first to speak."""
    inner = inner_state(scene.state)
    if _may(scene) and pacing.piled_up(inner) and pacing.affordable(books_of(scene.game), inner, 1):
        scene.must(c.Interrupt())
        _move(scene)
        scene.must(c.EndTurn())


def break_the_calm(scene: Scene, gain: int, tension: Tension | None) -> None:
    """A short scene of GM moves for as much Fear as a rest would let spill, and as its tension has room for."""
    if scene_in_play(scene.state) is not None or not _may(scene) or not pacing.spills(inner_state(scene.state), gain):
        return
    scene.must(c.OpenScene(tension=tension, in_danger=False))
    scene.must(c.Interrupt())
    _move(scene)
    while _goes_on(books_of(scene.game), inner_state(scene.state), gain):
        _move(scene)
    scene.must(c.EndTurn())
    scene.must(c.EndScene())


def _may(scene: Scene) -> bool:
    """Whether the automatic GM has Fear, and somebody to frighten."""
    inner = inner_state(scene.state)
    return bool(inner.fear.held) and not referee_decides(scene.state, MONSTERS) and any(True for _ in heroes_up(inner))


def _goes_on(books: Library, state: State, gain: int) -> bool:
    """Whether Fear would still spill, with some left to spend and room for it in the scene."""
    return bool(state.fear.held) and pacing.spills(state, gain) and not spent_out(books, state)


def _move(scene: Scene) -> None:
    """One move, on whoever has room for it; each of the three in its turn."""
    inner = inner_state(scene.state)
    move = MOVES[inner.fear.spent % len(MOVES)]
    target = _restless(inner)
    scene.must(c.MakeMove(move, target=target) if target else c.MakeMove(MOVES[0]))


def _restless(state: State) -> str:
    """The PC with the most Stress to spare."""
    able = [hero for hero in heroes_up(state) if short_of_stress(hero, 1) is None]
    return max(able, key=lambda hero: hero.stress - hero.stress_marked).id if able else ""
