"""What spells, things, creatures, callings and conditions are and do, in a line: where they are chosen, on sheets.

Entries may say it in their own ``words``. Where the numbers of an entry already say all, the line is made of them, so
that it is never another than the rule: see `MEANINGS`, a line for each sort of entry. Everything here stands in the
books for anybody to read; what somebody's own thing is, nobody learns from it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from arbitro.dice.amount import Amount
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.bestiary import Monster
from arbitro.rules.whitebox.class_features import CharacterClass, People
from arbitro.rules.whitebox.enchantment import MagicItem, Spell
from arbitro.rules.whitebox.entry_names import entry_name, word_name
from arbitro.rules.whitebox.measure import Reach
from arbitro.rules.whitebox.outfit import Armour, Gear, Hireling, Transport, Weapon
from arbitro.rules.whitebox.powers.telling import how_long, part_text, special_text
from arbitro.rules.whitebox.rules import Rules
from arbitro.text import Language, capital

Meaning = Callable[[Rules, str, Language], str]


def entry_meaning(rules: Rules, sort: str, entry: str, language: Language) -> str:
    """What an entry is or does, by its sort and id; empty where there is no such entry, or none that needs words."""
    found = MEANINGS.get(sort)
    return "" if found is None else found(rules, entry, language)


def _joined(parts: Iterator[str] | list[str]) -> str:
    """Sentences one after the other, each once."""
    return " ".join(dict.fromkeys(part.strip() for part in parts if part))


# ------------------------------------------------------------ magic


def _spell(rules: Rules, entry: str, language: Language) -> str:
    """Level, reach, target and duration, then what it does; the reverse of a spell does its own."""
    reverse = rules.content.reverses.get(entry)
    spell = rules.content.spells.get(entry) if reverse is None else reverse[0]
    if spell is None:
        return ""
    effects = spell.effects if reverse is None else reverse[1].effects or spell.effects
    own = spell.told(language) if reverse is None else ""
    does = own or _joined(effect_text(rules, part, language) for part in effects)
    target = rules.texts.say(language, f"target.{spell.target}")
    lasts = " / ".join(dict.fromkeys(how_long(rules, span, language) for span in spell.span.values()))
    numbers = rules.texts.say(language, "part.spell", target=target, span=lasts)
    return _joined([does, _reach(rules, spell, language), numbers])


def _reach(rules: Rules, spell: Spell, language: Language) -> str:
    told = dict.fromkeys(_reach_of(rules, reach, language) for reach in spell.range.values())
    return rules.texts.say(language, "means.reach", reach=" / ".join(told))


def _reach_of(rules: Rules, reach: Reach, language: Language) -> str:
    if reach.per_level and not reach.feet:
        return rules.texts.say(language, "means.reach.each_level", feet=reach.per_level)
    more = rules.texts.say(language, "means.reach.per_level", feet=reach.per_level) if reach.per_level else ""
    return rules.texts.say(language, f"means.reach.{reach.kind}", feet=reach.feet) + more


def effect_text(rules: Rules, part: effect_kinds.AnyEffect, language: Language) -> str:
    """An effect in a sentence with its numbers, and the save that it allows."""
    own = DETAILS.get(type(part))
    said = part_text(rules, part, language) if own is None else own(rules, part, language)
    if part.save is None:
        return said
    return f"{said} {rules.texts.say(language, f'means.save.{part.save.success}')}"


def _sleep(rules: Rules, part: effect_kinds.Sleep, language: Language) -> str:
    rows = (
        rules.texts.say(
            language,
            "means.sleep.row" if row.dice_min < row.dice_max else "means.sleep.lone",
            count=row.count,
            least=row.dice_min,
            most=row.dice_max,
        )
        for row in part.rows
    )
    return rules.texts.say(language, "means.sleep", rows="; ".join(rows))


def _victims(key: str) -> Callable[[Rules, Any, Language], str]:
    """An effect on a number of creatures of a kind."""

    def told(rules: Rules, part: Any, language: Language) -> str:
        return rules.texts.say(
            language, key, count=part.count, victims=rules.texts.say(language, f"means.victims.{part.victims}")
        )

    return told


def _summon(rules: Rules, part: effect_kinds.Summon, language: Language) -> str:
    kinds = ", ".join(entry_name(rules, "monster", name, language) for name in part.monsters)
    who = kinds or rules.texts.say(language, "means.summon.any")
    control = rules.texts.say(language, f"means.summon.{part.control}")
    return rules.texts.say(language, "means.summon", who=who, count=part.count, control=control)


def _bonus(rules: Rules, part: effect_kinds.Bonus, language: Language) -> str:
    numbers = {
        "to_hit": part.to_hit,
        "ac": part.ac,
        "missile_ac": part.missile_ac,
        "saves": part.saves,
        "attackers": part.attackers,
        "morale": part.morale,
    }
    told = [
        rules.texts.say(language, f"means.bonus.{name}", number=number) for name, number in numbers.items() if number
    ]
    if str(part.damage) not in ("0", ""):
        told.append(rules.texts.say(language, "means.bonus.damage", amount=part.damage))
    if part.saves_vs:
        told.append(rules.texts.say(language, "means.bonus.only", against=word_name(rules, part.saves_vs, language)))
    return rules.texts.say(language, "means.bonus", parts=", ".join(told)) if told else ""


def _unseen(rules: Rules, part: effect_kinds.Invisibility, language: Language) -> str:
    key = "means.invisibility.around" if part.radius else "means.invisibility"
    ends = rules.texts.say(language, "means.invisibility.attack") if part.ends_on_attack else ""
    return f"{rules.texts.say(language, key, feet=part.radius)} {ends}".strip()


def _form(rules: Rules, part: effect_kinds.Polymorph, language: Language) -> str:
    return rules.texts.say(language, f"means.polymorph.{part.who}")


def _speed(rules: Rules, part: effect_kinds.Speed, language: Language) -> str:
    key = "means.speed.faster" if part.factor > 1 else "means.speed.slower"
    return rules.texts.say(language, key, count=part.count or 1)


def _slay(rules: Rules, part: effect_kinds.Slay, language: Language) -> str:
    key = "means.slay.up_to" if part.hd_max else "means.slay"
    return rules.texts.say(language, key, hd=part.hd_max, count=part.count or "–")


def _attribute(rules: Rules, part: effect_kinds.Attribute, language: Language) -> str:
    ability = entry_name(rules, "ability", part.ability, language)
    return rules.texts.say(language, "means.attribute", ability=ability, number=part.amount, most=part.most)


def _confusion(rules: Rules, part: effect_kinds.Confusion, language: Language) -> str:
    return rules.texts.say(language, "means.confusion", count=part.count, hd=part.hd_no_save)


def _base_armour(rules: Rules, part: effect_kinds.BaseArmour, language: Language) -> str:
    return rules.texts.say(language, "means.base_armour", down=part.ac, up=19 - part.ac)


DETAILS: Final[Mapping[type, Callable[[Rules, Any, Language], str]]] = {
    effect_kinds.Attribute: _attribute,
    effect_kinds.BaseArmour: _base_armour,
    effect_kinds.Bonus: _bonus,
    effect_kinds.Charm: _victims("means.charm"),
    effect_kinds.Confusion: _confusion,
    effect_kinds.Hold: _victims("means.hold"),
    effect_kinds.Invisibility: _unseen,
    effect_kinds.Polymorph: _form,
    effect_kinds.Slay: _slay,
    effect_kinds.Sleep: _sleep,
    effect_kinds.Speed: _speed,
    effect_kinds.Summon: _summon,
}
"""Effects whose sentence in play says less than their numbers."""


def _magic_item(rules: Rules, entry: str, language: Language) -> str:
    """What a magic thing does, how long, and how often."""
    item: MagicItem | None = rules.content.magic_items.get(entry)
    if item is None:
        return ""
    kind = rules.texts.say(language, f"means.item.{item.category}")
    does = item.told(language) or _joined(effect_text(rules, part, language) for part in item.effects)
    others = ", ".join(entry_name(rules, "magic", one, language) for one in item.alternatives)
    does = does or (rules.texts.say(language, "means.one_of", others=others) if others else "")
    uses = ""
    if item.uses is not None:
        uses = rules.texts.say(language, f"means.uses.{item.uses.per}", count=item.uses.count)
    return _joined([kind, does, uses])


# ------------------------------------------------------------ arms and gear


def _weapon(rules: Rules, entry: str, language: Language) -> str:
    one: Weapon | None = rules.content.weapons.get(entry)
    if one is None:
        return ""
    say = rules.texts.say
    parts = [say(language, "means.weapon", damage=one.damage)]
    parts += [say(language, "means.weapon.two_hands")] if one.hands > 1 else []
    parts += [say(language, "means.weapon.range", feet=one.range)] if one.range else []
    parts += [say(language, "means.weapon.thrown", feet=one.thrown)] if one.thrown else []
    parts += [say(language, "means.weapon.blunt")] if one.blunt else []
    parts += [say(language, "means.weapon.silver")] if one.silver else []
    parts += [say(language, "means.weapon.burns", rounds=one.burns)] if one.burns else []
    return _joined([one.told(language), "; ".join(parts) + ".", _price(rules, one.cost, one.weight, language)])


def _price(rules: Rules, cost: float, weight: float, language: Language) -> str:
    key = "means.price_weight" if weight else "means.price"
    return rules.texts.say(language, key, gp=f"{cost:g}", pounds=weight)


def _armour(rules: Rules, entry: str, language: Language) -> str:
    one: Armour | None = rules.content.armour.get(entry)
    if one is None:
        return ""
    key = "means.shield" if one.shield else "means.armour"
    said = rules.texts.say(language, key, bonus=one.bonus, down=one.ac, up=one.aac)
    return _joined([said, _price(rules, one.cost, one.weight, language)])


def _gear(rules: Rules, entry: str, language: Language) -> str:
    one: Gear | None = rules.content.gear.get(entry)
    if one is None:
        return ""
    say = rules.texts.say
    light = say(language, "means.light", feet=one.light, turns=one.burns) if one.light else ""
    holds = say(language, "means.holds", pounds=one.capacity) if one.capacity and not one.ammunition else ""
    return _joined([one.told(language), light, holds, _price(rules, one.cost, one.weight, language)])


def _transport(rules: Rules, entry: str, language: Language) -> str:
    one: Transport | None = rules.content.transport.get(entry)
    if one is None:
        return ""
    moves = rules.texts.say(language, "means.moves", rate=one.move) if one.move else ""
    kind = rules.texts.say(language, f"means.transport.{one.kind}")
    return _joined([one.told(language) or kind, moves, _price(rules, one.cost, 0, language)])


def _hireling(rules: Rules, entry: str, language: Language) -> str:
    one: Hireling | None = rules.content.hirelings.get(entry)
    if one is None:
        return ""
    key = "means.hireling.fights" if one.combatant else "means.hireling"
    return _joined([one.told(language), rules.texts.say(language, key, gp=f"{one.wage:g}")])


# ------------------------------------------------------------ people


def _calling(rules: Rules, entry: str, language: Language) -> str:
    """A class: its words, what it hits points with, and every feature."""
    one: CharacterClass | None = rules.content.classes.get(entry)
    if one is None:
        return ""
    first = rules.texts.say(language, "means.class.prime", ability=entry_name(rules, "ability", one.prime, language))
    return _joined([one.told(language), first, *(feature_text(rules, feature, language) for feature in one.features)])


def feature_text(rules: Rules, feature: Any, language: Language) -> str:
    """A feature of a class with its name and what it does."""
    values = {
        name: value for name in feature.__struct_fields__ if isinstance(value := getattr(feature, name), int | Amount)
    }
    said = rules.texts.say(language, f"means.feature.{feature.__struct_config__.tag}", **values)
    name = str(feature.name.in_(language))
    return rules.texts.say(language, "means.named", name=capital(name), words=said)


def _folk(rules: Rules, entry: str, language: Language) -> str:
    one: People | None = rules.content.peoples.get(entry)
    return "" if one is None else one.told(language)


def _creature(rules: Rules, entry: str, language: Language) -> str:
    """A monster: hit dice, armour, attacks, and what is special about it."""
    one: Monster | None = rules.content.monsters.get(entry)
    if one is None:
        return ""
    say, rank = rules.texts.say, one.hd[0]
    dice = str(rank.points or (f"{rank.dice}{rank.plus:+d}" if rank.plus else rank.dice))
    names = rules.content.attack_names
    blows = ", ".join(f"{names[attack.name].name.in_(language)} {attack.damage}" for attack in one.attacks)
    numbers = say(language, "means.monster", dice=dice, down=one.ac if one.ac is not None else "–", blows=blows or "–")
    powers = "; ".join(special_text(rules, special, language) for special in one.specials)
    return _joined([one.told(language), numbers, f"{powers}." if powers and not powers.endswith(".") else powers])


def _said(sort: str) -> Meaning:
    """Words of the catalogues: what lasts on somebody, scores, sides."""

    def told(rules: Rules, entry: str, language: Language) -> str:
        return rules.texts.find(language, f"means.{sort}.{entry}") or ""

    return told


def _any_language(rules: Rules, entry: str, language: Language) -> str:
    return rules.texts.say(language, "means.language") if entry in rules.content.languages else ""


MEANINGS: Final[Mapping[str, Meaning]] = {
    "ability": _said("ability"),
    "alignment": _said("alignment"),
    "armour": _armour,
    "class": _calling,
    "effect": _said("effect"),
    "gear": _gear,
    "item": _magic_item,
    "language": _any_language,
    "magic": _magic_item,
    "monster": _creature,
    "people": _folk,
    "piece": _gear,
    "spell": _spell,
    "trade": _hireling,
    "transport": _transport,
    "weapon": _weapon,
}
"""What entries mean, by the sorts that `ENTRY_NAMES` names them by."""
