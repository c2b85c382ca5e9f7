"""What the referee changes by hand, in people's words: whose value, which, how it stands, and how far it may go.

A game names the values that people speak of (`Value`): where they stand in its state, the word for them, and the least
and the most that the rules know. What follows of a change is the game's too (`Ruleset.settle`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from arbitro.kernel.command import Refusal


class Value(Struct, frozen=True):
    """A number of somebody's that a referee may want to change."""

    pattern: str
    """Where it stands: a path of the state, ``*`` for whose it is."""
    word: str
    """What it is called: ``value_of.<word>`` in the catalogues."""
    least: int = 0
    most: Callable[[Any], int] | None = None
    """The most it may be, from what holds it; none: as much as one likes."""

    def names(self, path: str) -> bool:
        """Whether a path is one of this value."""
        steps, wanted = path.split("."), self.pattern.split(".")
        return len(steps) == len(wanted) and all(want in ("*", step) for step, want in zip(steps, wanted, strict=True))

    def inside(self, field: str) -> "Value":
        """The same value in a state that holds this one."""
        return Value(f"{field}.{self.pattern}", self.word, self.least, self.most)


class Changeable(Struct, frozen=True):
    """A value as it stands."""

    path: str
    of: str
    """Whose it is; empty: nobody's in particular."""
    word: str
    value: int
    least: int
    most: int | None


def changeable(values: Iterable[Value], state: Any) -> Iterator[Changeable]:
    """Every value that a referee may change now."""
    for value in values:
        for path, of, holder, number in _found(state, value.pattern.split("."), (), ""):
            if isinstance(number, int) and not isinstance(number, bool):
                most = None if value.most is None else value.most(holder)
                yield Changeable(".".join(path), of, value.word, number, value.least, most)


def _found(
    part: Any, steps: list[str], path: tuple[str, ...], of: str
) -> Iterator[tuple[tuple[str, ...], str, Any, Any]]:
    step, *more = steps
    if part is None:
        return
    if step == "*":
        for key, item in part.items():
            if more:
                yield from _found(item, more, (*path, key), key)
            else:
                yield (*path, key), key, part, item
    elif hasattr(part, step):
        item = getattr(part, step)
        if more:
            yield from _found(item, more, (*path, step), of)
        else:
            yield (*path, step), of, part, item


def named(values: Iterable[Value], path: str) -> Value | None:
    """The value that a path leads to, if people have a word for it."""
    return next((value for value in values if value.names(path)), None)


def range_refusal(values: Iterable[Value], state: Any, path: str, wanted: Any) -> Refusal | None:
    """Why a value may not be set to that: it is beyond what the rules know."""
    known = tuple(values)
    if named(known, path) is None:
        return None
    found = next((one for one in changeable(known, state) if one.path == path), None)
    if found is None or not isinstance(wanted, int) or isinstance(wanted, bool):
        return None  # that there is none, or that it is no number, is said elsewhere
    if wanted >= found.least and (found.most is None or wanted <= found.most):
        return None
    said: dict[str, str | int] = {"fault": f"value_of.{found.word}", "value": wanted, "least": found.least}
    if found.most is None:
        return Refusal("below_range", said)
    return Refusal("out_of_range", {**said, "most": found.most})
