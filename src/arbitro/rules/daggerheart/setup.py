"""Fights and scenes as small YAML files: who is there, where, and what is at stake.

.. code-block:: yaml

    game: daggerheart
    title: {it: "…", en: "…"}
    party: [berta, corvo]            # ready-made characters, or {…} with the fields of content/characters.yaml
    foes:
      - {block: giant_rat, count: 6}
      - {improvise: 1, name: {it: "Bandito", en: "Bandit"}, type: standard, patterns: [momentum]}
      - {improvise: 1, name: {it: "Bruto", en: "Brute"}, patterns: [{pattern: relentless, value: 3}]}
    distance: 30                     # feet between the party and the adversaries
    place: raging_river
    tension: minor
    goal: {it: "…", en: "…"}         # of a scene without a fight
    deeds: [agility, strength]       # traits with which it can be met
    countdowns:
      - {id: escape, name: {it: "…", en: "…"}, kind: progress, start: 6, ends: success}
"""

from collections import Counter
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.kernel.bounds import Count, SettingText
from arbitro.kernel.command import Command
from arbitro.kernel.content import Noun
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import Document, check_crowd, unknown_name
from arbitro.rules.daggerheart.commands import OpenScene, StartCampaign
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.entries import CharacterEntry, named
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.state import Countdown, Foe, Hero
from arbitro.rules.daggerheart.words import FoeType, Named, Tension, Trait
from arbitro.text import Fault

_FIRST_GOLD = 1
"""The handful of gold that everybody begins with (DHP-CHAR-01)."""


class FoeText(Struct, frozen=True, forbid_unknown_fields=True):
    """Adversaries of one kind, as files write them."""

    block: str = ""
    improvise: int | None = None
    """The tier whose numbers an adversary made up on the spot has."""
    name: Noun | None = None
    type: FoeType = "standard"
    patterns: tuple[str | Feature, ...] = ()
    """Recurrent features by name, or with numbers of their own: ``{pattern: relentless, value: 3}``."""
    count: Count = 1
    at: int | None = None


class CountdownText(Struct, frozen=True, forbid_unknown_fields=True):
    """A countdown, as files write it."""

    id: str
    name: Noun
    start: int
    kind: Literal["standard", "progress", "consequence", "long_term"] = "standard"
    loop: Literal["none", "loop", "increasing", "decreasing"] = "none"
    linked: str = ""
    hidden: bool = False
    ends: Literal["", "success", "failure"] = ""


class SceneText(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole fight or scene, as files write it."""

    game: Literal["daggerheart"]
    party: tuple[str | CharacterEntry, ...]
    title: Phrase | None = None
    foes: tuple[FoeText, ...] = ()
    distance: int = 30
    place: str = ""
    tension: Tension | None = None
    danger: bool = True
    goal: Noun | None = None
    deeds: tuple[Trait, ...] = ()
    difficulty: int = 0
    countdowns: tuple[CountdownText, ...] = ()
    options: dict[str, SettingText] = field(default_factory=dict)


def read_scene(document: Document, books: Library) -> Setup:
    """Read a fight or scene; anything wrong is a fault with its file and line."""
    text = document.read(SceneText)
    party = tuple(_hero(document, books, one, number) for number, one in enumerate(text.party))
    foes = [foe for number, one in enumerate(text.foes) for foe in _foes(document, books, one, number, text.distance)]
    check_crowd(document, len(party) + len(foes))
    if text.place and text.place not in books.places:
        raise document.fault(unknown_name(text.place, books.places), "place")
    countdowns = tuple(
        Countdown(
            one.id,
            named(one.name),
            one.kind,
            one.start,
            one.start,
            one.loop,
            one.linked,
            hidden=one.hidden,
            ends=one.ends,
        )
        for one in text.countdowns
    )
    title = text.title or Phrase(document.name, document.name)
    opened = OpenScene(
        tuple(_numbered(foes)),
        books.places[text.place] if text.place else None,
        countdowns,
        text.tension,
        text.danger,
        named(text.goal) if text.goal is not None else None,
        text.deeds,
        text.difficulty,
    )
    start: tuple[Command, ...] = (StartCampaign(party), opened)
    return Setup(title, start, text.options)


def _hero(document: Document, books: Library, one: str | CharacterEntry, number: int) -> Hero:
    if isinstance(one, str):
        if one not in books.characters:
            raise document.fault(unknown_name(one, books.characters), "party", number)
        return replace(books.characters[one], gold=_FIRST_GOLD)
    for name, known in ((one.class_id, books.classes), *((weapon, books.weapons) for weapon in one.weapons)):
        if name not in known:
            raise document.fault(unknown_name(name, known), "party", number)
    return Hero(books.sheet(f"pc-{number + 1}", one), gold=_FIRST_GOLD)


def _foes(document: Document, books: Library, text: FoeText, number: int, distance: int) -> list[Foe]:
    if text.improvise is not None:
        name = (
            named(text.name, grammar=text.name.grammar)
            if text.name is not None
            else books.adversaries["sellsword"].name
        )
        for place, one in enumerate(text.patterns):
            wanted = one if isinstance(one, str) else one.pattern
            if wanted not in books.patterns:
                raise document.fault(unknown_name(wanted, books.patterns), "foes", number, "patterns", place)
        try:
            block = books.improvised(text.improvise, name, text.type, text.patterns)
        except Fault as lack:
            raise document.fault(lack.words, "foes", number) from None
    elif text.block in books.adversaries:
        block = books.adversaries[text.block]
    else:
        raise document.fault(unknown_name(text.block, books.adversaries), "foes", number)
    at = text.at if text.at is not None else distance
    return [Foe(block.id, block, block.name, at) for _ in range(text.count)]


def _numbered(foes: list[Foe]) -> list[Foe]:
    """Adversaries of one name get a number; a single one does not need it in its name.

    Those made up on the spot share the id of their tier and have names of their own.
    """
    names = [(foe.id, foe.name.it, foe.name.en) for foe in foes]
    ids: Counter[str] = Counter()
    seen: Counter[tuple[str, str, str]] = Counter()
    made: list[Foe] = []
    for foe, name in zip(foes, names, strict=True):
        ids[foe.id] += 1
        seen[name] += 1
        called = foe.name if names.count(name) == 1 else _with_number(foe, seen[name])
        made.append(Foe(f"{foe.id}-{ids[foe.id]}", foe.block, called, foe.at))
    return made


def _with_number(foe: Foe, number: int) -> Named:
    return Named(foe.name.it, foe.name.en, foe.name.gender, number)
