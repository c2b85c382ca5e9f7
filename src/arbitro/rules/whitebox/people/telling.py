"""People in words: names of everything they are and have, sentences, sheets."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.content import Noun
from arbitro.kernel.event_words import EventWords
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox import narration
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.people import equipment, view
from arbitro.rules.whitebox.people import events as e
from arbitro.rules.whitebox.people import load as load_rules
from arbitro.rules.whitebox.people.arms import armour_class
from arbitro.rules.whitebox.people.load import combat_distance, walk, walking_rate
from arbitro.rules.whitebox.people.records import modifier, top_level
from arbitro.rules.whitebox.people.state import PARTY, Character, Coins, Item
from arbitro.rules.whitebox.people.treasure import purse
from arbitro.rules.whitebox.recounting import Recounting
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.text import Gender, Language, Name, with_article


def _fitting(noun: Noun, gender: Gender, language: Language) -> str:
    """A noun in the form that fits whoever is called so."""
    return noun.feminine if language == "it" and gender == "f" and noun.feminine else noun.in_(language)


# ------------------------------------------------------------ names


def name_of(here: Here, subject: str, language: Language) -> Name:
    """Names of a character, a thing of a character's (``berto/mace``), or an entry of the lists (``spell:sleep``)."""
    sort, colon, entry = subject.partition(":")
    if sort == "purse" and entry in here.state.characters:
        return Name(coins_text(here.rules, here.state.characters[entry].coins, language))
    if colon:
        return entry_name(here.rules, sort, entry, language)
    who, slash, thing = subject.partition("/")
    one = here.state.characters.get(who)
    if one is not None:
        if slash and thing in one.items:
            return item_name(here.rules, one.items[thing], language)
        in_fight = here.state.fight is not None and who in here.state.fight.combatants
        if slash and not in_fight:
            return narration.gone_thing(here, subject, language)
        return narration.name_of(here, subject, language) if slash else one.name.in_(language)
    if subject == PARTY and (here.state.fight is None or PARTY not in here.state.fight.sides):
        return here.state.party.name.in_(language)
    return narration.name_of(here, subject, language)


def item_name(rules: Rules, item: Item, language: Language) -> Name:
    """What a thing is called, with its enchantment."""
    if not item.known:
        return entry_name(rules, item.base_sort or "unknown", item.base or "unknown", language)
    if item.name is not None:
        return item.name.in_(language)
    gear = rules.content.gear.get(item.of) if item.sort == "gear" else None
    if gear is not None and gear.piece is not None:
        return gear.piece.in_(language) if item.count == 1 else gear.piece.many(language)
    name = entry_name(rules, item.sort, item.of, language)
    plus = f" {item.plus:+d}" if item.plus and f"{item.plus:+d}" not in name else ""
    foe = f" ({rules.texts.say(language, f'kind.{item.foe}')})" if item.foe else ""
    return Name(f"{name}{plus}{foe}", name.gender, name.grammar) if plus or foe else name


def counted_item(rules: Rules, item: Item, count: int, language: Language) -> str:
    """So many of a thing in words: "una torcia", "3 torce"; what has no plural is counted: "3 × guarigione"."""
    name = item_name(rules, replace(item, count=count), language)
    if count == 1:
        return name if name.grammar == "proper" else with_article(name, "a", language)
    if name.grammar == "many":  # pieces of a bundle
        return f"{count} {name}"
    plain = item.known and item.name is None and not item.plus and not item.foe
    listed = equipment.listed(rules, item.sort, item.of) if plain else None
    if listed is None or listed.name.plural is None:
        return f"{count} × {name}"
    return f"{count} {listed.name.many(language)}"


def calling_name(rules: Rules, one: Character, language: Language) -> str:
    """What somebody is: the class, or the trade, in the form that fits."""
    return calling_called(rules, one.class_id, one.trade, one.name.gender, language)


def calling_called(rules: Rules, class_id: str, trade: str, gender: Gender, language: Language) -> str:
    """A class or a trade, in the form that fits."""
    facts = rules.content.classes.get(class_id) or rules.content.hirelings.get(trade)
    return (class_id or trade) if facts is None else _fitting(facts.name, gender, language)


def folk_name(rules: Rules, one: Character, language: Language) -> str:
    """What somebody's people is called, in the form that fits."""
    return folk_called(rules, one.people, one.name.gender, language)


def folk_called(rules: Rules, folk: str, gender: Gender, language: Language) -> str:
    """A people, in the form that fits."""
    facts = rules.content.peoples.get(folk)
    return folk if facts is None else _fitting(facts.name, gender, language)


# ------------------------------------------------------------ sentences


