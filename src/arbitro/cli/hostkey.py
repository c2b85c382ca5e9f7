"""``arbitro host-key``: the key of whoever runs a shared server, kept for its owner alone, shown again or renewed.

The server itself knows only its hash. A key that was renewed opens nothing any more after the next start.
"""

import os
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error
from arbitro.cli.place import database
from arbitro.store.beside import FOR_ITS_OWNER, written_beside
from arbitro.text import Fault


def register(app: typer.Typer) -> None:
    """Add ``host-key``."""

    @app.command("host-key", help=help_text("cli.host_key.help"))
    def show(
        store: Annotated[str | None, typer.Option("--store", help=help_text("cli.serve.store"))] = None,
        config: Annotated[
            Path | None, typer.Option("--config", dir_okay=False, help=help_text("cli.host_key.config"))
        ] = None,
        renew: Annotated[bool, typer.Option("--renew", help=help_text("cli.host_key.renew"))] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        language = pick_language(lang)
        try:
            place = served_store(store, config)
        except Fault as fault:
            print_error(fault.in_(language))
            leave(BAD_INPUT)
        fresh = not renew and not key_file(place).exists()
        print(host_key(place, renew=renew))
        if renew:
            print_error(TEXTS.say(language, "cli.host_key.renewed"))
        elif fresh:
            print_error(TEXTS.say(language, "cli.host_key.made", file=str(key_file(place))))


def served_store(store: str | None, config: Path | None) -> str:
    """The store that a server would have with the same words, file and environment; empty: this machine's own."""
    from arbitro.web.service import read_service

    given = os.environ.get("ARBITRO_CONFIG")
    return store or read_service(config or (Path(given) if given else None), os.environ, {}).store


def key_file(store: str = "") -> Path:
    """The file of the key: beside the tables, or in the user's data folder for a database elsewhere."""
    if "://" in store:
        named = sha256(store.encode()).hexdigest()[:16]
        return Path(platformdirs.user_data_dir("arbitro")) / f"host-{named}.key"
    place = Path(store) if store else database()
    return place.with_name(f"{place.name}.key")


def host_key(store: str = "", *, renew: bool = False) -> str:
    """The key of a store's host; made if there is none yet, or if another one is wanted."""
    from arbitro.web.seats import new_token

    file = key_file(store)
    if not renew:
        try:
            found = file.read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            found = ""
        if found:
            return found
    file.parent.mkdir(parents=True, exist_ok=True)
    made = new_token()
    with written_beside(file, FOR_ITS_OWNER) as out:
        out.write(f"{made}\n".encode())
    return made
