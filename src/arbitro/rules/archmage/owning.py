"""What a character has: features, talents, powers and feats, each as it is at the character's level."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.rules.archmage.catalogue import Books, Gains, PowerEntry
from arbitro.rules.archmage.heroes import Hero, fault
from arbitro.rules.archmage.power_entry import Borrow
from arbitro.rules.archmage.settling import SPELL_LEVELS, TIER_LEVELS, changed, with_change

TOP_LEVEL: Final = 10
GIFTS: Final = "+"
"""What stands between several things that are decided together."""
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
        _check_company(hero, name, talent)
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
    _check_levels(books, hero)
    for name, detail in hero.details.items():
        if name.partition("/")[0] not in books.powers or detail not in details_of(books, name, hero.level):
            raise fault("setup.no_detail", name=name, detail=detail)


def _check_levels(books: Books, hero: Hero) -> None:
    """Whether powers are learnt at levels that they have and the character reaches."""
    most = spell_level(hero.level)
    for name, level in hero.spell_levels.items():
        known = books.powers.get(name)
        if known is None or name not in hero.powers:
            raise fault("setup.no_power", name=name)
        if level not in SPELL_LEVELS or not known.level <= level <= most:
            raise fault("setup.spell_level", name=name, level=level, least=known.level, most=most)


def _check_company(hero: Hero, name: str, talent: PowerEntry) -> None:
    """Whether a talent has the other beside it that it needs, and none that it excludes."""
    if talent.requires and talent.requires not in hero.talents:
        raise fault("setup.requires", name=name, other=talent.requires)
    for other in talent.excludes:
        if other in hero.talents:
            raise fault("setup.excluded", name=name, other=other)


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
    lenders = (*(name for name in own if books.powers[name].borrows is not None), *hero.feats)
    borrowed = (hero.details[name] for name in lenders if name in hero.details)
    own = (*own, *borrowed)
    return tuple(dict.fromkeys(each for name in own for each in (name, *_brought(books, hero, name))))


def _brought(books: Books, hero: Hero, name: str) -> Iterator[str]:
    """What comes with an entry: by itself, from a level on, and with its feats."""
    entry = books.powers[name]
    decided = ("", *hero.details.get(name, "").split(GIFTS))
    yield from (part for part in entry.brings if books.powers[part].for_choice in decided)
    for level, change in entry.by_level.items():
        if level <= hero.level:
            yield from change.brings
    for tier, change in entry.feats.items():
        if f"{name}/{tier}" in hero.feats:
            yield from change.brings


def borrowing(books: Books, name: str) -> Borrow | None:
    """What an entry, or a feat of one (``entry/tier``), lets its owner borrow."""
    entry, _, tier = name.partition("/")
    if not tier:
        return books.powers[entry].borrows
    return next((feat.borrows for at, feat in books.powers[entry].feats.items() if at == tier), None)


def details_of(books: Books, name: str, level: int) -> tuple[str, ...]:
    """What may be decided for good with an entry or a feat: words of its own, or the powers that it lets one borrow."""
    wanted = borrowing(books, name)
    if wanted is None:
        return () if "/" in name else books.powers[name].choose
    return tuple(
        other
        for other, power in books.powers.items()
        if power.class_id in wanted.classes
        and power.sort == wanted.sort
        and power.level <= level
        and TIER_LEVELS[power.tier] <= level
        and (not wanted.usages or power.usage in wanted.usages)
        and (wanted.flexible or power.flexible is None)
        and power.level <= level - wanted.below
        and power.plays == "runs"
    )


def open_details(books: Books, hero: Hero, name: str) -> tuple[str, ...]:
    """What somebody may still decide with an entry or a feat: nothing twice, of some no class twice."""
    options = details_of(books, name, hero.level)
    wanted = borrowing(books, name)
    if wanted is None:
        return options
    chosen = [books.powers[each] for each in hero.details.values() if each in books.powers]
    classes = {each.class_id for each in chosen} if wanted.other_class else set()
    taken = set(hero.details.values()) | set(hero.powers)
    return tuple(each for each in options if each not in taken and books.powers[each].class_id not in classes)


def feats_of(books: Books, hero: Hero, name: str) -> tuple[str, ...]:
    """The tiers of the feats that a character has of an entry; a part has those of what it comes with."""
    name = books.owner_of_part.get(name, name)
    pairs = (feat.partition("/") for feat in hero.feats)
    return (*(tier for owner, _, tier in pairs if owner == name), *_lent_feats(books, hero, name))


def _lent_feats(books: Books, hero: Hero, name: str) -> Iterator[str]:
    """The tiers of the feats with which somebody has borrowed a power."""
    for lender, power in hero.details.items():
        wanted = borrowing(books, lender) if power == name else None
        if wanted is None:
            continue
        owner = lender.partition("/")[0]
        if wanted.feats:
            yield from (tier for tier, level in TIER_LEVELS.items() if level <= hero.level)
        for tier, feat in books.powers[owner].feats.items():
            if f"{owner}/{tier}" in hero.feats:
                yield from feat.lends_feats


def entry_at(books: Books, hero: Hero, name: str) -> PowerEntry:
    """An entry as a character has it: at the level that it is known at, with the character's feats."""
    entry = books.powers[name]
    learnt = min(hero.spell_levels.get(name, TOP_LEVEL), spell_level(hero.level))
    feats = tuple(tier for tier in feats_of(books, hero, name) if _meant_for(entry, tier, hero))
    found = changed(entry, learnt if entry.sort == "power" else hero.level, feats)
    for talent, change in entry.with_talent.items():
        found = with_change(found, change) if talent in (*hero.talents, *hero.feats) else found
    both_hands = hero.melee is not None and hero.melee.hands > 1
    for otherwise in (found.two_handed if both_hands else None, found.shielded if hero.shield else None):
        found = found if otherwise is None else with_change(found, otherwise)
    return found


