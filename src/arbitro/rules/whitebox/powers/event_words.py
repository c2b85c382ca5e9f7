"""What fills the gaps of the sentences of powers: monsters, powers and things by name, facts in full."""

from typing import Any, Final

from arbitro.kernel.event_words import EventWords
from arbitro.kernel.then import Then
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.measure import MINUTES_OF
from arbitro.rules.whitebox.people.telling import counted_item, item_name
from arbitro.rules.whitebox.powers import changes
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.perils import hazard_specials
from arbitro.rules.whitebox.powers.telling import part_text, reach_and_span, treasure_text
from arbitro.rules.whitebox.recounting import Recounting
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.state import State
from arbitro.text import Language, Name, capital


def _drawn(rules: Rules, event: e.CreatureDrawn, language: Language) -> str:
    """Who enters play: the kind, or its variety; which of several, or how many."""
    entry = rules.content.monsters[event.monster]
    name = entry.varieties[event.variety].name if event.variety else entry.name
    if event.count > 1:
        return f"{name.many(language)} ({event.count})"
    return f"{name.in_(language)} {event.number}" if event.number else name.in_(language)


_UNITS: Final = tuple(reversed(MINUTES_OF.items()))
"""The longest first."""


def _state(told: Recounting, event: e.EffectBegan | e.EffectEnded) -> str:
    """What somebody is, or is no more; whoever may know the effect learns what it helps against."""
    effect = event.effect if isinstance(event, e.EffectBegan) else None
    if effect is not None and effect.kind == "resisting" and effect.element:
        element = Name(told.word(effect.element), grammar="one")
        return told.say("effect.resisting_to", element=element)
    return told.say(f"effect.{event.kind}", who=told.name(event.who))


