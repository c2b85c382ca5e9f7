"""Who knows what a surrender is: to whom one can give oneself up, and who can do so (AE-FLEE-01)."""

from typing import Final

from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.state import Combatant

WORDLESS: Final = ("beast", "ooze", "construct")
"""Types of creatures that take no prisoners and lay down no arms; those of them that are cunning do."""


def has_words(books: Books, one: Combatant) -> bool:
    """Whether somebody can lay down arms and accept that others do: not beasts, oozes, constructs and the mindless."""
    race = one.profile.race
    if one.profile.kind != "monster" or race not in books.monsters:
        return True
    nature = books.nature_of[race]
    return nature == "cunning" or (nature != "mindless" and books.monsters[race].type not in WORDLESS)
