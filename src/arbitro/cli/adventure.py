"""``arbitro adventure``: adventures in one file, checked, begun, played and printed."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from msgspec.structs import replace

from arbitro.chances.bestiary import met_sheet
from arbitro.cli import (
    BAD_INPUT,
    TEXTS,
    games_help,
    help_text,
    language_option,
    leave,
    pack_option,
    pick_language,
    print_error,
    print_json,
)
from arbitro.cli.dungeon_source import any_seed, bytes_of, filled, played
from arbitro.cli.playing import on_terminal, run
from arbitro.cli.sessions import PlayRequest, packs_of
from arbitro.cli.stock import checked_game
from arbitro.cli.worded import WordedTyper
from arbitro.dungeon.export.own import to_own
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.reading.maps import MapRead, read_map
from arbitro.kernel.card import Sheet
from arbitro.kernel.misread import misread
from arbitro.kernel.yamlfile import Document, open_path, unknown_name
from arbitro.play import PREFIX, find_campaign, game_inside
from arbitro.play.adventure import AdventureText, read_adventure, read_text
from arbitro.play.campaign import Campaign
from arbitro.play.digging import GENERATOR
from arbitro.play.opening import known_game
from arbitro.play.ready import ready_adventures
from arbitro.rules import first_game
from arbitro.text import Fault, Language, Words

FIRST = first_game()


def document_of(name: str) -> Document:
    """An adventure by the name of a ready one or by its file."""
    if name in ready_adventures():
        return ready_adventures()[name]
    if Path(name).is_file():
        return open_path(Path(name))
    raise Fault(unknown_name(name, ready_adventures()))


def campaign_with(game: str, packs: list[Path] | None) -> Campaign:
    """The campaign of a game, with a reader's packs laid over it."""
    return find_campaign(known_game(PREFIX + game_inside(game)).id).with_packs(packs_of(packs or ()))


def check_adventure(name: str, packs: list[Path] | None, *, language: Language, as_json: bool) -> None:
    """Read an adventure as each of its games would; a fault names file and line."""
    document = document_of(name)
    text, dungeon = read_text(document)
    for game in text.games:
        read_adventure(document, campaign_with(game, packs))
    rooms = sum(space.is_place for space in dungeon.spaces.values())
    if as_json:
        print_json({"adventure": text.title.en, "games": list(text.games), "rooms": rooms})
        return
    games = ", ".join(text.games)
    print(TEXTS.say(language, "cli.adventure.sound", title=text.title.in_(language), rooms=rooms, games=games))


def begin_adventure(
    file: Path, source: Path | None, table: str | None, game: str, *, language: Language, lot: str = ""
) -> None:
    """Write the beginning of an adventure: a small one to change, or the key of a dungeon that is there already.

    That may be a map of any format, or the dungeon of a table as it stands now, with who and what is left in it. With
    a word for the `lot`, what is empty is filled by the tables of the appendix and of the game.
    """
    if file.exists():
        raise Fault(Words(TEXTS, "cli.sealed.exists", file=str(file)))
    if lot and source is None and table is None:
        raise Fault(Words(TEXTS, "cli.play.no_map_to_stock"))
    phrase = {"it": "…", "en": "…"}
    plain: dict[str, Any] = {"adventure": 1, "title": {"it": file.stem, "en": file.stem}, "games": {game: {}}}
    if source is None and table is None:
        plain |= {
            "rooms": {
                "stairs": {"at": [20, 30], "size": [1, 2], "passage": True, "read": phrase},
                "hall": {"at": [19, 26], "size": [3, 4], "name": phrase, "read": phrase},
            },
            "ways": [{"from": "stairs", "to": "hall", "kind": "opening"}],
            "entrance": "stairs",
        }
    else:
        read = _of_table(table) if table else read_map(str(source), bytes_of(source or file), GENERATOR.options())
        game = checked_game(read.game or game)
        read = filled(read, game, lot) if lot else read
        plain["games"] = {game: {}}
        places = [name for name, space in read.dungeon.spaces.items() if space.is_place]
        rooms: dict[str, Any] = {name: {"read": dict(phrase)} | _noted(read, name) for name in places}
        read = _keyed(read, find_campaign(known_game(PREFIX + game).id), rooms)
        plain |= {"rooms": rooms, "dungeon": to_own(read.dungeon, read.decoration, game).decode()}
    try:
        file.write_text(yaml.safe_dump(plain, allow_unicode=True, sort_keys=False, width=110), encoding="utf-8")
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.table.cannot_write", file=file, why=misread(error))) from None
    print(TEXTS.say(language, "cli.adventure.begun", file=file))


def _of_table(table: str) -> MapRead:
    """The dungeon of a table, without what its party knows of it."""
    made = asyncio.run(played(table))
    return MapRead(replace(made.dungeon, known={}), made.decoration, made.game)


