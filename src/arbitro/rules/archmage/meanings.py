"""What classes, powers and creatures are and do, in a line: where they are chosen, and on sheets.

Entries say it in their own ``words``.
"""

from typing import Any

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.state import State
from arbitro.text import Language


def meaning(game: Ruleset[State], state: State, subject: str, language: Language) -> str:
    """The line of what `name_of` names: ``class/…``, ``people/…``, ``feat/…``, somebody's power."""
    del state
    sort, _, thing = subject.partition("/")
    return entry_words(game, sort, thing, language)


def entry_words(game: Ruleset[State], sort: str, thing: str, language: Language) -> str:
    """The words of an entry by its sort and id; a power is known by its id alone, whoever has it."""
    books: Any = books_of(game)
    if sort == "feat":
        name, _, tier = thing.partition("/")
        feat = books.powers[name].feats.get(tier) if name in books.powers else None
        return "" if feat is None or feat.words is None else str(feat.words.in_(language))
    entries = {"class": books.classes, "people": books.peoples, "monster": books.monsters}.get(sort, books.powers)
    entry = entries.get(thing or sort)
    return "" if entry is None else entry.told(language)
