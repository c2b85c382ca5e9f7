"""What stands on the shelf: the games with their ready scenes, the rulebooks and the options.

All of it is the same for every reader but for the language, and nothing of it changes while the program runs.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

import arbitro
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.coverage import WAYS, counts_played, rules_that_ask, sort_played, way_of, way_played
from arbitro.kernel.headings import chapter_in, chapter_of
from arbitro.kernel.option import Option, load_options
from arbitro.kernel.rulebook import Atom, Phrase, Rulebook, load_rulebook
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document
from arbitro.play import PREFIX, campaigns, find_campaign, game_inside
from arbitro.play.adventure import read_text
from arbitro.play.commands import Gather
from arbitro.play.ready import TEACHING, ready_adventures
from arbitro.rules import find_ruleset, package_of
from arbitro.rules import games as games_installed
from arbitro.text import LANGUAGES, Language, Texts, capital
from arbitro.web.rendering import TEXTS

TITLE: Final = "game.title"
PITCH: Final = "game.pitch"
FOLDERS: Final = ("expeditions", "fights", "scenes", "jousts")
"""Where the ready scenes of a game may lie, in the order in which a newcomer should meet them."""
DUNGEON: Final = "appendix-a"
NEEDS: Final[dict[str, Literal["lot", "file"]]] = {"random": "lot", "file": "file"}
"""What some beginnings of a campaign ask for."""
NOTES: Final = {
    "random": "web.campaign.random.note",
    "own": "web.campaign.own.note",
    "file": "web.campaign.file.note",
}
"""What is said of some of them."""


# ---------------------------------------------------------------- games and scenes


class SceneShown(Struct, frozen=True):
    """A scene that is ready to be played."""

    id: str
    game: str
    kind: str
    title: str
    note: str = ""
    needs: Literal["", "lot", "file"] = ""
    """What is to be said with it: how many people of which level, or the file that they come from."""
    teaches: bool = False
    """Whether it is where newcomers to the game should begin."""

    @property
    def alone(self) -> bool:
        """Whether it is played for itself, and not the beginning of a campaign."""
        return not self.game.startswith(PREFIX)


class GameShown(Struct, frozen=True):
    """A game as the start page offers it."""

    id: str
    title: str
    pitch: str
    scenes: tuple[SceneShown, ...]


def game_names() -> tuple[str, ...]:
    """The games and campaigns of this installation, without their aliases."""
    return (*games_installed(), *campaigns())


def ready_scenes(game: str) -> dict[str, Document]:
    """Every ready scene of a game as ``folder/name``; of a campaign, the parties that it can begin with."""
    if game.startswith(PREFIX):
        return _beginnings(game)
    found: dict[str, Document] = {}
    for folder in FOLDERS:
        place = files(package_of(game)).joinpath(folder)
        if place.is_dir():
            for file in sorted(place.iterdir(), key=lambda file: file.name):
                if file.name.endswith(".yaml"):
                    document = Document(file.name, file.read_text(encoding="utf-8"))
                    found[f"{folder}/{file.name.removesuffix('.yaml')}"] = document
    return found


def _parties(game: str, language: Language) -> dict[str, tuple[str, str]]:
    """What a campaign can begin with: ready parties, one by lot, one that is made at the table, or brought in a file.

    Name -> what `Gather` takes, and what it is called.
    """
    ready = find_campaign(game).side.party.parties()
    found = {party.replace(":", "-"): (party, phrase.in_(language)) for party, phrase in ready}
    found["random"] = ("random:4:1", TEXTS.say(language, "web.campaign.random"))
    found["own"] = ("", TEXTS.say(language, "web.campaign.own"))
    found["file"] = ("", TEXTS.say(language, "web.campaign.file"))
    return found


def _beginnings(game: str) -> dict[str, Document]:
    found = {}
    for name, (party, _) in _parties(game, "en").items():
        title = {
            language: TEXTS.say(language, "web.campaign.with", party=_parties(game, language)[name][1])
            if party
            else TEXTS.say(language, "web.kind.campaigns")
            for language in LANGUAGES
        }
        text = msgspec.json.encode({"game": game, "party": party, "title": title}).decode()  # JSON is YAML
        found[f"campaigns/{name}"] = Document(name, text)
    played = find_campaign(game).game.id
    for name, document in ready_adventures().items():
        if played in document.mapping("games"):
            found[f"adventures/{name}"] = document
    return found


def game_title(name: str, language: Language) -> str:
    """What a game calls itself; its id, where it has no name of its own. Reading it does not load the game."""
    return Texts(package_of(name)).find(language, TITLE) or name


@cache
def games(language: Language) -> tuple[GameShown, ...]:
    """Everything that can be played. A campaign of a game stands among the scenes of that game, before the others."""
    shown = []
    for name in games_installed():
        own = _scenes(name, language)
        first = _scenes(PREFIX + name, language) if PREFIX + name in campaigns() else ()
        pitch = Texts(package_of(name)).find(language, PITCH) or ""
        shown.append(GameShown(name, game_title(name, language), pitch, (*first, *own)))
    return tuple(shown)


def _adventures(game: str, language: Language) -> Iterator[SceneShown]:
    """The ready adventures of a campaign's game, as the start page shows them."""
    kind = TEXTS.say(language, "web.kind.adventures")
    taught = False
    for name, document in ready_adventures().items():
        text, _ = read_text(document)
        if game_inside(game) in text.games:
            note = text.intro.in_(language) if text.intro is not None else ""
            teaches = name.startswith(TEACHING) and not taught
            taught = taught or teaches
            yield SceneShown(f"adventures/{name}", game, kind, text.title.in_(language), note, teaches=teaches)