def _made(told: Recounting, event: e.CharacterMade) -> dict[str, str]:
    rules, language = told.rules, told.language
    gender = told.name(event.who).gender
    calling = calling_called(rules, event.class_id, event.trade, gender, language)
    folk = folk_called(rules, event.folk, gender, language)
    employer = told.name(event.employer) if event.employer else ""
    before = "" if folk == calling else f"{folk}, "  # a people may be a class
    return {"calling": f"{before}{calling}", "employer": employer}


def _ability(told: Recounting, event: e.AbilityChanged) -> dict[str, str]:
    return {"ability": told.rules.content.creation.abilities[event.ability].name.in_(told.language)}


def _scores(told: Recounting, event: e.ScoresRolled) -> dict[str, str]:
    abilities = told.rules.content.creation.abilities
    shown = (f"{abilities[one].short.in_(told.language)} {score}" for one, score in event.abilities.items())
    return {"scores": ", ".join(shown)}


def _bought(told: Recounting, event: e.Bought) -> dict[str, str]:
    now = told.say("bought_now", count=event.item.count) if event.item.count > event.count else ""
    return {"things": _counted(told, event.item, event.count), "price": _price(told, event.price), "now": now}


def _gained(told: Recounting, event: e.ItemGained) -> dict[str, str]:
    return {"things": _counted(told, event.item, event.count), "price": _price(told, 0), "now": ""}


def _sold(told: Recounting, event: e.Sold) -> dict[str, str]:
    return {"things": _counted(told, event.of, event.count), "price": _price(told, event.price)}


def _spent(told: Recounting, event: e.ItemSpent) -> dict[str, str]:
    return {"things": _counted(told, event.of, event.count), "price": _price(told, 0)}


def _taken(told: Recounting, event: e.ItemTaken) -> dict[str, str]:
    return {"item": item_name(told.rules, event.item, told.language)}


def _valuables(told: Recounting, event: e.ValuablesSold) -> dict[str, str]:
    return {"kind": told.say(f"valuable.{event.kind}"), "price": _price(told, event.price)}


def _purse(told: Recounting, event: e.CoinsChanged) -> dict[str, str]:
    return {"purse": coins_text(told.rules, event.coins, told.language)}


def _paid(told: Recounting, event: e.Paid) -> dict[str, str]:
    return {"coins": coins_text(told.rules, event.amount, told.language)}


def _spell(
    told: Recounting, event: e.SpellMemorised | e.SpellForgotten | e.SpellLearned | e.SpellSpent | e.SpellAsks
) -> dict[str, str]:
    return {"spell": told.entry("spell", event.spell)}


def stronghold(told: Recounting, event: e.StrongholdOpen) -> dict[str, str]:
    """What somebody may build now, and the title that comes with it."""
    facts = told.rules.content.classes[event.class_id].stronghold
    if facts is None:
        return {"kind": "", "title": ""}
    title = ""
    if facts.title is not None:
        title = _fitting(facts.title, told.name(event.who).gender, told.language)
    return {"kind": told.say(f"stronghold.{facts.kind}"), "title": title}


def _divided(told: Recounting, event: e.TreasureDivided) -> dict[str, str]:
    shares = event.shares.items()
    shown = (f"{told.name(who)} {coins_text(told.rules, coins, told.language)}" for who, coins in shares)
    return {"shown": "; ".join(shown), "rest": coins_text(told.rules, event.left, told.language)}


def _found(told: Recounting, event: e.TreasureFound) -> dict[str, str]:
    return {"things": hoard_text(told.rules, event.found.coins, event.found.items, told.language)}


def _unpriced(told: Recounting, event: e.XpCounted) -> dict[str, str]:
    return {"names": ", ".join(dict.fromkeys(map(told.name, event.unpriced)))}


def _counted(told: Recounting, item: Item, count: int) -> str:
    return counted_item(told.rules, item, count, told.language)


def _price(told: Recounting, copper: int) -> str:
    return coins_text(told.rules, purse(copper), told.language) if copper else told.say("price.none")


WORDS: Final = (
    EventWords[Recounting]()
    .on(e.CharacterMade, _made)
    .on(e.AbilityChanged, _ability)
    .on(e.ScoresRolled, _scores)
    .on(e.Bought, _bought)
    .on(e.ItemGained, _gained)
    .on(e.ItemTaken, _taken)
    .on(e.Sold, _sold)
    .on(e.ItemSpent, _spent)
    .on(e.ValuablesSold, _valuables)
    .on(e.ItemGiven, lambda told, event: {"things": _counted(told, event.to_item, event.count)})
    .on(e.CoinsChanged, _purse)
    .on(e.ItemMoved, lambda told, event: {"item": told.name(f"{event.who}/{event.key}")})
    .on(e.Paid, _paid)
    .on(e.WagesPaid, lambda told, event: {"price": _price(told, event.price)})
    .on(e.SpellMemorised, _spell)
    .on(e.SpellForgotten, _spell)
    .on(e.SpellLearned, _spell)
    .on(e.SpellSpent, _spell)
    .on(e.SpellAsks, _spell)
    .on(e.ClassChosen, lambda told, event: {"calling": told.entry("class", event.class_id)})
    .on(e.StrongholdOpen, stronghold)
    .on(e.TreasureDivided, _divided)
    .on(e.TreasureFound, _found)
    .on(e.XpCounted, _unpriced)
)
"""The words of the events of this chapter: things, spells, classes and coins by name."""


