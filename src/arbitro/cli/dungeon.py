"""``arbitro dungeon``: make a dungeon and its maps, read its key, or walk it step by step with the dice shown."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from msgspec.structs import replace

from arbitro.cli import (
    BAD_INPUT,
    TEXTS,
    help_text,
    house_rules_option,
    language_option,
    leave,
    pack_option,
    pick_language,
    print_error,
    print_json,
)
from arbitro.cli.dungeon_source import DungeonRequest, Made, any_seed, make, settings_of, wanted_from
from arbitro.cli.paint import painter
from arbitro.cli.stock import namer
from arbitro.cli.walk import DungeonWalk
from arbitro.cli.worded import WordedTyper
from arbitro.dungeon.draw.theme import STYLES, Style
from arbitro.dungeon.export.bundle import BundleRequest, count, files, known_formats
from arbitro.dungeon.export.key import drawn_levels, keys_of, to_markdown
from arbitro.dungeon.export.own import to_own
from arbitro.dungeon.export.pdf import SIZES
from arbitro.dungeon.export.textmap import to_text
from arbitro.dungeon.export.visited import handout
from arbitro.dungeon.reading.maps import FEET
from arbitro.kernel.misread import misread
from arbitro.play.stocking import stocking_games
from arbitro.text import Fault, Language, Words

UNASKED: Final = 10
"""Steps that a walk takes by itself where nobody says how many and nobody can be asked."""
LONG: Final = 400
"""Spaces from which on making a dungeon is worth a progress bar."""


def show_nothing(what: str, done: int, total: int) -> None:
    """No bar: work that nobody watches."""
    del what, done, total


@contextmanager
def progress_bar(language: Language, *, quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on the terminal for long work; nothing on a pipe. Called with what is done, how far, of how much."""
    if quiet or not sys.stderr.isatty():
        yield show_nothing
        return
    from rich.console import Console  # late: short work and pipes need none of it
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(what: str, done: int, total: int) -> None:
            bar.update(
                task, description=TEXTS.say(language, f"cli.dungeon.{what}"), completed=done, total=total or None
            )

        yield show


def write(made: Made, order: BundleRequest, folder: Path, show: Callable[[str, int, int], None]) -> list[str]:
    """Write all files that are wanted; their paths."""
    written: list[str] = []
    total = count(made.dungeon, order)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files(made.dungeon, made.decoration, order):
            path = folder / name
            path.write_bytes(data)
            written.append(str(path))
            show("drawing", len(written), max(total, len(written)))
    except OSError as error:
        why = misread(error)
        raise Fault(Words(TEXTS, "cli.dungeon.cannot_write", folder=str(folder), why=why)) from None
    return written


def checked_style(style: str) -> Style:
    """One of the styles; a fault that lists them otherwise."""
    for known in STYLES:
        if style == known:
            return known
    raise Fault(Words(TEXTS, "cli.dungeon.no_style", style=style, known=", ".join(STYLES)))


def checked_size(size: str) -> str:
    """One of the printed sizes; a fault that lists them otherwise."""
    if size not in SIZES:
        raise Fault(Words(TEXTS, "cli.dungeon.no_size", size=size, known=", ".join(SIZES)))
    return size


def carried_out(language: Language, as_json: bool, work: Callable[[], None]) -> None:
    """Do the work of a command and say in the reader's language what stands in the way."""
    try:
        work()
    except Fault as fault:
        print_error(fault.in_(language))
        if as_json:
            print_json({"error": {"message": fault.in_(language)}})
        leave(BAD_INPUT)
    except KeyboardInterrupt:
        leave(130)


