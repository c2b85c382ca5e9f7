"""Packs and house rules that whoever runs the server gives it: new tables are offered them, for the games they fit."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from arbitro.kernel.option import CAMPAIGN, load_house_rules
from arbitro.kernel.pack import Pack, game_of, read_pack
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import Document, text_of
from arbitro.play.opening import known_game
from arbitro.rules import find_ruleset, games
from arbitro.web.settings import Settings
from arbitro.web.visitor import Turned


class HouseFile(Struct, frozen=True):
    """A file that a new table may be opened with."""

    name: str
    games: tuple[str, ...]
    """The games that it is offered for."""


def read_packs(places: Iterable[str]) -> tuple[Pack, ...]:
    """The packs of a house, each laid over its game once: what is wrong with them is said when the server starts."""
    packs = tuple(read_pack(Path(place)) for place in places)
    for pack in packs:
        known_game(game_of(pack)).with_packs((pack,))
    return packs


def read_house_rules(places: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The files of house rules of a house, by name and text, each checked with its campaign."""
    found = []
    for place in map(Path, places):
        text = text_of(place)
        campaign = known_game(CAMPAIGN + _game_of_rules(place.name, text))
        load_house_rules(place, campaign.id, campaign.options)
        found.append((place.name, text))
    return tuple(found)


def offered(settings: Settings) -> tuple[HouseFile, ...]:
    """All files of a house, each with the games that it is for: a pack fits the variants of its game too."""
    found = [
        HouseFile(pack.name, tuple(game for game in games() if fits(find_ruleset(game), pack)))
        for pack in settings.packs
    ]
    found += [HouseFile(name, (_game_of_rules(name, text),)) for name, text in settings.house_rules]
    return tuple(found)


def chosen(settings: Settings, names: Iterable[str]) -> tuple[tuple[Pack, ...], tuple[tuple[str, str], ...]]:
    """The packs and the house rules of these names; whoever asks for one that the house has not is turned away."""
    wanted = tuple(dict.fromkeys(names))
    packs = tuple(pack for pack in settings.packs if pack.name in wanted)
    rules = tuple(one for one in settings.house_rules if one[0] in wanted)
    known = {*(pack.name for pack in packs), *(name for name, _ in rules)}
    for name in wanted:
        if name not in known:
            raise Turned(400, "no_house_file", name=name)
    return packs, rules


def fits(ruleset: Ruleset[Any], pack: Pack) -> bool:
    """Whether a pack is for a game, or for one whose variant it is."""
    books = ruleset.books()
    return books is not None and game_of(pack) in books.lineage


def _game_of_rules(name: str, text: str) -> str:
    return str(Document(name, text).mapping().get("game")).removeprefix(CAMPAIGN)
