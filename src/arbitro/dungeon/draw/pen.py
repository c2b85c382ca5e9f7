"""The pen: draws the parts of one level, each as paths and words by the name of what they show."""

from functools import lru_cache
from math import hypot
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon.draw.clear import Middle, Occupied, about
from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand, bits_at
from arbitro.dungeon.draw.labels import letters, numbers
from arbitro.dungeon.draw.natural import Loop, floor_path, loops_of, wall_path
from arbitro.dungeon.draw.picture import Item, Parts, Path
from arbitro.dungeon.draw.round import ROUND, bows, round_path
from arbitro.dungeon.draw.symbols import REACHES, SYMBOLS, Frame, across, facing, lift, open_end, sliding_wall, stairs
from arbitro.dungeon.draw.symbols import gas as gas_cloud
from arbitro.dungeon.draw.theme import Theme
from arbitro.dungeon.draw.trim import trimmed
from arbitro.dungeon.draw.walls import Spot, Walls, chained, doors_on
from arbitro.dungeon.draw.writing import letter_of, level_mark, number_of
from arbitro.dungeon.lattice import bounds, centre, contains, middle
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
RING: Final = 24
"""How wide a ring of a cloud is with some air about it, in tenths of a unit."""
STAIRS: Final = 88
"""How long stairs are, in tenths of a unit."""
SLANTING_STAIRS: Final = 124
ASIDE: Final = 0.18
"""How far they stand aside, for their length: a landing has room for the mark before them."""


