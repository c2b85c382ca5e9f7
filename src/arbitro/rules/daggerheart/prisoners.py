"""Who knows what a surrender is: to whom one can give oneself up, and who can do so (DHP-ADVSTAT-11)."""

from typing import Final

from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.events import StatusChanged
from arbitro.rules.daggerheart.state import Foe, Hero

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


def has_words(books: Library, foe: Foe) -> bool:
    """Whether an adversary can lay down arms and accept that others do: not beasts and the mindless."""
    block = foe.block
    return block.id not in BEASTS and books.natures.of(block.id, (block.kin,), block.type) != "mindless"


def freed(hero: Hero) -> StatusChanged:
    """Whoever had surrendered is in nobody's power any more: up, or where they lie."""
    status = "up" if hero.status == "yielded" else hero.status
    return StatusChanged(hero.id, status, freed=True, rules=("DHP-ADVSTAT-11",))


def risen(hero: Hero, rules: tuple[str, ...]) -> StatusChanged:
    """Whoever had fallen is up again; whoever had surrendered before is still a prisoner."""
    if hero.prisoner:
        return StatusChanged(hero.id, "yielded", still=True, rules=(*rules, "DHP-ADVSTAT-11"))
    return StatusChanged(hero.id, "up", rules=rules)
