"""Coming out of a teleport on the level below: on the same spot, in a chamber or cave where the ground is blank."""

from collections.abc import Iterator

from msgspec.structs import replace

from arbitro.appendix_a.arrival import lay_unseen, nearest
from arbitro.appendix_a.cave import cave_around
from arbitro.appendix_a.content import roll_contents
from arbitro.appendix_a.exits import draw_exits, offer_walls, roll_exits
from arbitro.appendix_a.fit import WayIn, grow_irregular
from arbitro.appendix_a.place import SQUARE_SQFT, Form, is_cave_level, roll_form
from arbitro.appendix_a.shape import Footprint
from arbitro.appendix_a.site import Site, placed
from arbitro.appendix_a.work import Work
from arbitro.dungeon.lattice import N, bounds, up4
from arbitro.dungeon.model import Face, Point, Water

RULES = ("DA-POOL-11", "DA-STAIR-10")


def land_below(work: Work, pool: Water) -> tuple[int, str, Water]:
    """Where those who step into the pool come out; the link is drawn the first time."""
    level = pool.level + 1
    bottom = int(work.options["bottom_level"])
    if bottom and level > bottom:
        work.adjust("A.8.4.teleport", 3, "below_bottom", "stays")
        return pool.level, pool.space, pool
    if pool.link:
        link = work.links[pool.link]
        return level, link.b, pool
    xs, ys = zip(*pool.outline, strict=True)
    at = (sum(xs) // len(xs) // 4 * 4, sum(ys) // len(ys) // 4 * 4)
    lay = cave_around if is_cave_level(work, level) else _chamber_around
    space = work.ground(level).at(*at) or lay(work, level, at)
    if not space:
        space = nearest(work, level, at).space
    link = work.link(
        "teleport", pool.space, space, None, N, RULES, two_way=False, levels=1, at=at, arrives=at, code=pool.power
    )
    return level, space, replace(pool, link=link.id)


def _chamber_around(work: Work, level: int, at: Point) -> str:
    """A chamber laid about a point, facing north as nobody has walked into it; nothing where none fits."""
    rolled = roll_form(work, "chamber")
    ground = work.ground(level)
    for form in rolled.forms:
        for site, size, area in _sites(work, form, level, at):
            if any(ground.blocker(part) for part in site.parts):
                continue
            if form is not rolled.forms[0]:
                work.adjust(rolled.table, rolled.total, "no_space", "smaller", f"{form.area}")
            site.id = work.new_id("s", "spaces")
            exits = roll_exits(work, [site], area, "chamber")
            space = site.space("chamber", form.shape, area, size, exits=exits.count, code=form.code, lead=work.lead)
            lay_unseen(work, space)
            draw_exits(work, exits, {space.id: space})
            if exits.count == 0:
                offer_walls(work, site, space)
            roll_contents(work, space, Face(*at, N, 10))
            return space.id
    return ""


def _sites(work: Work, form: Form, level: int, at: Point) -> Iterator[tuple[Site, tuple[int, int], int]]:
    """The sites to try for one size, with their measures in feet and their area."""
    if form.shape == "irregular":
        start = WayIn(Face(at[0], at[1], N, 10), ((at[0] - 4, at[1]), (at[0] + 4, at[1])))
        grown = grow_irregular(work, level, start, form.area // SQUARE_SQFT)
        if grown is not None:
            site, squares = grown
            site.used = {0: [], 2: [], 4: [], 6: []}
            west, north, east, south = site.box
            yield site, ((east - west) * 5 // 4, (south - north) * 5 // 4), squares * SQUARE_SQFT
    for footprint in form.prints:
        yield _site_around(work, footprint, level, at), footprint.size, form.area


def _site_around(work: Work, footprint: Footprint, level: int, at: Point) -> Site:
    """A footprint with a point about its middle, moved onto the sheet where it would stick out."""
    width, height = work.state.sheet
    west = min(max(0, (at[0] - footprint.width // 2) // 4 * 4), (width - footprint.width) // 4 * 4)
    south = max(min(height, (at[1] + footprint.depth // 2) // 4 * 4), up4(footprint.depth))
    polygon = placed(footprint.polygon, (west, south), N)
    box = bounds(placed(((0, 0), (footprint.width, footprint.depth)), (west, south), N))
    return Site("", level, N, box, (polygon,))
