"""Pools and lakes of caves: what the dice give (A.8.2, A.8.3) and where they lie."""

from msgspec import Struct

from arbitro.appendix_a.encounter import place_monster
from arbitro.appendix_a.site import Cell, Site
from arbitro.appendix_a.work import Work
from arbitro.dungeon.events import WaterPlaced
from arbitro.dungeon.model import Polygon, Slot, Space, Water


class Wet(Struct, frozen=True):
    """The water of a cave as thrown, before the cave has found its ground."""

    code: str
    lake: bool
    rules: tuple[str, ...]
    monsters: int = -1
    """How many; 0 where the encounter tables say, -1 for none."""
    treasure: bool = False
    plane: str = ""


def roll_water(work: Work, table: str) -> Wet | None:
    """Throw for the water of a cave whose row carries a note, with the smaller rolls that follow."""
    if not table:
        return None
    if table == "A.8.2":
        row = work.roll(work.tables.pool)
        if row.id == "NO_POOL":
            return None
        monsters = 0 if row.id in ("POOL_MONSTER", "POOL_MONSTER_TREASURE") else -1
        return Wet(row.id, False, row.result, monsters, row.id == "POOL_MONSTER_TREASURE")
    row = work.roll(work.tables.lake)
    match row.id:
        case "NO_LAKE":
            return None
        case "LAKE_MONSTERS":
            count = work.amount("A.8.3.count")
            return Wet(row.id, True, row.result, count, work.chance("A.8.3.treasure") == "treasure")
        case "LAKE_ENCHANTED":
            planes = work.state.planes
            if work.options["enchanted_lake_target"] == "map" and planes:
                return Wet(row.id, True, ("DA-LAKE-03",), plane=work.layout.pick(planes))
            count = work.amount("A.8.3.lair")
            return Wet(row.id, True, ("DA-LAKE-04",), count, work.chance("A.8.3.treasure") == "treasure")
        case _:
            return Wet(row.id, True, ("DA-LAKE-01",))


def place_water(work: Work, site: Site, space: Space, wet: Wet) -> None:
    """Draw the water in open floor; what lives in it and what it hides are the referee's alone."""
    outline = _lake_outline(site) if wet.lake else _pool_outline(work, site)
    slot = ""
    if wet.monsters >= 0:
        monster = Slot(
            work.new_id("m", "slots"),
            space.level,
            space.id,
            "monster",
            wet.code,
            "lake" if wet.lake else "pool",
            number=wet.monsters,
            treasure="standard_monster_treasure" if wet.treasure else "",
        )
        slot = place_monster(work, monster, (*wet.rules, "DA-TREASURE-05"))
    name = work.new_id("w", "waters")
    link = ""
    if wet.plane:
        centre = ((outline[0][0] + outline[4][0]) // 2, (outline[0][1] + outline[4][1]) // 2)
        portal = work.link(
            "portal", space.id, f"plane/{wet.plane}", None, 0, ("DA-LAKE-03",), at=centre, hidden=True, code=wet.code
        )
        link = portal.id
    water = Water(
        name,
        space.level,
        space.id,
        "lake" if wet.lake else "pool",
        wet.code,
        outline,
        slot,
        detail="portal" if wet.plane else "",
        link=link,
    )
    work.happen(WaterPlaced(water, rules=wet.rules, audience="referee"))
    work.see(name)


def _octagon(x: int, y: int, columns: int, rows: int) -> Polygon:
    """Eight corners about a block of 5 ft squares."""
    x0, y0, x1, y1 = 4 * x, 4 * y, 4 * (x + columns), 4 * (y + rows)
    a, b = max(1, columns), max(1, rows)
    return (
        (x0 + a, y0),
        (x1 - a, y0),
        (x1, y0 + b),
        (x1, y1 - b),
        (x1 - a, y1),
        (x0 + a, y1),
        (x0, y1 - b),
        (x0, y0 + b),
    )


def _block(cells: set[Cell], x: int, y: int, columns: int, rows: int) -> bool:
    return all((x + dx, y + dy) in cells for dx in range(columns) for dy in range(rows))


def _pool_outline(work: Work, site: Site) -> Polygon:
    """A pool 10 to 20 ft across somewhere in open floor."""
    cells = site.cells or set()
    places = sorted(cells)
    size = 2 + work.layout.below(3)
    while True:
        start = work.layout.below(len(places))
        for number in range(len(places)):
            x, y = places[(start + number) % len(places)]
            if _block(cells, x, y, size, size):
                return _octagon(x, y, size, size)
        size -= 1


def _lake_outline(site: Site) -> Polygon:
    """A lake about the middle of a cavern, over a quarter of its rectangle at most."""
    cells = site.cells or set()
    west, north, east, south = (side // 4 for side in site.box)
    for share in range(50, 0, -1):
        columns, rows = max(1, (east - west) * share // 100), max(1, (south - north) * share // 100)
        x, y = (west + east - columns) // 2, (north + south - rows) // 2
        if _block(cells, x, y, columns, rows):
            return _octagon(x, y, columns, rows)
    x, y = (west + east) // 2, (north + south) // 2
    return _octagon(x, y, 1, 1)
