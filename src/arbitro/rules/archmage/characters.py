"""Characters from class and level: hit points, defences, attacks and powers, from level 1 to 10."""

from typing import Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.catalogue import (
    Basic,
    Books,
    Cell,
    ClassEntry,
    PowerEntry,
    as_named,
)
from arbitro.rules.archmage.effects import More, Ongoing
from arbitro.rules.archmage.numbers import modifier, multiplier
from arbitro.rules.archmage.power import ABILITIES, Ability, Attack, Named, Rider
from arbitro.rules.archmage.state import Item, Profile
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.rules.archmage")
TOP_LEVEL: Final = 10
SPELL_LEVELS: Final = (1, 3, 5, 7, 9)
RULES: Final = ("AE-HP-01", "AE-DEF-01", "AE-WEAPON-01", "AE-WEAPON-03", "AE-RECOVERY-01", "AE-ATK-06")
"""The atoms that leave these numbers to the class."""
ArmourKind = Literal["none", "light", "heavy"]
RangedKind = Literal["thrown", "crossbow", "bow"]

_WEAPONS: Final[dict[str, Named]] = {
    "small": Named("arma piccola", "small weapon", "f"),
    "light": Named("arma leggera", "light weapon", "f"),
    "heavy": Named("arma pesante", "heavy weapon", "f"),
    "jab": Named("stoccata", "jab", "f"),
    "punch": Named("pugno", "punch"),
    "kick": Named("calcio", "kick"),
    "thrown": Named("arma da lancio", "thrown weapon", "f"),
    "crossbow": Named("balestra", "crossbow", "f"),
    "bow": Named("arco", "bow"),
}
UNARMED: Final = Attack(
    "unarmed", Named("a mani nude", "bare hands", "f"), basic=True, unarmed=True, damage_ability="str"
)
"""What anybody can do without a weapon (AE-UNARMED-01)."""


