"""What classes, powers and creatures are and do, in a line: where they are chosen, and on sheets.

Entries say it in their own ``words``; of powers without any their numbers say it.
"""

from typing import Any, cast

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.power_entry import PowerEntry, Tier
from arbitro.rules.archmage.power_words import power_line
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
        return feat_words(game, thing, language)
    entries = {"class": books.classes, "people": books.peoples, "monster": books.monsters, "item": books.items}.get(
        sort
    )
    if entries is None:
        power = books.powers.get(thing or sort)
        return "" if power is None else power_line(game, power, language)
    entry = entries.get(thing.partition("/")[0])
    return "" if entry is None else entry.told(language)


def feat_words(game: Ruleset[State], feat: str, language: Language) -> str:
    """What a feat changes of its power (``wizard_sleep/epic``): in its own words, else what the power does."""
    name, _, tier = feat.partition("/")
    power: PowerEntry | None = books_of(game).powers.get(name)
    if power is None:
        return ""
    change = power.feats.get(cast(Tier, tier))
    own = "" if change is None or change.words is None else change.words.in_(language)
    return own or power_line(game, power, language)
