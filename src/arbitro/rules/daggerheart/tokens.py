"""Whose token has which picture, and how it looks: from what a seat sees of somebody, and nothing else."""

from arbitro.kernel.token import Look, Token, token_for
from arbitro.rules.daggerheart import view
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.state import Foe
from arbitro.text import Language


def kind_glyph(books: Library, kind: str) -> str:
    """The picture of an adversary of the book; none where it has none."""
    block = books.adversaries.get(kind)
    return "" if block is None else books.tokens.of_creature(kind, (block.kin,), block.type)


def hero_token(books: Library, hero: view.HeroView, language: Language) -> Token:
    """The token of a PC."""
    look: Look = "well"
    if hero.status in ("dead", "retired", "yielded"):
        look = "gone"
    elif hero.status != "up":
        look = "dying"
    elif any(books.conditions[name].hidden for name in hero.conditions):
        look = "hidden"
    elif 2 * hero.hp[0] >= hero.hp[1]:
        look = "wounded"
    return token_for(str(hero.name.in_(language)), books.tokens.of_person(hero.class_id), look)


def foe_token(books: Library, seen: view.FoeView, foe: Foe, language: Language) -> Token:
    """The token of an adversary; players are shown nothing but what its name says."""
    name, block = str(seen.name.in_(language)), foe.block
    known = seen.numbers is not None
    glyph = books.tokens.of_creature(block.id, (block.kin,), block.type) if known else ""
    return token_for(name, glyph or books.tokens.of_name(name), foe_look(books, seen))


def foe_look(books: Library, seen: view.FoeView) -> Look:
    """How an adversary is seen to be."""
    if seen.wounds == "down":
        return "gone"
    if any(books.conditions[name].hidden for name in seen.conditions):
        return "hidden"
    return "wounded" if seen.wounds == "grave" else "well"
