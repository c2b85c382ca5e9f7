"""What a game of this engine is made of, one typed line each; `game` is the page that fills them in.

Procedures are plain calls from chapter to chapter, downwards only. A line stands here for what the book itself leaves
open to exceptions, because the exceptions (the specials of creatures) come in a later chapter than what they change.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from arbitro.kernel.hooks import Collect, Forbid, Moment, Rulings
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.catalogue import Books, load_books
from arbitro.rules.archmage.effects import Effect
from arbitro.rules.archmage.numbers import Strike
from arbitro.rules.archmage.power import Special, SpecialCode
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.step import Blow, Step
from arbitro.rules.archmage.tally import Damage, Tally

S = TypeVar("S", bound=Step)
E = TypeVar("E", bound=Effect)


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


class Steps(dict[type, Callable[[Scene, Any], None]]):
    """Every step that an agenda may hold, with what carries it on; the type checker holds the two together."""

    def on(self, step: type[S], work: Callable[[Scene, S], None]) -> "Steps":
        """A copy with one step more, or another way to carry one of them on."""
        more = Steps(self)
        more[step] = work
        return more


@dataclass(frozen=True, kw_only=True)
class Trait:
    """What a special of creatures does, each field a moment at which it has a say; most have one or two.

    Each is given the special as the creature's entry has it, with its numbers. A special without any is a plain word
    that the chapter it belongs to asks for: who flies is known to whoever steps in the way.
    """

    to_hit: Callable[[Strike, Special], Iterable[Modifier]] | None = None
    """What it adds to the attack rolls of its bearer."""
    crit_range: Callable[[Strike, Special], Iterable[Modifier]] | None = None
    """By how many points its bearer's critical hits come sooner."""
    damage: Callable[[Strike, Special, Tally], Tally] | None = None
    """What it adds to the damage of its bearer's hits."""
    soaks: Callable[[Scene, Special, Damage, Tally], Tally] | None = None
    """What it takes from damage before its bearer is hurt."""
    hurt: Callable[[Scene, str, Special, Damage, int], None] | None = None
    """Its bearer has taken this much of some damage."""
    spares: Callable[[Scene, str, Special, str], bool] | None = None
    """Whether its bearer, who would fall by another's hand, does not for now."""
    fell: Callable[[Scene, Combatant, Special, str], None] | None = None
    """Its bearer, given as they stood until then, has fallen by another's hand."""
    felled: Callable[[Scene, Combatant, Special, Combatant], None] | None = None
    """A foe, given last and as they stood until then, has fallen by its bearer's hand."""
    missed: Callable[[Scene, Combatant, Special, Blow], None] | None = None
    """An attack on its bearer has been rolled to its end."""
    turn: Callable[[Scene, str, Special], None] | None = None
    """Its bearer's turn begins."""


class Verb(Struct, frozen=True):
    """What a word of the power vocabulary does, each field a moment; what it may say is its record in `effects`."""

    work: Callable[[Scene, Any, Blow], None] | None = None
    """What it does beside the damage of a blow; what only changes the damage is asked for there."""
    worth: Callable[[Any, int, float], float] | None = None
    """By how much an automatic player of a level thinks a hit with so much damage the better for it."""


class Verbs(dict[type[Effect], Verb]):
    """Every word of the power vocabulary; the type checker holds a word's record and its functions together."""

    def on(
        self,
        word: type[E],
        work: Callable[[Scene, E, Blow], None] | None = None,
        *,
        worth: Callable[[E, int, float], float] | None = None,
    ) -> "Verbs":
        """A copy with one word more, or another meaning for one of them."""
        more = Verbs(self)
        more[word] = Verb(work, worth)
        return more


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game of this engine."""

    packs: tuple[Pack, ...] = ()
    """A reader's own content."""
    rulings: Rulings[Scene, Deed]
    """Every command, what sort of thing it is, and how it is decided."""
    may_do: Mapping[Deed, Forbid[[Scene, str]]]
    """What must be so before any command of a sort is looked at: it is given who would do it."""
    steps: Steps
    """What is carried on from step to step, and may wait for an answer in between."""
    to_hit: Collect[[Strike], Modifier]
    """Everything that is added to an attack roll, before the specials of whoever strikes."""
    crit_range: Collect[[Strike], Modifier]
    """By how many points a critical hit comes sooner than on a 20, before the specials of whoever strikes."""
    verbs: Verbs
    """What the words of powers do, each once."""
    traits: Mapping[SpecialCode, Trait]
    """What the specials of creatures do, each once."""
    fell: Moment[[Scene, Combatant, str]]
    """Somebody, given as they stood until then, has fallen by another's hand."""

    @cached_property
    def books(self) -> Books:
        """Classes, powers, creatures and numbers, with the packs laid over them."""
        return load_books(self.packs)
