"""A net of situations with chances between them: how often each is come by."""

from collections.abc import Mapping
from typing import Final

LARGE: Final = 200
"""A piece with more situations than this is solved step by step, not at once."""
NEAR: Final = 1e-15


def visits(start: Mapping[int, float], leads: Mapping[int, Mapping[int, float]]) -> dict[int, float]:
    """How often each situation is come by, on average.

    >>> round(visits({0: 1.0}, {0: {0: 0.5, 1: 0.25, 2: 0.25}})[0], 6)
    2.0
    """
    found = dict(start)
    for piece in _pieces(start, leads):
        if len(piece) == 1:
            at = piece[0]
            out = leads.get(at, {})
            found[at] = found.get(at, 0.0) / (1.0 - out.get(at, 0.0))
        elif len(piece) <= LARGE:
            _solve(piece, leads, found)
        else:
            _approach(piece, leads, found)
        inside = set(piece)
        for at in piece:
            came = found.get(at, 0.0)
            for to, chance in leads.get(at, {}).items():
                if to not in inside:
                    found[to] = found.get(to, 0.0) + came * chance
    return found


def _solve(piece: list[int], leads: Mapping[int, Mapping[int, float]], found: dict[int, float]) -> None:
    """Gauss: each is what comes in from outside, and what comes from the others."""
    place = {at: row for row, at in enumerate(piece)}
    rows = [[0.0] * len(piece) + [found.get(at, 0.0)] for at in piece]
    for row in range(len(piece)):
        rows[row][row] = 1.0
    for at in piece:
        for to, chance in leads[at].items():
            if to in place:
                rows[place[to]][place[at]] -= chance
    size = len(piece)
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        for row in range(column + 1, size):
            other = rows[row]
            factor = other[column] / pivot[column]
            if factor:
                for at in range(column, size + 1):
                    other[at] -= factor * pivot[at]
    values = [0.0] * size
    for row in range(size - 1, -1, -1):
        known = sum(rows[row][at] * values[at] for at in range(row + 1, size))
        values[row] = (rows[row][size] - known) / rows[row][row]
    found.update(zip(piece, values, strict=True))


def _approach(piece: list[int], leads: Mapping[int, Mapping[int, float]], found: dict[int, float]) -> None:
    """Round after round, until what still goes round is next to nothing."""
    inside = set(piece)
    going = {at: found.get(at, 0.0) for at in piece}
    total = dict(going)
    while sum(going.values()) > NEAR:
        following = dict.fromkeys(piece, 0.0)
        for at, amount in going.items():
            if amount:
                for to, chance in leads[at].items():
                    if to in inside:
                        following[to] += amount * chance
        for at, amount in following.items():
            total[at] += amount
        going = following
    found.update(total)


def _pieces(start: Mapping[int, float], leads: Mapping[int, Mapping[int, float]]) -> list[list[int]]:
    """The sets of situations that lead back to each other, those that come first in front (Tarjan)."""
    numbers: dict[int, int] = {}
    lowest: dict[int, int] = {}
    waiting: list[int] = []
    on_it: set[int] = set()
    pieces: list[list[int]] = []
    for root in start:
        if root in numbers:
            continue
        numbers[root] = lowest[root] = len(numbers)
        waiting.append(root)
        on_it.add(root)
        work = [(root, iter(leads.get(root, ())))]
        while work:
            at, following = work[-1]
            for to in following:
                if to not in numbers:
                    numbers[to] = lowest[to] = len(numbers)
                    waiting.append(to)
                    on_it.add(to)
                    work.append((to, iter(leads.get(to, ()))))
                    break
                if to in on_it:
                    lowest[at] = min(lowest[at], numbers[to])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[at])
                if lowest[at] == numbers[at]:
                    piece = []
                    while True:
                        one = waiting.pop()
                        on_it.discard(one)
                        piece.append(one)
                        if one == at:
                            break
                    pieces.append(piece)
    pieces.reverse()
    return pieces
