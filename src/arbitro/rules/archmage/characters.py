"""Characters from class and level: hit points, defences, attacks and powers, from level 1 to 10."""

from collections.abc import Iterator
from typing import Final, TypeVar

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.catalogue import (
    Basic,
    Books,
    Cell,
    ClassEntry,
    Gains,
    PowerEntry,
    as_named,
)
from arbitro.rules.archmage.effects import More, Ongoing, Summon
from arbitro.rules.archmage.heroes import TEXTS as TEXTS
from arbitro.rules.archmage.heroes import ArmourKind as ArmourKind
from arbitro.rules.archmage.heroes import Bow as Bow
from arbitro.rules.archmage.heroes import Hero as Hero
from arbitro.rules.archmage.heroes import RangedKind as RangedKind
from arbitro.rules.archmage.heroes import Weapon as Weapon
from arbitro.rules.archmage.heroes import fault
from arbitro.rules.archmage.numbers import modifier, multiplier
from arbitro.rules.archmage.owning import TOP_LEVEL as TOP_LEVEL
from arbitro.rules.archmage.owning import all_gains, check_choices, entry_at, owned, prepared
from arbitro.rules.archmage.owning import details_of as details_of
from arbitro.rules.archmage.owning import spell_level as spell_level
from arbitro.rules.archmage.power import ABILITIES, SPELLS, Ability, Attack, Bonus, Named, Rider
from arbitro.rules.archmage.settling import HALVED, OwnNumbers, changed, kinds_of, rides_along, tier_of
from arbitro.rules.archmage.songs import verses
from arbitro.rules.archmage.state import Item, Profile
from arbitro.rules.archmage.wearing import (
    check_worn,
    default_bonuses,
    item_at,
    worn_bonuses,
    worn_gains,
    worn_now,
)

T = TypeVar("T")
RULES: Final = ("AE-HP-01", "AE-DEF-01", "AE-WEAPON-01", "AE-WEAPON-03", "AE-RECOVERY-01", "AE-ATK-06")
"""The atoms that leave these numbers to the class."""

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


def _best(hero: Hero, basic: Basic) -> Ability:
    return max(basic.abilities, key=lambda ability: hero.abilities[ability])


def _melee_cell(entry: ClassEntry, weapon: Weapon) -> Cell:
    cells = entry.melee.get(weapon.category)
    if cells is None:
        raise fault("setup.no_weapon", name=weapon.category, known=", ".join(entry.melee))
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
        raise fault("setup.no_weapon", name=f"{bow.category} {bow.kind}", known=", ".join(entry.ranged))
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


def power_at(books: Books, hero: Hero, entry: ClassEntry, name: str, power: PowerEntry) -> Attack:
    """A power as a character of this level has it (AE-DMG-07)."""
    at = min(hero.spell_levels.get(name, TOP_LEVEL), spell_level(hero.level))
    own = OwnNumbers(books, hero.level, hero.abilities)
    riders = tuple(own.rider(rider) for rider in power.riders)
    if hero.details.get(name):
        riders = tuple(_as_chosen(rider, hero.details[name]) for rider in riders)
    if power.even_hit_ongoing:
        burn = Ongoing(power.even_hit_ongoing[at], power.type)
        riders = (*riders, Rider((burn,), natural="even"))
    if power.more_on_miss is not None:
        more = max(modifier(hero.abilities[power.more_on_miss]) * multiplier(books, hero.level), 0)
        riders = (*riders, Rider((More(Amount(plus=more)),), outcome="miss"))
    if power.half:
        riders = (*riders, HALVED)
    uses = power.uses if power.uses_by is None else max(own.of(power.uses_by), 1)
    damage = _at_level(power.damage, at) or Amount()
    limit = _at_level(power.hp_limits, at) or 0
    made = Attack(
        name.replace("_", "-"),
        as_named(power.name),
        **{part: getattr(power, part) for part in ALIKE},
        uses=uses,
        hp_limit=limit + power.hp_more if limit else 0,
        damage=replace(damage, sides=power.die) if power.die and damage.count else damage,
        damage_times=_at_level(power.damage_times, at) or 1,
        riders=riders,
        triggered=power.triggered or (power.trigger is not None and power.action != "interrupt"),
        bonus=power.attack_bonus,
        weapon_die=power.weapon_die,
        two_weapons=bool(power.weapon_die) and hero.second is not None,
        families=kinds_of(books, power.families),
    )
    if power.sort == "power" and not (hero.talents or hero.feats):
        made = replace(made, state="")  # whoever was made before there were features needs none of what they bring
    if power.best_ability:
        made = replace(made, ability=max(hero.abilities, key=lambda each: hero.abilities[each]))
    if power.ability is not None:
        made = replace(
            made, ability=_key_ability(books, hero, power.ability), bonus=made.bonus + armour_penalty(hero, entry)
        )
        made = _as_caster(books, hero, made)
    if power.second_ability is not None:
        made = replace(made, bonus=made.bonus + modifier(hero.abilities[power.second_ability]))
    if power.weapon:
        made = _with_weapon(hero, entry, made)
    return made


