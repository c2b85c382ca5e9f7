"""True magic items: what may be worn, what each gives its bearer, and when there are too many of them (AE-STACK-02).

Every item has the usual bonus of its chakra and, most of them, a power of its own. Somebody may have as many as their
level; one of a higher tier counts for more. Beyond that their quirks take over, which is the table's to play.
"""

from collections.abc import Iterator
from typing import Final, Literal

from arbitro.kernel.content import Noun
from arbitro.rules.archmage.catalogue import Books, ChakraEntry, Gains, ItemEntry, as_named
from arbitro.rules.archmage.heroes import Hero, fault
from arbitro.rules.archmage.power import TIERS, Bonus, Named, Tier
from arbitro.rules.archmage.settling import TIER_LEVELS, OwnNumbers, changed, tier_of
from arbitro.rules.archmage.state import Item, Worn

HANDS: Final = 2
Problem = Literal["", "chakra_full", "item_not_for", "item_does_not_fit"]
"""Why something cannot be worn: its place is taken, the class has no use for it, armour or weapon are not such."""


def chakra_of(books: Books, worn: Worn) -> str:
    """Where an item is worn."""
    return worn.chakra or (books.items[worn.item].chakra if worn.item in books.items else "")


def named(books: Books, worn: Worn) -> Named:
    """What an item is called: by a name of its own, by its entry, or by the place where it is worn."""
    if worn.name is not None:
        return worn.name
    noun: Noun = books.items[worn.item].name if worn.item else books.chakras[worn.chakra].name
    return as_named(noun)


def item_at(books: Books, worn: Worn) -> ItemEntry | None:
    """The entry of an item as its tier has it; None for a plain one."""
    if not worn.item:
        return None
    entry = changed(books.items[worn.item], TIER_LEVELS[worn.tier], ())
    return entry if isinstance(entry, ItemEntry) else None


def counts(worn: Worn, level: int) -> int:
    """For how many an item counts: one of a higher tier than its bearer for one more each."""
    return 1 + max(TIERS.index(worn.tier) + 1 - tier_of(level), 0)


def load_of(hero: Hero) -> int:
    """For how many the items count that somebody wears."""
    return sum(counts(worn, hero.level) for worn in hero.wears if not worn.off)


def check_worn(books: Books, hero: Hero) -> None:
    """Whether there are such items, and whether this character can wear them together."""
    for worn in hero.wears:
        known(books, worn)
    for number, worn in enumerate(hero.wears):
        if not worn.off:
            problem = cannot_wear(books, hero, hero.wears[:number], worn)
            if problem:
                place = chakra_of(books, worn)
                raise fault(f"setup.{problem}", name=worn.item or place, chakra=place, klass=hero.class_id)


def known(books: Books, worn: Worn) -> None:
    """Whether the books have such an item, in that place and of that tier."""
    entry = books.items.get(worn.item)
    if worn.item and entry is None:
        raise fault("setup.no_item", name=worn.item)
    if not worn.item and not worn.chakra:
        raise fault("setup.no_item", name="?")
    if worn.chakra and worn.chakra not in books.chakras:
        raise fault("setup.no_chakra", name=worn.chakra, known=", ".join(books.chakras))
    if entry is not None and worn.chakra not in ("", entry.chakra, entry.or_chakra):
        raise fault("setup.no_chakra", name=worn.chakra, known=", ".join(filter(None, (entry.chakra, entry.or_chakra))))
    if entry is not None and TIERS.index(worn.tier) < TIERS.index(entry.tier):
        raise fault("setup.item_tier", name=worn.item, tier=entry.tier)


def cannot_wear(books: Books, hero: Hero, others: tuple[Worn, ...], worn: Worn) -> Problem:
    """Why somebody cannot wear an item beside others; empty: they can."""
    place = chakra_of(books, worn)
    chakra = books.chakras[place]
    full = {place, chakra.shares, *(each for each, entry in books.chakras.items() if entry.shares == place)} - {""}
    there = sum(not each.off and chakra_of(books, each) in full for each in others)
    if chakra.most and there >= chakra.most:
        return "chakra_full"
    if chakra.classes and hero.class_id not in chakra.classes:
        return "item_not_for"
    entry = books.items.get(worn.item)
    if (entry is not None and not _fits(books, hero, entry)) or not _held(hero, place, chakra):
        return "item_does_not_fit"
    return ""


def _held(hero: Hero, place: str, chakra: ChakraEntry) -> bool:
    """Whether somebody has the weapon, the armour or the shield that an item is."""
    if place == "shield":
        return hero.shield
    if place == "armor":
        return hero.armour != "none"
    return (chakra.of != "melee" or hero.melee is not None) and (chakra.of != "ranged" or hero.ranged is not None)


def _fits(books: Books, hero: Hero, entry: ItemEntry) -> bool:
    hands = hero.melee.hands if hero.melee is not None else 0
    match entry.fits:
        case "light_armour" | "heavy_armour":
            return f"{hero.armour}_armour" == entry.fits
        case "one_handed":
            return hands == 1
        case "two_handed":
            return hands == HANDS
        case "shield":
            return hero.shield
        case "miss_damage":
            return books.classes[hero.class_id].basic_melee.miss_level
        case _:
            return True


# ---------------------------------------------------------------- what they give


def worn_now(hero: Hero) -> tuple[Worn, ...]:
    """The items that somebody wears."""
    return tuple(worn for worn in hero.wears if not worn.off)


def default_bonuses(books: Books, hero: Hero) -> Iterator[Item]:
    """The usual bonuses of what somebody wears, each to one number."""
    for worn in worn_now(hero):
        yield from usual_bonuses(books, worn)


def usual_bonuses(books: Books, worn: Worn) -> tuple[Item, ...]:
    """The usual bonus of an item to each number that it helps."""
    chakra, entry = books.chakras[chakra_of(books, worn)], item_at(books, worn)
    amount = _by_tier(chakra, worn.tier)
    also = entry.also if entry is not None else ()
    stats = (*chakra.stats, *also) if amount else ()
    return tuple(Item(named(books, worn), stat, amount, chakra.of) for stat in stats)


def _by_tier(chakra: ChakraEntry, tier: Tier) -> int:
    """What is usual in a place for items of a tier; a tier that the place does not have keeps the one below."""
    reached = [chakra.amounts[each] for each in TIERS[: TIERS.index(tier) + 1] if each in chakra.amounts]
    return reached[-1] if reached else 0


def worn_gains(books: Books, hero: Hero) -> Iterator[Gains]:
    """What worn items add to plain numbers."""
    for worn in worn_now(hero):
        usual = books.chakras[chakra_of(books, worn)].gains.get(worn.tier)
        entry = item_at(books, worn)
        for gains in (usual, *(() if entry is None else (entry.gains, *entry.extra_gains))):
            if gains is not None:
                yield gains


def worn_bonuses(books: Books, hero: Hero) -> Iterator[Bonus]:
    """What worn items add for good, under circumstances or always."""
    own = OwnNumbers(books, hero.level, hero.abilities)
    for worn in worn_now(hero):
        place, entry = chakra_of(books, worn), item_at(books, worn)
        source = worn.item or f"chakra:{place}"
        for bonus in books.chakras[place].bonuses.get(worn.tier, ()):
            yield own.bonus(books, bonus, source, "")
        for bonus in () if entry is None else entry.bonuses:
            yield own.bonus(books, bonus, source, "")
