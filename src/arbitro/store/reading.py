"""Exported logs read back into tables, once every line of them has been checked."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from arbitro.kernel.audit import verify
from arbitro.kernel.fold import Record
from arbitro.kernel.log import read_lines
from arbitro.kernel.misread import misread
from arbitro.kernel.pack import Opening, opening_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.table import Table
from arbitro.kernel.watch import goes_on
from arbitro.store.fault import TEXTS, BadLine, StoreFault
from arbitro.text import Fault, Words

Finder = Callable[[str], Ruleset[Any]]
"""Gives the game of a name; KeyError if there is none."""
T = TypeVar("T", bound=Table[Any])


def read_table(lines: list[bytes], seed: bytes | None, find: Finder, kind: type[T]) -> tuple[T, list[Record]]:
    """A table of a kind from the lines of its log, and its records.

    Chain, sequence, dice and every entry are checked first: `BadLine` names the first line that does not hold.
    Without the seed the table throws no more dice.
    """
    verdict = verify(lines, () if seed is None else (seed,))
    if verdict.fault is not None:
        raise BadLine(verdict.line, verdict.fault)
    numbered = list(read_lines(lines))
    records = [record for _, record in numbered]
    reached = 1

    def in_turn() -> Iterator[Record]:
        nonlocal reached
        for number, record in numbered:
            reached = number
            goes_on(number, len(numbered))
            yield record

    try:
        ruleset = ruleset_of(opening_of(records[0][1]), find)
        table = kind.restore(ruleset, in_turn(), seed, fetch=lambda first, last: records[first : last + 1])
    except Fault:
        raise
    except Exception as error:  # a forged line may send the rules anywhere: whatever they meet there is its fault
        raise BadLine(reached, Words(TEXTS, "store.forged", problem=misread(error))) from None
    return table, records


def ruleset_of(opening: Opening, find: Finder) -> Ruleset[Any]:
    """The game of a table, with its packs; raises a fault that says what is missing, or which pack does not fit."""
    try:
        return opening.ruleset(find)
    except KeyError:
        raise StoreFault("store.game", table=opening.table, game=opening.game) from None
    except Fault as fault:
        named = ", ".join(f"{pack.name} ({pack.fingerprint})" for pack in opening.packs)
        raise StoreFault("store.packs", table=opening.table, packs=named, why=fault.words) from None
