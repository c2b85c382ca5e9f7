"""Who knows what a surrender is: to whom one can give oneself up, and who can do so (DHP-ADVSTAT-11)."""

from typing import Final

from arbitro.rules.daggerheart.content import library
from arbitro.rules.daggerheart.state import Foe

BEASTS: Final = (
    "acid_burrower",
    "bear",
    "dire_bat",
    "dire_wolf",
    "giant_eagle",
    "giant_rat",
    "glass_snake",
    "hydra",
    "shark",
    "swarm_of_rats",
)
"""Those that have a will of their own but no words."""


def has_words(foe: Foe) -> bool:
    """Whether an adversary can lay down arms and accept that others do: not beasts and the mindless."""
    block = foe.block
    return block.id not in BEASTS and library().natures.of(block.id, (block.kin,), block.type) != "mindless"
