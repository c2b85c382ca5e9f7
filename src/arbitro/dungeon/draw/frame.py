"""What stands around a map: title, compass, scale and a legend of the symbols that the map really has."""

from collections.abc import Container
from typing import Final

from arbitro.dungeon.draw.level import Drawn
from arbitro.dungeon.draw.picture import SQUARE_TENTHS, Item, Path, Picture, Text, merged
from arbitro.dungeon.draw.symbols import SYMBOLS, Frame
from arbitro.text import Language, Texts

TEXTS: Final = Texts("arbitro.dungeon.draw")
HEAD: Final = 3 * SQUARE_TENTHS
SIDE: Final = SQUARE_TENTHS
NARROWEST: Final = 26 * SQUARE_TENTHS
COLUMN: Final = 8 * SQUARE_TENTHS
ROW: Final = 84
CAPTION: Final = 34
FIVE_SQUARES: Final = 5
PLAIN: Final = 64 * SQUARE_TENTHS
LARGEST: Final = 4.0
"""A sheet longer than `PLAIN` has larger words about it, up to so many times."""
ORDER: Final = ("door", "locked_door", "one_way_door", "secret_door", "false_door", "stairs", "trapdoor")
"""Doors first in a legend, then the rest in the order of the symbols."""


def level_title(language: Language, level: int) -> str:
    """What a level is called."""
    return TEXTS.say(language, "map.title", level=level)


def captions(language: Language, level: int, places: int, *, players: bool) -> tuple[str, str, str]:
    """The title of a level's map, the line under it, and a description for those who cannot see it."""
    return (
        level_title(language, level),
        TEXTS.say(language, "map.players" if players else "map.referee"),
        TEXTS.say(language, "map.description", level=level, places=places),
    )


def framed(drawn: Drawn, language: Language, title: str, subtitle: str) -> Picture:
    """A level with everything that a printed map needs; on a large sheet the words about it are larger."""
    inner = drawn.picture
    west, north, east, south = inner.box
    size = max(1.0, min(LARGEST, max(east - west, south - north) / PLAIN))
    side = round(SIDE * size)
    short = max(0, NARROWEST - (east - west)) // 2
    west, east = west - side - short, east + side + short
    legend, depth = _legend(drawn.used, language, west + side, south + round(SQUARE_TENTHS * size), east - side, size)
    box = (west, north - round(HEAD * size), east, south + depth + round(2 * SQUARE_TENTHS * size))
    picture = Picture(box, inner.theme, inner.title or title, inner.description or subtitle, inner.floor)
    head, scale = _head(box, title, subtitle, size), _scale(box, language, south + depth, size)
    picture.items = [*inner.items, *head, *legend, *scale]
    return picture


def _head(box: tuple[int, int, int, int], title: str, subtitle: str, size: float) -> list[Item]:
    west, north, east, south = box
    inset, gap = round(SQUARE_TENTHS * size / 2), round(14 * size)
    x, y = west + round((SIDE + 24) * size), north + round((SIDE + 72) * size)
    a, b, c, d = west + inset, north + inset, east - inset, south - inset
    return [
        Path("rule", f"M{a} {b}H{c}V{d}H{a}ZM{a + gap} {b + gap}H{c - gap}V{d - gap}H{a + gap}Z"),
        Text(x, y, title, round(92 * size), "start", bold=True),
        Text(x, y + round(58 * size), subtitle, round(44 * size), "start", italic=True, soft=True),
        *_compass(Frame(east - round((SIDE + 100) * size), north + round((SIDE + 104) * size), scale=size)),
    ]


def _compass(frame: Frame) -> list[Item]:
    points = ((72, 0), (13, 13), (0, 52), (-13, 13), (-52, 0), (-13, -13), (0, -52), (13, -13))
    dark = frame.loop((72, 0), (13, 13), (0, 0)) + frame.loop((0, 52), (-13, 13), (0, 0))
    dark += frame.loop((-52, 0), (-13, -13), (0, 0)) + frame.loop((0, -52), (13, -13), (0, 0))
    x, y = frame.at(80, 0)
    return [
        Path("thin", frame.circle(34)),
        Path("shape", frame.loop(*points)),
        Path("solid", dark),
        Text(x, y, "N", round(44 * frame.scale), bold=True),
    ]


def _scale(box: tuple[int, int, int, int], language: Language, top: int, size: float) -> list[Item]:
    """A bar of five squares, dark and light in turn; of as many times ten feet as the words are larger."""
    times = max(1, round(size))
    step, high = times * SQUARE_TENTHS, round(16 * size)
    x = box[2] - round((SIDE + 24) * size) - FIVE_SQUARES * step
    y = top + round(SQUARE_TENTHS * size / 2)
    dark = "".join(f"M{x + at * step} {y}h{step}v{high}h{-step}Z" for at in range(0, FIVE_SQUARES, 2))
    found: list[Item] = [
        Path("shape", f"M{x} {y}h{FIVE_SQUARES * step}v{high}h{-FIVE_SQUARES * step}Z"),
        Path("solid", dark),
    ]
    found += [
        Text(x + at * step, y - round(12 * size), str(10 * times * at), round(30 * size), soft=True)
        for at in range(FIVE_SQUARES + 1)
    ]
    caption = TEXTS.say(language, "map.scale")
    place = x - round(30 * size), y + round(18 * size)
    found.append(Text(*place, caption, round(32 * size), "end", italic=True, soft=True))
    return found


def signs(used: Container[str], language: Language, first: int) -> tuple[list[Item], int]:
    """The symbols of this map one under the other, below so many rows that are taken, and how deep they go."""
    found, _ = _legend(used, language, 0, ROW * (2 * first + 1) // 2, COLUMN, 1)
    return found, ROW * (first + sum(isinstance(item, Text) for item in found))


def _legend(
    used: Container[str], language: Language, left: int, top: int, right: int, size: float
) -> tuple[list[Item], int]:
    """The symbols of this map in columns, and how deep they go."""
    order = [*ORDER, *(name for name in SYMBOLS if name not in ORDER), "water"]
    names = [name for name in order if name in used]
    column, row = round(COLUMN * size), round(ROW * size)
    columns = max(1, (right - left) // column)
    rows = -(-len(names) // columns) if names else 0
    found: list[Item] = []
    for number, name in enumerate(names):
        x = left + round(60 * size) + number // max(1, rows) * column
        y = top + number % max(1, rows) * row
        frame = Frame(x, y, scale=size)
        if name == "water":
            found += [Path("water", frame.circle(26)), Path("ripple", frame.circle(17))]
        else:
            found += SYMBOLS[name](frame)
        place = x + round(62 * size), y + round(12 * size)
        found.append(Text(*place, TEXTS.say(language, f"legend.{name}"), round(CAPTION * size), "start"))
    clear = round(3 * SQUARE_TENTHS / 4 * size)  # the last row reaches below its line, and the scale above its own
    return merged(found), rows * row + clear if rows else 0