def _keyed(read: MapRead, campaign: Campaign, rooms: dict[str, Any]) -> MapRead:
    """Who and what is in the rooms goes from the map into their key, where it can be read and changed."""
    stores, game, kept = campaign.side.stores, campaign.game.id, dict(read.dungeon.slots)
    for slot in read.dungeon.slots.values():
        lawful = all(stores.is_valuable(item) if is_treasure(item) else stores.is_kind(item) for item, _ in slot.items)
        if not slot.items or not lawful or slot.state != "present" or slot.space not in rooms or slot.where != "here":
            continue
        for item, number in slot.items:
            row = {"what": item, "number": number} if is_treasure(item) else {"kind": item, "number": number}
            sort = "treasure" if is_treasure(item) else "foes"
            rooms[slot.space].setdefault(sort, {}).setdefault(game, []).append(row)
        del kept[slot.id]
    contents = {
        space: content
        for space, content in read.dungeon.contents.items()
        if all(slot in kept for slot in content.slots)
    }
    return replace(read, dungeon=replace(read.dungeon, slots=kept, contents=contents))


def _noted(read: MapRead, space: str) -> dict[str, Any]:
    return {"note": read.notes[space]} if space in read.notes else {}


def game_for(name: str, rules: str | None) -> str:
    """The game that an adventure is wanted for: the named one, else the usual if it is for that, else its first."""
    if rules is not None:
        return rules
    games = read_text(document_of(name))[0].games
    return FIRST if FIRST in games else next(iter(games), FIRST)


def print_adventure(name: str, campaign: Campaign, out: Path | None, *, language: Language) -> None:
    """The key on the terminal, or the whole booklet as a PDF file."""
    from arbitro.play.zine import booklet, key_lines

    document = document_of(name)
    text, dungeon = read_text(document)
    read_adventure(document, campaign)

    def blocks(kind: str) -> Sheet:
        return met_sheet(campaign.game, kind, language)

    if out is None:
        for line in key_lines(text, dungeon, campaign, language, blocks):
            print(line)
        return
    try:
        out.write_bytes(booklet(text, dungeon, campaign, language, blocks))
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.table.cannot_write", file=out, why=misread(error))) from None
    print(TEXTS.say(language, "cli.adventure.printed", file=out))


def _listed(language: Language, *, as_json: bool) -> None:
    found: dict[str, AdventureText] = {name: read_text(one)[0] for name, one in ready_adventures().items()}
    if as_json:
        print_json([{"name": name, "title": one.title.in_(language)} for name, one in found.items()])
        return
    for name, one in found.items():
        print(f"{name}: {one.title.in_(language)} ({', '.join(one.games)})")


def _carried_out(work: Callable[[], None], language: Language) -> None:
    try:
        work()
    except Fault as fault:
        print_error(fault.in_(language))
        leave(BAD_INPUT)


def register(app: typer.Typer) -> None:
    """Add ``adventure`` with its commands."""
    adventure = WordedTyper(no_args_is_help=True, help=help_text("cli.adventure.help"))
    app.add_typer(adventure, name="adventure")
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Which = Annotated[str, typer.Argument(help=help_text("cli.adventure.which"))]
    Rules = Annotated[str, typer.Option("--rules", help=games_help())]
    OwnRules = Annotated[str | None, typer.Option("--rules", help=games_help())]
    Packs = Annotated[list[Path] | None, pack_option()]

    @adventure.command("list", help=help_text("cli.adventure.list"))
    def list_command(lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)
        _carried_out(lambda: _listed(language, as_json=as_json), language)

    @adventure.command("check", help=help_text("cli.adventure.check"))
    def check_command(which: Which, pack: Packs = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)
        _carried_out(lambda: check_adventure(which, pack, language=language, as_json=as_json), language)

    @adventure.command("new", help=help_text("cli.adventure.new"))
    def new_command(
        file: Annotated[Path, typer.Argument(dir_okay=False, help=help_text("cli.adventure.file"))],
        dungeon: Annotated[
            Path | None, typer.Option("--dungeon", dir_okay=False, help=help_text("cli.adventure.dungeon"))
        ] = None,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.adventure.table"))] = None,
        stock: Annotated[bool, typer.Option("--stock", help=help_text("cli.adventure.stock"))] = False,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        rules: Rules = FIRST,
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)
        lot = (seed or any_seed()) if stock else ""
        _carried_out(lambda: begin_adventure(file, dungeon, table, rules, language=language, lot=lot), language)

    @adventure.command("print", help=help_text("cli.adventure.print"))
    def print_command(
        which: Which,
        rules: OwnRules = None,
        out: Annotated[Path | None, typer.Option("--pdf", dir_okay=False, help=help_text("cli.adventure.pdf"))] = None,
        pack: Packs = None,
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)
        _carried_out(
            lambda: print_adventure(which, campaign_with(game_for(which, rules), pack), out, language=language),
            language,
        )

    @adventure.command("play", help=help_text("cli.adventure.play"))
    def play_command(
        which: Which,
        rules: OwnRules = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.fight.table"))] = None,
        no_save: Annotated[bool, typer.Option("--no-save", help=help_text("cli.fight.no_save"))] = False,
        plain: Annotated[bool, typer.Option("--plain", help=help_text("cli.play.plain"))] = False,
        pack: Packs = None,
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)
        try:
            game = game_for(which, rules)
            name = PREFIX + game_inside(game)
            setup = read_adventure(document_of(which), campaign_with(game, pack))
        except Fault as fault:
            print_error(fault.in_(language))
            leave(BAD_INPUT)
        run(
            PlayRequest(
                name,
                f"adventure-{Path(which).stem}",
                language,
                seed=seed,
                table=table,
                keep=not no_save,
                command="play",
                prepared=setup,
                packs=tuple(pack or ()),
                screen=on_terminal() and not plain,
            )
        )
