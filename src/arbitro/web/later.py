"""Pages that are drawn when there is time for it, after everybody was told what happened."""

import asyncio
from contextvars import Context as Surroundings
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arbitro.web.room import Room

CROWD: Final = 4
"""From so many tables on that wait to be drawn, pages are told what happened together with what it changed."""


class Later:
    """Draws pages, a circle at a time, in the order in which their tables asked for it.

    Between two circles whatever else there is to do has its turn. A table that is faster than its pages are drawn is
    shown less often.
    """

    def __init__(self) -> None:
        self._due: dict[Room, None] = {}
        self._now: Room | None = None
        """The table that is being drawn."""
        self._task: asyncio.Task[None] | None = None

    def add(self, room: "Room") -> None:
        """Draw what has changed at a table; once, however often it is asked for until then."""
        self._due[room] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), context=Surroundings())  # it is nobody's in particular

    @property
    def crowded(self) -> bool:
        """Whether many tables wait, none of them for one whose pages take long: a message less is worth more then."""
        return len(self._due) >= CROWD and not (self._now is not None and self._now.drawn_slowly)

    async def _run(self) -> None:
        while self._due:
            room = self._now = next(iter(self._due))
            del self._due[room]
            for circle in room.circles():
                if circle.behind:
                    await room.show_circle(circle)
                    await asyncio.sleep(0)  # it is sent while the next one is drawn
        self._now = None
