"""The application: what is wired to what. `create_app` is the only place that does it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from logging import getLogger
from typing import Any, Final, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import License

from arbitro.agents.entrance import Entrance
from arbitro.dice.mistake import NotationError
from arbitro.extras import missing_extra
from arbitro.kernel.misread import in_words, located
from arbitro.kernel.watch import Stopped
from arbitro.play import find_game
from arbitro.store.base import Store
from arbitro.store.fault import Conflict, NoSuchTable, StoreAway
from arbitro.text import Fault
from arbitro.version import __version__
from arbitro.web import entering, installing, live, watching
from arbitro.web.api import TEXTS, calendars, games, handouts, packs, parties, pictures, seats, tables
from arbitro.web.bench import routes as bench
from arbitro.web.bestiary import READING_PAGES
from arbitro.web.channels import channels_backend
from arbitro.web.courier import Courier
from arbitro.web.leases import Leases
from arbitro.web.pages import page
from arbitro.web.process import Sweeper
from arbitro.web.reader import language_of
from arbitro.web.relay import Handed, Relay
from arbitro.web.rendering import TEXTS as PAGE_TEXTS
from arbitro.web.security import Door
from arbitro.web.settings import Settings
from arbitro.web.storyteller import Storyteller
from arbitro.web.tablepages import TABLE_PAGES
from arbitro.web.tables import ANYTHING, CHANNEL, OpenTables, clock
from arbitro.web.visitor import House, Turned, house_of

LOGGER: Final = getLogger("arbitro.web")
UNREADABLE: Final = "malformed"
REFUSED: Final = {405: "no_such_way", 413: "too_large"}
"""What litestar itself refuses, and the text that says it."""


class PlainRequest(Request[Any, Any, Any]):
    """A request whose JSON may be of any kind, endless nesting and broken letters included."""

    async def json(self) -> Any:
        """What the body says; whatever is wrong with it is the sender's fault."""
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError):
            raise ValidationException(UNREADABLE) from None


async def open_store(settings: Settings) -> Store:
    """The store that the settings name."""
    if not settings.store:
        from arbitro.store.memory import MemoryStore

        return MemoryStore(find_game)
    from arbitro.store.sql import SqlStore

    return await SqlStore.open(settings.store, find_game)


