"""Weapons and suits of armour as they are carried, made of their entries; their features are powers of the bearer's."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.rules.daggerheart.entries import ArmourEntry, ProfileEntry, WeaponEntry, named
from arbitro.rules.daggerheart.people import Armour, Power, Weapon
from arbitro.rules.daggerheart.player_entries import PowerEntry, made_power

_SAME: Final = tuple(part for part in Weapon.__struct_fields__ if part not in ("id", "name", "versatile", "powers"))
"""What a weapon has as its entry says it."""


def gear_powers(entries: Mapping[str, PowerEntry], feature: str) -> tuple[Power, ...]:
    """What the feature of a weapon or a suit of armour does as a power; nothing where numbers say it."""
    name = f"gear_{feature.lower().replace(' ', '_')}"
    entry = entries.get(name) if feature else None
    return () if entry is None else (made_power(name, entry, {}),)


def made_weapon(name: str, entry: WeaponEntry, powers: tuple[Power, ...]) -> Weapon:
    """A weapon as it is carried."""
    same = {part: getattr(entry, part) for part in _SAME}
    return Weapon(name, named(entry.name), **same, versatile=entry.versatile is not None, powers=powers)


def second_profile(weapon: Weapon, other: ProfileEntry) -> Weapon:
    """A versatile weapon used the other way; what it does while carried counts once."""
    return replace(
        weapon,
        id=f"{weapon.id}_{other.range}",
        name=named(other.name),
        trait=other.trait,
        range=other.range,
        die=other.die,
        plus=other.plus,
        versatile=False,
        evasion=0,
        armour=0,
        finesse=0,
        melee_bonus=0,
        powers=(),
    )


def made_armour(name: str, entry: ArmourEntry, powers: tuple[Power, ...]) -> Armour:
    """A suit of armour as it is worn."""
    base = (entry.major, entry.severe, entry.score, entry.evasion, entry.agility)
    return Armour(name, named(entry.name), *base, powers)
