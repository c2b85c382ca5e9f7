"""How each feature is played: by the rules alone, after asking the GM, or told by the GM."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from msgspec import Struct

from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.feature_words import Tell

Plays = Literal["runs", "asks", "told"]
_WORKS: Final = (
    "passive",
    "attack",
    "roll",
    "do",
    "own",
    "group",
    "count",
    "table",
    "bonus",
    "add_standard",
    "bonus_marked",
    "halve",
    "take_over",
    "swap",
    "severe",
    "turn_fear",
    "retreat",
    "findings",
)
"""What a feature can be made of; one without any of it is words alone."""


def plays_of(feature: Feature) -> Plays:
    """Told: the GM says what comes of it. Asks: the GM says whether, or a part of it. Runs: all else."""
    parts = list(_parts([getattr(feature, name) for name in ("do", "own", "roll", "miss")]))
    tells = any(isinstance(part, Tell) for part in parts)
    works = [name for name in _WORKS if name not in ("do", "own", "roll") and getattr(feature, name)]
    if not works and all(isinstance(part, Tell) for part in parts):
        return "told"
    priced = feature.kind == "reaction" and bool(feature.fear or feature.stress)
    at_will = feature.when is not None and feature.when.moment == "any"
    return "asks" if tells or feature.asks or priced or at_will else "runs"


def _parts(value: Any) -> Iterator[Any]:
    """Every part inside a value that is a word of the features."""
    if isinstance(value, Struct) and hasattr(value, "choices"):
        yield value
    if isinstance(value, Struct):
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _parts(one)
