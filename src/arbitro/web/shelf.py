"""What stands on the shelf: the games with their ready scenes, the rulebooks, the options and the guides.

All of it is the same for every reader but for the language, and nothing of it changes while the program runs.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
from markupsafe import Markup
from msgspec import Struct

from arbitro.kernel.option import Option, load_options
from arbitro.kernel.rulebook import Atom, Phrase, Rulebook, load_rulebook
from arbitro.kernel.yamlfile import Document
from arbitro.play import PREFIX, campaigns, find_campaign
from arbitro.rules import GAMES, find_ruleset
from arbitro.text import LANGUAGES, Language, Texts
from arbitro.web.rendering import TEXTS

TITLE: Final = "game.title"
PITCH: Final = "game.pitch"
FOLDERS: Final = ("expeditions", "fights", "scenes", "jousts")
"""Where the ready scenes of a game may lie, in the order in which a newcomer should meet them."""
DUNGEON: Final = "appendix-a"
GUIDES: Final[dict[str, dict[Language, str]]] = {
    "player": {"en": "guide-player.md", "it": "it/guida-giocatore.md"},
    "referee": {"en": "guide-referee.md", "it": "it/guida-arbitro.md"},
    "designer": {"en": "guide-designer.md", "it": "it/guida-progettista.md"},
    "author": {"en": "guide-author.md", "it": "it/guida-autore.md"},
}
"""The short guides: the name of each page, and its file in each language."""


# ---------------------------------------------------------------- games and scenes


class SceneShown(Struct, frozen=True):
    """A scene that is ready to be played."""

    id: str
    game: str
    kind: str
    title: str


class GameShown(Struct, frozen=True):
    """A game as the start page offers it."""

    id: str
    title: str
    pitch: str
    scenes: tuple[SceneShown, ...]


def game_names() -> tuple[str, ...]:
    """The games and campaigns of this installation, without their aliases."""
    return (*_books_played(), *campaigns())


def _books_played() -> tuple[str, ...]:
    return tuple(name for name, (package, _) in GAMES.items() if find_spec(package) is not None)


def ready_scenes(game: str) -> dict[str, Document]:
    """Every ready scene of a game as ``folder/name``; of a campaign, the parties that it can begin with."""
    if game.startswith(PREFIX):
        return _beginnings(game)
    found: dict[str, Document] = {}
    for folder in FOLDERS:
        place = files(GAMES[game][0]).joinpath(folder)
        if place.is_dir():
            for file in sorted(place.iterdir(), key=lambda file: file.name):
                if file.name.endswith(".yaml"):
                    document = Document(file.name, file.read_text(encoding="utf-8"))
                    found[f"{folder}/{file.name.removesuffix('.yaml')}"] = document
    return found


def _beginnings(game: str) -> dict[str, Document]:
    """A campaign for each ready party, one with a party by lot, and one whose players make their own."""
    parties = {party.replace(":", "-"): (party, name) for party, name in find_campaign(game).side.parties()}
    wanted: dict[str, tuple[str, dict[str, str]]] = {
        name: (party, {one: TEXTS.say(one, "web.campaign.ready", party=phrase.in_(one)) for one in LANGUAGES})
        for name, (party, phrase) in parties.items()
    }
    for name, party in (("random", "random:4:1"), ("own", "")):
        wanted[name] = (party, {one: TEXTS.say(one, f"web.campaign.{name}") for one in LANGUAGES})
    return {
        f"campaigns/{name}": Document(
            name, msgspec.json.encode({"game": game, "party": party, "title": title}).decode()
        )
        for name, (party, title) in wanted.items()
    }


def game_title(name: str, language: Language) -> str:
    """What a game calls itself; its id, where it has no name of its own. Reading it does not load the game."""
    return Texts(GAMES[name][0]).find(language, TITLE) or name


@cache
def games(language: Language) -> tuple[GameShown, ...]:
    """Everything that can be played. A campaign of a game stands among the scenes of that game, before the others."""
    shown = []
    for name in _books_played():
        own = _scenes(name, language)
        first = _scenes(PREFIX + name, language) if PREFIX + name in campaigns() else ()
        pitch = Texts(GAMES[name][0]).find(language, PITCH) or ""
        shown.append(GameShown(name, game_title(name, language), pitch, (*first, *own)))
    return tuple(shown)


def _scenes(game: str, language: Language) -> tuple[SceneShown, ...]:
    return tuple(
        SceneShown(
            scene,
            game,
            TEXTS.say(language, f"web.kind.{scene.partition('/')[0]}"),
            document.read(Phrase, "title").in_(language),
        )
        for scene, document in ready_scenes(game).items()
    )


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


class Chapter(Struct, frozen=True):
    """The rules under one heading of the source."""

    anchor: str
    title: str
    atoms: tuple[AtomShown, ...]


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
    minimum: int | None
    maximum: int | None
    origin: str
    atoms: tuple[str, ...]
    fixed: bool


@cache
def books() -> dict[str, Rulebook]:
    """Every rulebook by the name of its game; the dungeon's tables last."""
    found = {name: load_rulebook(GAMES[name][0]) for name in _books_played()}
    found[DUNGEON] = load_rulebook("arbitro.dungeon")
    return found


def shelf(language: Language) -> tuple[BookShown, ...]:
    """The rulebooks in a row."""
    return tuple(shown_book(name, language) for name in books())


def shown_book(name: str, language: Language) -> BookShown:
    """One rulebook; KeyError if there is none of that name."""
    rulebook = books()[name]
    title = TEXTS.say(language, "web.book.dungeon") if name == DUNGEON else game_title(name, language)
    source = rulebook.source.in_(language)
    return BookShown(name, title, source[:1].upper() + source[1:], len(rulebook))


