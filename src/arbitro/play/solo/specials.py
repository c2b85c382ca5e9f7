"""Specials from tables (DA-SOLO-05): rooms of our own for those who have no friend's sealed ones.

A file of specials has a table, whose rows name rooms, and the rooms, written as sealed ones are before they are closed.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.rolltable import RollTable, read_table
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.yamlfile import Document, open_packaged, unknown_name
from arbitro.play.solo.oracle import PACKAGE, TEXTS
from arbitro.play.solo.room import WholeRoom, read_room
from arbitro.play.solo.sealed import OpenedRoom
from arbitro.play.solo.settle import for_game
from arbitro.text import Words

SPECIALS: Final = "specials"
"""The name of our own table, for ``dungeon.level.begin(tables=…)``."""


class Specials(Struct, frozen=True):
    """A table of special rooms."""

    table: RollTable[Any]
    rooms: Mapping[str, WholeRoom]


def read_specials(document: Document) -> Specials:
    """A table of specials from a file, strictly: every row has its room, every room its row."""
    document.fields("table", "rooms")
    table = read_table(document, Any, "table")
    names = document.mapping("rooms")
    for number, row in enumerate(table.rows):
        if row.id not in names:
            raise document.fault(unknown_name(row.id, names), "table", "rows", number)
    reached = {row.id for row in table.rows}
    for name in names:
        if name not in reached:
            raise document.fault(Words(TEXTS, "fault.no_row", name=name), "rooms", name)
    return Specials(table, {name: read_room(document, "rooms", name) for name in names})


@cache
def our_specials() -> Specials:
    """The table that comes with the program."""
    return read_specials(open_packaged(PACKAGE, "data", "specials.yaml"))


def draw_special(dice: Dice, game: str, specials: Specials | None = None) -> tuple[OpenedRoom, Lookup]:
    """Throw for a special room: the room as the game in use plays it, and the dice that chose it."""
    found = specials or our_specials()
    row, lookup = found.table.roll(dice, purpose=SPECIALS)
    opened = OpenedRoom(f"{SPECIALS}/{row.id}", game, for_game(found.rooms[row.id], game))
    return opened, replace(lookup, table=SPECIALS)
