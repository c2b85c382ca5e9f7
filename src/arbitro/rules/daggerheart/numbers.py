"""What the numbers of characters, adversaries and environments come to, and what each of them is made of."""

from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.feature import Feature, PassiveKind
from arbitro.rules.daggerheart.gifts import BARE_BONES, gift_parts, gift_total, has_passive
from arbitro.rules.daggerheart.presence import (
    PLACE,
    ailing,
    current_scene,
    foes_left,
    has_condition,
    is_fixed,
    party_size,
)
from arbitro.rules.daggerheart.state import Foe, Hero, Place, State
from arbitro.rules.daggerheart.words import DamageKind, Trait, tier_of

ARMOUR_LIMIT = 12
GOLD = "gold"
"""The number kept for an adversary that deals in gold."""
FEATURE = "DHP-ADVSTAT-05"
"""The rule of features that no recurrent pattern has a rule of its own for."""


def source_of(owner: str, feature: Feature) -> str:
    """The id of a feature as something that a number comes from."""
    return f"{owner}/{feature.id}"


def rules_of_features(owner: str) -> tuple[str, ...]:
    """The rule of features by whose they are: an adversary's, or the place's (DHP-ENV-01)."""
    return ("DHP-ENV-01",) if owner == PLACE else (FEATURE,)


def rule_of(feature: Feature) -> str:
    """The rule that a feature works by: its pattern's, or that of all features."""
    return feature.rules[0] if feature.rules else FEATURE


def total_of(parts: tuple[Modifier, ...]) -> int:
    """What parts come to."""
    return sum(part.amount for part in parts)


# ------------------------------------------------------------------ numbers of a PC


def evasion_of(hero: Hero) -> int:
    """Class and advancements, armour, weapons, and what lasts for a while (DHP-EVA-01)."""
    return total_of(evasion_parts(hero))


def evasion_parts(hero: Hero) -> tuple[Modifier, ...]:
    """What Evasion is made of (DHP-EVA-01)."""
    sheet = hero.sheet
    parts = [Modifier(sheet.evasion, "DHP-EVA-01", "own_evasion")]
    if sheet.armour is not None and sheet.armour.evasion:
        parts.append(Modifier(sheet.armour.evasion, "DHP-EVA-01", sources=(f"{hero.id}/{sheet.armour.id}",)))
    parts += [
        Modifier(weapon.evasion, "DHP-EVA-01", sources=(f"{hero.id}/{weapon.id}",))
        for weapon in sheet.weapons
        if weapon.evasion and hero.form is None
    ]
    if hero.form is not None:
        parts.append(Modifier(hero.form.evasion, "DHP-CHAR-04", sources=(f"{hero.id}/{hero.form.id}",)))
    if hero.dodge:
        parts.append(Modifier(hero.dodge, "DHP-HOPE-06", sources=("rogues_dodge",)))
    return (*parts, *gift_parts(hero, "evasion"))


def trait_of(hero: Hero, trait: Trait) -> int:
    """A trait with what equipment does to it."""
    sheet = hero.sheet
    value = sheet.traits.get(trait, 0)
    if trait == "agility" and sheet.armour is not None:
        value += sheet.armour.agility
    if trait == "finesse":
        value += sum(weapon.finesse for weapon in sheet.weapons)
    if hero.form is not None:
        value += hero.form.bonus * (trait == hero.form.trait) + int(trait == hero.form.evolved)
    return value + gift_total(hero, trait)


def thresholds_of(hero: Hero) -> tuple[int, int]:
    """Major and Severe: the armour's plus the level; the level and twice it without armour (DHP-DMG-03)."""
    level, armour = hero.sheet.level, hero.sheet.armour
    if armour is not None:
        major, severe = armour.major + level, armour.severe + level
    elif has_passive(hero, "unarmoured_row") is not None:
        major, severe = (base + level for base in BARE_BONES[tier_of(level)])
    else:
        major, severe = level, 2 * level
    more = gift_total(hero, "thresholds")
    return major + more + gift_total(hero, "major"), severe + more + gift_total(hero, "severe")


