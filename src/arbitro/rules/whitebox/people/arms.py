"""What somebody wears and wields, as a fight knows it: armour, weapons, and what magic adds to both."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.whitebox.enchantment import MagicItem
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.outfit import Weapon as ListedWeapon
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.equipment import may_use
from arbitro.rules.whitebox.people.state import Character, Item
from arbitro.rules.whitebox.powers.lookups import powers
from arbitro.rules.whitebox.powers.registry import lasting_forms, magic_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.state import Combatant
from arbitro.rules.whitebox.terms import Named, Weapon

OIL: Final = "oil_flask"

USED_UP: Final = ("potion", "scroll")


FISTS: Final = Weapon("fists", Named("pugni", "fists"), Amount.parse("1d6-2"))
"""Whoever has no weapon fights with what is at hand (ours)."""


def has_shield(rules: Rules, one: Character) -> bool:
    """Whether a shield is in hand."""
    return any(item.where == "hand" and (item.base or item.of) in rules.content.armour for item in one.items.values())


def plain_ways(key: str, item: Item, facts: ListedWeapon) -> tuple[Weapon, ...]:
    """A weapon of the list as it is swung or shot; one that can be thrown as well is two (WB-RANGED-01)."""
    noun = facts.name
    name = item.name or Named(noun.it, noun.en, noun.gender, grammar=noun.grammar)
    flies = facts.use == "missile" and facts.thrown > 0 and not facts.ammunition
    shot = Weapon(key, name, facts.damage, facts.use, item.plus, item.plus, ammunition=facts.ammunition)
    ways = [replace(shot, thrown=flies, pieces=item.count, range=facts.range or facts.thrown if flies else facts.range)]
    if facts.use == "melee" and facts.thrown:
        thrown = Named(f"{name.it} (lancio)", f"{name.en} (thrown)", name.gender, grammar=name.grammar)
        flung = Weapon(f"{key}~thrown", thrown, facts.damage, "missile", item.plus, item.plus)
        ways.append(replace(flung, thrown=True, pieces=item.count, range=facts.thrown))
    return tuple(ways)


def worn_things(rules: Rules, one: Character) -> Iterator[tuple[str, MagicItem]]:
    """Magic things that somebody wears or holds and may use."""
    for key, item in one.items.items():
        magic = rules.content.magic_items.get(item.of) if item.sort == "magic" else None
        if magic is not None and item.on_body and may_use(rules, one, item) is None:
            yield key, magic


def always_on(rules: Rules, one: Character) -> tuple[Ongoing, ...]:
    """What worn things do all the time."""
    found: list[Ongoing] = []
    for key, magic in worn_things(rules, one):
        kinds = [(part, magic_of(rules, part)) for part in magic.effects]
        drinks = [kind.drinks(part) for part, kind in kinds if kind.drinks is not None]
        for levels in drinks:
            charges = one.items[key].charges
            left = charges if 0 <= charges <= levels else levels
            found.append(Ongoing(kind="drinking", amount=left, form=key, worn=True))
        if drinks or magic.category in USED_UP or magic.charges is not None:
            continue
        for part, kind in kinds:
            fits = getattr(part, "only_class", "") in ("", one.class_id)
            if fits and kind.worn is not None and kind.worn(part):
                hidden = kind.unnamed or not one.items[key].known
                source = "" if hidden else f"item:{one.items[key].of}"
                found += [replace(form, worn=True, source=source) for form in lasting_forms(rules, part)]
    return tuple(found)


def bonus(rules: Rules, one: Character, use: str) -> int:
    """The sum of attribute modifiers that count for a use, with what worn things add to the attributes."""
    scores = dict(one.abilities)
    for _, magic in worn_things(rules, one) if one.items else ():
        for part in magic.effects:
            score = magic_of(rules, part).score
            if score is not None and (change := score(part)) is not None and change[0] in scores:
                ability, amount, most = change
                scores[ability] = max(scores[ability], min(scores[ability] + amount, most))
    return records.bonus(rules, replace(one, abilities=scores) if scores != one.abilities else one, use)


def ways_to_attack(rules: Rules, key: str, item: Item, facts: ListedWeapon) -> tuple[Weapon, ...]:
    """A weapon with what it is made of, and what magic there is in it."""
    magic = rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    ways = []
    for weapon in plain_ways(key, item, facts):
        made = replace(weapon, silver=facts.silver, blunt=facts.blunt, edged=not facts.blunt)
        for part in magic.effects if magic is not None else ():
            enchants = magic_of(rules, part).enchants
            if enchants is not None:
                better = enchants(part)
                bonus = item.plus or better.plus
                hurts = 0 if better.to_hit_only else bonus
                extra = better.damage if better.damage.count else None
                made = replace(
                    made, bonus=bonus, damage_bonus=hurts, extra=extra, element=better.element or "", magic=item.of
                )
                if better.versus and item.foe:
                    made = replace(made, foe=item.foe, foe_bonus=better.versus)
        ways.append(made)
    return tuple(ways)


def armour_class(rules: Rules, one: Character) -> int:
    """Ascending armour class: the suit worn, a shield in hand, their enchantment, dexterity where it counts.

    Whatever is worn of magic that counts as armour by itself takes its place where it is better.
    """
    total = 19 - rules.content.arms.unarmoured + bonus(rules, one, "armour")
    for item in one.items.values():
        facts = rules.content.armour.get(item.base or item.of)
        if facts is not None and item.where == ("hand" if facts.shield else "worn"):
            total += facts.bonus + item.plus
    return max((total, *(effect.base_armour for effect in always_on(rules, one))))


def is_made(one: Combatant, weapon: Weapon) -> bool:
    """Whether somebody strikes with a thing that can be lost: neither fists nor a body's own claws and teeth."""
    return weapon.id != FISTS.id and not powers(one).natural


def weapons_of(rules: Rules, one: Character) -> tuple[Weapon, ...]:
    """The weapons on somebody that the class may use, the one in hand first; oil is thrown by rules of its own."""
    found: list[tuple[int, Weapon]] = []
    for key, item in one.items.items():
        facts = rules.content.weapons.get(item.base or item.of)
        if facts is None or item.where == "elsewhere" or may_use(rules, one, item) is not None:
            continue
        if facts.hands > 1 and has_shield(rules, one) and item.where != "hand":  # a shield leaves one hand
            continue
        rank = 0 if item.where == "hand" else 1 if facts.use == "melee" else 2
        found += [(rank, weapon) for weapon in rules.ways_to_attack(rules, key, item, facts)]
    found.sort(key=lambda pair: pair[0])
    return tuple(weapon for _, weapon in found if weapon.id.partition("-")[0] != OIL) or (FISTS,)
