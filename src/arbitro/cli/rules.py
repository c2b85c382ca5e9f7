"""``arbitro rules``: the rulebooks, read aloud, and where each rule lives in code and tests."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import arbitro
from arbitro.cli import (
    BAD_INPUT,
    TEXTS,
    games_help,
    help_text,
    language_option,
    leave,
    pick_language,
    print_error,
    print_json,
)
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.coverage import (
    Coverage,
    code_citations,
    counts_played,
    coverage,
    rules_that_ask,
    sort_played,
    unknown,
    way_played,
)
from arbitro.kernel.coverage import test_citations as citations_in_tests
from arbitro.kernel.headings import place_in
from arbitro.kernel.option import Option, Options, load_options, setting_text
from arbitro.kernel.rulebook import Rulebook, load_rulebook
from arbitro.rules import declared, find_ruleset, games, package_of
from arbitro.text import Language

Cited = Mapping[str, list[str]]
"""Atoms, with the places that name them."""
DUNGEON: Final = "appendix-a"
"""The book of the dungeon, which belongs to no game."""


def book_packages() -> dict[str, str]:
    """Every rulebook of this installation, and the package it lies in."""
    return {**{game: package_of(game) for game in games()}, DUNGEON: "arbitro.appendix_a"}


def installed_books() -> dict[str, Rulebook]:
    """The rulebooks of this installation."""
    return {name: load_rulebook(package) for name, package in book_packages().items()}


def _chosen(game: str | None, language: Language) -> dict[str, Rulebook]:
    books = installed_books()
    if game is None:
        return books
    if game not in books:
        print_error(TEXTS.say(language, "cli.rules.no_game", game=game, known=", ".join(books)))
        leave(BAD_INPUT)
    return {game: books[game]}


def _print_books(books: dict[str, Rulebook], language: Language) -> None:
    """Every rule of these books, in a line each."""
    for name, book in books.items():
        print(f"{name}: {book.source.in_(language)} ({len(book)})")
        for atom in book:
            print(f"  {atom:18} {book[atom].kind:10} {book[atom].title.in_(language)}")


def _print_options(found: dict[str, Options], language: Language) -> None:
    """Every switch of these games: how it stands, what it is about, and what else it may be."""
    for name, options in found.items():
        print(f"{name} ({len(options)})")
        for switch in options:
            option = options[switch]
            print(f"  {switch} = {_choice(option)}")
            print(f"      {option.text.in_(language)}")
            for word, meaning in option.values.items():
                print(f"      · {word}: {meaning.in_(language)}")


def _strays(code: Cited, shown: Cited) -> Cited:
    """What is cited and stands in no book that is here."""
    books = installed_books()
    strays = unknown(books.values(), code, shown)
    if len(declared()) == len(games()):
        return strays
    present = {atom.partition("-")[0] for book in books.values() for atom in book}
    # rules of a game that was left out are no mistakes
    return {atom: places for atom, places in strays.items() if atom.partition("-")[0] in present}


def register(app: typer.Typer) -> None:
    """Add ``rules`` and its commands."""
    rules = WordedTyper(no_args_is_help=True, help=help_text("cli.rules.help"))
    app.add_typer(rules, name="rules")
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Game = Annotated[str | None, typer.Option("--game", help=games_help("cli.rules.game"))]

    @rules.command("list", help=help_text("cli.rules.list"))
    def list_rules(game: Game = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)
        books = _chosen(game, language)
        if as_json:
            print_json({name: {atom: _atom(book, atom, language) for atom in book} for name, book in books.items()})
            return
        _print_books(books, language)

    @rules.command("show", help=help_text("cli.rules.show"))
    def show_rule(
        atom: Annotated[str, typer.Argument(help=help_text("cli.rules.atom"))],
        code: Annotated[bool, typer.Option("--code", help=help_text("cli.rules.code"))] = False,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)
        wanted = atom.upper()
        for book in installed_books().values():
            if wanted in book:
                _show(book, wanted, language, _places(book, wanted) if code else {}, as_json=as_json)
                return
        print_error(TEXTS.say(language, "cli.rules.no_atom", atom=atom, near=_near(wanted)))
        leave(BAD_INPUT)

    @rules.command("options", help=help_text("cli.rules.options"))
    def list_options(game: Game = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)
        found = {name: options_of(name) for name in _chosen(game, language)}
        if as_json:
            print_json({name: _options(options, language) for name, options in found.items()})
            return
        _print_options(found, language)

    @rules.command("coverage", help=help_text("cli.rules.coverage"))
    def show_coverage(
        game: Game = None,
        tests: Annotated[Path | None, typer.Option("--tests", help=help_text("cli.rules.tests"))] = None,
        missing: Annotated[bool, typer.Option("--missing", help=help_text("cli.rules.missing"))] = False,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)
        books = _chosen(game, language)
        root = Path(arbitro.__file__).parent
        code = citations_in_code(root)
        folder = tests or _tests_folder(root)
        shown = citations_in_tests(folder) if folder is not None else {}
        found = [coverage(book, code, shown, rules_that_ask(root)) for book in books.values()]
        strays = _strays(code, shown)
        content = {one.game: content for one in found if (content := _played(one.game))}
        if as_json:
            print_json({"games": found, "unknown": strays, "content": content})
        else:
            _print_coverage(found, missing, language, tested=folder is not None)
            _print_played(content, language)
            for atom, places in strays.items():
                print_error(TEXTS.say(language, "cli.rules.stray", atom=atom, place=places[0]))
        if strays:
            leave(1)


def options_of(game: str) -> Options:
    """The options of a rulebook: a game's, with those that it inherits, or the appendix's."""
    return load_options(book_packages()[game]) if game == DUNGEON else find_ruleset(game).options


def citations_in_code(root: Path) -> dict[str, list[str]]:
    """Atom -> the places that cite it: in this house, and in the packages of the games that come from elsewhere."""
    found = code_citations(root)
    for package in book_packages().values():
        spec = find_spec(package)
        home = Path(spec.origin).parent if spec is not None and spec.origin else root
        if not home.is_relative_to(root):
            for atom, places in code_citations(home).items():
                found.setdefault(atom, []).extend(f"{package}/{place}" for place in places)
    return found


def _choice(option: Option) -> str:
    """The values of an option, the book's own first."""
    default = setting_text(option.default)
    if option.fixed:
        return default
    known = [setting_text(each) for each in (True, False)] if option.type == "switch" else list(option.values)
    return " | ".join(dict.fromkeys((default, *known)))


