"""Calls sent over HTTP with nothing but Python's own library, one after the other."""

import ssl
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from arbitro.client import calls
from arbitro.client.calls import Call, TurnedAway
from arbitro.client.data import HeardData, LiveData, MeantData, MomentData, OfferData, Reply, StoryData
from arbitro.extras import need
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.client.line import LiveLine

T = TypeVar("T")
PATIENCE: Final = 90.0
"""Seconds after which a silent server is given up; a live stream shows sooner that it is still there."""
_event = msgspec.json.Decoder(LiveData).decode


class Client:
    """A server, as whoever has a token sees it. Without a token, as anybody, or as the host on one's own machine.

    A call that fails is told by `TurnedAway`; a server that cannot be reached, by `OSError`.
    """

    def __init__(self, address: str, token: str = "", language: Language = "en", patience: float = PATIENCE) -> None:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        self._secure = parts.scheme == "https"
        self._host = parts.netloc
        self.patience = patience
        self._kept: HTTPConnection | None = None
        self.token = token
        self.language: Language = language

    def at(self, table: str, token: str = "") -> "TableClient":
        """A table of this server; with a token, as the seat that it opens."""
        own = Client(self.address, token or self.token, self.language, self.patience)
        return TableClient(own, table)

    @property
    def address(self) -> str:
        """Where the server is."""
        return f"{'https' if self._secure else 'http'}://{self._host}"

    def ask(self, call: Call[T]) -> T:
        """Send a call and wait for what comes back."""
        status, body = self.send(call)
        return calls.answer(call, status, body)

    def send(self, call: Call[Any], on_line: Callable[[bytes], None] | None = None) -> tuple[int, bytes]:
        """The status and the body of an answer; with `on_line`, each line of it is told as it comes."""
        for again in (True, False):
            fresh, connection = self._kept is None, self._kept or self._connect()
            self._kept = None
            try:
                connection.request(call.method, call.path, call.body, self._headers(call))
                response = connection.getresponse()
                body = response.read() if on_line is None else _read_lines(response, on_line)
            except (HTTPException, OSError):
                connection.close()
                if fresh or not again or call.method != "GET":  # an old connection may have ended meanwhile
                    raise
                continue
            if response.will_close:
                connection.close()
            else:
                self._kept = connection
            return response.status, body
        raise AssertionError

    def follow(self, path: str) -> Iterator[bytes]:
        """The data of each event of a stream, as it comes; ends with the connection."""
        connection = self._connect()
        try:
            call: Call[bytes] = Call("GET", path, bytes, accept="text/event-stream")
            connection.request("GET", path, None, self._headers(call))
            with connection.getresponse() as response:
                if response.status >= 400:
                    calls.answer(call, response.status, response.read())
                while line := response.readline():
                    if line.startswith(b"data:"):
                        yield line[5:].strip()
        finally:
            connection.close()

    def close(self) -> None:
        """Hang up."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _connect(self) -> HTTPConnection:
        if self._secure:
            return HTTPSConnection(self._host, timeout=self.patience, context=ssl.create_default_context())
        return HTTPConnection(self._host, timeout=self.patience)

    def _headers(self, call: Call[Any]) -> dict[str, str]:
        found = {"Accept": call.accept, "Accept-Language": self.language}
        if call.body is not None:
            found["Content-Type"] = calls.JSON
        if self.token:
            found["Authorization"] = f"Bearer {self.token}"
        return found


def _read_lines(response: HTTPResponse, on_line: Callable[[bytes], None]) -> bytes:
    whole = []
    while line := response.readline():
        whole.append(line)
        on_line(line)
    return b"".join(whole)


class TableClient:
    """A table, as one seat sees it."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name

    def look(self) -> MomentData:
        """The table now: view, choices with their chances, cards, who is awaited."""
        return self.client.ask(calls.look(self.name))

    def story(self, after: int = 0, count: int = 100) -> StoryData:
        """Lines of the story after a number."""
        return self.client.ask(calls.story(self.name, after, count))

    def do(
        self,
        choice: str | OfferData | MeantData,
        values: Mapping[str, str | int] | None = None,
        moment: MomentData | None = None,
    ) -> Reply:
        """Do something that is offered; `moment` is the one that it was read in, where that is not now.

        An id alone is taken for what it means now. An offer, or what a sentence meant, says what it meant when it was
        read, and is refused where that has changed.
        """
        return self.client.ask(calls.do(self.look() if moment is None else moment, choice, values))

    def pursue(self, aim: str, moment: MomentData | None = None) -> Reply:
        """Pursue something that takes many commands and one word; `moment` as for `do`."""
        return self.say("pursue", aim=aim, at=(self.look() if moment is None else moment).seq)

    def say(self, kind: str, **fields: object) -> Reply:
        """Send any message of the protocol."""
        return self.client.ask(calls.message(self.name, kind, **fields))

    def mean(self, text: str) -> HeardData:
        """What a sentence in one's own words means now."""
        return self.client.ask(calls.say(self.name, text))

    def line(self) -> "LiveLine":
        """A line that stays open, on which one follows and acts; it needs the extra ``client``."""
        need("client")
        from arbitro.client.line import LiveLine

        own = self.client
        return LiveLine(own.address, self.name, own.token, own.language, own.patience)

    def live(self) -> Iterator[LiveData]:
        """What happens at the table, as it happens: first how it stands, then whatever changes."""
        for data in self.client.follow(f"/v1/tables/{quote(self.name, safe='')}/stream"):
            yield _event(data)


__all__ = ["Client", "TableClient", "TurnedAway"]
