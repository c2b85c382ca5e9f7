"""Whether a dungeon that comes from outside can be drawn, walked and kept: asked before anything works on it.

Whatever our generator lays stays on the sheet of its level; a room drawn by a stranger may be as wide as a country, and
every square of it would be worked on.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from arbitro.dungeon.model import SURFACE, Dungeon, Point, Space
from arbitro.kernel.option import Options
from arbitro.text import Texts, Words

TEXTS: Final = Texts("arbitro.dungeon.export")
MOST_SPACES: Final = 20_000
MOST_CORNERS: Final = 2_000
"""In one space, all polygons together."""
MOST: Final = 1_000_000
"""No number of the file is larger: not a depth, not a heap of coins, not a turn of the clock."""


def unsound(dungeon: Dungeon, declared: Options) -> Words | None:
    """What is wrong with a dungeon, as the first thing found; None where all is well.

    `declared` are the options of the generator that it says it was drawn with.
    """
    for name, fault in declared.faults(dungeon.options).items():
        return _words("option", name=name, fault=fault)
    missing = next(
        (name for name in ("page_width_squares", "page_height_squares") if name not in dungeon.options), None
    )
    if missing is not None:
        return _words("no_option", name=missing)
    if len(dungeon.spaces) > MOST_SPACES:
        return _words("many_spaces", number=len(dungeon.spaces), most=MOST_SPACES)
    if any(abs(number) > MOST for number in _numbers(msgspec.to_builtins(dungeon))):
        return _words("large_number", most=MOST)
    return _unsound_space(dungeon) or _unsound_thing(dungeon)


def _words(key: str, **values: object) -> Words:
    return Words(TEXTS, f"fault.{key}", **values)


def _numbers(part: Any) -> Iterator[int]:
    if isinstance(part, int):
        yield part
    elif isinstance(part, dict):
        for value in (*part.keys(), *part.values()):
            yield from _numbers(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from _numbers(value)


def _unsound_space(dungeon: Dungeon) -> Words | None:
    width, height = dungeon.sheet
    for key, space in dungeon.spaces.items():
        corners = list(_corners(space))
        if key != space.id or not corners or any(len(part) < 3 for part in space.floor):
            return _words("bad_space", space=key)
        if len(corners) > MOST_CORNERS:
            return _words("many_corners", space=key, most=MOST_CORNERS)
        if not all(0 <= x <= width and 0 <= y <= height for x, y in corners):
            return _words("off_sheet", space=key, width=width, height=height)
    return None


def _corners(space: Space) -> Iterable[Point]:
    yield from (corner for part in space.floor for corner in part)
    if space.box != (0, 0, 0, 0):
        west, north, east, south = space.box
        yield from ((west, north), (east, south))


def _unsound_thing(dungeon: Dungeon) -> Words | None:
    """Whatever names a space names one that is there."""
    named = [
        *((link.id, space) for link in dungeon.links.values() for space in (link.a, link.b)),
        *((lead.id, lead.space) for lead in dungeon.leads.values()),
        *((closed.id, closed.space) for closed in dungeon.closed.values()),
        *((slot.id, slot.space) for slot in dungeon.slots.values()),
        *((content.space, content.space) for content in dungeon.contents.values()),
        *((trap.id, trap.space) for trap in dungeon.traps.values()),
        *((water.id, water.space) for water in dungeon.waters.values()),
    ]
    for thing, space in named:
        if space not in dungeon.spaces and space not in ("", SURFACE):
            return _words("no_space", thing=thing, space=space)
    return None
