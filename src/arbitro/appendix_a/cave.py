"""Caves and caverns (A.8.1): size, natural outline, double caves, exits with their monsters, water."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from arbitro.appendix_a.content import roll_contents
from arbitro.appendix_a.entrance import enter
from arbitro.appendix_a.exits import ExitsRolled, draw_exits, roll_exits
from arbitro.appendix_a.fit import WayIn, mouth_interval, mouth_places, open_mouth, origin_for, possible
from arbitro.appendix_a.layout import Layout
from arbitro.appendix_a.outline import carve
from arbitro.appendix_a.site import Cell, Site, placed
from arbitro.appendix_a.water import Wet, place_water, roll_water
from arbitro.appendix_a.work import Work
from arbitro.dungeon.lattice import DX, DY, N, bounds, rectangle
from arbitro.dungeon.model import Box, Face, Heading, Lead, Point, Polygon, Space

SMALLER: Final = (
    "COLOSSAL",
    "CAVERN_150x200",
    "CAVERN_120x150",
    "CAVERN_95x125",
    "DOUBLE_35x50_80x90",
    "DOUBLE_20x30_60x60",
    "CAVE_50x75",
    "CAVE_40x60",
)
"""DA-SOLO-03: what a cave is stepped down to."""
OPENING: Final = 8
"""The two halves of a double cave open into one another over 10 ft."""
Measures = tuple[tuple[int, int], ...]


class Half(Struct, frozen=True):
    """One half of a cave on its ground."""

    site: Site
    size: tuple[int, int]


def build_cave(work: Work, lead: Lead, end: Lead, entries: list[WayIn]) -> bool:
    """Throw A.8.1 and draw a cave where a chamber or room was called for; False where none fits."""
    rolled, parts, wet = _roll(work)
    total = work.last_total("A.8.1")
    entries = possible(work.ground(end.level), entries)
    if not entries:
        return False
    for code, measures in _sizes(work, rolled, parts):
        found = _fit(work, end.level, entries, measures)
        if found is None:
            continue
        if code != rolled:
            work.adjust("A.8.1", total, "no_space", "smaller", code)
        halves, entry = found
        _finish(work, lead, end, Cave(halves, entry, wet), code)
        return True
    return False


def cave_around(work: Work, level: int, at: Point) -> str:
    """Throw A.8.1 and lay a cave about a point, facing north as nobody has walked into it; nothing where none fits."""
    rolled, parts, wet = _roll(work)
    total = work.last_total("A.8.1")
    nobody = WayIn(Face(*at, N, 10), ((at[0] - 4, at[1]), (at[0] + 4, at[1])))
    for code, measures in _sizes(work, rolled, parts):
        halves = _about(work, level, at, nobody, measures)
        if halves is None:
            continue
        if code != rolled:
            work.adjust("A.8.1", total, "no_space", "smaller", code)
        group, work.group = work.group, ""  # the party has not come to it yet
        exits, spaces = _lay(work, halves, code, work.lead)
        work.group = group
        first = halves[0].site.id
        _furnish(work, Cave(halves, nobody, wet), exits, spaces)
        return first
    return ""


def _about(work: Work, level: int, at: Point, nobody: WayIn, parts: Measures) -> list[Half] | None:
    """The halves of a cave with the first of them about a point, moved onto the sheet where it would stick out."""
    ground = work.ground(level)
    sheet = work.state.sheet
    for width_ft, depth_ft in work.layout.shuffled(list(dict.fromkeys((parts[0], (parts[0][1], parts[0][0]))))):
        width, depth = width_ft * 4 // 5, depth_ft * 4 // 5
        west, north = (
            max(0, min((middle - length // 2) // 4 * 4, (most - length) // 4 * 4))
            for middle, length, most in zip(at, (width, depth), sheet, strict=True)
        )
        box = (west, north, west + width, north + depth)
        if not ground.free(rectangle(*box)):
            continue
        site = _natural(work.layout, level, N, box, None)
        first = Half(site, (parts[0][0], parts[0][1]))
        if len(parts) == 1:
            return [first]
        second = _against(work, site, nobody, parts[1])
        if second is not None:
            return [first, Half(second, (parts[1][0], parts[1][1]))]
    return None


def _roll(work: Work) -> tuple[str, Measures, Wet | None]:
    """A.8.1 with the measures that it gives, and the water that it asks for."""
    row = work.roll(work.tables.cave, ("DA-CAVE-01",))
    parts: Measures = row.result.parts
    if row.result.random:
        width, length = (work.amount(key) for key in row.result.random)
        parts = ((parts[0][0] + width, parts[0][1] + length),)
    return row.id, parts, roll_water(work, row.result.water)


def _sizes(work: Work, rolled: str, parts: Measures) -> Iterator[tuple[str, Measures]]:
    yield rolled, parts
    by_code = {row.id: row.result.parts for row in work.tables.cave.rows}
    for code in SMALLER[SMALLER.index(rolled) + 1 :]:
        yield code, by_code[code]


def _fit(work: Work, level: int, entries: list[WayIn], parts: Measures) -> tuple[list[Half], WayIn] | None:
    for entry in entries:
        for box, low, width in _boxes(work, level, entry, parts[0]):
            site = _carved(work, level, entry, box, low, width)
            if site is None:
                continue
            size = (parts[0][0], parts[0][1])
            if len(parts) == 1:
                return [Half(site, size)], entry
            second = _against(work, site, entry, parts[1])
            if second is not None:
                return [Half(site, size), Half(second, (parts[1][0], parts[1][1]))], entry
    return None


def _boxes(work: Work, level: int, entry: WayIn, size: tuple[int, int]) -> Iterator[tuple[Box, int, int]]:
    """The free boxes for a cave behind a mouth: each orientation in drawn order, each place of the mouth."""
    ground = work.ground(level)
    for width_ft, depth_ft in work.layout.shuffled(list(dict.fromkeys((size, (size[1], size[0]))))):
        width, depth = width_ft * 4 // 5, depth_ft * 4 // 5
        for low in mouth_places(work, entry, width):
            origin = origin_for(entry, low, width)
            box = bounds(placed(((0, 0), (width, depth)), origin, entry.face.heading))
            if ground.free(rectangle(*box)):
                yield box, low, width


def _carved(work: Work, level: int, entry: WayIn, box: Box, low: int, width: int) -> Site | None:
    site = _natural(work.layout, level, entry.face.heading, box, mouth_interval(entry, low, width))
    return site if open_mouth(work.ground(level), site, entry, low, width) else None


def _natural(layout: Layout, level: int, heading: Heading, box: Box, mouth: tuple[int, int] | None) -> Site:
    """A site with a natural outline in a box; `mouth` is the piece of the entry wall to be kept clear."""
    west, north, east, south = box
    columns, rows = (east - west) // 4, (south - north) // 4
    kept = carve(layout, columns, rows, heading, None if mouth is None else _mouth_cells(heading, box, mouth))
    cells = {(x + west // 4, y + north // 4) for x, y in kept}
    site = Site("", level, heading, box, runs_of(cells))
    site.cells = cells
    return site


def _mouth_cells(heading: Heading, box: Box, mouth: tuple[int, int]) -> tuple[int, int]:
    start = box[0] if heading in (0, 4) else box[1]
    low, high = mouth
    return (low - start) // 4, -((start - high) // 4)


def runs_of(cells: set[Cell]) -> tuple[Polygon, ...]:
    """The floor as rectangles: horizontal runs of squares, equal runs of neighbouring rows taken together."""
    rows: dict[int, list[int]] = {}
    for x, y in cells:
        rows.setdefault(y, []).append(x)
    open_runs: dict[tuple[int, int], int] = {}
    found: list[Box] = []
    previous = -1
    for y in sorted(rows):
        runs = _runs(sorted(rows[y]))
        if y != previous + 1:
            found.extend((a, top, b, previous + 1) for (a, b), top in open_runs.items())
            open_runs = {}
        closing = [run for run in open_runs if run not in runs]
        found.extend((run[0], open_runs.pop(run), run[1], y) for run in closing)
        for run in runs:
            open_runs.setdefault(run, y)
        previous = y
    found.extend((a, top, b, previous + 1) for (a, b), top in open_runs.items())
    return tuple(rectangle(4 * a, 4 * top, 4 * b, 4 * bottom) for a, top, b, bottom in found)


def _runs(xs: list[int]) -> dict[tuple[int, int], None]:
    runs: dict[tuple[int, int], None] = {}
    start = last = xs[0]
    for x in xs[1:]:
        if x != last + 1:
            runs[start, last + 1] = None
            start = x
        last = x
    runs[start, last + 1] = None
    return runs


def _against(work: Work, first: Site, entry: WayIn, size: tuple[int, int]) -> Site | None:
    """The larger half of a double cave, against the side opposite to the entry, else left, else right."""
    ground = work.ground(first.level)
    heading = entry.face.heading
    for wall in (heading, (heading - 2) % 8, (heading + 2) % 8):
        line, low, high = first.side(wall)
        for across_ft, deep_ft in work.layout.shuffled(list(dict.fromkeys((size, (size[1], size[0]))))):
            across, deep = across_ft * 4 // 5, deep_ft * 4 // 5
            starts = range(low - across + OPENING, high - OPENING + 1, 4)
            for start in work.layout.shuffled(list(starts)):
                box = _box_against(wall, line, start, across, deep)
                polygon = rectangle(*box)
                if ground.blocker(polygon) or _hits_own(first, polygon):
                    continue
                shared = range(max(low, start), min(high, start + across) - OPENING + 1, 4)
                at = work.layout.pick(shared)
                second = _natural(work.layout, first.level, heading, box, None)
                _join(first, second, wall, at)
                return second
    return None


def _hits_own(first: Site, polygon: Polygon) -> bool:
    x0, y0, x1, y1 = bounds(polygon)
    for neck in first.necks:
        a0, b0, a1, b1 = bounds(neck)
        if a0 < x1 and x0 < a1 and b0 < y1 and y0 < b1:
            return True
    return False


def _box_against(wall: Heading, line: int, start: int, across: int, deep: int) -> Box:
    if wall in (0, 4):
        far = line + deep * DY[wall]
        return start, min(line, far), start + across, max(line, far)
    far = line + deep * DX[wall]
    return min(line, far), start, max(line, far), start + across


def _join(first: Site, second: Site, wall: Heading, at: int) -> None:
    """Open two halves into one another over 10 ft, with necks where their outlines keep away from the common wall."""
    back = (wall + 4) % 8
    for site, side in ((first, wall), (second, back)):
        depth = site.neck(side, at, at + OPENING)
        if depth:
            site.necks.append(site.neck_polygon(side, at, at + OPENING, depth))
        site.used[side].append((at, at + OPENING))
    # What lies behind the common wall is the other half: no exit may look there.
    for site, side, other in ((first, wall, second), (second, back, first)):
        _, low, high = other.side((side + 4) % 8)
        site.used[side].append((low, high))
    second.opening = second.wall_segment(back, at, at + OPENING)


class Cave(NamedTuple):
    """A cave that has found its place: its halves, mostly one, the way into it, and its water."""

    halves: list[Half]
    entry: WayIn
    wet: Wet | None


def _finish(work: Work, lead: Lead, end: Lead, cave: Cave, code: str) -> None:
    exits, spaces = _lay(work, cave.halves, code, lead.id)
    first = cave.halves[0].site
    enter(work, lead, end, cave.entry, first, first.id)
    _furnish(work, cave, exits, spaces, lead)


def _lay(work: Work, halves: list[Half], code: str, lead: str) -> tuple[ExitsRolled, dict[str, Space]]:
    """Throw for the exits of a cave, and draw its floor."""
    for half in halves:
        half.site.id = work.new_id("s", "spaces")
    area = sum(half.size[0] * half.size[1] for half in halves)
    rolled = roll_exits(work, [half.site for half in halves], area, "cave")
    spaces: dict[str, Space] = {}
    for number, half in enumerate(halves):
        pair = halves[1 - number].site.id if len(halves) == 2 else ""
        spaces[half.site.id] = work.lay(
            half.site.space(
                "cave",
                "cave",
                half.size[0] * half.size[1],
                half.size,
                exits=rolled.count if number == 0 else -1,
                code=code,
                pair=pair,
                lead=lead,
            ),
            ("DA-CAVE-01", "DA-CAVE-03", "DA-CAVE-04", "DA-CAVE-05" if pair else "DA-CAVE-06"),
        )
    return rolled, spaces


def _furnish(work: Work, cave: Cave, exits: ExitsRolled, spaces: dict[str, Space], lead: Lead | None = None) -> None:
    """Join the halves of a cave, open its exits, and throw for what is in it."""
    halves, entry, wet = cave
    sites = [half.site for half in halves]
    first = sites[0]
    if len(sites) == 2:
        heading = entry.face.heading
        work.link("opening", first.id, sites[1].id, sites[1].opening, heading, ("DA-CAVE-05",))
    draw_exits(work, exits, spaces)
    if lead is not None:
        work.close(lead, first.id)
    if wet is not None:
        place_water(work, sites[-1], spaces[sites[-1].id], wet)
    if work.options["cave_contents"] == "a57":
        roll_contents(work, spaces[first.id], entry.face)
