"""Hooks of this game alone: what its lower chapters ask of its higher ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from arbitro.kernel.hooks import Collect
from arbitro.rules.whitebox.rules import Rules

if TYPE_CHECKING:
    from fractions import Fraction

    from arbitro.kernel.command import Command
    from arbitro.kernel.ruling import Modifier
    from arbitro.rules.whitebox.class_features import SaveAgainst
    from arbitro.rules.whitebox.scene import Here, Scene
    from arbitro.rules.whitebox.state import Combatant
    from arbitro.rules.whitebox.state import State as ParentState
    from arbitro.rules.whitebox.terms import Threat, Weapon


class MarchOnTheMap(Protocol):
    """Miles laid along the ways of the map; the chapter on the day says how."""

    def __call__(self, scene: Scene, to: str, factor: Fraction, /, *, forced: bool) -> None:
        """Miles laid along the ways of the map; the chapter on the day says how."""
        ...


@dataclass(frozen=True, kw_only=True)
class Variant:
    """What L'Infausta Scatola needs beyond the page of its parent."""

    begin_day: Callable[[Scene, int], None]
    """A new day; the chapter on the day says how it begins."""
    further_to_hit: Collect[[Here, Combatant, Combatant, Weapon], Modifier]
    """What this game adds to an attack roll."""
    is_danger: Callable[[ParentState, Combatant, SaveAgainst, Threat, Combatant | None], bool]
    """Whether a danger is of the sort that a class saves better against."""
    march_on_the_map: MarchOnTheMap
    """Miles laid along the ways of the map; the chapter on the day says how."""
    own_answer: Callable[[Here], Command | None]
    """What the automatic referee says to this game's own questions."""
    proof_by_class: Collect[[Here, Combatant, str], str]
    """The atoms by which something of this kind does not touch somebody at all; none: it does."""


def own_rules(rules: Rules) -> Variant:
    """The hooks of this game."""
    if not isinstance(rules.variant, Variant):
        raise TypeError("rules of another game")
    return rules.variant
