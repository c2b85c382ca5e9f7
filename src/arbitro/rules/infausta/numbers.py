"""The printed numbers that differ, read from ``content`` and checked once."""

from functools import cache

from arbitro.kernel.rolltable import RollTable, read_table
from arbitro.kernel.yamlfile import open_packaged


@cache
def morale_table() -> RollTable[str]:
    """Table 20 with the meanings of this game (IS-MORALE-05)."""
    return read_table(open_packaged("arbitro.rules.infausta", "content", "combat.yaml"), str, "tables", "morale")