def armour_slots(hero: Hero) -> int:
    """The Armor Score, which is the number of slots; none without armour, never above 12 (DHP-ARM-01)."""
    armour = hero.sheet.armour
    if armour is not None:
        base = armour.score
    elif has_passive(hero, "unarmoured_row") is not None:
        base = 3 + hero.sheet.traits.get("strength", 0)
    else:
        return 0
    carried = sum(weapon.armour for weapon in hero.sheet.weapons)
    return min(base + carried + hero.armour_bonus + gift_total(hero, "armour"), ARMOUR_LIMIT)


# ------------------------------------------------------------------ adversaries and environments


def passive_of(foe: Foe | Place, kind: PassiveKind) -> Feature | None:
    """A passive feature, if it is there."""
    features = foe.block.features if isinstance(foe, Foe) else foe.features
    return next((feature for feature in features if feature.passive == kind), None)


def gold_of(state: State, foe: Foe) -> int:
    """The handfuls of an adversary that deals in gold: one for each PC to begin with, and whatever was paid to it."""
    if passive_of(foe, "money_talks") is None:
        return 0
    return foe.counters.get(GOLD, party_size(state))


def feature_named(foe: Foe, source: str) -> Feature | None:
    """The feature of an adversary that a number comes from."""
    return next((each for each in foe.block.features if source_of(foe.id, each) == source), None)


def place_passive(state: State, kind: PassiveKind) -> Feature | None:
    """A passive feature of the environment."""
    place = state.scene.place if state.scene is not None else None
    return None if place is None else passive_of(place, kind)


def difficulty_of(books: Library, foe: Foe) -> int:
    """The printed Difficulty, higher while mounted or flying (DH-DIFF-01)."""
    return total_of(difficulty_parts(books, foe))


def difficulty_parts(books: Library, foe: Foe) -> tuple[Modifier, ...]:
    """What a Difficulty is made of: the printed one, conditions, a mount, flying (DH-DIFF-01)."""
    parts = [Modifier(foe.block.difficulty, "DH-DIFF-01", "printed")]
    parts += [
        Modifier(entry.difficulty, entry.rules[0], sources=(source,))
        for source, entry in ailing(books, foe)
        if entry.difficulty
    ]
    parts += [
        Modifier(held.gives["difficulty"], "DHP-COND-06", sources=(f"{foe.id}/{held.name}",))
        for held in foe.conditions
        if held.gives.get("difficulty")
    ]
    mounted = passive_of(foe, "mounted")
    if mounted is not None and not has_condition(foe, mounted.condition):
        parts.append(Modifier(mounted.value, rule_of(mounted), sources=(source_of(foe.id, mounted),)))
    flying = passive_of(foe, "flying")
    if flying is not None and not is_fixed(books, foe):
        parts.append(Modifier(flying.value, rule_of(flying), sources=(source_of(foe.id, flying),)))
    return tuple(parts)


def difficulty_here(books: Library, state: State) -> int:
    """The Difficulty of an ordinary roll in this scene; 0 where the GM must say (DHP-ENV-01, DH-DIFF-03)."""
    scene = current_scene(state)
    if scene.difficulty or scene.place is None:
        return scene.difficulty
    if scene.place.difficulty:
        return scene.place.difficulty
    return max((difficulty_of(books, foe) for foe in foes_left(state)), default=0)


def protection(books: Library, state: State, one: Hero | Foe, kind: DamageKind, *, immune: bool) -> tuple[str, ...]:
    """What halves damage of a kind, or makes it do nothing (`immune`), if anything does (DHP-ATK-04).

    Damage of both kinds is met only by what protects from both.
    """
    found = [(source, entry.immune if immune else entry.resists) for source, entry in ailing(books, one)]
    if isinstance(one, Hero):
        found.append(("source/nature", one.sheet.immune if immune else one.sheet.resists))
        shell = has_passive(one, "shell")
        if shell is not None and not immune:
            found.append((f"{one.id}/{shell.id}", ("physical",)))
    elif not immune:
        found += [(source_of(one.id, each), each.kinds) for each in one.block.features if each.passive == "resist"]
        ghostly = place_passive(state, "template")
        if ghostly is not None:
            found.append((source_of(PLACE, ghostly), ghostly.kinds))
    wanted = {"physical", "magic"} if kind == "both" else {kind}
    if not wanted <= {covered for _, kinds in found for covered in kinds}:
        return ()
    return tuple(dict.fromkeys(source for source, kinds in found if wanted & set(kinds)))
