"""Natural walls: the stepped outline of a cave as a hand rounds it off, kept exact where something opens into it."""

from typing import Final

from msgspec import Struct

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.walls import Spot, WallPiece, Walls

STEP: Final = 4
"""Natural walls run on 5 ft lines and are bent at each of these points."""
ROUGH: Final = 9
"""How far a point of a natural wall may be moved, in tenths of a unit."""
Tenths = tuple[int, int]
Plain = tuple[float, float]
"""A point of the lattice whose exactness no longer matters."""


class Run(Struct, frozen=True):
    """A part of a cave's outline: its points in tenths of a unit. `free` ones are drawn as a curve."""

    kind: str
    points: tuple[Tenths, ...]


class Loop(Struct, frozen=True):
    """One closed outline of a cave, or of a block of rock inside it."""

    runs: tuple[Run, ...]

    @property
    def closed_free(self) -> bool:
        """Whether nothing at all opens into it or touches it."""
        return len(self.runs) == 1 and self.runs[0].kind == "free"


def loops_of(walls: Walls, cave: str, hand: Hand) -> list[Loop]:
    """The outlines of a cave, clockwise about its floor."""
    return [_loop(walls, ring, hand) for ring in _rings(walls.natural[cave])]


def _rings(pieces: list[WallPiece]) -> list[list[WallPiece]]:
    starts: dict[Spot, list[WallPiece]] = {}
    for piece in pieces:
        starts.setdefault(_start(piece), []).append(piece)
    found: list[list[WallPiece]] = []
    for first in pieces:
        if first not in starts.get(_start(first), ()):
            continue
        ring: list[WallPiece] = []
        at = _start(first)
        while starts.get(at):
            piece = starts[at].pop(0)
            ring.append(piece)
            at = _end(piece)
        found.append(ring)
    return found


def _start(piece: WallPiece) -> Spot:
    return (piece.low if piece.side > 0 else piece.high)[1:]


def _end(piece: WallPiece) -> Spot:
    return (piece.high if piece.side > 0 else piece.low)[1:]


def _loop(walls: Walls, ring: list[WallPiece], hand: Hand) -> Loop:
    parts = [part for piece in ring for part in walls.split(piece)]
    # Begin where something fixed ends, so that no free run is cut in two.
    turn = next((at for at in range(len(parts)) if parts[at - 1][0] != "free" and parts[at][0] == "free"), 0)
    runs: list[tuple[str, list[Plain]]] = []
    for kind, a, b in parts[turn:] + parts[:turn]:
        start, end = (float(a[1]), float(a[2])), (float(b[1]), float(b[2]))
        points = _stepped(start, end) if kind == "free" else [start, end]
        if runs and runs[-1][0] == kind:
            runs[-1][1].extend(points[1:])
        else:
            runs.append((kind, points))
    whole = len(runs) == 1
    return Loop(
        tuple(Run(kind, _moved(points, hand, whole) if kind == "free" else _tenths(points)) for kind, points in runs)
    )


def _stepped(a: Plain, b: Plain) -> list[Plain]:
    """The points of a straight piece at every 5 ft."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    count = max(1, round(max(abs(dx), abs(dy)) / STEP))
    return [(a[0] + dx * step / count, a[1] + dy * step / count) for step in range(count)] + [b]


def _tenths(points: list[Plain]) -> tuple[Tenths, ...]:
    return tuple((round(10 * x), round(10 * y)) for x, y in points)


def _moved(points: list[Plain], hand: Hand, whole: bool) -> tuple[Tenths, ...]:
    """The points, each a little off its place; the ends stay unless they are one."""
    placed = _tenths(points)
    last = len(placed) - 1
    found: list[Tenths] = []
    for at, (x, y) in enumerate(placed):
        if at in (0, last) and not whole:
            found.append((x, y))
        else:
            bits = hand.at(x, y)
            found.append((x + bits % (2 * ROUGH + 1) - ROUGH, y + (bits >> 20) % (2 * ROUGH + 1) - ROUGH))
    return tuple(found)


def curve(run: Run, *, closed: bool = False) -> str:
    """The path of a free run after its first point: each of its points pulls the line, which passes between them."""
    points = run.points
    if closed:
        ring = points[:-1]
        middles = [_middle(ring[at - 1], ring[at]) for at in range(len(ring))]
        parts = [f"M{middles[0][0]} {middles[0][1]}"]
        for at, (x, y) in enumerate(ring):
            mx, my = middles[(at + 1) % len(ring)]
            parts.append(f"Q{x} {y} {mx} {my}")
        return "".join(parts) + "Z"
    parts = []
    for at in range(1, len(points) - 1):
        x, y = points[at]
        mx, my = _middle(points[at], points[at + 1]) if at < len(points) - 2 else points[-1]
        parts.append(f"Q{x} {y} {mx} {my}")
    if not parts:
        parts.append(f"L{points[-1][0]} {points[-1][1]}")
    return "".join(parts)


def _middle(a: Tenths, b: Tenths) -> Tenths:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def floor_path(loop: Loop) -> str:
    """The closed path that fills a cave."""
    if loop.closed_free:
        return curve(loop.runs[0], closed=True)
    x, y = loop.runs[0].points[0]
    parts = [f"M{x} {y}"]
    for run in loop.runs:
        if run.kind == "free":
            parts.append(curve(run))
        else:
            parts.extend(f"L{px} {py}" for px, py in run.points[1:])
    return "".join(parts) + "Z"


def wall_path(loop: Loop) -> str:
    """The rounded walls of a cave; those that touch other floors are drawn with the built ones."""
    if loop.closed_free:
        return curve(loop.runs[0], closed=True)
    return "".join(f"M{run.points[0][0]} {run.points[0][1]}{curve(run)}" for run in loop.runs if run.kind == "free")


def flattened(loop: Loop) -> list[list[tuple[float, float]]]:
    """The rounded walls of a cave as polylines in units, for tables that know no curves."""
    found: list[list[tuple[float, float]]] = []
    for run in loop.runs:
        if run.kind != "free":
            continue
        points = list(run.points)
        if loop.closed_free:
            ring = points[:-1]
            middles = [_middle(ring[at - 1], ring[at]) for at in range(len(ring))]
            line: list[tuple[float, float]] = [middles[0]]
            for at, control in enumerate(ring):
                end = middles[(at + 1) % len(ring)]
                line += [_halfway(line[-1], control, end), end]
        else:
            line = [points[0]]
            for at in range(1, len(points) - 1):
                end = _middle(points[at], points[at + 1]) if at < len(points) - 2 else points[-1]
                line += [_halfway(line[-1], points[at], end), end]
            if len(points) == 2:
                line.append(points[1])
        found.append([(x / 10, y / 10) for x, y in line])
    return found


def _halfway(a: tuple[float, float], control: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + 2 * control[0] + b[0]) / 4, (a[1] + 2 * control[1] + b[1]) / 4
