"""Whose token has which picture, and how it looks: from what a seat sees of somebody, and nothing else."""

from typing import Final

from arbitro.kernel.moment import made_of
from arbitro.kernel.token import Look, Token, token_for
from arbitro.rules.whitebox import view
from arbitro.rules.whitebox.basics import fight
from arbitro.rules.whitebox.exploring import view as exploring_view
from arbitro.rules.whitebox.exploring.state import Troop
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, EffectKind
from arbitro.rules.whitebox.people import view as people_view
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant
from arbitro.text import Language

GONE: Final = ("dead", "fled", "surrendered", "stone")
HELD: Final[tuple[EffectKind, ...]] = tuple(kind for kind in HELPLESS if kind != "dazed")
"""What keeps somebody from moving at all."""


def monster_glyph(rules: Rules, monster: str) -> str:
    """The picture of a monster of the bestiary; none where it has none."""
    entry = rules.content.monsters.get(monster)
    return "" if entry is None else rules.content.tokens.of_creature(monster, (), entry.kind)


def character_glyph(rules: Rules, one: Character) -> str:
    """The picture of a companion: by class, else as the monster that they are, else by people."""
    return rules.content.tokens.by_class.get(one.class_id, "") or (
        monster_glyph(rules, one.monster) if one.monster else rules.content.tokens.of_person("", one.people)
    )


def fighter_token(here: Here, person: view.Person, language: Language) -> Token:
    """The token of somebody in a fight, on card and picture; of strangers it shows what their name says."""
    one, sheet = fight(here.state).combatants[person.id], here.state.characters.get(person.id)
    return made_of(
        here.state,
        ("token", language),
        (person, one, sheet),
        lambda: _fighter_token(here.rules, person, one, sheet, language),
    )


def _fighter_token(
    rules: Rules, person: view.Person, one: Combatant, sheet: Character | None, language: Language
) -> Token:
    name, tokens, glyph = str(person.name.in_(language)), rules.content.tokens, ""
    if one.profile.own is None:  # in their own shape
        monster = one.profile.powers.monster if one.profile.powers is not None else ""
        if sheet is not None:
            glyph = character_glyph(rules, sheet)
        elif person.numbers is not None:
            glyph = tokens.of_person(one.profile.class_id) or monster_glyph(rules, monster)
    return token_for(name, glyph or tokens.of_name(name), fighter_look(person))


def met_token(rules: Rules, troop: Troop, met: exploring_view.MeetingView, language: Language) -> Token:
    """The token of those who are met: of their kind, unless they go by a name that does not say it."""
    name = str(met.name.in_(language))
    if troop.name is not None:
        return token_for(name, rules.content.tokens.of_name(name))
    if troop.monster:
        return token_for(name, monster_glyph(rules, troop.monster))
    return token_for(name, rules.content.tokens.of_person(troop.class_id))


def fighter_look(person: view.Person) -> Look:
    """How somebody in a fight is seen to be."""
    if person.condition in GONE:
        return "gone"
    if person.condition == "out":
        return "dying"
    if person.condition == "swallowed" or person.at is None or "invisible" in person.effects:
        return "hidden"
    if person.held or not frozenset(HELD).isdisjoint(person.effects):
        return "asleep"
    return "wounded" if person.wounds in ("grave", "down") else "well"


def companion_token(here: Here, companion: people_view.Companion, language: Language) -> Token:
    """The token of one of the company between fights."""
    one = here.state.characters[companion.id]
    look: Look = "well"
    if companion.health in ("dead", "retired"):
        look = "gone"
    elif companion.health == "out":
        look = "dying"
    elif under(here.state, one.id, *HELD, *OUT_OF_IT) is not None:
        look = "asleep"
    elif companion.sheet is not None and 2 * one.hp <= one.max_hp:
        look = "wounded"
    return token_for(str(companion.name.in_(language)), character_glyph(here.rules, one), look)
