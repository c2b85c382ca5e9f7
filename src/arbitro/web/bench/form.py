"""The form of the bench, as its address has it; what does not fit there is named, and left as it usually is."""

from collections.abc import Container, Iterable, Iterator
from typing import Any, Final

from litestar.datastructures import MultiDict
from msgspec import Struct

from arbitro.chances.building import MOST_FOES, creatures, parties
from arbitro.chances.outcome import reading_of
from arbitro.chances.policies import POLICIES
from arbitro.kernel.rulebook import Phrase
from arbitro.play import campaigns, game_inside
from arbitro.play.opening import ready_scenes
from arbitro.rules import find_ruleset
from arbitro.text import Language, capital
from arbitro.web import shelf
from arbitro.web.bench.asked import FIGHTS, MOST_FIGHTS, SEED, SUGGEST, USUAL
from arbitro.web.rendering import TEXTS

LONGEST: Final = 80
"""How much of a word that is not known is said again."""
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
    distances: tuple[int, ...]
    feet: int
    lit: bool
    """Whether light makes a difference in this game."""
    light: bool
    options: tuple[OptionChosen, ...]
    policies: tuple[str, ...]
    own: str
    others: str
    seed: str
    fights: int
    sampled: bool
    unknown: tuple[str, ...]
    """What the address asks for and there is not, in sentences."""
    wanted: tuple[tuple[str, int, str], ...]
    """Creatures that it asks for and no pack has brought yet, each with a sentence that says so."""
    efforts: tuple[int, ...] = EFFORTS
    most: int = MOST_FOES


class _Address:
    """What an address says, and what of it is not known here: nothing is put in its place in silence."""

    def __init__(self, said: MultiDict[Any], language: Language) -> None:
        self.said = said
        self.language: Language = language
        self.unknown: list[str] = []

    def tell(self, key: str, **values: object) -> None:
        """Something is not known."""
        self.unknown.append(TEXTS.say(self.language, f"web.bench.unknown.{key}", **values))

    def one_of(self, name: str, known: Iterable[str], usual: str) -> str:
        """A word of a list, or the usual one where none is said."""
        value: str = self.said.get(name, "")[:LONGEST]
        if not value or value in known:
            return value or usual
        self.tell("word", name=value, known=", ".join(known))
        return usual

    def number(self, text: str, usual: int, most: int) -> int:
        """A number from 1 on, or the usual one where none is said."""
        if not text:
            return usual
        if text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= most:
            return int(text)
        self.tell("number", text=text[:LONGEST], most=most)
        return usual

    def foes(self, kinds: Container[str]) -> tuple[list[tuple[str, int]], list[tuple[str, int, str]]]:
        """Creatures that there are, and those that there are not."""
        there, wanted = [], []
        for text in self.said.getall("foe", [])[:20]:
            kind, _, said = text[:LONGEST].partition(":")
            number = self.number(said, 1, MOST_FOES)
            if kind not in kinds:
                wanted.append((kind, number, TEXTS.say(self.language, "web.bench.unknown.foe", name=kind)))
            elif not said or said == str(number):
                there.append((kind, number))
        return there, wanted

    def options(self, game: str) -> Iterator[OptionChosen]:
        """Every option, with what was chosen for it."""
        said = dict(text[:200].partition("=")[::2] for text in self.said.getall("set", []))
        shown, rules = shelf.options(game, self.language), find_ruleset(game).options
        for name in said.keys() - {option.name for option in shown}:
            self.tell("option", name=name)
        for option in shown:
            now = option.default
            if option.name in said:
                value = _as(option, said[option.name])
                fault = rules[option.name].fault(value)
                if fault is None:
                    now = value
                else:
                    self.tell("value", name=option.title, why=fault.in_(self.language))
            yield OptionChosen(option, now)


def form_shown(said: MultiDict[Any], language: Language) -> FormShown:
    """The form as an address asks for it."""
    asked = _Address(said, language)
    games = {name: shelf.game_title(name, language) for name in playable()}
    game = asked.one_of("game", games, next(iter(games)))
    reading = reading_of(game)
    scenes = {
        name: document.read(Phrase, "title").in_(language)
        for name, document in ready_scenes(find_ruleset(game), FIGHTS).items()
    }
    kinds = dict(creatures(game, language))
    ready = {party: capital(phrase.in_(language)) for party, phrase in parties(game)}
    party, _, rest = said.get("party", "").partition(":")
    size, _, level = rest.partition(":") if party == LOT else ("", "", "")
    foes, wanted = asked.foes(kinds)
    return FormShown(
        games=tuple(games.items()),
        game=game,
        scenes=tuple(scenes.items()),
        scene=asked.one_of("scene", scenes, ""),
        parties=tuple(ready.items()),
        party=party if party in (LOT, FILE) else asked.one_of("party", ready, next(iter(ready))),
        size=asked.number(size, 4, 8),
        level=asked.number(level, 1, 10),
        creatures=tuple(kinds.items()),
        foes=tuple(foes) if said.getall("foe", []) else reading.example or ((next(iter(kinds)), 3),),
        distances=reading.distances,
        feet=int(asked.one_of("feet", [str(one) for one in reading.distances], "0")),
        lit=reading.light,
        light=said.get("dark", "") != "1",
        options=tuple(asked.options(game)),
        policies=tuple(POLICIES),
        own=asked.one_of("own", POLICIES, SUGGEST),
        others=asked.one_of("others", POLICIES, SUGGEST),
        seed=said.get("seed", SEED)[:80] or SEED,
        fights=int(asked.one_of("fights", [str(one) for one in EFFORTS], str(USUAL))),
        sampled=said.get("sampled", "") == "1",
        unknown=tuple(asked.unknown),
        wanted=tuple(wanted),
    )


def playable() -> tuple[str, ...]:
    """The games whose fights can be put together."""
    return tuple(game_inside(name) for name in campaigns())


def _as(option: shelf.OptionShown, text: str) -> object:
    """A value of an option out of an address; the option says whether it can be."""
    if option.type == "switch":
        return {"true": True, "false": False, "on": True, "off": False}.get(text, text)
    whole = text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10
    return int(text) if whole and not option.values else text
