"""The content of L'Infausta Scatola: La Scatola Bianca with what this game changes, adds and leaves out laid over it.

Ascending armour class, saves of d20 plus level and a bonus to hit without a cap are rules, not content; the class
tables here carry no saves for that reason.
"""

from collections.abc import Sequence
from functools import lru_cache

from arbitro.kernel.pack import Pack
from arbitro.rules.whitebox import content as whitebox


class InfaustaContent(whitebox.WhiteBoxContent):
    """All content of the variant."""

    def __init__(self, packs: Sequence[Pack] = ()) -> None:
        super().__init__(packs, "infausta", "arbitro.rules.infausta", whitebox.load_content())


def load_content(packs: tuple[Pack, ...] = ()) -> InfaustaContent:
    """The content of the game with packs laid over it; the same object for the same packs."""
    return _laid(packs)


_laid = lru_cache(maxsize=16)(InfaustaContent)  # called in one way only: no packs and none given are the same content