class Weapon(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon in hand: its category, how many hands it takes, and what it is called."""

    category: str
    hands: int = 1
    name: Named | None = None


class Bow(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon for range."""

    category: str
    kind: RangedKind = "bow"
    name: Named | None = None


class Hero(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename={"class_id": "class"}):
    """A character as a file or a form describes it. Abilities are as they stand: class bonus and increases included."""

    id: str
    name: Named
    class_id: str
    level: int
    abilities: dict[Ability, int]
    armour: ArmourKind = "none"
    shield: bool = False
    melee: Weapon | None = None
    second: Weapon | None = None
    """A weapon in the other hand (AE-TWOWEAPON-01)."""
    ranged: Bow | None = None
    powers: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    background: int = 0
    potions: int = 0
    player: str = ""
    backgrounds: dict[str, int] = field(default_factory=dict)
    """What the character was before, with the points put into it."""
    people: str = ""
    unique: str = ""
    """What is true of this character and of nobody else, in the player's words."""


def _fault(key: str, **values: object) -> Fault:
    return Fault(Words(TEXTS, key, **values))


def check(books: Books, hero: Hero) -> ClassEntry:
    """The class of a character, once everything about the character is in order."""
    known = books.classes
    if hero.class_id not in known:
        raise _fault("setup.no_class", name=hero.class_id, known=", ".join(known))
    if not 1 <= hero.level <= TOP_LEVEL:
        raise _fault("setup.level", level=hero.level, top=TOP_LEVEL)
    missing = [ability for ability in ABILITIES if ability not in hero.abilities]
    if missing:
        raise _fault("setup.abilities", missing=", ".join(missing))
    if hero.people and hero.people not in books.peoples:
        raise _fault("setup.no_people", name=hero.people, known=", ".join(books.peoples))
    rules = books.building
    spent = sum(hero.backgrounds.values())
    if spent > rules.background_points or any(points > rules.background_most for points in hero.backgrounds.values()):
        raise _fault("setup.background", total=rules.background_points, most=rules.background_most)
    for power in hero.powers:
        if power not in books.powers:
            raise _fault("setup.no_power", name=power)
        if books.powers[power].class_id != hero.class_id:
            raise _fault("setup.not_of_class", name=power, klass=hero.class_id)
    return known[hero.class_id]


def max_hp(books: Books, entry: ClassEntry, constitution: int, level: int) -> int:
    """(class base + Constitution modifier) times the multiplier of the level (AE-HP-01)."""
    return (entry.hp_base + modifier(constitution)) * books.building.hp_multiplier[level - 1]


def _best(hero: Hero, basic: Basic) -> Ability:
    return max(basic.abilities, key=lambda ability: hero.abilities[ability])


def _melee_cell(entry: ClassEntry, weapon: Weapon) -> Cell:
    cells = entry.melee.get(weapon.category)
    if cells is None:
        raise _fault("setup.no_weapon", name=weapon.category, known=", ".join(entry.melee))
    return cells[min(weapon.hands, len(cells)) - 1]


def armour_penalty(hero: Hero, entry: ClassEntry) -> int:
    """What armour and shield take off the attacks of a class that is not used to them."""
    worn = entry.armour[hero.armour].attack
    return worn + (entry.armour["shield"].attack if hero.shield else 0)


def _basic_melee(hero: Hero, entry: ClassEntry, weapon: Weapon, name: str) -> Attack:
    cell = _melee_cell(entry, weapon)
    ability = _best(hero, entry.basic_melee)
    return Attack(
        name,
        weapon.name or _WEAPONS[weapon.category],
        basic=True,
        ability=ability,
        bonus=cell.attack + armour_penalty(hero, entry),
        weapon_die=cell.die,
        damage_ability=entry.basic_melee.damage or ability,
        miss_level=entry.basic_melee.miss_level,
        wields="second" if name == "second" else "melee",
        two_weapons=hero.second is not None,
    )


def _basic_ranged(hero: Hero, entry: ClassEntry, bow: Bow) -> Attack:
    cell = entry.ranged.get(bow.category, {}).get(bow.kind)
    if cell is None:
        raise _fault("setup.no_weapon", name=f"{bow.category} {bow.kind}", known=", ".join(entry.ranged))
    ability = _best(hero, entry.basic_ranged)
    return Attack(
        "ranged",
        bow.name or _WEAPONS[bow.kind],
        kind="ranged",
        reach="nearby" if bow.kind == "thrown" else "far",
        basic=True,
        ability=ability,
        bonus=cell.attack + armour_penalty(hero, entry),
        weapon_die=cell.die,
        damage_ability=ability,
        miss_level=entry.basic_ranged.miss_level,
        wields="ranged",
    )


def spell_level(level: int) -> int:
    """The highest spell level that a character casts at: 1, 3, 5, 7 or 9."""
    return max(each for each in SPELL_LEVELS if each <= level)


def power_at(books: Books, hero: Hero, entry: ClassEntry, name: str, power: PowerEntry) -> Attack:
    """A power as a character of this level has it (AE-DMG-07)."""
    at = spell_level(hero.level)
    riders = power.riders
    if power.even_hit_ongoing:
        burn = Ongoing(power.even_hit_ongoing[at], power.type)
        riders = (*riders, Rider((burn,), natural="even"))
    if power.more_on_miss is not None:
        more = max(modifier(hero.abilities[power.more_on_miss]) * multiplier(books, hero.level), 0)
        riders = (*riders, Rider((More(Amount(plus=more)),), outcome="miss"))
    made = Attack(
        name.replace("_", "-"),
        as_named(power.name),
        kind=power.kind,
        action=power.action,
        usage=power.usage,
        uses=power.uses,
        per_round=power.per_round,
        recharge=power.recharge,
        defence=power.defence,
        ability=power.ability,
        automatic=power.automatic,
        friendly=power.friendly,
        includes_self=power.includes_self,
        self_only=power.self_only,
        reach=power.reach,
        targets=power.targets,
        in_group=power.in_group,
        weakest=power.weakest,
        hp_limit=power.hp_limits.get(at, 0),
        damage=power.damage.get(at, Amount()),
        damage_ability=power.damage_ability,
        type=power.type,
        random_type=power.random_type,
        type_for_battle=power.type_for_battle,
        miss_level=power.miss_level,
        riders=riders,
        flexible=power.flexible,
        trigger=power.trigger,
        teleports=power.teleports,
    )
    if power.ability is not None:
        made = replace(made, bonus=armour_penalty(hero, entry))
    if power.weapon:
        made = _with_weapon(hero, entry, made)
    return made


def _with_weapon(hero: Hero, entry: ClassEntry, power: Attack) -> Attack:
    """A power made with the weapon in hand."""
    if power.kind == "ranged":
        if hero.ranged is None:
            raise _fault("setup.needs_weapon", name=power.id)
        basic = _basic_ranged(hero, entry, hero.ranged)
    else:
        if hero.melee is None:
            raise _fault("setup.needs_weapon", name=power.id)
        basic = _basic_melee(hero, entry, hero.melee, "melee")
    return replace(
        power,
        ability=basic.ability,
        bonus=basic.bonus,
        weapon_die=basic.weapon_die,
        damage_ability=basic.damage_ability,
        wields=basic.wields,
        two_weapons=basic.two_weapons,
    )


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
    attacks: list[Attack] = []
    if hero.melee is not None:
        attacks.append(_basic_melee(hero, entry, hero.melee, "melee"))
    if hero.second is not None:
        attacks.append(replace(_basic_melee(hero, entry, hero.second, "second"), basic=False))
    if hero.ranged is not None:
        attacks.append(_basic_ranged(hero, entry, hero.ranged))
    attacks += [power_at(books, hero, entry, name, books.powers[name]) for name in hero.powers]
    attacks.append(replace(UNARMED, basic=hero.melee is None))
    armour = entry.armour[hero.armour].ac + (entry.armour["shield"].ac_bonus if hero.shield else 0)
    return Profile(
        hero.id,
        hero.name,
        side,
        "pc",
        hero.level,
        max_hp(books, entry, hero.abilities["con"], hero.level),
        armour,
        entry.pd,
        entry.md,
        tuple(attacks),
        hero.abilities,
        class_id=hero.class_id,
        recoveries=entry.recoveries,
        recovery_die=entry.recovery_die,
        background=hero.background or max(hero.backgrounds.values(), default=0),
        items=tuple(magic_in_hand(books, hero, item) for item in hero.items),
        two_weapons=hero.second is not None,
        potions=hero.potions,
        player=hero.player,
        group=side,
    )


def level_up(books: Books, hero: Hero, raised: tuple[Ability, ...] = ()) -> Hero:
    """The character one level higher; at levels 4, 7 and 10 three different abilities rise by 1."""
    rules = books.building
    level = hero.level + 1
    if level > TOP_LEVEL:
        raise _fault("setup.level", level=level, top=TOP_LEVEL)
    due = rules.abilities_per_increase if level in rules.ability_increase_levels else 0
    if len(raised) != due or len(set(raised)) < len(raised):
        raise _fault("setup.raise", level=level, count=due)
    abilities: dict[Ability, int] = {each: score + (each in raised) for each, score in hero.abilities.items()}
    return replace(hero, level=level, abilities=abilities)


def create(books: Books, hero: Hero, bonus: Ability, origin: Ability | None = None) -> Hero:
    """A new character of level 1: the class adds 2 to one of its abilities, the people to another of its own."""
    entry = check(books, hero)
    if bonus not in entry.class_bonus:
        raise _fault("setup.class_bonus", known=", ".join(entry.class_bonus))
    raised = [bonus]
    if origin is not None:
        known = books.peoples[hero.people].bonus
        if origin not in known or origin == bonus:
            raise _fault("setup.people_bonus", known=", ".join(each for each in known if each != bonus))
        raised.append(origin)
    abilities: dict[Ability, int] = {each: score + 2 * (each in raised) for each, score in hero.abilities.items()}
    return replace(hero, level=1, abilities=abilities)


def usable_powers(books: Books, hero: Hero) -> tuple[str, ...]:
    """The powers of the class that a character can use with the weapons at hand."""
    found = []
    for name, power in books.powers.items():
        if power.class_id == hero.class_id:
            armed = hero.ranged if power.kind == "ranged" else hero.melee
            if not power.weapon or armed is not None:
                found.append(name)
    return tuple(found)
