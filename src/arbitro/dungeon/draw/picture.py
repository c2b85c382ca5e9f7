"""A picture as a list of what is drawn, in order: the one drawing that SVG, PNG and PDF are written from.

All measures are whole tenths of a unit of the lattice: 80 to the 10 ft square.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal
from xml.sax.saxutils import escape

from msgspec import Struct

from arbitro.dungeon.draw.theme import Ink, Theme

SQUARE_TENTHS: Final = 80
FAMILY: Final = "Caladea, Cambria, Georgia, serif"
Anchor = Literal["start", "middle", "end"]


class Path(Struct, frozen=True):
    """A path in the notation of SVG (M, L, H, V, Q, C, Z and the small m, l, h, v), and its ink."""

    ink: str
    d: str


class Text(Struct, frozen=True):
    """A word or number; `y` is the base line."""

    x: int
    y: int
    words: str
    size: int
    anchor: Anchor = "middle"
    bold: bool = False
    italic: bool = False
    halo: bool = False
    """With a rim of floor colour, so that it can be read over lines."""
    soft: bool = False


Item = Path | Text
Parts = dict[str, list[Item]]
"""What is drawn one after the other, by the name of what it shows."""


class Picture(Struct):
    """A drawing on a sheet: its box, the floor (washed around and filled), and everything else."""

    box: tuple[int, int, int, int]
    """West, north, east, south."""
    theme: Theme
    title: str
    description: str
    floor: str = ""
    items: list[Item] = []

    @property
    def width(self) -> int:
        """From west to east."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        """From north to south."""
        return self.box[3] - self.box[1]


def to_svg(picture: Picture, pixels_per_square: float = 40, *, name: str = "") -> str:
    """The picture as an SVG document of its own; `name` goes before its ids, so that several can stand in one page."""
    west, north, _, _ = picture.box
    scale = pixels_per_square / SQUARE_TENTHS
    theme = picture.theme
    size = f'width="{decimal(picture.width * scale)}" height="{decimal(picture.height * scale)}"'
    view = f'viewBox="{west} {north} {picture.width} {picture.height}"'
    found = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} role="img" aria-labelledby="{name}t {name}d">',
        f'<title id="{name}t">{escape(picture.title)}</title><desc id="{name}d">{escape(picture.description)}</desc>',
        f'<defs><path id="{name}floor" d="{picture.floor}"/></defs>',
        f'<rect x="{west}" y="{north}" width="{picture.width}" height="{picture.height}" fill="{theme.paper}"/>',
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="{FAMILY}">',
    ]
    for item in picture.items:
        if isinstance(item, Text):
            found.append(_text(item, theme))
        elif not item.d:
            continue
        elif item.d is picture.floor:
            found.append(f'<use href="#{name}floor"{ink_svg(theme.inks[item.ink])}/>')
        else:
            found.append(item_svg(item, theme))
    found.append("</g></svg>\n")
    return "\n".join(found)


def merged(items: Iterable[Item]) -> list[Item]:
    """Neighbouring paths of one ink put together, where their order does not matter to the eye."""
    found: list[Item] = []
    for ink, group in groupby(items, lambda item: item.ink if isinstance(item, Path) else ""):
        if ink:
            found.append(Path(ink, "".join(item.d for item in group if isinstance(item, Path))))
        else:
            found.extend(group)
    return found


def item_svg(item: Item, theme: Theme) -> str:
    """One thing of a picture as an element of its own."""
    if isinstance(item, Text):
        return _text(item, theme)
    return f'<path class="{item.ink}" d="{item.d}"{ink_svg(theme.inks[item.ink])}/>'


def decimal(value: float) -> str:
    """A measure with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=256)
def ink_svg(ink: Ink) -> str:
    """How a path is drawn, as attributes."""
    found = f' fill="{ink.fill}"' if ink.fill else ""
    if ink.stroke:
        found += f' stroke="{ink.stroke}" stroke-width="{decimal(ink.width)}"'
    if ink.dash:
        found += f' stroke-dasharray="{" ".join(map(str, ink.dash))}"'
    if ink.opacity != 1:
        found += f' opacity="{decimal(ink.opacity)}"'
    return found


def _text(text: Text, theme: Theme) -> str:
    found = f'<text x="{text.x}" y="{text.y}" font-size="{text.size}" fill="{theme.soft if text.soft else theme.ink}"'
    if text.anchor != "start":
        found += f' text-anchor="{text.anchor}"'
    if text.bold:
        found += ' font-weight="bold"'
    if text.italic:
        found += ' font-style="italic"'
    if text.halo:
        floor = theme.inks["floor"].fill
        found += f' stroke="{floor}" stroke-width="{text.size // 4}" paint-order="stroke"'
    return f"{found}>{escape(text.words)}</text>"
