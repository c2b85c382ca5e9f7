"""Tallies of a stored log (see `kernel.tally`): kept as it grows; what nobody has counted yet is counted once."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.table import Table
from arbitro.kernel.tally import STEP, LogTally, Standing, tallied
from arbitro.store.fault import Damaged
from arbitro.version import __version__

TALLY_FORM: Final = 1
"""How tallies are kept."""
AT_ONCE: Final = 16 * STEP
"""How many entries are counted before others get their turn."""


class TallyRows(Protocol):
    """The rows of a store in which tallies are kept."""

    def tally(self, table: str, stamp: str, length: int) -> LogTally | None:
        """The newest tally with this stamp that reaches no further than a length."""
        ...

    def keep_tally(self, table: str, stamp: str, tally: LogTally) -> None:
        """Keep a tally, in place of one of the same length; raises `Conflict` where somebody else is at it."""
        ...


def tally_stamp(ruleset: Ruleset[Any]) -> str:
    """Which tallies may be used: those of this version of the engine and of the game's words."""
    return f"{__version__}+{TALLY_FORM}+{ruleset.wording}"


def newest_tally(rows: TallyRows, table: str, stamp: str, length: int) -> LogTally:
    """The newest tally that reaches no further than a length."""
    return rows.tally(table, stamp, length) or LogTally()


def count_on(rows: TallyRows, table: Table[Any], stamp: str, length: int) -> None:
    """Count the next entries that were not counted yet, up to a length, and keep a tally at each step."""
    name = table.ledger.table
    begin = newest_tally(rows, name, stamp, length)
    for tally in _after(table, begin, min(length, begin.length + AT_ONCE)):
        if tally.length % STEP == 0:
            rows.keep_tally(name, stamp, tally)


def count_along(rows: TallyRows, table: Table[Any], stamp: str) -> None:
    """Keep a tally of a table that has just grown, unless much was never counted: who reads it first does that."""
    length = table.ledger.length
    if length - newest_tally(rows, table.ledger.table, stamp, length).length <= 2 * STEP:
        with suppress(Damaged):  # who reads it is told so; it stops nobody from playing on
            count_on(rows, table, stamp, length)


def tally_at(rows: TallyRows, table: Table[Any], stamp: str, length: int) -> LogTally:
    """The tally of the entries before one."""
    return tally_after(table, newest_tally(rows, table.ledger.table, stamp, length), length)


def tally_after(table: Table[Any], tally: LogTally, length: int) -> LogTally:
    """A tally brought up to a length."""
    for later in _after(table, tally, length):
        tally = later
    return tally


def is_counted(rows: TallyRows, table: str, stamp: str, length: int) -> bool:
    """Whether a tally is kept at the last step before a length."""
    return length - newest_tally(rows, table, stamp, length).length < STEP


def before_line(rows: TallyRows, table: str, stamp: str, seat: Seat, line: int, length: int) -> Standing:
    """Where a seat stood at the last step at which it had not been told a line yet."""
    return _before(rows, table, stamp, seat, line, length, lambda standing: standing.lines)


def before_entry(rows: TallyRows, table: str, stamp: str, seat: Seat, number: int, length: int) -> Standing:
    """Where a seat stood at the last step at which it had not seen the entry yet that it counts as `number`, from 0."""
    return _before(rows, table, stamp, seat, number + 1, length, lambda standing: standing.entries)


def _before(
    rows: TallyRows,
    table: str,
    stamp: str,
    seat: Seat,
    wanted: int,
    length: int,
    reached: Callable[[Standing], int],
) -> Standing:
    """Where a seat stood at the last step at which it had not `reached` as many as wanted.

    They come about evenly: it is looked for where it should be, and further and further away from there.
    """

    def at(step: int) -> Standing:
        return newest_tally(rows, table, stamp, step * STEP).standing(seat)

    low, high = 0, length // STEP
    found, last = Standing(), at(high)
    if reached(last) < wanted:
        return last
    middle, further = max(0, wanted - 1) * high // reached(last) if reached(last) else 0, 1
    near = True
    while high - low > 1:
        middle = min(max(middle, low + 1), high - 1)
        standing = at(middle)
        if reached(standing) < wanted:
            low, found = middle, standing
            near, middle = near and high == length // STEP, middle + further
        else:
            high = middle
            near, middle = near and low == 0, middle - further
        further *= 2
        if not near:  # it lies between two that were looked at
            middle = (low + high) // 2
    return found


def how_counted(rows: TallyRows, table: Table[Any], stamp: str, seat: Seat, entry: int) -> tuple[int, bool]:
    """How a seat counts an entry, and whether it has seen anything of it: see `Reader.learn`."""
    before = tally_at(rows, table, stamp, entry)
    seen = tally_after(table, before, entry + 1).standing(seat).entries
    return seen - 1, seen > before.standing(seat).entries


def _after(table: Table[Any], tally: LogTally, length: int) -> list[LogTally]:
    if length <= tally.length:
        return []
    entries = table.witnessed(tally.length, length - 1)
    return list(tallied(table.ruleset, tally, entries, lambda seq: next(table.entries(seq, seq))))
