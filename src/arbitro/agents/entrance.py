"""The way in for language models on a running server: one path, beside the pages.

The protocol's library is loaded when somebody first knocks: a server that no model visits starts as quickly as before.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from arbitro.agents import TEXTS
from arbitro.agents.wire import App, Knock, Wire, inside
from arbitro.extras import MissingExtra, need
from arbitro.text import Fault, Words, as_language

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

PATH: Final = "/mcp"
MOST_BYTES: Final = 1024 * 1024
"""How long a question may be: no tool asks for more than a page of text."""


class Entrance:
    """Beside an application: what is asked for at its path is answered by the tools, all else by the application."""

    def __init__(self, app: App, scope: Mapping[str, Any]) -> None:
        self._app = app
        self._scope = scope
        """What the application wants to find in every scope."""
        self._opening = asyncio.Lock()
        self._serving: asyncio.Task[None] | None = None
        self._manager: StreamableHTTPSessionManager | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"] != PATH:
            await self._app(scope, receive, send)
            return
        if scope["method"] != "POST":  # a line that stays open would never say anything: each request stands alone
            await _refuse(scope, send, 405, "no_such_way", Words(TEXTS, "fault.only_post"))
            return
        try:
            need("agents")
        except MissingExtra as missing:
            await _refuse(scope, send, 501, "missing_extra", missing)
            return
        body = await _heard(receive)
        if body is None:  # whoever hung up in the middle asked for nothing
            return
        if len(body) > MOST_BYTES:
            await _refuse(scope, send, 413, "too_large", Words(TEXTS, "fault.too_large", most=MOST_BYTES))
            return
        async with self._opening:
            manager = self._manager or await self._open()
        await manager.handle_request(scope, _again(body, receive), send)

    async def _open(self) -> "StreamableHTTPSessionManager":
        from importlib import import_module

        server = await asyncio.to_thread(import_module, "arbitro.agents.server")
        manager: StreamableHTTPSessionManager = server.http_manager(self._line)
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def serve() -> None:
            async with manager.run():
                ready.set_result(None)
                await asyncio.Event().wait()  # until it is called off

        self._serving = asyncio.create_task(serve())
        await ready
        self._manager = manager
        return manager

    def _line(self, knock: Knock) -> Wire:
        return inside(self._asked, knock)

    async def _asked(self, scope: Any, receive: Any, send: Any) -> None:
        await self._app({**scope, **self._scope}, receive, send)

    async def close(self) -> None:
        """Let nobody in any more."""
        if self._serving is not None:
            self._serving.cancel()
            with suppress(asyncio.CancelledError):
                await self._serving
        self._serving = self._manager = None


async def _heard(receive: Any) -> bytes | None:
    """All that was asked, or as much of it as shows that it is too much; None where it was not said to the end."""
    parts: list[bytes] = []
    length = 0
    while length <= MOST_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(bytes(message.get("body", b"")))
        length += len(parts[-1])
        if not message.get("more_body", False):
            break
    return b"".join(parts)


def _again(body: bytes, receive: Any) -> Any:
    """What was asked, once more from the beginning."""
    said = False

    async def hear() -> Any:
        nonlocal said
        if said:
            return await receive()
        said = True
        return {"type": "http.request", "body": body, "more_body": False}

    return hear


async def _refuse(scope: Any, send: Any, status: int, code: str, said: Fault | Words) -> None:
    """Say why nothing is answered here: in a way that is none, or because the extra is not installed."""
    headers = dict(scope["headers"])
    language = as_language(headers.get(b"accept-language", b"").decode("latin-1")) or "en"
    body = msgspec.json.encode({"error": {"code": code, "text": said.in_(language)}})
    told = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 405:
        told.append((b"allow", b"POST"))
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body, "more_body": False})
