"""A level as a picture: rock, floor, water, walls, doors, ways up and down, traps, furnishings, numbers, frame.

Give the whole dungeon for the referee's map, or `knowledge.players_map` for what a group has seen: whatever stands in
the dungeon given is drawn, and nothing else can be.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec import Struct

from arbitro.dungeon.draw.clear import Occupied
from arbitro.dungeon.draw.grid import grid_path
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.hatch import hatching
from arbitro.dungeon.draw.pen import Pen
from arbitro.dungeon.draw.picture import Parts, Path, Picture, merged
from arbitro.dungeon.draw.raster import Raster
from arbitro.dungeon.draw.theme import THEMES, Style
from arbitro.dungeon.lattice import bounds
from arbitro.dungeon.model import SQUARE, Box, Dungeon

MARGIN: Final = 2
"""Squares of rock about the floors."""


class Drawn(Struct):
    """A level drawn without its frame, and what a legend must explain."""

    picture: Picture
    used: dict[str, None]
    taken: Occupied
    """Where something stands or is written."""


def extent(dungeon: Dungeon, level: int, margin: int = MARGIN) -> Box:
    """The whole squares that the floors of a level take up, with a margin, in units; the sheet of an empty level."""
    boxes = [bounds(polygon) for space in dungeon.spaces_on(level) for polygon in space.floor]
    if not boxes:
        return 0, 0, SQUARE * 2 * margin, SQUARE * 2 * margin
    west, north = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, south = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return (
        (west // SQUARE - margin) * SQUARE,
        (north // SQUARE - margin) * SQUARE,
        (-(-east // SQUARE) + margin) * SQUARE,
        (-(-south // SQUARE) + margin) * SQUARE,
    )


def draw_level(
    dungeon: Dungeon,
    level: int,
    decoration: int,
    style: Style = "old",
    *,
    title: str = "",
    description: str = "",
    numbered: bool = True,
) -> Drawn:
    """Draw a level without frame: the picture spans whole squares, two more than the floors on each side."""
    hand, theme = Hand(decoration), THEMES[style]
    box = extent(dungeon, level)
    west, north, east, south = (10 * side for side in box)
    picture = Picture((west, north, east, south), theme, title, description)
    pen = Pen(dungeon, level, hand, theme)
    items = picture.items = []
    picture.floor = pen.floor_path()
    items.append(Path("wash", picture.floor))
    if theme.hatched:
        polygons = [polygon for space in pen.walls.spaces for polygon in space.floor]
        items.append(Path("hatch", hatching(Raster(box).add_all(polygons), hand)))
    places = pen.places_path()
    items.append(Path("rim", places))
    items.append(Path("passage", picture.floor))
    items.append(Path("passage", pen.rounded_corners()))
    items.append(Path("floor", places))
    items.append(Path("grid", grid_path(pen.walls.spaces)))
    for parts in above_the_floor(pen, numbered=numbered):
        items.extend(merged(chain.from_iterable(parts.values())))
    items.extend(chain.from_iterable(pen.marks.values()))
    return Drawn(picture, pen.used, pen.taken)


def above_the_floor(pen: Pen, *, numbered: bool = True) -> Iterator[Parts]:
    """All that stands on the ruled floor, in the order in which it is drawn; the pen's marks come last."""
    yield pen.waters()
    shafts, traps = pen.shafts(), pen.traps()
    words = pen.words(numbered=numbered)
    furnishings = pen.furnishings()
    yield furnishings | shafts | traps | pen.clouds()
    yield pen.drawn_walls()
    yield pen.doors()
    yield pen.ends()
    yield words
