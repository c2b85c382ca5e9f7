"""What classes, cards, arms and conditions are and do, in a line: where they are chosen, and on sheets.

Entries say it in their own ``words``.
"""

from typing import Final

from arbitro.kernel.content import Sourced
from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.entries import (
    AdversaryEntry,
    ArmourEntry,
    ClassEntry,
    ConditionEntry,
    PlaceEntry,
    WeaponEntry,
)
from arbitro.rules.daggerheart.player_entries import AncestryEntry, CommunityEntry, PowerEntry, SubclassEntry
from arbitro.rules.daggerheart.state import State
from arbitro.text import Language

WORDED: Final[dict[str, type[Sourced]]] = {
    "powers": PowerEntry,
    "weapons": WeaponEntry,
    "armour": ArmourEntry,
    "conditions": ConditionEntry,
    "adversaries": AdversaryEntry,
    "environments": PlaceEntry,
}
"""Kinds of content whose entries are known by their ids alone."""


_CALLINGS: Final[dict[str, tuple[str, type[Sourced]]]] = {
    "class": ("classes", ClassEntry),
    "subclass": ("subclasses", SubclassEntry),
    "ancestry": ("ancestries", AncestryEntry),
    "community": ("communities", CommunityEntry),
}
"""Kinds of content whose entries are named with their sort."""


def meaning(game: Ruleset[State], state: State, subject: str, language: Language) -> str:
    """The line of what `name_of` names: ``class/…``, a thing of somebody's (``berta/mace``), a condition, an entry."""
    del state
    sort, _, thing = subject.partition("/")
    return entry_words(books_of(game), sort, thing or sort, language)


def entry_words(books: Library, sort: str, thing: str, language: Language) -> str:
    """The words of an entry by its sort and id; cards, arms and conditions are known by their ids alone."""
    if sort in _CALLINGS:
        return calling_words(books, sort, thing, language)
    for kind, schema in WORDED.items():
        entry = books.entries(kind, schema).get(thing)
        if entry is not None:
            return entry.told(language) or _of_parts(entry, language)
    whole, _, part = thing.partition(".")
    power = books.entries("powers", PowerEntry).get(whole) if part else None
    if power is None or part not in power.options:
        return ""
    return power.options[part].told(language) or power.told(language)


def calling_words(books: Library, sort: str, thing: str, language: Language) -> str:
    """What a class, a subclass or a heritage says of itself; otherwise its features, each with its words."""
    kind, schema = _CALLINGS[sort]
    entry = books.entries(kind, schema).get(thing)
    if entry is None or entry.words is not None or isinstance(entry, ClassEntry):
        return "" if entry is None else entry.told(language)
    powers = books.entries("powers", PowerEntry)
    lines = ((powers[name].name.in_(language), entry_words(books, "", name, language)) for name in gifts_of(entry))
    return " ".join(f"{name}. {words}" for name, words in lines)


def gifts_of(entry: Sourced) -> tuple[str, ...]:
    """The powers that somebody gets who begins with a subclass, an ancestry or a community."""
    if isinstance(entry, SubclassEntry):
        return entry.foundation
    if isinstance(entry, AncestryEntry):
        return entry.features
    return (entry.feature,) if isinstance(entry, CommunityEntry) else ()


def _of_parts(entry: Sourced, language: Language) -> str:
    """A power that says nothing of itself is what its parts are."""
    if not isinstance(entry, PowerEntry):
        return ""
    return " ".join(f"{one.name.in_(language)}: {one.told(language)}" for one in entry.options.values())
