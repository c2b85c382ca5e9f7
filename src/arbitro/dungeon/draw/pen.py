"""The pen: draws the parts of one level, each as paths and words by the name of what they show."""

from functools import lru_cache
from math import hypot
from typing import Final

from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand, bits_at
from arbitro.dungeon.draw.labels import letters, numbers, spot_for
from arbitro.dungeon.draw.natural import Loop, floor_path, loops_of, wall_path
from arbitro.dungeon.draw.picture import Item, Parts, Path, Text
from arbitro.dungeon.draw.round import ROUND, bows, round_path
from arbitro.dungeon.draw.symbols import SYMBOLS, Frame, facing, lift, open_end, sliding_wall, stairs, way
from arbitro.dungeon.draw.symbols import gas as gas_cloud
from arbitro.dungeon.draw.theme import Theme
from arbitro.dungeon.draw.walls import Spot, Walls, chained, doors_on
from arbitro.dungeon.lattice import DX, DY, bounds, centre, contains, double_area, middle, rectangle
from arbitro.dungeon.model import SURFACE, Box, Dungeon, Link, Point, Polygon, Space, Trap, Water
from arbitro.kernel.same import Same

WOBBLE: Final = 2
"""How far the line of a hand strays, in tenths of a unit."""
REACH: Final = 110
"""How far a hand draws in one stroke, in tenths of a unit."""
CURVE: Final = 45
"""How far the corners of a curved mouth are rounded, in tenths of a unit."""
TRAPS: Final = {
    "PIT": "pit",
    "PIT_SPIKES": "spiked_pit",
    "ARROWS": "arrows",
    "SPEARS": "spears",
    "HIDDEN_DOOR": "hidden_door",
}
BLIND: Final = ("STAIRS_UP_DEAD_END", "STAIRS_DOWN_DEAD_END")
CLEAR: Final = 38
"""How far the rings of a cloud keep away from what is written, in tenths of a unit."""
NUMBER: Final = 42
"""The size of a place's number, in tenths of a unit."""
CLOSET: Final = 64
HALL: Final = 64 * 80
"""In square units: a place of one square gets a smaller number, one of eighty squares and more a larger one."""


def polygon_path(polygon: Polygon) -> str:
    """A polygon of the lattice as a closed path."""
    return "M" + "L".join(f"{10 * x} {10 * y}" for x, y in polygon) + "Z"


@lru_cache(maxsize=8192)  # a map is drawn anew at every step, and the floor of a space never changes
def floor_of(same: Same[Space]) -> str:
    """The floor of a space as a path, exactly as it lies on the lattice."""
    return "".join(polygon_path(polygon) for polygon in same.thing.floor)


