"""Powers in words: names of monsters, powers, things and effects; facts for the referee; entries of the bestiary."""

from collections.abc import Iterator
from typing import Any

from arbitro.kernel.witness import Said
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.bestiary import Attack, Monster
from arbitro.rules.whitebox.enchantment import Spell
from arbitro.rules.whitebox.entry_names import entry_name, word_name
from arbitro.rules.whitebox.exploring import telling as telling_rules
from arbitro.rules.whitebox.exploring.doors import SIX
from arbitro.rules.whitebox.measure import Save, Span
from arbitro.rules.whitebox.people.state import Hoard, Item
from arbitro.rules.whitebox.people.telling import coins_text
from arbitro.rules.whitebox.powers.devices import device_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.text import Language, Name

# ------------------------------------------------------------ names


def said(here: Here, subject: str) -> Said | None:
    """Everybody and everything of this game has a name."""
    del here, subject
    return None


def name_of(here: Here, subject: str, language: Language) -> Name:
    """The name of a thing that somebody uses in a fight (``berta/potion_healing``)."""
    who, slash, thing = subject.partition("/")
    fight = here.state.fight
    if slash and fight is not None and who in fight.combatants:
        device = device_of(fight.combatants[who], thing)
        if device is not None:
            return device.name.in_(language)
        if thing in here.rules.content.spells or thing in here.rules.content.reverses:
            return entry_name(here.rules, "spell", thing, language)
    return telling_rules.name_of(here, subject, language)


# ------------------------------------------------------------ sentences


def treasure_text(rules: Rules, hoard: Hoard, language: Language) -> str:
    """Coins, gems and things in words."""
    parts = [coins_text(rules, hoard.coins, language)]
    for valuable in hoard.valuables:
        name = valuable.name.in_(language) if valuable.name is not None else valuable.kind
        parts.append(rules.texts.say(language, "treasure.valuable", name=name, gp=valuable.gp))
    parts += [thing_text(rules, item, language) for item in hoard.items]
    return ", ".join(parts)


def thing_text(rules: Rules, item: Item, language: Language) -> str:
    """A found thing in full, for the referee: what it is, its bonus, its charges, its spells."""
    base = f" ({entry_name(rules, item.base_sort, item.base, language)})" if item.base else ""
    name = item.name.in_(language) if item.name else entry_name(rules, item.sort, item.of, language)
    plus = f" {item.plus:+d}" if item.plus else ""
    count = f"{item.count} × " if item.count > 1 else ""
    spells = ", ".join(entry_name(rules, "spell", spell, language) for spell in item.spells)
    charges = rules.texts.say(language, "treasure.charges", count=item.charges) if item.charges >= 0 else ""
    magic = rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    again = rules.texts.say(language, "treasure.rechargeable") if magic is not None and magic.rechargeable else ""
    better = rules.texts.say(language, "treasure.scroll", times=item.times, force=item.force) if item.times > 1 else ""
    more = "; ".join(part for part in (spells, charges, again, better) if part)
    return f"{count}{name}{plus}{base}" + (f" [{more}]" if more else "")


def reach_and_span(rules: Rules, spell: Spell, language: Language) -> str:
    """At what a spell is cast, and how long it lasts."""
    say = rules.texts.say
    spans = dict.fromkeys(spell.span.values())
    shown = (how_long(rules, span, language) for span in spans)
    return say(language, "part.spell", target=say(language, f"target.{spell.target}"), span=" / ".join(shown))


def how_long(rules: Rules, span: Span, language: Language) -> str:
    """How long something lasts, and how much more for each level."""
    if span.until is not None:
        return span.until.in_(language)
    say, fixed = rules.texts.say, span.amount.plus if not span.amount.count else span.amount
    told = [say(language, f"unit.{span.unit}", amount=fixed)] if fixed or not span.per_level else []
    if span.per_level:
        each = say(language, f"unit.{span.level_unit or span.unit}", amount=span.per_level)
        told.append(say(language, "means.per_level", each=each))
    return " + ".join(told)


