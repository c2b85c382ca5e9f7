"""Finding ground for a place: the ways into it, the orientations and positions that are tried, the sizes below."""

from collections.abc import Iterator

from msgspec import Struct

from arbitro.appendix_a.door import door_mouth
from arbitro.appendix_a.shape import Footprint
from arbitro.appendix_a.site import Cell, Site, placed
from arbitro.appendix_a.work import Work
from arbitro.dungeon.ground import Ground
from arbitro.dungeon.lattice import (
    DX,
    DY,
    FIVE_FT,
    TEN_FT,
    bounds,
    common,
    ends,
    half_width,
    hull,
    is_diagonal,
    moved,
    near4,
    rectangle,
    stretch,
    up4,
)
from arbitro.dungeon.model import Face, Heading, Lead, Polygon, Segment


class WayIn(Struct, frozen=True):
    """A way into a place: a cut on a cardinal heading, the floor before it that the place takes along, the opening."""

    face: Face
    opening: Segment
    necks: tuple[Polygon, ...] = ()


def entries_from_corridor(work: Work, face: Face, width: int = 30) -> list[WayIn]:
    """The ways into a place at the end of a corridor: one, or the two elbows of a diagonal."""
    if not is_diagonal(face.heading):
        return [WayIn(face, ends(face))]
    width = min(width, face.width)
    return [
        WayIn(cut, ends(face), (hull((*ends(Face(face.x, face.y, face.heading, width, face.cut)), *ends(cut))),))
        for cut in work.layout.shuffled(elbows(face, width))
    ]


def elbows(face: Face, width: int) -> list[Face]:
    """The two cardinal cuts into which a diagonal corridor can turn."""
    square = _square_to_cut(face)
    other = (face.heading + 1) % 8 if square == (face.heading - 1) % 8 else (face.heading - 1) % 8
    x, y = near4(face.x), near4(face.y)
    first = Face(x + TEN_FT * DX[square], y + TEN_FT * DY[square], square, width)
    along, aside = up4(half_width(face.heading, width)), up4(half_width(square, width))
    second = Face(x + along * DX[other] + aside * DX[square], y + along * DY[other] + aside * DY[square], other, width)
    return [first, second]


def _square_to_cut(face: Face) -> Heading:
    if face.cut == "h":
        return 0 if DY[face.heading] < 0 else 4
    return 2 if DX[face.heading] > 0 else 6


def entries_from_door(work: Work, lead: Lead) -> list[WayIn]:
    """The ways into a room behind a door: on the wall, over a short neck, or over an arm out of a diagonal wall."""
    face = lead.front
    if not is_diagonal(face.heading):
        mouth = door_mouth(lead, face.heading, 10)
        if mouth is None:
            return []
        return [WayIn(mouth.face, mouth.segment, (mouth.first_part,) if mouth.first_part else ())]
    if lead.frame == "ahead":
        return entries_from_corridor(work, face, 10)
    found = []
    for heading in work.layout.shuffled([(face.heading - 1) % 8, (face.heading + 1) % 8]):
        mouth = door_mouth(lead, heading, 10)
        if mouth is not None:
            necks = tuple(polygon for polygon in (mouth.first_part, stretch(mouth.face, TEN_FT)) if polygon)
            found.append(WayIn(moved(mouth.face, TEN_FT), mouth.segment, necks))
    return found


def possible(ground: Ground, entries: list[WayIn]) -> list[WayIn]:
    """The ways in whose own floor is free and that have at least 5 ft of free ground beyond."""
    return [
        entry
        for entry in entries
        if ground.all_free(entry.necks)
        and ground.clear(Face(entry.face.x, entry.face.y, entry.face.heading, 5), FIVE_FT)
    ]


