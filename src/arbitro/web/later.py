"""Pages that are drawn when there is time for it, after everybody was told what happened."""

import asyncio
from contextlib import suppress
from contextvars import Context as Surroundings
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arbitro.web.room import Room

PATIENCE: Final = 0.05
"""Seconds for which drawing waits at most for messages that are being answered, at whatever table.

No longer after the last of them was heard, either: one that takes long is nobody's hurry.
"""


class Later:
    """Draws pages, a circle at a time, in the order in which their tables asked for it.

    What somebody has asked goes first (`hurry`), at every table: between being heard and being told lie a dozen turns
    of the loop, and a page that is drawn in each of them would make everybody wait. But drawing waits only so long.
    A table that is faster than its pages are drawn is shown less often.
    """

    def __init__(self) -> None:
        self._due: dict[Room, float] = {}
        """The tables whose pages are to be drawn, and since when."""
        self._task: asyncio.Task[None] | None = None
        self._answering = 0
        """How many messages have been heard and are not answered yet."""
        self._heard_at = 0.0
        """When the last of them was heard, or anything was done by other ways."""
        self._calm = asyncio.Event()

    def add(self, room: "Room") -> None:
        """Draw what has changed at a table; once, however often it is asked for until then."""
        self._due.setdefault(room, monotonic())
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), context=Surroundings())  # it is nobody's in particular

    def hurry(self) -> None:
        """A message has been heard: whoever sent it should not wait for pages to be drawn."""
        self._answering += 1
        self.stir()
        self._calm.clear()

    def stir(self) -> None:
        """Something is done at a table."""
        self._heard_at = monotonic()

    def rest(self, messages: int = 1) -> None:
        """Messages have been answered, and everybody told what came of them."""
        self._answering -= messages
        if not self._answering:
            self._calm.set()

    def quiet_for(self, seconds: float) -> bool:
        """Whether nothing is being answered or drawn, and nothing has been done for some time."""
        return not self._answering and not self._due and monotonic() - self._heard_at >= seconds

    async def _run(self) -> None:
        while self._due:
            room, since = next(iter(self._due.items()))
            del self._due[room]
            for circle in room.circles():
                if circle.behind:
                    await self._wait_for_calm(since)
                    await room.show_circle(circle)
                    await asyncio.sleep(0)  # it is sent while the next one is drawn

    async def _wait_for_calm(self, since: float) -> None:
        """Let those who wait for an answer have it first, unless the pages have waited long enough."""
        if not self._answering:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(min(since, self._heard_at) + PATIENCE - monotonic()):
                await self._calm.wait()
