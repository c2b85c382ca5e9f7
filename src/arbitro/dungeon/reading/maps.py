"""Any map file as a dungeon of ours: our own format, One Page Dungeon or Universal VTT, told apart by their fields."""

import json
import re
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct, field

from arbitro.dungeon.export.own import from_own
from arbitro.dungeon.export.sound import MOST_SPACES, unsound
from arbitro.dungeon.model import SQUARE, SURFACE, Dungeon
from arbitro.dungeon.reading import uvtt, watabou
from arbitro.dungeon.reading.regions import MOST_SQUARES, Squares, dungeon_of, reached_from, sheet_of
from arbitro.dungeon.reading.uvtt import VttText, read_vtt
from arbitro.dungeon.reading.watabou import OnePage, read_one_page
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.option import Options
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.dungeon.reading")
FEET: Final = (5, 10)
"""What a square of a virtual table may measure."""
LARGEST: Final = 500
"""Squares of ten feet, the sheet that the options allow."""
PICTURE: Final = re.compile(rb'"[A-Za-z0-9+/=]{400,}"')
T = TypeVar("T")


class MapRead(Struct, frozen=True):
    """A dungeon out of a file, and what else stood in it."""

    dungeon: Dungeon
    decoration: int = 1
    game: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    """What the author of the map wrote of a space, for the referee."""
    lost: tuple[str, ...] = ()
    """Spaces to which no way leads."""


def read_map(name: str, data: bytes, declared: Options, feet: int = 5) -> MapRead:
    """Read a map; a `Fault` names file and line of what is wrong. `declared` are the options of our generator."""
    try:
        plain = read_json(data)
    except msgspec.DecodeError:
        raise FileFault(name, _broken_at(data), Words(TEXTS, "map.not_json")) from None
    fields: dict[str, Any] = plain if isinstance(plain, dict) else {}
    if "line_of_sight" in fields or "resolution" in fields:
        vtt = _checked(name, data, VttText)
        _bounded(name, data, uvtt.squares_of(vtt, feet), "line_of_sight")
        squares = read_vtt(vtt, feet)
        if squares is None:
            raise _document(name, data).fault(Words(TEXTS, "map.nothing_closed"), "line_of_sight")
        return _built(name, data, squares, {}, declared)
    if "rects" in fields:
        page = _checked(name, data, OnePage)
        wide, high = (side * watabou.UNIT // SQUARE + 1 for side in watabou.sides_of(page))
        if max(wide, high) > LARGEST:
            raise _too_large(name, data, wide, high)
        _bounded(name, data, watabou.squares_of(page), "rects")
        read = read_one_page(page)
        if not read.squares.areas:
            raise _document(name, data).fault(Words(TEXTS, "map.no_floor"), "rects")
        return _built(name, data, read.squares, read.notes, declared)
    kept = from_own(data, declared)
    return MapRead(kept.dungeon, kept.decoration, kept.game)


def _broken_at(data: bytes) -> int:
    """The line from which on a file is no JSON."""
    try:
        json.loads(data.decode(errors="replace"))
    except json.JSONDecodeError as error:
        return error.lineno
    except RecursionError:
        return 1
    return 1


def _document(name: str, data: bytes) -> Document:
    """The file as something that knows its lines; a picture in it is left out, and takes up no line of its own."""
    return Document(name, PICTURE.sub(b'""', data).decode(errors="replace"))


def _checked(name: str, data: bytes, kind: type[T]) -> T:
    try:
        return read_json(data, kind)
    except msgspec.ValidationError:
        return _document(name, data).read(kind)


def _bounded(name: str, data: bytes, squares: int, where: str) -> None:
    """Refuse a file that would take too long to read, before anything is drawn out of it."""
    if squares > MOST_SQUARES:
        raise _document(name, data).fault(Words(TEXTS, "map.too_much", squares=squares, most=MOST_SQUARES), where)


def _too_large(name: str, data: bytes, wide: int, high: int) -> Fault:
    return _document(name, data).fault(Words(TEXTS, "map.too_large", wide=wide, high=high, most=LARGEST))


def _built(name: str, data: bytes, squares: Squares, notes: dict[str, str], declared: Options) -> MapRead:
    wide, high = sheet_of(squares)
    if max(wide, high) > LARGEST:
        raise _too_large(name, data, wide, high)
    if len(squares.areas) > MOST_SPACES:
        raise _document(name, data).fault(Words(TEXTS, "map.many_spaces", spaces=len(squares.areas), most=MOST_SPACES))
    least = {option: declared[option].minimum or 1 for option in ("page_width_squares", "page_height_squares")}
    sheet = {
        "page_width_squares": max(wide, int(least["page_width_squares"])),
        "page_height_squares": max(high, int(least["page_height_squares"])),
    }
    dungeon = dungeon_of(squares, declared.defaults() | sheet)
    wrong = unsound(dungeon, declared)
    if wrong is not None:
        raise Fault(wrong)
    reached = reached_from(SURFACE, dungeon.links.values())
    lost = tuple(space for space in dungeon.spaces if space not in reached)
    return MapRead(dungeon, notes=notes, lost=lost)
