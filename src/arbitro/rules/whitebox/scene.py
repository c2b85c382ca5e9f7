"""What the rules read (`Here`) and what they change (`Scene`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from arbitro.dice.stream import Dice
from arbitro.kernel.event import Event
from arbitro.kernel.moment import listed_of, listed_once, once
from arbitro.rules.whitebox.state import State

if TYPE_CHECKING:
    from arbitro.rules.whitebox.rules import Rules

T = TypeVar("T")


class Here(Struct):
    """A state, and the rules by which it is read."""

    rules: Rules
    state: State

    def at(self, state: State) -> Here:
        """Another state, read by the same rules."""
        return Here(self.rules, state)

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Something that follows of the state, worked out once where it is kept."""
        return once(self.state, key, work)

    def listed_once(self, key: Hashable, listed: Callable[[], Iterable[T]]) -> Iterable[T]:
        """A list that follows of the state: worked out once where it is kept, lazy elsewhere."""
        return listed_once(self.state, key, listed)

    def listed_of(self, key: Hashable, of: tuple[object, ...], listed: Callable[[], Iterable[T]]) -> Iterable[T]:
        """A list that follows of a few things alone: as it was, where these are the very ones as before."""
        return listed_of(self.state, key, (self.rules, *of), listed)


class Scene(Here, gc=False):
    """A command being resolved: the events so far, and the state they lead to."""

    dice: Dice
    events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Record an event and let it take effect."""
        self.events.append(event)
        self.state = self.rules.fold[type(event)](self.state, event)

    def here(self) -> Here:
        """How things stand now, whatever happens next."""
        return Here(self.rules, self.state)
