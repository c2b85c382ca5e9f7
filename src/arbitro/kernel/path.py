"""Reaching into a state by a dotted path, as the referee does who overrides a number."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)


class PathFault(ValueError):
    """A path that leads nowhere, or a value that does not fit where it leads."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def set_path(state: T, path: str, value: Any) -> tuple[Any, T]:
    """The value that stood at a path, and the state with another in its place. The result is checked as a whole.

    Steps are field names, keys of mappings and indexes of lists: ``fight.combatants.orc-1.hp``.
    """
    plain = msgspec.to_builtins(state)
    before, holder, last = _reach(plain, msgspec.to_builtins(_with_defaults(state)), path)
    holder[last] = value
    try:
        return before, msgspec.convert(plain, type(state), str_keys=True)  # in a log every key is a word
    except msgspec.ValidationError:
        raise PathFault("bad_value", _wanted(before, value)) from None


def _wanted(before: Any, value: Any) -> str:
    """What is to be written there, as the key of a text: it goes by what stands there now."""
    for kind, key in ((bool, "switch"), (int, "number"), (str, "word"), (list, "list"), (dict, "mapping")):
        if isinstance(before, kind):
            same = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
            return "value.unfit" if same else f"value.{key}"
    return "value.unfit"


def _with_defaults(part: Any) -> Any:
    """The same data with the fields that are left out because they hold their default."""
    if isinstance(part, Struct):
        return {name: _with_defaults(getattr(part, name)) for name in part.__struct_fields__}
    if isinstance(part, dict):
        return {key: _with_defaults(item) for key, item in part.items()}
    if isinstance(part, (tuple, list)):
        return [_with_defaults(item) for item in part]
    return part


def _reach(plain: Any, full: Any, path: str) -> tuple[Any, Any, Any]:
    holder, shown = plain, full
    key: str | int = path
    steps = path.split(".")
    for number, step in enumerate(steps):
        if isinstance(shown, list):
            if not step.isdecimal() or int(step) >= len(shown):
                raise PathFault("no_such_path", ".".join(steps[:number]))
            key = int(step)
        elif isinstance(shown, dict) and (named := [each for each in shown if str(each) == step]):
            key = named[0]  # levels are counted: their keys are numbers
        else:
            raise PathFault("no_such_path", ".".join(steps[:number]))
        if number < len(steps) - 1:
            if isinstance(holder, dict):
                holder.setdefault(key, shown[key])  # left out because it holds its default
            holder, shown = holder[key], shown[key]
    return shown[key], holder, key
