"""Playing a table at the terminal, line by line, on the whole screen or by itself: what several commands share."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from arbitro.cli import (
    BAD_INPUT,
    TEXTS,
    games_help,
    help_text,
    house_rules_option,
    language_option,
    leave,
    pack_option,
    pick_language,
    print_error,
    print_json,
)
from arbitro.cli.console import Console, Left
from arbitro.cli.paint import asker, painter
from arbitro.cli.place import now, open_store
from arbitro.cli.sessions import PlayRequest, game_named, opened, seated
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.play.opening import known_game, ready_scenes
from arbitro.store.session import Session
from arbitro.text import Fault, Texts

REMEMBERED = 400
"""Among how many of its entries the moments of the last evening are looked for."""
RECALLED = 3
"""How many of the last commands of a resumed table are told again, line by line."""


def _say_nothing(line: str) -> None:
    """For answers in JSON, which are given at the end."""
    del line


async def play(wanted: PlayRequest) -> int:
    """Open or resume a table and play it to its end, or until the person leaves."""
    async with open_store(keep=wanted.keep) as store:
        session, new = await opened(store, wanted)
        if wanted.screen:
            await play_on_screen(session, await seated(store, session, wanted), wanted)
            return 0
        silent = wanted.json
        console = Console(
            session,
            wanted.language,
            _say_nothing if silent else painter(),
            asker(),
            seat=await seated(store, session, wanted),
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
            console.recall(entries[-REMEMBERED:])
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


async def play_on_screen(session: Session[Any], seat: Seat | None, wanted: PlayRequest) -> None:
    """Play on the whole terminal, and say afterwards how to go on."""
    from arbitro.cli.screen import run_screen

    try:
        await run_screen(session, seat, wanted.language, typed=wanted.typed, now=now)
    finally:
        if wanted.keep:
            key = "cli.fight.kept" if session.ruleset.finished(session.state) else "cli.fight.left"
            print(TEXTS.say(wanted.language, key, table=session.id, command=wanted.command))


def run(wanted: PlayRequest) -> None:
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


def add_command(app: typer.Typer, name: str, game: str, folder: str, texts: Texts = TEXTS) -> None:
    """Add a command that plays what lies in a folder of a game's, with a game to begin with.

    Its help is in `texts`: ``cli.<name>.help`` for the command, ``.scene`` for what it plays, ``.list`` for ``--list``.
    """

    @app.command(name, help=help_text(f"cli.{name}.help", texts=texts))
    def play_scene(
        scene: Annotated[str | None, typer.Argument(help=help_text(f"cli.{name}.scene", texts=texts))] = None,
        rules: Annotated[str | None, typer.Option("--rules", help=games_help(), show_default=game)] = None,
        auto: Annotated[bool, typer.Option("--auto", help=help_text("cli.fight.auto"))] = False,
        seat: Annotated[str | None, typer.Option("--as", help=help_text("cli.fight.as"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        house_rules: Annotated[
            Path | None,
            house_rules_option(),
        ] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))] = None,
        typed: Annotated[bool, typer.Option("--typed", help=help_text("cli.fight.typed"))] = False,
        why: Annotated[bool, typer.Option("--why", help=help_text("cli.fight.why"))] = False,
        screen: Annotated[bool, typer.Option("--screen", help=help_text("cli.fight.screen"))] = False,
        table: Annotated[str | None, typer.Option("--table", help=help_text("cli.fight.table"))] = None,
        list_ready: Annotated[bool, typer.Option("--list", help=help_text(f"cli.{name}.list", texts=texts))] = False,
        no_save: Annotated[bool, typer.Option("--no-save", help=help_text("cli.fight.no_save"))] = False,
        party: Annotated[list[str] | None, typer.Option("--party", help=help_text("cli.fight.party"))] = None,
        against: Annotated[list[str] | None, typer.Option("--against", help=help_text("cli.fight.against"))] = None,
        pack: Annotated[list[Path] | None, pack_option()] = None,
        picture: Annotated[
            Path | None, typer.Option("--picture", dir_okay=False, help=help_text("cli.fight.picture"))
        ] = None,
        runs: Annotated[int | None, odds_option("--runs", name, min=1, metavar="N")] = None,
        exact: Annotated[bool, odds_option("--exact", name)] = False,
        sim: Annotated[bool, odds_option("--sim", name)] = False,
        ray: Annotated[str | None, odds_option("--ray", name, metavar="ADDRESS")] = None,
        compare: Annotated[tuple[str, str] | None, odds_option("--compare", name, metavar="A B")] = None,
        question: Annotated[str, odds_option("--question", name)] = "wins",
        policy: Annotated[list[str] | None, odds_option("--policy", name)] = None,
        workers: Annotated[int, odds_option("--workers", name, min=1)] = 1,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)
        wanted = PlayRequest(
            rules or game_named((*(party or ()), scene), game),
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
        elif runs is not None or exact or sim or compare is not None:
            from arbitro.cli.chances import FightAsked  # late: who plays needs none of it
            from arbitro.cli.chances import run as ask

            leave(
                ask(
                    FightAsked(
                        play=wanted,
                        question=question,
                        policies=tuple(policy or ()),
                        runs=runs,
                        exact=exact,
                        sim=sim,
                        compare=compare,
                        workers=workers,
                        ray=ray,
                    )
                )
            )
        else:
            run(wanted)


def odds_option(flag: str, command: str = "fight", **more: Any) -> Any:
    """An option that asks about a fight instead of playing it: shown where fights are what is played."""
    return typer.Option(flag, help=help_text(f"cli.chances.{flag[2:]}"), hidden=command != "fight", **more)


def on_terminal() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def show_ready(wanted: PlayRequest) -> None:
    """The scenes that come with a game."""
    try:
        ruleset = known_game(wanted.game)
    except Fault as fault:
        print_error(fault.in_(wanted.language))
        leave(BAD_INPUT)
    ready = {name: ruleset.read_setup(document) for name, document in ready_scenes(ruleset, wanted.folder).items()}
    titles = {name: setup.title.in_(wanted.language) for name, setup in ready.items()}
    if wanted.json:
        print_json(titles)
        return
    for name, title in titles.items():
        print(f"{name:16} {title}")
