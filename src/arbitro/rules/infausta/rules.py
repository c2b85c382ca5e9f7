"""Hooks of this game alone: what its lower chapters ask of its higher ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from arbitro.kernel.hooks import Collect
from arbitro.rules.whitebox.rules import Rules

if TYPE_CHECKING:
    from fractions import Fraction

    from arbitro.kernel.command import Command
    from arbitro.kernel.ruling import Modifier
    from arbitro.rules.infausta.features.registry import Gift
    from arbitro.rules.infausta.wilderness.state import Worth
    from arbitro.rules.whitebox.class_features import Feature
    from arbitro.rules.whitebox.scene import Here, Scene
    from arbitro.rules.whitebox.state import Combatant
    from arbitro.rules.whitebox.terms import Weapon


class MarchOnTheMap(Protocol):
    """How `march_on_the_map` is called."""

    def __call__(self, scene: Scene, to: str, factor: Fraction, worth: Worth, /, *, forced: bool) -> None:
        """Miles laid along the ways of the map; the chapter on the day says how."""
        ...


@dataclass(frozen=True, kw_only=True)
class Variant:
    """What L'Infausta Scatola needs beyond the page of its parent."""

    begin_day: Callable[[Scene, int], None]
    """A new day; the chapter on the day says how it begins."""
    further_to_hit: Collect[[Here, Combatant, Combatant, Weapon], Modifier]
    """What this game adds to an attack roll."""
    gifts: Mapping[type[Feature], Gift[Any]]
    """Every kind of class feature, with all that it does."""
    march_on_the_map: MarchOnTheMap
    """Miles laid along the ways of the map; the chapter on the day says how."""
    own_answer: Callable[[Here], Command | None]
    """What the automatic referee says to this game's own questions."""
    proof_by_class: Collect[[Here, Combatant, str], str]
    """The atoms by which an element does not touch somebody at all; none: it does."""


def own_rules(rules: Rules) -> Variant:
    """The hooks of this game."""
    if not isinstance(rules.variant, Variant):
        raise TypeError("rules of another game")
    return rules.variant