def _options(options: Options, language: Language) -> dict[str, Any]:
    return {
        name: {
            "type": options[name].type,
            "default": options[name].default,
            "fixed": options[name].fixed,
            "values": {word: meaning.in_(language) for word, meaning in options[name].values.items()},
            "minimum": options[name].minimum,
            "maximum": options[name].maximum,
            "title": options[name].title.in_(language),
            "text": options[name].text.in_(language),
            "rules": options[name].atoms,
        }
        for name in options
    }


def _near(wanted: str) -> str:
    from difflib import get_close_matches

    atoms = [atom for book in installed_books().values() for atom in book]
    return ", ".join(get_close_matches(wanted, atoms, 3)) or "–"


def _atom(book: Rulebook, atom: str, language: Language) -> dict[str, Any]:
    entry = book[atom]
    return {
        "title": entry.title.in_(language),
        "kind": entry.kind,
        "where": entry.where,
        "optional": entry.optional,
        "text": entry.text.in_(language),
        "rulings": [
            {"question": r.question.in_(language), "ruling": r.ruling.in_(language), "option": r.option}
            for r in entry.rulings
        ],
    }


def _places(book: Rulebook, atom: str) -> dict[str, list[str]]:
    """Where an atom is cited: by the code that carries it out, and by the tests that show it.

    What a variant has of its parent is carried out by the parent's code, under the atom of the parent's book.
    """
    root = Path(arbitro.__file__).parent
    folder = _tests_folder(root)
    cited = {"code": citations_in_code(root), "tests": citations_in_tests(folder) if folder is not None else {}}
    return {
        kind: places.get(atom, [])
        + [f"{place} ({parent})" for parent in book[atom].parents for place in places.get(parent, [])]
        for kind, places in cited.items()
    }


def _show(book: Rulebook, atom: str, language: Language, places: dict[str, list[str]], *, as_json: bool) -> None:
    if as_json:
        print_json({"id": atom, "game": book.game, **_atom(book, atom, language), **places})
        return
    entry = book[atom]
    print(f"{atom}  {entry.title.in_(language)}")
    kind = TEXTS.say(language, f"cli.rules.kind.{entry.kind}")
    print(f"{book.source.in_(language)} · {place_in(entry, language)} · {kind}")
    print(f"\n{entry.text.in_(language)}")
    for ruling in entry.rulings:
        option = f" [{ruling.option}]" if ruling.option else ""
        print(f"\n? {ruling.question.in_(language)}\n→ {ruling.ruling.in_(language)}{option}")
    for kind, cited in places.items():
        print("\n" + TEXTS.say(language, f"cli.rules.places.{kind}"))
        for place in cited or ["–"]:
            print(f"  {place}")


def _tests_folder(root: Path) -> Path | None:
    """The tests of a source checkout; an installed package has none beside it."""
    folder = root.parent.parent / "tests"
    return folder if folder.is_dir() else None


def _played(game: str) -> Mapping[str, Mapping[str, int]]:
    """How the entries of a game's content are played, where it says so."""
    return find_ruleset(game).played() if game in games() else {}


def _print_played(content: Mapping[str, Mapping[str, Mapping[str, int]]], language: Language) -> None:
    for game, sorts in content.items():
        each = find_ruleset(game).entries_played() if len(content) == 1 else {}
        for sort, counts in sorts.items():
            word = sort_played(sort, language)
            for name, plays in each.get(sort, {}).items():
                print(f"  {way_played(plays, language):22} {word:32} {name.in_(language)}")
            total, said = sum(counts.values()), counts_played(counts, language)
            print(TEXTS.say(language, "cli.rules.played", game=game, sort=word, total=total, counts=said))


def _print_coverage(found: list[Coverage], missing: bool, language: Language, *, tested: bool) -> None:
    for one in found:
        for atom in one.atoms:
            if missing and atom.code and (atom.tests or not tested):
                continue
            if missing or len(found) == 1:
                code = atom.code[0] if atom.code else "–"
                test = atom.tests[0] if atom.tests else "–"
                print(f"  {atom.atom:18} {way_played(atom.way, language):22} {code:55} {test}")
        total = len(one.atoms)
        say = TEXTS.say(
            language, "cli.rules.covered", game=one.game, total=total, code=one.implemented, tests=one.tested
        )
        print(say)
        counts = counts_played(one.ways, language)
        word = sort_played("rules", language)
        print(TEXTS.say(language, "cli.rules.played", game=one.game, sort=word, total=total, counts=counts))