def _meant_for(entry: PowerEntry, tier: str, hero: Hero) -> bool:
    """Whether a feat does something for whoever has these talents."""
    feat = next((each for name, each in entry.feats.items() if name == tier), None)
    return feat is None or not feat.for_talent or feat.for_talent in hero.talents


# ---------------------------------------------------------------- powers that are learnt at a level of their own


def slots_of(books: Books, class_id: str, group: str, level: int) -> Mapping[int, int]:
    """How many powers of a group are learnt at which level; nothing where they all work at the character's own."""
    rows = books.classes[class_id].slots.get(group, {})
    return rows[max(row for row in rows if row <= level)] if rows else {}


def free_slots(books: Books, hero: Hero, group: str) -> tuple[int, ...]:
    """The levels at which a character can still learn powers of a group, the lowest first."""
    room = Counter(slots_of(books, hero.class_id, group, hero.level))
    room.subtract(hero.spell_levels[name] for name in _of_group(books, hero, group) if name in hero.spell_levels)
    return tuple(level for level in sorted(room) for _ in range(room[level]))


def prepared(books: Books, hero: Hero) -> Hero:
    """The character with a level for every power that is learnt at one.

    What the player has not said is put where it loses least: what does not grow takes the low places, and of what does
    whatever was chosen first takes the high ones. A power for which there is no place works at its highest.
    """
    for group in books.classes[hero.class_id].slots:
        rest = [name for name in _of_group(books, hero, group) if name not in hero.spell_levels]
        room = free_slots(books, hero, group)
        found = dict(hero.spell_levels)
        for level in room[max(len(room) - len(rest), 0) :]:
            fitting = [name for name in rest if books.powers[name].level <= level]
            if fitting:
                least = min(reversed(fitting), key=lambda name: grows(books, name, level, hero.level))
                rest.remove(least)
                found[least] = level
        hero = replace(hero, spell_levels=found)
    return hero


def _of_group(books: Books, hero: Hero, group: str) -> list[str]:
    return [name for name in hero.powers if books.powers[name].group == group]


def grows(books: Books, name: str, low: int, high: int) -> int:
    """How often a power becomes more between two levels."""
    entry = books.powers[name]
    tables: tuple[Mapping[int, object], ...] = (
        entry.damage,
        entry.by_level,
        entry.hp_limits,
        entry.even_hit_ongoing,
        entry.damage_times,
    )
    return len({level for table in tables for level in table if low < level <= high})


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
