"""An endpoint that speaks as OpenAI's does: one question, and the words of its answer as they come.

Answers are asked for as a stream (``data: {…}`` line by line); an endpoint that answers at one go is heard as well.
"""

import http.client
import ssl
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

MOST_BYTES: Final = 256 * 1024
"""How much is read of one answer."""
DONE: Final = b"[DONE]"


class Endpoint(Struct, frozen=True):
    """Where a model is asked, and how long it may take."""

    url: str
    model: str
    key: str
    seconds: float
    words: int = 400
    """How long an answer may be, in the endpoint's own measure."""


class Unheard(Exception):
    """The endpoint gave no words."""


class _Said(Struct):
    content: str | None = None


class _Choice(Struct):
    message: _Said | None = None
    delta: _Said | None = None


class _Completion(Struct):
    choices: list[_Choice] = []


SILENCES: Final = (Unheard, TimeoutError, OSError, http.client.HTTPException)
"""What may go wrong with an endpoint."""


def ask(endpoint: Endpoint, messages: list[dict[str, str]], hears: Callable[[str], bool]) -> str:
    """What the endpoint says, within its time however slowly it speaks.

    `hears` is given all that was said so far whenever there is more of it; once it says no, nobody listens on.
    """
    end = monotonic() + endpoint.seconds
    connection = _connection(endpoint)
    body = {"model": endpoint.model, "messages": messages, "max_tokens": endpoint.words, "stream": True}
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream, application/json"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    said = ""
    try:
        path = f"{urlsplit(endpoint.url).path.rstrip('/')}/chat/completions"
        connection.request("POST", path, msgspec.json.encode(body), headers)
        with connection.getresponse() as response:
            if response.status != 200:
                raise Unheard
            for more in _pieces(_parts(response, end)):
                said += more
                if more and not hears(said):
                    break
    finally:
        connection.close()
    if not said.strip():
        raise Unheard
    return said


def _connection(endpoint: Endpoint) -> http.client.HTTPConnection:
    parts = urlsplit(endpoint.url)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(parts.netloc, timeout=endpoint.seconds, context=context)
    return http.client.HTTPConnection(parts.netloc, timeout=endpoint.seconds)


def _parts(response: http.client.HTTPResponse, end: float) -> Iterator[bytes]:
    """What is read, as it comes; a fault where it takes too long or never ends."""
    size = 0
    while part := response.read1(16 * 1024):
        size += len(part)
        if size > MOST_BYTES or monotonic() > end:
            raise Unheard
        yield part


def _pieces(parts: Iterator[bytes]) -> Iterator[str]:
    """The words in what is read: those of a stream line by line, those of a single answer at its end."""
    held, streamed = b"", False
    for part in parts:
        held += part
        if not streamed and not held.lstrip().startswith((b"data:", b":", b"event:")):
            continue
        streamed = True
        *lines, held = held.split(b"\n")
        for line in lines:
            if line.startswith(b"data:") and line[5:].strip() != DONE:
                yield _content(line[5:])
    if held.strip() and not streamed:
        yield _content(held)
    elif held.startswith(b"data:") and held[5:].strip() != DONE:
        yield _content(held[5:])


def _content(read: bytes) -> str:
    try:
        found = msgspec.json.decode(read, type=_Completion)
    except msgspec.MsgspecError:
        raise Unheard from None
    if not found.choices:
        return ""
    said = found.choices[0].delta or found.choices[0].message
    return "" if said is None else said.content or ""
