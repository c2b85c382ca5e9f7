"""Characters from class and level: hit points, defences, attacks and powers, from level 1 to 10."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.rules.archmage.arming import UNARMED as UNARMED
from arbitro.rules.archmage.arming import armed_for as armed_for
from arbitro.rules.archmage.arming import attacks_of, bearer_of
from arbitro.rules.archmage.catalogue import (
    Books,
    ClassEntry,
    Gains,
)
from arbitro.rules.archmage.heroes import TEXTS as TEXTS
from arbitro.rules.archmage.heroes import ArmourKind as ArmourKind
from arbitro.rules.archmage.heroes import Bow as Bow
from arbitro.rules.archmage.heroes import Hero as Hero
from arbitro.rules.archmage.heroes import RangedKind as RangedKind
from arbitro.rules.archmage.heroes import Weapon as Weapon
from arbitro.rules.archmage.heroes import fault
from arbitro.rules.archmage.numbers import modifier
from arbitro.rules.archmage.owning import TOP_LEVEL as TOP_LEVEL
from arbitro.rules.archmage.owning import check_choices, entry_at, owned, prepared
from arbitro.rules.archmage.owning import details_of as details_of
from arbitro.rules.archmage.owning import spell_level as spell_level
from arbitro.rules.archmage.power import ABILITIES, Ability, Bonus
from arbitro.rules.archmage.settling import OwnNumbers, tier_of
from arbitro.rules.archmage.state import Item, Profile
from arbitro.rules.archmage.wearing import (
    check_worn,
    default_bonuses,
    worn_bonuses,
    worn_gains,
)

RULES: Final = ("AE-HP-01", "AE-DEF-01", "AE-WEAPON-01", "AE-WEAPON-03", "AE-RECOVERY-01", "AE-ATK-06")
"""The atoms that leave these numbers to the class."""


def check(books: Books, hero: Hero) -> ClassEntry:
    """The class of a character, once everything about the character is in order."""
    known = books.classes
    if hero.class_id not in known:
        raise fault("setup.no_class", name=hero.class_id, known=", ".join(known))
    if not 1 <= hero.level <= TOP_LEVEL:
        raise fault("setup.level", level=hero.level, top=TOP_LEVEL)
    missing = [ability for ability in ABILITIES if ability not in hero.abilities]
    if missing:
        raise fault("setup.abilities", missing=", ".join(missing))
    if hero.people and hero.people not in books.peoples:
        raise fault("setup.no_people", name=hero.people, known=", ".join(books.peoples))
    rules = books.building
    spent = sum(hero.backgrounds.values())
    if spent > rules.background_points or any(points > rules.background_most for points in hero.backgrounds.values()):
        raise fault("setup.background", total=rules.background_points, most=rules.background_most)
    for power in hero.powers:
        if power not in books.powers:
            raise fault("setup.no_power", name=power)
        if books.powers[power].sort != "power":
            raise fault("setup.no_power", name=power)
        if books.powers[power].class_id not in ("", hero.class_id):
            raise fault("setup.not_of_class", name=power, klass=hero.class_id)
    check_choices(books, hero)
    check_worn(books, hero)
    return known[hero.class_id]


def max_hp(books: Books, entry: ClassEntry, constitution: int, level: int, more: int = 0) -> int:
    """(class base + Constitution modifier) times the multiplier of the level (AE-HP-01)."""
    return (entry.hp_base + more + modifier(constitution)) * books.building.hp_multiplier[level - 1]


def magic_in_hand(books: Books, hero: Hero, item: Item) -> Item:
    """A magic item that helps attacks is one weapon (AE-STACK-02).

    Where a file does not say which, it is the implement of whoever attacks by spells, else the weapon for melee, else
    the one for range.
    """
    if item.of or item.stat not in ("attack", "damage"):
        return item
    casts = any(books.powers[name].ability is not None for name in hero.powers)
    return replace(item, of="implement" if casts else "melee" if hero.melee is not None else "ranged")


def make(books: Books, hero: Hero, side: str) -> Profile:
    """The character in play."""
    entry = check(books, hero)
    hero = prepared(books, hero)
    bearer = bearer_of(books, hero, entry)
    gains = (*bearer.gains, *worn_gains(books, hero))
    bearer = replace(bearer, entry=_better_armed(entry, gains))
    entry = bearer.entry
    armour = entry.armour[hero.armour].ac + (entry.armour["shield"].ac_bonus if hero.shield else 0)
    dice = [each.recovery_die for each in gains if each.recovery_die]
    return Profile(
        hero.id,
        hero.name,
        side,
        "pc",
        hero.level,
        max_hp(books, entry, hero.abilities["con"], hero.level, sum(each.hp_base for each in gains))
        + (_tough(entry, hero.level) if any(each.tough for each in gains) else 0)
        + sum(each.max_hp for each in gains),
        armour + sum(each.ac for each in gains),
        entry.pd + sum(each.pd for each in gains),
        entry.md + sum(each.md for each in gains),
        tuple(attacks_of(bearer)),
        hero.abilities,
        class_id=hero.class_id,
        recoveries=entry.recoveries + sum(each.recoveries for each in gains),
        recovery_die=max(entry.recovery_die, *dice, 0),
        background=hero.background or max(hero.backgrounds.values(), default=0),
        resistances={kind: number for each in gains for kind, number in each.resists.items()},
        items=(*(magic_in_hand(books, hero, item) for item in hero.items), *default_bonuses(books, hero)),
        worn=hero.wears,
        specials=tuple(special for each in gains for special in each.specials),
        senses_invisible=any(each.senses_invisible for each in gains),
        two_weapons=hero.second is not None or any(each.two_weapons for each in gains),
        potions=hero.potions,
        player=hero.player,
        group=side,
        bonuses=(*_bonuses(books, hero), *worn_bonuses(books, hero)),
        pools=_pools(hero, gains),
    )


def _tough(entry: ClassEntry, level: int) -> int:
    """The hit points of the feat for the tough, by tier."""
    return (entry.hp_base // 2, entry.hp_base, 2 * entry.hp_base)[tier_of(level) - 1]


def _better_armed(entry: ClassEntry, gains: tuple[Gains, ...]) -> ClassEntry:
    """The class without the penalties of armour or weapons that a talent lifts."""
    if any(each.no_armour_penalty for each in gains):
        entry = replace(entry, armour={kind: replace(each, attack=0) for kind, each in entry.armour.items()})
    if any(each.no_weapon_penalty for each in gains):
        melee = {
            size: tuple(replace(cell, attack=max(cell.attack, 0)) for cell in cells)
            for size, cells in entry.melee.items()
        }
        entry = replace(entry, melee=melee)
    abilities = tuple(ability for each in gains for ability in each.weapon_abilities)
    if abilities:
        basic = replace(entry.basic_melee, abilities=(*entry.basic_melee.abilities, *abilities))
        entry = replace(entry, basic_melee=basic)
    light = max((each.light_ac for each in gains), default=0)
    if light > entry.armour["light"].ac:
        entry = replace(entry, armour={**entry.armour, "light": replace(entry.armour["light"], ac=light)})
    return entry


def _pools(hero: Hero, gains: tuple[Gains, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in gains:
        for pool, points in each.pools.items():
            found[pool] = found.get(pool, 0) + points
        for pool, ability in each.pool_ability.items():
            found[pool] = found.get(pool, 0) + max(modifier(hero.abilities[ability]), 0)
    return found


def _bonuses(books: Books, hero: Hero) -> Iterator[Bonus]:
    """What everything that a character has adds for good, under circumstances or always."""
    own = OwnNumbers(books, hero.level, hero.abilities)
    for name in owned(books, hero):
        if books.powers[name].passive and books.powers[name].armoured not in ("", hero.armour):
            continue
        for bonus in entry_at(books, hero, name).bonuses:
            yield own.bonus(books, bonus, name, hero.details.get(name, ""))


def level_up(books: Books, hero: Hero, raised: tuple[Ability, ...] = ()) -> Hero:
    """The character one level higher; at levels 4, 7 and 10 three different abilities rise by 1."""
    rules = books.building
    level = hero.level + 1
    if level > TOP_LEVEL:
        raise fault("setup.level", level=level, top=TOP_LEVEL)
    due = rules.abilities_per_increase if level in rules.ability_increase_levels else 0
    if len(raised) != due or len(set(raised)) < len(raised):
        raise fault("setup.raise", level=level, count=due)
    abilities: dict[Ability, int] = {each: score + (each in raised) for each, score in hero.abilities.items()}
    return replace(hero, level=level, abilities=abilities)


def risen(books: Books, hero: Hero) -> Hero:
    """The character one level higher, with everything that the level brings still to be chosen."""
    rules = books.building
    level = hero.level + 1
    if level > TOP_LEVEL:
        raise fault("setup.level", level=level, top=TOP_LEVEL)
    due = rules.abilities_per_increase if level in rules.ability_increase_levels else 0
    return replace(hero, level=level, raises=hero.raises + due, spell_levels={})


def create(books: Books, hero: Hero, bonus: Ability, origin: Ability | None = None) -> Hero:
    """A new character of level 1: the class adds 2 to one of its abilities, the people to another of its own."""
    entry = check(books, hero)
    if bonus not in entry.class_bonus:
        raise fault("setup.class_bonus", known=", ".join(entry.class_bonus))
    raised = [bonus]
    if origin is not None:
        known = books.peoples[hero.people].bonus
        if origin not in known or origin == bonus:
            raise fault("setup.people_bonus", known=", ".join(each for each in known if each != bonus))
        raised.append(origin)
    abilities: dict[Ability, int] = {each: score + 2 * (each in raised) for each, score in hero.abilities.items()}
    return replace(hero, level=1, abilities=abilities)


def usable_powers(books: Books, hero: Hero) -> tuple[str, ...]:
    """The powers of the class that a character can use with the weapons at hand."""
    found = []
    for name, power in books.powers.items():
        if power.class_id == hero.class_id and power.sort == "power" and armed_for(hero, power):
            found.append(name)
    return tuple(found)
