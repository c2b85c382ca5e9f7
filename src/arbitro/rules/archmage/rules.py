"""What a game of this engine is made of, one typed line each; `game` is the page that fills them in.

Procedures are plain calls from chapter to chapter, downwards only. A line stands here for what the book itself leaves
open to exceptions, because the exceptions (the specials of creatures) come in a later chapter than what they change.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from arbitro.kernel.hooks import Collect, Forbid, Moment, Rulings
from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.scene import Scene, Strike
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.step import Step
from arbitro.rules.archmage.tally import Damage

S = TypeVar("S", bound=Step)


class Deed(StrEnum):
    """What sort of thing a command is: whose it is, and what must be so for any of its sort, follows from it."""

    STRIKE = "strike"
    MOVE = "move"
    HELP = "help"
    WAIT = "wait"
    FREE = "free"
    """A free action."""
    END = "end"
    """The end of the own turn."""
    ANSWER = "answer"
    """What somebody says when asked in the middle of a resolution."""
    SPEAK = "speak"
    """What a player says at any time in a battle."""
    REST = "rest"
    """What somebody does between battles."""
    TOGETHER = "together"
    """What any player of the party may say for all."""
    JUDGE = "judge"
    """What is the referee's to say."""


class Steps:
    """Every step that an agenda may hold, with what carries it on; the type checker holds the two together."""

    __slots__ = ("_works",)

    def __init__(self, works: dict[type, Callable[[Scene, Any], None]] | None = None) -> None:
        self._works = works or {}

    def on(self, step: type[S], work: Callable[[Scene, S], None]) -> "Steps":
        """These steps and one more, or another way to carry one of them on."""
        return Steps({**self._works, step: work})

    def carry_on(self, scene: Scene, step: Step) -> None:
        """Do what a step stands for."""
        self._works[type(step)](scene, step)

    def __iter__(self) -> Iterator[type]:
        """Every step that is carried on, in the order of the page."""
        return iter(self._works)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game of this engine."""

    rulings: Rulings[Scene, Deed]
    """Every command, what sort of thing it is, and how it is decided."""
    may_do: Mapping[Deed, Forbid[[Scene, str]]]
    """What must be so before any command of a sort is looked at: it is given who would do it."""
    steps: Steps
    """What is carried on from step to step, and may wait for an answer in between."""
    to_hit: Collect[[Strike], Modifier]
    """Everything that is added to an attack roll."""
    crit_range: Collect[[Strike], int]
    """By how many points a critical hit comes sooner than on a 20."""
    hurt: Moment[[Scene, str, Damage, int]]
    """Somebody has taken this much of some damage."""
    spared: Callable[[Scene, str, str], bool]
    """Whether somebody who would fall by another's hand does not, for now."""
    fell: Moment[[Scene, Combatant, str]]
    """Somebody, given as they stood until then, has fallen by another's hand."""
