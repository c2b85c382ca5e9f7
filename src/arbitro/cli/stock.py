"""What fills a dungeon, by name: the ids of `arbitro.play.stocking` in the reader's language."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from arbitro.cli import TEXTS
from arbitro.dungeon.export.words import Namer
from arbitro.kernel.content import Noun
from arbitro.rules import ALIASES, find_ruleset, installed
from arbitro.rules.whitebox.people.telling import item_name
from arbitro.text import Fault, Language, Words

STOCKING: Final = ("whitebox", "infausta", "archmage", "daggerheart")
"""The games that can fill a dungeon."""
OF_THE_BOX: Final = ("whitebox", "infausta")
COUNTED: Final = ("gem", "jewelry", "magic_item")


def checked_game(name: str) -> str:
    """A game that can fill a dungeon and is installed, by name or alias; a fault that lists them otherwise."""
    game = ALIASES.get(name.lower(), name.lower())
    known = [each for each in STOCKING if each in installed()]
    if game not in known:
        raise Fault(Words(TEXTS, "cli.dungeon.no_stock", game=name, known=", ".join(known) or "–"))
    return game


def namer(game: str, language: Language) -> Namer:
    """How a game calls so many of what its stocker put into a slot."""
    creatures = _creatures(game)

    def name(item: str, count: int) -> str:
        sort, _, rest = item.partition("/")
        if sort == "coins":
            return TEXTS.say(language, f"cli.stock.{rest}", count=count)
        if sort in COUNTED:
            key = f"cli.stock.{sort}_worth" if rest else f"cli.stock.{sort}"
            return TEXTS.say(language, key, count=count, worth=rest)
        if rest and game in OF_THE_BOX:
            return f"{count} × {_thing(game, sort, rest, language)}"
        if item not in creatures:
            return f"{count} × {item}"
        called = creatures[item].in_(language) if count == 1 else creatures[item].many(language)
        return f"{count} {called[:1].lower()}{called[1:]}"

    return name


def _creatures(game: str) -> Mapping[str, Noun]:
    """The names of a game's creatures by id. What knows a game is imported late: a pack may have been left out."""
    found: Mapping[str, Noun] = import_module(f"arbitro.play.stocking.{game}").creature_names()
    return found


def _thing(game: str, sort: str, rest: str, language: Language) -> str:
    """People of a class, magic items, arms and scrolls, which only the games of the box have as entries."""
    from arbitro.rules.whitebox.people.state import Item  # late: other games need none of it

    ruleset: Any = find_ruleset(game)
    entry, _, more = rest.partition("/")
    if sort == "class":
        called = ruleset.rules.entry_name(ruleset.rules, "class", entry, language)
        return TEXTS.say(language, "cli.stock.of_class", name=called, level=more)
    if sort == "scroll":
        if entry == "cursed":
            return TEXTS.say(language, "cli.stock.cursed_scroll")
        return TEXTS.say(
            language, "cli.stock.scroll", name=ruleset.rules.entry_name(ruleset.rules, "spell", entry, language)
        )
    if sort == "magic" and more:
        base, plus, foe = (*more.split("/"), "", "")[:3]
        called = item_name(ruleset.rules, Item("magic", entry, plus=int(plus or 0), foe=foe), language)
        kind = ruleset.content.magic_items[entry].category
        return f"{called}, {ruleset.rules.entry_name(ruleset.rules, kind, base, language)}"
    called = ruleset.rules.entry_name(ruleset.rules, sort, entry, language)
    return f"{called} {more}" if more else str(called)
