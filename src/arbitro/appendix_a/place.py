"""Chambers and rooms: size and shape (A.5.1 to A.5.3), fitting, exits, contents, in that order."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from arbitro.appendix_a.cave import build_cave
from arbitro.appendix_a.content import roll_contents
from arbitro.appendix_a.entrance import enter
from arbitro.appendix_a.exits import draw_exits, offer_walls, roll_exits
from arbitro.appendix_a.fit import (
    WayIn,
    entries_from_corridor,
    entries_from_door,
    fit_footprints,
    grow_irregular,
    possible,
)
from arbitro.appendix_a.shape import Footprint, rectangular, smaller_areas, unusual
from arbitro.appendix_a.site import Site
from arbitro.appendix_a.work import Work
from arbitro.dungeon.model import Lead, SpaceKind

SQUARE_SQFT: Final = 100


class Form(Struct, frozen=True):
    """One size of a place that may be tried."""

    shape: str
    area: int
    prints: tuple[Footprint, ...]
    code: str


class SizeRolled(Struct, frozen=True):
    """What the dice gave for the size of a place: the forms to try, largest first, and where they came from."""

    forms: tuple[Form, ...]
    table: str
    total: int


def is_cave_level(work: Work, level: int) -> bool:
    """Whether caves stand in for chambers and rooms on a level."""
    first = int(work.options["caves_from_level"])
    return 0 < first <= level


def build_chamber(work: Work, lead: Lead, end: Lead) -> bool:
    """The corridor opens into a chamber (or a cave); False where none of any size fits."""
    entries = entries_from_corridor(work, end.front)
    if is_cave_level(work, end.level):
        return build_cave(work, lead, end, entries)
    rolled = roll_form(work, "chamber")
    found = fit_place(work, end.level, entries, rolled)
    if found is None:
        return False
    finish(work, lead, end, found, "chamber")
    return True


def build_room(work: Work, lead: Lead, *, small: bool) -> bool:
    """A room (or a cave) behind a door; the small one behind a door ahead has its size given."""
    entries = entries_from_door(work, lead)
    if not small and is_cave_level(work, lead.level):
        return build_cave(work, lead, lead, entries)
    if small:
        rolled = SizeRolled((Form("square", SQUARE_SQFT, (rectangular(10, 10),), "ROOM_10x10"),), "A.2.2", 0)
    else:
        rolled = roll_form(work, "room")
    found = fit_place(work, lead.level, entries, rolled)
    if found is None:
        return False
    finish(work, lead, lead, found, "room")
    return True


def roll_form(work: Work, kind: str) -> SizeRolled:
    """Throw for size and shape."""
    row = work.roll(work.tables.measure, ("DA-ROOM-01", "DA-ROOM-03"))
    total = work.last_total("A.5.1")
    measure = row.result
    if measure.form != "UNUSUAL":
        sizes = (work.tables.smaller.chamber if kind == "chamber" else work.tables.smaller.room)[measure.form]
        first = measure.chamber if kind == "chamber" else measure.room
        return SizeRolled(tuple(_rectangles(work, first, sizes, row.id)), "A.5.1", total)
    shape = work.roll(work.tables.shape).result
    area = 0
    rolled = work.roll(work.tables.area)
    while rolled.id == "AREA_ADD_3400":
        area += 3400
        rolled = work.roll(work.tables.area, ("DA-ROOM-07",))
    area += rolled.result
    return SizeRolled(tuple(_unusual_forms(work, shape, area)), "A.5.3", work.last_total("A.5.3"))


def _rectangles(work: Work, first: tuple[int, int], sizes: tuple[tuple[int, int], ...], code: str) -> Iterator[Form]:
    for width, depth in (first, *(size for size in sizes if size[0] * size[1] < first[0] * first[1])):
        prints = [rectangular(width, depth)]
        if width != depth:
            prints = work.layout.shuffled((prints[0], rectangular(depth, width)))
        yield Form(prints[0].shape, width * depth, tuple(prints), code)


def _unusual_forms(work: Work, shape: str, area: int) -> Iterator[Form]:
    for size in (area, *smaller_areas(area)):
        prints = () if shape == "irregular" else tuple(work.layout.shuffled(unusual(shape, size)))
        yield Form(shape, size, prints, shape.upper())


class Fitted(Struct, frozen=True):
    """A place that has found its ground."""

    site: Site
    entry: WayIn
    form: Form
    area: int
    size: tuple[int, int]


def fit_place(work: Work, level: int, entries: list[WayIn], rolled: SizeRolled) -> Fitted | None:
    """Try each size in turn; what was changed is written down."""
    ground = work.ground(level)
    entries = possible(ground, entries)
    if not entries:
        return None
    for form in rolled.forms:
        fitted = _fit(work, level, entries, form)
        if fitted is None:
            continue
        if form is not rolled.forms[0]:
            work.adjust(rolled.table, rolled.total, "no_space", "smaller", f"{form.area}")
        elif fitted.area != form.area:
            work.adjust(rolled.table, rolled.total, "no_space", "smaller", f"{fitted.area}")
        elif form.prints and fitted.size != form.prints[0].size:
            work.adjust(rolled.table, rolled.total, "no_space", "other_orientation")
        return fitted
    return None


def _fit(work: Work, level: int, entries: list[WayIn], form: Form) -> Fitted | None:
    if form.shape == "irregular":
        for entry in entries:
            grown = grow_irregular(work, level, entry, form.area // SQUARE_SQFT)
            if grown is not None:
                site, squares = grown
                west, north, east, south = site.box
                size = ((east - west) * 5 // 4, (south - north) * 5 // 4)
                return Fitted(site, entry, form, squares * SQUARE_SQFT, size)
        return None
    found = fit_footprints(work, level, entries, form.prints)
    if found is None:
        return None
    site, entry, footprint = found
    return Fitted(site, entry, form, form.area, footprint.size)


def finish(work: Work, lead: Lead, end: Lead, fitted: Fitted, kind: SpaceKind) -> None:
    """Throw for exits, draw the place with its ways in and out, then throw for contents."""
    site = fitted.site
    site.id = work.new_id("s", "spaces")
    rolled = roll_exits(work, [site], fitted.area, kind)
    rules: tuple[str, ...] = (
        "DA-ROOM-01",
        "DA-ROOM-02",
        "DA-ROOM-05" if fitted.form.shape == "irregular" else "DA-ROOM-09",
    )
    if fitted.form.code == "ROOM_10x10":
        rules = ("DA-DOOR-05",)
    space = work.lay(
        site.space(
            kind,
            fitted.form.shape,
            fitted.area,
            fitted.size,
            exits=rolled.count,
            code=fitted.form.code,
            lead=lead.id,
        ),
        rules,
    )
    enter(work, lead, end, fitted.entry, site, space.id)
    draw_exits(work, rolled, {space.id: space})
    if rolled.count == 0:
        offer_walls(work, site, space)
    work.close(lead, space.id)
    roll_contents(work, space, fitted.entry.face)
