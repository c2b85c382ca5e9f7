"""What the slots of a dungeon hold, in the words of the game whose monsters and treasure they are."""

from arbitro.cli import TEXTS
from arbitro.dungeon.export.words import Namer
from arbitro.dungeon.kinds import AnyMagic, Arms, Coins, Creature, Jewel, Magic, OfClass, Scroll, kind_of
from arbitro.kernel.pack import Pack
from arbitro.play.stocking import stocking_games, stocking_with
from arbitro.rules import find_ruleset, meant_by
from arbitro.text import Fault, Language, Words


def checked_game(name: str) -> str:
    """A game that can fill a dungeon and is installed, by name or alias; a fault that lists them otherwise."""
    game, known = meant_by(name), stocking_games()
    if game not in known:
        raise Fault(Words(TEXTS, "cli.dungeon.no_stock", game=name, known=", ".join(known) or "–"))
    return game


def namer(game: str, language: Language, packs: tuple[Pack, ...] = ()) -> Namer:
    """How a game calls so many of what its stocker put into a slot."""
    ruleset = find_ruleset(game).with_packs(packs)
    stocking = stocking_with(ruleset)
    if stocking is None:
        raise KeyError(game)
    creatures, catalogues, called = stocking.creatures(), stocking.catalogues(), stocking.called

    def name(item: str, count: int) -> str:
        match kind_of(item):
            case Coins(metal):
                return TEXTS.say(language, f"cli.stock.{metal}", count=count)
            case Jewel(sort, None):
                return TEXTS.say(language, f"cli.stock.{sort}", count=count)
            case Jewel(sort, gold):
                return TEXTS.say(language, f"cli.stock.{sort}_worth", count=count, worth=str(gold))
            case AnyMagic():
                return TEXTS.say(language, "cli.stock.magic_item", count=count)
            case OfClass() | Magic() | Scroll() | Arms() if catalogues:
                return f"{count} × {called(item, language)}"
            case Creature(id=creature) if creature in creatures:
                noun = creatures[item].in_(language) if count == 1 else creatures[item].many(language)
                return f"{count} {noun[:1].lower()}{noun[1:]}"
            case _:
                return f"{count} × {item}"

    return name
