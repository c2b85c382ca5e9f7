"""``arbitro mcp``: a language model sits down at a table, over standard input and output."""

import asyncio
import os
from typing import Annotated, Final, cast, get_args

import typer

from arbitro.agents.guest import Guest, SeatWanted
from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error
from arbitro.cli.place import database
from arbitro.extras import need
from arbitro.text import Fault, Language, Words

SEATS: Final[tuple[SeatWanted, ...]] = get_args(SeatWanted)


def register(app: typer.Typer) -> None:
    """Add ``mcp``."""

    @app.command("mcp", help=help_text("cli.mcp.help"))
    def mcp(
        seat: Annotated[str, typer.Option("--seat", help=help_text("cli.mcp.seat"))] = "",
        side: Annotated[str, typer.Option("--side", help=help_text("cli.mcp.side"))] = "",
        table: Annotated[str, typer.Option("--table", help=help_text("cli.mcp.table"))] = "",
        url: Annotated[str, typer.Option("--url", help=help_text("cli.mcp.url"))] = "",
        token: Annotated[str, typer.Option("--token", help=help_text("cli.mcp.token"))] = "",
        store: Annotated[str, typer.Option("--store", help=help_text("cli.serve.store"))] = "",
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        language = pick_language(lang)
        given = (token or os.environ.get("ARBITRO_TOKEN", "")).rstrip("/").rpartition("/")[2]  # or the whole link
        try:
            need("agents")
            check(seat, side, url, given)
            wanted = cast(SeatWanted, seat or "player")
            if url:
                asyncio.run(_elsewhere(url, language, given, table))
            else:
                asyncio.run(_here(store or str(database()), language, wanted, side, table))
        except Fault as fault:
            print_error(fault.in_(language))
            leave(BAD_INPUT)


def check(seat: str, side: str, url: str, token: str) -> None:
    """Refuse what cannot be meant so."""
    if seat and seat not in SEATS:
        raise Fault(Words(TEXTS, "cli.mcp.no_seat", seat=seat, known=", ".join(SEATS)))
    if url and not token:
        raise Fault(Words(TEXTS, "cli.mcp.needs_token"))
    if token and not url:
        raise Fault(Words(TEXTS, "cli.mcp.needs_server"))
    if token and (seat or side):
        raise Fault(Words(TEXTS, "cli.mcp.no_side"))


async def _elsewhere(url: str, language: Language, token: str, table: str) -> None:
    """Serve a seat of a server that is running."""
    from arbitro.agents.server import serve_stdio
    from arbitro.agents.wire import over_http

    await serve_stdio(Guest(over_http(url), language, token, table=table))


async def _here(store: str, language: Language, seat: SeatWanted, side: str, table: str) -> None:
    """Serve the tables of this machine: the server's own application, without any network."""
    from pathlib import Path

    from arbitro.agents.server import serve_stdio
    from arbitro.agents.wire import inside
    from arbitro.web.app import create_app
    from arbitro.web.settings import Settings

    if "://" not in store:
        Path(store).parent.mkdir(parents=True, exist_ok=True)
    app = create_app(Settings(store=store, per_second=1e6, at_once=10**6))
    async with app.lifespan():
        guest = Guest(inside(app), language, wanted=seat, table=table)
        guest.side = side
        await serve_stdio(guest)
