"""How large a number in somebody's file or command may be: nothing may ask for more than a machine can hold.

A field may state limits of its own. Every other number keeps within those of the file, so that one which somebody adds
to a schema and forgets to limit is limited all the same.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import isfinite
from typing import Annotated, Any, Final, NamedTuple, TypeGuard

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


class FoundNumber(NamedTuple):
    """A number that stands somewhere in a value."""

    steps: tuple[Step, ...]
    """Where, as files write it; the parts of an amount of dice stand where the amount does."""
    value: float
    holder: type
    field: str
    """The field in which it stands; empty for the most that an amount of dice can come to."""
    limited: bool = False
    """Its type says itself how large it may be."""


def numbers_in(value: Struct) -> Iterator[FoundNumber]:
    """Every number in a value, however deep inside."""
    yield from _of_struct(value, ())


@cache
def holds_numbers(kind: type[Struct]) -> bool:
    """Whether any field of a struct may hold numbers."""
    return bool(_fields(kind))


def beyond(value: object, kind: Any, most: int) -> TooLarge | None:
    """The first number of a value of such a type that is larger than `most`, and whose field does not say how large."""
    for found in _numbers(value, _info(kind), (), type(value), ""):
        if not isfinite(found.value) or (abs(found.value) > most and not found.limited):
            return TooLarge(found.steps, found.value)
    return None


def _of_struct(value: Struct, steps: tuple[Step, ...]) -> Iterator[FoundNumber]:
    kind = type(value)
    for name, written, part in _fields(kind):
        yield from _numbers(getattr(value, name), part, (*steps, written), kind, name)


def _numbers(
    value: object, kind: inspect.Type, steps: tuple[Step, ...], holder: type, field: str
) -> Iterator[FoundNumber]:
    if isinstance(value, Amount):
        yield FoundNumber(steps, highest(value), Amount, "")
        yield FoundNumber(steps, value.count, Amount, "count")
        yield FoundNumber(steps, value.plus, Amount, "plus")
    elif isinstance(value, Struct):
        yield from _of_struct(value, steps)
    elif isinstance(value, Mapping):
        keys, values = _inside(kind, "key_type"), _inside(kind, "value_type")
        for key, part in value.items():
            yield from _numbers(key, keys, (*steps, key), holder, field)
            yield from _numbers(part, values, (*steps, key), holder, field)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for number, part in enumerate(value):
            yield from _numbers(part, _inside(kind, "item_type"), (*steps, number), holder, field)
    elif _is_number(value):
        yield FoundNumber(steps, value, holder, field, _limited(kind))


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
    """The fields of a struct that may hold numbers: their names in code and in files, and their types."""
    fields = getattr(_info(kind), "fields", ())
    return tuple((field.name, field.encode_name, field.type) for field in fields if not _is_plain(field.type))


def _is_plain(kind: inspect.Type) -> bool:
    """Words, yes-or-no and nothing: no number is among them."""
    plain = (inspect.StrType, inspect.BoolType, inspect.NoneType)
    return all(
        isinstance(one, plain) or (isinstance(one, inspect.LiteralType) and all(isinstance(v, str) for v in one.values))
        for one in _alternatives(kind)
    )
