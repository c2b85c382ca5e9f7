"""White Box in words: names, what fills the gaps of its sentences, and the scene as lines of text."""

import re
from functools import lru_cache
from typing import Final

from arbitro.kernel.event import Event
from arbitro.kernel.event_words import EventWords
from arbitro.kernel.ruling import Check
from arbitro.kernel.same import Same
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sentence import names_of
from arbitro.kernel.then import Now, Then
from arbitro.rules.whitebox import events as e
from arbitro.rules.whitebox import view
from arbitro.rules.whitebox.declared import DeclaredAct
from arbitro.rules.whitebox.recounting import Recounting
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Intent, State
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Language, Name, NameRow, in_a_row, listed, with_article


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
    fight = here.state.fight
    people = [] if fight is None else [one for one in fight.combatants.values() if one.profile.group == subject]
    names = [one.profile.name for one in people]
    called = next((name for name in names if name.number), None)  # a leader's own name is not what the others are
    served = None if fight is None or called else fight.combatants.get(subject.partition("-")[2])
    trade = here.rules.content.hirelings.get(subject.partition("-")[2])
    if people and trade is not None and not called:
        return Name(trade.name.many(language))  # each has a name of their own, and the first may be dead
    if people and served is not None and served not in people:
        return Name(here.rules.texts.say(language, "group.in_service", who=served.profile.name.in_(language)))
    for name in (called, *names):
        if name is not None:
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


def intents(rules: Rules, now: Now[State], seat: Seat, language: Language) -> tuple[str, ...]:
    """What everybody has declared for this round, a line for each, as far as a seat was told."""
    fight = now.state.fight
    if fight is None or fight.phase == "over":
        return ()
    return tuple(
        rules.texts.say(
            language,
            "intends",
            who=now.name(who, language),
            intent=intent_text(rules, now, who, one.intent, language),
        )
        for who, one in fight.combatants.items()
        if one.intent is not None and one.condition == "up" and seat.knows(rules.told_of_intent(one))
    )


def act_text(rules: Rules, then: Then[State], who: str, intent: Intent, language: Language) -> str:
    """The act that somebody is committed to, with its thing and its target: "usare un oggetto (…) sull'orco"."""
    tag, things = DeclaredAct.read(intent.act)
    things = () if tag in NAMELESS else things
    key = "intent.act" + (".thing" if things else "") + (".at" if intent.target not in ("", who) else "")
    own = key.replace("intent.act", f"act.{tag}")
    return rules.texts.say(
        language,
        key if rules.texts.find(language, own) is None or own == f"act.{tag}" else own,
        act=rules.texts.say(language, f"act.{tag}"),
        thing=then.name(NAMED_AS.get(tag, f"{who}/") + things[0], language) if things else "",
        target=names_of(then, intent.target, language),
    )


def _weapon_of_attacker(told: Recounting, event: e.AttackRolled) -> dict[str, str]:
    name = told.name(f"{event.attacker}/{event.weapon}")
    # which one nobody knows: that is not worth saying
    plain = told.rules.content.attack_names[A_WEAPON].name.in_(told.language)
    return {"means": "" if name == plain else f" ({name})"}


def _weapon(told: Recounting, event: e.WeaponReadied) -> dict[str, str]:
    return {"weapon": told.name(f"{event.who}/{event.weapon}")}


def _spell(told: Recounting, event: e.SpellPrepared | e.SpellLost | e.SpellCast | e.SpellLapsed) -> dict[str, str]:
    return {"spell": told.name(f"{event.who}/{event.spell}")}


def _initiative(told: Recounting, event: e.InitiativeRolled) -> dict[str, str]:
    shown = (f"{side_called(told.then, side, told.language)} {die.face}" for side, die in event.dice.items())
    return {"shown": ", ".join(shown), "first": _sides_named(told, event.order[0])}


def _surprised(told: Recounting, event: e.Surprised) -> dict[str, str]:
    return {"surprised": _sides_named(told, event.surprised), "free": _sides_named(told, event.free)}


def _acting(told: Recounting, event: e.TurnBegan) -> dict[str, str]:
    return {"sides": _sides_named(told, event.order[event.turn] if event.order else ())}


def _sides_named(told: Recounting, sides: tuple[str, ...]) -> str:
    return sides_called(told.then, sides, told.language)


def _sides(told: Recounting, event: e.FightBegan) -> dict[str, str]:
    names = [with_article(side.name.in_(told.language), "the", told.language) for side in event.sides]
    return {"sides": listed(names, told.language)}


def _members(told: Recounting, event: e.Appeared) -> dict[str, str]:
    """Those who stand together in a row; others by how far they are from the first of them."""
    places: dict[int, list[str]] = {}
    for one in event.members:
        places.setdefault(one.at, []).append(str(one.name.in_(told.language)))
    first = next(iter(places), 0)
    rows = (
        told.say("appeared.apart", who=in_a_row(names), feet=abs(at - first)) if at != first else in_a_row(names)
        for at, names in places.items()
    )
    return {"who": "; ".join(rows)}


def _group_tested(told: Recounting, event: e.MoraleRolled) -> dict[str, str]:
    return {"group": told.name(event.group), "why": in_brackets(event.reason)}


def _group(told: Recounting, event: e.MoraleStands) -> dict[str, str]:
    return {"group": told.name(event.group)}


def _morale_due(told: Recounting, event: e.MoraleDue) -> dict[str, str]:
    moments = [told.say(f"morale_moment.{why}") for why in (event.why, *event.also)]
    return {"group": told.name(event.group), "moments": listed(moments, told.language)}


def _averted(told: Recounting, event: e.SaveRolled) -> dict[str, str]:
    found = told.rules.texts.find(told.language, f"averted.{event.against}") if event.against else None
    return {"averted": f" {found}" if found else ""}


def _word_on_peril(told: Recounting, event: e.PerilSettled) -> dict[str, str]:
    key = "save_word" if event.word in ("avoided", "half") else "danger"
    return {"word": told.say(f"{key}.{event.word}")}


def _intent(told: Recounting, event: e.Declared) -> dict[str, str]:
    return {"intent": intent_text(told.rules, told.then, event.who, event.intent, told.language)}


WORDS: Final = (
    EventWords[Recounting]()
    .on(e.AttackRolled, _weapon_of_attacker)
    .on(e.WeaponReadied, _weapon)
    .on(e.SpellPrepared, _spell)
    .on(e.SpellLost, _spell)
    .on(e.SpellCast, _spell)
    .on(e.SpellLapsed, _spell)
    .on(e.InitiativeRolled, _initiative)
    .on(e.Surprised, _surprised)
    .on(e.FightEnded, lambda told, event: {"winners": _sides_named(told, event.winners)})
    .on(e.TurnBegan, _acting)
    .on(e.FightBegan, _sides)
    .on(e.Appeared, _members)
    .on(e.Moved, lambda _, event: {"feet": str(abs(event.to - event.start))})
    .on(e.MoraleRolled, _group_tested)
    .on(e.MoraleDue, _morale_due)
    .on(e.MoraleStands, _group)
    .on(e.SaveRolled, _averted)
    .on(e.PerilSettled, _word_on_peril)
    .on(e.Declared, _intent)
)
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
    elif person.held and "asleep" not in person.effects:
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
