"""The printed numbers of the combat chapter, read from ``content/combat.yaml`` and checked once."""

from functools import cache

from msgspec import Struct, field

from arbitro.kernel.rolltable import RollTable, read_table
from arbitro.kernel.yamlfile import TEXTS, Document, open_packaged
from arbitro.rules.whitebox.state import Morale
from arbitro.rules.whitebox.terms import Danger
from arbitro.text import Words

TOP_LEVEL = 10
"""The tables end here; higher levels use the last row (WB-ATK-04, WB-SAVE-03)."""
BEST_PRINTED_ARMOUR, WORST_PRINTED_ARMOUR = 0, 9
"""Descending armour classes that the attack tables print."""


def table_level(level: int) -> int:
    """The level whose row somebody of a level reads."""
    if level < 1:
        return 1
    return level if level < TOP_LEVEL else TOP_LEVEL


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[int, int]
    need: tuple[int, ...]


class _AttackText(Struct, frozen=True, forbid_unknown_fields=True):
    table: int
    rules: tuple[str, ...]
    rows: tuple[_Row, ...]


class AttackTable(Struct, frozen=True):
    """What a class needs to hit, by level and armour class (Tables 17 to 19)."""

    table: int
    rules: tuple[str, ...]
    by_level: tuple[tuple[int, ...], ...]
    """For each level from 1 on, the numbers against armour class 9 [10] to 0 [19]."""

    def needed(self, level: int, descending: int) -> int:
        """The number to be reached against a descending armour class by somebody of a level."""
        return self.printed(table_level(level), descending)

    def printed(self, row: int, descending: int) -> int:
        """The same on the row of a level that the table has; beyond the print it goes on by steps of one."""
        need = self.by_level[row - 1]
        if BEST_PRINTED_ARMOUR <= descending <= WORST_PRINTED_ARMOUR:
            return need[WORST_PRINTED_ARMOUR - descending]
        return need[0] + WORST_PRINTED_ARMOUR - descending

    def bonus(self, level: int) -> int:
        """The base bonus of the quick method, which the table implies (WB-ATK-11)."""
        at = level if 1 <= level <= TOP_LEVEL else table_level(level)
        return 10 - self.by_level[at - 1][0]


class SaveTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The saving throws of a class by level (Tables 23 to 26)."""

    table: int
    rules: tuple[str, ...]
    death_poison: tuple[int, ...]
    wands_rays: tuple[int, ...]
    paralysis_stone: tuple[int, ...]
    dragon_breath: tuple[int, ...]
    spells_staves: tuple[int, ...]
    single: tuple[int, ...]
    printed: dict[int, int] = field(default_factory=dict)
    """Level -> what the source prints in the last column against the series."""

    def column(self, danger: Danger) -> tuple[int, ...]:
        """The column of the matrix for a danger."""
        match danger:
            case "death_poison":
                return self.death_poison
            case "wands_rays":
                return self.wands_rays
            case "paralysis_stone":
                return self.paralysis_stone
            case "dragon_breath":
                return self.dragon_breath
            case "spells_staves":
                return self.spells_staves

    def number(self, level: int, danger: Danger | None, *, as_printed: bool = False) -> int:
        """The number to be reached: in a column of the matrix, or the single one."""
        at = table_level(level)
        if danger is not None:
            return self.column(danger)[at - 1]
        if as_printed and at in self.printed:
            return self.printed[at]
        return self.single[at - 1]


class Numbers(Struct, frozen=True):
    """All of them."""

    attack: dict[str, AttackTable]
    saves: dict[str, SaveTable]
    morale: RollTable[Morale]


def _checked_attack(document: Document, name: str) -> AttackTable:
    text = document.read(_AttackText, "attack", name)
    covered = [level for row in text.rows for level in range(row.levels[0], row.levels[1] + 1)]
    steps = [[need - row.need[0] for need in row.need] for row in text.rows]
    width = WORST_PRINTED_ARMOUR - BEST_PRINTED_ARMOUR + 1
    if covered != list(range(1, TOP_LEVEL + 1)) or any(row != list(range(width)) for row in steps):
        raise document.fault(Words(TEXTS, "table.levels", top=TOP_LEVEL), "attack", name)
    by_level = tuple(row.need for row in text.rows for _ in range(row.levels[0], row.levels[1] + 1))
    return AttackTable(text.table, text.rules, by_level)


def _checked_saves(document: Document, name: str) -> SaveTable:
    table = document.read(SaveTable, "saves", name)
    columns = (table.death_poison, table.wands_rays, table.paralysis_stone, table.dragon_breath, table.spells_staves)
    if any(len(column) != TOP_LEVEL for column in (*columns, table.single)):
        raise document.fault(Words(TEXTS, "table.levels", top=TOP_LEVEL), "saves", name)
    return table


@cache
def numbers() -> Numbers:
    """The numbers of the combat chapter."""
    document = open_packaged("arbitro.rules.whitebox", "content", "combat.yaml")
    morale: RollTable[Morale] = read_table(document, Morale, "tables", "morale")
    return Numbers(
        {name: _checked_attack(document, name) for name in document.mapping("attack")},
        {name: _checked_saves(document, name) for name in document.mapping("saves")},
        morale,
    )