def part_text(rules: Rules, part: special_kinds.AnySpecial | effect_kinds.AnyEffect, language: Language) -> str:
    """A power or an effect in words: told facts as they stand, others by name."""
    if isinstance(part, special_kinds.Special):
        return special_text(rules, part, language)
    words = rules.magic[type(part)].words
    if words is not None:
        return words(part, rules, language)
    return rules.texts.say(language, f"part.{part.__struct_config__.tag}", **_fields_of(rules, part, language))


def _fields_of(rules: Rules, part: effect_kinds.AnyEffect, language: Language) -> dict[str, object]:
    """What fills the sentence of an effect: its numbers, and its words by name."""
    named = {"spell": "spell", "alignment": "alignment"}
    found: dict[str, object] = {}
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if name in named and value:
            found[name] = entry_name(rules, named[name], value, language)
        elif isinstance(value, str):
            found[name] = rules.texts.find(language, f"kind.{value}") or word_name(rules, value, language)
        elif name == "elements":
            found[name] = ", ".join(word_name(rules, each, language) for each in value)
        else:
            found[name] = value if isinstance(value, int) else str(value)
    return found


# ------------------------------------------------------------ effects that say more than their numbers


def told(part: effect_kinds.Narrated, rules: Rules, language: Language) -> str:
    """Facts as they stand."""
    del rules
    return part.text.in_(language)


def wall(part: effect_kinds.Wall, rules: Rules, language: Language) -> str:
    """What a wall is made of, whom it stops, and how long, high, wide and thick it is, as far as its entry says."""
    key = "part.wall_solid" if part.solid else "part.wall"
    said = rules.texts.say(language, key, of=word_name(rules, part.of, language), hd=part.stops_hd, damage=part.damage)
    area = part.area
    sizes = {"length": area.length, "height": area.height, "square": part.square_feet, "thickness": part.thickness}
    known = [rules.texts.say(language, f"part.size_{name}", feet=feet) for name, feet in sizes.items() if feet]
    return f"{said} ({', '.join(known)})" if known else said


def telekinesis(part: effect_kinds.Telekinesis, rules: Rules, language: Language) -> str:
    """How much moves, and how far."""
    values = {"pounds": part.pounds, "each": part.pounds_per_level, "feet": part.feet}
    return rules.texts.say(language, "part.telekinesis", **values)


def food(part: effect_kinds.Food, rules: Rules, language: Language) -> str:
    """Food made, cleansed or spoiled."""
    return rules.texts.say(language, f"part.food_{part.action}", people=part.people)


def detection(part: effect_kinds.Detect, rules: Rules, language: Language) -> str:
    """What is found, and how far away."""
    where = rules.texts.say(language, "part.within", feet=part.radius) if part.radius else ""
    return rules.texts.say(language, "part.detect", what=word_name(rules, part.what, language), where=where)


def harm(part: effect_kinds.Damage, rules: Rules, language: Language) -> str:
    """Damage, by level where it goes by level."""
    if part.per_level is not None:
        return rules.texts.say(language, "part.damage_per_level", amount=str(part.per_level))
    return rules.texts.say(language, "part.damage", **_fields_of(rules, part, language))


def wishes(part: effect_kinds.Wishes, rules: Rules, language: Language) -> str:
    """How many wishes."""
    return rules.texts.say(language, "part.wishes", count=part.count)


def questions(part: effect_kinds.Questions, rules: Rules, language: Language) -> str:
    """How many questions."""
    return rules.texts.say(language, "part.questions", count=part.count or "1–6")


def affliction(part: effect_kinds.Inflict, rules: Rules, language: Language) -> str:
    """What befalls somebody."""
    return rules.texts.say(language, f"part.inflict_{part.what}", amount=part.amount)


