"""Long runs over many seeds or entries: some of them in every run of the tests, all others in the slow set."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], count: int) -> list[Any]:
    """The same values for `parametrize`; all but the first few are slow."""
    return [value if number < count else _slow(value) for number, value in enumerate(values)]


def spread(values: Iterable[Any], every: int) -> list[Any]:
    """The same values for `parametrize`; but for one in so many they are slow."""
    return [value if number % every == 0 else _slow(value) for number, value in enumerate(values)]


def _slow(value: Any) -> Any:
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, marks=(*value.marks, pytest.mark.slow), id=value.id)
    return pytest.param(*value if isinstance(value, tuple) else (value,), marks=pytest.mark.slow)
