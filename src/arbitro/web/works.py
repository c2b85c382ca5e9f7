"""What is being done at a table for whoever asked for it, and what was called off before it came."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from arbitro.kernel.watch import Watch, watched
from arbitro.store.threads import timed
from arbitro.web.sitting import Sitting

ON_ITS_WAY: Final = 10.0
"""How many seconds a message that was called off before it came is waited for."""
MOST_STOPS: Final = 100
"""How many of these are kept in mind at a table."""


class Works:
    """The work in hand at one table."""

    def __init__(self) -> None:
        self._works: dict[Watch, tuple[str, int]] = {}
        """What is being done, the id of the seat that asked for it, and the number of its message."""
        self._stops: dict[tuple[str, int], float] = {}
        """Messages that were called off before they came, by seat and number, and when that was."""

    def __bool__(self) -> bool:
        return bool(self._works)

    @contextmanager
    def begun(self, sitting: Sitting, seconds: float, ref: int = 0, called_off: bool = False) -> Iterator[Watch]:
        """Something is done that a seat asked for by a message of a number; it may take so long, and be called off."""
        with watched(timed(seconds)) as watch:
            self._works[watch] = (sitting.id, ref)
            if self._stops.pop((sitting.id, ref), None) is not None or called_off:
                watch.call_off()
            try:
                yield watch
            finally:
                del self._works[watch]

    def call_off(self, sitting: Sitting, of: int = 0) -> None:
        """Stop what a seat asked for; for the referee, what anybody did.

        Where the message `of` a number has not come yet, which can be on two lines, it is stopped when it comes.
        """
        for watch, (asked_by, _) in self._works.items():
            if sitting.role == "referee" or asked_by == sitting.id:
                watch.call_off()
        now = monotonic()
        self._stops = {stop: since for stop, since in self._stops.items() if now - since < ON_ITS_WAY}
        if of and (sitting.id, of) not in self._works.values() and len(self._stops) < MOST_STOPS:
            self._stops[sitting.id, of] = now
