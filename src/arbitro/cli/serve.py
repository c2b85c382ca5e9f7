"""``arbitro serve``: the table in the browser, for this machine, or with ``--share`` for everybody in the house."""

import asyncio
import os
import re
import socket
import ssl
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error
from arbitro.cli.place import database, open_store
from arbitro.extras import need
from arbitro.text import Fault, Language, Words

if TYPE_CHECKING:
    from arbitro.web.service import Service
    from arbitro.web.settings import Settings

PORT: Final = 8420
TRIES: Final = 50
NAME: Final = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?(?::\d{1,5})?|\[[0-9a-fA-F:.]+\](?::\d{1,5})?"
)
"""A name of a server as browsers say it, maybe with its port."""
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
        except (OSError, TypeError, UnicodeError):  # the last two: what cannot be the name of a machine
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
        host: Annotated[str | None, typer.Option("--host", help=help_text("cli.serve.host"))] = None,
        port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help=help_text("cli.serve.port"))] = None,
        share: Annotated[bool | None, typer.Option("--share", help=help_text("cli.serve.share"))] = None,
        browse: Annotated[bool, typer.Option("--open", help=help_text("cli.serve.open"))] = False,
        store: Annotated[str | None, typer.Option("--store", help=help_text("cli.serve.store"))] = None,
        workers: Annotated[
            int | None, typer.Option("--workers", min=1, max=64, help=help_text("cli.serve.workers"))
        ] = None,
        channels: Annotated[str | None, typer.Option("--channels", help=help_text("cli.serve.channels"))] = None,
        name: Annotated[list[str] | None, typer.Option("--name", help=help_text("cli.serve.name"))] = None,
        https: Annotated[bool | None, typer.Option("--https", help=help_text("cli.serve.https"))] = None,
        cert: Annotated[str | None, typer.Option("--cert", help=help_text("cli.serve.cert"))] = None,
        key: Annotated[str | None, typer.Option("--key", help=help_text("cli.serve.key"))] = None,
        behind_proxy: Annotated[
            list[str] | None, typer.Option("--behind-proxy", help=help_text("cli.serve.behind_proxy"))
        ] = None,
        pack: Annotated[list[Path] | None, typer.Option("--pack", help=help_text("cli.serve.pack"))] = None,
        house_rules: Annotated[
            list[Path] | None,
            typer.Option("--house-rules", exists=True, dir_okay=False, help=help_text("cli.serve.house_rules")),
        ] = None,
        log: Annotated[
            Literal["text", "json"] | None, typer.Option("--log", metavar="text|json", help=help_text("cli.serve.log"))
        ] = None,
        config: Annotated[
            Path | None, typer.Option("--config", dir_okay=False, help=help_text("cli.serve.config"))
        ] = None,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        from arbitro.web.service import read_service

        language = pick_language(lang)
        said = {
            "host": host,
            "port": port,
            "share": share,
            "store": store,
            "workers": workers,
            "channels": channels,
            "names": name or None,
            "https": https,
            "cert": cert,
            "key": key,
            "proxies": behind_proxy or None,
            "packs": [str(place) for place in pack or ()] or None,
            "house_rules": [str(place) for place in house_rules or ()] or None,
            "log": log,
        }
        given = os.environ.get("ARBITRO_CONFIG")
        try:
            service = read_service(config or (Path(given) if given else None), os.environ, said)
            check(service)
            with bound_to(service) as bound:
                code = run(bound, service, browse, language)
        except Fault as fault:
            print_error(fault.in_(language))
            code = BAD_INPUT
        leave(code)


def check(service: "Service") -> None:
    """Refuse what cannot be meant so."""
    if service.listens_on not in LOOPBACK and not service.share:
        raise Fault(Words(TEXTS, "cli.serve.needs_share", host=service.listens_on))
    if (service.proxies or service.https) and not service.share:
        raise Fault(Words(TEXTS, "cli.serve.proxy_needs_share"))
    if service.workers > 1 and not service.channels:
        raise Fault(Words(TEXTS, "cli.serve.needs_channels"))
    if bool(service.cert) != bool(service.key):
        raise Fault(Words(TEXTS, "cli.serve.needs_both"))
    for file in filter(None, (service.cert, service.key)):
        if not Path(file).is_file():
            raise Fault(Words(TEXTS, "cli.serve.no_file", file=file))
    if service.cert:
        check_certificate(service.cert, service.key)
    for name in service.names:
        if not NAME.fullmatch(name):
            raise Fault(Words(TEXTS, "cli.serve.no_name", name=name))
    for proxy in service.proxies:
        if proxy != "*" and not is_network(proxy):
            raise Fault(Words(TEXTS, "cli.serve.no_proxy", proxy=proxy))


