"""What a character chooses: talents, powers and feats, how many at a level, and a sensible choice for the hasty."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.rules.archmage.catalogue import TIERS, Books, PowerEntry
from arbitro.rules.archmage.characters import Hero, armed_for, details_of, spell_level
from arbitro.rules.archmage.owning import owned
from arbitro.rules.archmage.settling import TIER_LEVELS

PLAYS_FIRST: Final = ("runs", "asks", "told")
"""Whoever chooses by lot would rather have what the rules play."""


def reached(table: Mapping[int, int], level: int) -> int:
    """What a table by levels gives at a level: the last row that it reaches."""
    return max(((row, count) for row, count in table.items() if row <= level), default=(0, 0))[1]


def chooses(books: Books, class_id: str) -> bool:
    """Whether characters of a class have talents to choose."""
    return bool(books.classes[class_id].talents)


def talent_options(books: Books, hero: Hero) -> tuple[str, ...]:
    """The talents that a character could take now."""
    return tuple(
        name
        for name, entry in books.powers.items()
        if entry.sort == "talent"
        and entry.class_id == hero.class_id
        and TIER_LEVELS[entry.tier] <= hero.level
        and name not in hero.talents
        and not any(other in hero.talents for other in entry.excludes)
        and armed_for(hero, entry)
        and (entry.borrows is None or details_of(books, name, hero.level))
    )


def talents_due(books: Books, hero: Hero) -> int:
    """How many talents a character still lacks."""
    return max(reached(books.classes[hero.class_id].talents, hero.level) - len(hero.talents), 0)


def power_options(books: Books, hero: Hero, group: str) -> tuple[str, ...]:
    """The powers of a group that a character could learn now."""
    return tuple(
        name
        for name, entry in books.powers.items()
        if entry.sort == "power"
        and entry.class_id == hero.class_id
        and entry.group == group
        and entry.level <= spell_level(hero.level)
        and TIER_LEVELS[entry.tier] <= hero.level
        and name not in hero.powers
        and armed_for(hero, entry)
    )


def powers_due(books: Books, hero: Hero, group: str) -> int:
    """How many powers of a group a character still lacks."""
    have = sum(books.powers[name].group == group for name in hero.powers)
    return max(reached(books.classes[hero.class_id].known.get(group, {}), hero.level) - have, 0)


def feat_options(books: Books, hero: Hero) -> tuple[str, ...]:
    """The feats that a character could take now: of what they have, and for anybody; lower tiers of one thing first."""
    found = []
    general = [name for name, entry in books.powers.items() if entry.sort == "general"]
    for name in (*owned(books, hero), *general):
        entry = books.powers[name]
        if entry.sort == "part":
            continue
        for tier in TIERS:
            if tier in entry.feats and f"{name}/{tier}" not in hero.feats:
                if TIER_LEVELS[tier] <= hero.level:
                    found.append(f"{name}/{tier}")
                break
    return tuple(dict.fromkeys(found))


def feats_due(hero: Hero) -> int:
    """How many feats a character still lacks: there is one for each level."""
    return max(hero.level - len(hero.feats), 0)


def filled(books: Books, hero: Hero) -> Hero:
    """The character with everything chosen that is still open: what the rules play first, what is higher first."""
    if not chooses(books, hero.class_id):
        return hero
    while talents_due(books, hero):
        options = talent_options(books, hero)
        if not options:
            break
        name = min(options, key=lambda each: _rank(hero, books.powers[each]))
        hero = replace(hero, talents=(*hero.talents, name))
        hero = _decided(books, hero, name)
    for group in books.classes[hero.class_id].known:
        while powers_due(books, hero, group):
            learnt = power_options(books, hero, group)
            if not learnt:
                break
            hero = replace(hero, powers=(*hero.powers, min(learnt, key=lambda each: _rank(hero, books.powers[each]))))
    while feats_due(hero):
        feats = feat_options(books, hero)
        if not feats:
            break
        hero = replace(hero, feats=(*hero.feats, min(feats, key=lambda each: _feat_rank(books, each))))
    return hero


def _decided(books: Books, hero: Hero, name: str) -> Hero:
    """What is to be decided with a talent: the first that may be."""
    options = details_of(books, name, hero.level)
    return replace(hero, details={**hero.details, name: options[0]}) if options else hero


def _rank(hero: Hero, entry: PowerEntry) -> tuple[int, bool, int]:
    """What is taken first: what is played by the rules, what fits the key ability, what is of a higher level."""
    ability = entry.ability
    best = max(hero.abilities.values())
    weak = ability is not None and hero.abilities[ability] < best - 4
    return PLAYS_FIRST.index(entry.plays), weak, -max(entry.level, TIER_LEVELS[entry.tier])


def _feat_rank(books: Books, feat: str) -> tuple[int, int]:
    name, _, tier = feat.partition("/")
    return PLAYS_FIRST.index(
        next(each.plays for at, each in books.powers[name].feats.items() if at == tier)
    ), -TIER_LEVELS[tier]
