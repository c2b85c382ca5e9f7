"""What a feature names: conditions, and adversaries that it brings in or calls upon."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from arbitro.rules.daggerheart import feature as f
from arbitro.rules.daggerheart import feature_words as w

_REFERS: Final[dict[type[Struct], dict[str, str]]] = {
    w.Impose: {"condition": "condition"},
    w.Release: {"condition": "condition"},
    w.Rally: {"condition": "condition", "of": "adversary"},
    w.Ally: {"condition": "condition"},
    w.Self: {"condition": "condition"},
    w.Imbue: {"conditions": "condition"},
    f.Target: {"having": "condition"},
    f.Dodge: {"worse": "condition"},
    f.Feature: {"blocked": "condition"},
    w.Summon: {"what": "adversary"},
    w.Split: {"into": "adversary"},
    w.Barrage: {"of": "adversary"},
}
"""The fields that hold a name, and of what sort of thing."""


def names_in(part: Any) -> Iterator[tuple[str, str]]:
    """Every name inside a feature or a part of one: the sort of thing, and its id."""
    if isinstance(part, Struct):
        refers = _REFERS.get(type(part), {})
        for field in part.__struct_fields__:
            value = getattr(part, field)
            if field in refers:
                yield from ((refers[field], name) for name in ((value,) if isinstance(value, str) else value))
            else:
                yield from names_in(value)
    elif isinstance(part, (tuple, dict)):
        for one in part.values() if isinstance(part, dict) else part:
            yield from names_in(one)
