"""Hooks of this game alone: what its lower chapters ask of its higher ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arbitro.kernel.hooks import Collect
from arbitro.rules.whitebox.rules import Rules

if TYPE_CHECKING:
    from arbitro.kernel.ruling import Modifier
    from arbitro.rules.infausta.features.registry import Gift
    from arbitro.rules.whitebox.class_features import Feature
    from arbitro.rules.whitebox.scene import Here
    from arbitro.rules.whitebox.state import Combatant
    from arbitro.rules.whitebox.terms import Weapon


@dataclass(frozen=True, kw_only=True)
class Variant:
    """What L'Infausta Scatola needs beyond the page of its parent."""

    further_to_hit: Collect[[Here, Combatant, Combatant, Weapon], Modifier]
    """What this game adds to an attack roll."""
    gifts: Mapping[type[Feature], Gift[Any]]
    """Every kind of class feature, with all that it does."""
    proof_by_class: Collect[[Here, Combatant, str], str]
    """The atoms by which an element does not touch somebody at all; none: it does."""


def own_rules(rules: Rules) -> Variant:
    """The hooks of this game."""
    if not isinstance(rules.variant, Variant):
        raise TypeError("rules of another game")
    return rules.variant
