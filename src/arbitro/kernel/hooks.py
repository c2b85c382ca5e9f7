"""The three ways in which one part of a game listens to another, the list of its commands, and what its events change.

Each is a value that a game puts together once, in the order written on its page. A variant takes its parent's and adds
to it (`also`) or puts something `first`: nothing is looked up by name, and the type checker sees every part.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Generic, ParamSpec, TypeVar

from msgspec import Struct

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")
C = TypeVar("C", bound=Command)
D = TypeVar("D", bound=Enum)


class Collect(Generic[P, T]):
    """Everybody adds what they have; the list is then judged once, and is the explanation."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Callable[P, Iterable[T]]) -> None:
        self.parts = parts

    def __call__(self, *args: P.args, **more: P.kwargs) -> tuple[T, ...]:
        """All that was added, in order."""
        found: list[T] = []
        for part in self.parts:
            found += part(*args, **more)
        return tuple(found)

    def also(self, *parts: Callable[P, Iterable[T]]) -> "Collect[P, T]":
        """A copy with more after it."""
        return Collect(*self.parts, *parts)

    def first(self, *parts: Callable[P, Iterable[T]]) -> "Collect[P, T]":
        """A copy with more before it."""
        return Collect(*parts, *self.parts)


class Forbid(Generic[P]):
    """Everybody may object; the first objection stands."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Callable[P, Refusal | None]) -> None:
        self.parts = parts

    def __call__(self, *args: P.args, **more: P.kwargs) -> Refusal | None:
        """The first objection, or None."""
        for part in self.parts:
            refused = part(*args, **more)
            if refused is not None:
                return refused
        return None

    def also(self, *parts: Callable[P, Refusal | None]) -> "Forbid[P]":
        """A copy with more after it."""
        return Forbid(*self.parts, *parts)

    def first(self, *parts: Callable[P, Refusal | None]) -> "Forbid[P]":
        """A copy with more before it."""
        return Forbid(*parts, *self.parts)


class Moment(Generic[P]):
    """Everybody who has something to do at a moment does it, in order."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Callable[P, None]) -> None:
        self.parts = parts

    def __call__(self, *args: P.args, **more: P.kwargs) -> None:
        """Let the moment come."""
        for part in self.parts:
            part(*args, **more)

    def also(self, *parts: Callable[P, None]) -> "Moment[P]":
        """A copy with more after it."""
        return Moment(*self.parts, *parts)

    def first(self, *parts: Callable[P, None]) -> "Moment[P]":
        """A copy with more before it."""
        return Moment(*parts, *self.parts)


class Rule(Struct, Generic[S, D], frozen=True):
    """What a command is to those who watch, and how it is decided."""

    deed: D
    decide: Callable[[S, Any], Refusal | None]


class Rulings(dict[type[Command], Rule[S, D]], Generic[S, D]):
    """Every command of a game with its deed and its rule; the type checker holds a command and its rule together.

    `S` is the scene in which the game resolves a command, `D` the deeds it tells apart.
    """

    def on(self, command: type[C], deed: D, decide: Callable[[S, C], Refusal | None]) -> "Rulings[S, D]":
        """A copy with a command more, or with another rule for it."""
        more = Rulings(self)
        more[command] = Rule(deed, decide)
        return more


class Changes(dict[type[Event], Callable[[Any, Any], Any]]):
    """What each event of a game changes in a state; one that is not in it only tells something."""

    def __missing__(self, kind: type[Event]) -> Callable[[Any, Any], Any]:
        return as_it_was


def as_it_was(state: T, event: Event) -> T:
    """What an event does that only tells something."""
    del event
    return state
