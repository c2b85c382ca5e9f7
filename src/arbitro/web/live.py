"""The live connection of a page: a WebSocket, or a stream of events for those who cannot have one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from logging import getLogger
from typing import Any, Final

import msgspec
from litestar import Request, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from arbitro.client.data import LiveData
from arbitro.kernel.misread import misread
from arbitro.store.fault import StoreFault
from arbitro.web.answering import Answerer
from arbitro.web.api import TEXTS
from arbitro.web.api.data import FAILURES, line_data, moment_data
from arbitro.web.messages import PROTOCOL, Hello, Problem, read_message, write_answer
from arbitro.web.packing import AT_ONCE
from arbitro.web.reader import language_of
from arbitro.web.relay import AGAIN
from arbitro.web.room import SHOWN, Room
from arbitro.web.sitting import ONLOOKER, Sitting
from arbitro.web.tables import MOVED
from arbitro.web.viewer import Viewer
from arbitro.web.visitor import Connection, House, Turned, house_of, seated

LOGGER: Final = getLogger("arbitro.web")
GONE: Final = 4404
"""The close code of a connection whose seat does not exist (any more)."""
IN_LINE: Final = 16
"""How many messages of a page wait for their turn; more are read when there is room."""
CALLED_OFF: Final = '"call_off"'
HUNG_UP: Final = "hung up"
"""Why a connection has ended whose other end is gone: nothing more is said to it."""
BEAT: Final = 20.0
"""After how many quiet seconds a stream of events shows that it is still there."""


def hello(room: Room, viewer: Viewer) -> Hello:
    """Where and as whom a page sits."""
    own = viewer.sitting
    return Hello(
        protocol=PROTOCOL,
        table=room.id,
        seat=own.name,
        role=own.role,
        solo=own.solo,
        language=viewer.language,
        typed=room.arrangement.may_type(own),
    )


def eyes_of(connection: Connection, sitting: Sitting) -> Sitting:
    """Whose eyes a page has: its seat's, or with ``?eyes=everybody`` those of a screen that all may look at."""
    return ONLOOKER if connection.query_params.get("eyes") == "everybody" else sitting


@websocket("/v1/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """A page's own line to the table: fragments out, messages in. It may hang up at any moment."""
    with suppress(WebSocketDisconnect):
        await socket.accept()
        await _serve(socket, table)


async def _say(socket: WebSocket[Any, Any, Any], message: bytes) -> None:
    """Say something to a page; raises `WebSocketDisconnect` where it is gone, whatever the server calls that."""
    try:
        await socket.send_data(message.decode())
    except (RuntimeError, OSError) as error:
        raise WebSocketDisconnect(detail="it has hung up") from error


async def _serve(socket: WebSocket[Any, Any, Any], table: str) -> None:
    """Let a page sit at the table for as long as its line lasts."""
    language = language_of(socket)
    try:
        room, sitting = await seated(socket, table)
        if room.present().get(sitting.id, 0) >= house_of(socket).settings.pages_per_seat:
            raise Turned(429, "too_many_pages")
    except Turned as turned:
        text = TEXTS.say(language, f"web.{turned.code}", **turned.values)
        await _say(socket, write_answer(Problem(code="closed", text=text)))
        await _hang_up(socket, GONE)
        return
    house = house_of(socket)
    eyes = eyes_of(socket, sitting)
    as_data = socket.query_params.get("form") == "data"
    extensions: dict[str, Any] = socket.scope.get("extensions") or {}
    viewer = (DataViewer if as_data else Viewer)(sitting, language, eyes, extensions.get(AT_ONCE))
    writing: asyncio.Task[None] | None = None
    try:
        await _say(socket, write_answer(hello(room, viewer)))
        await _say(socket, await _begun(room, viewer))
        house.tables.play_on(room)
        writing = asyncio.ensure_future(_write(socket, room, viewer))
        await _read(socket, house, room, viewer)
    finally:
        room.leave(viewer)
        if writing is not None:
            writing.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect):
                await writing
        await room.show()  # others see who has gone