def chapters(name: str, language: Language, query: str = "") -> tuple[Chapter, ...]:
    """A rulebook by headings; with a query, only the rules that hold all its words."""
    rulebook = books()[name]
    words = plain(query).split()
    found: dict[str, list[AtomShown]] = {}
    for atom_id in rulebook:
        atom = rulebook[atom_id]
        if all(word in _searched(name, atom_id, language) for word in words):
            found.setdefault(heading(atom.where), []).append(_shown(name, atom_id, atom, language))
    return tuple(
        Chapter(f"{name}-{re.sub(r'[^a-z0-9]+', '-', plain(title)).strip('-')}", title, tuple(atoms))
        for title, atoms in found.items()
    )


def _shown(book: str, atom_id: str, atom: Atom, language: Language) -> AtomShown:
    readings = tuple(ReadingShown(r.question.in_(language), r.ruling.in_(language), r.option) for r in atom.rulings)
    title, text = atom.title.in_(language), atom.text.in_(language)
    return AtomShown(atom_id, book, title, atom.kind, text, atom.optional, readings)


@cache
def _searched(book: str, atom_id: str, language: Language) -> str:
    atom = books()[book][atom_id]
    return plain(f"{atom_id} {atom.title.in_(language)} {atom.text.in_(language)} {atom.where}")


def heading(where: str) -> str:
    """The chapter of a place in the source: what stands before the finer parts of the address."""
    first = re.split(r"[;,/(]", where)[0].strip()
    return first.capitalize() if first.isupper() else first


def plain(text: str) -> str:
    """Small letters without accents, for searching."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def options(name: str, language: Language) -> tuple[OptionShown, ...]:
    """The options of a game."""
    declared = load_options("arbitro.dungeon") if name == DUNGEON else find_ruleset(name).options
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


# ---------------------------------------------------------------- guides


class GuideShown(Struct, frozen=True):
    """A page of the documentation."""

    name: str
    title: str
    first: str
    """Its first sentence or two."""
    body: Markup


def docs_folder() -> Traversable | Path:
    """The documentation: inside the package where it was installed, beside it in a source checkout."""
    inside = files("arbitro.web").joinpath("docs")
    return inside if inside.is_dir() else Path(__file__).parents[3] / "docs"


def guides(language: Language) -> tuple[GuideShown, ...]:
    """The short guides."""
    return tuple(page for name in GUIDES if (page := guide(name, language)) is not None)


def other_pages(language: Language) -> tuple[GuideShown, ...]:
    """The rest of the documentation in that language."""
    place = docs_folder()
    folder = place.joinpath("it") if language == "it" else place
    own = {files_[language] for files_ in GUIDES.values()}
    prefix = "it/" if language == "it" else ""
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".md") and file.name != "README.md")
    found = (guide(f"{prefix}{name}".removesuffix(".md"), language) for name in names if f"{prefix}{name}" not in own)
    return tuple(page for page in found if page is not None)


@cache
def guide(name: str, language: Language) -> GuideShown | None:
    """A page by the name of a guide, or by its path among the documentation; None where there is none."""
    path = GUIDES[name][language] if name in GUIDES else f"{name}.md"
    if not re.fullmatch(r"(it/)?[a-z0-9-]+\.md", path):
        return None
    file = docs_folder().joinpath(path)
    if not file.is_file():
        return None
    return _read(name, path, file.read_text(encoding="utf-8"))


def image(name: str) -> bytes | None:
    """A picture of the documentation."""
    file = docs_folder().joinpath("images", name)
    return file.read_bytes() if re.fullmatch(r"[a-z0-9-]+\.png", name) and file.is_file() else None


def _read(name: str, path: str, source: str) -> GuideShown:
    from markdown_it import MarkdownIt  # late: most readers never open a guide

    text = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    text = re.sub(r"^\*In (?:italiano|English): .*\*\n", "", text, flags=re.MULTILINE)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    title, first = "", ""
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(following.content))
            title = title or following.content
        elif token.type == "paragraph_open" and not first:
            first = _unmarked(following.children or ())
    for token in tokens:
        for part in token.children or ():
            if part.type == "link_open":
                part.attrSet("href", local_link(str(part.attrGet("href")), path))
            elif part.type == "image":
                part.attrSet("src", f"/guides/images/{str(part.attrGet('src')).rpartition('/')[2]}")
    body = reader.renderer.render(tokens, reader.options, {})
    body = body.replace("<pre>", '<pre tabindex="0">').replace("<th></th>", "<td></td>")  # for keyboards and readers
    return GuideShown(name, title, first, Markup(body))  # noqa: S704 - our own pages, and HTML in them is not let through


def _unmarked(parts: Iterable[Any]) -> str:
    return "".join(" " if part.type == "softbreak" else part.content for part in parts)


def anchor(title: str) -> str:
    """The place of a heading, named as forges name it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def local_link(target: str, path: str) -> str:
    """Where a link between pages leads inside the app: pages of the documentation are served under /guides."""
    if re.match(r"[a-z]+:|#", target):
        return target
    page, hash_, place = target.partition("#")
    base = "it/" if path.startswith("it/") else ""
    resolved = page.removeprefix("../") if base and page.startswith("../") and not page.startswith("../../") else None
    if resolved is None:
        resolved = page if page.startswith("..") else f"{base}{page}"
    if resolved.startswith(".."):
        return "/guides"
    for name, twins in GUIDES.items():
        if resolved in twins.values():
            return f"/guides/{name}{hash_}{place}"
    return f"/guides/{resolved.removesuffix('.md')}{hash_}{place}"
