"""What an entry of the content is called: a line for each sort of entry, and a variant adds its own."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from arbitro.kernel.content import Noun
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Language, Name

EntryName = Callable[[Rules, str, Language], Name]
"""What an entry of one sort is called, by its id."""
UNKNOWN: Final = "unknown"
"""A thing of which nobody knows what it is: as a sort, and as an entry of any list."""


class _Listed(Protocol):
    """An entry of any list, as far as its name goes."""

    @property
    def name(self) -> Noun | Named: ...


def entry_name(rules: Rules, sort: str, entry: str, language: Language) -> Name:
    """An entry of the content by its sort and id; the id itself where there is none."""
    named = rules.entry_names.get(UNKNOWN if entry == UNKNOWN and sort not in rules.entry_names else sort)
    return Name(entry) if named is None else named(rules, entry, language)


def word_name(rules: Rules, entry: str, language: Language) -> Name:
    """A word of the rules, as a form of spells or a kind of wall."""
    return Name(rules.texts.find(language, f"word.{entry}") or entry.replace("_", " "))


def _in_list(entries: Callable[[WhiteBoxContent], Mapping[Any, _Listed]]) -> EntryName:
    """The names of a list's own entries."""

    def named(rules: Rules, entry: str, language: Language) -> Name:
        if entry == UNKNOWN:
            return _unknown(rules, entry, language)
        found = entries(rules.content).get(entry)
        return Name(entry) if found is None else found.name.in_(language)

    return named


def _unknown(rules: Rules, entry: str, language: Language) -> Name:
    del entry
    return Name(rules.texts.say(language, "thing.unknown"))


def _spell(rules: Rules, entry: str, language: Language) -> Name:
    """A spell, or the reverse of one."""
    reverse = rules.content.reverses.get(entry)
    return _spells(rules, entry, language) if reverse is None else reverse[1].name.in_(language)


_spells: Final = _in_list(lambda content: content.spells)


def _piece(rules: Rules, entry: str, language: Language) -> Name:
    """One of what is sold in packs."""
    gear = rules.content.gear.get(entry)
    return _gear(rules, entry, language) if gear is None or gear.piece is None else gear.piece.in_(language)


_gear: Final = _in_list(lambda content: content.gear)


def _weather(rules: Rules, entry: str, language: Language) -> Name:
    row = next((row for row in rules.content.weather.rows if row.id == entry), None)
    return Name(entry) if row is None else Name(row.result.name.in_(language))


def _power(rules: Rules, entry: str, language: Language) -> Name:
    """A power of a monster's: a spell that it casts, a shape that it takes, or one of the specials."""
    sort, colon, of = entry.partition(":")
    if colon and sort == "spell":
        return entry_name(rules, "spell", of.removesuffix("-2"), language)
    if colon and sort == "shape":
        return Name(rules.texts.say(language, "power.shape", form=word_name(rules, of, language)))
    return Name(rules.texts.say(language, f"special.{entry.removesuffix('-2')}"))


def _manner(rules: Rules, entry: str, language: Language) -> Name:
    """In which manner a spell is cast, with the monster whose form it takes."""
    choice, colon, form = entry.partition(":")
    if colon:
        monster = entry_name(rules, "monster", form, language)
        return Name(f"{entry_name(rules, 'manner', choice, language)}: {monster}")
    known = rules.texts.find(language, f"manner.{entry}")
    return Name(known) if known is not None else _spell(rules, entry, language)


ENTRY_NAMES: Final[Mapping[str, EntryName]] = {
    # ------------------------------------------------------------ people
    "ability": _in_list(lambda content: content.creation.abilities),
    "alignment": _in_list(lambda content: content.creation.alignments),
    "armour": _in_list(lambda content: content.armour),
    "class": _in_list(lambda content: content.classes),
    "gear": _gear,
    "language": _in_list(lambda content: content.languages),
    "magic": _in_list(lambda content: content.magic_items),
    "party": _in_list(lambda content: content.parties),
    "people": _in_list(lambda content: content.peoples),
    "piece": _piece,
    "spell": _spell,
    "trade": _in_list(lambda content: content.hirelings),
    "transport": _in_list(lambda content: content.transport),
    UNKNOWN: _unknown,
    "valuable": lambda rules, entry, language: Name(rules.texts.say(language, f"valuable.{entry}")),
    "weapon": _in_list(lambda content: content.weapons),
    # ------------------------------------------------------------ exploring
    "terrain": _in_list(lambda content: content.exploration.terrains),
    "weather": _weather,
    # ------------------------------------------------------------ powers
    "effect": lambda rules, entry, language: Name(rules.texts.say(language, f"effect.{entry}", who=Name(""))),
    "item": _in_list(lambda content: content.magic_items),
    "manner": _manner,
    "monster": _in_list(lambda content: content.monsters),
    "power": _power,
    "word": word_name,
}
