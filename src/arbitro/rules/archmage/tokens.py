"""Whose token has which picture, and how it looks: from what a seat sees of somebody, and nothing else."""

from arbitro.kernel.token import Look, Token, token_for
from arbitro.rules.archmage import view
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.state import OUT, Combatant
from arbitro.text import Language


def kind_glyph(books: Books, kind: str) -> str:
    """The picture of a creature of the catalogue; none where it has none."""
    entry = books.monsters.get(kind)
    return "" if entry is None else books.tokens.of_creature(kind, (entry.family,), entry.type)


def person_token(books: Books, person: view.Person, one: Combatant | None, language: Language) -> Token:
    """The token of somebody; of strangers nothing is shown but what their name says."""
    name, glyph = str(person.name.in_(language)), ""
    if one is not None and one.profile.class_id and one.profile.kind != "monster":
        glyph = books.tokens.of_person(one.profile.class_id)
    elif one is not None and person.numbers is not None:
        glyph = kind_glyph(books, one.profile.race)
    return token_for(name, glyph or books.tokens.of_name(name), person_look(person))


def person_look(person: view.Person) -> Look:
    """How somebody is seen to be."""
    if person.awareness in OUT:
        return "gone"
    if person.awareness in ("unconscious", "coma"):
        return "dying"
    if person.awareness == "asleep" or "helpless" in person.conditions or "stunned" in person.conditions:
        return "asleep"
    if not person.present or person.behind:
        return "hidden"
    return "wounded" if person.wounds in ("staggered", "down") else "well"
