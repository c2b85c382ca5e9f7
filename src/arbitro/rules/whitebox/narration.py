"""White Box in words: names, what fills the gaps of its sentences, and the scene as lines of text."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.kernel.same import Same
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sentence import names_of
from arbitro.kernel.then import Then
from arbitro.rules.whitebox import events as e
from arbitro.rules.whitebox import view
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Intent, State
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Language, Name, NameRow, with_article


@lru_cache(maxsize=8192)  # from command to command most people stay as they are
def _person_line(rules: Rules, person: Same[view.Person], language: Language) -> str:
    return f"  {person_line(rules, person.thing, language)}"


def in_brackets(reason: str) -> str:
    """What a referee has said about a ruling, to be set behind it; nothing where nothing was said."""
    return f" ({reason.strip()})" if reason.strip() else ""


def name_of(here: Here, subject: str, language: Language) -> Name:
    """A combatant, a side, a group, or a thing of a combatant's (``orc-1/axe``)."""
    who, _, thing = subject.partition("/")
    fight = here.state.fight
    if fight is not None and who in fight.sides:
        return fight.sides[who].name.in_(language)
    one = fight.combatants.get(who) if fight is not None else None
    if one is None:
        return _group_name(here, subject, language)
    if not thing:
        return one.profile.name.in_(language)
    things = {weapon.id: weapon.name for weapon in one.profile.weapons}
    things |= {spell.id: spell.name for spell in one.profile.spells}
    return things[thing].in_(language) if thing in things else gone_thing(here, subject, language)


def gone_thing(here: Here, subject: str, language: Language) -> Name:
    """A thing that somebody has no more, as the lists call plain weapons; else by its id, for others to know better."""
    thing = re.sub(r"-\d+$", "", subject.partition("/")[2])
    listed = here.rules.content.weapons.get(thing) or here.rules.content.attack_names.get(thing)
    return Name(subject) if listed is None else listed.name.in_(language)


def _group_name(here: Here, subject: str, language: Language) -> Name:
    if subject == REFEREE_ONLY:
        return Name(here.rules.texts.say(language, "referee"))
    for one in here.state.fight.combatants.values() if here.state.fight is not None else ():
        if one.profile.group == subject:
            name = one.profile.name
            return Named(name.it, name.en, name.gender).in_(language)
    return Name(subject)


def side_called(then: Then[State], side: str, language: Language) -> str:
    """A side (or somebody, where each has their own die) within a sentence."""
    return with_article(then.name(side, language), "the", language)


def sides_called(then: Then[State], sides: tuple[str, ...], language: Language) -> str:
    """Several of them: "la compagnia e gli orchi"."""
    return with_article(NameRow(then.name(side, language) for side in sides), "the", language)


def number_needed(rules: Rules, event: Event, check: Check, language: Language) -> str | None:
    """An attack names the armour class that it meets, where the reader may know it, and how the number comes of it.

    On the tables that is the table and its row; without one it is what the creature itself adds.
    """
    if check.against != "armour_descending" or check.needed is None:
        return None
    row, armour = getattr(event, "row", 0), getattr(event, "armour", 0)
    table = next((one for one in rules.numbers.attack.values() if set(one.rules) <= set(event.rules)), None)
    if row and table is not None:
        ascending = check.needed + table.bonus(row)
        key, values = "against.on_the_table", {"table": table.table, "row": row}
    elif armour:
        ascending, key, values = armour, "against.by_own_bonus", {"bonus": armour - check.needed}
    else:
        return None
    return rules.texts.say(language, key, descending=19 - ascending, ascending=ascending, **values)


NAMED_AS: Final = {
    "use_power": "power:",
    "turn_undead": "monster:",
    "present": "word:",
    "begin_song": "gift:",
    "change_shape": "gift:",
    "use_skill": "skill:",
}
"""How the thing of a declared act is named, by the act; others are things that the doer carries."""


A_WEAPON: Final = "weapon"
"""The attack of whoever fights with a weapon of some sort."""
NAMELESS: Final = ("pick_up",)
"""Acts whose thing is in nobody's hands and has no name of its own yet."""


def intent_text(rules: Rules, then: Then[State], who: str, intent: Intent, language: Language) -> str:
    """What somebody is committed to, with which spell and against whom: "colpire l'orco"."""
    if intent.act:
        return act_text(rules, then, who, intent, language)
    bare = f"intent.{intent.kind}"
    aimed = intent.target not in ("", who)
    key = f"{bare}.at" if aimed else f"{bare}.spell" if intent.spell else bare
    target = names_of(then, intent.target, language)
    spell = then.name(f"{who}/{intent.spell}", language)
    return rules.texts.say(
        language, bare if rules.texts.find(language, key) is None else key, target=target, spell=spell
    )


def act_text(rules: Rules, then: Then[State], who: str, intent: Intent, language: Language) -> str:
    """The act that somebody is committed to, with its thing and its target: "usare un oggetto (…) sull'orco"."""
    tag, *things = intent.act.split("/")
    things = [] if tag in NAMELESS else things
    key = "intent.act" + (".thing" if things else "") + (".at" if intent.target not in ("", who) else "")
    own = key.replace("intent.act", f"act.{tag}")
    return rules.texts.say(
        language,
        key if rules.texts.find(language, own) is None or own == f"act.{tag}" else own,
        act=rules.texts.say(language, f"act.{tag}"),
        thing=then.name(NAMED_AS.get(tag, f"{who}/") + things[0], language) if things else "",
        target=names_of(then, intent.target, language),
    )


