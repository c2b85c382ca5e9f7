"""Small tools for saying which situations are equal."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T", bound=Struct)


def relative_rounds(mark: int, now: int) -> int | None:
    """A mark that holds the number of a round, counted from the present one; None: there is none, or long ago."""
    if mark < 0 or mark < now - 2:
        return None
    return mark - now


def without(one: T, marks: tuple[str, ...]) -> T:
    """Somebody without marks that are told apart by other means."""
    return replace(one, **dict.fromkeys(marks, -1))
