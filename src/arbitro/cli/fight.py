"""``arbitro fight``: two sides against each other, by the book, at the terminal."""

import asyncio
import os
import sys
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

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
from arbitro.cli.console import Console, Left
from arbitro.cli.paint import asker, painter
from arbitro.cli.parties import parties_of
from arbitro.cli.place import now, open_store
from arbitro.cli.settings import settings_from
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Setting
from arbitro.kernel.explain import refusal_text
from arbitro.kernel.option import load_house_rules
from arbitro.kernel.pack import Pack, read_pack
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document, open_path
from arbitro.play import find_game as find_any
from arbitro.rules import first_game, installed
from arbitro.store.base import Session, Store
from arbitro.text import Fault, Language, Words

RECALLED = 3
"""How many of the last commands of a resumed table are told again, line by line."""


def ready_fights(ruleset: Ruleset[Any], folder: str = "fights") -> dict[str, Document]:
    """The scenes that come with a game, by name."""
    place = files(ruleset.package).joinpath(folder)
    if not place.is_dir():
        return {}
    found = sorted(place.iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".yaml"): Document(file.name, file.read_text(encoding="utf-8"))
        for file in found
        if file.name.endswith(".yaml")
    }


class Wanted(msgspec.Struct, frozen=True):
    """What was asked on the command line."""

    game: str
    scene: str | None
    language: Language
    auto: bool = False
    seat: str | None = None
    seed: str | None = None
    house_rules: Path | None = None
    settings: tuple[str, ...] = ()
    typed: bool = False
    why: bool = False
    json: bool = False
    table: str | None = None
    keep: bool = True
    folder: str = "fights"
    command: str = "fight"
    """The command that this was asked with."""
    picture: Path | None = None
    prepared: Setup | None = None
    """A scene that was made on the spot instead of being read."""
    party: tuple[str, ...] = ()
    """Who goes, in place of the people that the scene was written for."""
    against: tuple[str, ...] = ()
    packs: tuple[Path, ...] = ()
    screen: bool = False
    """Whether to play on the whole terminal instead of line by line."""


def find_game(name: str) -> Ruleset[Any]:
    """The game of a name; a fault that lists the known ones otherwise."""
    try:
        return find_any(name)
    except (KeyError, ModuleNotFoundError):
        raise Fault(Words(TEXTS, "cli.fight.no_game", game=name, known=", ".join(installed()))) from None


def find_scene(ruleset: Ruleset[Any], wanted: Wanted) -> tuple[str, Setup]:
    """The scene asked for: a ready one by name, or a file."""
    if wanted.prepared is not None:
        return wanted.scene or wanted.folder, joined(ruleset, wanted.prepared, wanted)
    if wanted.against:
        return "-".join(text.partition(":")[0] for text in wanted.against), arranged(ruleset, wanted)
    ready = ready_fights(ruleset, wanted.folder)
    name = wanted.scene or next(iter(ready), "")
    if not name:
        raise Fault(Words(TEXTS, "cli.fight.none_ready", game=ruleset.id))
    if name not in ready and not Path(name).is_file():
        raise Fault(Words(TEXTS, "cli.fight.no_scene", name=name, known=", ".join(ready) or "–"))
    document = ready[name] if name in ready else open_path(Path(name))
    return name if name in ready else Path(name).stem, joined(ruleset, ruleset.read_setup(document), wanted)


def arranged(ruleset: Ruleset[Any], wanted: Wanted) -> Setup:
    """A party against creatures of the bestiary, for the games that have one."""
    parties = parties_of(ruleset.id)
    if parties is None:
        raise Fault(Words(TEXTS, "cli.monster.none", game=wanted.game))
    return parties.against(ruleset, parties.entering(ruleset, wanted.party or ("random",)), wanted.against)


def joined(ruleset: Ruleset[Any], setup: Setup, wanted: Wanted) -> Setup:
    """A scene with the party asked for, if one was, in place of its own."""
    if not wanted.party:
        return setup
    parties = parties_of(ruleset.id)
    if parties is None:
        raise Fault(Words(TEXTS, "cli.character.no_people", game=ruleset.id))
    return parties.joined(setup, parties.entering(ruleset, wanted.party))


def settings_of(ruleset: Ruleset[Any], setup: Setup, wanted: Wanted) -> dict[str, Setting]:
    """The options of the table: the scene's, the house rules', then what the command line sets."""
    chosen: dict[str, Setting] = dict(setup.options)
    if wanted.house_rules is not None:
        chosen |= load_house_rules(wanted.house_rules, ruleset.id, ruleset.options).options
    return ruleset.options.meant(chosen | settings_from(wanted.settings))