def elsewhere(part: effect_kinds.Teleport, rules: Rules, language: Language) -> str:
    """How far, and what can go wrong."""
    say, odds = rules.texts.say, part.arrival
    if odds is None:
        return say(language, "part.teleport_sure", feet=part.feet)
    key = "part.arrival_lost" if odds.dies else "part.arrival_off"
    wrong = say(language, key, failure=odds.failure, six=odds.off_in_six, off=odds.off, times=odds.times)
    return say(language, "part.teleport", place=entry_name(rules, "manner", part.choice, language), wrong=wrong)


def berries(part: effect_kinds.Berries, rules: Rules, language: Language) -> str:
    """How many, and what each heals."""
    return rules.texts.say(language, "part.berries", count=part.count, hp=part.hp)


def lock(part: effect_kinds.Lock, rules: Rules, language: Language) -> str:
    """Who opens the door all the same."""
    key = "part.lock_passed" if part.passes_level else "part.lock"
    return rules.texts.say(language, key, level=part.passes_level)


def dust(part: effect_kinds.Disintegrate, rules: Rules, language: Language) -> str:
    """How magic things save against becoming dust."""
    key = "part.disintegrate_saved" if part.magic_saves_as else "part.disintegrate"
    return rules.texts.say(language, key, hd=part.magic_saves_as)


def return_of_the_dead(part: effect_kinds.Raise, rules: Rules, language: Language) -> str:
    """How long somebody may have been dead."""
    values = {"days": part.days, "each": part.days_per_level, "level": part.above_level}
    return rules.texts.say(language, "part.raise", **values)


def strands(part: effect_kinds.Entangle, rules: Rules, language: Language) -> str:
    """How long it takes to get free, by means."""
    say = rules.texts.say
    key = "part.entangle_cut" if part.hit_points else "part.entangle"
    fire = say(language, "unit.turns" if part.with_fire else "unit.rounds", amount=part.with_fire or 1)
    return say(language, key, hp=part.hit_points, fire=fire, strong=part.strong, others=part.others)


def way_to_move(part: effect_kinds.Movement, rules: Rules, language: Language) -> str:
    """How, how fast, how high, and how surely."""
    say = rules.texts.say
    told = [say(language, f"part.mode_{part.mode}")]
    if part.feet_per_round:
        told.append(say(language, "part.feet_per_round", feet=part.feet_per_round))
    if part.rate:
        told.append(say(language, "part.rate", rate=part.rate))
    if part.feet_per_level:
        told.append(say(language, "part.feet_per_level", feet=part.feet_per_level))
    if part.success < 100:
        told.append(say(language, "part.success", percent=part.success))
    return f"{', '.join(told)}."


# ------------------------------------------------------------ the bestiary


def special_text(rules: Rules, special: Any, language: Language) -> str:
    """A power or weakness in a few words with its numbers."""
    power = rules.powers[type(special)]
    if power.text is not None:
        return power.text(special).in_(language)
    parts: list[str] = []
    if getattr(special, "attack", ""):
        parts.append(rules.content.attack_names[special.attack].name.in_(language))
    if power.spell is not None:
        parts.append(entry_name(rules, "spell", power.spell(special), language))
    parts += _numbers(rules, special, language)
    parts += _words(rules, special, language)
    parts += _conditions(rules, special, language)
    parts += () if power.words is None else power.words(special, rules, language)
    name = rules.texts.say(language, f"special.{special.__struct_config__.tag}")
    return f"{name} ({'; '.join(parts)})" if parts else name


def _numbers(rules: Rules, special: Any, language: Language) -> Iterator[str]:
    """How much it does: dice, points, feet, chances."""
    for name in ("damage", "amount"):
        value = getattr(special, name, None)
        if value is not None and str(value) not in ("", "0"):
            yield word_name(rules, value, language) if isinstance(value, str) else str(value)
    for name in ("hp", "levels", "percent", "plus", "bonus", "chance", "as_hd", "radius", "feet"):
        value = getattr(special, name, 0)
        if value and value != 100:
            yield f"{value:+d}" if name in ("plus", "bonus") else f"{value}%" if name == "percent" else str(value)


