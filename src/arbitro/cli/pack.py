"""``arbitro pack``: a reader's own content. Begin one, check one, see what is in it, read a stat block into it."""

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import replace

from arbitro.cli import (
    TEXTS,
    games_help,
    guarded,
    help_text,
    language_option,
    pack_option,
    pick_language,
    print_error,
    print_json,
)
from arbitro.cli.sessions import packs_of
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.content import Content
from arbitro.kernel.misread import misread
from arbitro.kernel.pack import Pack, game_of, pack_from_text, read_pack
from arbitro.kernel.pack_template import template, worked_kinds
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.stat_block import BlockRead, entry_id
from arbitro.kernel.yamlfile import MOST_TEXT, text_of
from arbitro.play.opening import known_game
from arbitro.text import Fault, Language, Words


def books_of(ruleset: Ruleset[Any]) -> Content:
    """The content of a game; a fault where it takes no packs."""
    books = ruleset.books()
    if books is None:
        raise Fault(Words(TEXTS, "cli.pack.none", game=ruleset.id))
    return books


def laid(places: list[Path], game: str | None) -> tuple[Ruleset[Any], tuple[Pack, ...]]:
    """Packs over the game that they are for, everything in them checked."""
    packs = packs_of(places)
    ruleset = known_game(game or game_of(packs[0]))
    return ruleset.with_packs(packs), packs


def counted(books: Content) -> dict[str, list[str]]:
    """What packs name, kind by kind."""
    found: dict[str, list[str]] = {}
    for kind, name in books.pack_entries():
        found.setdefault(kind, []).append(name)
    return found


def write_out(text: str, out: Path | None, language: Language) -> None:
    """Print a file, or write it where there is none yet."""
    if out is None:
        sys.stdout.write(text)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Fault(Words(TEXTS, "cli.pack.exists", file=str(out))) from None
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.table.cannot_write", file=str(out), why=misread(error))) from None
    print_error(TEXTS.say(language, "cli.pack.written", file=str(out)))


def called(found: BlockRead, name: str, ruleset: Ruleset[Any], *, instead: bool) -> BlockRead:
    """A creature under the id it is to have; a fault where the game has one of it, or none to stand instead of."""
    if name and entry_id(name) != name:
        raise Fault(Words(TEXTS, "cli.pack.bad_id", name=name, id=entry_id(name)))
    known = (name or found.id) in ruleset.creatures()
    if instead != known:
        raise Fault(Words(TEXTS, f"cli.pack.{'taken' if known else 'nothing_to_replace'}", id=name or found.id))
    return replace(found, id=name or found.id)


def _print_checked(ruleset: Ruleset[Any], packs: tuple[Pack, ...], language: Language, *, as_json: bool) -> None:
    """Packs in which nothing is wrong, and what they name."""
    found = counted(books_of(ruleset))
    if as_json:
        prints = {pack.name: pack.fingerprint for pack in packs}
        print_json({"game": ruleset.id, "packs": prints, "content": found})
        return
    for pack in packs:
        print(TEXTS.say(language, "cli.pack.right", pack=pack.name, hash=pack.fingerprint, game=ruleset.id))
    for kind, names in found.items():
        print(f"  {kind}: {', '.join(names)}")


def _hand_out(found: BlockRead, text: str, out: Path | None, language: Language) -> None:
    """A creature that was read, with what is to be said of it."""
    for remark in found.remarks:
        print_error(remark.in_(language))
    write_out(text, out, language)


def _print_kinds(books: Content, language: Language, *, as_json: bool) -> None:
    """What a game's packs may hold, for what there is an example, and how much these packs hold of it."""
    own = Counter(kind for kind, _ in books.pack_entries())
    worked = worked_kinds(books)
    if as_json:
        print_json({"kinds": books.kinds, "templates": worked, "packs": own})
        return
    for name in books.kinds:
        mark = TEXTS.say(language, "cli.pack.worked") if name in worked else ""
        number = TEXTS.say(language, "cli.pack.of_packs", count=own[name]) if own[name] else ""
        print(f"{name:20} {number}{mark}".rstrip())