async def _read(socket: WebSocket[Any, Any, Any], house: House, room: Room, viewer: Viewer) -> None:
    """Hear what a page says, and answer it in turn; only that something is called off is heard before its turn.

    That holds for all that was said before it, what has not had its turn yet as well.
    """
    waiting: asyncio.Queue[str | None] = asyncio.Queue(IN_LINE)
    later = house.tables.later
    heard = answered = stopped = 0

    async def in_turn() -> None:
        nonlocal answered
        while (text := await waiting.get()) is not None:
            turn = answered + 1
            viewer.answer(write_answer(await answer(house, room, viewer, text, called_off=turn <= stopped)))
            answered = turn
            later.rest()

    answering = asyncio.ensure_future(in_turn())
    try:
        while not viewer.closed:
            text = await socket.receive_data(mode="text")
            if CALLED_OFF in text[:200]:
                stopped = heard
                viewer.answer(write_answer(await answer(house, room, viewer, text)))
            else:
                heard += 1
                later.hurry()
                await waiting.put(text)
    except WebSocketDisconnect:
        viewer.close(HUNG_UP)
        raise
    finally:
        try:
            await waiting.put(None)  # what was said before it hung up is done
            await answering
        finally:
            later.rest(heard - answered)


async def answer(house: House, room: Room, viewer: Viewer, text: str | bytes, *, called_off: bool = False) -> Any:
    """The answer to one message as it came in, `called_off` or not by one that came after it."""
    language = viewer.language
    if not house.messages.allow(viewer.own.id):
        return Problem(code="too_fast", text=TEXTS.say(language, "web.too_fast"))
    limit = house.settings.message_limit
    if len(text) > limit:
        return Problem(code="unreadable", text=TEXTS.say(language, "web.too_long", limit=limit))
    try:
        message = read_message(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Problem(
            code="unreadable", text=TEXTS.say(language, "web.unreadable", detail=misread(error).in_(language))
        )
    desk = Answerer(house.tables, room, viewer.own, language, viewer)
    desk.called_off = called_off
    try:
        return await desk.answer(message)
    except StoreFault as fault:
        return Problem(ref=message.ref, code="store", text=fault.in_(language))
    except Exception:  # a fault of ours: it is written down, and the line stays open
        LOGGER.exception("%s: a message failed: %s", room.id, type(message).__name__)
        house.tables.figures.errors.inc()
        return Problem(ref=message.ref, code="failed", text=TEXTS.say(language, "web.failed"))


async def _write(socket: WebSocket[Any, Any, Any], room: Room, viewer: Viewer) -> None:
    while (message := await viewer.next(lambda: _whole(room, viewer))) is not None:
        await _say(socket, message)
        await asyncio.sleep(0)  # time to hear that it has hung up
    if viewer.closed == HUNG_UP:
        return
    if viewer.closed == MOVED:
        await _hang_up(socket, AGAIN)
        return
    text = TEXTS.say(viewer.language, "web.too_fast" if viewer.closed == "slow" else "web.gone")
    await _say(socket, _ended(viewer, text))
    await _hang_up(socket, GONE)


async def _hang_up(socket: WebSocket[Any, Any, Any], code: int) -> None:
    """End a line, unless its other end was quicker."""
    with suppress(RuntimeError, OSError):
        await socket.close(code)


def _ended(viewer: Viewer, text: str) -> bytes:
    """The last that is said on a line, and why."""
    if isinstance(viewer, DataViewer):
        return write_answer(LiveData("closed", text=text))
    return write_answer(Problem(code="closed", text=text))


class DataViewer(Viewer):
    """A program in place of a page: whatever changes, it is told how the table stands then, and the lines since."""

    last: int | None = None
    """The number of the last line that it was told."""

    def update(self, message: bytes) -> None:  # noqa: ARG002
        """What a page would be sent says that there is something new."""
        self.lose()

    def begin_anew(self, whole: bytes) -> None:  # noqa: ARG002
        """A whole page says so, too."""
        self.lose()


async def _begun(room: Room, viewer: Viewer) -> bytes:
    """What a line is sent first: everything."""
    page = await room.welcome(viewer)
    return await _whole(room, viewer) if isinstance(viewer, DataViewer) else page


async def _whole(room: Room, viewer: Viewer) -> bytes:
    """What takes the place of updates that were not sent: the whole page, or for a program how the table stands."""
    if not isinstance(viewer, DataViewer):
        return await room.whole(viewer)
    viewer.forget_updates()  # before it is looked at: what happens meanwhile is news again
    read = await room.reading(viewer.sitting, viewer.language)
    first = max(1, read.last - SHOWN + 1) if viewer.last is None else viewer.last + 1
    page = await read.chronicle.page(room.session, read.moment, first, read.last) if first <= read.last else ()
    busy, lines = room.busy, tuple(map(line_data, page))
    data = await room.draw(lambda: moment_data(read.moment, read.moment.view, read.seq, busy=busy))
    viewer.last = read.last
    return write_answer(LiveData("moment", read.seq, lines, data))


@get(
    "/v1/tables/{table:str}/events",
    operation_id="followTable",
    responses=FAILURES,
    summary="Follow a table as server-sent events",
)
async def events(request: Request[Any, Any, Any], table: FromPath[str]) -> ServerSentEvent:
    """The same updates as a stream of events, each with one answer as its data; messages go to ``…/messages``."""
    room, sitting = await seated(request, table)
    if room.present().get(sitting.id, 0) >= house_of(request).settings.pages_per_seat:
        raise Turned(429, "too_many_pages")
    return ServerSentEvent(
        _stream(house_of(request), room, Viewer(sitting, language_of(request), eyes_of(request, sitting)))
    )


async def _stream(house: House, room: Room, viewer: Viewer) -> AsyncIterator[ServerSentEventMessage]:
    try:
        if not isinstance(viewer, DataViewer):
            yield ServerSentEventMessage(data=write_answer(hello(room, viewer)))
        yield ServerSentEventMessage(data=await _begun(room, viewer))
        house.tables.play_on(room)
        async for message in _news(room, viewer):
            if message is None:
                yield ServerSentEventMessage(data=None, comment="…")
            else:
                yield ServerSentEventMessage(data=message)
        if viewer.closed != MOVED:
            yield ServerSentEventMessage(data=_ended(viewer, TEXTS.say(viewer.language, "web.gone")))
    finally:
        room.leave(viewer)
        await room.show()  # others see who has gone


async def _news(room: Room, viewer: Viewer) -> AsyncIterator[bytes | None]:
    """What a page is sent, one after the other, until its line must end; None where it was quiet for a while."""
    waiting: asyncio.Future[bytes | None] | None = None
    try:
        while True:
            if waiting is None:
                waiting = asyncio.ensure_future(viewer.next(lambda: _whole(room, viewer)))
            done, _ = await asyncio.wait({waiting}, timeout=BEAT)
            if not done:
                yield None
                continue
            message, waiting = waiting.result(), None
            if message is None:
                return
            yield message
    finally:
        if waiting is not None:
            waiting.cancel()


@get(
    "/v1/tables/{table:str}/stream",
    operation_id="streamTable",
    responses=FAILURES,
    summary="Follow a table as server-sent events of JSON",
)
async def stream(request: Request[Any, Any, Any], table: FromPath[str]) -> ServerSentEvent:
    """What happens, for programs: first how the table stands, then whatever changes, each with the new lines."""
    room, sitting = await seated(request, table)
    if room.present().get(sitting.id, 0) >= house_of(request).settings.pages_per_seat:
        raise Turned(429, "too_many_pages")
    return ServerSentEvent(_stream(house_of(request), room, DataViewer(sitting, language_of(request))))


HANDLERS: Final = (live, events, stream)
