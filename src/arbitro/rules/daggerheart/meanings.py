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
    PowerEntry,
    WeaponEntry,
)
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


def meaning(game: Ruleset[State], state: State, subject: str, language: Language) -> str:
    """The line of what `name_of` names: ``class/…``, a thing of somebody's (``berta/mace``), a condition, an entry."""
    del state
    sort, _, thing = subject.partition("/")
    return entry_words(books_of(game), sort, thing or sort, language)


def entry_words(books: Library, sort: str, thing: str, language: Language) -> str:
    """The words of an entry by its sort and id; cards, arms and conditions are known by their ids alone."""
    kinds = {"classes": ClassEntry} if sort == "class" else WORDED
    for kind, schema in kinds.items():
        entry = books.entries(kind, schema).get(thing)
        if entry is not None:
            return entry.told(language)
    return ""
