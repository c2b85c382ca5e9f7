"""What this game is made of, one typed line each; `game` is the page that fills them in.

Procedures are plain calls from chapter to chapter, downwards only. A line stands here for what the book itself leaves
open to exceptions, because the exceptions (the features of adversaries and environments) come in a later chapter than
the moments that set them off.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from arbitro.kernel.hooks import Collect, Forbid, Rulings
from arbitro.rules.daggerheart.feature import Moment
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.state import Chance, Hit, State
from arbitro.rules.daggerheart.steps import Step

S = TypeVar("S", bound=Step)


class Act(StrEnum):
    """What sort of thing a command is: whose it is follows from it. A deed is what a PC describes: `steps.Deed`."""

    ATTEMPT = "attempt"
    """What a PC sets out to do in the players' spotlight."""
    SPEAK = "speak"
    """What a player says at any time in it."""
    ANSWER = "answer"
    """What a player says when asked, and what goes into a roll that is due."""
    REST = "rest"
    """What a PC does at rest."""
    GROW = "grow"
    """What a PC gains with a level."""
    CALL = "call"
    """What the GM says before the dice."""
    TURN = "turn"
    """What the GM does in a turn of theirs, and with the adversaries in it."""
    STAGE = "stage"
    """What the GM says of the scene that is being played."""
    JUDGE = "judge"
    """What is the GM's to say at any other time."""


class Steps(dict[type, Callable[[Play, Any], None]]):
    """Every step that may be due, with what settles it; the type checker holds the two together.

    Those that wait for an answer are none of these.
    """

    def on(self, step: type[S], work: Callable[[Play, S], None]) -> "Steps":
        """These steps and one more, or another way to settle one of them."""
        more = Steps(self)
        more[step] = work
        return more


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game of Hope and Fear."""

    rulings: Rulings[Play, Act]
    """Every command, what sort of thing it is, and how it is decided."""
    may_do: Mapping[Act, Forbid[[State]]]
    """What must be so before any command of a sort is looked at."""
    steps: Steps
    """What is settled step by step, and may wait for an answer in between."""
    reactions: Collect[[State, Moment, str, str, Hit | None], Chance]
    """What a moment sets off among the features of those present: whom it is about, who is meant, and by what hit."""
