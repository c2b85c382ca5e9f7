"""A line to a table that stays open: what happens comes in and messages go out, over one WebSocket.

It needs the extra ``client``. Whoever only follows, or has nothing but Python, takes `TableClient.live`.
"""

import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Final
from urllib.parse import quote

import msgspec
from msgspec import Struct
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from arbitro.client.calls import chosen
from arbitro.client.data import LiveData, MeantData, MomentData, OfferData, Reply

PAUSE: Final = 0.25
"""Seconds before a line that broke is opened again."""
LONGEST: Final = 8.0
"""The longest of these pauses, when that fails again and again."""
GONE: Final = 4404
"""The close code of a seat that does not exist (any more): opening it again would not help."""
_event = msgspec.json.Decoder(LiveData).decode
_reply = msgspec.json.Decoder(Reply).decode


class _Head(Struct, frozen=True):
    type: str
    ref: int = 0


_head = msgspec.json.Decoder(_Head).decode


class LiveLine:
    """One seat's line to a table, for one thread: ask by `say` and `do`, and read what happens by going through it.

    A line that breaks while it is read is opened again, and what was told meanwhile is told then, once. One that breaks
    before an answer has come raises `OSError`: whether the deed was done, the story says.
    """

    def __init__(self, address: str, table: str, token: str = "", language: str = "en", patience: float = 90.0) -> None:
        self._at = f"{address.replace('http', 'ws', 1)}/v1/tables/{quote(table, safe='')}/live?form=data"
        self._headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._patience = patience
        self._held = ExitStack()
        self._waiting: deque[LiveData] = deque()
        self._told = 0
        self._asked = 0
        self.moment: MomentData | None = None
        """How the table stood when something was heard last."""
        self._socket = self._opened()

    def __enter__(self) -> "LiveLine":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __iter__(self) -> Iterator[LiveData]:
        """What happens, as it happens: first how the table stands, then whatever changes, until the seat is no more."""
        while True:
            event = self._waiting.popleft() if self._waiting else self._next_event()
            yield event
            if event.type == "closed":
                return

    def say(self, kind: str, **fields: object) -> Reply:
        """Send any message of the protocol, and wait for its answer; what happens meanwhile is kept for later."""
        self._asked += 1
        try:
            self._socket.send(msgspec.json.encode({"type": kind, "ref": self._asked, **fields}).decode())
            while True:
                data = self._received()
                if isinstance(data, LiveData):
                    self._waiting.append(data)
                # What cannot be read has no number to go back with.
                elif (data.ref == self._asked and data.type != "working") or (data.type == "problem" and not data.ref):
                    return data
        except ConnectionClosed as broken:
            raise ConnectionError(str(broken)) from broken

    def do(self, choice: str | OfferData | MeantData, values: Mapping[str, str | int] | None = None) -> Reply:
        """Do something that was offered in the latest moment; an offer of an earlier one if it means the same still."""
        while self.moment is None:
            self._waiting.append(self._next_event())
        wanted, mark, meant = chosen(self.moment, choice)
        given = meant if values is None else values
        return self.say("do", choice=wanted, mark=mark, at=self.moment.seq, values=dict(given))

    def close(self) -> None:
        """Hang up."""
        self._held.close()

    def _next_event(self) -> LiveData:
        pause = PAUSE
        while True:
            try:
                data = self._received()
                if isinstance(data, LiveData):
                    return data
            except ConnectionClosed as broken:
                if broken.rcvd is not None and broken.rcvd.code == GONE:
                    return LiveData("closed", text=broken.rcvd.reason)
                time.sleep(pause)
                pause = min(2 * pause, LONGEST)
                self._open_again()

    def _received(self) -> LiveData | Reply:
        """The next that comes in and is not a greeting; the lines of an event that were told before are left out."""
        while True:
            try:
                text = self._socket.recv(self._patience, decode=False)
            except TimeoutError:  # the server answers pings as long as it lives: nothing has happened, that is all
                continue
            head = _head(text)
            if head.type in ("moment", "closed"):
                event = _event(text)
                fresh = tuple(line for line in event.lines if line.number > self._told)
                self._told = max((self._told, *(line.number for line in fresh)))
                self.moment = event.moment or self.moment
                return msgspec.structs.replace(event, lines=fresh)
            if head.type != "hello":
                return _reply(text)

    def _opened(self) -> ClientConnection:
        self._held.close()
        line = connect(self._at, additional_headers=self._headers, open_timeout=self._patience, max_size=None)
        return self._held.enter_context(line)

    def _open_again(self) -> None:
        with suppress(OSError, InvalidHandshake):  # still away: the old line says so again
            self._socket = self._opened()
