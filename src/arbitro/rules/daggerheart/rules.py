"""What this game is made of, one typed line each; `game` is the page that fills them in.

Procedures are plain calls from chapter to chapter, downwards only. A line stands here for what the book itself leaves
open to exceptions, because the exceptions (the features of adversaries and environments) come in a later chapter than
the moments that set them off.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from arbitro.kernel.hooks import Collect, Forbid, Rulings
from arbitro.kernel.pack import Pack
from arbitro.rules.daggerheart.content import Library, load_library
from arbitro.rules.daggerheart.feature import Feature, Moment, Wish
from arbitro.rules.daggerheart.feature_words import Part
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.state import Apply, Chance, Foe, Hero, Hit, State
from arbitro.rules.daggerheart.steps import Step

S = TypeVar("S", bound=Step)
P = TypeVar("P", bound=Part)


class Deed(StrEnum):
    """What sort of thing a command is: whose it is follows from it. What a PC describes is an `Attempt`."""

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
        """A copy with one step more, or another way to settle one of them."""
        more = Steps(self)
        more[step] = work
        return more


class Used(Struct, frozen=True):
    """A feature being carried out: whose it is, the adversary that it is of if any, and what the GM has said of it."""

    owner: str
    feature: Feature
    foe: Foe | None
    wish: Wish


class Word(Struct, frozen=True):
    """What a word of the features does, each field an occasion; what it may say is its record in `feature`."""

    target: Callable[[Play, Apply, Hero, Any], bool | None] | None = None
    """What is done to a target, given what is left to do after it; whether it has taken that over."""
    owner: Callable[[Play, Used, Any], None] | None = None
    """What is done to the owner and to the scene."""
    foe: Callable[[Play, Used, Foe, Any], None] | None = None
    """What is done where an adversary is the owner; nothing where a place is."""
    standing: bool = False
    """It is not done to a PC who has fallen (DHP-DEATH-03)."""


class Vocabulary(dict[type[Part], Word]):
    """Every word of the features; the type checker holds a word's record and its functions together."""

    def on(
        self,
        word: type[P],
        *,
        target: Callable[[Play, Apply, Hero, P], bool | None] | None = None,
        owner: Callable[[Play, Used, P], None] | None = None,
        foe: Callable[[Play, Used, Foe, P], None] | None = None,
        standing: bool = False,
    ) -> "Vocabulary":
        """A copy with one word more, or another meaning for one of them."""
        more = Vocabulary(self)
        more[word] = Word(target, owner, foe, standing)
        return more


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game of Hope and Fear."""

    packs: tuple[Pack, ...] = ()
    """A reader's own content."""
    rulings: Rulings[Play, Deed]
    """Every command, what sort of thing it is, and how it is decided."""
    may_do: Mapping[Deed, Forbid[[State]]]
    """What must be so before any command of a sort is looked at."""
    steps: Steps
    """What is settled step by step, and may wait for an answer in between."""
    words: Vocabulary
    """What the words of features do, each once; those without a field of it are told by the GM."""
    reactions: Collect[[Library, State, Moment, str, str, Hit | None], Chance]
    """What a moment sets off among the features of those present: whom it is about, who is meant, and by what hit."""

    @cached_property
    def books(self) -> Library:
        """Adversaries, places, characters, lists and tables, with the packs laid over them."""
        return load_library(self.packs)