class Pen:
    """Draws the parts of one level."""

    def __init__(self, dungeon: Dungeon, level: int, hand: Hand, theme: Theme) -> None:
        self.dungeon = dungeon
        self.level = level
        self.hand = hand
        self.theme = theme
        self.walls = Walls(dungeon, level)
        self.lines = chained(self.walls.built())
        self.bows = bows(self.walls.spaces, self.lines)
        self.caves: list[Loop] = [loop for name in self.walls.natural for loop in loops_of(self.walls, name, hand)]
        self.used: dict[str, None] = {}
        self.marks: Parts = {}
        """Levels that stairs and shafts lead to: written last, over everything."""
        self.taken: dict[str, list[Polygon]] = {}
        """What stands in each space already, for numbers to keep clear of."""
        self.written: list[tuple[int, int]] = []
        """Where something is written, in tenths, for clouds to keep clear of."""

    def take(self, space: str, x: float, y: float, half: int) -> None:
        """Remember that something stands about a point."""
        at_x, at_y = round(x), round(y)
        self.taken.setdefault(space, []).append(rectangle(at_x - half, at_y - half, at_x + half, at_y + half))

    def symbol(self, name: str, frame: Frame) -> list[Item]:
        """A symbol, noted for the legend."""
        self.used[name] = None
        return SYMBOLS[name](frame)

    # ---------------------------------------------------------------- floors and walls

    def floor_path(self) -> str:
        """All floors: caves as the hand rounds them, everything else as it is."""
        built = [
            "".join(round_path(polygon, self.bows) for polygon in space.floor)
            if self.bows and space.shape in ROUND
            else floor_of(Same(space))
            for space in self.walls.spaces
            if space.kind != "cave"
        ]
        return "".join([*built, *(floor_path(loop) for loop in self.caves)])

    def _curved(self) -> dict[Spot, None]:
        """The points at which the mouth of a curved arm meets the walls."""
        nodes = {space.id for space in self.walls.spaces if space.curved}
        found: dict[Spot, None] = {}
        for link in self.dungeon.links.values():
            if link.segment and link.kind == "opening" and link.a in nodes and link.heading % 2:
                found.update(dict.fromkeys(link.segment))
        for lead in self.dungeon.leads.values():
            if lead.mouth and lead.kind == "corridor" and lead.space in nodes and lead.front.heading % 2:
                found.update(dict.fromkeys(lead.mouth))
        return found

    def drawn_walls(self) -> Parts:
        """All walls, joined into long lines, each named by where it begins; those that the hand rounds come last."""
        curved = self._curved()
        found: Parts = {}
        for line in self.lines:
            (x, y), (to_x, to_y) = line[0], line[1]
            found.setdefault(f"wall/{x},{y},{to_x},{to_y}", []).append(Path("wall", self._wall(line, curved)))
        found["cave"] = [Path("wall", "".join(wall_path(loop) for loop in self.caves))]
        return found

    def _wall(self, line: list[Spot], curved: dict[Spot, None]) -> str:
        points = [(round(10 * x), round(10 * y)) for x, y in line]
        found = [f"M{points[0][0]} {points[0][1]}"]
        at = points[0]
        for number in range(1, len(points)):
            end = points[number]
            bow = self.bows.get((line[number - 1], line[number]))
            if bow:
                found.append(bow)
                at = end
                continue
            if number < len(points) - 1 and line[number] in curved:
                near, far = _short_of(end, at), _short_of(end, points[number + 1])
                found.append(self._stroke(at, near))
                found.append(f"Q{end[0]} {end[1]} {far[0]} {far[1]}")
                at = far
                continue
            found.append(self._stroke(at, end))
            at = end
        return "".join(found)

    def _stroke(self, a: Point, b: Point) -> str:
        """A straight line as the hand draws it: a chain of shallow bows."""
        (ax, ay), (bx, by) = a, b
        length = hypot(bx - ax, by - ay)
        if not self.theme.wobbly or length < 30:
            return f"L{bx} {by}"
        return _by_hand(self.hand.seed, a, b, length)

    def rounded_corners(self) -> str:
        """The slivers of floor that rounding the mouths of curved arms adds."""
        curved = self._curved()
        found = []
        for line in self.lines if curved else ():
            for number in range(1, len(line) - 1):
                if line[number] in curved:
                    before, here, after = ((round(10 * x), round(10 * y)) for x, y in line[number - 1 : number + 2])
                    (ax, ay), (bx, by) = _short_of(here, before), _short_of(here, after)
                    found.append(f"M{ax} {ay}L{here[0]} {here[1]}L{bx} {by}Q{here[0]} {here[1]} {ax} {ay}Z")
        return "".join(found)

    # ---------------------------------------------------------------- what lies on the floor

    def waters(self) -> Parts:
        """Pools and lakes with a ripple or two."""
        found: Parts = {}
        for water in self.dungeon.waters.values():
            if water.level == self.level:
                self.used["water"] = None
                self.taken.setdefault(water.space, []).append(water.outline)
                ripples = (0.72, 0.46) if water.kind == "pool" else (0.86, 0.72, 0.56)
                found[f"water/{water.id}"] = [
                    Path("water", self._shore(water, 1.0)),
                    Path("ripple", "".join(self._shore(water, share) for share in ripples)),
                ]
        return found

    def _shore(self, water: Water, share: float) -> str:
        """The outline of a water, rounded, drawn in towards its middle."""
        corners = water.outline
        x = sum(point[0] for point in corners) * 10 / len(corners)
        y = sum(point[1] for point in corners) * 10 / len(corners)
        points = []
        for number, (cx, cy) in enumerate(corners):
            pull = share * (0.9 + self.hand.of(water.id, number) % 100 / 600)
            points.append((round(x + (10 * cx - x) * pull), round(y + (10 * cy - y) * pull)))
        halves = [_half(points[at - 1], points[at]) for at in range(len(points))]
        path = f"M{halves[0][0]} {halves[0][1]}"
        for at, (px, py) in enumerate(points):
            hx, hy = halves[(at + 1) % len(points)]
            path += f"Q{px} {py} {hx} {hy}"
        return path + "Z"

    def furnishings(self) -> Parts:
        """Pillars, statues and stones; a place whose floor is a trap or a lift keeps none in the way."""
        found: Parts = {}
        wet = [water.outline for water in self.dungeon.waters.values() if water.level == self.level]
        for space in self.walls.spaces:
            for thing in furnish(space, self.hand):
                if any(contains(outline, ((round(thing.x), round(thing.y)),)) for outline in wet):
                    continue
                self.take(space.id, thing.x, thing.y, 2)
                here = found.setdefault(f"furnishings/{space.id}", [])
                if thing.kind == "stone":
                    here.append(Path("stone", self._stone(thing.x, thing.y, thing.size)))
                else:
                    here += self.symbol(thing.kind, Frame(10 * thing.x, 10 * thing.y))
        return found

    def _stone(self, x: float, y: float, size: float) -> str:
        bits = self.hand.at(round(x), round(y))
        frame = Frame(10 * x, 10 * y)
        corners = ((1, -0.2), (0.5, 0.9), (-0.7, 0.8), (-1, -0.3), (-0.1, -1))
        reach = [size * (6 + (bits >> 4 * number & 7)) for number in range(5)]
        return frame.loop(*((a * r, b * r) for (a, b), r in zip(corners, reach, strict=True)))

    def shafts(self) -> Parts:
        """Stairs, chimneys, trapdoors, chutes, lifts and places of teleport, at both of their ends."""
        found: Parts = {}
        for link in self.dungeon.links.values():
            if link.segment is not None or link.kind in ("opening", "portal"):
                continue
            if link.at is not None and link.level == self.level:
                found[f"shaft/{link.id}"] = self._shaft(link, link.at, link.a, link.levels > 0)
            if link.arrives is not None and link.level + link.levels == self.level and link.b != SURFACE:
                arrived = self._shaft(link, link.arrives, link.b, link.levels < 0, arriving=True)
                found[f"shaft/{link.id}/arrives"] = arrived
        lifts = [space for space in self.walls.spaces if space.kind == "lift"]
        for space in lifts:
            x, y = middle((space.box[:2], space.box[2:]))
            self.used["lift"] = None
            found[f"lift/{space.id}"] = lift(facing(x, y, space.heading), 40)
            self.take(space.id, x, y, 4)
        return found

    def _shaft(self, link: Link, at: Point, space: str, down: bool, *, arriving: bool = False) -> list[Item]:
        frame = facing(*at, link.heading)
        here = self.dungeon.spaces.get(space)
        self.take(space, *at, 4)
        target = link.level if arriving else link.level + link.levels
        known = bool(link.a and link.b) and link.kind != "teleport"
        width = here.face.width if here is not None and here.face is not None else 10
        long = (150 if link.heading % 2 == 0 else 205) if link.kind == "stairs" else 50
        if link.kind != "teleport":
            mark = self._mark_at(frame, long / 2 + 26, 1 if arriving else -1)
            self.take(space, mark.x / 10, mark.y / 10, 2)
            level = str(target) if known and target else ""
            marks = self.marks.setdefault(f"mark/{link.id}", [])
            marks += way(mark, level, down=down, size=0.7 if width < 10 else 1.0)
        if link.kind == "stairs":
            self.used["stairs"] = None
            # The front of stairs looks the way one walks from `a` to `b`, on both levels.
            return stairs(frame, long, 8.0 * max(width, 5) * 0.86, down=link.levels > 0)
        if link.kind == "lift":
            return []
        return self.symbol("trapdoor_above" if link.kind == "trapdoor" and arriving else link.kind, frame)

    def _mark_at(self, frame: Frame, far: float, side: int) -> Frame:
        """Where the mark of a way up or down stands: on floor, before one that one takes, beyond one that one leaves.

        Where there is no floor on that side it stands on the other, or beside the way, or else in its middle.
        """
        beside = [(side * far * share, right) for share in (0.6, -0.6) for right in (70.0, -70.0)]
        for ahead, right in ((side * far, 0.0), (-side * far, 0.0), *beside):
            x, y = frame.at(ahead, right)
            if self._on_floor(x - 22, y) and self._on_floor(x + 22, y):
                return Frame(x - 10, y)
        return Frame(frame.x - 10, frame.y)

    def _on_floor(self, x: float, y: float) -> bool:
        at = ((round(x / 10), round(y / 10)),)
        return any(contains(polygon, at) for space in self.walls.spaces for polygon in space.floor)

    def traps(self) -> Parts:
        """Traps and tricks; letters tell apart those in passages."""
        found: Parts = {}
        named = letters(self.dungeon, self.level)
        for trap in self.dungeon.traps.values():
            if trap.level != self.level or not trap.floor:
                continue
            x, y = centre(trap.floor)
            found[f"trap/{trap.id}"] = self._trap(trap, facing(x, y, trap.face.heading if trap.face else 0))
            if trap.id in named:
                # The letter stands on the floor where one comes from.
                back = 44 if trap.code in TRAPS else 96 if trap.code in BLIND else 0
                at_x, at_y = facing(x, y, trap.face.heading if trap.face else 0).at(-back, 0)
                letter = Text(at_x, at_y + 11, named[trap.id], 34, italic=True, bold=True, halo=True)
                self.marks[f"letter/{trap.id}"] = [letter]
                self.written.append((at_x, at_y))
        return found

    def _trap(self, trap: Trap, frame: Frame) -> list[Item]:
        if trap.code in TRAPS:
            self.take(trap.space, frame.x / 10, frame.y / 10, 3)
            return self.symbol(TRAPS[trap.code], frame)
        if trap.code in BLIND:
            self.used["stairs"] = None
            self.take(trap.space, frame.x / 10, frame.y / 10, 4)
            return stairs(frame, 140, 62, down=trap.code == "STAIRS_DOWN_DEAD_END")
        if trap.code == "SLIDING_WALL" and trap.segment is not None:
            self.used["sliding_wall"] = None
            (ax, ay), (bx, by) = trap.segment
            heading = trap.face.heading if trap.face else 0
            wall = facing((ax + bx) / 2, (ay + by) / 2, heading)
            return sliding_wall(wall, 5 * hypot(bx - ax, by - ay) - 5)
        return []

    def clouds(self) -> Parts:
        """Gas: rings on its ground, clear of what is written there. To be drawn after the words are placed."""
        found: Parts = {}
        for trap in self.dungeon.traps.values():
            if trap.level == self.level and trap.code == "GAS" and trap.floor:
                self.used["gas"] = None
                rings = [
                    (x, y)
                    for x, y in self._cloud(trap)
                    if all(hypot(x - at_x, y - at_y) > CLEAR for at_x, at_y in self.written)
                ]
                found[f"cloud/{trap.id}"] = gas_cloud(Frame(0, 0, 1, 0), rings)
        return found

    def _cloud(self, trap: Trap) -> list[tuple[float, float]]:
        """Where the rings of a cloud lie: on its ground, as far as that is floor."""
        west, north, east, south = bounds(trap.floor)
        found = []
        floors = [polygon for space in self.walls.spaces for polygon in space.floor]
        near = [floor for floor in floors if _touches(bounds(floor), (west, north, east, south))]
        for number in range(max(6, (east - west) * (south - north) // 20)):
            bits = self.hand.of(trap.id, number)
            x, y = west + 1 + bits % max(1, east - west - 1), north + 1 + (bits >> 20) % max(1, south - north - 1)
            if contains(trap.floor, ((x, y),)) and any(contains(floor, ((x, y),)) for floor in near):
                found.append((10.0 * x, 10.0 * y))
        return found

    # ---------------------------------------------------------------- doors and open ends

    def doors(self) -> Parts:
        """All doors in the walls of the level."""
        found: Parts = {}
        for link in doors_on(self.dungeon, self.level):
            if link.segment is not None:
                found[f"door/{link.id}"] = self.symbol(_door_kind(link), _across(link.segment, link.heading))
        return found

    def ends(self) -> Parts:
        """Where the map goes on but nobody has drawn it yet."""
        found: Parts = {}
        for lead in self.dungeon.leads.values():
            if lead.level == self.level and lead.kind == "corridor" and not lead.link and lead.mouth is not None:
                found[f"end/{lead.id}"] = self._end(lead.mouth, lead.front.heading)
        for link in self.dungeon.links.values():
            half_known = link.level == self.level and link.kind == "opening" and not (link.a and link.b)
            if half_known and link.segment is not None:
                found[f"end/{link.id}"] = self._end(link.segment, link.heading)
        return found

    def _end(self, segment: tuple[Point, Point], heading: int) -> list[Item]:
        self.used["open_end"] = None
        frame = _across(segment, heading)
        (ax, ay), (bx, by) = segment
        return open_end(frame, 5 * hypot(bx - ax, by - ay) - 6)

    # ---------------------------------------------------------------- words

    def words(self) -> Parts:
        """The numbers of the places."""
        found: Parts = {}
        for name, number in numbers(self.dungeon, self.level).items():
            space = self.dungeon.spaces[name]
            ground = sum(abs(double_area(part)) for part in space.parts) // 2
            large = 2 if ground >= HALL else 1
            wide, high = large * (4 if number < 10 else 6 if number < 100 else 8), large * 4
            x, y = spot_for(space, self.taken.get(name, ()), wide, high)
            self.taken.setdefault(name, []).append(
                rectangle(x - wide // 2, y - high // 2, x + wide // 2, y + high // 2)
            )
            self.written.append((10 * x, 10 * y))
            size = 34 if ground <= CLOSET and number > 9 else large * NUMBER
            written = Text(10 * x, 10 * y + round(size * 0.35), str(number), size, bold=True, halo=True)
            found[f"number/{name}"] = [written]
        return found


@lru_cache(maxsize=8192)  # a map is drawn anew at every step, and most of its walls stay
def _by_hand(seed: int, a: Point, b: Point, length: float) -> str:
    (ax, ay), (bx, by) = a, b
    count = max(1, round(length / REACH))
    nx, ny = (ay - by) / length, (bx - ax) / length
    found = []
    for step in range(1, count + 1):
        share, half = step / count, (step - 0.5) / count
        mx, my = ax + (bx - ax) * half, ay + (by - ay) * half
        off = bits_at(seed, round(mx), round(my)) % (4 * WOBBLE + 1) - 2 * WOBBLE
        x, y = round(ax + (bx - ax) * share), round(ay + (by - ay) * share)
        found.append(f"Q{round(mx + off * nx)} {round(my + off * ny)} {x} {y}")
    return "".join(found)


def _door_kind(link: Link) -> str:
    if link.kind in ("secret_door", "one_way_door"):
        return link.kind
    if link.state == "false":
        return "false_door"
    return "locked_door" if link.state == "shut" else "door"


def _across(segment: tuple[Point, Point], heading: int) -> Frame:
    """A frame in the middle of a stretch of wall, looking through it on the side of a heading."""
    (ax, ay), (bx, by) = segment
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (by - ay) / length, (ax - bx) / length
    if ux * DX[heading] + uy * DY[heading] < 0:
        ux, uy = -ux, -uy
    return Frame(5 * (ax + bx), 5 * (ay + by), ux, uy)


def _short_of(corner: Point, towards: Point) -> Point:
    """A point a little way from a corner along a wall, at most halfway."""
    dx, dy = towards[0] - corner[0], towards[1] - corner[1]
    share = min(0.5, CURVE / (hypot(dx, dy) or 1.0))
    return round(corner[0] + dx * share), round(corner[1] + dy * share)


def _half(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _touches(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
