"""A map without pictures: every place with its exits, bearings and distances in words, then a plan in characters.

The words stand first and are complete, so that a screen reader needs nothing else.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from arbitro.dungeon.draw.labels import letters, numbers
from arbitro.dungeon.draw.raster import CELL, Raster
from arbitro.dungeon.export.key import level_key, place_secrets
from arbitro.dungeon.export.route import Atlas
from arbitro.dungeon.export.words import TEXTS, Namer, exit_words, kind_of, measure, water_words
from arbitro.dungeon.lattice import bounds, centre, contains
from arbitro.dungeon.model import SQUARE, Dungeon
from arbitro.text import Language, capital

COLUMN: Final = 4
"""Units to the character, across; a line is as high as two characters are wide."""
FLOOR, WATER, ROCK = "·", "~", " "
VERTICAL: Final = {"stairs": ("<", ">"), "chimney": ("^", "v"), "trapdoor": ("^", "v"), "chute": ("^", "v")}
PARTY: Final = "@"
WAITING: Final = "&"
DOOR_MARKS: Final = {"door": "+", "one_way_door": "%", "secret_door": "S"}


def to_text(
    dungeon: Dungeon, level: int, decoration: int, language: Language, *, referee: bool, name: Namer | None = None
) -> str:
    """The text map of a level, as it stands in the dungeon given."""
    places = numbers(dungeon, level)
    lines = [TEXTS.say(language, "text.title", level=level), ""]
    lines += [TEXTS.say(language, "text.count", places=len(places)), ""]
    atlas = Atlas(dungeon, level)
    for place, number in places.items():
        space = dungeon.spaces[place]
        lines.append(f"{number}. {capital(kind_of(space, language))}{measure(space, language)}.")
        exits = [each for each in atlas.exits(place) if not (each.kind == "one_way_door" and each.enters_only)]
        lines += [f"   - {capital(exit_words(each, language, route=True))}." for each in exits]
        if not exits:
            lines.append(f"   - {TEXTS.say(language, 'exits.seen.none')}")
        lines += [f"   - {water_words(w, language)}" for w in dungeon.waters.values() if w.space == place]
        lines += [f"   - {each}" for each in place_secrets(atlas, space, language, name)] if referee else []
    passages = level_key(dungeon, level, decoration, language, name).passages
    if passages:
        lines += ["", TEXTS.say(language, "text.passages")]
        lines += [f"   - {each}" for each in passages]
    lines += ["", TEXTS.say(language, "text.plan"), "", *plan(dungeon, level)]
    lines += ["", TEXTS.say(language, "text.signs" if referee else "text.signs_players")]
    return "\n".join(lines) + "\n"


def plan(dungeon: Dungeon, level: int, party: str = "", waiting: Iterable[str] = ()) -> list[str]:
    """The plan in characters: one for 5 ft across, a line for 10 ft down.

    `party` is the space that the party is in, `waiting` are those where others of it wait.
    """
    spaces = list(dungeon.spaces_on(level))
    if not spaces:
        return []
    boxes = [bounds(polygon) for space in spaces for polygon in space.floor]
    west, north = (min(box[side] for box in boxes) // SQUARE * SQUARE - SQUARE for side in (0, 1))
    east, south = (-(-max(box[side] for box in boxes) // SQUARE) * SQUARE + SQUARE for side in (2, 3))
    raster = Raster((west, north, east, south)).add_all(polygon for space in spaces for polygon in space.floor)
    columns, rows = (east - west) // COLUMN, (south - north) // SQUARE
    sheet = [[_ground(raster, column, row) for column in range(columns)] for row in range(rows)]

    def put(x: float, y: float, text: str) -> None:
        row, column = int(y - north) // SQUARE, int(x - west) // COLUMN
        for at, sign in enumerate(text, column - (len(text) - 1) // 2):
            if 0 <= row < rows and 0 <= at < columns:
                sheet[row][at] = sign

    for x, y, sign in chain(
        _waters(dungeon, level), _ways(dungeon, level), _marks(dungeon, level), _people(dungeon, level, party, waiting)
    ):
        put(x, y, sign)
    return ["".join(row).rstrip() for row in sheet]


Sign = tuple[float, float, str]
"""Where something stands on the plan, and the characters for it."""


def _waters(dungeon: Dungeon, level: int) -> Iterator[Sign]:
    for water in dungeon.waters.values():
        if water.level != level:
            continue
        x0, y0, x1, y1 = bounds(water.outline)
        for y in range(y0, y1, SQUARE // 2):
            for x in range(x0, x1, COLUMN):
                if contains(water.outline, ((x + 2, y + 2),)):
                    yield x + 2, y + 2, WATER


def _ways(dungeon: Dungeon, level: int) -> Iterator[Sign]:
    for link in dungeon.links.values():
        if link.level == level and link.segment is not None and link.kind in DOOR_MARKS:
            (ax, ay), (bx, by) = link.segment
            east, south = _back(link.heading)  # a wall has no thickness: the sign stands on the floor before the door
            yield (ax + bx) / 2 - east, (ay + by) / 2 - south, DOOR_MARKS[link.kind]
        elif link.kind in VERTICAL:
            up, down = VERTICAL[link.kind]
            if link.at is not None and link.level == level:
                yield *link.at, down if link.levels > 0 else up
            if link.arrives is not None and link.level + link.levels == level:
                yield *link.arrives, up if link.levels > 0 else down


def _marks(dungeon: Dungeon, level: int) -> Iterator[Sign]:
    """The letters of traps and the numbers of places."""
    for name, mark in letters(dungeon, level).items():
        trap = dungeon.traps[name]
        if trap.floor:
            yield *centre(trap.floor), mark
    for name, number in numbers(dungeon, level).items():
        yield *_middle(dungeon, name), str(number)


def _people(dungeon: Dungeon, level: int, party: str, waiting: Iterable[str]) -> Iterator[Sign]:
    """Those who wait somewhere, and the party over everything else."""
    for place, mark in (*((space, WAITING) for space in waiting), (party, PARTY)):
        if place in dungeon.spaces and dungeon.spaces[place].level == level:
            yield *_middle(dungeon, place), f"{mark}{numbers(dungeon, level).get(place, '')}"


def _middle(dungeon: Dungeon, space: str) -> tuple[float, float]:
    """The middle of the largest part of a space."""
    x, y = centre(max(dungeon.spaces[space].parts, key=_size))
    return x, y


def _ground(raster: Raster, column: int, row: int) -> str:
    """A character is floor if at least half of its cells are."""
    across, down = COLUMN // CELL, SQUARE // CELL
    bits = (1 << across) - 1
    covered = sum((line >> column * across & bits).bit_count() for line in raster.rows[row * down : (row + 1) * down])
    return FLOOR if 2 * covered >= across * down else ROCK


def _back(heading: int) -> tuple[float, float]:
    return {0: (0, -1), 2: (1, 0), 4: (0, 1), 6: (-1, 0)}.get(heading, (0, 0))


def _size(polygon: tuple[tuple[int, int], ...]) -> int:
    west, north, east, south = bounds(polygon)
    return (east - west) * (south - north)
