"""Dice that remember what each was thrown for, so that a sheet can say where its numbers come from."""

from itertools import groupby
from typing import Final

from arbitro.dice.stream import Dice, Die

Run = tuple[str, int]
"""So many dice after each other, and what they were for: a purpose of the catalogues."""
LOT: Final = "lot"
"""The purpose of a die that draws one of several."""


class Noted:
    """A source of dice that keeps what it has thrown; its streams share one list, in the order of the throws."""

    def __init__(self, source: Dice, kept: list[tuple[str, Die]] | None = None) -> None:
        self._source = source
        self._kept: list[tuple[str, Die]] = [] if kept is None else kept

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """Throw one die and keep it."""
        die = self._source.roll(sides, purpose)
        self._kept.append((purpose, die))
        return die

    def stream(self, name: str, /) -> "Noted":
        """Another stream, kept in the same list."""
        return Noted(self._source.stream(name), self._kept)

    @property
    def dice(self) -> tuple[Die, ...]:
        """Everything thrown so far."""
        return tuple(die for _, die in self._kept)

    @property
    def runs(self) -> tuple[Run, ...]:
        """What it was for; lots are drawn one by one, and nobody adds them."""
        found: list[Run] = []
        for purpose, run in groupby(purpose for purpose, _ in self._kept):
            count = len(list(run))
            found += [(purpose, 1)] * count if purpose == LOT else [(purpose, count)]
        return tuple(found)

    def of(self, purpose: str) -> tuple[Die, ...]:
        """Those thrown for one purpose."""
        return tuple(die for each, die in self._kept if each == purpose)
