"""The ranger's companion: what it is, by what it has been taught, and where it stands (DHP-CHAR-05)."""

from typing import Final

from msgspec import Struct

from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gifts import has_passive
from arbitro.rules.daggerheart.ranges import reach_of
from arbitro.rules.daggerheart.state import Experience, Foe, Hero, State, Weapon
from arbitro.rules.daggerheart.words import Band, Named, Sides

COMPANION: Final = "companion"
"""Its id beside its ranger's: as the power that brings it, and as what it strikes with."""
RULE: Final = "DHP-CHAR-05"
EVASION: Final = 10
STRESS: Final = 3
AWARE: Final = 2
"""What each lesson in watchfulness adds to its Evasion."""
BONDED: Final = 2
"""What a ranger adds to Evasion against a foe in Melee with the companion."""
BONUS: Final = 2
"""Of each of its Experiences, to begin with."""
LESSONS: Final[dict[str, int]] = {
    "intelligent": 3,
    "light_in_the_dark": 1,
    "creature_comfort": 1,
    "armored": 1,
    "vicious_die": 3,
    "vicious_range": 3,
    "resilient": 3,
    "bonded": 1,
    "aware": 3,
}
"""What it can be taught, and how often; the two sorts of viciousness share their slots."""
VICIOUS: Final = ("vicious_die", "vicious_range")
DICE: Final[tuple[Sides, ...]] = (6, 8, 10, 12)
BANDS: Final[tuple[Band, ...]] = ("melee", "very_close", "close", "far")
NAMES: Final = (
    Named("Fiuto", "Keen Nose"),
    Named("Guardia", "Watchfulness", "f"),
    Named("Caccia", "The Hunt", "f"),
    Named("Agguato", "The Ambush"),
    Named("Fedelt\u00e0", "Loyalty", "f"),
)
"""Its Experiences, one for each of its ranger's."""


class Companion(Struct, frozen=True):
    """The companion as it stands."""

    evasion: int
    stress: int
    marked: int
    away: bool
    weapon: Weapon
    experiences: tuple[Experience, ...]


def taught(hero: Hero, lesson: str) -> int:
    """How often a companion has been taught something."""
    return sum(each.partition(":")[0] == lesson for each in hero.sheet.trained)


def companion_of(hero: Hero) -> Companion | None:
    """Somebody's companion, there or not; None for those who have none."""
    if has_passive(hero, "companion") is None:
        return None
    die = DICE[min(taught(hero, "vicious_die"), len(DICE) - 1)]
    band = BANDS[min(taught(hero, "vicious_range"), len(BANDS) - 1)]
    bite = Named("morso del compagno", "companion's bite")
    weapon = Weapon(COMPANION, bite, hero.sheet.spellcast or "instinct", band, die)
    names = (NAMES * 2)[: len(hero.sheet.experiences)]
    experiences = tuple(
        Experience(f"beast_{n}", name, BONUS + hero.sheet.trained.count(f"intelligent:beast_{n}"))
        for n, name in enumerate(names, 1)
    )
    stress = STRESS + taught(hero, "resilient")
    evasion = EVASION + AWARE * taught(hero, "aware")
    return Companion(evasion, stress, hero.beast_marked, hero.beast_away, weapon, experiences)


def companion_there(hero: Hero) -> Companion | None:
    """Somebody's companion, where it is in the scene with them."""
    found = companion_of(hero)
    return None if found is None or found.away or hero.status not in ("up", "dying") else found


def beast_strain(hero: Hero) -> int:
    """The Stress that a companion which is there has marked."""
    there = companion_there(hero)
    return there.marked if there is not None else 0


def companion_at(state: State, hero: Hero) -> int:
    """Where a companion stands: with the adversary that it was sent at, as long as that one is there; else at heel."""
    foe = state.scene.foes.get(hero.beast_with) if state.scene is not None else None
    return hero.at if foe is None or foe.defeated or foe.gone else foe.at


def guards_against(books: Library, state: State, hero: Hero, foe: Foe) -> bool:
    """Whether a companion has an adversary in its Melee."""
    there = companion_there(hero) is not None
    return there and abs(foe.at - companion_at(state, hero)) <= reach_of(books, state, "melee")


def lessons_due(hero: Hero) -> int:
    """How many lessons a companion may still be taught: one for each level after the first, and those of features."""
    if companion_of(hero) is None:
        return 0
    known = {power.id for power in hero.sheet.powers}
    more = ("expert_training" in known) + 2 * ("advanced_training" in known)
    return max(hero.sheet.level - 1 + more - len(hero.sheet.trained), 0)


def lessons_open(hero: Hero) -> tuple[str, ...]:
    """What a companion can still be taught."""
    vicious = sum(taught(hero, lesson) for lesson in VICIOUS)
    return tuple(
        lesson for lesson, slots in LESSONS.items() if (vicious if lesson in VICIOUS else taught(hero, lesson)) < slots
    )
