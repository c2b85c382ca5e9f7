"""What can go wrong between a table and the place where it is kept, said in the reader's language."""

from typing import Final

from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.store")


class StoreFault(Fault):
    """Base of all that a store refuses. Nothing has been written when one is raised."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(Words(TEXTS, key, **values))


class Conflict(StoreFault):
    """Somebody else wrote to the table since this session read it: reload, look, and decide again."""

    def __init__(self, table: str, expected: int, found: int) -> None:
        super().__init__("store.conflict", table=table, expected=expected, found=found)
        self.table = table
        self.expected = expected
        """How many entries this session believed to be there."""
        self.found = found
        """How many there are."""


class NoSuchTable(StoreFault):
    """No table of that name is kept here."""

    def __init__(self, table: str) -> None:
        super().__init__("store.no_table", table=table)
        self.table = table


class TableExists(StoreFault):
    """A table of that name is kept here already."""

    def __init__(self, table: str) -> None:
        super().__init__("store.exists", table=table)
        self.table = table


class Damaged(StoreFault):
    """An entry is not what was written: the chain breaks there, or it is missing. Those before it are whole."""

    def __init__(self, table: str, entry: int) -> None:
        super().__init__("store.damaged", table=table, entry=entry)
        self.table = table
        self.entry = entry


class StoreAway(StoreFault):
    """The database does not answer or cannot write: nothing is acknowledged, and nothing acknowledged is lost."""

    def __init__(self, problem: object) -> None:
        super().__init__("store.away", problem=problem)


class BadLine(StoreFault):
    """A line of an export does not hold; `line` is its number, counted from 1."""

    def __init__(self, line: int, fault: Words | str) -> None:
        super().__init__("store.line", line=line, fault=fault)
        self.line = line