def mouth_places(work: Work, entry: WayIn, width: int) -> list[int]:
    """Where the west or north end of a box can lie so that the mouth fills whole wall stretches, in drawn order."""
    face = entry.face
    centre = face.x if face.heading in (0, 4) else face.y
    count = max(1, face.width // 10)
    whole = width // TEN_FT
    if count > whole:
        return [near4(centre - width // 2)]
    first = centre - 4 * count
    return work.layout.shuffled([first - TEN_FT * number for number in range(whole - count + 1)])


def origin_for(entry: WayIn, low: int, width: int) -> tuple[int, int]:
    """The sheet point of a footprint's local origin when its box begins at `low`."""
    face = entry.face
    right = (face.heading + 2) % 8
    positive = DX[right] + DY[right] > 0
    along = low if positive else low + width
    return (along, face.y) if face.heading in (0, 4) else (face.x, along)


def mouth_interval(entry: WayIn, low: int, width: int) -> tuple[int, int]:
    """The piece of the entry wall that the mouth takes."""
    face = entry.face
    centre = face.x if face.heading in (0, 4) else face.y
    half = half_width(face.heading, face.width)
    return max(low, centre - half), min(low + width, centre + half)


def fit_footprints(
    work: Work, level: int, entries: list[WayIn], prints: tuple[Footprint, ...]
) -> tuple[Site, WayIn, Footprint] | None:
    """Try the outlines of one size: each way in, each orientation in drawn order, each place of the mouth."""
    ground = work.ground(level)
    for entry in entries:
        for footprint in prints:
            for low in mouth_places(work, entry, footprint.width):
                site = _try(ground, level, entry, footprint, low)
                if site is not None:
                    return site, entry, footprint
    return None


def _try(ground: Ground, level: int, entry: WayIn, footprint: Footprint, low: int) -> Site | None:
    heading = entry.face.heading
    polygon = placed(footprint.polygon, origin_for(entry, low, footprint.width), heading)
    if ground.blocker(polygon):
        return None
    box = bounds(placed(((0, 0), (footprint.width, footprint.depth)), origin_for(entry, low, footprint.width), heading))
    if not ground.on_sheet(box):
        return None
    site = Site("", level, heading, box, (polygon,))
    return site if open_mouth(ground, site, entry, low, footprint.width) else None


def open_mouth(ground: Ground, site: Site, entry: WayIn, low: int, width: int) -> bool:
    """Join a way in to a site: its floor, the neck that a round or slanted wall needs, the stretches it takes."""
    wall = (entry.face.heading + 4) % 8
    start, end = mouth_interval(entry, low, width)
    depth = site.neck(wall, start, end)
    if depth:
        neck = site.neck_polygon(wall, start, end, depth)
        if ground.blocker(neck):
            return False
        site.necks.append(neck)
    site.necks.extend(entry.necks)
    count = max(1, entry.face.width // 10)
    centre = (start + end) // 2
    site.used[wall].append((min(start, centre - 4 * count), max(end, centre + 4 * count)))
    return True


def entry_opening(site: Site, entry: WayIn) -> Segment:
    """Where the way in crosses the boundary of the place: narrowed where the mouth is wider than the wall."""
    if entry.necks:
        return entry.opening
    _, low, high = site.side((entry.face.heading + 4) % 8)
    return common(entry.opening, site.wall_segment((entry.face.heading + 4) % 8, low, high)) or entry.opening


def grow_irregular(work: Work, level: int, entry: WayIn, squares: int) -> tuple[Site, int] | None:
    """A connected set of 10 ft squares, grown from those behind the mouth into free ground."""
    ground = work.ground(level)
    face = entry.face
    count = max(1, face.width // 10)
    centre = face.x if face.heading in (0, 4) else face.y
    base = origin_for(entry, centre - 4 * count, TEN_FT * count)

    def square(cell: Cell) -> Polygon:
        u, v = cell
        corners = ((8 * u, 8 * v), (8 * u, 8 * v + 8), (8 * u + 8, 8 * v + 8), (8 * u + 8, 8 * v))
        return placed(corners, base, face.heading)

    first = [(number, 0) for number in range(count)]
    if not all(ground.free(square(cell)) for cell in first):
        return None
    taken = dict.fromkeys(first)
    rim: list[Cell] = []
    seen = set(first)

    def extend(cell: Cell) -> Iterator[Cell]:
        u, v = cell
        for next_cell in ((u, v + 1), (u - 1, v), (u + 1, v), (u, v - 1)):
            # The room keeps to its own side of the entry wall.
            if next_cell not in seen and next_cell[1] >= 0:
                seen.add(next_cell)
                if ground.free(square(next_cell)):
                    yield next_cell

    for cell in first:
        rim.extend(extend(cell))
    while rim and len(taken) < squares:
        number = work.layout.below(len(rim))
        cell = rim[number]
        rim[number] = rim[-1]
        rim.pop()
        taken[cell] = None
        rim.extend(extend(cell))
    parts = tuple(square(cell) for cell in taken)
    parts = tuple(rectangle(*bounds(part)) for part in parts)
    box = bounds(point for part in parts for point in part)
    site = Site("", level, face.heading, box, parts)
    site.cells = {(x // 4 + dx, y // 4 + dy) for part in parts for x, y in part[:1] for dx in (0, 1) for dy in (0, 1)}
    low = box[0] if face.heading in (0, 4) else box[1]
    width = box[2] - box[0] if face.heading in (0, 4) else box[3] - box[1]
    if not open_mouth(ground, site, entry, low, width):
        return None
    return site, len(taken)
