"""Printed maps: A4 sheets at 5 mm or 1 inch to the square, tiled, with marks to cut and to join them by.

The drawing is the one that the SVG is written from. The first sheet shows the whole level and which sheet covers what.
"""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any, Final

from msgspec import Struct

from arbitro.dungeon.draw.picture import SQUARE_TENTHS, Path, Picture, Text
from arbitro.dungeon.draw.raster import Raster
from arbitro.dungeon.draw.theme import Ink
from arbitro.dungeon.export.png import font_files
from arbitro.dungeon.model import Dungeon
from arbitro.text import Language, Texts

TEXTS: Final = Texts("arbitro.dungeon.export")
MM: Final = 72 / 25.4
Paper = tuple[float, float]
A4: Final[Paper] = (210 * MM, 297 * MM)
LYING: Final[Paper] = (A4[1], A4[0])
MARGIN: Final = 10 * MM
OVERLAP: Final = 4 * MM
"""At least so much of a neighbouring sheet is printed beyond each edge."""
SIZES: Final = {"5mm": 5 * MM, "1in": 72.0}
"""Points to the 10 ft square."""
TOKEN: Final = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?")
ARITY: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}


class Tile(Struct, frozen=True):
    """One sheet: its name (a letter for the row, a number for the column) and the squares it covers, in tenths."""

    name: str
    west: int
    north: int
    east: int
    south: int


def to_pdf(
    whole: Picture, bare: Picture, dungeon: Dungeon, level: int, size: str = "5mm", language: Language = "it"
) -> bytes:
    """The framed map on one sheet, then the bare one true to scale on as many as it takes."""
    from reportlab.pdfgen.canvas import Canvas

    register_fonts()
    paper = BytesIO()
    canvas = Canvas(paper, pagesize=A4, invariant=1, pageCompression=1)
    canvas.setTitle(whole.title)
    canvas.setAuthor("Arbitro")
    canvas.setSubject(whole.description)
    paper_size, sheets = best_tiles(bare, dungeon, level, size)
    _overview(canvas, whole, bare, sheets)
    canvas.beginForm("map", *bare.box)
    paint(canvas, bare)
    canvas.endForm()
    for sheet in sheets:
        _sheet(canvas, bare, sheet, paper_size, whole.title, size, language)
    canvas.save()
    return paper.getvalue()


def best_tiles(bare: Picture, dungeon: Dungeon, level: int, size: str) -> tuple[Paper, list[Tile]]:
    """Sheets upright or lying, whichever needs fewer of them."""
    upright, lying = (tiles(bare, dungeon, level, size, paper) for paper in (A4, LYING))
    return (LYING, lying) if len(lying) < len(upright) else (A4, upright)


