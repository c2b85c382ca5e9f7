"""What the dungeon does to people, kind by kind: each game says in a table what it makes of a fall, a gas, a pool."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from arbitro.dungeon.events import Effect
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.ailments import TO_THE_SURFACE, afflict, strengthen
from arbitro.play.events import EffectTold
from arbitro.play.scene import Scene

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


@dataclass(frozen=True, slots=True)
class DungeonHarm(Generic[A_co]):
    """An effect on its way to those it is meant for: what does it, to whom of those who are there, by which rules."""

    side: A_co
    scene: Scene
    source: str
    effect: Effect
    who: tuple[str, ...]
    rules: tuple[str, ...]


Harms = Mapping[str, Callable[[DungeonHarm[A]], None]]
"""What a game makes of each kind of effect; the referee is told of any other."""


def do_harm(harms: Harms[A], harm: DungeonHarm[A]) -> None:
    """Let an effect come upon people in the game's own way."""
    harms.get(harm.effect.kind, leave_to_referee)(harm)


def leave_to_referee(harm: DungeonHarm[A]) -> None:
    """The game has no rule for it: the referee is told, and says what comes of it."""
    told = EffectTold(harm.who, harm.source, harm.effect, rules=harm.rules, audience=REFEREE_ONLY)
    harm.scene.happen(told)


def strengthen_all(harm: DungeonHarm[A]) -> None:
    """Strength of as many points as the gas lends."""
    for each in harm.who:
        strengthen(harm.scene, each, harm.effect.amount, harm.effect, harm.rules)


def sicken(harm: DungeonHarm[A]) -> None:
    """Sick until they are under the sky again."""
    afflict(harm.scene, harm.who, "sick", TO_THE_SURFACE, harm.rules)
