"""What the numbers of characters, adversaries and environments come to."""

from arbitro.rules.daggerheart.feature import Feature, PassiveKind
from arbitro.rules.daggerheart.presence import afflictions, condition_entry, current_scene, foes_left, is_fixed
from arbitro.rules.daggerheart.state import Foe, Hero, Place, State
from arbitro.rules.daggerheart.words import DamageKind, Trait

ARMOUR_LIMIT = 12


# ------------------------------------------------------------------ numbers of a PC


def evasion_of(hero: Hero) -> int:
    """Class and advancements, armour, weapons, and what lasts for a while (DHP-EVA-01)."""
    sheet = hero.sheet
    worn = sheet.armour.evasion if sheet.armour is not None else 0
    return sheet.evasion + worn + sum(weapon.evasion for weapon in sheet.weapons) + hero.dodge


def trait_of(hero: Hero, trait: Trait) -> int:
    """A trait with what equipment does to it."""
    sheet = hero.sheet
    value = sheet.traits.get(trait, 0)
    if trait == "agility" and sheet.armour is not None:
        value += sheet.armour.agility
    if trait == "finesse":
        value += sum(weapon.finesse for weapon in sheet.weapons)
    return value


def thresholds_of(hero: Hero) -> tuple[int, int]:
    """Major and Severe: the armour's plus the level; the level and twice it without armour (DHP-DMG-03)."""
    level, armour = hero.sheet.level, hero.sheet.armour
    if armour is None:
        return level, 2 * level
    return armour.major + level, armour.severe + level


def armour_slots(hero: Hero) -> int:
    """The Armor Score, which is the number of slots; none without armour, never above 12 (DHP-ARM-01)."""
    armour = hero.sheet.armour
    if armour is None:
        return 0
    score = armour.score + sum(weapon.armour for weapon in hero.sheet.weapons) + hero.armour_bonus
    return min(score, ARMOUR_LIMIT)


# ------------------------------------------------------------------ adversaries and environments


def passive_of(foe: Foe | Place, kind: PassiveKind) -> Feature | None:
    """A passive feature, if it is there."""
    features = foe.block.features if isinstance(foe, Foe) else foe.features
    return next((feature for feature in features if feature.passive == kind), None)


def place_passive(state: State, kind: PassiveKind) -> Feature | None:
    """A passive feature of the environment."""
    place = state.scene.place if state.scene is not None else None
    return None if place is None else passive_of(place, kind)


def difficulty_of(foe: Foe) -> int:
    """The printed Difficulty, higher while flying (DH-DIFF-01)."""
    flying = passive_of(foe, "flying")
    aloft = flying is not None and not is_fixed(foe)
    lasting = sum(entry.difficulty for entry in afflictions(foe))
    return foe.block.difficulty + lasting + (flying.value if flying is not None and aloft else 0)


def difficulty_here(state: State) -> int:
    """The Difficulty of an ordinary roll in this scene; 0 where the GM must say (DHP-ENV-01, DH-DIFF-03)."""
    scene = current_scene(state)
    if scene.difficulty or scene.place is None:
        return scene.difficulty
    if scene.place.difficulty:
        return scene.place.difficulty
    return max((difficulty_of(foe) for foe in foes_left(state)), default=0)


def does_resist(state: State, one: Hero | Foe, kind: DamageKind) -> bool:
    """Whether damage of a kind is halved; damage of both kinds only if both are resisted (DHP-ATK-04)."""
    wanted = {"physical", "magic"} if kind == "both" else {kind}
    return wanted <= _shields(state, one, immune=False)


def is_immune(state: State, one: Hero | Foe, kind: DamageKind) -> bool:
    """Whether damage of a kind does nothing."""
    wanted = {"physical", "magic"} if kind == "both" else {kind}
    return wanted <= _shields(state, one, immune=True)


def _shields(state: State, one: Hero | Foe, *, immune: bool) -> set[str]:
    found: set[str] = set()
    for held in one.conditions:
        entry = condition_entry(held.name)
        found.update(entry.immune if immune else entry.resists)
    if isinstance(one, Hero):
        found.update(one.sheet.immune if immune else one.sheet.resists)
    elif not immune:
        for feature in one.block.features:
            if feature.passive == "resist":
                found.update(feature.kinds)
        ghostly = place_passive(state, "template")
        found.update(ghostly.kinds if ghostly is not None else ())
    return found
