"""Small tools for saying which situations are equal."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct, msgpack


def relative_rounds(mark: int, now: int) -> int | None:
    """A mark that holds the number of a round, counted from the present one; None: there is none, or long ago."""
    return None if mark < 0 or mark < now - 2 else mark - now


def rest_of(kind: type[Struct], *but: str) -> Callable[[Any], tuple[Any, ...]]:
    """All fields of a kind but those that are told apart by other means, as a function that reads them."""
    found: Callable[[Any], tuple[Any, ...]] = attrgetter(*(name for name in kind.__struct_fields__ if name not in but))
    return found


def written(*things: Any) -> bytes:
    """Things that seldom change, as they would be written: worked out once as long as nobody touches them."""
    ids = tuple(map(id, things))
    found = _KEPT.get(ids)
    if found is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        found = _KEPT[ids] = things, msgpack.encode(things)
    return found[1]


MOST_KEPT: Final = 4096
_KEPT: Final[dict[tuple[int, ...], tuple[tuple[Any, ...], bytes]]] = {}
"""By what they are and not by what they say; the things are kept too, so that no other takes their place."""


def briefly(thing: Any) -> bytes:
    """Something that is empty most of the time, as it would be written."""
    return msgpack.encode(thing) if thing else b""