def coins_text(rules: Rules, coins: Coins, language: Language) -> str:
    """Coins in words: 3 gp, 2 sp."""
    parts = [
        rules.texts.say(language, f"coins.{kind}", count=getattr(coins, kind))
        for kind in ("gp", "sp", "cp")
        if getattr(coins, kind)
    ]
    return ", ".join(parts) or rules.texts.say(language, "coins.none")


def hoard_text(rules: Rules, coins: Coins, items: tuple[Item, ...], language: Language) -> str:
    """Coins and things in words."""
    things = [item_name(rules, item, language) for item in items]
    return ", ".join([coins_text(rules, coins, language), *things] if coins.count or not things else things)


# ------------------------------------------------------------ sheets


def sheet_text(here: Here, one: Character, language: Language) -> list[str]:
    """A character sheet in lines of text."""
    say = here.rules.texts.say
    creation = here.rules.content.creation
    alignment = creation.alignments[one.alignment].name.in_(language)
    folk, calling = folk_name(here.rules, one, language), calling_name(here.rules, one, language)
    lines = [
        say(language, "sheet.head", who=one.name.in_(language), folk=folk, calling=calling, level=one.level),
        say(language, "sheet.life", hp=one.hp, max=one.max_hp, alignment=alignment),
    ]
    armour = armour_class(here.rules, one)
    lines.append(say(language, "sheet.armour", down=19 - armour, up=armour))
    if one.abilities:
        scores = (
            f"{creation.abilities[ability].short.in_(language)} {score} ({modifier(here.rules, score):+d})"
            for ability, score in one.abilities.items()
        )
        lines.append("  ".join(scores))
    if one.class_id:
        lines.append(_experience(here.rules, one, language))
    lines.append(_walking(here, one, language))
    for item in one.items.values():
        count = f"{item.count} × " if item.count > 1 else ""
        where = say(language, f"place.{item.where}")
        lines.append(f"  {count}{item_name(here.rules, item, language)} ({where})")
    lines.append(say(language, "sheet.coins", coins=coins_text(here.rules, one.coins, language)))
    for key, spells in (("sheet.book", one.book), ("sheet.prepared", one.prepared)):
        if spells:
            names = ", ".join(entry_name(here.rules, "spell", spell, language) for spell in spells)
            lines.append(say(language, key, spells=names))
    spoken = ", ".join(entry_name(here.rules, "language", name, language) for name in one.languages)
    lines.append(say(language, "sheet.languages", languages=spoken))
    if one.health != "well":
        lines.append(say(language, f"health.{one.health}", who=one.name.in_(language)))
    return lines


def _experience(rules: Rules, one: Character, language: Language) -> str:
    levels = rules.content.classes[one.class_id].levels
    needed = levels[one.level].xp if one.level < top_level(rules, one.people, one.class_id) else None
    key = "sheet.xp" if needed is not None else "sheet.xp_top"
    return rules.texts.say(language, key, xp=one.xp, bonus=one.xp_bonus, needed=needed or 0)


def _walking(here: Here, one: Character, language: Language) -> str:
    load, rate = load_rules.load(here.rules, one), walking_rate(here.rules, one)
    return here.rules.texts.say(
        language,
        "sheet.load",
        pounds=load,
        rate=rate,
        careful=walk(here.state, rate, "careful").turn,
        feet=walk(here.state, rate).turn,
        round=combat_distance(rate),
    )


def picture(here: Here, seat: Seat, language: Language) -> list[str]:
    """The fight, or between fights the party in marching order."""
    lines = narration.picture(here, seat, language)
    if fighting(here.state) or not here.state.characters:
        return lines
    say = here.rules.texts.say
    lines = [say(language, "picture.party", who=here.state.party.name.in_(language))]
    for companion in view.companions(here.state, seat):
        one = here.state.characters[companion.id]
        name, calling = one.name.in_(language), calling_name(here.rules, one, language)
        if companion.health != "well":
            health = say(language, f"health.{companion.health}", who=name)
        elif companion.sheet is not None:
            health = say(language, "picture.hp", hp=one.hp, max=one.max_hp)
        else:
            health = ""
        key = "picture.companion" if health else "picture.companion_seen"
        lines.append(say(language, key, who=name, calling=calling, level=one.level, health=health))
    return lines
