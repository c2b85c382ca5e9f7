"""The attacks of a character: with weapons, by powers and items, each with what everything else adds to it."""

from collections.abc import Iterator
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.catalogue import Basic, Books, Cell, ClassEntry, Gains, PowerEntry, Ride, as_named
from arbitro.rules.archmage.effects import Heal, More, Ongoing, Recovery, Summon, TempHp
from arbitro.rules.archmage.heroes import Bow, Hero, Weapon, fault
from arbitro.rules.archmage.numbers import modifier, multiplier
from arbitro.rules.archmage.owning import TOP_LEVEL, all_gains, entry_at, feats_of, owned, spell_level
from arbitro.rules.archmage.power import SPELLS, Ability, Attack, Named, Rider
from arbitro.rules.archmage.settling import (
    HALVED,
    TIER_LEVELS,
    OwnNumbers,
    changed,
    kinds_of,
    rides_along,
    tier_of,
    widened,
)
from arbitro.rules.archmage.songs import verses
from arbitro.rules.archmage.wearing import item_at, worn_gains, worn_now

T = TypeVar("T")
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
SACRED: Final = "holy"
_AS_WRITTEN: Final = """
kind action usage per_round recharge defence ability automatic friendly includes_self self_only
reach times different targets each_engaged in_group weakest only type damage_ability random_type
type_for_battle miss_level flexible trigger teleports die_steps state spends pool price escalation
everybody sure answers on_natural on_at_least when guards after free_from by_escalation saved_by answers_basic
unlimited_in lot at_random chain uses_of free_if_even unless by_die lot_escalation on_at_most pool_at_most own_target
foe_level on_die on_crit recoveries crowded target_state outdoes mooks unhindered for_minion
"""
ALIKE: Final = tuple(_AS_WRITTEN.split())
"""What an attack has as the entry of its power has it."""


class Bearer(Struct, frozen=True):
    """A character on the way into play: what their attacks are made of, read once for all of them."""

    books: Books
    hero: Hero
    entry: ClassEntry
    names: tuple[str, ...]
    """Everything that they have."""
    gains: tuple[Gains, ...]
    """What that adds to plain numbers, without what is worn."""
    riding: tuple[tuple[str, tuple[Ride, ...]], ...]
    """What rides along with attacks, by what it comes from."""
    own: OwnNumbers


def bearer_of(books: Books, hero: Hero, entry: ClassEntry) -> Bearer:
    """A character with everything that changes attacks read from what they have and wear."""
    names = owned(books, hero)
    ousted = {books.powers[name].ousts for name in names}
    riding = [(name, rides) for name in names if name not in ousted and (rides := _rides_of(books, hero, name))]
    riding += [(worn.item, item.rides) for worn in worn_now(hero) if (item := item_at(books, worn)) is not None]
    own = OwnNumbers(books, hero.level, hero.abilities)
    return Bearer(books, hero, entry, names, tuple(all_gains(books, hero)), tuple(riding), own)


def _rides_of(books: Books, hero: Hero, name: str) -> tuple[Ride, ...]:
    """The riders of an entry on other attacks; what feats widen of the one that it ousts, they widen of it too."""
    entry = entry_at(books, hero, name)
    other = books.powers.get(entry.ousts)
    if other is None:
        return entry.rides
    taken = feats_of(books, hero, entry.ousts)
    more = [word for tier, feat in other.feats.items() if tier in taken for word in feat.or_when]
    return tuple(widened(ride, tuple(more)) for ride in entry.rides) if more else entry.rides


def attacks_of(bearer: Bearer) -> list[Attack]:
    """Everything that a character can attack or help with: weapons, powers, items, the bare hands."""
    books, hero, entry = bearer.books, bearer.hero, bearer.entry
    attacks: list[Attack] = []
    if hero.melee is not None:
        attacks.append(_basic_melee(hero, entry, hero.melee, "melee"))
    if hero.second is not None:
        attacks.append(replace(_basic_melee(hero, entry, hero.second, "second"), basic=False))
    if hero.ranged is not None:
        attacks.append(_basic_ranged(hero, entry, hero.ranged))
    attacks += _powers(bearer, [name for name in bearer.names if _in_play(books, hero, name)])
    attacks += _of_items(bearer)
    attacks.append(replace(UNARMED, basic=hero.melee is None))
    soothing = sum(each.spell_healing for each in worn_gains(books, hero))
    attacks = [_healing_more(each, soothing) for each in attacks] if soothing else attacks
    return [_ridden(bearer, attack) for attack in attacks]