class Note(Struct, frozen=True):
    """Something to be written when all that stands on the level is known: where it belongs, and what it says."""

    name: str
    space: str
    near: Middle
    words: str
    down: bool = False
    size: float = 1.0


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
        lines = chained(self.walls.built())
        self.bows = bows(self.walls.spaces, lines)
        self.lines, self.trimmed = trimmed(lines, self.walls.spaces, self.kept_corners())
        """The walls as lines, and what of the rock between them is too thin to be drawn."""
        self.caves: list[Loop] = [loop for name in self.walls.natural for loop in loops_of(self.walls, name, hand)]
        self.used: dict[str, None] = {}
        self.marks: Parts = {}
        """Levels that stairs and shafts lead to: written last, over everything."""
        self.taken = Occupied(self.walls.spaces)
        """What stands and is written on the level, for everything else to keep clear of."""
        self.ways: list[Note] = []
        self.traps_named: list[Note] = []
        self.hung = [(link, across(link.segment, link.heading)) for link in doors_on(dungeon, level) if link.segment]
        """The doors, which everything else keeps clear of."""
        for link, frame in self.hung:
            self.taken.stand(frame, *REACHES[_door_kind(link)])

    def symbol(self, name: str, frame: Frame) -> list[Item]:
        """A symbol, noted for the legend."""
        self.used[name] = None
        return SYMBOLS[name](frame)

    def standing(self, name: str, frame: Frame) -> list[Item]:
        """A symbol on the floor, which everything else keeps clear of."""
        self.taken.stand(frame, *REACHES[name])
        return self.symbol(name, frame)

    # ---------------------------------------------------------------- floors and walls

    def floor_path(self) -> str:
        """All floors: caves as the hand rounds them, everything else as it is."""
        return self.passages_path() + self.places_path()

    def passages_path(self) -> str:
        """The floors of corridors, bends and landings, and the slivers of rock that the hand leaves out."""
        passages = (floor_of(Same(space)) for space in self.walls.spaces if not space.is_place)
        return "".join([*passages, *(polygon_path(sliver) for sliver, place in self.trimmed if not place)])

    def places_path(self) -> str:
        """The floors of chambers, rooms, caves and lifts."""
        built = [
            "".join(round_path(polygon, self.bows) for polygon in space.floor)
            if self.bows and space.shape in ROUND
            else floor_of(Same(space))
            for space in self.walls.spaces
            if space.is_place and space.kind != "cave"
        ]
        built += [polygon_path(sliver) for sliver, place in self.trimmed if place]
        return "".join([*built, *(floor_path(loop) for loop in self.caves)])

    def kept_corners(self) -> set[Spot]:
        """The corners of walls that are drawn as curves, and so are never left out."""
        return {*self._curved(), *(spot for pair in self.bows for spot in pair)}

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
                self.taken.waters.setdefault(water.space, []).append(water.outline)
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
        """Pillars, statues and stones, as far as nothing stands in their place. To be drawn after all that does."""
        found: Parts = {}
        wet = [water.outline for water in self.dungeon.waters.values() if water.level == self.level]
        for space in self.walls.spaces:
            for thing in furnish(space, self.hand):
                if any(contains(outline, ((round(thing.x), round(thing.y)),)) for outline in wet):
                    continue
                frame, reach = Frame(10 * thing.x, 10 * thing.y), REACHES[thing.kind]
                if not self.taken.is_clear(about(frame.x, frame.y, 2 * reach[0], 2 * reach[1])):
                    continue
                here = found.setdefault(f"furnishings/{space.id}", [])
                if thing.kind == "stone":
                    self.taken.stand(frame, 8 * thing.size, 8 * thing.size)
                    here.append(Path("stone", self._stone(thing.x, thing.y, thing.size)))
                else:
                    here += self.standing(thing.kind, frame)
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
            frame = facing(x, y, space.heading)
            found[f"lift/{space.id}"] = lift(frame, 40)
            self.taken.stand(frame, 42, 42)
        return found

    def _shaft(self, link: Link, at: Point, space: str, down: bool, *, arriving: bool = False) -> list[Item]:
        frame = facing(*at, link.heading)
        here = self.dungeon.spaces.get(space)
        target = link.level if arriving else link.level + link.levels
        known = bool(link.a and link.b) and link.kind != "teleport"
        width = here.face.width if here is not None and here.face is not None else 10
        long = (STAIRS if link.heading % 2 == 0 else SLANTING_STAIRS) if link.kind == "stairs" else 50
        if link.kind != "teleport":
            level = str(target) if known and target else ""
            near = frame.at((long / 2 + 24) * (1 if arriving else -1), 0)
            self.ways.append(Note(f"mark/{link.id}", space, near, level, down, 0.7 if width < 10 else 1.0))
        if link.kind == "stairs":
            self.used["stairs"] = None
            frame = _moved(frame, long * ASIDE * (-1 if arriving else 1))
            wide = 8.0 * max(width, 5) * 0.86
            self.taken.stand(frame, long / 2, wide / 2)
            # The front of stairs looks the way one walks from `a` to `b`, on both levels.
            return stairs(frame, long, wide, down=link.levels > 0)
        if link.kind == "lift":
            return []
        return self.standing("trapdoor_above" if link.kind == "trapdoor" and arriving else link.kind, frame)

    def _next_to(self, space: str) -> list[Space]:
        """A space, and those that lie open to it."""
        found = {space: None}
        for link in self.dungeon.links.values():
            if link.level == self.level and link.kind == "opening" and space in (link.a, link.b):
                found[link.a], found[link.b] = None, None
        spaces = self.dungeon.spaces
        return [spaces[name] for name in found if name in spaces and spaces[name].level == self.level]

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
                back = 48 if trap.code in TRAPS else 92 if trap.code in BLIND else 0
                near = facing(x, y, trap.face.heading if trap.face else 0).at(-back, 0)
                self.traps_named.append(Note(f"letter/{trap.id}", trap.space, near, named[trap.id]))
        return found

    def _trap(self, trap: Trap, frame: Frame) -> list[Item]:
        if trap.code in TRAPS:
            return self.standing(TRAPS[trap.code], frame)
        if trap.code in BLIND:
            self.used["stairs"] = None
            self.taken.stand(frame, STAIRS / 2, 31)
            return stairs(frame, STAIRS, 62, down=trap.code == "STAIRS_DOWN_DEAD_END")
        if trap.code == "SLIDING_WALL" and trap.segment is not None:
            self.used["sliding_wall"] = None
            (ax, ay), (bx, by) = trap.segment
            heading = trap.face.heading if trap.face else 0
            wall, half = facing((ax + bx) / 2, (ay + by) / 2, heading), 5 * hypot(bx - ax, by - ay) - 5
            self.taken.stand(wall, 6, half)
            return sliding_wall(wall, half)
        return []

    def clouds(self) -> Parts:
        """Gas: rings on its ground, clear of all that stands and is written. To be drawn after the words are placed."""
        found: Parts = {}
        for trap in self.dungeon.traps.values():
            if trap.level == self.level and trap.code == "GAS" and trap.floor:
                self.used["gas"] = None
                rings = [(x, y) for x, y in self._cloud(trap) if self.taken.is_clear(about(x, y, RING, RING))]
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
        for link, frame in self.hung:
            found[f"door/{link.id}"] = self.symbol(_door_kind(link), frame)
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
        frame = across(segment, heading)
        (ax, ay), (bx, by) = segment
        return open_end(frame, 5 * hypot(bx - ax, by - ay) - 6)

    # ---------------------------------------------------------------- words

    def words(self, *, numbered: bool = True) -> Parts:
        """The numbers of the places; levels and letters become marks. To be written after all that stands is known."""
        for note in self.ways:
            mark = level_mark(
                self.taken, self._next_to(note.space), note.near, note.words, down=note.down, size=note.size
            )
            self.marks.setdefault(note.name, []).extend(mark)
        found: Parts = {}
        for name, number in numbers(self.dungeon, self.level).items() if numbered else ():
            found[f"number/{name}"] = [number_of(self.taken, self.dungeon.spaces[name], number)]
        for note in self.traps_named:
            self.marks[note.name] = [letter_of(self.taken, self._next_to(note.space), note.near, note.words)]
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


def _short_of(corner: Point, towards: Point) -> Point:
    """A point a little way from a corner along a wall, at most halfway."""
    dx, dy = towards[0] - corner[0], towards[1] - corner[1]
    share = min(0.5, CURVE / (hypot(dx, dy) or 1.0))
    return round(corner[0] + dx * share), round(corner[1] + dy * share)


def _moved(frame: Frame, ahead: float) -> Frame:
    """The same frame so far ahead."""
    x, y = frame.at(ahead, 0)
    return replace(frame, x=x, y=y)


def _half(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _touches(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