def _print_packs(places: list[Path], language: Language, *, as_json: bool) -> None:
    """Packs one after the other, without asking whether all in them is right."""
    for place in places:
        _print_pack(read_pack(place), language, as_json=as_json)


def _print_pack(pack: Pack, language: Language, *, as_json: bool) -> None:
    """A pack, file by file."""
    if as_json:
        print_json({"name": pack.name, "hash": pack.fingerprint, "game": game_of(pack), "files": pack.files})
        return
    print(TEXTS.say(language, "cli.pack.shown", pack=pack.name, hash=pack.fingerprint, game=game_of(pack)))
    for document in pack.documents():
        head = document.mapping()
        names = [*head.get("entries", ()), *head.get("tables", ())]
        print(f"  {document.name}: {head.get('content')}: {', '.join(map(str, names))}")


def register(app: typer.Typer) -> None:
    """Add ``pack`` and its commands."""
    group = WordedTyper(no_args_is_help=True, help=help_text("cli.pack.help"))
    app.add_typer(group, name="pack")
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Places = Annotated[list[Path], typer.Argument(help=help_text("cli.pack.places"))]
    Rules = Annotated[str | None, typer.Option("--rules", help=help_text("cli.pack.rules"))]
    Game = Annotated[str, typer.Argument(help=games_help("cli.pack.game"))]
    Out = Annotated[Path | None, typer.Option("--out", dir_okay=False, help=help_text("cli.pack.out"))]

    @group.command("check", help=help_text("cli.pack.check"))
    def check(places: Places, rules: Rules = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)

        def work() -> None:
            ruleset, packs = laid(places, rules)
            _print_checked(ruleset, packs, language, as_json=as_json)

        guarded(work, language, as_json=as_json)

    @group.command("new", help=help_text("cli.pack.new"))
    def new(
        game: Game,
        kind: Annotated[str | None, typer.Option("--kind", help=help_text("cli.pack.kind"))] = None,
        out: Out = None,
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            books = books_of(known_game(game))
            wanted = kind or worked_kinds(books)[0]
            write_out(template(books, wanted, language), out, language)

        guarded(work, language, as_json=False)

    @group.command("read", help=help_text("cli.pack.read"))
    def read(
        game: Game,
        source: Annotated[Path | None, typer.Argument(dir_okay=False, help=help_text("cli.pack.source"))] = None,
        out: Out = None,
        name: Annotated[str, typer.Option("--id", help=help_text("cli.pack.id"))] = "",
        instead: Annotated[bool, typer.Option("--replace", help=help_text("cli.pack.replace"))] = False,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            ruleset = known_game(game)
            found = ruleset.read_block(sys.stdin.read(MOST_TEXT) if source is None else text_of(source))
            found = called(found, name, ruleset, instead=instead)
            text = found.pack_text(ruleset.id, language, instead=instead)
            ruleset.with_packs((pack_from_text(f"{found.id}.yaml", text),))  # what is handed out passes the check
            if as_json:
                print_json({"id": found.id, "kind": found.kind, "remarks": found.remarks, "pack": text})
            else:
                _hand_out(found, text, out, language)

        guarded(work, language, as_json=as_json)

    @group.command("list", help=help_text("cli.pack.list"))
    def list_kinds(
        game: Game,
        pack: Annotated[list[Path] | None, pack_option()] = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            ruleset = known_game(game).with_packs(packs_of(pack or ()))
            _print_kinds(books_of(ruleset), language, as_json=as_json)

        guarded(work, language, as_json=as_json)

    @group.command("show", help=help_text("cli.pack.show"))
    def show(places: Places, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)

        guarded(lambda: _print_packs(places, language, as_json=as_json), language, as_json=as_json)
