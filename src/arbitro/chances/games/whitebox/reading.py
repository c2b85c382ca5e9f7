"""How somebody came out of a fight of this family."""

from typing import Final

from msgspec.structs import replace

from arbitro.chances.outcome import PersonLeft
from arbitro.rules.whitebox.state import Combatant, Condition, State

FALLEN: Final[tuple[Condition, ...]] = ("dead", "out", "stone", "swallowed")
DEAD: Final[tuple[Condition, ...]] = ("dead", "stone")


def left(one: Combatant) -> PersonLeft:
    """How somebody stands, or lies, now."""
    return PersonLeft(
        one.id,
        one.profile.side,
        one.condition == "up",
        one.condition in FALLEN,
        one.condition in DEAD,
        max(one.hp, 0),
    )


def gone(one: Combatant) -> bool:
    """Whether nothing more comes of somebody: the plain dead."""
    return one.condition == "dead" and not one.profile.spells and one.profile.powers is None


def trimmed(state: State) -> State:
    """How far below 0 the plain dead are makes no difference."""
    fight = state.fight
    if fight is None:
        return state
    trim = {one.id: replace(one, hp=0) for one in fight.combatants.values() if gone(one) and one.hp is not _ZERO}
    if not trim:
        return state
    return replace(state, fight=replace(fight, combatants={**fight.combatants, **trim}))


_ZERO: Final = 0
"""The very number: one that is still open must not be asked which it is."""