def new(wanted: DungeonRequest, order: BundleRequest, out: Path | None, *, as_json: bool) -> None:
    """Make a dungeon: files in a folder, or its text map here."""
    with progress_bar(order.language, quiet=as_json) as show:
        made = make(wanted, lambda spaces: show("making", spaces, 0) if spaces >= LONG or wanted.levels > 1 else None)
        order = replace(
            order, name=made.name, namer=namer(made.game, order.language, made.packs or wanted.packs), game=made.game
        )
        written = write(made, order, out, show) if out is not None else []
    dungeon = made.dungeon
    asked = () if wanted.file is not None or wanted.table else range(1, wanted.levels + 1)
    if made.lost and not as_json:
        print_error(TEXTS.say(order.language, "cli.dungeon.lost", count=len(made.lost)))
    unreached = [level for level in asked if level not in dungeon.levels]
    if unreached and not as_json:
        missing = ", ".join(map(str, unreached))
        print_error(TEXTS.say(order.language, "cli.dungeon.unreached", levels=wanted.levels, missing=missing))
    if as_json and out is None:
        sys.stdout.write(to_own(handout(dungeon) if order.players else dungeon, made.decoration, made.game).decode())
        return
    if as_json:
        counts = {str(level): spaces for level, spaces in sorted(dungeon.levels.items())}
        print_json({"seed": wanted.seed, "spaces": counts, "unreached": unreached, "files": written})
        return
    say = painter()
    if out is None:
        shown = handout(dungeon) if order.players else dungeon
        for level in drawn_levels(shown):
            print(to_text(shown, level, made.decoration, order.language, referee=not order.players, name=order.namer))
    told = ", ".join(f"{level}: {spaces}" for level, spaces in sorted(dungeon.levels.items()))
    say(TEXTS.say(order.language, "cli.dungeon.made", name=made.name, levels=told))
    for path in written:
        say(f"  {path}")


def show_key(wanted: DungeonRequest, language: Language, level: int | None, *, players: bool, as_json: bool) -> None:
    """Print the key."""
    made = make(wanted)
    shown = handout(made.dungeon) if players else made.dungeon
    keys = keys_of(shown, made.decoration, language, level, namer(made.game, language, made.packs or wanted.packs))
    if as_json:
        plain = msgspec.to_builtins(keys)
        for key in plain if players else ():
            del key["passages"]
            for entry in key["entries"]:
                del entry["hidden"]
        print_json(plain)
        return
    sys.stdout.write(to_markdown(keys, language, referee=not players))


