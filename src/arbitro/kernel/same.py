"""Remembering what was worked out of something large."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """Something that equals only itself: a key for what was worked out of a state too large to be compared."""

    __slots__ = ("thing",)

    def __init__(self, thing: T) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)
