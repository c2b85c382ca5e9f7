"""What a seat sees, as numbers: the people of its view and its present acts, of any game.

It is made of the view that the game builds for the seat and of nothing else, so that no secret can be learnt. Names of
fields and their words (conditions, wounds, kinds of acts) become columns by a hash of their own, which never changes.

Rows of people: present, the seat's own, then numbers (squeezed into -1 to 1), then words. Rows of acts: present, gives
up, lets time pass, the places of the first two people it names among the rows of people (counted from 1, as a share of
all), the number it names, then the kind of act.
"""

from array import array
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from arbitro.kernel.choice import RETREAT
from arbitro.kernel.legal_acts import LegalAct
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat

Numbers = NDArray[np.float32]
Marks = tuple[tuple[int, ...], tuple[float, ...]]
"""Columns, and what stands in them."""
NUMBERS: Final = 24
WORDS: Final = 32
KINDS: Final = 24
PERSON: Final = 2 + NUMBERS + WORDS
"""Columns of a row of people."""
SUBJECTS: Final = 2
ACT: Final = 4 + SUBJECTS + KINDS
"""Columns of a row of acts."""
LARGE: Final = 100.0
"""Numbers that an act names are given as a share of this."""
MIDDLING: Final = 10
"""A number of this size comes half way to 1."""
DEEPEST: Final = 3
"""How deep in a view people are looked for."""
UNSAID: Final = ("id", "name")


class Extent(Struct, frozen=True):
    """How much is shown at once: rows of people and of acts, and how many decisions a run may take."""

    people: int = 24
    acts: int = 128
    decisions: int = 400


@lru_cache(maxsize=4096)
def _bucket(word: str, of: int) -> int:
    return crc32(word.encode()) % of


class SeenNow(Struct, frozen=True):
    """What a seat sees at a decision."""

    people: Numbers
    acts: Numbers
    mask: NDArray[np.int8]
    clock: Numbers


def see(ruleset: Ruleset[Any], state: Any, seat: Seat, acts: list[LegalAct], extent: Extent, gone: int) -> SeenNow:
    """A decision as numbers; `gone` decisions lie behind it."""
    people, listed = _blank(extent.people, PERSON), _blank(extent.acts, ACT)
    rows: dict[object, float] = {}
    for row, one in zip(range(extent.people), people_of(ruleset.view(state, seat)), strict=False):
        rows.setdefault(one.id, (row + 1) / extent.people)
        start = row * PERSON
        people[start] = 1.0
        people[start + 1] = seat.may_act_for(one.id)
        people[start + 2 : start + PERSON] = row_of(one)
    _list(listed, acts, rows)
    mask = np.zeros(extent.acts, np.int8)
    mask[: len(acts)] = 1
    clock = np.array([min(1.0, gone / extent.decisions)], np.float32)
    return SeenNow(_table(people, PERSON), _table(listed, ACT), mask, clock)


def _blank(rows: int, columns: int) -> "array[float]":
    """Room for so many numbers, one after the other: filled in here, number by number, it takes least time."""
    return array("f", bytes(4 * rows * columns))


def _table(filled: "array[float]", columns: int) -> Numbers:
    """The same numbers in rows."""
    return np.frombuffer(filled, np.float32).reshape(-1, columns)


def people_of(seen: Any, depth: int = DEEPEST) -> Iterator[Any]:
    """Everybody in a view: whatever has an id and a name, in the order of the view."""
    for name in seen.__struct_fields__:
        value = getattr(seen, name)
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,):
            fields = getattr(each, "__struct_fields__", None)
            if fields is None:
                break
            if "id" in fields and "name" in fields:
                yield each
            elif depth:
                yield from people_of(each, depth - 1)


def marks_of(one: Struct) -> Marks:
    """The columns of a person and what stands in them; most people are as they were at the decision before."""
    try:
        return _kept_marks(one)
    except TypeError:  # something in it cannot be kept by
        return _marks(one)


def row_of(one: Struct) -> "array[float]":
    """The columns of a person after the first two, filled in; most people are as they were at the decision before."""
    try:
        return _kept_row(one)
    except TypeError:  # something in it cannot be kept by
        return _row(one)


def _row(one: Struct) -> "array[float]":
    row = _blank(1, PERSON)
    columns, values = marks_of(one)
    for column, value in zip(columns, values, strict=True):
        row[column] = value
    return row[2:]


_kept_row: Final = lru_cache(maxsize=4096)(_row)


def _marks(one: Struct) -> Marks:
    """The fields of a person: numbers as numbers, words and lists of words as marks."""
    columns: list[int] = []
    values: list[float] = []
    for name in one.__struct_fields__:
        if name not in UNSAID:
            for column, value in _marks_in(name, getattr(one, name)):
                columns.append(column)
                values.append(value)
    return tuple(columns), tuple(values)


def _marks_in(name: str, value: Any) -> Iterator[tuple[int, float]]:
    """What a field shows; what is nothing shows nothing."""
    if isinstance(value, Struct):
        yield from zip(*marks_of(value), strict=True)
    elif isinstance(value, tuple):
        for place, each in enumerate(value):
            if isinstance(each, str):
                yield 2 + NUMBERS + _bucket(name, WORDS), 1.0
            else:
                yield from _marks_in(f"{name}/{place}", each)
    elif isinstance(value, str) and value:
        yield 2 + NUMBERS + _bucket(f"{name}={value}", WORDS), 1.0
    elif isinstance(value, int) and value:
        yield 2 + _bucket(name, NUMBERS), value / (abs(value) + MIDDLING)


_kept_marks: Final = lru_cache(maxsize=4096)(_marks)


def _list(listed: "array[float]", acts: list[LegalAct], people: dict[object, float]) -> None:
    """Every act in its row; what acts of one choice have in common is looked up once."""
    choice, base, named = None, _blank(1, ACT), 0
    for row, act in enumerate(acts):
        if act.choice is not choice:
            choice = act.choice
            base = array("f", _kind_row(choice.label.key, choice.group, choice.idle))
            named = 0
            for value in choice.fixed.values():
                if value in people and named < SUBJECTS:
                    base[3 + named] = people[value]
                    named += 1
        start, further = row * ACT, named
        listed[start : start + ACT] = base
        for said in act.values.values():
            if isinstance(said, int):
                listed[start + 3 + SUBJECTS] = max(-1.0, min(1.0, said / LARGE))
            elif further < SUBJECTS and said in people:
                listed[start + 3 + further] = people[said]
                further += 1


@lru_cache(maxsize=4096)
def _kind_row(label: str, group: str, idle: bool) -> "array[float]":
    """What all acts of choices that are called so show: to be copied, never changed."""
    row = _blank(1, ACT)
    row[0], row[1], row[2] = 1.0, group == RETREAT, idle
    row[4 + SUBJECTS + _bucket(label, KINDS)] = 1.0
    return row
