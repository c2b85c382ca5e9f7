"""The form of the bench, as its address has it: whatever does not fit there is left as it usually is."""

from typing import Any, Final

from litestar.datastructures import MultiDict
from msgspec import Struct

from arbitro.chances.building import MOST_FOES, creatures, parties
from arbitro.chances.policies import POLICIES
from arbitro.kernel.rulebook import Phrase
from arbitro.play import PREFIX, campaigns
from arbitro.play.opening import ready_scenes
from arbitro.rules import find_ruleset
from arbitro.text import Language
from arbitro.web import shelf
from arbitro.web.bench.asked import FIGHTS, MOST_FIGHTS, SEED, SUGGEST, USUAL

LOT: Final = "random"
FILE: Final = "file"
EFFORTS: Final = (200, USUAL, MOST_FIGHTS)
"""How many fights may be chosen; a program may ask for any number."""


class OptionChosen(Struct, frozen=True):
    """An option, and what was chosen for it."""

    option: shelf.OptionShown
    now: object

    @property
    def changed(self) -> bool:
        """Whether it is otherwise than in the book."""
        return self.now != self.option.default


class FormShown(Struct, frozen=True):
    """All that can be chosen, and what is."""

    games: tuple[tuple[str, str], ...]
    game: str
    scenes: tuple[tuple[str, str], ...]
    scene: str
    parties: tuple[tuple[str, str], ...]
    party: str
    size: int
    level: int
    creatures: tuple[tuple[str, str], ...]
    foes: tuple[tuple[str, int], ...]
    options: tuple[OptionChosen, ...]
    policies: tuple[str, ...]
    own: str
    others: str
    seed: str
    fights: int
    sampled: bool
    efforts: tuple[int, ...] = EFFORTS
    most: int = MOST_FOES


def form_shown(said: MultiDict[Any], language: Language) -> FormShown:
    """The form as an address asks for it."""
    games = tuple((name, shelf.game_title(name, language)) for name in playable())
    game = said.get("game", "") if said.get("game", "") in dict(games) else games[0][0]
    scenes = {
        name: document.read(Phrase, "title").in_(language)
        for name, document in ready_scenes(find_ruleset(game), FIGHTS).items()
    }
    kinds = dict(creatures(game, language))
    ready = {party: _capital(phrase.in_(language)) for party, phrase in parties(game)}
    party, _, rest = said.get("party", "").partition(":")
    size, _, level = rest.partition(":")
    chosen = (
        said.get("party", "")
        if said.get("party", "") in ready
        else party
        if party in (LOT, FILE)
        else next(iter(ready))
    )
    foes = tuple(_foes(said.getall("foe", []), kinds)) or ((next(iter(kinds)), 3),)
    return FormShown(
        games,
        game,
        tuple(scenes.items()),
        said.get("scene", "") if said.get("scene", "") in scenes else "",
        tuple(ready.items()),
        chosen,
        _number(size, 4, 8),
        _number(level, 1, 10),
        tuple(kinds.items()),
        foes,
        tuple(_options(game, said.getall("set", []), language)),
        tuple(POLICIES),
        _one_of(said.get("own", ""), POLICIES),
        _one_of(said.get("others", ""), POLICIES),
        said.get("seed", SEED)[:80] or SEED,
        _one_of(_number(said.get("fights", ""), USUAL, MOST_FIGHTS), EFFORTS, USUAL),
        said.get("sampled", "") == "1",
    )


def playable() -> tuple[str, ...]:
    """The games whose fights can be put together."""
    return tuple(name.removeprefix(PREFIX) for name in campaigns())


def _foes(texts: list[str], kinds: dict[str, str]) -> list[tuple[str, int]]:
    found = [(kind, _number(number, 1, MOST_FOES)) for kind, _, number in (text.partition(":") for text in texts[:20])]
    return [(kind, number) for kind, number in found if kind in kinds]


def _options(game: str, texts: list[str], language: Language) -> list[OptionChosen]:
    said = {name: value for name, _, value in (text.partition("=") for text in texts)}
    found = []
    for option in shelf.options(game, language):
        now = option.default
        if option.name in said and not option.fixed:
            now = _as(option, said[option.name])
        found.append(OptionChosen(option, now))
    return found


def _as(option: shelf.OptionShown, text: str) -> object:
    if option.type == "switch":
        return text == "true"
    if option.values:
        return text if text in dict(option.values) else option.default
    return int(text) if text.lstrip("-").isdecimal() else text if option.type != "integer" else option.default


def _number(text: str, usual: int, most: int) -> int:
    return min(max(int(text), 1), most) if text.isdecimal() and len(text) < 6 else usual


def _one_of(value: Any, known: Any, usual: Any = SUGGEST) -> Any:
    return value if value in known else usual


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
