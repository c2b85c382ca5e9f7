"""White Box in words: names, what fills the gaps of its sentences, and the scene as lines of text."""

from functools import lru_cache

from arbitro.kernel.event import Event
from arbitro.kernel.explain import names_of
from arbitro.kernel.ruling import Check
from arbitro.kernel.same import Same
from arbitro.kernel.seat import REFEREE_ONLY, Seat
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
    things = {weapon.id: weapon.name for weapon in one.profile.weapons}
    things |= {spell.id: spell.name for spell in one.profile.spells}
    return things.get(thing, one.profile.name).in_(language)


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


def intent_text(rules: Rules, then: Then[State], who: str, intent: Intent, language: Language) -> str:
    """What somebody is committed to, with which spell and against whom: "colpire l'orco"."""
    bare = f"intent.{intent.kind}"
    aimed = intent.target not in ("", who)
    key = f"{bare}.at" if aimed else f"{bare}.spell" if intent.spell else bare
    target = names_of(then, intent.target, language)
    spell = then.name(f"{who}/{intent.spell}", language)
    return rules.texts.say(
        language, bare if rules.texts.find(language, key) is None else key, target=target, spell=spell
    )


def words_for(rules: Rules, then: Then[State], event: Event, language: Language) -> dict[str, str]:
    """Weapons and spells by name, dice of initiative by side, sides of a turn."""
    match event:
        case e.AttackRolled():
            return {"weapon": then.name(f"{event.attacker}/{event.weapon}", language)}
        case e.WeaponReadied():
            return {"weapon": then.name(f"{event.who}/{event.weapon}", language)}
        case e.SpellPrepared() | e.SpellLost() | e.SpellCast() | e.SpellLapsed():
            return {"spell": then.name(f"{event.who}/{event.spell}", language)}
        case e.InitiativeRolled():
            shown = (f"{side_called(then, side, language)} {die.face}" for side, die in event.dice.items())
            return {"shown": ", ".join(shown), "first": sides_called(then, event.order[0], language)}
        case e.Surprised():
            return {
                "surprised": sides_called(then, event.surprised, language),
                "free": sides_called(then, event.free, language),
            }
        case e.FightEnded():
            return {"winners": sides_called(then, event.winners, language)}
        case e.TurnBegan():
            acting = event.order[event.turn] if event.order else ()
            return {"sides": sides_called(then, acting, language)}
        case e.FightBegan():
            names = (with_article(side.name.in_(language), "the", language) for side in event.sides)
            return {"sides": ", ".join(names)}
        case e.Appeared():
            names = (f"{one.name.in_(language)} ({one.at})" for one in event.members)
            return {"who": ", ".join(names)}
        case e.MoraleRolled():
            return {"group": then.name(event.group, language), "why": in_brackets(event.reason)}
        case e.MoraleDue() | e.MoraleStands():
            return {"group": then.name(event.group, language)}
        case e.PerilSettled():
            key = "save_word" if event.word in ("avoided", "half") else "danger"
            return {"word": rules.texts.say(language, f"{key}.{event.word}")}
        case e.Declared():
            return {"intent": intent_text(rules, then, event.who, event.intent, language)}
        case _:
            return {}


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
