"""Roll tables as data: dice, rows, structured results, source. A gap or an overlap is refused when the file is loaded.

.. code-block:: yaml

    morale:
      dice: 2d6
      rules: [DU-MORALE-01]
      where: "Morale, Tabella 20"
      rows:
        - {at: "..2", id: surrender, result: surrender}   # and everything below
        - {at: 3-5, id: flee, result: flee}
        - {at: 12.., id: attack, result: attack}          # and everything above

Where the printed table has a hole, a row that fills it says so with ``gap: <atom>``, the atom holding the ruling.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.kernel.bounds import MOST, highest
from arbitro.kernel.ruling import Lookup, Modifier
from arbitro.kernel.yamlfile import TEXTS, Document
from arbitro.text import Words

R = TypeVar("R")
_SPAN = re.compile(r"(?P<low>-?\d+)?(?P<dots>\.\.|-)?(?P<high>-?\d+)?")


class _RowText(Struct, frozen=True, forbid_unknown_fields=True):
    at: int | str
    id: str
    result: Any = None
    gap: str = ""


class _TableText(Struct, frozen=True, forbid_unknown_fields=True):
    dice: str
    rules: tuple[str, ...]
    rows: tuple[_RowText, ...]
    where: str = ""


class Row(Struct, Generic[R], frozen=True):
    """One line of a table: the totals it covers (None: no end on that side), its id and what it gives."""

    low: int | None
    high: int | None
    id: str
    result: R
    gap: str = ""

    def covers(self, total: int) -> bool:
        """Whether a total falls on this row."""
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)


class RollTable(Struct, Generic[R], frozen=True):
    """A table to be rolled on."""

    id: str
    dice: Amount
    rules: tuple[str, ...]
    rows: tuple[Row[R], ...]
    where: str = ""
    _index: dict[int, Row[R]] = field(default_factory=dict)

    def at(self, total: int) -> Row[R]:
        """The row of a total; beyond the printed ends the outermost row holds if it is open there."""
        found = self._index.get(total)
        if found is not None:
            return found
        for row in self.rows:
            if row.covers(total):
                return row
        raise LookupError(f"table {self.id} has no row for {total}")

    def roll(self, dice: Dice, modifiers: tuple[Modifier, ...] = (), purpose: str = "") -> tuple[Row[R], Lookup]:
        """Throw the table's dice and read it; the lookup goes into an event."""
        thrown = self.dice.roll(dice, purpose or self.id)
        if self.dice.plus:
            modifiers = (Modifier(self.dice.plus, "", "of_the_table"), *modifiers)
        total = sum(die.face for die in thrown) + sum(modifier.amount for modifier in modifiers)
        row = self.at(total)
        return row, Lookup(self.id, thrown, total, row.id, modifiers)

    def odds(self, modifier: int = 0) -> dict[str, Fraction]:
        """The exact chance of each row."""
        chances: dict[str, Fraction] = dict.fromkeys((row.id for row in self.rows), Fraction(0))
        for total, chance in distribution(self.dice).items():
            chances[self.at(total + modifier).id] += chance
        return chances


def counted(key: str, amount: Amount, dice: Dice, least: int | None = None) -> Lookup:
    """A roll whose total is the answer, with what is added to its dice, and up to what it is raised."""
    thrown = amount.roll(dice, key)
    total = amount.total(thrown)
    added = (Modifier(amount.plus, "", "of_the_table"),) if amount.plus else ()
    if least is None or total >= least:
        return Lookup(key, thrown, total, "", added)
    return Lookup(key, thrown, least, "", (*added, Modifier(least - total, "", "at_least")))


def distribution(amount: Amount) -> dict[int, Fraction]:
    """The exact chance of each total of a plain amount of dice."""
    sums: dict[int, int] = {amount.plus: 1}
    for _ in range(amount.count):
        following: dict[int, int] = {}
        for total, ways in sums.items():
            for face in range(1, amount.sides + 1):
                following[total + face] = following.get(total + face, 0) + ways
        sums = following
    every = amount.sides**amount.count
    return {total: Fraction(ways, every) for total, ways in sorted(sums.items())}


def _span(document: Document, at: int | str, path: tuple[str | int, ...]) -> tuple[int | None, int | None]:
    text = str(at).replace(" ", "").replace("–", "-")
    found = _SPAN.fullmatch(text)
    if not found or not text:
        raise document.fault(Words(TEXTS, "table.span", at=text), *path)
    low = int(found["low"]) if found["low"] else None
    high = int(found["high"]) if found["high"] else None
    if not found["dots"]:
        high = low
    elif found["dots"] == "-" and (low is None or high is None):
        raise document.fault(Words(TEXTS, "table.span", at=text), *path)
    if low is not None and high is not None and high < low:
        raise document.fault(Words(TEXTS, "table.backwards", at=text), *path)
    return low, high


def read_table(document: Document, kind: type[R], *path: str | int) -> RollTable[R]:
    """The table at a path of a document, its results checked against a type."""
    text = document.read(_TableText, *path)
    name = str(path[-1])
    try:
        amount = Amount.parse(text.dice)
    except ValueError:
        raise document.fault(Words(TEXTS, "option.dice", value=text.dice), *path, "dice") from None
    if highest(amount) > MOST:
        raise document.fault(Words(TEXTS, "table.dice", dice=amount, most=MOST), *path, "dice")
    rows: list[Row[R]] = []
    for number, row in enumerate(text.rows):
        here = (*path, "rows", number)
        low, high = _span(document, row.at, here)
        result = document.check(row.result, kind, *here, "result")
        rows.append(Row(low, high, row.id, result, row.gap))
    _without_holes(document, amount, rows, path)
    first, last = amount.count + amount.plus, amount.count * amount.sides + amount.plus
    index = {total: next(row for row in rows if row.covers(total)) for total in range(first, last + 1)}
    return RollTable(name, amount, text.rules, tuple(rows), text.where, index)


def _without_holes(document: Document, amount: Amount, rows: Sequence[Row[Any]], path: tuple[str | int, ...]) -> None:
    ids: set[str] = set()
    for number, row in enumerate(rows):
        if row.id in ids:
            raise document.fault(Words(TEXTS, "file.twice", name=row.id), *path, "rows", number)
        ids.add(row.id)
    for total in _totals_to_try(amount, rows):
        covering = [number for number, row in enumerate(rows) if row.covers(total)]
        if not covering:
            raise document.fault(Words(TEXTS, "table.gap", total=total), *path, "rows")
        if len(covering) > 1:
            raise document.fault(Words(TEXTS, "table.overlap", total=total), *path, "rows", covering[1])


def _totals_to_try(amount: Amount, rows: Sequence[Row[Any]]) -> list[int]:
    """What the dice can show, and the ends of all rows beyond it with their neighbours: modifiers may lead there."""
    totals = set(range(amount.count + amount.plus, amount.count * amount.sides + amount.plus + 1))
    ends = {end for row in rows for end in (row.low, row.high) if end is not None}
    lowest, highest = min(totals | ends), max(totals | ends)
    totals |= {near for end in ends for near in (end - 1, end, end + 1) if lowest <= near <= highest}
    return sorted(totals)


def read_tables(document: Document, kind: type[R], *path: str) -> Mapping[str, RollTable[R]]:
    """All tables below a path of a document, whose results are of one type."""
    return {name: read_table(document, kind, *path, name) for name in document.mapping(*path)}