# ---------------------------------------------------------------- weapons


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


def armed_for(hero: Hero, power: PowerEntry) -> bool:
    """Whether a character has the weapons that a power is made with."""
    if (power.two_weapons and hero.second is None) or (power.needs_shield and not hero.shield):
        return False
    if power.armoured and power.armoured != hero.armour:
        return False
    return not power.weapon or (hero.ranged if power.kind == "ranged" else hero.melee) is not None


def _in_play(books: Books, hero: Hero, name: str) -> bool:
    """Whether an entry is something to be used with the weapons at hand, and not only told or added to numbers."""
    power = books.powers[name]
    if power.passive or power.plays == "told":
        return False
    return armed_for(hero, power) or (name in hero.powers and power.weapon)


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


# ---------------------------------------------------------------- powers


def power_at(bearer: Bearer, name: str, power: PowerEntry) -> Attack:
    """A power as a character of this level has it (AE-DMG-07)."""
    books, hero, entry, own = bearer.books, bearer.hero, bearer.entry, bearer.own
    at = min(hero.spell_levels.get(name, TOP_LEVEL), spell_level(hero.level))
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
        hp_pool=_at_level(power.hp_pools, at),
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
            made, ability=_key_ability(bearer, power.ability), bonus=made.bonus + armour_penalty(hero, entry)
        )
        made = _as_caster(bearer, made)
    if power.targets_by is not None:
        more = max(modifier(hero.abilities[power.targets_by]), 0)
        made = replace(made, targets=replace(made.targets, plus=made.targets.plus + more))
    if power.second_ability is not None:
        made = replace(made, bonus=made.bonus + modifier(hero.abilities[power.second_ability]))
    if power.weapon:
        made = _with_weapon(hero, entry, made)
    return _as_thing(bearer, power, made)


def _as_thing(bearer: Bearer, power: PowerEntry, made: Attack) -> Attack:
    """A power with what only things say: a bonus that is fixed, the daily spells that one gives back."""
    if power.fixed_bonus:
        made = replace(made, ability=None, bonus=power.fixed_bonus)
    return replace(made, after=_daily_spells(bearer, power.regains)) if power.regains else made


def _daily_spells(bearer: Bearer, levels: tuple[int, ...]) -> tuple[str, ...]:
    """The daily spells that a character knows at one of these levels, the highest first."""
    books, hero = bearer.books, bearer.hero
    learnt = {name: min(hero.spell_levels.get(name, TOP_LEVEL), spell_level(hero.level)) for name in bearer.names}
    fitting = [
        name
        for name, level in learnt.items()
        if level in levels and books.powers[name].kind in SPELLS and entry_at(books, hero, name).usage == "daily"
    ]
    return tuple(name.replace("_", "-") for name in sorted(fitting, key=lambda name: -learnt[name]))


def _as_chosen(rider: Rider, detail: str) -> Rider:
    """A rider that calls up a creature of the kind that was chosen."""
    effects = tuple(
        replace(effect, creature=effect.creature.replace("chosen", detail)) if isinstance(effect, Summon) else effect
        for effect in rider.effects
    )
    return replace(rider, effects=effects)


def _powers(bearer: Bearer, names: list[str]) -> list[Attack]:
    """The powers of a character; a song is three things to do."""
    books, hero, own = bearer.books, bearer.hero, bearer.own
    songs = tuple(name.replace("_", "-") for name in names if books.powers[name].song is not None)
    made: list[Attack] = []
    for name in names:
        power = entry_at(books, hero, name)
        attack = power_at(bearer, name, power)
        if power.song is None:
            made.append(attack)
        else:
            made += verses(attack, power.song, tuple(own.rider(rider) for rider in power.song.final), songs)
    return made


