"""What a table remembers of its last moments: see `moment`."""

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar, cast

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
        return cast(T, found[1])
