"""Who goes into the dungeon: ready parties, characters by lot, levels."""

from functools import cache
from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play.scene import Scene
from arbitro.rules.archmage import characters, setup
from arbitro.rules.archmage.catalogue import PACKAGE, Books, books_of
from arbitro.rules.archmage.characters import TOP_LEVEL, Hero, level_up, make
from arbitro.rules.archmage.choosing import filled
from arbitro.rules.archmage.power import ABILITIES, Ability
from arbitro.rules.archmage.state import PARTY, Combatant

MOST: Final = 8
"""Characters in one party by lot."""


@cache
def titles() -> dict[str, Phrase]:
    """The ready parties by name."""
    return {
        name: open_packaged(PACKAGE, "parties", f"{name}.yaml").read(setup.ReadyParty).title for name in setup.PARTIES
    }


def ready(name: str) -> tuple[Hero, ...]:
    """A ready party."""
    return tuple(setup.hero(text) for text in setup.ready_party(name))


def lead_abilities(books: Books, hero: Hero) -> tuple[Ability, ...]:
    """The three best abilities: what a plain character raises, and what one by lot has raised less."""
    best = sorted(ABILITIES, key=lambda ability: -hero.abilities[ability])
    return tuple(best[: books.building.abilities_per_increase])


def raised(books: Books, hero: Hero) -> Hero:
    """One level higher; where abilities rise, the best three do; what is new to choose is chosen sensibly."""
    due = hero.level + 1 in books.building.ability_increase_levels
    risen = level_up(books, hero, lead_abilities(books, hero) if due else ())
    return filled(books, risen) if hero.talents else risen


def risen(books: Books, hero: Hero) -> Hero:
    """One level higher, with everything that it brings still to be chosen."""
    return characters.risen(books, hero)


def at_level(books: Books, hero: Hero, level: int) -> Hero:
    """The same character at another level: the increases of the levels between given or taken, no treasure of later."""
    while hero.level < level:
        hero = raised(books, hero)
    if hero.level > level:
        hero = replace(hero, items=(), potions=0, wears=())
    while hero.level > level:
        less = lead_abilities(books, hero) if hero.level in books.building.ability_increase_levels else ()
        scores = {each: score - (each in less) for each, score in hero.abilities.items()}
        hero = replace(hero, level=hero.level - 1, abilities=scores)
        if hero.talents:
            hero = filled(books, replace(hero, talents=(), feats=(), powers=(), details={}))
    return hero


def by_lot(scene: Scene, size: int, level: int, known: set[str]) -> tuple[tuple[Hero, ...], tuple[Die, ...]]:
    """Characters drawn from all ready parties, brought to a level; when all have come, namesakes do.

    Whoever stands there without talents, for beginners, has them chosen sensibly here.
    """
    books = books_of(scene.game)
    everybody = [hero for name in setup.READY_PARTIES for hero in ready(name)]
    pool = [hero for hero in everybody if hero.id not in known]
    chosen: list[Hero] = []
    dice: list[Die] = []
    while len(chosen) < size:
        if not pool:
            come = known | {hero.id for hero in chosen}
            pool = [_namesake(hero, come) for hero in everybody]
        die = scene.dice.roll(len(pool), "lot")
        dice.append(die)
        chosen.append(filled(books, at_level(books, pool.pop(die.face - 1), level)))
    return tuple(chosen), tuple(dice)


def _namesake(hero: Hero, known: set[str]) -> Hero:
    """The character, or another of the same name with a number where the table knows the first."""
    number = 1
    while (hero.id if number == 1 else f"{hero.id}-{number}") in known:
        number += 1
    if number == 1:
        return hero
    return replace(hero, id=f"{hero.id}-{number}", name=replace(hero.name, number=number))


def fresh(books: Books, hero: Hero, default_recoveries: int) -> Combatant:
    """A character as one sets out."""
    profile = make(books, hero, PARTY)
    recoveries = profile.recoveries or default_recoveries
    return Combatant(profile, profile.max_hp, profile.max_hp, recoveries, recoveries, potions=profile.potions)


def remade(books: Books, one: Combatant, hero: Hero) -> Combatant:
    """Somebody with other numbers: what was lost of the hit points stays lost."""
    profile = make(books, hero, PARTY)
    gained = profile.max_hp - one.profile.max_hp
    more = profile.recoveries - one.profile.recoveries
    most = max(one.max_hp + gained, 1)
    return replace(
        one,
        profile=profile,
        max_hp=most,
        hp=min(one.hp + max(gained, 0), most),
        recoveries=max(one.recoveries + more, 0),
        recoveries_max=max(one.recoveries_max + more, 0),
    )


def may_rise(hero: Hero) -> bool:
    """Whether there is a higher level."""
    return hero.level < TOP_LEVEL
