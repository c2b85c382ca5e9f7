"""Checks of a finished dungeon, written independently of the generator: the slow twins of its fast tests."""

from collections.abc import Iterable
from itertools import combinations

from arbitro.dungeon.events import TableRolled
from arbitro.dungeon.lattice import double_area, half_width, is_diagonal
from arbitro.dungeon.model import SURFACE, Dungeon, Link, Polygon, Segment, Space
from arbitro.kernel.event import Event


def clipped_area(subject: Polygon, clip: Polygon) -> float:
    """The area two convex polygons share, by cutting one with every side of the other."""
    points: list[tuple[float, float]] = [(float(x), float(y)) for x, y in subject]
    for (ax, ay), (bx, by) in zip(clip, clip[1:] + clip[:1], strict=True):
        inside = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in points]
        kept: list[tuple[float, float]] = []
        for number, point in enumerate(points):
            previous = number - 1
            if (inside[number] >= 0) != (inside[previous] >= 0):
                share = inside[previous] / (inside[previous] - inside[number])
                px, py = points[previous]
                kept.append((px + share * (point[0] - px), py + share * (point[1] - py)))
            if inside[number] >= 0:
                kept.append(point)
        points = kept
        if len(points) < 3:
            return 0.0
    return sum(x0 * y1 - y0 * x1 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True)) / 2


def box(polygon: Polygon) -> tuple[int, int, int, int]:
    xs, ys = zip(*polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlaps(dungeon: Dungeon) -> list[tuple[str, str]]:
    """Pairs of spaces whose floors share area (INV-02)."""
    found = []
    by_level: dict[int, list[tuple[str, Polygon, tuple[int, int, int, int]]]] = {}
    for space in dungeon.spaces.values():
        for polygon in space.floor:
            by_level.setdefault(space.level, []).append((space.id, polygon, box(polygon)))
    for entries in by_level.values():
        entries.sort(key=lambda entry: entry[2][0])
        for number, (one, polygon, (_, y0, x1, y1)) in enumerate(entries):
            for other, second, (a0, b0, _, b1) in entries[number + 1 :]:
                if a0 >= x1:
                    break
                if one != other and b0 < y1 and y0 < b1 and clipped_area(polygon, second) > 1e-6:
                    found.append((one, other))
    return found


def off_sheet(dungeon: Dungeon) -> list[str]:
    """Spaces that leave the sheet (INV-03)."""
    width, height = dungeon.sheet
    return [
        space.id
        for space in dungeon.spaces.values()
        if any(not (0 <= x <= width and 0 <= y <= height) for polygon in space.floor for x, y in polygon)
    ]


def unreachable(dungeon: Dungeon) -> set[str]:
    """Spaces that cannot be reached from the surface over links in a permitted direction (INV-04)."""
    ways: dict[str, list[str]] = {}
    for link in dungeon.links.values():
        ways.setdefault(link.a, []).append(link.b)
        if link.two_way:
            ways.setdefault(link.b, []).append(link.a)
    seen = {SURFACE}
    todo = [SURFACE]
    while todo:
        for near in ways.get(todo.pop(), ()):
            if near not in seen:
                seen.add(near)
                todo.append(near)
    return set(dungeon.spaces) - seen


def on_boundary_of(segment: Segment, space: Space) -> bool:
    """Whether a segment runs along the floor of a space without anything of that floor on one side of it."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    west, north, east, south = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    near = []
    for polygon in space.floor:
        x0, y0, x1, y1 = box(polygon)
        if x0 <= east and west <= x1 and y0 <= south and north <= y1:
            corners = zip(polygon, polygon[1:] + polygon[:1], strict=True)
            near.append([(px, py, qx - px, qy - py) for (px, py), (qx, qy) in corners])
    pieces = 16
    scale = 1e-3 / max(1.0, (dx * dx + dy * dy) ** 0.5)
    for number in range(pieces):
        x, y = ax + dx * (2 * number + 1) / (2 * pieces), ay + dy * (2 * number + 1) / (2 * pieces)
        one = _inside(near, x - dy * scale, y + dx * scale)
        if one == _inside(near, x + dy * scale, y - dx * scale):
            return False
    return True


def _inside(polygons: list[list[tuple[int, int, int, int]]], x: float, y: float) -> bool:
    """Whether a point lies in one of some polygons, given by their sides."""
    for sides in polygons:
        for px, py, ex, ey in sides:
            if ex * (y - py) - ey * (x - px) <= -1e-9:
                break
        else:
            return True
    return False


def misplaced_links(dungeon: Dungeon) -> list[Link]:
    """Doors and openings that do not lie on the boundary of both spaces (INV-11)."""
    return [
        link
        for link in dungeon.links.values()
        if link.segment is not None
        and any(not on_boundary_of(link.segment, dungeon.spaces[end]) for end in (link.a, link.b) if end)
    ]


def crooked(dungeon: Dungeon) -> list[str]:
    """Spaces off the lattice: bad headings, widths, convexity, cuts off the 5 ft lines (INV-08, INV-09, INV-26)."""
    found = []
    for space in dungeon.spaces.values():
        for polygon in space.floor:
            if double_area(polygon) <= 0 or not convex(polygon):
                found.append(space.id)
            if any(type(value) is not int for point in polygon for value in point):
                found.append(space.id)
        face = space.face
        if face is None:
            continue
        if face.width not in (5, 10, 20, 30) or not 0 <= face.heading < 8 or space.length <= 0:
            found.append(space.id)
        if is_diagonal(face.heading):
            if (face.y if face.cut == "h" else face.x) % 4:
                found.append(space.id)
        elif face.x % 4 or face.y % 4:
            found.append(space.id)
        assert half_width(face.heading, face.width)
    return found


def convex(polygon: Polygon) -> bool:
    count = len(polygon)
    for number in range(count):
        (ax, ay), (bx, by), (cx, cy) = (polygon[(number + step) % count] for step in range(3))
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0:
            return False
    return True


def rolls(events: Iterable[Event]) -> list[tuple[str, str, int, str]]:
    """The dice log: lead, table, total, row."""
    return [
        (event.lead, event.lookup.table, event.lookup.total, event.lookup.row)
        for event in events
        if isinstance(event, TableRolled)
    ]


def all_pairs_overlap(dungeon: Dungeon) -> bool:
    """The same as `overlaps` without any shortcut, for small dungeons."""
    spaces = list(dungeon.spaces.values())
    return any(
        clipped_area(p, q) > 1e-6
        for one, other in combinations(spaces, 2)
        if one.level == other.level
        for p in one.floor
        for q in other.floor
    )
