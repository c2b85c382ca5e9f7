"""Who knows what a surrender is: to whom one can give oneself up, and who can do so (AE-FLEE-01)."""

from typing import Final

from arbitro.rules.archmage.catalogue import monsters, nature_of
from arbitro.rules.archmage.state import Combatant

WORDLESS: Final = ("beast", "ooze", "construct")
"""Types of creatures that take no prisoners and lay down no arms; those of them that are cunning do."""


def has_words(one: Combatant) -> bool:
    """Whether somebody can lay down arms and accept that others do: not beasts, oozes, constructs and the mindless."""
    race = one.profile.race
    if one.profile.kind != "monster" or race not in monsters():
        return True
    nature = nature_of()[race]
    return nature == "cunning" or (nature != "mindless" and monsters()[race].type not in WORDLESS)
