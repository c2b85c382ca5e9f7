"""What a seat sees, as numbers: the people of its view and its present acts, of any game.

It is made of the view that the game builds for the seat and of nothing else, so that no secret can be learnt. Names of
fields and their words (conditions, wounds, kinds of acts) become columns by a hash of their own, which never changes.

Rows of people: present, the seat's own, then numbers (squeezed into -1 to 1), then words. Rows of acts: present, gives
up, lets time pass, the places of the first two people it names among the rows of people (counted from 1, as a share of
all), the number it names, then the kind of act.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

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
    people, listed = Filling(PERSON), Filling(ACT)
    places: dict[object, float] = {}
    for row, one in zip(range(extent.people), people_of(ruleset.view(state, seat)), strict=False):
        places.setdefault(one.id, (row + 1) / extent.people)
        people.put(row, 0, 1)
        people.put(row, 1, seat.may_act_for(one.id))
        people.put_all(row, *marks_of(one))
    _list(listed, acts, places)
    mask = np.zeros(extent.acts, np.int8)
    mask[: len(acts)] = 1
    clock = np.array([min(1.0, gone / extent.decisions)], np.float32)
    return SeenNow(people.numbers(extent.people), listed.numbers(extent.acts), mask, clock)


class Filling:
    """Numbers that are not 0, put into their rows all at once: one by one would take longer than the rules do."""

    def __init__(self, columns: int) -> None:
        self.width = columns
        self.places: list[int] = []
        self.values: list[float] = []

    def put(self, row: int, column: int, value: float) -> None:
        """A number at its place."""
        if value:
            self.places.append(row * self.width + column)
            self.values.append(value)

    def put_all(self, row: int, columns: Sequence[int], values: Sequence[float]) -> None:
        """Numbers of one row, none of them 0."""
        start = row * self.width
        self.places += [start + column for column in columns]
        self.values += values

    def numbers(self, rows: int) -> Numbers:
        """All of them, and 0 everywhere else."""
        filled = np.zeros(rows * self.width, np.float32)
        filled[self.places] = self.values
        return filled.reshape(rows, self.width)


def people_of(seen: Any, depth: int = DEEPEST) -> Iterator[Any]:
    """Everybody in a view: whatever has an id and a name, in the order of the view."""
    for value in (getattr(seen, name) for name in seen.__struct_fields__):
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,):
            if not isinstance(each, Struct):
                break
            if "id" in each.__struct_fields__ and "name" in each.__struct_fields__:
                yield each
            elif depth:
                yield from people_of(each, depth - 1)


def marks_of(one: Struct) -> Marks:
    """The columns of a person and what stands in them; most people are as they were at the decision before."""
    try:
        return _kept_marks(one)
    except TypeError:  # something in it cannot be kept by
        return _marks(one)


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


def _list(listed: Filling, acts: list[LegalAct], places: dict[object, float]) -> None:
    """Every act in its row; what acts of one choice have in common is looked up once."""
    choice, columns, values, named = None, [0], [1.0], 0
    for row, act in enumerate(acts):
        if act.choice is not choice:
            choice = act.choice
            subjects = [places[value] for value in choice.fixed.values() if value in places][:SUBJECTS]
            named = len(subjects)
            columns = [0, 4 + SUBJECTS + _bucket(choice.label.key, KINDS), *range(3, 3 + named)]
            values = [1.0, 1.0, *subjects]
            marks = [column for column, holds in ((1, act.gives_up), (2, choice.idle)) if holds]
            columns += marks
            values += [1.0] * len(marks)
        listed.put_all(row, columns, values)
        further = named
        for said in act.values.values():
            if isinstance(said, int):
                listed.put(row, 3 + SUBJECTS, max(-1.0, min(1.0, said / LARGE)))
            elif said in places and further < SUBJECTS:
                listed.put(row, 3 + further, places[said])
                further += 1
