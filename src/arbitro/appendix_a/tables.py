"""The tables of Appendix A as data: each knows its die, its rows and the atoms behind them."""

from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.rolltable import RollTable, Row, read_table, read_tables
from arbitro.kernel.yamlfile import open_packaged

PACKAGE: Final = "arbitro.appendix_a"
Rules = tuple[str, ...]


class Diagonal(Struct, frozen=True, forbid_unknown_fields=True):
    """How a junction reads when it is met on a diagonal."""

    arms: tuple[int, ...]
    goes_on: bool
    one_line: bool


class Junction(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.3.1: the new arms, and whether the corridor walked goes on."""

    arms: tuple[int, ...]
    rules: Rules
    goes_on: bool = False
    one_line: bool = False
    """Whether the two arms are one straight line of corridor, of one width."""
    curved: int = 0
    diagonal: Diagonal | None = None


class Measure(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.5.1: the form, and its measures in the two columns."""

    form: Literal["SQUARE", "RECTANGLE", "UNUSUAL"]
    chamber: tuple[int, int] = (0, 0)
    room: tuple[int, int] = (0, 0)


class ExitCount(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.5.4: exits up to an area and over it, or a die for them."""

    limit: int = 0
    up_to: int = 0
    over: int = 0
    random: str = ""


class Direction(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.5.6: how wide a passage is and whether it leaves at 45 degrees."""

    width: int
    slanting: bool = False


class Hoard(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.5.8."""

    unit: Literal["copper", "silver", "gold", "gem", "jewelry", "magic_item"]
    rules: Rules
    amount: int = 0
    random: str = ""
    per_level: bool = True


class Shaft(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.6: what leads up or down, how far, and whether the corridor goes on."""

    kind: Literal["stairs", "blind", "chimney", "trapdoor"]
    levels: int
    rules: Rules
    goes_on: bool = False


class Trick(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.7.1."""

    rules: Rules
    depth: int = 0
    levels: int = 0
    locked: int = 0
    length: int = 0
    number: str = ""
    poison: str = ""


class Gas(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.7.2: what the cloud does to those who go through it."""

    kind: Literal["obscured", "blind", "flee", "asleep", "stronger", "sick_until_surface", "death"]
    rules: Rules
    save: bool = False
    turns: str = ""
    amount: str = ""
    feet: int = 0
    who: Literal["all", "fighters"] = "all"


class CaveSize(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of A.8.1: one or two measures, dice that add to them, and the table for its water."""

    parts: tuple[tuple[int, int], ...]
    random: tuple[str, ...] = ()
    water: Literal["", "A.8.2", "A.8.3"] = ""


class TotalRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll whose total is the answer."""

    dice: str
    rules: Rules
    times: int = 1

    @property
    def amount(self) -> Amount:
        """The dice, ready to be thrown."""
        return Amount.parse(self.dice)


class BendOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """What is tried when a corridor cannot go on."""

    rules: Rules
    angles: tuple[int, ...]
    bends_without_progress: int


class Smaller(Struct, frozen=True, forbid_unknown_fields=True):
    """What chambers and rooms are cut down to, in turn."""

    rules: Rules
    chamber: dict[str, tuple[tuple[int, int], ...]]
    room: dict[str, tuple[tuple[int, int], ...]]


SECRET: Final = frozenset(
    {
        "layout",
        "A.5.4",
        "A.5.4.d4",
        "A.5.5",
        "A.5.6",
        "A.5.6.mapped",
        "A.5.7",
        "A.5.7.or",
        "A.5.8",
        "A.5.8.gems",
        "A.6",
        "A.6.egress.1",
        "A.6.egress.2",
        "A.6.egress.3",
        "A.7.1",
        "A.7.1.depth",
        "A.7.2",
        "A.8.2",
        "A.8.3",
        "A.8.3.count",
        "A.8.3.lair",
        "A.8.3.treasure",
        "A.8.exit_monster",
        "A.8.exit_treasure",
    }
)
"""Tables whose rows tell of things that the players have yet to find: these rolls are the referee's alone."""
SECRET_ROWS: Final = frozenset({("A.1", "TRAP"), ("A.6.trapdoor", "holds")})
TRAPDOOR_ROWS: Final = frozenset({("A.1", "STAIRS")})
"""Rows that would give a trapdoor away at a table where trapdoors are traps."""


class DungeonTables:
    """All tables, read once."""

    def __init__(self) -> None:
        passages = open_packaged(PACKAGE, "tables", "passages.yaml")
        places = open_packaged(PACKAGE, "tables", "places.yaml")
        depths = open_packaged(PACKAGE, "tables", "depths.yaml")
        small = open_packaged(PACKAGE, "tables", "subrolls.yaml")
        rules: Any = Rules
        self.periodic: RollTable[Rules] = read_table(passages, rules, "periodic", "A.1")
        self.door: RollTable[Rules] = read_table(passages, rules, "doors", "A.2.1")
        self.behind: RollTable[Rules] = read_table(passages, rules, "doors", "A.2.2")
        self.junction = read_table(passages, Junction, "junctions", "A.3.1")
        self.width = read_table(passages, int, "widths", "A.3.2")
        self.turn = read_table(passages, int, "turns", "A.4")
        self.bends = passages.read(BendOrder, "bend_order")
        self.measure = read_table(places, Measure, "measures", "A.5.1")
        self.smaller = places.read(Smaller, "smaller")
        self.shape = read_table(places, str, "shapes", "A.5.2")
        self.area = read_table(places, int, "areas", "A.5.3")
        self.exits = read_table(places, ExitCount, "exits", "A.5.4")
        self.wall = read_table(places, int, "walls", "A.5.5")
        self.direction = read_table(places, Direction, "directions", "A.5.6")
        self.content: RollTable[Rules] = read_table(places, rules, "contents", "A.5.7")
        self.treasure = read_table(places, Hoard, "treasure", "A.5.8")
        self.shaft = read_table(depths, Shaft, "shafts", "A.6")
        self.trap = read_table(depths, Trick, "traps", "A.7.1")
        self.gas = read_table(depths, Gas, "gases", "A.7.2")
        self.cave = read_table(depths, CaveSize, "caves", "A.8.1")
        pools = read_tables(depths, rules, "pools")
        self.pool: RollTable[Rules] = pools["A.8.2"]
        self.lake: RollTable[Rules] = pools["A.8.3"]
        self.power: RollTable[Rules] = pools["A.8.4"]
        self.ability: RollTable[Rules] = pools["A.8.5"]
        self.alignment: RollTable[Rules] = pools["A.8.6"]
        self.chances: dict[str, RollTable[None]] = dict(read_tables(small, type(None), "chances"))
        self.amounts = {key: small.read(TotalRoll, "amounts", key) for key in small.mapping("amounts")}

        self._cited: dict[tuple[str, str], Rules] = {}

    def rules_of(self, table: RollTable[Any], row: Row[Any]) -> Rules:
        """The atoms behind a row: those of its table, its own, and the ruling that fills a gap in print."""
        found = self._cited.get((table.id, row.id))
        if found is None:
            own = getattr(row.result, "rules", row.result if isinstance(row.result, tuple) else ())
            gap = (row.gap,) if row.gap else ()
            found = self._cited[table.id, row.id] = tuple(dict.fromkeys((*table.rules, *own, *gap)))
        return found

    @property
    def all(self) -> dict[str, RollTable[Any]]:
        """Every roll table by its key."""
        own = (table for table in vars(self).values() if isinstance(table, RollTable))
        return {table.id: table for table in own} | self.chances


@cache
def tables() -> DungeonTables:
    """The tables of the appendix."""
    return DungeonTables()
