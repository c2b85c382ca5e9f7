"""One open page, and what waits to be sent to it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from arbitro.text import Language
from arbitro.web.sitting import Sitting

BACKLOG: Final = 32
"""How many updates wait for a slow page before they are thrown away and it is sent everything anew."""


class Viewer:
    """One open page (or a program in its place): a seat, a language, and what waits to be sent to it."""

    def __init__(
        self,
        own: Sitting,
        language: Language,
        eyes: Sitting | None = None,
        say: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.own = own
        """The seat it sits in: what it may do."""
        self.sitting = own if eyes is None else eyes
        """The seat whose eyes it has: what it sees. The referee may look from any, a players' screen from none."""
        self.language: Language = language
        self.opened: set[str] = set()
        """The ids of the folded parts that are open on it."""
        self.closed = ""
        """Why the connection must end: the seat was taken away, say."""
        self._answers: deque[bytes] = deque()
        self._updates: deque[bytes] = deque()
        self._stale = False
        self._wake = asyncio.Event()
        self._say = say
        """Says something at once where nothing stands in the way; whether it was said."""
        self._all_said = False
        """Whether all that was in line has been sent, and whoever sends it waits for more."""

    def _said_at_once(self, message: bytes) -> bool:
        """Whether a message could be said past the line, because nothing waits there."""
        if self._say is None or not self._all_said or self._wake.is_set():
            return False
        return self._say(message)

    def answer(self, message: bytes) -> None:
        """Put an answer in line; a page that asks on and on without listening is sent away."""
        if self._said_at_once(message):
            return
        self._answers.append(message)
        if len(self._answers) > 8 * BACKLOG:
            self.closed = self.closed or "slow"
        self._wake.set()

    def update(self, message: bytes) -> None:
        """Put an update in line; too many, and all are dropped in favour of the whole page."""
        if self._said_at_once(message):
            return
        if len(self._updates) >= BACKLOG:
            self.lose()
        elif not self._stale:
            self._updates.append(message)
        self._wake.set()

    def lose(self) -> None:
        """What it shows is not what it should: let it be sent everything anew."""
        self._updates.clear()
        self._stale = True
        self._wake.set()

    def begin_anew(self, whole: bytes) -> None:
        """Put a whole page before what has happened since it was drawn."""
        self._updates.appendleft(whole)
        self._wake.set()

    def forget_updates(self) -> None:
        """What is in line is part of what the page is sent as a whole."""
        self._updates.clear()
        self._stale = False

    def close(self, reason: str) -> None:
        """End the connection as soon as its line is empty."""
        self.closed = reason
        self._wake.set()

    async def next(self, whole: Callable[[], Awaitable[bytes]]) -> bytes | None:
        """The next message to send, made by `whole` where updates were lost; None when the connection must end."""
        while True:
            if self.closed:
                return None
            if self._answers:
                return self._answers.popleft()
            if self._stale:
                return await whole()
            if self._updates:
                return self._updates.popleft()
            self._wake.clear()
            self._all_said = True
            try:
                await self._wake.wait()
            finally:
                self._all_said = False
