"""JSON from outside: whatever is wrong with it, one kind of error says so.

The decoder gives up on endless nesting and on broken letters with errors of the language itself, which nobody who reads
a file expects.
"""

from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")


@overload
def read_json(data: bytes | str) -> Any: ...
@overload
def read_json(data: bytes | str, kind: type[T]) -> T: ...


def read_json(data: bytes | str, kind: Any = Any) -> Any:
    """What the bytes hold, checked against a type; raises msgspec.DecodeError (of which ValidationError is one)."""
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(str(error)) from None
