"""How large a number in somebody's file may be: no file may ask for more than a machine can hold.

A field may state limits of its own. Every other number keeps within those of the file, so that one which somebody adds
to a schema and forgets to limit is limited all the same.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import isfinite
from typing import Annotated, Any, Final, TypeGuard

import msgspec
from msgspec import Meta, Struct, inspect

from arbitro.dice.amount import Amount

MOST: Final = 1_000
"""What numbers and amounts of dice in packs and fights may come to, unless their field says otherwise."""
MOST_LARGE: Final = 10_000_000
Large = Annotated[int, Meta(ge=-MOST_LARGE, le=MOST_LARGE)]
"""Money, experience, weights and distances."""
MOST_ALIKE: Final = 100
Count = Annotated[int, Meta(ge=0, le=MOST_ALIKE)]
"""How many of a kind there are in a fight."""
MOST_IN_FIGHT: Final = 300
"""How many may be in a fight, all in all."""
SettingText = bool | Large | str
"""The value of an option, as files write it; the option says what it may be."""
Step = str | int


class TooLarge(Struct, frozen=True):
    """A number that goes beyond what its file may say, and where it stands."""

    steps: tuple[Step, ...]
    value: float


def highest(amount: Amount) -> int:
    """The most that an amount of dice can come to."""
    return amount.count * amount.sides + amount.plus


def beyond(value: object, kind: Any, most: int) -> TooLarge | None:
    """The first number of a value of such a type that is larger than `most`, and whose field does not say how large."""
    return next(_beyond(value, _info(kind), most, ()), None)


def _beyond(value: object, kind: inspect.Type, most: int, steps: tuple[Step, ...]) -> Iterator[TooLarge]:
    if isinstance(value, Amount):
        if max(abs(value.plus), highest(value)) > most:
            yield TooLarge(steps, highest(value))
    elif isinstance(value, Struct):
        for name, written, part in _fields(type(value)):
            yield from _beyond(getattr(value, name), part, most, (*steps, written))
    elif isinstance(value, Mapping):
        keys, values = _inside(kind, "key_type"), _inside(kind, "value_type")
        for key, part in value.items():
            yield from _beyond(key, keys, most, (*steps, key))
            yield from _beyond(part, values, most, (*steps, key))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for number, part in enumerate(value):
            yield from _beyond(part, _inside(kind, "item_type"), most, (*steps, number))
    elif _is_number(value) and (not isfinite(value) or (abs(value) > most and not _limited(kind))):
        yield TooLarge(steps, value)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _inside(kind: inspect.Type, part: str) -> inspect.Type:
    """What the items, keys or values of a collection are; anything, where its type does not say."""
    for one in _alternatives(kind):
        if (found := getattr(one, part, None)) is not None:
            return found  # type: ignore[no-any-return]
        if part == "item_type" and isinstance(one, inspect.TupleType):
            return inspect.UnionType(one.item_types)
    return inspect.AnyType()


def _limited(kind: inspect.Type) -> bool:
    """Whether a type says itself how large its numbers may be; the checker has held them to it."""
    for one in _alternatives(kind):
        if isinstance(one, inspect.AnyType):
            return True  # words about an entry that no rule reads
        if isinstance(one, (inspect.IntType, inspect.FloatType)):
            return (one.le is not None or one.lt is not None) and (one.ge is not None or one.gt is not None)
    return False


@cache
def _info(kind: Any) -> inspect.Type:
    return msgspec.inspect.type_info(kind)


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, str, inspect.Type], ...]:
    """The fields of a struct: their names in code and in files, and their types."""
    return tuple((field.name, field.encode_name, field.type) for field in getattr(_info(kind), "fields", ()))
