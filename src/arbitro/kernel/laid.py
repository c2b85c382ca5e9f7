"""Content that is asked for from everywhere in a game, and a game that lays a reader's packs over it.

A game whose chapters are handed their content (`Rules.content`) needs none of this. In others a chapter asks the books
by a plain call (``library()``), wherever it stands: there a game with packs opens each of its doors onto books of its
own, and whatever is asked on the way finds them. Nothing changes for tables without packs, or in other threads.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache, partial, wraps
from types import FunctionType
from typing import Any, Generic, TypeVar, cast

from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Ruleset

C = TypeVar("C")
D = TypeVar("D")
R = TypeVar("R", bound=Ruleset[Any])
Opener = Callable[[], AbstractContextManager[None]]


class OpenBooks(Generic[C]):
    """The content of a game, as the table plays it whose door is open; the game's own elsewhere."""

    def __init__(self, read: Callable[[tuple[Pack, ...]], C]) -> None:
        self._own = cache(lambda: read(()))
        self.with_packs: Callable[[tuple[Pack, ...]], C] = lru_cache(maxsize=16)(read)
        self._open: ContextVar[C | None] = ContextVar("open_books", default=None)

    def __call__(self) -> C:
        """The content that holds here."""
        found = self._open.get()
        return self._own() if found is None else found

    @contextmanager
    def opened(self, content: C) -> Iterator[None]:
        """While this lasts, this content is the one that holds."""
        before = self._open.set(content)
        try:
            yield
        finally:
            self._open.reset(before)


@lru_cache(maxsize=16)
def laid(kind: type[R], books: OpenBooks[Any], packs: tuple[Pack, ...]) -> R:
    """A game whose doors open onto the books with these packs; the same object for the same packs."""
    content = books.with_packs(packs)
    made: R = _with_doors(kind)()
    made.packs = packs
    made.open_books = lambda: books.opened(content)
    return made


def laid_around(game: Ruleset[Any], kind: type[R], *parts: Any) -> R:
    """What is made of its parts around a game with packs, a campaign say: its doors open onto the same books."""
    if game.open_books is nullcontext:
        return kind(*parts)
    made: R = _with_doors(kind)(*parts)
    made.open_books = game.open_books
    return made


def with_open_books(record: D, game: Ruleset[Any]) -> D:
    """A record of functions, and of records of them, each of which opens the books of a game with packs first."""
    if game.open_books is nullcontext:
        return record
    changed: dict[str, Any] = {}
    for part in fields(cast(Any, record)):
        value = getattr(record, part.name)
        if isinstance(value, (FunctionType, partial)):
            changed[part.name] = partial(_through, game.open_books, value)
        elif is_dataclass(value) and not isinstance(value, type):
            changed[part.name] = with_open_books(value, game)
    return cast(D, replace(cast(Any, record), **changed))


@cache
def _with_doors(kind: type[R]) -> type[R]:
    """A kind of game whose every public function opens the books first."""
    doors = {
        name: _door(function)
        for name in dir(kind)
        if not name.startswith("_") and name != "with_packs"
        if isinstance(function := getattr(kind, name), FunctionType)
    }
    return cast(type[R], type(kind.__name__, (kind,), doors))


def _door(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def door(self: Ruleset[Any], *args: Any, **more: Any) -> Any:
        return _through(self.open_books, function, self, *args, **more)

    return door


def _through(opening: Opener, function: Callable[..., Any], /, *args: Any, **more: Any) -> Any:
    """What a function gives with the books open; what it gives one by one, each with the books open."""
    with opening():
        found = function(*args, **more)
    return _one_by_one(opening, found) if isinstance(found, Iterator) else found


def _one_by_one(opening: Opener, found: Iterator[Any]) -> Iterator[Any]:
    over = object()
    while True:
        with opening():
            one = next(found, over)
        if one is over:
            return
        yield one