def step_of(size: str, paper: Paper = A4) -> tuple[int, int]:
    """How many whole squares a sheet advances, across and down."""
    across, down = (side - 2 * MARGIN - 2 * OVERLAP for side in paper)
    return int(across // SIZES[size]), int(down // SIZES[size])


def tiles(bare: Picture, dungeon: Dungeon, level: int, size: str, paper: Paper = A4) -> list[Tile]:
    """The sheets that have any floor on them, row by row."""
    columns, rows = step_of(size, paper)
    west, north, east, south = bare.box
    floors = [polygon for space in dungeon.spaces_on(level) for polygon in space.floor]
    raster = Raster((west // 10, north // 10, east // 10, south // 10)).add_all(floors)
    found: list[Tile] = []
    wide, tall = columns * SQUARE_TENTHS, rows * SQUARE_TENTHS
    for row, top in enumerate(range(north, south, tall)):
        for column, left in enumerate(range(west, east, wide)):
            tile = Tile(f"{_letters(row)}{column + 1}", left, top, min(left + wide, east), min(top + tall, south))
            if _has_floor(raster, tile):
                found.append(tile)
    return found


def _letters(number: int) -> str:
    found = chr(65 + number % 26)
    return _letters(number // 26 - 1) + found if number >= 26 else found


def _has_floor(raster: Raster, tile: Tile) -> bool:
    cell = 20
    low, high = (tile.west - 10 * raster.box[0]) // cell, (tile.east - 10 * raster.box[0]) // cell
    bits = (1 << high) - (1 << low)
    rows = raster.rows[(tile.north - 10 * raster.box[1]) // cell : (tile.south - 10 * raster.box[1]) // cell]
    return any(row & bits for row in rows)


@cache
def register_fonts() -> None:
    """Have the letters of the maps at hand, by the names of their files."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for file in font_files():
        name = re.split(r"[/\\]", file)[-1].removesuffix(".ttf")
        registerFont(TTFont(name, file))


# -------------------------------------------------------------------- sheets


def _overview(canvas: Any, whole: Picture, bare: Picture, sheets: list[Tile]) -> None:
    page = LYING if whole.width > whole.height else A4
    canvas.setPageSize(page)
    width, height = page[0] - 2 * MARGIN, page[1] - 2 * MARGIN
    scale = min(width / whole.width, height / whole.height)
    canvas.saveState()
    canvas.translate((page[0] - whole.width * scale) / 2, (page[1] + whole.height * scale) / 2)
    canvas.scale(scale, -scale)
    canvas.translate(-whole.box[0], -whole.box[1])
    paint(canvas, whole)
    if len(sheets) > 1:
        canvas.setStrokeColor(whole.theme.soft)
        canvas.setLineWidth(4)
        canvas.setDash(14, 12)
        for sheet in sheets:
            canvas.rect(sheet.west, sheet.north, sheet.east - sheet.west, sheet.south - sheet.north, stroke=1, fill=0)
            _write(canvas, Text(sheet.west + 20, sheet.north + 70, sheet.name, 60, "start", soft=True), bare)
    canvas.restoreState()
    canvas.showPage()


def _sheet(canvas: Any, bare: Picture, sheet: Tile, paper: Paper, title: str, size: str, language: Language) -> None:
    """One sheet true to scale: its squares in the middle, a strip of each neighbour around, marks at the corners."""
    canvas.setPageSize(paper)
    square = SIZES[size]
    scale = square / SQUARE_TENTHS
    columns, rows = step_of(size, paper)
    left = (paper[0] - columns * square) / 2
    top = (paper[1] + rows * square) / 2
    canvas.saveState()
    frame = canvas.beginPath()
    frame.rect(MARGIN, MARGIN, paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN)
    canvas.clipPath(frame, stroke=0, fill=0)
    canvas.translate(left, top)
    canvas.scale(scale, -scale)
    canvas.translate(-sheet.west, -sheet.north)
    canvas.doForm("map")
    canvas.restoreState()
    canvas.setStrokeColor(bare.theme.ink)
    canvas.setLineWidth(0.4)
    right, bottom = left + columns * square, top - rows * square
    for x in (left, right):
        for y in (top, bottom):
            canvas.line(x - 3 * MM, y, x + 3 * MM, y)
            canvas.line(x, y - 3 * MM, x, y + 3 * MM)
    canvas.setFillColor(bare.theme.ink)
    canvas.setFont("Caladea-Regular", 8)
    canvas.drawString(MARGIN, MARGIN - 4 * MM, TEXTS.say(language, "print.sheet", title=title, sheet=sheet.name))
    how = TEXTS.say(language, "print.scale_5mm" if size == "5mm" else "print.scale_1in")
    canvas.drawRightString(paper[0] - MARGIN, MARGIN - 4 * MM, how)
    canvas.showPage()


# -------------------------------------------------------------------- painting


def paint(canvas: Any, picture: Picture) -> None:
    """Everything in a picture, in its own measures, on the paper as it is; `register_fonts` comes first."""
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for item in picture.items:
        if isinstance(item, Text):
            _write(canvas, item, picture)
        elif item.d:
            _stroke(canvas, item, picture)


def _stroke(canvas: Any, item: Path, picture: Picture) -> None:
    ink: Ink = picture.theme.inks[item.ink]
    canvas.saveState()
    if ink.fill:
        canvas.setFillColor(mixed(ink.fill, picture.theme.inks["floor"].fill, ink.opacity))
    if ink.stroke:
        canvas.setStrokeColor(ink.stroke)
        canvas.setLineWidth(ink.width)
    if ink.dash:
        canvas.setDash(list(ink.dash))
    canvas.drawPath(_path(canvas, item.d), stroke=int(bool(ink.stroke)), fill=int(bool(ink.fill)), fillMode=1)
    canvas.restoreState()


def mixed(ink: str, floor: str, opacity: float) -> str:
    """The colour of a see-through ink on the floor: a drawing that sheets share cannot hold real transparency."""
    parts = (int(ink[at : at + 2], 16) * opacity + int(floor[at : at + 2], 16) * (1 - opacity) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def _path(canvas: Any, d: str) -> Any:
    path = canvas.beginPath()
    for letter, *numbers in steps(d):
        if letter == "M":
            path.moveTo(*numbers)
        elif letter == "L":
            path.lineTo(*numbers)
        elif letter == "C":
            path.curveTo(*numbers)
        else:
            path.close()
    return path


def steps(d: str) -> Iterator[tuple[Any, ...]]:
    """A path in four kinds of step with absolute numbers: M, L, C and Z."""
    tokens = TOKEN.findall(d)
    at, x, y, start = 0, 0.0, 0.0, (0.0, 0.0)
    letter = "M"
    while at < len(tokens):
        if tokens[at].isalpha():
            letter = tokens[at]
            at += 1
        kind = letter.upper()
        numbers = [float(token) for token in tokens[at : at + ARITY[kind]]]
        at += ARITY[kind]
        if letter.islower():
            numbers = [number + (x if place % 2 == 0 else y) for place, number in enumerate(numbers)]
            if kind == "V":
                numbers[0] += y - x
        if kind == "Z":
            x, y = start
            yield ("Z",)
            continue
        if kind == "H":
            kind, numbers = "L", [numbers[0], y]
        elif kind == "V":
            kind, numbers = "L", [x, numbers[0]]
        elif kind == "Q":
            cx, cy, ex, ey = numbers
            kind = "C"
            numbers = [
                x + 2 * (cx - x) / 3,
                y + 2 * (cy - y) / 3,
                ex + 2 * (cx - ex) / 3,
                ey + 2 * (cy - ey) / 3,
                ex,
                ey,
            ]
        x, y = numbers[-2:]
        if kind == "M":
            start = (x, y)
        yield (kind, *numbers)


def _write(canvas: Any, text: Text, picture: Picture) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = {
        (False, False): "Caladea-Regular",
        (True, False): "Caladea-Bold",
        (False, True): "Caladea-Italic",
        (True, True): "Caladea-BoldItalic",
    }[text.bold, text.italic]
    wide = stringWidth(text.words, font, text.size)
    left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    canvas.saveState()
    canvas.translate(left, text.y)
    canvas.scale(1, -1)
    canvas.setDash()
    floor = picture.theme.inks["floor"].fill
    if text.halo:
        canvas.saveState()  # the way letters are drawn outlives them otherwise
        canvas.setStrokeColor(floor)
        canvas.setLineWidth(text.size / 4)
        _letters_out(canvas, text, font, floor, 2)
        canvas.restoreState()
    _letters_out(canvas, text, font, picture.theme.soft if text.soft else picture.theme.ink, 0)
    canvas.restoreState()


def _letters_out(canvas: Any, text: Text, font: str, colour: str, mode: int) -> None:
    """Set words at the origin, filled (0) or filled and stroked (2)."""
    words = canvas.beginText(0, 0)
    words.setFont(font, text.size)
    words.setTextRenderMode(mode)
    words.setFillColor(colour)
    words.textOut(text.words)
    canvas.drawText(words)