def _lasting(told: Recounting, event: e.EffectBegan) -> str:
    """How long an effect lasts, in the unit that its dice were thrown for, else the largest that it comes to."""
    minutes, effect = event.minutes, event.effect
    if minutes is None or effect is None:
        return ""
    if minutes < 0:
        return told.say("lasting.worn" if effect.worn else "lasting.open")
    fits = (unit for unit in _UNITS if minutes and minutes % unit[1] == 0 and event.each in (0, unit[1]))
    name, each = next(fits, _UNITS[-1])
    return told.say("lasting.for", span=told.say(f"unit.{name}", amount=minutes // each))


def _creature(told: Recounting, event: e.CreatureDrawn) -> dict[str, str]:
    ages = told.rules.content.dragon_ages.rows
    shown = next((row.result.name.in_(told.language) for row in ages if row.id == event.age), "")
    powers = ", ".join(told.say(f"special.{name}") for name in event.has)
    return {"monster": _drawn(told.rules, event, told.language), "age": shown, "powers": powers}


def _effect_began(told: Recounting, event: e.EffectBegan) -> dict[str, str]:
    return {"state": _state(told, event), "lasting": _lasting(told, event)}


def _effect_ended(told: Recounting, event: e.EffectEnded) -> dict[str, str]:
    return {"state": _state(told, event), "lasting": ""}


def _power_used(told: Recounting, event: e.PowerUsed) -> dict[str, str]:
    return {"spell": told.entry("power", event.key)} if event.power == "spell_like" else {}


def _turned(told: Recounting, event: e.TurnAttempted) -> dict[str, str]:
    rounds = sum(die.face for die in event.dice)
    return {"kind": told.entry("monster", event.kind), "span": told.say("unit.rounds", amount=rounds)}


def _bewildered(told: Recounting, event: e.Bewildered) -> dict[str, str]:
    row = told.rules.content.spell_tables[event.lookup.table].at(event.lookup.total)
    return {"row": row.result.name.in_(told.language)}


def _wall(told: Recounting, event: changes.WallRaised | changes.WallPassed | changes.ThrownBack) -> dict[str, str]:
    return {"of": told.word(event.of)}


def _thrown(
    told: Recounting,
    event: changes.WeaponThrown | changes.WeaponDropped | changes.WeaponPickedUp | changes.WeaponReturned,
) -> dict[str, str]:
    return {"weapon": _thrown_name(told.then, event, told.language)}


def _gathered(told: Recounting, event: changes.ThrownGathered) -> dict[str, str]:
    return {"things": counted_item(told.rules, event.of, event.count, told.language)}


def _setting(told: Recounting, event: changes.SettingSaid) -> dict[str, str]:
    return {"setting": ", ".join(map(told.word, event.setting)) or told.say("setting.nothing")}


def _exposed(told: Recounting, event: changes.Exposed) -> dict[str, str]:
    by = told.say("exposed_by", who=told.name(event.who)) if event.who else ""
    return {"bane": told.word(event.bane), "by": by}


def _hazard(told: Recounting, event: changes.HazardTouched) -> dict[str, str]:
    return {"hazard": _hazard_name(told.rules, event.hazard, told.language)}


def _card(told: Recounting, event: changes.CardDrawn) -> dict[str, str]:
    card: Any = told.rules.content.treasure_tables[event.table].at(event.lookup.total).result
    return {"card": card.name.in_(told.language), "text": card.text.in_(told.language)}


def _treasure(told: Recounting, event: e.TreasureRolled) -> dict[str, str]:
    return {"things": treasure_text(told.rules, event.found, told.language)}


def _regained(told: Recounting, event: e.SpellsRegained) -> dict[str, str]:
    return {"item": item_name(told.rules, event.item, told.language)}


def _used(told: Recounting, event: e.ThingUsed) -> dict[str, str]:
    return {"item": item_name(told.rules, event.of, told.language)}


def _thrown_name(
    then: Then[State],
    event: changes.WeaponThrown | changes.WeaponDropped | changes.WeaponPickedUp | changes.WeaponReturned,
    language: Language,
) -> Name:
    """A weapon that lies on the ground is no longer among those of its thrower."""
    lying = event.lying if isinstance(event, changes.WeaponThrown | changes.WeaponDropped) else None
    ways = lying.ways if lying is not None else ()
    found = next((way.name for way in ways if way.id == event.weapon), None)
    if found is not None:
        return found.in_(language)
    return then.name(f"{event.who}/{event.weapon}", language)


def _hazard_name(rules: Rules, name: str, language: Language) -> Name:
    found = rules.content.hazards.get(name) or rules.content.monsters.get(name)
    return Name(name) if found is None else found.name.in_(language)


def _facts(recounting: Recounting, event: e.FactsTold) -> dict[str, str]:
    rules, language = recounting.rules, recounting.language
    entry, told = Name(event.entry), list[str]()
    parts: tuple[special_kinds.AnySpecial | effect_kinds.AnyEffect, ...] = ()
    if event.sort == "monster":
        entry = entry_name(rules, "monster", event.entry, language)
        found = rules.content.monsters.get(event.entry)
        parts = found.specials if found is not None else ()
    elif event.sort == "spell":
        entry = entry_name(rules, "spell", event.entry, language)
        known = event.entry in rules.content.spells or event.entry in rules.content.reverses
        facts, parts = rules.content.find_spell(event.entry) if known else (None, ())
        if facts is not None and len(event.facts) == len(parts):  # the whole spell is the referee's
            told.append(reach_and_span(rules, facts, language))
    elif event.sort == "hazard":
        entry, parts = _hazard_name(rules, event.entry, language), hazard_specials(rules, event.entry)
    elif event.sort == "card":
        rows: Any = rules.content.treasure_tables["deck"].rows
        card = next(row.result for row in rows if row.id == event.entry)
        return {"entry": card.name.in_(language), "facts": card.text.in_(language)}
    elif event.sort == "item":
        entry = entry_name(rules, "magic", event.entry, language)
        item = rules.content.magic_items.get(event.entry)
        parts = item.effects if item is not None else ()
    for number in event.facts:
        if number < len(parts):
            told.append(part_text(rules, parts[number], language))
    sentences = (capital(each if each.endswith((".", "!", "?", "…")) else f"{each}.") for each in told)
    return {"entry": entry, "facts": " ".join(sentences)}


WORDS: Final = (
    EventWords[Recounting]()
    .on(e.CreatureDrawn, _creature)
    .on(e.EffectBegan, _effect_began)
    .on(e.EffectEnded, _effect_ended)
    .on(e.FactsTold, _facts)
    .on(e.PowerUsed, _power_used)
    .on(e.DeviceUsed, lambda told, event: {"device": told.name(f"{event.who}/{event.device}")})
    .on(e.WeaponRuined, lambda told, event: {"weapon": told.name(f"{event.who}/{event.weapon}")})
    .on(e.TurnAttempted, _turned)
    .on(e.MagicEnded, lambda told, event: {"kind": told.entry("effect", event.kind)})
    .on(e.Bewildered, _bewildered)
    .on(e.AttributeChanged, lambda told, event: {"ability": told.entry("ability", event.ability)})
    .on(e.SpellsRegained, _regained)
    .on(e.ThingUsed, _used)
    .on(e.TreasureRolled, _treasure)
    .on(changes.WallRaised, _wall)
    .on(changes.WallPassed, _wall)
    .on(changes.ThrownBack, _wall)
    .on(changes.ShapeChanged, lambda told, event: {"form": told.entry("monster", event.form)})
    .on(changes.WeaponThrown, _thrown)
    .on(changes.WeaponDropped, _thrown)
    .on(changes.WeaponPickedUp, _thrown)
    .on(changes.WeaponReturned, _thrown)
    .on(changes.ThrownGathered, _gathered)
    .on(changes.SettingSaid, _setting)
    .on(changes.Exposed, _exposed)
    .on(changes.HazardTouched, _hazard)
    .on(changes.Detected, lambda told, event: {"what": told.word(event.what)})
    .on(changes.CardDrawn, _card)
    .on(changes.BookRead, lambda told, event: {"class": told.entry("class", event.class_id)})
    .on(changes.AlignmentChanged, lambda told, event: {"alignment": told.entry("alignment", event.alignment)})
)
"""The words of the events of this chapter: monsters, powers and things by name, facts in full."""
