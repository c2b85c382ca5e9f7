"""``arbitro backup`` and ``arbitro restore``: everything that a store keeps, in one file, and back."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error
from arbitro.cli.asking import ask_passphrase
from arbitro.cli.place import open_store
from arbitro.store.base import Store
from arbitro.text import Fault, Language


def register(app: typer.Typer) -> None:
    """Add ``backup`` and ``restore``."""
    Lang = Annotated[str | None, language_option()]
    Place = Annotated[str | None, typer.Option("--store", help=help_text("cli.serve.store"))]
    Config = Annotated[Path | None, typer.Option("--config", dir_okay=False, help=help_text("cli.host_key.config"))]
    File = Annotated[Path, typer.Argument(dir_okay=False, help=help_text("cli.backup.file"))]

    @app.command("backup", help=help_text("cli.backup.help"))
    def back_up(file: File, store: Place = None, config: Config = None, lang: Lang = None) -> None:
        from arbitro.store import backup

        language = pick_language(lang)
        _carry_out(
            lambda kept: backup.back_up(kept, file, ask_passphrase(language, new=True)),
            lambda: served(store, config),
            "backup.done",
            language,
        )

    @app.command("restore", help=help_text("cli.restore.help"))
    def restore(file: File, store: Place = None, config: Config = None, lang: Lang = None) -> None:
        from arbitro.store import backup

        language = pick_language(lang)
        if not file.is_file():
            print_error(TEXTS.say(language, "cli.backup.no_file", file=str(file)))
            leave(BAD_INPUT)
        _carry_out(
            lambda kept: backup.restore(kept, file, ask_passphrase(language, new=False)),
            lambda: served(store, config),
            "restore.done",
            language,
        )


def served(store: str | None, config: Path | None) -> str:
    """The store of a server with these settings; what a file says is read where there may be one."""
    named = store or os.environ.get("ARBITRO_STORE", "")
    if named or not (config or os.environ.get("ARBITRO_CONFIG")):
        return named
    from arbitro.cli.hostkey import served_store

    return served_store(store, config)


def _carry_out(
    work: Callable[[Store], Coroutine[Any, Any, int]], place: Callable[[], str], done: str, language: Language
) -> None:
    """Work on a store, and say how many tables it was done to."""

    async def run() -> int:
        async with open_store(place()) as store:
            return await work(store)

    try:
        print(TEXTS.say(language, f"cli.{done}", count=asyncio.run(run())))
    except Fault as fault:
        print_error(fault.in_(language))
        leave(BAD_INPUT)
