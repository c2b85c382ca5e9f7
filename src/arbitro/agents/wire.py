"""How a question reaches the server: handed to one in this process, or sent to one elsewhere."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final, Protocol
from urllib.parse import unquote

from msgspec import Struct

from arbitro.client import Client
from arbitro.client.calls import JSON, Call
from arbitro.text import Language

OnLine = Callable[[bytes], None]
Message = MutableMapping[str, Any]
App = Callable[[Any, Any, Any], Awaitable[None]]
"""A web application, as servers call them (ASGI)."""
HERE: Final = "127.0.0.1"
FORWARDED: Final = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
"""What proxies say of whom they ask for."""


class Knock(Struct, frozen=True):
    """Where a question came from: its address, and what proxies said of it; nothing, for one of our own."""

    client: tuple[str, int] = (HERE, 0)
    forwarded: tuple[tuple[str, str], ...] = ()


OURS: Final = Knock()


class Wire(Protocol):
    """Sends a call with a token, in a language; with `on_line`, each line of the answer is told as it comes."""

    async def __call__(
        self, call: Call[Any], token: str, language: Language, on_line: OnLine | None = None
    ) -> tuple[int, bytes]:
        """The status and the body of the answer."""


def inside(app: App, knock: Knock = OURS) -> Wire:
    """A line to an application of this process, without any network; what is asked comes from where somebody knocked.

    Whoever came by a proxy must not seem to sit at this machine, whose people are the hosts of a server of their own.
    """

    async def send(call: Call[Any], token: str, language: Language, on_line: OnLine | None = None) -> tuple[int, bytes]:
        headers = {**dict(knock.forwarded), "accept": call.accept, "accept-language": language, "host": HERE}
        if call.body is not None:
            headers |= {"content-type": JSON, "content-length": str(len(call.body))}
        if token:
            headers["authorization"] = f"Bearer {token}"
        return await _handed(app, call, headers, knock.client, on_line)

    return send


async def _handed(
    app: App, call: Call[Any], headers: Mapping[str, str], client: tuple[str, int], on_line: OnLine | None
) -> tuple[int, bytes]:
    path, _, query = call.path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": call.method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
        "client": client,
        "server": (HERE, 0),
        "state": {},
        "extensions": {},
    }
    status, parts, rest = 500, [], b""
    asked = False
    ended = asyncio.Event()

    async def receive() -> Message:
        nonlocal asked
        if not asked:
            asked = True
            return {"type": "http.request", "body": call.body or b"", "more_body": False}
        await ended.wait()  # who asks waits for the answer, and does not hang up before
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status, rest
        if message["type"] == "http.response.start":
            status = message["status"]
        elif message["type"] == "http.response.body":
            parts.append(bytes(message.get("body", b"")))
            if on_line is not None:
                *whole, rest = (rest + parts[-1]).split(b"\n")
                for line in whole:
                    on_line(line)
            if not message.get("more_body", False):
                ended.set()

    await app(scope, receive, send)
    return status, b"".join(parts)


def over_http(address: str) -> Wire:
    """A line to a server elsewhere: each call has a connection of its own, in a thread of its own."""

    async def send(call: Call[Any], token: str, language: Language, on_line: OnLine | None = None) -> tuple[int, bytes]:
        def asked() -> tuple[int, bytes]:
            client = Client(address, token, language)
            try:
                return client.send(call, on_line)
            finally:
                client.close()

        return await asyncio.to_thread(asked)

    return send