def _as_chosen(rider: Rider, detail: str) -> Rider:
    """A rider that calls up a creature of the kind that was chosen."""
    effects = tuple(
        replace(effect, creature=effect.creature.replace("chosen", detail)) if isinstance(effect, Summon) else effect
        for effect in rider.effects
    )
    return replace(rider, effects=effects)


def _powers(books: Books, hero: Hero, entry: ClassEntry, names: list[str]) -> list[Attack]:
    """The powers of a character; a song is three things to do."""
    own = OwnNumbers(books, hero.level, hero.abilities)
    songs = tuple(name.replace("_", "-") for name in names if books.powers[name].song is not None)
    made: list[Attack] = []
    for name in names:
        power = entry_at(books, hero, name)
        attack = power_at(books, hero, entry, name, power)
        if power.song is None:
            made.append(attack)
        else:
            made += verses(attack, power.song, tuple(own.rider(rider) for rider in power.song.final), songs)
    return made


SACRED: Final = "holy"
_AS_WRITTEN: Final = """
kind action usage per_round recharge defence ability automatic friendly includes_self self_only
reach times different targets each_engaged in_group weakest only type damage_ability random_type
type_for_battle miss_level flexible trigger teleports die_steps state spends pool price escalation
everybody sure answers on_natural on_at_least when guards after free_from by_escalation saved_by answers_basic
unlimited_in lot at_random chain uses_of free_if_even unless by_die lot_escalation on_at_most pool_at_most own_target
foe_level on_die
"""
ALIKE: Final = tuple(_AS_WRITTEN.split())
"""What an attack has as the entry of its power has it."""


def _at_level(table: dict[int, T], at: int) -> T | None:
    """The last row of a table that a level reaches."""
    reached = [level for level in table if level <= at]
    return table[max(reached)] if reached else None


def _key_ability(books: Books, hero: Hero, ability: Ability) -> Ability:
    """The ability of a power, or a better one that a talent lets stand for it."""
    for gains in all_gains(books, hero):
        other = gains.key_ability
        if other is not None and hero.abilities[other] > hero.abilities[ability]:
            ability = other
    return ability


def _as_caster(books: Books, hero: Hero, made: Attack) -> Attack:
    """A spell with what features change of all spells."""
    if made.kind not in SPELLS:
        return made
    gains = tuple(all_gains(books, hero))
    less = [modifier(hero.abilities[each.spell_attack_less]) for each in gains if each.spell_attack_less is not None]
    more = sum(each.spell_attack for each in gains) - sum(max(each, 0) for each in less)
    return replace(made, bonus=made.bonus + more, softer=any(each.softer_spells for each in gains))