def _words(rules: Rules, special: Any, language: Language) -> Iterator[str]:
    """Whom and what it is about: kinds of creatures, shapes, elements."""
    for name in ("to", "kinds", "kills", "repels", "forms", "stopped_by", "by"):
        value = getattr(special, name, ())
        if isinstance(value, tuple) and value:
            yield ", ".join(word_name(rules, word, language) for word in value)
    for name in ("element", "effect"):
        value = getattr(special, name, "")
        if value:
            yield word_name(rules, value, language)


def _conditions(rules: Rules, special: Any, language: Language) -> Iterator[str]:
    """The saving throw against it, how long it lasts and how often it can be done."""
    say = rules.texts.say
    save = getattr(special, "save", None)
    if isinstance(save, Save):
        danger = say(language, f"danger.{save.danger or 'single'}")
        modifier = f" {save.modifier:+d}" if save.modifier else ""
        yield say(language, "bestiary.save", danger=danger) + modifier
    span = getattr(special, "span", None)
    if isinstance(span, Span):
        yield how_long(rules, span, language)
    if getattr(special, "until_sated", False):
        yield say(language, "bestiary.until_sated")
    if getattr(special, "per_day", 0):
        yield say(language, "bestiary.per_day", count=special.per_day)


def reflected(it: special_kinds.Gaze, rules: Rules, language: Language) -> list[str]:
    """How often a mirror turns its eyes on itself."""
    return [rules.texts.say(language, "bestiary.reflected", percent=it.reflected)] if it.reflected else []


def destroyed_by(it: special_kinds.Conversion, rules: Rules, language: Language) -> list[str]:
    """What ends it."""
    by = ", ".join(word_name(rules, element, language) for element in it.destroyed_by)
    return [rules.texts.say(language, "bestiary.destroyed_by", by=by)]


def feet_in_webs(it: special_kinds.Webs, rules: Rules, language: Language) -> list[str]:
    """How fast one gets on in them."""
    return [rules.texts.say(language, "part.feet_per_round", feet=it.feet_per_round)]


def size_of_whirlwind(it: special_kinds.Whirlwind, rules: Rules, language: Language) -> list[str]:
    """How wide and high it is."""
    return [rules.texts.say(language, "bestiary.whirlwind", wide=it.diameter, high=it.height)]


def size_of_cloud(it: special_kinds.Spores, rules: Rules, language: Language) -> list[str]:
    """How far they fly."""
    return [rules.texts.say(language, "part.within", feet=it.area.radius).strip()]


def in_six(it: special_kinds.Companions, rules: Rules, language: Language) -> list[str]:
    """A line that companions are not always there."""
    return [rules.texts.say(language, "bestiary.in_six")] if it.chance < SIX else []


def by_option(it: special_kinds.Turning, rules: Rules, language: Language) -> list[str]:
    """A line that the referee says whether a power counts."""
    return [rules.texts.say(language, "bestiary.turning_option")] if it.option else []


def luring(it: special_kinds.Charm, rules: Rules, language: Language) -> list[str]:
    """A line that victims of a lure only walk towards it."""
    return [rules.texts.say(language, "bestiary.lures")] if it.lures else []


def _special_of(rules: Rules, entry: Monster, special: Any, language: Language) -> str:
    """A power in words, with the variety that alone has it."""
    kind = entry.varieties.get(getattr(special, "only", ""))
    only = f" [{kind.name.in_(language)}]" if kind is not None else ""
    return f"{special_text(rules, special, language)}{only}"


