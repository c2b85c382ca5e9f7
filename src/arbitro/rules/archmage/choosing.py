"""What a character chooses: talents, powers and feats, how many at a level, and a sensible choice for the hasty."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.rules.archmage.catalogue import TIERS, Books, PowerEntry, Tier
from arbitro.rules.archmage.characters import Hero, armed_for, details_of, spell_level
from arbitro.rules.archmage.owning import all_gains, open_details, owned, prepared
from arbitro.rules.archmage.power import ABILITIES
from arbitro.rules.archmage.settling import TIER_LEVELS

ChoiceKind = Literal["raise", "talent", "detail", "power", "feat"]
"""What a character may have to choose: an ability that rises, a talent, what it is for, a power, a feat."""

PLAYS_FIRST: Final = ("runs", "asks", "told")
"""Whoever chooses by lot would rather have what the rules play."""


def reached(table: Mapping[int, int], level: int) -> int:
    """What a table by levels gives at a level: the last row that it reaches."""
    return max(((row, count) for row, count in table.items() if row <= level), default=(0, 0))[1]


def chooses(books: Books, class_id: str) -> bool:
    """Whether characters of a class have talents to choose."""
    return bool(books.classes[class_id].talents)


class Owed(Struct, frozen=True):
    """Something that a character has still to choose, and what there is."""

    kind: ChoiceKind
    count: int
    options: tuple[str, ...]
    of: str = ""
    """The group of powers, or the talent whose detail it is."""


def room_for(tier: Tier, table: Mapping[int, int], level: int) -> int:
    """How many of a tier or a higher one somebody may have: as many as the levels from that tier on have brought."""
    return reached(table, level) - reached(table, TIER_LEVELS[tier] - 1)


def _room_left(books: Books, names: Iterable[str], table: Mapping[int, int], level: int) -> dict[Tier, int]:
    """Of each tier, how many more somebody may take."""
    taken = [TIER_LEVELS[books.powers[name].tier] for name in names]
    return {tier: room_for(tier, table, level) - sum(at >= TIER_LEVELS[tier] for at in taken) for tier in TIERS}


def talent_options(books: Books, hero: Hero) -> tuple[str, ...]:
    """The talents that a character could take now."""
    left = _room_left(books, hero.talents, books.classes[hero.class_id].talents, hero.level)
    return tuple(
        name
        for name, entry in books.powers.items()
        if entry.sort == "talent"
        and entry.class_id == hero.class_id
        and TIER_LEVELS[entry.tier] <= hero.level
        and all(left[tier] > 0 for tier in TIERS if TIER_LEVELS[tier] <= TIER_LEVELS[entry.tier])
        and name not in hero.talents
        and not any(other in hero.talents for other in entry.excludes)
        and armed_for(hero, entry)
        and (not entry.requires or entry.requires in hero.talents)
        and (entry.borrows is None or details_of(books, name, hero.level))
    )


def talents_due(books: Books, hero: Hero) -> int:
    """How many talents a character still lacks."""
    return max(reached(books.classes[hero.class_id].talents, hero.level) - len(hero.talents), 0)


def power_options(books: Books, hero: Hero, group: str) -> tuple[str, ...]:
    """The powers of a group that a character could learn now."""
    full = _full_tiers(books, hero, group)
    return tuple(
        name
        for name, entry in books.powers.items()
        if entry.sort == "power"
        and entry.class_id == hero.class_id
        and entry.group == group
        and entry.level <= spell_level(hero.level)
        and TIER_LEVELS[entry.tier] <= hero.level
        and entry.tier not in full
        and name not in hero.powers
        and armed_for(hero, entry)
    )


def _full_tiers(books: Books, hero: Hero, group: str) -> tuple[Tier, ...]:
    """The tiers of which a character knows as many powers of a group as they may."""
    have = [TIER_LEVELS[books.powers[name].tier] for name in hero.powers if books.powers[name].group == group]
    bounds = books.classes[hero.class_id].most_of_tier.get(group, {})
    first = (
        TIER_LEVELS[tier]
        for tier, table in bounds.items()
        if sum(level >= TIER_LEVELS[tier] for level in have) >= reached(table, hero.level)
    )
    least = min(first, default=0)
    return tuple(tier for tier in TIERS if least and TIER_LEVELS[tier] >= least)


def powers_due(books: Books, hero: Hero, group: str) -> int:
    """How many powers of a group a character still lacks."""
    have = sum(books.powers[name].group == group for name in hero.powers)
    more = sum(reached(gains.known.get(group, {}), hero.level) for gains in all_gains(books, hero))
    return max(reached(books.classes[hero.class_id].known.get(group, {}), hero.level) + more - have, 0)


def known_groups(books: Books, hero: Hero) -> tuple[str, ...]:
    """The groups of powers that a character knows some of: by the class, and by talents."""
    own = books.classes[hero.class_id].known
    return tuple(dict.fromkeys((*own, *(group for gains in all_gains(books, hero) for group in gains.known))))


def feat_options(books: Books, hero: Hero) -> tuple[str, ...]:
    """The feats that a character could take now: of what they have, and for anybody; lower tiers of one thing first."""
    found = []
    tiers = [feat.partition("/")[2] for feat in hero.feats]
    spent = {tier: sum(TIER_LEVELS[at] >= TIER_LEVELS[tier] for at in tiers) for tier in TIERS[1:]}
    full = {tier for tier in TIERS[1:] if spent[tier] > hero.level - TIER_LEVELS[tier]}
    if "champion" in full:
        full.add("epic")
    general = [name for name, entry in books.powers.items() if entry.sort == "general"]
    for name in (*owned(books, hero), *general):
        entry = books.powers[name]
        if entry.sort == "part":
            continue
        for tier in TIERS:
            if tier in entry.feats and f"{name}/{tier}" not in hero.feats:
                if TIER_LEVELS[tier] <= hero.level and tier not in full:
                    found.append(f"{name}/{tier}")
                break
    return tuple(dict.fromkeys(found))


def feats_due(books: Books, hero: Hero) -> int:
    """How many feats a character still lacks: there is one for each level, and what a people brings."""
    folk = books.peoples.get(hero.people)
    return max(hero.level + (0 if folk is None else folk.feats) - len(hero.feats), 0)


# ---------------------------------------------------------------- what is owed, and taking it


def raises_open(books: Books, hero: Hero) -> tuple[str, ...]:
    """The abilities that may rise next: of one increase each a different one."""
    begun = hero.raises % books.building.abilities_per_increase
    return tuple(each for each in ABILITIES if not begun or each not in hero.raised)


def owed(books: Books, hero: Hero) -> tuple[Owed, ...]:
    """Everything that a character has still to choose and that there is something to choose from for."""
    found = [Owed("raise", hero.raises, raises_open(books, hero))] if hero.raises else []
    if not chooses(books, hero.class_id) or not (hero.talents or hero.feats):
        return tuple(found)  # made before there were talents: nothing but abilities
    found.append(Owed("talent", talents_due(books, hero), talent_options(books, hero)))
    found += [
        Owed("detail", 1, open_details(books, hero, name), name)
        for name in (*hero.talents, *hero.feats)
        if name not in hero.details
    ]
    found += [
        Owed("power", powers_due(books, hero, group), power_options(books, hero, group), group)
        for group in known_groups(books, hero)
    ]
    found.append(Owed("feat", feats_due(books, hero), feat_options(books, hero)))
    return tuple(each for each in found if each.count and each.options)


def taken(books: Books, hero: Hero, kind: ChoiceKind, name: str, of: str = "") -> Hero | None:
    """The character with one choice made; None where that is not open to them."""
    open_ = next((each for each in owed(books, hero) if each.kind == kind and each.of in ("", of)), None)
    if open_ is None and kind == "power":
        open_ = next((each for each in owed(books, hero) if each.kind == kind and name in each.options), None)
    if open_ is None or name not in open_.options:
        return None
    match kind:
        case "raise":
            return _raised(books, hero, name)
        case "talent":
            return replace(hero, talents=(*hero.talents, name))
        case "detail":
            return replace(hero, details={**hero.details, open_.of: name})
        case "power":
            return replace(hero, powers=(*hero.powers, name))
        case "feat":
            return replace(hero, feats=(*hero.feats, name))


def _raised(books: Books, hero: Hero, name: str) -> Hero:
    """One ability a point higher; the increase is over when all of its abilities have risen."""
    left = hero.raises - 1
    before = hero.raised if hero.raises % books.building.abilities_per_increase else ()
    abilities = {each: score + (each == name) for each, score in hero.abilities.items()}
    done = left % books.building.abilities_per_increase == 0
    return replace(hero, abilities=abilities, raises=left, raised=() if done else (*before, name))


# ---------------------------------------------------------------- powers chosen anew


def changeable(books: Books, hero: Hero, when: str) -> dict[str, tuple[str, ...]]:
    """The powers that a character may put others in the place of at such a time, each with those others.

    A power that the character knows already may be one of them: the two change places.
    """
    moments = books.classes[hero.class_id].chosen_anew
    hero = prepared(books, hero)
    found: dict[str, tuple[str, ...]] = {}
    for name in hero.powers:
        group = books.powers[name].group
        if moments.get(group) != when:
            continue
        level = hero.spell_levels.get(name, spell_level(hero.level))
        new = [other for other in power_options(books, hero, group) if books.powers[other].level <= level]
        found[name] = (*new, *_exchangeable(books, hero, name, group))
    return {name: options for name, options in found.items() if options}


def _exchangeable(books: Books, hero: Hero, name: str, group: str) -> tuple[str, ...]:
    """The powers that could change their level with one."""
    levels = hero.spell_levels
    return tuple(
        other
        for other in hero.powers
        if name in levels
        and other in levels
        and books.powers[other].group == group
        and levels[name] != levels[other]
        and books.powers[other].level <= levels[name]
        and books.powers[name].level <= levels[other]
    )


def exchanged(books: Books, hero: Hero, old: str, new: str) -> Hero:
    """The character with one power in the place of another, at its level; feats of one given up go with it."""
    hero = prepared(books, hero)
    levels = dict(hero.spell_levels)
    if new in hero.powers:
        levels[old], levels[new] = levels[new], levels[old]
        return replace(hero, spell_levels=levels)
    if old in levels:
        levels[new] = levels.pop(old)
    powers = tuple(new if name == old else name for name in hero.powers)
    feats = tuple(feat for feat in hero.feats if feat.partition("/")[0] != old)
    return replace(hero, powers=powers, spell_levels=levels, feats=feats)


def _learnt(books: Books, hero: Hero) -> Hero:
    """The character with all powers known that are still open: what the rules play first, what is higher first."""
    for group in known_groups(books, hero):
        while powers_due(books, hero, group):
            learnt = power_options(books, hero, group)
            if not learnt:
                break
            hero = replace(hero, powers=(*hero.powers, min(learnt, key=lambda each: _rank(hero, books.powers[each]))))
    return hero


def filled(books: Books, hero: Hero) -> Hero:
    """The character with everything chosen that is still open: what the rules play first, what is higher first."""
    while hero.raises:
        hero = _raised(books, hero, max(raises_open(books, hero), key=lambda each: _score(hero, each)))
    if not chooses(books, hero.class_id):
        return hero
    while talents_due(books, hero):
        options = talent_options(books, hero)
        if not options:
            break
        name = min(options, key=lambda each: _rank(hero, books.powers[each]))
        hero = replace(hero, talents=(*hero.talents, name))
        hero = _decided(books, hero, name)
    for name in (*hero.talents, *hero.feats):
        if name not in hero.details:
            hero = _decided(books, hero, name)
    hero = _learnt(books, hero)
    while feats_due(books, hero):
        feats = feat_options(books, hero)
        if not feats:
            break
        feat = min(feats, key=lambda each: _feat_rank(books, each))
        hero = _decided(books, replace(hero, feats=(*hero.feats, feat)), feat)
    return _learnt(books, hero)  # a feat may give another power to know


def _score(hero: Hero, name: str) -> int:
    return next(score for ability, score in hero.abilities.items() if ability == name)


def _decided(books: Books, hero: Hero, name: str) -> Hero:
    """What is to be decided with a talent: the first that may be."""
    options = open_details(books, hero, name)
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
