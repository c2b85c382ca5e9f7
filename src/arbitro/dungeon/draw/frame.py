"""What stands around a map: title, compass, scale and a legend of the symbols that the map really has."""

from typing import Final

from arbitro.dungeon.draw.level import Drawn
from arbitro.dungeon.draw.pen import merged
from arbitro.dungeon.draw.picture import SQUARE_TENTHS, Path, Picture, Text
from arbitro.dungeon.draw.symbols import SYMBOLS, Frame, Item
from arbitro.text import Language, Texts

TEXTS: Final = Texts("arbitro.dungeon.draw")
HEAD: Final = 3 * SQUARE_TENTHS
SIDE: Final = SQUARE_TENTHS
NARROWEST: Final = 26 * SQUARE_TENTHS
COLUMN: Final = 8 * SQUARE_TENTHS
ROW: Final = 84
CAPTION: Final = 34
FIVE_SQUARES: Final = 5
ORDER: Final = ("door", "locked_door", "one_way_door", "secret_door", "false_door", "stairs", "trapdoor")
"""Doors first in a legend, then the rest in the order of the symbols."""


def captions(language: Language, level: int, places: int, *, players: bool) -> tuple[str, str, str]:
    """The title of a level's map, the line under it, and a description for those who cannot see it."""
    return (
        TEXTS.say(language, "map.title", level=level),
        TEXTS.say(language, "map.players" if players else "map.referee"),
        TEXTS.say(language, "map.description", level=level, places=places),
    )


def framed(drawn: Drawn, language: Language, title: str, subtitle: str) -> Picture:
    """A level with everything that a printed map needs."""
    inner = drawn.picture
    west, north, east, south = inner.box
    short = max(0, NARROWEST - (east - west)) // 2
    west, east = west - SIDE - short, east + SIDE + short
    legend, depth = _legend(drawn, language, west + SIDE, south + SQUARE_TENTHS, east - SIDE)
    box = (west, north - HEAD, east, south + depth + 2 * SQUARE_TENTHS)
    picture = Picture(box, inner.theme, inner.title or title, inner.description or subtitle, inner.floor)
    picture.items = [*inner.items, *_head(box, title, subtitle), *legend, *_scale(box, language, south + depth)]
    return picture


def _head(box: tuple[int, int, int, int], title: str, subtitle: str) -> list[Item]:
    west, north, east, south = box
    inset = SQUARE_TENTHS // 2
    x, y = west + SIDE, north + SIDE + 72
    a, b, c, d = west + inset, north + inset, east - inset, south - inset
    return [
        Path("rule", f"M{a} {b}H{c}V{d}H{a}ZM{a + 14} {b + 14}H{c - 14}V{d - 14}H{a + 14}Z"),
        Text(x + 24, y, title, 92, "start", bold=True),
        Text(x + 24, y + 58, subtitle, 44, "start", italic=True, soft=True),
        *_compass(Frame(east - SIDE - 100, north + SIDE + 104)),
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
        Text(x, y, "N", 44, bold=True),
    ]


def _scale(box: tuple[int, int, int, int], language: Language, top: int) -> list[Item]:
    """A bar of five squares, dark and light in turn."""
    east = box[2]
    y = top + SQUARE_TENTHS // 2
    x = east - SIDE - 24 - FIVE_SQUARES * SQUARE_TENTHS
    dark = "".join(
        f"M{x + at * SQUARE_TENTHS} {y}h{SQUARE_TENTHS}v16h{-SQUARE_TENTHS}Z" for at in range(0, FIVE_SQUARES, 2)
    )
    found: list[Item] = [
        Path("shape", f"M{x} {y}h{FIVE_SQUARES * SQUARE_TENTHS}v16h{-FIVE_SQUARES * SQUARE_TENTHS}Z"),
        Path("solid", dark),
    ]
    found += [Text(x + at * SQUARE_TENTHS, y - 12, str(10 * at), 30, soft=True) for at in range(FIVE_SQUARES + 1)]
    caption = TEXTS.say(language, "map.scale")
    found.append(Text(x - 30, y + 18, caption, 32, "end", italic=True, soft=True))
    return found


def _legend(drawn: Drawn, language: Language, left: int, top: int, right: int) -> tuple[list[Item], int]:
    """The symbols of this map in columns, and how deep they go."""
    order = [*ORDER, *(name for name in SYMBOLS if name not in ORDER), "water"]
    names = [name for name in order if name in drawn.used]
    columns = max(1, (right - left) // COLUMN)
    rows = -(-len(names) // columns) if names else 0
    found: list[Item] = []
    for number, name in enumerate(names):
        x = left + 60 + number // max(1, rows) * COLUMN
        y = top + number % max(1, rows) * ROW
        frame = Frame(x, y)
        if name == "water":
            found += [Path("water", frame.circle(26)), Path("ripple", frame.circle(17))]
        else:
            found += SYMBOLS[name](frame)
        found.append(Text(x + 62, y + 12, TEXTS.say(language, f"legend.{name}"), CAPTION, "start"))
    return merged(found), rows * ROW
