"""What a feature names: conditions, and adversaries that it brings in or calls upon."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from arbitro.rules.daggerheart import feature as feature_terms
from arbitro.rules.daggerheart import feature_words

_REFERS: Final[dict[type[Struct], dict[str, str]]] = {
    feature_words.Impose: {"condition": "condition"},
    feature_words.Release: {"condition": "condition"},
    feature_words.Rally: {"condition": "condition", "of": "adversary"},
    feature_words.Ally: {"condition": "condition"},
    feature_words.Self: {"condition": "condition"},
    feature_words.Imbue: {"conditions": "condition"},
    feature_terms.Target: {"having": "condition"},
    feature_terms.Dodge: {"worse": "condition"},
    feature_terms.Feature: {"blocked": "condition", "under": "condition"},
    feature_terms.When: {"having": "condition"},
    feature_words.Summon: {"what": "adversary"},
    feature_words.Split: {"into": "adversary"},
    feature_words.Barrage: {"of": "adversary"},
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