async def opened(store: Store, wanted: Wanted) -> tuple[Session[Any], bool]:
    """The table to play at, and whether it is new: resumed if its name is known, opened otherwise."""
    packs = packs_of(wanted.packs)
    kept = {listed.id for listed in await store.tables()}
    if wanted.table in kept and wanted.table is not None:
        session = await store.open_table(wanted.table)
        if packs and packs != session.ruleset.packs:
            held = ", ".join(pack.name for pack in session.ruleset.packs) or "–"
            raise Fault(Words(TEXTS, "cli.fight.other_packs", table=wanted.table, held=held))
        if wanted.scene is not None and session.ruleset.finished(session.state):
            await next_scene(session, wanted)
        return session, False
    ruleset = find_game(wanted.game).with_packs(packs)
    name, setup = find_scene(ruleset, wanted)
    seed = os.urandom(32) if wanted.seed is None else seed_from_text(wanted.seed)
    table = wanted.table or _free_name(name, kept)
    made = Table.open(ruleset, table, seed, settings_of(ruleset, setup, wanted), at=now())
    for command in setup.start:
        answer = made.submit(command, REFEREE, at=now())
        if isinstance(answer, Refusal):
            why = refusal_text(ruleset, made.state, answer, wanted.language)
            raise Fault(Words(TEXTS, "cli.fight.bad_scene", why=why))
    seat_of(made, wanted)  # a table that cannot be played as asked is not kept
    return await store.create(made), True


def packs_of(folders: Iterable[Path]) -> tuple[Pack, ...]:
    """A reader's own content, out of its folders."""
    return tuple(read_pack(folder) for folder in folders)


async def next_scene(session: Session[Any], wanted: Wanted) -> None:
    """Begin another scene at a table whose last one is over: whoever was there comes as it left them."""
    _, setup = find_scene(session.ruleset, wanted)
    for command in setup.start:
        answer = await session.submit(command, REFEREE, at=now())
        if isinstance(answer, Refusal):
            why = refusal_text(session.ruleset, session.state, answer, wanted.language)
            raise Fault(Words(TEXTS, "cli.fight.bad_scene", why=why))


def _free_name(name: str, kept: set[str]) -> str:
    number = 1
    while f"{name}-{number}" in kept:
        number += 1
    return f"{name}-{number}"


def seat_of(session: Session[Any] | Table[Any], wanted: Wanted) -> Seat | None:
    """The person's seat: the side asked for, the first one, the referee's chair, or none when all is automatic."""
    if wanted.auto:
        return None
    if wanted.seat in ("referee", "arbitro"):
        return REFEREE
    seats = {seat.name: seat for seat in session.ruleset.seats(session.state)}
    if wanted.seat is None:
        return next(iter(seats.values()), REFEREE)
    if wanted.seat not in seats:
        raise Fault(Words(TEXTS, "cli.fight.no_seat", seat=wanted.seat, known=", ".join((*seats, "referee"))))
    return seats[wanted.seat]


def _say_nothing(line: str) -> None:
    """For answers in JSON, which are given at the end."""
    del line


async def play(wanted: Wanted) -> int:
    """Open or resume a table and play it to its end, or until the person leaves."""
    async with open_store(keep=wanted.keep) as store:
        session, new = await opened(store, wanted)
        if wanted.screen:
            await play_on_screen(session, wanted)
            return 0
        silent = wanted.json
        console = Console(
            session,
            wanted.language,
            _say_nothing if silent else painter(),
            asker(),
            seat=seat_of(session, wanted),
            typed=wanted.typed,
            why=wanted.why,
            now=now,
            drawn_to=wanted.picture,
        )
        entries = await session.witnessed()
        if new:
            for entry in entries[1:]:
                console.tell(entry)
        else:
            console.say(console.text("cli.fight.resumed", table=session.id))
            for entry in entries[max(1, len(entries) - RECALLED) :]:
                console.tell(entry)
            console.show_picture()
        try:
            await console.play()
        except (Left, asyncio.CancelledError) as over:  # the latter is Ctrl+C while others act
            if wanted.keep:
                console.say(console.text("cli.fight.left", table=session.id, command=wanted.command))
            if isinstance(over, Left):
                return 0
            raise
        if silent:
            print_json(
                {
                    "table": session.id,
                    "log": await session.entries(),
                    "view": session.view(REFEREE),
                    "seed": wanted.seed,
                }
            )
        elif wanted.keep:
            console.say(console.text("cli.fight.kept", table=session.id))
    return 0


