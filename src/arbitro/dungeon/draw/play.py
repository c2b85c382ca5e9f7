"""The live map: a level as it is known, with every place and every way out as something that can be pointed at.

The drawing is the same as on paper. Over it lie shapes without ink that a page can listen to:

- ``<path data-space="ID">`` for each space; its ``id`` is ``map1-space-ID`` on level 1;
- ``<path data-exit="ID" data-kind="door">`` for each way: a door, an opening, stairs, or an open end, whose ID is that
  of its lead (`arbitro.dungeon.telling.ToldWay` has the same ids); its ``id`` is ``map1-exit-ID``. The ways out of the
  party's own place are buttons that the keyboard reaches, with the class ``here``; ``data-choice`` names the choice
  that a way stands for;
- ``<g id="map1-party">`` where the party stands;
- ``<g id="map1-waiting-ID">`` where others of it wait, ``<g id="map1-fallen-ID">`` where some of it fell and
  ``<g id="map1-lying-ID">`` where something lies; names and things are its title; tokens follow, as on cards;
- ``<g class="legend" data-box="0 0 640 252">`` what the symbols mean: hidden, for a page to put beside the map.

Ids stay the same as the map grows. There is no script and no style in it, so a strict page may hold it as it is.

A map is drawn anew at every step, and hardly anything of it changes: its pieces are named by what they show, and those
of a space or a way that is as it was are not worked out again. Only the floor is one piece for the whole level, since
seams would show between floors that touch.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

from arbitro.dungeon.draw import pointing, tokens
from arbitro.dungeon.draw.frame import captions
from arbitro.dungeon.draw.grid import grid_path
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.hatch import BAND, pattern
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.draw.level import above_the_floor, extent
from arbitro.dungeon.draw.pen import Pen
from arbitro.dungeon.draw.picture import FAMILY, SQUARE_TENTHS, Parts, Path, Text, decimal, ink_svg, item_svg, merged
from arbitro.dungeon.draw.sight import UNTOLD, Lighting, seen
from arbitro.dungeon.draw.theme import THEMES, Style, Theme
from arbitro.dungeon.model import Dungeon, Space
from arbitro.dungeon.telling import describe_place
from arbitro.kernel.drawing import Attributes, Drawing, Layer, Piece
from arbitro.kernel.same import Same
from arbitro.text import Language

PENCILLED: Final[Attributes] = (
    ("fill", "none"),
    ("stroke-linecap", "round"),
    ("stroke-linejoin", "round"),
    ("font-family", FAMILY),
)
"""What all lines and words of a map have in common."""
FELT: Final[Attributes] = (("fill", "none"), ("stroke", "none"), ("pointer-events", "all"))
"""What the shapes have in common that are there only to be pointed at."""


def play_map(
    shown: Dungeon,
    level: int,
    decoration: int,
    language: Language,
    *,
    party: str = "",
    company: tokens.Company = tokens.ALONE,
    sight: Lighting = UNTOLD,
    choices: Mapping[str, str] = MappingProxyType({}),
    name: str = "map",
    style: Style = "old",
    pixels_per_square: float = 40,
) -> Drawing:
    """The map of a level for play. `party` is the space in which the party stands, if it is on this level.

    `company` are those who are on the map, `sight` what the party sees of it now; `choices` are the choices that ways
    stand for; `name` goes before all ids, so that several maps can stand on one page.

    Whatever stands in the dungeon given is drawn: for players give `knowledge.players_map`.
    """
    theme, name = THEMES[style], f"{name}{level}-"
    pen = Pen(shown, level, Hand(decoration), theme)
    here = shown.spaces.get(party)
    if here is not None and here.level != level:
        here = None
    told: dict[str, str] = {}
    if here is not None:
        told = {way.id: way.words for way in describe_place(shown, party, decoration, language).ways}
    west, north, east, south = (10 * side for side in extent(shown, level))
    wide, high, scale = east - west, south - north, pixels_per_square / SQUARE_TENTHS
    title, _, description = captions(language, level, len(numbers(shown, level)), players=True)
    headed = (
        Piece("title", f'<title id="{name}t">{escape(title)}</title>'),
        Piece("description", f'<desc id="{name}d">{escape(description)}</desc>'),
        Piece("paper", f'<rect x="{west}" y="{north}" width="{wide}" height="{high}" fill="{theme.paper}"/>'),
    )
    drawn = tuple(_drawn(pen, name))
    spaces = pointing.spaces(shown, level, language, name)
    ways = pointing.ways(shown, level, language, name, told, choices)
    standing = None if here is None else (here, tokens.stand(here, company, pen))
    people = tuple(tokens.people(standing, company, shown, pen, (language, name)))
    lit = () if standing is None else tuple(seen(shown, standing[0], standing[1].middle, sight, name))
    return Drawing(
        (
            ("width", decimal(wide * scale)),
            ("height", decimal(high * scale)),
            ("viewBox", f"{west} {north} {wide} {high}"),
            ("role", "group"),
            ("aria-labelledby", f"{name}t {name}d"),
        ),
        (
            Layer(headed),
            Layer((_floors(pen, name), *tokens.faces(company, name)), tag="defs"),
            Layer(drawn, PENCILLED),
            Layer(lit),
            Layer((*spaces, *ways), FELT),
            Layer(people),
        ),
        _patterns(pen, name),
    )


def _floors(pen: Pen, name: str) -> Piece:
    """All floors, to be drawn by their names: those of places by themselves, and all of them together."""
    sorts = (("passages", pen.passages_path()), ("places", pen.places_path()))
    floors = "".join(f'<path id="{name}{sort}" d="{path}"/>' for sort, path in sorts)
    return Piece("floor", f'<g id="{name}floor">{floors}</g>')


def _patterns(pen: Pen, name: str) -> tuple[Piece, ...]:
    """What the rock is hatched with, where the style hatches it."""
    hatch = pattern(f"{name}hatch", ink_svg(pen.theme.inks["hatch"]))
    return (Piece("hatch", hatch),) if pen.theme.hatched else ()


def _drawn(pen: Pen, name: str) -> Iterator[Piece]:
    """All that has ink: what lies about and on the floor, ruled space by space, and then what stands on it."""
    theme = pen.theme
    floor = f'<use href="#{name}floor"'
    if pen.walls.spaces:
        yield Piece("wash", f"{floor}{ink_svg(theme.inks['wash'])}/>")
        if theme.hatched:
            # A pattern along the walls, which is the same at every step; on paper every stroke is drawn.
            yield Piece("hatching", f'{floor} stroke="url(#{name}hatch)" stroke-width="{BAND}"/>')
        yield Piece("rim", f'<use href="#{name}places"{ink_svg(theme.inks["rim"])}/>')
        yield Piece("ground", f"{floor}{ink_svg(theme.inks['passage'])}/>")
    yield from _pieces({"corners": [Path("passage", pen.rounded_corners())]}, theme)
    if pen.walls.spaces:
        yield Piece("places", f'<use href="#{name}places"{ink_svg(theme.inks["floor"])}/>')
    for space in pen.walls.spaces:
        yield from _ruling(Same(space), ink_svg(theme.inks["grid"]))
    for parts in above_the_floor(pen):
        yield from _pieces(parts, theme)
    yield from _pieces(pen.marks, theme)


@lru_cache(maxsize=8192)  # most spaces stay from step to step
def _ruling(same: Same[Space], ink: str) -> tuple[Piece, ...]:
    path = grid_path((same.thing,))
    return (Piece(f"grid/{same.thing.id}", f'<path class="grid" d="{path}"{ink}/>'),) if path else ()


def _pieces(parts: Parts, theme: Theme) -> Iterator[Piece]:
    """Parts of a map as pieces, counted where several show one thing."""
    for name, items in parts.items():
        for number, item in enumerate(merged(items)):
            if isinstance(item, Text) or item.d:
                yield Piece(f"{name}/{number}", item_svg(item, theme))
