"""Creatures in play: from the catalogue, or built from the baseline; and what a battle with them is worth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.rules.archmage.catalogue import Books, MonsterEntry, as_named
from arbitro.rules.archmage.effects import Scaled
from arbitro.rules.archmage.power import Attack, Named, Special
from arbitro.rules.archmage.state import Category, Difficulty, Profile
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.rules.archmage")
RULES: Final = ("AE-TARGET-01", "AE-FULLHEAL-02", "AE-ATK-02", "AE-DEF-01")
Template = Literal["", "scrapper", "offensive", "oaf", "defensive", "lunk"]
FAIR, TOUGH, DEADLY = Fraction(1), Fraction(3, 2), Fraction(2)
"""How a battle's worth stands to the party: up to a fair one, half as much again, and twice as much."""


def resistances(specials: Sequence[Special]) -> dict[str, int]:
    """The resistances among specials, by type; of several the highest counts."""
    found: dict[str, int] = {}
    for special in specials:
        if special.code == "resist":
            for kind in special.types:
                found[kind] = max(found.get(kind, 0), special.value)
    return found


def creature(
    books: Books, race: str, side: str, who: str, number: int = 0, *, nastier: bool = False, named: Named | None = None
) -> Profile:
    """A creature of the catalogue in play; `nastier` adds what makes it worse than usual."""
    known = books.monsters
    if race not in known:
        raise Fault(Words(TEXTS, "setup.no_monster", name=race))
    called = named or as_named(known[race].name, number, grammar="one")
    made = _in_play(known[race], race, side, who, called, nastier=nastier)
    return replace(made, named=True) if named is not None else made


def summoned(books: Books, race: str, master: Profile, who: str, number: int, level: int) -> Profile:
    """A creature that somebody calls up: it fights on their side and acts when they do.

    Companions have a row of numbers for each level; others are as their entry says.
    """
    entry = books.summons[race]
    rows = books.summons[entry.rows_of].rows if entry.rows_of else entry.rows
    if rows:
        row = rows[min(max(level, min(rows)), max(rows))]
        first, *others = entry.attacks
        struck = replace(first, bonus=row.attack, damage=row.damage)
        entry = replace(
            entry, level=max(level, 0), ac=row.ac, pd=row.pd, md=row.md, hp=row.hp, attacks=(struck, *others)
        )
    made = _in_play(entry, race, master.side, who, as_named(entry.name, number, grammar="one"), nastier=False)
    terms = {"level": made.level, "master_level": master.level}
    grown = tuple(_grown(attack, terms) for attack in made.attacks)
    bonuses = tuple(replace(bonus, source=race.replace("_", "-")) for bonus in entry.bonuses)
    return replace(made, attacks=grown, bonuses=bonuses, master=master.id, initiative=master.initiative)


def _grown(attack: Attack, terms: Mapping[str, int]) -> Attack:
    """An attack with the amounts settled that grow with the level of a creature called up, or of its master."""
    riders = []
    for rider in attack.riders:
        effects = []
        for effect in rider.effects:
            if isinstance(effect, Scaled) and effect.amount is not None and {effect.times, effect.plus} & set(terms):
                times, plus = terms.get(effect.times, 1), terms.get(effect.plus, 0)
                amount = Amount(effect.amount.count * times, effect.amount.sides, effect.amount.plus * times + plus)
                effect = replace(effect, amount=amount, times="", plus="")
            effects.append(effect)
        riders.append(replace(rider, effects=tuple(effects)))
    return replace(attack, riders=tuple(riders)) if riders else attack


def _in_play(entry: MonsterEntry, race: str, side: str, who: str, named: Named, *, nastier: bool) -> Profile:
    """The profile of a creature by its entry."""
    specials = tuple(special for special in entry.specials if nastier or not special.nastier)
    attacks = tuple(attack for attack in entry.attacks if nastier or attack.id not in entry.nastier_attacks)
    if nastier and entry.nastier_riders:
        first = attacks[0]
        attacks = (replace(first, riders=(*first.riders, *entry.nastier_riders)), *attacks[1:])
    return Profile(
        who,
        named,
        side,
        "monster",
        entry.level,
        entry.hp,
        entry.ac,
        entry.pd,
        entry.md,
        attacks,
        initiative=entry.initiative,
        race=race,
        family=entry.family,
        category=entry.category,
        resistances=resistances(specials),
        vulnerabilities=entry.vulnerable,
        specials=specials,
        senses_invisible=entry.type in ("undead", "ooze"),
        group=f"{side}-{race}",
    )


