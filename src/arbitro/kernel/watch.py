"""Work that may take long: how long it may take, whether anybody still wants it, and how far it has come.

Whoever works piece by piece (a level, a log, a printed map) says so with `goes_on`. Where somebody looks at a `Watch`
meanwhile, that is where they learn how far it has come, and where it ends if it takes too long or is called off.
Nothing is changed by it: rules stay pure, and work that ended early has left nothing behind.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Fault, Words


class Stopped(Fault):
    """Work that was not finished; nothing has changed."""


class TookTooLong(Stopped):
    """Raised in work that took longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(Words(TEXTS, "work.too_long", seconds=f"{seconds:g}"))


class CalledOff(Stopped):
    """Whoever asked for it thought better of it."""

    def __init__(self) -> None:
        super().__init__(Words(TEXTS, "work.called_off"))


class Watch:
    """One piece of work, as whoever waits for it sees it; the clock is theirs."""

    def __init__(self, seconds: float = 0.0, clock: Callable[[], float] = float) -> None:
        self.seconds = seconds
        """How long it may take; 0: as long as it likes."""
        self._clock = clock
        self._began = clock()
        self.done, self.of = 0, 0
        """How far it has come, and how far it has to go where that is known."""
        self._called_off = False

    def call_off(self) -> None:
        """Let it end at its next piece."""
        self._called_off = True

    def look(self, done: int, of: int) -> None:
        """A piece is done; raises `Stopped` where it should go no further."""
        self.done, self.of = done, of
        if self._called_off:
            raise CalledOff
        if self.seconds and self._clock() - self._began > self.seconds:
            raise TookTooLong(self.seconds)


_looking: Final[ContextVar[Watch | None]] = ContextVar("looking", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[Watch]:
    """Work within this is watched, in threads that are started from here too."""
    before = _looking.set(watch)
    try:
        yield watch
    finally:
        _looking.reset(before)


def watch_now() -> Watch | None:
    """The watch that somebody looks at, if anybody does."""
    return _looking.get()


def goes_on(done: int = 0, of: int = 0) -> None:
    """A piece of long work is done, of so many where that is known; raises `Stopped` where it should go no further."""
    watch = _looking.get()
    if watch is not None:
        watch.look(done, of)
