"""What the slots of a dungeon hold, in the words of the game whose monsters and treasure they are."""

from typing import Final

from arbitro.cli import TEXTS
from arbitro.dungeon.export.words import Namer
from arbitro.play.stocking import stocking_games, stocking_of
from arbitro.rules import meant_by
from arbitro.text import Fault, Language, Words

COUNTED: Final = ("gem", "jewelry", "magic_item")


def checked_game(name: str) -> str:
    """A game that can fill a dungeon and is installed, by name or alias; a fault that lists them otherwise."""
    game, known = meant_by(name), stocking_games()
    if game not in known:
        raise Fault(Words(TEXTS, "cli.dungeon.no_stock", game=name, known=", ".join(known) or "–"))
    return game


def namer(game: str, language: Language) -> Namer:
    """How a game calls so many of what its stocker put into a slot."""
    stocking = stocking_of(game)
    if stocking is None:
        raise KeyError(game)
    creatures, catalogues, called = stocking.creatures(), stocking.catalogues(), stocking.called

    def name(item: str, count: int) -> str:
        sort, _, rest = item.partition("/")
        if sort == "coins":
            return TEXTS.say(language, f"cli.stock.{rest}", count=count)
        if sort in COUNTED:
            key = f"cli.stock.{sort}_worth" if rest else f"cli.stock.{sort}"
            return TEXTS.say(language, key, count=count, worth=rest)
        if rest and catalogues:
            return f"{count} × {called(item, language)}"
        if item not in creatures:
            return f"{count} × {item}"
        noun = creatures[item].in_(language) if count == 1 else creatures[item].many(language)
        return f"{count} {noun[:1].lower()}{noun[1:]}"

    return name
