"""Hatching: small clusters of parallel strokes that fill the rock along the walls, as with a pen.

One patch of clusters is worked out and laid over the sheet like tiles; only the clusters near a wall are drawn.
"""

from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final

from arbitro.dungeon.draw.hand import Hand, mixed
from arbitro.dungeon.draw.raster import CELL, Raster, grown, shrunk

ACROSS: Final = 16
"""Clusters to the side of the patch."""
APART: Final = 33
"""Tenths of a unit from one cluster to the next: some 4 ft."""
SIDE: Final = ACROSS * APART
STROKES: Final = 4
GAP: Final = 8.0
"""Tenths of a unit between the strokes of a cluster."""
NEAR: Final = 3
FAR: Final = 4
"""In cells: clusters this near to a wall are all drawn, further ones here and there."""

Patch = tuple[tuple[int, int, str], ...]
"""Clusters as their middle and the path from there."""


@lru_cache(maxsize=8)
def patch(seed: int) -> Patch:
    """The clusters of a patch, whose edges fit each other."""
    points: list[tuple[float, float]] = []
    turns: list[float] = []
    for row in range(ACROSS):
        for column in range(ACROSS):
            bits = mixed(seed ^ row << 32 ^ column << 8)
            x = (column + 0.5 + 0.7 * ((bits & 0xFFFF) / 0xFFFF - 0.5)) * APART
            y = (row + 0.5 + 0.7 * ((bits >> 16 & 0xFFFF) / 0xFFFF - 0.5)) * APART
            points.append((x, y))
            # Neighbours lean different ways: a quarter turn between the colours of a chessboard, and a little chance.
            turns.append(pi * ((row + column) % 2 / 2 + (row % 2) / 4 + 0.2 * ((bits >> 32 & 0xFFFF) / 0xFFFF)))
    return tuple(
        _cluster(points, turns[number], row, column, seed)
        for number, (row, column) in enumerate((row, column) for row in range(ACROSS) for column in range(ACROSS))
    )


def _cluster(points: list[tuple[float, float]], turn: float, row: int, column: int, seed: int) -> tuple[int, int, str]:
    x, y = points[row * ACROSS + column]
    near: list[tuple[float, float]] = []
    for dr in (-2, -1, 0, 1, 2):
        for dc in (-2, -1, 0, 1, 2):
            if dr or dc:
                px, py = points[(row + dr) % ACROSS * ACROSS + (column + dc) % ACROSS]
                shift_x = SIDE * ((column + dc) // ACROSS)
                shift_y = SIDE * ((row + dr) // ACROSS)
                near.append((px + shift_x - x, py + shift_y - y))
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    parts: list[tuple[int, int, int, int]] = []
    bits = mixed(seed ^ row << 20 ^ column)
    for stroke in range(STROKES):
        offset = (stroke - (STROKES - 1) / 2) * GAP
        ox, oy = across[0] * offset, across[1] * offset
        low, high = -1.2 * APART, 1.2 * APART
        for nx, ny in near:
            # Stay on this side of the line halfway to the neighbour, with a sliver of white between.
            distance = hypot(nx, ny)
            room = distance / 2 - 1.2 - (ox * nx + oy * ny) / distance
            slope = (along[0] * nx + along[1] * ny) / distance
            if abs(slope) < 1e-9:
                if room < 0:
                    low, high = 1.0, 0.0
            elif slope > 0:
                high = min(high, room / slope)
            else:
                low = max(low, room / slope)
        ragged = bits >> 6 * stroke & 63
        low, high = low + (ragged & 7) / 2, high - (ragged >> 3) / 2
        if high - low > 6:
            parts.append(
                (
                    round(x + ox + along[0] * low),
                    round(y + oy + along[1] * low),
                    round(x + ox + along[0] * high),
                    round(y + oy + along[1] * high),
                )
            )
    path = ""
    at_x, at_y = round(x), round(y)
    for ax, ay, bx, by in parts:
        path += f"m{ax - at_x} {ay - at_y}l{bx - ax} {by - ay}"
        at_x, at_y = bx, by
    return round(x), round(y), path


def hatching(floors: Raster, hand: Hand) -> str:
    """The path of all strokes along the walls of a level; the floor is to be laid over it."""
    west, north, east, south = (10 * side for side in floors.box)
    near = grown(floors.rows, floors.columns, NEAR)
    far = grown(near, floors.columns, FAR - NEAR)
    inside = shrunk(floors.rows, floors.columns, 1)
    clusters = patch(hand.seed)
    cell = 10 * CELL
    found: list[str] = []
    add = found.append
    columns, height = floors.columns, len(floors.rows)
    for top in range(north // SIDE * SIDE, south, SIDE):
        for row in range(ACROSS):
            # Rows of clusters that no wall comes near are passed over at once.
            y0 = (top + row * APART - APART - north) // cell
            if not any(far[max(0, y0) : max(0, y0 + 3 * APART // cell)]):
                continue
            for left in range(west // SIDE * SIDE, east, SIDE):
                for x, y, path in clusters[row * ACROSS : (row + 1) * ACROSS]:
                    px, py = x + left, y + top
                    cx, cy = (px - west) // cell, (py - north) // cell
                    if not (0 <= cy < height and 0 <= cx < columns) or inside[cy] >> cx & 1:
                        continue
                    # Strays are drawn by where they lie, not by the patch, which would repeat them evenly.
                    if near[cy] >> cx & 1 or (far[cy] >> cx & 1 and not hand.at(px, py) & 3):
                        add(f"M{px} {py}{path}")
    return "".join(found)


BAND: Final = 2 * 10 * CELL * NEAR + 10 * CELL
"""The width of a stroke along the walls that covers what `hatching` covers, in tenths of a unit."""


@lru_cache(maxsize=64)
def pattern(name: str, ink: str) -> str:
    """A patch as a pattern of SVG of that id, for maps that are drawn anew at every step: the same at all tables."""
    path = "".join(f"M{x} {y}{strokes}" for x, y, strokes in patch(0))
    size = f'width="{SIDE}" height="{SIDE}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{name}" {size}><path d="{path}" fill="none"{ink}/></pattern>'
