"""What is asked of whoever fills the map: a generator is a record of these few functions.

All of them are pure: the same dungeon and the same dice give the same events (`arbitro.dungeon.events`), and nothing
else changes a dungeon. The map, its drawings, words and files know no more of a generator than this.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from arbitro.dice.stream import Dice
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Event, Setting
from arbitro.kernel.option import Options


class Begin(Protocol):
    """Begin a dungeon with `DungeonBegun`, and lay what is seen first: a link of code ``ENTRANCE`` from the surface."""

    def __call__(
        self,
        dice: Dice,
        chosen: Mapping[str, Setting],
        /,
        *,
        sealed: tuple[str, ...] = (),
        tables: tuple[str, ...] = (),
        planes: tuple[str, ...] = (),
        attempt: int = 0,
    ) -> tuple[Event, ...]:
        """`chosen` are a table's settings, also of how a dungeon is used: all are recorded with it.

        `attempt` is a sub-seed: another one is another dungeon of the same dice.
        """
        ...


class Explore(Protocol):
    """Follow a lead: along a passage to where there is something to decide, or through a door."""

    def __call__(self, state: Dungeon, lead: str, dice: Dice, group: str, /) -> tuple[Event, ...]:
        """`group` learns what it sees; "" prepares a map. The lead is closed, unless the group is asked something."""
        ...


class LevelDigger(Protocol):
    """Work out a whole level, or as much of it as `cap` spaces (0: no cap)."""

    def __call__(self, state: Dungeon, level: int, dice: Dice, /, *, cap: int = 0) -> tuple[Event, ...]:
        """Open leads that are left can be followed later."""
        ...


class Search(Protocol):
    """Search a section of the walls of a lead of the kind ``search``."""

    def __call__(
        self, state: Dungeon, lead: str, section: str, dice: Dice, group: str, /, *, now: int
    ) -> tuple[Event, ...]:
        """What is found there, known to the group; `now` is the turn of the clock."""
        ...


class Generator(Struct, frozen=True):
    """Whoever fills the map."""

    options: Callable[[], Options]
    """What a table may set. ``page_width_squares`` and ``page_height_squares``, the sheet, are among them."""
    begin: Begin
    explore: Explore
    dig_level: LevelDigger
    may_search: Callable[[Dungeon, str, int], bool]
    """Whether a section of wall may still be searched at a turn of the clock."""
    search: Search