async def play_on_screen(session: Session[Any], wanted: Wanted) -> None:
    """Play on the whole terminal, and say afterwards how to go on."""
    from arbitro.cli.screen import run_screen

    try:
        await run_screen(session, seat_of(session, wanted), wanted.language, typed=wanted.typed, now=now)
    finally:
        if wanted.keep:
            key = "cli.fight.kept" if session.ruleset.finished(session.state) else "cli.fight.left"
            print(TEXTS.say(wanted.language, key, table=session.id, command=wanted.command))


def run(wanted: Wanted) -> None:
    """Play, and say in the reader's language what stands in the way."""
    try:
        code = asyncio.run(play(wanted))
    except Fault as fault:
        print_error(fault.in_(wanted.language))
        if wanted.json:
            print_json({"error": {"message": fault.in_(wanted.language)}})
        code = BAD_INPUT
    except KeyboardInterrupt:
        code = 130
    leave(code)


def register(app: typer.Typer) -> None:
    """Add ``fight``."""
    add_command(app, "fight", first_game(), "fights")


def add_command(app: typer.Typer, name: str, game: str, folder: str) -> None:
    """Add a command that plays what lies in a folder of a game's, with a game to begin with."""

    @app.command(name, help=help_text(f"cli.{name}.help"))
    def play_scene(
        scene: Annotated[str | None, typer.Argument(help=help_text(f"cli.{name}.scene"))] = None,
        rules: Annotated[str, typer.Option("--rules", help=games_help())] = game,
        auto: Annotated[bool, typer.Option("--auto", help=help_text("cli.fight.auto"))] = False,
        seat: Annotated[str | None, typer.Option("--as", help=help_text("cli.fight.as"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        house_rules: Annotated[
            Path | None,
            typer.Option("--house-rules", exists=True, dir_okay=False, help=help_text("cli.fight.house_rules")),
        ] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))] = None,
        typed: Annotated[bool, typer.Option("--typed", help=help_text("cli.fight.typed"))] = False,
        why: Annotated[bool, typer.Option("--why", help=help_text("cli.fight.why"))] = False,
        screen: Annotated[bool, typer.Option("--screen", help=help_text("cli.fight.screen"))] = False,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.fight.table"))] = None,
        list_ready: Annotated[bool, typer.Option("--list", help=help_text(f"cli.{name}.list"))] = False,
        no_save: Annotated[bool, typer.Option("--no-save", help=help_text("cli.fight.no_save"))] = False,
        party: Annotated[list[str] | None, typer.Option("--party", help=help_text("cli.fight.party"))] = None,
        against: Annotated[list[str] | None, typer.Option("--against", help=help_text("cli.fight.against"))] = None,
        pack: Annotated[
            list[Path] | None, typer.Option("--pack", file_okay=False, help=help_text("cli.fight.pack"))
        ] = None,
        picture: Annotated[
            Path | None, typer.Option("--picture", dir_okay=False, help=help_text("cli.fight.picture"))
        ] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)
        wanted = Wanted(
            rules,
            scene,
            language,
            auto=auto or as_json or not (sys.stdin.isatty() or seat or typed),
            seat=seat,
            seed=seed,
            house_rules=house_rules,
            settings=tuple(settings or ()),
            typed=typed,
            why=why,
            json=as_json,
            table=table,
            keep=not no_save,
            folder=folder,
            command=name,
            picture=picture,
            party=tuple(party or ()),
            against=tuple(against or ()),
            packs=tuple(pack or ()),
            screen=screen and on_terminal() and not as_json,
        )
        if list_ready:
            show_ready(wanted)
        else:
            run(wanted)


def on_terminal() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def show_ready(wanted: Wanted) -> None:
    """The scenes that come with a game."""
    try:
        ruleset = find_game(wanted.game)
    except Fault as fault:
        print_error(fault.in_(wanted.language))
        leave(BAD_INPUT)
    ready = {name: ruleset.read_setup(document) for name, document in ready_fights(ruleset, wanted.folder).items()}
    titles = {name: setup.title.in_(wanted.language) for name, setup in ready.items()}
    if wanted.json:
        print_json(titles)
        return
    for name, title in titles.items():
        print(f"{name:16} {title}")