class Custom(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A creature of one's own, from the baseline: only what differs needs to be said."""

    name: Named
    level: int
    category: Category = "normal"
    better: Literal["pd", "md"] = "pd"
    initiative: int = 2
    """What is added to the level: -1 for the clumsy, 2 for most, up to 9."""
    template: Template = ""
    strength: int = 1
    """How far a template goes: 1 for a little, 3 for all the way."""
    attack_name: Named = Named("colpo", "strike")
    ranged: bool = False
    damage_type: str = "weapon"
    adjust: dict[Literal["attack", "ac", "pd", "md", "damage", "hp"], int] = {}
    specials: tuple[Special, ...] = ()
    vulnerable: tuple[str, ...] = ()
    frightening: bool = False


def build(books: Books, custom: Custom, side: str, who: str, number: int = 0) -> Profile:
    """A creature from the baseline of its level and strength, bent by a template and by hand."""
    rows = books.baselines[custom.category].rows
    if custom.level not in rows:
        raise Fault(Words(TEXTS, "setup.monster_level", level=custom.level, top=max(rows)))
    row = rows[custom.level]
    numbers = {"attack": row.attack, "damage": row.damage, "hp": row.hp, "ac": row.ac}
    numbers["pd"], numbers["md"] = (row.better, row.lesser) if custom.better == "pd" else (row.lesser, row.better)
    if custom.template:
        if not 1 <= custom.strength <= 3:
            raise Fault(Words(TEXTS, "setup.strength"))
        for stat, (low, high) in books.building.templates[custom.template].items():
            mild, strong = (low, high) if abs(low) < abs(high) else (high, low)
            step = mild + (strong - mild) * (custom.strength - 1) // 2
            numbers[stat] += numbers["hp"] * step // 100 if stat == "hp" else step
    for stat, change in custom.adjust.items():
        numbers[stat] += change
    kind: Literal["melee", "ranged"] = "ranged" if custom.ranged else "melee"
    strike = Attack(
        "strike",
        custom.attack_name,
        kind=kind,
        reach="far" if custom.ranged else "engaged",
        basic=True,
        bonus=numbers["attack"],
        damage=Amount(plus=max(numbers["damage"], 0)),
        type=custom.damage_type,
    )
    specials = custom.specials
    if custom.frightening and row.fear:
        specials = (*specials, Special("fear", value=row.fear))
    name = replace(custom.name, number=number)
    return Profile(
        who,
        name,
        side,
        "monster",
        custom.level,
        max(numbers["hp"], 1),
        numbers["ac"],
        numbers["pd"],
        numbers["md"],
        (strike,),
        initiative=custom.level + custom.initiative,
        race=f"custom-{custom.name.en.lower().replace(' ', '-')}",
        category=custom.category,
        resistances=resistances(specials),
        vulnerabilities=custom.vulnerable,
        specials=specials,
        group=f"{side}-{custom.name.en.lower().replace(' ', '-')}",
    )


# ---------------------------------------------------------------- what a battle is worth


def tier(books: Books, level: int) -> str:
    """Adventurer, champion or epic."""
    for name, (low, high) in books.building.tiers.items():
        if low <= level <= high:
            return name
    return "epic"


def worth(books: Books, level: int, category: Category, party_level: int) -> Fraction:
    """What a creature counts in average ones against a party of a level; far below it counts as the lowest row.

    Where the table has no more rows it goes on as it does in them: whoever is two levels higher counts twice as much.
    """
    rows = books.building.equivalents
    at, doubled = max(steps_above(books, level, party_level) - rows[0].diff, 0), 1
    while at >= len(rows) or getattr(rows[at], category) is None:
        at, doubled = at - 2, 2 * doubled
    return Fraction(doubled * getattr(rows[at], category), 100)


def steps_above(books: Books, level: int, party_level: int) -> int:
    """By how many levels a creature is above what a party of a level should meet."""
    return level - party_level - books.building.offsets[tier(books, party_level)]


def budget(books: Books, foes: Sequence[tuple[int, Category]], party_level: int) -> Fraction:
    """What all foes together are worth; a fair battle is worth one for each character."""
    return sum((worth(books, level, category, party_level) for level, category in foes), Fraction(0))


def difficulty(books: Books, foes: Sequence[tuple[int, Category]], party_level: int, party_size: int) -> Difficulty:
    """How hard a battle is for a party: what counts towards the next full heal-up (AE-FULLHEAL-02)."""
    share = budget(books, foes, party_level) / party_size
    if share >= DEADLY:
        return "very_hard"
    if share >= TOUGH:
        return "hard"
    return "average" if share >= Fraction(3, 4) else "easy"


def encounter(books: Books, dice: Dice, party_level: int, party_size: int, share: Fraction = FAIR) -> list[str]:
    """A battle for a party: creatures drawn at random until the budget is spent; ids of the catalogue, repeated."""
    target = share * party_size
    fitting = [
        (name, entry)
        for name, entry in books.monsters.items()
        if worth(books, entry.level, entry.category, party_level) <= target and _in_range(books, entry, party_level)
    ]
    chosen: list[str] = []
    left = target
    while fitting:
        die = dice.roll(len(fitting), "encounter")
        name, entry = fitting[die.face - 1]
        count = _mooks(books, entry, party_level) if entry.category == "mook" else 1
        value = worth(books, entry.level, entry.category, party_level) * count
        if value <= left:
            chosen += [name] * count
            left -= value
        fitting = [
            (each, other)
            for each, other in fitting
            if worth(books, other.level, other.category, party_level)
            * (_mooks(books, other, party_level) if other.category == "mook" else 1)
            <= left
        ]
    return chosen


@lru_cache(maxsize=64)
def fitting_creatures(books: Books, party_level: int) -> tuple[str, ...]:
    """The creatures of the catalogue that a party may well meet."""
    return tuple(name for name, entry in books.monsters.items() if _in_range(books, entry, party_level))


def _in_range(books: Books, entry: MonsterEntry, party_level: int) -> bool:
    rows = books.building.equivalents
    diff = steps_above(books, entry.level, party_level)
    return rows[0].diff <= diff <= rows[-1].diff


def _mooks(books: Books, entry: MonsterEntry, party_level: int) -> int:
    """How many mooks come together: as many as stand for one creature."""
    table = books.building.mooks_per_monster
    if entry.level <= 2:
        return table["level_1_2"]
    return table["level_3_4"] if entry.level <= 4 else table[tier(books, max(party_level, 5))]