def _attack_facts(rules: Rules, attack: Attack, language: Language) -> str:
    """What else there is to know about a way to attack."""
    facts = {"range": attack.range, "ammunition": attack.ammunition, "share": attack.share}
    told = [rules.texts.say(language, f"bestiary.{name}", number=number) for name, number in facts.items() if number]
    if attack.default_damage:
        told.append(rules.texts.say(language, "bestiary.default_damage"))
    return f" ({'; '.join(told)})" if told else ""


def ecology_lines(rules: Rules, name: str, language: Language) -> list[str]:
    """Where a monster lives and with whom, company by company."""
    held, say = rules.content.ecology, rules.texts.say
    lines = []
    for company in held.of(name):
        entry = held.entries[company]
        places = ", ".join(say(language, f"bestiary.home.{place}") for place in entry.places)
        mates = [rules.content.monsters[other].name.many(language) for other in entry.members if other != name]
        lines.append(say(language, "bestiary.home", company=entry.name.in_(language), places=places))
        lines.append(say(language, "bestiary.mates", about=entry.about.in_(language), mates=", ".join(mates)))
    return lines


def monster_text(rules: Rules, name: str, language: Language) -> list[str]:
    """An entry of the bestiary in lines of text, for the referee."""
    entry: Monster = rules.content.monsters[name]
    say = rules.texts.say
    dice = ", ".join(
        say(language, "bestiary.points", points=rank.points)
        if rank.points
        else f"{rank.dice}{rank.plus:+d}"
        if rank.plus
        else str(rank.dice)
        for rank in entry.hd
    )
    armour = say(language, "picture.armour", down=entry.ac, up=entry.aac).lstrip(", ") if entry.ac is not None else "–"
    moves = ", ".join(f"{say(language, f'mode.{mode}')} {rate}" for mode, rate in entry.move.items())
    alignment = rules.content.creation.alignments[entry.alignment].name.in_(language)
    xp = ", ".join(str(rank.xp) for rank in entry.hd)
    saves = ", ".join(str(rank.save) for rank in entry.hd)
    to_hit = ", ".join(f"{rank.to_hit:+d}" for rank in entry.hd)
    lines = [
        entry.name.in_(language),
        say(language, "bestiary.numbers", dice=dice, armour=armour, to_hit=to_hit, saves=saves, xp=xp),
        say(language, "bestiary.moves", moves=moves, alignment=alignment),
    ]
    for attack in entry.attacks:
        count = f"{attack.count} × " if attack.count > 1 else ""
        name_ = rules.content.attack_names[attack.name].name.in_(language)
        lines.append(f"  {count}{name_} {attack.damage}{_attack_facts(rules, attack, language)}")
    lines += [f"  • {_special_of(rules, entry, special, language)}" for special in entry.specials]
    lines += [f"  {kind.name.in_(language)} [{key}]" for key, kind in entry.varieties.items()]
    if entry.shield_ac is not None:
        lines.append(say(language, "bestiary.shield", down=entry.shield_ac, up=19 - entry.shield_ac))
    hint = next(hint.modifier for hint in rules.content.bestiary.morale if entry.morale <= hint.up_to)
    steady = say(language, "bestiary.fearless") if entry.fearless else f"{entry.morale} ({hint:+d})"
    worth = ", ".join(str(rank.hde) if rank.hde else "<1" for rank in entry.hd)
    hoard = say(language, f"bestiary.treasure_{entry.treasure}")
    lines.append(say(language, "bestiary.morale", steady=steady, worth=worth, treasure=hoard))
    if entry.note is not None:
        lines.append(entry.note.in_(language))
    if entry.printed:
        read = ", ".join(f"{say(language, f'bestiary.field.{name}')} {value}" for name, value in entry.printed.items())
        lines.append(say(language, "bestiary.printed", read=read))
    lines += ecology_lines(rules, name, language)
    advanced = say(language, "encounters.advanced")
    source = entry.source.replace("LSB advanced", f"LSB, {advanced}")
    lines.append(say(language, "bestiary.source", source=source, dungeon=entry.appearing.dungeon, lair=entry.lair))
    return lines