def register(app: typer.Typer) -> None:
    """Add ``dungeon`` with its commands."""
    dungeon = WordedTyper(no_args_is_help=True, help=help_text("cli.dungeon.help"))
    app.add_typer(dungeon, name="dungeon")

    def option(*names: str, key: str, **more: Any) -> Any:
        known = ", ".join(stocking_games())
        return typer.Option(*names, help=help_text(f"cli.dungeon.{key}", known=known), **more)

    seed_option = Annotated[str | None, option("--seed", key="seed")]
    levels_option = Annotated[int | None, option("--levels", key="levels", min=1, max=100)]
    caves_option = Annotated[int | None, option("--caves-from", key="caves_from", min=0)]
    start_option = Annotated[str | None, option("--start", key="start", metavar="corridor|chamber|crossroads")]
    cap_option = Annotated[int | None, option("--cap", key="cap", min=0)]
    rooms_option = Annotated[int | None, option("--rooms", key="rooms", min=1, max=2000)]
    set_option = Annotated[list[str] | None, option("--set", key="set")]
    from_option = Annotated[Path | None, option("--from", key="from", exists=True, dir_okay=False)]
    table_option = Annotated[str | None, option("--table", key="table")]
    feet_option = Annotated[int | None, option("--feet", key="feet", metavar="|".join(map(str, FEET)))]
    rules_option = Annotated[str | None, option("--rules", key="rules", metavar="|".join(stocking_games()))]
    house_option = Annotated[Path | None, house_rules_option()]
    packs_option = Annotated[list[Path] | None, pack_option()]
    players_option = Annotated[bool, option("--players", key="players")]
    json_option = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    out_option = Annotated[Path | None, option("--out", key="out", file_okay=False)]
    format_option = Annotated[str, option("--format", key="format")]
    style_option = Annotated[str, option("--style", key="style", metavar="|".join(STYLES))]
    size_option = Annotated[str, option("--size", key="size", metavar="|".join(SIZES))]
    language = Annotated[str | None, language_option()]

    @dungeon.command("new", help=help_text("cli.dungeon.new"))
    def new_command(
        seed: seed_option = None,
        levels: levels_option = None,
        caves_from: caves_option = None,
        start: start_option = None,
        cap: cap_option = None,
        rooms: rooms_option = None,
        settings: set_option = None,
        source: from_option = None,
        table: table_option = None,
        feet: feet_option = None,
        rules: rules_option = None,
        house_rules: house_option = None,
        pack: packs_option = None,
        out: out_option = None,
        formats: format_option = "svg",
        style: style_option = "old",
        size: size_option = "5mm",
        players: players_option = False,
        as_json: json_option = False,
        lang: language = None,
    ) -> None:
        spoken = pick_language(lang)

        def work() -> None:
            wanted = wanted_from(
                source, rules, seed, levels, caves_from, start, cap, settings, house_rules, pack, rooms, table, feet
            )
            order = BundleRequest("", known_formats(formats), checked_style(style), spoken, players, checked_size(size))
            new(wanted, order, out, as_json=as_json)

        carried_out(spoken, as_json, work)

    @dungeon.command("key", help=help_text("cli.dungeon.key"))
    def key_command(
        seed: seed_option = None,
        levels: levels_option = None,
        caves_from: caves_option = None,
        start: start_option = None,
        cap: cap_option = None,
        rooms: rooms_option = None,
        settings: set_option = None,
        source: from_option = None,
        table: table_option = None,
        feet: feet_option = None,
        rules: rules_option = None,
        house_rules: house_option = None,
        pack: packs_option = None,
        level: Annotated[int | None, option("--level", key="level", min=1)] = None,
        players: players_option = False,
        as_json: json_option = False,
        lang: language = None,
    ) -> None:
        spoken = pick_language(lang)

        def work() -> None:
            wanted = wanted_from(
                source, rules, seed, levels, caves_from, start, cap, settings, house_rules, pack, rooms, table, feet
            )
            show_key(wanted, spoken, level, players=players, as_json=as_json)

        carried_out(spoken, as_json, work)

    @dungeon.command("walk", help=help_text("cli.dungeon.walk"))
    def walk_command(
        seed: seed_option = None,
        caves_from: caves_option = None,
        start: start_option = None,
        settings: set_option = None,
        steps: Annotated[int | None, option("--steps", key="steps", min=0)] = None,
        referee: Annotated[bool, option("--referee", key="referee")] = False,
        out: out_option = None,
        formats: format_option = "svg",
        style: style_option = "old",
        as_json: json_option = False,
        lang: language = None,
    ) -> None:
        spoken = pick_language(lang)

        def work() -> None:
            chosen = seed or any_seed()
            order = BundleRequest("", known_formats(formats), checked_style(style), spoken, not referee)
            auto = (0 if sys.stdin.isatty() and not as_json else UNASKED) if steps is None else steps
            say: Callable[[str], None] = _say_nothing if as_json else painter()
            walk = DungeonWalk(chosen, settings_of(caves_from, start, settings), spoken, say, input, referee=referee)
            walk.go(auto)
            made = Made(walk.state, walk.decoration, f"walk-{chosen}")
            written = write(made, replace(order, name=made.name), out, show_nothing) if out is not None else []
            if as_json:
                print_json({"seed": chosen, "steps": walk.told, "files": written})
            for path in written if not as_json else ():
                say(f"  {path}")

        carried_out(spoken, as_json, work)


def _say_nothing(line: str) -> None:
    """For answers in JSON, which are given at the end."""
    del line
