"""Numbers in commands: how far each goes. What lies beyond is refused in words, before anything is done or thrown.

What no rule of any game asks for is refused before (`number_limit`); here a game says what its own rules know.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct

from arbitro.kernel.command import Command, Refusal


class NumberRange(NamedTuple):
    """From where to where a number goes; the word for it is ``value_of.<word>`` in the game's catalogues."""

    least: int
    most: int
    rules: tuple[str, ...] = ()
    word: str = ""
    """Empty: as the field is called."""


NumberRanges = Mapping[type, Mapping[str, NumberRange]]
"""The bounds of the fields of commands, and of what commands are made of."""


def out_of_range(bounds: NumberRanges, command: Command) -> Refusal | None:
    """Why a number of a command is beyond what the rules know, where one is."""
    for holder, name, value in _numbers_in(command):
        bound = bounds.get(holder, {}).get(name)
        if bound is not None and not bound.least <= value <= bound.most:
            said: dict[str, str | int] = {
                "value": value,
                "fault": f"value_of.{bound.word or name}",
                "least": bound.least,
                "most": bound.most,
            }
            return Refusal("out_of_range", said, bound.rules)
    return None


def _numbers_in(holder: Struct) -> Iterator[tuple[type, str, int]]:
    """Every number in a command, with what holds it and the field in which it stands."""
    kind = type(holder)
    for name in may_hold_numbers(kind):
        yield from _numbers_of(kind, name, getattr(holder, name))


def _numbers_of(kind: type, name: str, value: Any) -> Iterator[tuple[type, str, int]]:
    if isinstance(value, bool | str) or value is None:
        return
    if isinstance(value, int):
        yield kind, name, value
    elif isinstance(value, Struct):
        yield from _numbers_in(value)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _numbers_of(kind, name, each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _numbers_of(kind, name, each)


@cache
def may_hold_numbers(kind: type[Struct]) -> tuple[str, ...]:
    """The fields that are a number or may hold one; words and yes-or-no are passed over unread."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if not _is_plain(hints[name]))


def _is_plain(hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return True
    parts = get_args(hint)
    return all(_is_plain(part) for part in parts) if parts else hint in (str, bool, type(None), Ellipsis)
