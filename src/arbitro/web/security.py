"""The door: what is asked of every request before anybody reads it, and what every answer says to the browser.

* The server answers only to names that it was given, so that a foreign page cannot reach it under a name of its own.
* What changes something, and every WebSocket, must come from a page of this server, or from a program (which sends no
  ``Origin``): a foreign page cannot act in a visitor's name.
* Answers forbid the browser to load anything from elsewhere, to run script that is not a file of ours, and to show the
  page inside another.
"""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec
from litestar.types import Message

from arbitro.kernel.watch import watched
from arbitro.store.threads import timed
from arbitro.text import Language, as_language
from arbitro.web.api import TEXTS
from arbitro.web.settings import Settings

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

SAFE: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),  # what nobody says otherwise of may tell a seat's secrets
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


def name_of_host(host: str) -> str:
    """The name in a ``Host`` header, without the port."""
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.rpartition(":")[0] if ":" in host else host


def from_here(headers: dict[bytes, bytes]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get(b"origin", b"").decode("latin-1")
    if origin:
        return urlsplit(origin).netloc.lower() == headers.get(b"host", b"").decode("latin-1").lower()
    return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")


class Limits:
    """How much each may ask: a bucket for every seat or address, filled at an even pace."""

    KEPT: Final = 10_000

    def __init__(self, per_second: float, at_once: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate = per_second
        self._most = float(at_once)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, who: str) -> bool:
        """Whether one more is all right; if so, it is counted."""
        now = self._clock()
        left, then = self._buckets.pop(who, (self._most, now))
        left = min(self._most, left + (now - then) * self._rate)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        if len(self._buckets) > self.KEPT:
            self._buckets.popitem(last=False)
        return allowed


class Door:
    """Turns away what must not come in, and writes on what goes out."""

    def __init__(self, app: "ASGIApp", settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._requests = Limits(settings.requests_per_second, settings.requests_at_once)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Look at one request."""
        headers = {bytes(name): bytes(value) for name, value in scope["headers"]}
        language = as_language(headers.get(b"accept-language", b"").decode("latin-1")) or "en"
        is_socket = str(scope["type"]) == "websocket"
        fault = self._fault(headers, is_socket or scope.get("method") not in SAFE, language)
        client = scope.get("client")
        if fault is None and self._settings.shared and not self._requests.allow(client[0] if client else ""):
            fault = 429, "too_fast", TEXTS.say(language, "web.too_fast")
        if fault is None and is_socket:
            await self._app(scope, receive, send)
        elif fault is None:
            with watched(timed(self._settings.work_seconds)):
                await self._app(scope, receive, _with_headers(send))
        elif is_socket:
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": ""})
        else:
            await refuse(_with_headers(send), *fault)

    def _fault(self, headers: dict[bytes, bytes], acts: bool, language: Language) -> tuple[int, str, str] | None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        names = self._settings.names
        if "*" not in names and name_of_host(host) not in names:
            return 421, "host_unknown", TEXTS.say(language, "web.host_unknown", host=name_of_host(host)[:80])
        if acts and not from_here(headers):
            return 403, "foreign", TEXTS.say(language, "web.foreign")
        return None


def _with_headers(send: "Send") -> "Send":
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(one for one in HEADERS if one[0] not in present)]
        await send(message)

    return sending


async def refuse(send: "Send", status: int, code: str, text: str) -> None:
    """Turn a request away with a sentence."""
    body = msgspec.json.encode({"error": {"code": code, "text": text}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
