"""Dice in events: where they lie, which were thrown, and as whom a seat may know them."""

from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from arbitro.dice.stream import PLAY, Die


def dice_of(part: object) -> list[Die]:
    """Every die inside an event or an entry, in the order in which it stands there."""
    found: list[Die] = []
    _gather_dice(part, found)
    return found


def thrown_in(part: object) -> list[Die]:
    """The dice that were thrown for an event or an entry: those that are only told again are left out."""
    return [die for die in dice_of(part) if not die.again]


def _gather_dice(part: object, found: list[Die]) -> None:
    if type(part) is Die:
        found.append(part)
    elif isinstance(part, Struct):
        for name in dice_fields(type(part)):
            _gather_dice(getattr(part, name), found)
    elif isinstance(part, (tuple, list)):
        for item in part:
            if type(item) is Die:
                found.append(item)
            else:
                _gather_dice(item, found)
    elif isinstance(part, dict):
        for item in part.values():
            _gather_dice(item, found)


@cache
def dice_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a struct in which dice may lie, as their types tell: most events have none, and need no search."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_hold_dice(hints[name], frozenset()))


class _Finders(dict[type[Struct], Callable[[Any], Iterable[Die]] | None]):
    """What finds the dice of an event of a kind: see `DICE_FINDERS`."""

    def __missing__(self, kind: type[Struct]) -> Callable[[Any], Iterable[Die]] | None:
        path, named = _only_place(kind), _only_named(kind)
        found = self[kind] = (attrgetter(path) if path else named or dice_of) if dice_fields(kind) else None
        return found


DICE_FINDERS: Final = _Finders()
"""By the kind of an event: None where there are never any dice in it, a short way where they lie in one place."""


def _only_named(kind: type[Struct]) -> Callable[[Any], Iterable[Die]] | None:
    """What finds the dice of an event that holds one for each name and no others."""
    names = dice_fields(kind)
    if len(names) != 1 or get_type_hints(kind)[names[0]] != dict[str, Die]:
        return None
    held = attrgetter(names[0])
    return lambda event: held(event).values()


def _only_place(kind: type[Struct]) -> str:
    """Where the dice lie, if they are one list of a struct, or of a struct that it always has; empty elsewhere."""
    names = dice_fields(kind)
    if len(names) != 1:
        return ""
    hint = get_type_hints(kind)[names[0]]
    if hint == tuple[Die, ...]:
        return names[0]
    within = _only_place(hint) if isinstance(hint, type) and issubclass(hint, Struct) and hint is not Die else ""
    return f"{names[0]}.{within}" if within else ""


def _may_hold_dice(kind: Any, within: frozenset[Any]) -> bool:
    """Whether a value of a type may be or hold a die; what is within itself is not searched twice."""
    if kind is Die or kind is Any or kind is object or isinstance(kind, TypeVar):
        return True
    if kind in within or get_origin(kind) is Literal:
        return False
    parts: Iterable[Any] = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        parts = (hints[name] for name in kind.__struct_fields__)
    return any(_may_hold_dice(part, within | {kind}) for part in parts)


def hides_addresses(event: Struct, streams: frozenset[str]) -> bool:
    """Whether a die lies in an event whose place would tell who counts how many fell unseen.

    Of `streams` the reader sees every die.
    """
    return any(die.at >= 0 and die.stream not in streams for die in dice_of(event))


def without_addresses(part: Any, streams: frozenset[str]) -> Any:
    """An event without the places of dice in streams of which the reader does not see every die."""
    if type(part) is Die:
        if part.at < 0 or part.stream in streams:
            return part
        return Die(part.sides, part.face, how=part.how, again=part.again)
    if isinstance(part, Struct):
        names = dice_fields(type(part))
        changed = {name: without_addresses(getattr(part, name), streams) for name in names}
        return msgspec.structs.replace(part, **changed)
    if isinstance(part, tuple | list):
        return type(part)(without_addresses(item, streams) for item in part)
    if isinstance(part, dict):
        if "sides" in part and "face" in part:  # a die written as JSON
            secret = part.get("at", -1) >= 0 and part.get("stream", PLAY) not in streams
            return {name: value for name, value in part.items() if not (secret and name in ("at", "stream"))}
        return {name: without_addresses(item, streams) for name, item in part.items()}
    return part