def _scenes(game: str, language: Language) -> tuple[SceneShown, ...]:
    if game.startswith(PREFIX):
        kind = TEXTS.say(language, "web.kind.campaigns")
        begun = tuple(
            SceneShown(
                f"campaigns/{name}",
                game,
                kind,
                capital(party),
                TEXTS.say(language, NOTES[name]) if name in NOTES else _members(game, taken, language),
                NEEDS.get(name, ""),
            )
            for name, (taken, party) in _parties(game, language).items()
        )
        return (*begun, *_adventures(game, language))
    return tuple(
        SceneShown(
            scene,
            game,
            TEXTS.say(language, f"web.kind.{scene.partition('/')[0]}"),
            document.read(Phrase, "title").in_(language),
        )
        for scene, document in ready_scenes(game).items()
    )


def _members(game: str, party: str, language: Language) -> str:
    """Who goes along in a ready party: what all are (their level, say), then each with what else they are."""
    campaign = find_campaign(game)
    table = Table.open(campaign, "shelf", seed_from_text(party))
    table.submit(Gather(party), REFEREE)
    seat = campaign.seats(table.state)[0]
    cards = [card for card in campaign.cards(table.state, seat, language) if card.group == "own"]
    parts = [card.line.split(", ") for card in cards]
    alike = parts[0][-1] if all(one[-1] == parts[0][-1] for one in parts) else ""
    each = [(card.name, ", ".join(one[:-1] if alike else one)) for card, one in zip(cards, parts, strict=True)]
    people = ", ".join(f"{name} ({what})" if what else name for name, what in each)
    return f"{capital(alike)}: {people}" if alike else people


# ---------------------------------------------------------------- rulebooks and options


class BookShown(Struct, frozen=True):
    """A rulebook on the shelf."""

    id: str
    title: str
    source: str
    count: int


class ReadingShown(Struct, frozen=True):
    """How an unclear place is read."""

    question: str
    ruling: str
    option: str


class AtomShown(Struct, frozen=True):
    """A rule in the reader's language."""

    id: str
    book: str
    title: str
    kind: str
    text: str
    optional: bool
    rulings: tuple[ReadingShown, ...]


class BookChapter(Struct, frozen=True):
    """The rules under one heading of the source."""

    anchor: str
    title: str
    atoms: tuple[AtomShown, ...]


class SortPlayed(Struct, frozen=True):
    """How the entries of one sort of content are played."""

    title: str
    counts: str
    entries: tuple[tuple[str, tuple[str, ...]], ...]
    """How, and the names of those that are played so."""


class OptionShown(Struct, frozen=True):
    """An option in the reader's language."""

    name: str
    title: str
    text: str
    type: str
    default: object
    shown: str
    """The default in words."""
    values: tuple[tuple[str, str], ...]
    minimum: int | str | None
    maximum: int | str | None
    origin: str
    atoms: tuple[str, ...]
    fixed: bool


