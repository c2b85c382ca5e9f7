"""What somebody strikes with: the weapon at hand, and what its dice are (DHP-ATK-01, DHP-ATK-02)."""

from collections import Counter

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.rules.daggerheart.companion import COMPANION, companion_there
from arbitro.rules.daggerheart.gifts import has_passive, innate, proficiency_of
from arbitro.rules.daggerheart.numbers import trait_of
from arbitro.rules.daggerheart.state import Hero, Weapon
from arbitro.rules.daggerheart.words import TRAITS, Named, is_ranged

UNARMED = "unarmed"
_PROFILE = ("id", "name", "trait", "range", "die", "plus", "kind", "hands", "secondary")
"""What every weapon has; all else on it is made by its feature."""


def weapon_of(hero: Hero, wanted: str) -> Weapon | None:
    """The weapon asked for, or the first; long arms and flying blades reach farther than their range says."""
    beast = companion_there(hero) if wanted == COMPANION else None
    if beast is not None:
        return beast.weapon
    weapon = _weapon(hero, wanted)
    if weapon is None:
        return None
    first = weapon in hero.sheet.weapons[:1]
    if weapon.spellcast and hero.sheet.spellcast is not None:
        weapon = replace(weapon, trait=hero.sheet.spellcast)
    if first:
        weapon = _set_with_stones(hero, weapon)
    if has_passive(hero, "versatile") is not None:  # any trait will do: whoever may choose takes the best
        weapon = replace(weapon, trait=max((weapon.trait, *TRAITS), key=lambda trait: trait_of(hero, trait)))
    if not is_ranged(weapon.range) and has_passive(hero, "spirit_weapon") is not None:
        return replace(weapon, range="close")
    if weapon.range == "melee" and has_passive(hero, "reach") is not None:
        return replace(weapon, range="very_close")
    return weapon


def _set_with_stones(hero: Hero, weapon: Weapon) -> Weapon:
    """The first weapon with what its bearer's gems and stones make of it (DHP-ITEM-01).

    A gem lets it be used with one more trait; a stone gives a feature to a weapon that has none.
    """
    traits = [one.trait for one in innate(hero) if "attuned" in one.passive and one.trait is not None]
    plain = Weapon(*(getattr(weapon, field) for field in _PROFILE))
    if weapon == plain:
        brutal, powerful = has_passive(hero, "set_brutal") is not None, has_passive(hero, "set_powerful") is not None
        weapon = replace(weapon, brutal=brutal, extra_die=powerful and not brutal)
    return replace(weapon, trait=max((weapon.trait, *traits), key=lambda trait: trait_of(hero, trait)))


def _weapon(hero: Hero, wanted: str) -> Weapon | None:
    """The weapon asked for, or the first; bare hands use Strength or Finesse and a d4 (DHP-ATK-01)."""
    if hero.form is not None:  # beasts have what they were born with
        return hero.form.weapon
    weapons = hero.sheet.weapons
    if wanted == UNARMED or (not wanted and not weapons):
        strong = trait_of(hero, "strength") >= trait_of(hero, "finesse")
        fists = Named("mani nude", "bare hands", "f")
        return Weapon(UNARMED, fists, "strength" if strong else "finesse", "melee", 4)
    if not wanted:
        return weapons[0]
    natural = (power.weapon for power in hero.sheet.powers if power.weapon is not None)
    return next((weapon for weapon in (*weapons, *natural) if weapon.id == wanted), None)


def weapon_dice(hero: Hero, weapon: Weapon, count: int = -1) -> Amount:
    """The damage of a weapon: a die for each point of Proficiency, or so many, plus its number."""
    return Amount(proficiency_of(hero) if count < 0 else count, weapon.die, weapon.plus)


def shown_twice(dice: tuple[Die, ...], again: tuple[Die, ...]) -> int:
    """What dice whose faces another one shows come to; those that were thrown again do not count."""
    counted = Counter(die.face for die in dice) - Counter(die.face for die in again)
    return sum(face * count for face, count in counted.items() if count > 1)


def low_faces(die: Die, low: int) -> int:
    """The faces up to which a damage die is thrown once more: so many, or the lower half of them."""
    return low if low > 0 else die.sides // 2
