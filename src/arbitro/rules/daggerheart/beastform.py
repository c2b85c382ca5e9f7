"""The druid's Beastforms: which of them somebody could take, at what price, and what they are like (DHP-CHAR-04)."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.entries import FormEntry
from arbitro.rules.daggerheart.gifts import is_on
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.resources import (
    change_hope,
    leave_form,
    mark_stress,
    short_of_hope,
    short_of_stress,
)
from arbitro.rules.daggerheart.state import Form, Hero, Weapon
from arbitro.rules.daggerheart.words import Named, Trait, ids, tier_of

_RULES: Final = ("DHP-CHAR-04",)
BEASTFORM: Final = "beastform"
"""The feature by which somebody turns into beasts."""
EVOLUTION: Final = "evolution"
"""The Hope Feature that makes it free of Stress."""
CLAWS: Final = Named("zanne e artigli", "fangs and claws")
_LARGER: Final = {4: 6, 6: 8, 8: 10, 10: 12, 12: 12}
"""Damage dice a size up."""


def may_become(books: Library, hero: Hero, wanted: str) -> Form | None:
    """The beast that somebody could turn into by their tier; None where there is no such form for them."""
    name, _, made_of = wanted.partition(":")
    entry, bases = books.forms.get(name), ids(made_of)
    if entry is None or entry.tier > tier_of(hero.sheet.level) or len(set(bases)) != entry.bases:
        return None
    lesser = [books.forms[one] for one in bases if one in books.forms]
    if len(lesser) != entry.bases or any(one.bases or one.tier > entry.base_tier for one in lesser):
        return None
    return _made(books, name, entry, lesser)


def _made(books: Library, name: str, entry: FormEntry, lesser: list[FormEntry]) -> Form:
    """A form as it is played: its own numbers, or those of the one that it is made of with more to them."""
    first = lesser[0] if lesser and entry.trait is None else None
    trait: Trait = entry.trait or (first.trait if first is not None else None) or "instinct"
    features = entry.features
    if first is not None:
        features = first.features
    elif lesser:  # one feature of each, as many as it may have
        features = tuple(dict.fromkeys(one.features[0] for one in lesser if one.features))
    gifts = {gift for one in (entry, *lesser) for gift in one.advantages}
    base = first if first is not None else entry
    die = _LARGER[base.die] if entry.larger else base.die
    plus = entry.plus + (first.plus if first is not None else 0)
    bonus = entry.bonus + (first.bonus if first is not None else 0)
    evasion = entry.evasion + (first.evasion if first is not None else 0)
    powers = (*features, *(("form_onset",) if "attack" in gifts else ()), "form_gifts")
    noun = entry.name
    weapon = Weapon("claws", CLAWS, trait, base.range, die, plus)
    known = tuple(books.powers[one] for one in powers)
    return Form(name, Named(noun.it, noun.en, noun.gender), trait, bonus, evasion, weapon, known)


def form_price(books: Library, wanted: str) -> int:
    """The Stress of a form."""
    entry = books.forms.get(wanted.partition(":")[0])
    return 1 + (entry.stress if entry is not None else 0)


def take_form(play: Play, command: c.TakeForm) -> Refusal | None:
    """Turn into a beast of one's tier or below, for Stress, or for three Hope with a trait one higher."""
    books = play.rules.books
    hero = may_act(books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if not is_on(hero.sheet, BEASTFORM) or (command.evolve is not None and not is_on(hero.sheet, EVOLUTION)):
        return Refusal("no_power", {"who": f"@{hero.id}", "power": BEASTFORM}, _RULES)
    form = may_become(books, hero, command.form)
    if form is None:
        return Refusal("no_such_form", {"who": f"@{hero.id}"}, _RULES)
    hope = books.powers[EVOLUTION].hope if command.evolve is not None else 0
    stress = form_price(books, command.form) - int(bool(hope))
    if hope and (short := short_of_hope(hero, hope, _RULES)):
        return short
    if stress and (short := short_of_stress(hero, stress)):
        return short
    if hope:
        change_hope(play, hero.id, -hope, "power", _RULES, EVOLUTION)
    mark_stress(play, hero.id, stress, BEASTFORM, _RULES)
    evolved = Form(
        form.id, form.name, form.trait, form.bonus, form.evasion, form.weapon, form.powers, evolved=command.evolve
    )
    play.happen(e.FormTaken(hero.id, evolved, rules=_RULES))
    return None


def drop_form(play: Play, command: c.LeaveForm) -> Refusal | None:
    """Be oneself again, at no price."""
    hero = may_act(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if hero.form is None:
        return Refusal("in_no_form", {"who": f"@{hero.id}"}, _RULES)
    leave_form(play, hero)
    return None


def forms_for(books: Library, hero: Hero) -> list[str]:
    """The forms that somebody could take, as they are named in a command; of those that are made of others a few."""
    if not is_on(hero.sheet, BEASTFORM):
        return []
    plain = [name for name, one in books.forms.items() if not one.bases]
    found: list[str] = []
    for name, entry in books.forms.items():
        lesser = [one for one in plain if books.forms[one].tier <= entry.base_tier]
        bases = [lesser[at : at + entry.bases] for at in range(len(lesser) - entry.bases + 1)] if entry.bases else [[]]
        named = [f"{name}:{','.join(some)}" if some else name for some in bases]
        found += [one for one in named if may_become(books, hero, one) is not None]
    return found
