"""``arbitro serve``: the table in the browser, for this machine, or with ``--share`` for everybody in the house."""

import asyncio
import os
import socket
import webbrowser
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error
from arbitro.cli.place import database
from arbitro.extras import need
from arbitro.text import Fault, Language

if TYPE_CHECKING:
    from arbitro.web.settings import Settings

PORT: Final = 8420
TRIES: Final = 50
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on the port that was asked for, or on the first free one from the usual port on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (port,) if port is not None else range(PORT, PORT + TRIES):
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
            made.listen(128)
        except OSError:
            made.close()
            continue
        return made
    raise OSError


def own_address() -> str:
    """The address of this machine in its network, as far as it can be told; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def open_browser(address: str) -> None:
    """Show the page, if there is a browser to show it in."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    webbrowser.open(address)


def register(app: typer.Typer) -> None:
    """Add ``serve``."""

    @app.command("serve", help=help_text("cli.serve.help"))
    def serve(
        host: Annotated[str, typer.Option("--host", help=help_text("cli.serve.host"))] = "127.0.0.1",
        port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help=help_text("cli.serve.port"))] = None,
        share: Annotated[bool, typer.Option("--share", help=help_text("cli.serve.share"))] = False,
        browse: Annotated[bool, typer.Option("--open", help=help_text("cli.serve.open"))] = False,
        store: Annotated[str | None, typer.Option("--store", help=help_text("cli.serve.store"))] = None,
        workers: Annotated[int, typer.Option("--workers", min=1, max=64, help=help_text("cli.serve.workers"))] = 1,
        channels: Annotated[str, typer.Option("--channels", help=help_text("cli.serve.channels"))] = "",
        name: Annotated[list[str] | None, typer.Option("--name", help=help_text("cli.serve.name"))] = None,
        https: Annotated[bool, typer.Option("--https", help=help_text("cli.serve.https"))] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        language = pick_language(lang)
        if share and host == "127.0.0.1":
            host = "0.0.0.0"  # noqa: S104 - that is what sharing means, and it was asked for
        if host not in LOOPBACK and not share:
            print_error(TEXTS.say(language, "cli.serve.needs_share", host=host))
            leave(BAD_INPUT)
        if workers > 1 and not channels:
            print_error(TEXTS.say(language, "cli.serve.needs_channels"))
            leave(BAD_INPUT)
        try:
            bound = listening(host, port)
        except OSError:
            print_error(TEXTS.say(language, "cli.serve.busy", port=port or f"{PORT}-{PORT + TRIES - 1}"))
            leave(BAD_INPUT)
        try:
            with bound:
                code = run(bound, host, store, share, browse, workers, channels, tuple(name or ()), https, language)
        except Fault as fault:
            print_error(fault.in_(language))
            code = BAD_INPUT
        leave(code)


def run(
    bound: socket.socket,
    host: str,
    store: str | None,
    share: bool,
    browse: bool,
    workers: int,
    channels: str,
    names: tuple[str, ...],
    https: bool,
    language: Language,
) -> int:
    """Serve until somebody stops it."""
    from arbitro.web.channels import check_channels
    from arbitro.web.seats import digest, new_token
    from arbitro.web.settings import LOOPBACK as OWN_NAMES
    from arbitro.web.settings import Settings

    if channels:
        asyncio.run(check_channels(channels))
    if store is not None and store.startswith("postgresql"):
        need("postgres")
    if store is None:
        database().parent.mkdir(parents=True, exist_ok=True)
        store = str(database())
    asyncio.run(_try_store(store))  # what is wrong with it is said before anybody is invited
    port = bound.getsockname()[1]
    shown = own_address() if share else ("127.0.0.1" if host == "127.0.0.1" else host)
    scheme = "https" if https else "http"
    given = names[0] if names else f"{f'[{shown}]' if ':' in shown else shown}:{port}"
    address = f"{scheme}://{given}"
    token = new_token() if share else ""
    settings = Settings(
        store=store,
        shared=share,
        host_digest=digest(token) if token else "",
        names=(*OWN_NAMES, shown, *(name.partition(":")[0] for name in names)),
        address=address if share else "",
        channels=channels,
        secure=https,
    )
    entrance = f"{address}/host/{token}" if share else f"{address}/"
    print(TEXTS.say(language, "cli.serve.shared" if share else "cli.serve.ready", address=entrance), flush=True)
    if workers > 1:
        return _many(bound, settings, workers)
    return asyncio.run(_one(bound, settings, entrance if browse else ""))


async def _try_store(store: str) -> None:
    from arbitro.play import find_game
    from arbitro.store.sql import SqlStore

    await (await SqlStore.open(store, find_game)).close()


async def _one(bound: socket.socket, settings: "Settings", show: str) -> int:
    import uvicorn

    from arbitro.web.app import create_app
    from arbitro.web.process import settle

    settle()

    async def show_page() -> None:
        await asyncio.to_thread(open_browser, show)

    app = create_app(settings)
    if show:
        app.on_startup.append(show_page)  # the socket is bound already: a browser that is early waits a moment
    server = uvicorn.Server(uvicorn.Config(app, **uvicorn_options(settings)))
    await asyncio.sleep(0)  # who pressed Ctrl+C meanwhile leaves here, and not in the middle of opening the store
    await server.serve(sockets=[bound])
    return 0 if server.started else 1


def _many(bound: socket.socket, settings: "Settings", workers: int) -> int:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from arbitro.web.settings import to_environment

    os.environ.update(to_environment(settings))
    config = uvicorn.Config("arbitro.web.worker:app", workers=workers, **uvicorn_options(settings))
    Multiprocess(config, sockets=[bound]).run()
    return 0


def uvicorn_options(settings: "Settings") -> dict[str, Any]:
    """What every process of the server is started with: quiet, and with our limits on what comes in."""
    return {
        "ws": "websockets-sansio",
        "ws_max_size": settings.message_limit,
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "proxy_headers": False,
        "ws_per_message_deflate": True,  # who comes back is sent the whole page: 100 kB in a dungeon
        "timeout_graceful_shutdown": 3,
    }