def _weapon_of_attacker(rules: Rules, then: Then[State], event: e.AttackRolled, language: Language) -> dict[str, str]:
    name = then.name(f"{event.attacker}/{event.weapon}", language)
    plain = rules.content.attack_names[A_WEAPON].name.in_(language)  # which one nobody knows: that is not worth saying
    return {"means": "" if name == plain else f" ({name})"}


def _weapon(rules: Rules, then: Then[State], event: e.WeaponReadied, language: Language) -> dict[str, str]:
    del rules
    return {"weapon": then.name(f"{event.who}/{event.weapon}", language)}


def _spell(
    rules: Rules,
    then: Then[State],
    event: e.SpellPrepared | e.SpellLost | e.SpellCast | e.SpellLapsed,
    language: Language,
) -> dict[str, str]:
    del rules
    return {"spell": then.name(f"{event.who}/{event.spell}", language)}


def _initiative(rules: Rules, then: Then[State], event: e.InitiativeRolled, language: Language) -> dict[str, str]:
    del rules
    shown = (f"{side_called(then, side, language)} {die.face}" for side, die in event.dice.items())
    return {"shown": ", ".join(shown), "first": sides_called(then, event.order[0], language)}


def _surprised(rules: Rules, then: Then[State], event: e.Surprised, language: Language) -> dict[str, str]:
    del rules
    return {
        "surprised": sides_called(then, event.surprised, language),
        "free": sides_called(then, event.free, language),
    }


def _winners(rules: Rules, then: Then[State], event: e.FightEnded, language: Language) -> dict[str, str]:
    del rules
    return {"winners": sides_called(then, event.winners, language)}


def _acting(rules: Rules, then: Then[State], event: e.TurnBegan, language: Language) -> dict[str, str]:
    del rules
    acting = event.order[event.turn] if event.order else ()
    return {"sides": sides_called(then, acting, language)}


def _sides(rules: Rules, then: Then[State], event: e.FightBegan, language: Language) -> dict[str, str]:
    del rules, then
    names = (with_article(side.name.in_(language), "the", language) for side in event.sides)
    return {"sides": ", ".join(names)}


def _members(rules: Rules, then: Then[State], event: e.Appeared, language: Language) -> dict[str, str]:
    del rules, then
    names = (f"{one.name.in_(language)} ({one.at})" for one in event.members)
    return {"who": ", ".join(names)}


def _group_tested(rules: Rules, then: Then[State], event: e.MoraleRolled, language: Language) -> dict[str, str]:
    del rules
    return {"group": then.name(event.group, language), "why": in_brackets(event.reason)}


def _group(rules: Rules, then: Then[State], event: e.MoraleDue | e.MoraleStands, language: Language) -> dict[str, str]:
    del rules
    return {"group": then.name(event.group, language)}


def _word_on_peril(rules: Rules, then: Then[State], event: e.PerilSettled, language: Language) -> dict[str, str]:
    del then
    key = "save_word" if event.word in ("avoided", "half") else "danger"
    return {"word": rules.texts.say(language, f"{key}.{event.word}")}


def _intent(rules: Rules, then: Then[State], event: e.Declared, language: Language) -> dict[str, str]:
    return {"intent": intent_text(rules, then, event.who, event.intent, language)}


WORDS: Final[dict[type[Event], Callable[[Rules, Then[State], Any, Language], dict[str, str]]]] = {
    e.AttackRolled: _weapon_of_attacker,
    e.WeaponReadied: _weapon,
    e.SpellPrepared: _spell,
    e.SpellLost: _spell,
    e.SpellCast: _spell,
    e.SpellLapsed: _spell,
    e.InitiativeRolled: _initiative,
    e.Surprised: _surprised,
    e.FightEnded: _winners,
    e.TurnBegan: _acting,
    e.FightBegan: _sides,
    e.Appeared: _members,
    e.MoraleRolled: _group_tested,
    e.MoraleDue: _group,
    e.MoraleStands: _group,
    e.PerilSettled: _word_on_peril,
    e.Declared: _intent,
}
"""What fills the gaps of a sentence beyond the fields of its event."""


def picture(here: Here, seat: Seat, language: Language) -> list[str]:
    """The fight in lines: the moment, then each side with its people, where they stand and how they are."""
    seen = view.view(here.state, seat).fight
    if seen is None:
        return []
    say = here.rules.texts.say
    acting = ", ".join(seen.sides[side].in_(language) for side in seen.acting)
    phase = say(language, f"phase.{seen.phase}")
    lines = [say(language, "picture.moment", round=seen.round, phase=phase, sides=acting or "–")]
    for side, name in seen.sides.items():
        lines.append(f"{name.in_(language)}:")
        lines += [_person_line(here.rules, Same(person), language) for person in seen.people if person.side == side]
    return lines


def person_line(rules: Rules, person: view.Person, language: Language) -> str:
    """Somebody in the fight: where they stand and how they are."""
    say = rules.texts.say
    name = person.name.in_(language)
    if person.condition != "up":
        health = say(language, f"condition.{person.condition}", who=name)
    elif person.held:
        health = say(language, "condition.held", who=name)
    elif person.numbers is not None:
        health = say(language, "picture.hp", hp=person.numbers.hp, max=person.numbers.max_hp)
    else:
        health = say(language, f"wounds.{person.wounds}", who=name)
    armour = ""
    if person.numbers is not None:
        armour = say(language, "picture.armour", down=19 - person.numbers.armour, up=person.numbers.armour)
    if person.effects:
        health += f" ({', '.join(say(language, f'effect.{kind}', who=name) for kind in person.effects)})"
    if person.at is None:
        return say(language, "picture.unseen", who=name, health=health)
    return say(language, "picture.person", who=name, feet=person.at, health=health, armour=armour)