def _with_weapon(hero: Hero, entry: ClassEntry, power: Attack) -> Attack:
    """A power made with the weapon in hand."""
    if power.kind == "ranged":
        if hero.ranged is None:
            raise fault("setup.needs_weapon", name=power.id)
        basic = _basic_ranged(hero, entry, hero.ranged)
    else:
        if hero.melee is None:
            raise fault("setup.needs_weapon", name=power.id)
        basic = _basic_melee(hero, entry, hero.melee, "melee")
    return replace(
        power,
        ability=basic.ability,
        bonus=power.bonus + basic.bonus,
        weapon_die=power.weapon_die or basic.weapon_die,
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
    hero = prepared(books, hero)
    gains = (*all_gains(books, hero), *worn_gains(books, hero))
    entry = _better_armed(entry, gains)
    attacks: list[Attack] = []
    if hero.melee is not None:
        attacks.append(_basic_melee(hero, entry, hero.melee, "melee"))
    if hero.second is not None:
        attacks.append(replace(_basic_melee(hero, entry, hero.second, "second"), basic=False))
    if hero.ranged is not None:
        attacks.append(_basic_ranged(hero, entry, hero.ranged))
    powers = [name for name in owned(books, hero) if _in_play(books, hero, name)]
    attacks += _powers(books, hero, entry, powers)
    attacks += _of_items(books, hero, entry)
    attacks.append(replace(UNARMED, basic=hero.melee is None))
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
        tuple(_ridden(books, hero, attack) for attack in attacks),
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
        two_weapons=hero.second is not None,
        potions=hero.potions,
        player=hero.player,
        group=side,
        bonuses=(*_bonuses(books, hero), *worn_bonuses(books, hero)),
        pools=_pools(hero, gains),
    )


def _of_items(books: Books, hero: Hero, entry: ClassEntry) -> Iterator[Attack]:
    """The powers of worn items; one that casts a spell has it as its bearer would, as often as the item allows."""
    for worn in worn_now(hero):
        item = item_at(books, worn)
        if item is None or item.passive or item.plays == "told":
            continue
        power: PowerEntry = item
        if item.casts:
            spell = changed(books.powers[item.casts], spell_level(hero.level), ())
            power = replace(spell, name=item.name, usage=item.usage, recharge=item.recharge)
        if armed_for(hero, power):
            yield power_at(books, hero, entry, worn.item, power)


def _tough(entry: ClassEntry, level: int) -> int:
    """The hit points of the feat for the tough, by tier."""
    return (entry.hp_base // 2, entry.hp_base, 2 * entry.hp_base)[tier_of(level) - 1]


def _in_play(books: Books, hero: Hero, name: str) -> bool:
    """Whether an entry is something to be used with the weapons at hand, and not only told or added to numbers."""
    power = books.powers[name]
    if power.passive or power.plays == "told":
        return False
    return armed_for(hero, power) or (name in hero.powers and power.weapon)


def armed_for(hero: Hero, power: PowerEntry) -> bool:
    """Whether a character has the weapons that a power is made with."""
    if (power.two_weapons and hero.second is None) or (power.needs_shield and not hero.shield):
        return False
    if power.armoured and power.armoured != hero.armour:
        return False
    return not power.weapon or (hero.ranged if power.kind == "ranged" else hero.melee) is not None


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


def _ridden(books: Books, hero: Hero, attack: Attack) -> Attack:
    """An attack with the riders that features add to it."""
    own = OwnNumbers(books, hero.level, hero.abilities)
    if attack.kind == "ranged" and attack.weapon_die:
        gains = tuple(all_gains(books, hero))
        steps = attack.die_steps + sum(each.ranged_steps for each in gains)
        attack = replace(
            attack, die_steps=steps, miss_level=attack.miss_level or any(each.ranged_miss_level for each in gains)
        )
    if attack.kind == "spell" and any(each.close_spells for each in all_gains(books, hero)):
        attack = replace(attack, kind="close_spell")
    for own_gains in all_gains(books, hero):
        if own_gains.typed_more and attack.type == SACRED and not attack.friendly:
            attack = replace(attack, riders=(*attack.riders, Rider((More(Amount(plus=tier_of(hero.level))),))))
        if own_gains.damage_type and not attack.friendly:
            attack = replace(attack, type=own_gains.damage_type, random_type=())
    own_entries = owned(books, hero)
    ousted = {books.powers[name].ousts for name in own_entries}
    riding = [(name, entry_at(books, hero, name).rides) for name in own_entries if name not in ousted]
    riding += [(worn.item, entry.rides) for worn in worn_now(hero) if (entry := item_at(books, worn)) is not None]
    for name, rides in riding:
        for ride in rides:
            if rides_along(attack, ride):
                source = name.replace("_", "-")
                more = tuple(replace(own.rider(rider), source=source) for rider in ride.riders)
                if attack.id in ride.on_miss_of:
                    more = (*more, *(replace(rider, outcome="miss") for rider in more))
                attack = replace(attack, riders=(*attack.riders, *more))
    return attack


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
