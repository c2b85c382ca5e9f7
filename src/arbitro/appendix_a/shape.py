"""Footprints: the outlines of rooms in a box of their own, entered through its lower side.

Local coordinates: u to the right along the entry side, v inwards. Corners run clockwise as seen with v upwards, so that
every turn of the box onto the sheet keeps them clockwise there.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from arbitro.appendix_a.tables import PACKAGE
from arbitro.dungeon.lattice import double_area
from arbitro.dungeon.model import Polygon
from arbitro.kernel.yamlfile import open_packaged

RULES: Final = ("DA-ROOM-09",)
_SQFT: Final = (25, 16)
"""Square feet to the square unit, as a fraction."""
_ROUND: Final = ((1000, 199), (848, 566), (566, 848), (199, 1000))
"""Thousandths of the two semi-axes at which the corners of a circle or oval lie."""


class Footprint(Struct, frozen=True):
    """An outline in a box `width` across and `depth` along the way in, in units."""

    shape: str
    width: int
    depth: int
    polygon: Polygon

    @property
    def square_feet(self) -> float:
        """The area that is really drawn."""
        return abs(double_area(self.polygon)) / 2 * _SQFT[0] / _SQFT[1]

    @property
    def size(self) -> tuple[int, int]:
        """The measures of the box in feet, to the foot below."""
        return self.width * 5 // 4, self.depth * 5 // 4


@lru_cache(maxsize=512)
def rectangular(width_ft: int, depth_ft: int) -> Footprint:
    """A square or rectangle of so many feet."""
    width, depth = width_ft * 4 // 5, depth_ft * 4 // 5
    shape = "square" if width == depth else "rectangle"
    return Footprint(shape, width, depth, ((0, 0), (0, depth), (width, depth), (width, 0)))


@lru_cache(maxsize=512)
def unusual(shape: str, area: int) -> tuple[Footprint, ...]:
    """The outlines of an unusual shape of about so many square feet: an oval may lie either way."""
    data = _outlines()
    if area in data.areas:
        number = data.areas.index(area)
        boxes: tuple[tuple[float, float], ...] = getattr(data, shape)
        across, along = boxes[number]
        cut = data.octagon_cut[number] if shape == "octagon" else 0
        width, depth, corner = int(across * 4 // 5), int(along * 4 // 5), int(cut * 4 // 5)
    else:
        width, depth, corner = _larger(shape, area)
    first = Footprint(shape, width, depth, _draw(shape, width, depth, corner))
    if shape == "oval":
        return first, Footprint(shape, depth, width, _draw(shape, depth, width, 0))
    return (first,)


class _Outlines(Struct, frozen=True, forbid_unknown_fields=True):
    """The boxes of the table of outlines, in feet."""

    rules: tuple[str, ...]
    areas: tuple[int, ...]
    circle: tuple[tuple[float, float], ...]
    oval: tuple[tuple[float, float], ...]
    triangle: tuple[tuple[float, float], ...]
    trapezoid: tuple[tuple[float, float], ...]
    hexagon: tuple[tuple[float, float], ...]
    octagon: tuple[tuple[float, float], ...]
    octagon_cut: tuple[float, ...]


@lru_cache(maxsize=1)
def _outlines() -> _Outlines:
    return open_packaged(PACKAGE, "tables", "outlines.yaml").read(_Outlines)


def _draw(shape: str, width: int, depth: int, cut: int) -> Polygon:
    half = width // 2
    match shape:
        case "circle" | "oval":
            return _round(half, depth // 2)
        case "triangle":
            return (0, 0), (half, depth), (width, 0)
        case "trapezoid":
            return (0, 0), (width // 4, depth), (3 * width // 4, depth), (width, 0)
        case "hexagon":
            low, high = half // 2, 3 * half // 2
            return (low, 0), (0, depth // 2), (low, depth), (high, depth), (width, depth // 2), (high, 0)
        case _:
            return (
                (cut, 0),
                (0, cut),
                (0, depth - cut),
                (cut, depth),
                (width - cut, depth),
                (width, depth - cut),
                (width, cut),
                (width - cut, 0),
            )


def _round(p: int, q: int) -> Polygon:
    """A polygon of sixteen corners about its middle."""
    corners = [((a * p + 500) // 1000, (b * q + 500) // 1000) for a, b in _ROUND]
    left_up = [(p - x, q + y) for x, y in corners]
    right_up = [(p + x, q + y) for x, y in reversed(corners)]
    right_down = [(p + x, q - y) for x, y in corners]
    left_down = [(p - x, q - y) for x, y in reversed(corners)]
    return tuple(left_up + right_up + right_down + left_down)


def _larger(shape: str, area: int) -> tuple[int, int, int]:
    """Of all boxes of like proportions, the one whose drawn area comes nearest (the smaller of two equally near)."""
    wanted = area * _SQFT[1] * 2

    def off(box: tuple[int, int, int]) -> int:
        return abs(abs(double_area(_draw(shape, *box))) * _SQFT[0] - wanted)

    return min(_boxes(shape, area), key=off)


def _boxes(shape: str, area: int) -> list[tuple[int, int, int]]:
    """The boxes to choose from, in units: 2.5 ft steps, 5 ft for triangles, trapezoids and the width of hexagons."""
    longest = 8
    while longest * longest * _SQFT[0] < area * _SQFT[1] * 4:
        longest += 8
    found: list[tuple[int, int, int]] = []
    wide = 4 if shape in ("triangle", "trapezoid", "hexagon") else 2
    for width in range(8, longest + 8, wide):
        match shape:
            case "circle":
                found.append((width, width, 0))
            case "octagon":
                cut = (29 * width // 100 + 1) // 2 * 2
                found.append((width, width, cut))
            case "oval":
                found.extend((width, d, 0) for d in range(4, width, 2) if 14 * d <= 10 * width <= 16 * d)
            case "triangle":
                found.extend((width, d, 0) for d in range(width - 8, width + 9, 4) if d > 0)
            case "trapezoid":
                found.extend((width, d, 0) for d in range(4, width, 4) if 55 * width <= 100 * d <= 75 * width)
            case _:
                found.extend((width, d, 0) for d in range(4, width, 2) if 150 * width <= 200 * d <= 175 * width)
    return found


def smaller_areas(area: int) -> list[int]:
    """What an area of A.5.3 is cut down to, in turn: one row less with the same number of 12s, then one 12 less."""
    rows = (500, 900, 1300, 2000, 2700, 3400)
    twelves, base = divmod(area, 3400)
    if base == 0:
        twelves, base = twelves - 1, 3400
    found: list[int] = []
    while twelves >= 0:
        found.extend(3400 * twelves + row for row in reversed(rows) if row < base)
        twelves, base = twelves - 1, 3401
    return found