def check_certificate(cert: str, key: str) -> None:
    """Refuse a certificate that cannot be read, and a key that is another's or wants a passphrase."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password=lambda: "")
    except (OSError, ValueError):  # errors of TLS are the system's
        raise Fault(Words(TEXTS, "cli.serve.bad_cert", cert=cert, key=key)) from None


def is_network(text: str) -> bool:
    """Whether this is an address or a network."""
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def bound_to(service: "Service") -> socket.socket:
    """A socket of the service's; a `Fault` where its port is taken or its address is none of this machine's."""
    try:
        return listening(service.listens_on, service.port)
    except OSError:
        port = service.port or f"{PORT}-{PORT + TRIES - 1}"
        raise Fault(Words(TEXTS, "cli.serve.busy", host=service.listens_on, port=port)) from None


def run(bound: socket.socket, service: "Service", browse: bool, language: Language) -> int:
    """Serve until somebody stops it."""
    from arbitro.cli.hostkey import host_key
    from arbitro.web.channels import check_channels
    from arbitro.web.logs import set_up

    set_up(service.log)
    if service.channels:
        asyncio.run(check_channels(service.channels))
    store = service.store
    if store.startswith("postgresql"):
        need("postgres")
    if not store:
        database().parent.mkdir(parents=True, exist_ok=True)
        store = str(database())
    asyncio.run(_try_store(store))  # what is wrong with it is said before anybody is invited
    port = bound.getsockname()[1]
    everywhere = service.listens_on in ("0.0.0.0", "::")  # noqa: S104 - it is compared, not bound
    shown = own_address() if everywhere else service.listens_on
    shown = f"[{shown}]" if ":" in shown else shown
    given = service.names[0] if service.names else f"{shown}:{port}"
    address = f"{'https' if service.secure else 'http'}://{given}"
    token = host_key(store) if service.share else ""
    settings = _settings(service, store, token, address, shown)
    entrance = f"{address}/host/{token}" if service.share else f"{address}/"
    in_the_clear = service.share and not service.secure and service.listens_on not in LOOPBACK

    def announce() -> None:
        print(TEXTS.say(language, f"cli.serve.{'shared' if service.share else 'ready'}", address=entrance), flush=True)
        if in_the_clear:
            print_error(TEXTS.say(language, "cli.serve.in_the_clear"))

    if service.workers > 1:
        announce()
        return _many(bound, settings, service.workers)
    return asyncio.run(_one(bound, settings, entrance if browse else "", announce))


def _settings(service: "Service", store: str, token: str, address: str, shown: str) -> "Settings":
    """What every process of the server is told."""
    from arbitro.web.house_files import read_house_rules, read_packs
    from arbitro.web.seats import digest
    from arbitro.web.security import name_of_host
    from arbitro.web.settings import LOOPBACK as OWN_NAMES
    from arbitro.web.settings import Settings

    return Settings(
        store=store,
        shared=service.share,
        host_digest=digest(token) if token else "",
        names=(*OWN_NAMES, *(name_of_host(name).lower() for name in (shown, *service.names))),
        address=address if service.share else "",
        channels=service.channels,
        secure=service.secure,
        cert=service.cert,
        key=service.key,
        proxies=service.proxies,
        webhooks=service.webhooks,
        private_webhooks=service.private_webhooks,
        smtp=service.smtp,
        mail_from=service.mail_from,
        packs=read_packs(service.packs),
        house_rules=read_house_rules(service.house_rules),
        bestiary=service.bestiary,
        log=service.log,
        request_seconds=service.request_seconds,
        work_seconds=service.work_seconds,
        bench_at_once=service.bench_at_once,
        bench_seconds=service.bench_seconds,
        narrator_url=service.narrator_url,
        narrator_model=service.narrator_model,
        narrator_seconds=service.narrator_seconds,
        narrator_budget=service.narrator_budget,
    )


async def _try_store(store: str) -> None:
    async with open_store(store):
        pass


async def _one(bound: socket.socket, settings: "Settings", show: str, announce: Callable[[], None]) -> int:
    from arbitro.web.app import create_app
    from arbitro.web.process import settle
    from arbitro.web.serving import PatientServer, inner_socket

    settle()

    async def show_page() -> None:
        await asyncio.to_thread(open_browser, show)

    with ExitStack() as stack:
        sockets = [bound]
        if settings.channels:  # other processes serve the same tables
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="arbitro-")))
            inner, address = inner_socket(folder)
            sockets.append(stack.enter_context(inner))
            settings = msgspec.structs.replace(settings, inner=address)
        app = create_app(settings)
        app.on_startup.append(announce)  # from there on the server itself answers to Ctrl+C
        if show:
            app.on_startup.append(show_page)  # the socket is bound already: a browser that is early waits a moment
        server = PatientServer(app, settings)
        await asyncio.sleep(0)  # who pressed Ctrl+C meanwhile leaves here, and not in the middle of opening the store
        await server.serve(sockets=sockets)
        return 0 if server.started else 1


def _many(bound: socket.socket, settings: "Settings", workers: int) -> int:
    from arbitro.web.serving import Workers

    return Workers(settings, bound, workers).run()
