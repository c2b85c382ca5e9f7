"""What is worked out when it is first asked for, and once."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class Lazily(Generic[T]):
    """A property that is worked out once: `functools.cached_property` without its lock, which costs more than most.

    Should two threads ask for it at once, both work it out, and find the same.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, one: None, kind: type) -> Self: ...
    @overload
    def __get__(self, one: object, kind: type) -> T: ...
    def __get__(self, one: object | None, kind: type) -> Self | T:
        if one is None:
            return self
        found = one.__dict__[self._name] = self._work(one)
        return found