def _at_level(table: dict[int, T], at: int) -> T | None:
    """The last row of a table that a level reaches."""
    reached = [level for level in table if level <= at]
    return table[max(reached)] if reached else None


def _key_ability(bearer: Bearer, ability: Ability) -> Ability:
    """The ability of a power, or a better one that a talent lets stand for it."""
    for gains in bearer.gains:
        other = gains.key_ability
        if other is not None and bearer.hero.abilities[other] > bearer.hero.abilities[ability]:
            ability = other
    return ability


def _as_caster(bearer: Bearer, made: Attack) -> Attack:
    """A spell with what features change of all spells."""
    if made.kind not in SPELLS:
        return made
    gains, hero = bearer.gains, bearer.hero
    less = [modifier(hero.abilities[each.spell_attack_less]) for each in gains if each.spell_attack_less is not None]
    for each in gains:
        if each.spell_damage is not None and made.damage_ability is not None:
            made = replace(made, damage_ability=each.spell_damage)
    more = sum(each.spell_attack for each in gains) - sum(max(each, 0) for each in less)
    more += sum(each.frail_spells for each in gains) if modifier(hero.abilities["con"]) < 0 else 0
    return replace(made, bonus=made.bonus + more, softer=any(each.softer_spells for each in gains))


# ---------------------------------------------------------------- what else counts


def _of_items(bearer: Bearer) -> Iterator[Attack]:
    """The powers of worn items; one that casts a spell has it as its bearer would, as often as the item allows."""
    books, hero = bearer.books, bearer.hero
    for worn in worn_now(hero):
        item = item_at(books, worn)
        if item is None or item.plays == "told":
            continue
        power: PowerEntry = item
        if item.casts:
            spell = changed(books.powers[item.casts], spell_level(hero.level), ())
            power = replace(spell, name=item.name, usage=item.usage, recharge=item.recharge)
        if not item.passive and armed_for(hero, power):
            yield power_at(bearer, worn.item, power)
        for part in item.brings:
            yield power_at(bearer, part, changed(books.powers[part], TIER_LEVELS[worn.tier], ()))


def _healing_more(attack: Attack, more: int) -> Attack:
    """A spell that heals, or gives temporary hit points, with what an item adds to that."""
    if attack.kind not in SPELLS:
        return attack
    riders = tuple(
        replace(
            rider,
            effects=tuple(
                replace(effect, amount=replace(effect.amount, plus=effect.amount.plus + more))
                if isinstance(effect, Heal | Recovery | TempHp)
                else effect
                for effect in rider.effects
            ),
        )
        for rider in attack.riders
    )
    return replace(attack, riders=riders)


def _ridden(bearer: Bearer, attack: Attack) -> Attack:
    """An attack with the riders that features add to it."""
    gains, own = bearer.gains, bearer.own
    if attack.kind == "ranged" and attack.weapon_die:
        steps = attack.die_steps + sum(each.ranged_steps for each in gains)
        attack = replace(
            attack, die_steps=steps, miss_level=attack.miss_level or any(each.ranged_miss_level for each in gains)
        )
    if attack.kind == "melee" and (attack.weapon_die or attack.unarmed) and any(each.two_weapons for each in gains):
        attack = replace(attack, two_weapons=True)
    if attack.kind == "spell" and any(each.close_spells for each in gains):
        attack = replace(attack, kind="close_spell")
    for own_gains in gains:
        if own_gains.typed_more and attack.type == SACRED and not attack.friendly:
            attack = replace(attack, riders=(*attack.riders, Rider((More(Amount(plus=tier_of(bearer.hero.level))),))))
        if own_gains.damage_type and not attack.friendly:
            attack = replace(attack, type=own_gains.damage_type, random_type=())
    for name, rides in bearer.riding:
        for ride in rides:
            if rides_along(attack, ride):
                source = name.replace("_", "-")
                more = tuple(replace(own.rider(rider), source=source) for rider in ride.riders)
                if attack.id in ride.on_miss_of:
                    more = (*more, *(replace(rider, outcome="miss") for rider in more))
                attack = replace(attack, riders=(*attack.riders, *more))
    return attack
