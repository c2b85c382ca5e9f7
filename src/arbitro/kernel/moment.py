"""What follows of a state, kept with the state of a table's present moment: worked out once, for all who ask.

Whoever has a table that many seats look at (a server) holds a `PresentMoment` for it. What is worked out lies with
the very state that it follows of, so that tables cannot be in each other's way, and goes when the table moves on. A
state that nobody holds like this keeps nothing, and lists stay lazy.

Some of it depends on little, and stays right while the table moves on: it is recalled from the moment before
(`listed_of`, `made_of`) as long as the very things that it was worked out of are still there.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, Generic, TypeVar

from arbitro.kernel.memory import Memory
from arbitro.kernel.state import State

S = TypeVar("S", bound=State)
T = TypeVar("T")

_MISSING: Final = object()


class PresentMoment(Generic[S]):
    """The present moment of one table."""

    def __init__(self) -> None:
        self._state: S | None = None
        self._memory = Memory()

    def at(self, state: S) -> S:
        """The table stands here now: what follows of it is kept, and what followed of the last state is let go."""
        if self._state is state and state.follows is not None:
            return state
        parts = _parts(state)
        for old in () if self._state is None else _parts(self._state):
            if not any(old is part for part in parts):  # a game inside that has not changed keeps what it has
                _let_go(old)
        self._memory.move_on()
        for part in parts:
            part.__dict__.setdefault("follows", {})
            part.__dict__["memory"] = self._memory
        self._state = state
        return state

    def forget(self) -> None:
        """Let go of all that followed."""
        for part in () if self._state is None else _parts(self._state):
            _let_go(part)
        self._state, self._memory = None, Memory()


def _let_go(state: State) -> None:
    state.__dict__.pop("follows", None)
    state.__dict__.pop("memory", None)


def _parts(state: State) -> tuple[State, ...]:
    """A state and those of the games that it holds."""
    return (state, *(part for inner in state.inside for part in _parts(inner)))


def once(state: State, key: Hashable, work: Callable[[], T]) -> T:
    """Something that follows of a state, worked out once where it is kept."""
    kept = state.follows
    if kept is None:
        return work()
    found: Any = kept.get(key, _MISSING)
    if found is _MISSING:
        found = kept[key] = work()
    answer: T = found
    return answer


def once_of(state: State, what: Hashable, things: tuple[object, ...], work: Callable[[], T]) -> T:
    """What follows of a state and of these very things, worked out once where it is kept: see `made_of`.

    The things themselves are the key, whatever they are like: much cheaper than to compare them.
    """
    kept = state.follows
    if kept is None:
        return work()
    key = (what, *map(id, things))  # as long as it is kept, so are they, and no other has their ids
    found: Any = kept.get(key)
    if found is None:
        found = kept[key] = (things, work())
    answer: T = found[1]
    return answer


def listed_once(state: State, key: Hashable, listed: Callable[[], Iterable[T]]) -> Iterable[T]:
    """A list that follows of a state: worked out once where it is kept, lazy elsewhere."""
    return listed() if state.follows is None else once(state, key, lambda: tuple(listed()))


def listed_of(state: State, key: Hashable, of: tuple[object, ...], listed: Callable[[], Iterable[T]]) -> Iterable[T]:
    """A list that follows of a few things alone, as it was worked out `of` these very ones; lazy where nothing is kept.

    It may depend on nothing else that changes: let it be worked out of a state that holds no more.
    """
    memory = state.memory
    return listed() if memory is None else memory.recall(key, of, lambda: tuple(listed()))


def made_of(state: State, what: Hashable, things: tuple[object, ...], work: Callable[[], T]) -> T:
    """What is made of these very things and of nothing else: the same for all who ask, as long as they are there."""
    memory = state.memory
    return work() if memory is None else memory.made(what, things, work)


def always_same(state: State, thing: T) -> T:
    """The very thing that was the same at the last moment: so that whatever is made of it need not be made again."""
    memory = state.memory
    return thing if memory is None else memory.made(("same", thing), (), lambda: thing)