@cache
def books() -> dict[str, Rulebook]:
    """Every rulebook by the name of its game; the dungeon's tables last."""
    found = {name: load_rulebook(package_of(name)) for name in games_installed()}
    found[DUNGEON] = load_rulebook("arbitro.appendix_a")
    return found


def shelf(language: Language) -> tuple[BookShown, ...]:
    """The rulebooks in a row."""
    return tuple(shown_book(name, language) for name in books())


def shown_book(name: str, language: Language) -> BookShown:
    """One rulebook; KeyError if there is none of that name."""
    rulebook = books()[name]
    source = rulebook.source.in_(language)
    return BookShown(name, book_title(name, language), capital(source), len(rulebook))


def book_title(name: str, language: Language) -> str:
    """What a rulebook is called."""
    return TEXTS.say(language, "web.book.dungeon") if name == DUNGEON else game_title(name, language)


def chapters(name: str, language: Language) -> tuple[BookChapter, ...]:
    """A rulebook by headings."""
    rulebook = books()[name]
    titles: dict[str, str] = {}
    found: dict[str, list[AtomShown]] = {}
    for atom_id in rulebook:
        atom = rulebook[atom_id]
        source = chapter_of(atom)
        titles.setdefault(source, chapter_in(atom, language))
        found.setdefault(source, []).append(shown_atom(name, atom_id, atom, language))
    return tuple(
        BookChapter(f"{name}-{re.sub(r'[^a-z0-9]+', '-', plain(source)).strip('-')}", titles[source], tuple(atoms))
        for source, atoms in found.items()
    )


@cache
def played(name: str, language: Language) -> tuple[SortPlayed, ...]:
    """How the rules and the content of a game are played, sort by sort, by name where the game says so."""
    found = [_rules_played(books()[name], language)]
    if name == DUNGEON:
        return tuple(found)
    ruleset = find_ruleset(name)
    each = ruleset.entries_played()
    for sort, counts in ruleset.played().items():
        ways = each.get(sort, {}).items()
        names = {way: sorted(one.in_(language) for one, how in ways if how == way) for way in WAYS}
        entries = tuple((way_played(way, language), tuple(called)) for way, called in names.items() if called)
        found.append(SortPlayed(sort_played(sort, language), counts_played(counts, language), entries))
    return tuple(found)


def _rules_played(book: Rulebook, language: Language) -> SortPlayed:
    """How the rules of a book are played, by their titles."""
    asking = rules_that_ask(Path(arbitro.__file__).parent)
    names: dict[str, list[str]] = {way: [] for way in WAYS}
    for atom in book:
        names[way_of(book, atom, asking)].append(f"{book[atom].title.in_(language)} ({atom})")
    counts = counts_played({way: len(called) for way, called in names.items()}, language)
    entries = tuple((way_played(way, language), tuple(called)) for way, called in names.items() if called)
    return SortPlayed(sort_played("rules", language), counts, entries)


def shown_atom(book: str, atom_id: str, atom: Atom, language: Language) -> AtomShown:
    """One rule in the reader's language."""
    readings = tuple(ReadingShown(r.question.in_(language), r.ruling.in_(language), r.option) for r in atom.rulings)
    title, text = atom.title.in_(language), atom.text.in_(language)
    return AtomShown(atom_id, book, title, atom.kind, text, atom.optional, readings)


def plain(text: str) -> str:
    """Small letters without accents, for searching."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def options(name: str, language: Language) -> tuple[OptionShown, ...]:
    """The options of a game."""
    declared = load_options("arbitro.appendix_a") if name == DUNGEON else find_ruleset(name).options
    return tuple(shown_option(each, declared[each], language) for each in declared)


def shown_option(name: str, option: Option, language: Language) -> OptionShown:
    """One option, its values in words."""
    values = tuple((value, phrase.in_(language)) for value, phrase in option.values.items())
    return OptionShown(
        name,
        option.title.in_(language),
        option.text.in_(language),
        option.type,
        option.default,
        setting_text(option, option.default, language),
        values,
        option.minimum,
        option.maximum,
        option.origin,
        option.atoms,
        option.fixed,
    )


def setting_text(option: Option, value: object, language: Language) -> str:
    """The value of an option in words."""
    if isinstance(value, bool):
        return TEXTS.say(language, "web.on" if value else "web.off")
    phrase = option.values.get(str(value))
    return str(value) if phrase is None else phrase.in_(language)
