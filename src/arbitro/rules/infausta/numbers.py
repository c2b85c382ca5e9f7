"""The printed numbers that differ, read from ``content`` and checked once."""

from functools import cache

from msgspec.structs import replace

from arbitro.kernel.rolltable import RollTable, read_table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.whitebox.numbers import Numbers
from arbitro.rules.whitebox.numbers import numbers as printed


@cache
def morale_table() -> RollTable[str]:
    """Table 20 with the meanings of this game (IS-MORALE-05)."""
    return read_table(open_packaged("arbitro.rules.infausta", "content", "combat.yaml"), str, "tables", "morale")


def numbers() -> Numbers:
    """The parent's numbers with this game's Table 20 (IS-MORALE-05)."""
    return replace(printed(), morale=morale_table())
