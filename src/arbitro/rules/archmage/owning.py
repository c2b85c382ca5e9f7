"""What a character has: features, talents, powers and feats, each as it is at the character's level."""

from collections.abc import Iterator
from typing import Final

from arbitro.rules.archmage.catalogue import Books, Gains, PowerEntry
from arbitro.rules.archmage.heroes import Hero, fault
from arbitro.rules.archmage.settling import SPELL_LEVELS, TIER_LEVELS, changed, with_change

TOP_LEVEL: Final = 10
INNATE: Final = "innate"
"""The group of powers that a class knows without choosing them."""


def check_choices(books: Books, hero: Hero) -> None:
    """Whether talents, feats and what was decided with them are such as this class has at this level."""
    for name in hero.talents:
        talent = books.powers.get(name)
        if talent is None or talent.sort != "talent" or talent.class_id != hero.class_id:
            raise fault("setup.no_talent", name=name)
        if TIER_LEVELS[talent.tier] > hero.level:
            raise fault("setup.too_early", name=name, level=TIER_LEVELS[talent.tier])
        for other in talent.excludes:
            if other in hero.talents:
                raise fault("setup.excluded", name=name, other=other)
    own = owned(books, hero)
    for feat in hero.feats:
        name, _, tier = feat.partition("/")
        entry = books.powers.get(name)
        if entry is None or tier not in entry.feats:
            raise fault("setup.no_feat", name=feat)
        if name not in own and entry.sort != "general":
            raise fault("setup.feat_of_nothing", name=feat)
        if TIER_LEVELS[tier] > hero.level:
            raise fault("setup.too_early", name=feat, level=TIER_LEVELS[tier])
    for name, detail in hero.details.items():
        if name not in books.powers or detail not in details_of(books, name, hero.level):
            raise fault("setup.no_detail", name=name, detail=detail)


def owned(books: Books, hero: Hero) -> tuple[str, ...]:
    """Every entry that a character has: features of class and people, talents, powers, feats for anybody.

    Features of a class come with its talents: a character made before there were any has powers alone.
    """
    chosen = bool(hero.talents or hero.feats)
    features = [
        name
        for name, entry in books.powers.items()
        if chosen
        and (
            (entry.sort == "feature" and entry.class_id == hero.class_id)
            or (entry.group == INNATE and entry.class_id == hero.class_id and entry.level <= spell_level(hero.level))
            or (entry.sort == "people" and entry.people and entry.people == hero.people)
        )
    ]
    general = [feat.partition("/")[0] for feat in hero.feats]
    general = [name for name in general if name in books.powers and books.powers[name].sort == "general"]
    own = (*features, *hero.talents, *hero.powers, *general)
    borrowed = (hero.details[name] for name in own if name in hero.details and books.powers[name].borrows is not None)
    own = (*own, *borrowed)
    return tuple(dict.fromkeys(each for name in own for each in (name, *books.powers[name].brings)))


def details_of(books: Books, name: str, level: int) -> tuple[str, ...]:
    """What may be decided for good with an entry: words of its own, or the powers that it lets its owner borrow."""
    entry = books.powers[name]
    if entry.borrows is None:
        return entry.choose
    wanted = entry.borrows
    return tuple(
        other
        for other, power in books.powers.items()
        if power.class_id in wanted.classes
        and power.sort == wanted.sort
        and power.level <= level
        and TIER_LEVELS[power.tier] <= level
        and (not wanted.usages or power.usage in wanted.usages)
        and power.flexible is None
    )


def feats_of(books: Books, hero: Hero, name: str) -> tuple[str, ...]:
    """The tiers of the feats that a character has of an entry; a part has those of what it comes with."""
    name = next((each for each, entry in books.powers.items() if name in entry.brings), name)
    pairs = (feat.partition("/") for feat in hero.feats)
    return tuple(tier for owner, _, tier in pairs if owner == name)


def entry_at(books: Books, hero: Hero, name: str) -> PowerEntry:
    """An entry as a character has it: at the level that it is known at, with the character's feats."""
    entry = books.powers[name]
    learnt = min(hero.spell_levels.get(name, TOP_LEVEL), spell_level(hero.level))
    found = changed(entry, learnt if entry.sort == "power" else hero.level, feats_of(books, hero, name))
    both_hands = hero.melee is not None and hero.melee.hands > 1
    for otherwise in (entry.two_handed if both_hands else None, entry.shielded if hero.shield else None):
        found = found if otherwise is None else with_change(found, otherwise)
    return found


def spell_level(level: int) -> int:
    """The highest spell level that a character casts at: 1, 3, 5, 7 or 9."""
    return max(each for each in SPELL_LEVELS if each <= level)


def all_gains(books: Books, hero: Hero) -> Iterator[Gains]:
    """What everything that a character has adds to the plain numbers."""
    for name in owned(books, hero):
        entry = entry_at(books, hero, name)
        if entry.gains is not None:
            yield entry.gains
        yield from entry.extra_gains
