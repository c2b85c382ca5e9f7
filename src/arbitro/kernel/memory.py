"""What a table remembers of its last moments: see `moment`."""

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")


class Memory:
    """What was worked out at the last two moments of a table at which anything was, by what it was worked out of."""

    def __init__(self) -> None:
        self._now: dict[Hashable, tuple[tuple[object, ...], Any]] = {}
        self._before: dict[Hashable, tuple[tuple[object, ...], Any]] = {}

    def move_on(self) -> None:
        """Another moment begins."""
        if self._now:
            self._before, self._now = self._now, {}

    def recall(self, key: Hashable, of: tuple[object, ...], work: Callable[[], T]) -> T:
        """What was worked out before `of` these very things, else worked out now."""
        found = self._now.get(key) or self._before.get(key)
        if found is None or len(found[0]) != len(of) or not all(map(is_, found[0], of)):
            found = (of, work())
        self._now[key] = found
        recalled: T = found[1]
        return recalled

    def made(self, what: Hashable, things: tuple[object, ...], work: Callable[[], T]) -> T:
        """What was made of these very things before, else made now; there may be many such of one kind."""
        key = (what, *map(id, things))  # as long as it is kept, so are they, and no other has their ids
        now = self._now
        found = now.get(key)
        if found is None:
            found = self._before.get(key)
            if found is None:
                found = (things, work())
            now[key] = found
        made: T = found[1]
        return made

    def made_alike(self, what: Hashable, things: tuple[Hashable, ...], work: Callable[[], T]) -> T:
        """What was made of these very things, which are not looked at; else of others that are the same; else now."""
        return self.made(what, things, lambda: self.made((what, things), (), work))
