"""The Duality Dice: two d12, one of Hope and one of Fear, and the five outcomes of an action roll."""

from typing import Final

from arbitro.rules.daggerheart.words import Outcome

HOPE_SIDES: Final = 12
FEAR_SIDES: Final = 12
ADVANTAGE_SIDES: Final = 6
RULES: Final[dict[Outcome, tuple[str, ...]]] = {
    "critical_success": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-07", "DHP-DUAL-11"),
    "success_hope": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-03", "DHP-DUAL-11"),
    "success_fear": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-04", "DHP-DUAL-11"),
    "failure_hope": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-05", "DHP-DUAL-11"),
    "failure_fear": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-06", "DHP-DUAL-11"),
}
"""What justifies each outcome."""


def outcome_of(hope: int, fear: int, total: int, difficulty: int) -> Outcome:
    """The outcome of two faces and a total against a Difficulty; a double always succeeds (DHP-DUAL-07)."""
    if hope == fear:
        return "critical_success"
    if total >= difficulty:
        return "success_hope" if hope > fear else "success_fear"
    return "failure_hope" if hope > fear else "failure_fear"


def net(advantages: int, disadvantages: int) -> int:
    """Advantages and disadvantages cancel one for one; never more than one die is left (DHP-ADV-03)."""
    return (advantages > disadvantages) - (advantages < disadvantages)