def create_app(
    settings: Settings | None = None,
    *,
    store: Store | None = None,
    now: Callable[[], str] = clock,
    seed: Callable[[], bytes] | None = None,
) -> Litestar:
    """The whole server. A `store` that is given stays open; otherwise the one of the settings is opened and closed."""
    chosen = settings or Settings()
    lines = channels_backend(chosen.channels, ANYTHING, patient=bool(chosen.inner))
    plugin = ChannelsPlugin(backend=lines, channels=[CHANNEL])

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store, now, seed = app.state.given
        kept = store if store is not None else await open_store(chosen)
        publish = (lambda message: plugin.publish(message, CHANNEL)) if chosen.channels else None
        opened = OpenTables(kept, publish, now) if seed is None else OpenTables(kept, publish, now, seed)
        opened.work_seconds = chosen.work_seconds
        opened.settings, opened.courier = chosen, Courier(chosen)
        app.state.house = House(chosen, opened)
        hearing = _follow(plugin, opened) if chosen.channels else opened.heed()
        telling = Storyteller(opened, chosen).keep_telling()
        sweeping = Sweeper().keep_swept(opened.later.quiet_for)
        background = [asyncio.ensure_future(work) for work in (hearing, opened.keep_tidy(), sweeping, telling)]
        if chosen.inner:
            opened.leases = Leases(kept, chosen.inner, opened.let_go)
            await opened.leases.beat()
            background.append(asyncio.ensure_future(opened.leases.keep()))
        try:
            yield
        finally:
            for task in background:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            app.state.house.bench.close()
            await opened.close()
            if store is None:
                await kept.close()

    app = Litestar(
        route_handlers=[
            *games.HANDLERS,
            *tables.HANDLERS,
            *parties.HANDLERS,
            *packs.HANDLERS,
            *pictures.HANDLERS,
            *(*handouts.HANDLERS, *calendars.HANDLERS),
            *seats.HANDLERS,
            *watching.HANDLERS,
            *live.HANDLERS,
            *entering.HANDLERS,
            *READING_PAGES,
            *installing.HANDLERS,
            *TABLE_PAGES,
            *bench.HANDLERS,
        ],
        plugins=[plugin],
        request_class=PlainRequest,
        lifespan=[lifespan],
        request_max_body_size=chosen.body_limit,
        exception_handlers=_FAULTS,
        openapi_config=OpenAPIConfig(
            title="Arbitro",
            version=__version__,
            description="The table in the browser, for programs: see docs/api.md.",
            license=License(name="MIT", identifier="MIT"),
            path="/v1/openapi",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        debug=False,
        logging_config=None,
    )
    app.state.given = store, now, seed  # each time the server begins it takes what lies here
    # Around everything: also around what leads nowhere.
    inside = app.asgi_handler
    if chosen.inner:
        app.asgi_handler = Relay(inside, lambda: app.state.house.tables.leases, tls=bool(chosen.cert))
    app.asgi_handler = Door(_with_models(app), chosen)
    if chosen.inner:
        app.asgi_handler = Handed(app.asgi_handler, inside, chosen.inner)
    return app


def _with_models(app: Litestar) -> Any:
    """The application with the way in for language models beside it."""
    entrance = Entrance(cast(Any, app.asgi_handler), {"app": app, "litestar_app": app})
    app.on_shutdown.append(entrance.close)
    return entrance


async def _follow(plugin: ChannelsPlugin, opened: OpenTables) -> None:
    async with plugin.start_subscription(CHANNEL) as subscriber:
        await opened.listen(subscriber.iter_events())


# ---------------------------------------------------------------- what went wrong, in the reader's language


def _answer(request: Request[Any, Any, Any], status: int, code: str, text: str) -> Response[Any]:
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/v1")
    if wants_page:
        head = PAGE_TEXTS.say(language_of(request), "web.fault.head")
        return page(request, "fault.html", "", status_code=status, head=head, text=text)
    body = {"error": {"code": code, "text": text}}
    return Response(msgspec.json.encode(body), status_code=status, media_type=MediaType.JSON)


def _say(request: Request[Any, Any, Any], code: str, **values: object) -> str:
    return TEXTS.say(language_of(request), f"web.{code}", **values)


def _turned(request: Request[Any, Any, Any], turned: Turned) -> Response[Any]:
    return _answer(request, turned.status, turned.code, _say(request, turned.code, **turned.values))


def _fault(request: Request[Any, Any, Any], fault: Any) -> Response[Any]:
    if isinstance(fault, NotationError):
        return _answer(request, 400, "notation", fault.mistake.explain(language_of(request)))
    return _answer(request, 400, "bad_request", fault.in_(language_of(request)))


def _no_table(request: Request[Any, Any, Any], _: NoSuchTable) -> Response[Any]:
    return _answer(request, 404, "no_table", _say(request, "no_table"))


def _conflict(request: Request[Any, Any, Any], conflict: Conflict) -> Response[Any]:
    return _answer(request, 409, "conflict", conflict.in_(language_of(request)))


def _away(request: Request[Any, Any, Any], fault: StoreAway) -> Response[Any]:
    return _answer(request, 503, "store_away", fault.in_(language_of(request)))


def _stopped(request: Request[Any, Any, Any], stopped: Stopped) -> Response[Any]:
    return _answer(request, 503, "stopped", stopped.in_(language_of(request)))


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if isinstance(error, ValidationException):
        return _answer(request, 400, "bad_request", _say(request, "bad_request", detail=_details(request, error)))
    if error.status_code == 404:
        return _answer(request, 404, "not_found", _say(request, "not_found"))
    if error.status_code >= 500:
        return _failed(request, error)
    code = REFUSED.get(error.status_code)
    if code is not None:
        return _answer(request, error.status_code, code, _say(request, code))
    detail = in_words("").in_(language_of(request))
    return _answer(request, error.status_code, "bad_request", _say(request, "bad_request", detail=detail))


def _details(request: Request[Any, Any, Any], error: ValidationException) -> str:
    """What is wrong with a request, and where: what the checker says of it is for programmers."""
    extra = [one for one in error.extra if isinstance(one, dict)] if isinstance(error.extra, list) else []
    found = [located(str(one.get("message", "")), str(one.get("key", "")).removeprefix("data")) for one in extra]
    return "; ".join(words.in_(language_of(request)) for words in found or [in_words(error.detail)])


def _missing(request: Request[Any, Any, Any], error: ModuleNotFoundError) -> Response[Any]:
    missing = missing_extra(error, "web")
    if missing is None:
        return _failed(request, error)
    return _answer(request, 501, "missing_extra", missing.in_(language_of(request)))


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    LOGGER.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    house_of(request).tables.figures.errors.inc()
    return _answer(request, 500, "failed", _say(request, "failed"))


_FAULTS: Final[dict[int | type[Exception], Any]] = {
    Turned: _turned,
    Fault: _fault,
    NotationError: _fault,
    NoSuchTable: _no_table,
    Conflict: _conflict,
    StoreAway: _away,
    Stopped: _stopped,
    HTTPException: _http,
    ModuleNotFoundError: _missing,
    Exception: _failed,
}
"""Who answers, by what went wrong."""
