"""The dungeon as data: what is on the map, what is hidden in it, what is open, and what each group knows.

Everything is frozen and plain, so that a dungeon can be folded from events, saved and compared to the byte.

**Lattice.** All coordinates are whole units of 1.25 ft, eight to a 10 ft square (`UNIT_FT`, `SQUARE`); x grows east,
y grows south, and the sheet of a level spans ``0..8*width`` by ``0..8*height``. Walls are lines without thickness:
the floor of a space is the union of its convex polygons (`Space.floor`), floors of two spaces never overlap but may
touch, and a wall stands wherever a boundary of a floor is not crossed by a `Link` or an open `Lead`.

**Levels.** Level 0 is the surface, which has no map; the id `SURFACE` stands for it wherever a link names a space.
All levels share the dictionaries of `Dungeon`; each thing says on which level it lies.

**Ids** are short texts derived from the lead that brought a thing into being, so the same lead gives the same ids in
whatever order a dungeon is explored. They never change; only a map that is taken up afresh may give one out again.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from arbitro.kernel.event import Setting
from arbitro.kernel.ruling import Lookup

UNIT_FT: Final = 1.25
"""Feet to the unit."""
SQUARE: Final = 8
"""Units to the 10 ft square of the sheet."""
SURFACE: Final = "surface"
"""Stands for the open air above level 1, where a link names a space."""

Heading = int
"""Eighths of a turn clockwise from north: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW."""
Point = tuple[int, int]
Segment = tuple[Point, Point]
Polygon = tuple[Point, ...]
"""The corners of a convex polygon, clockwise as seen on the sheet (y pointing down)."""
Box = tuple[int, int, int, int]
"""West, north, east, south."""

Cut = Literal["", "h", "v"]
SpaceKind = Literal["corridor", "node", "chamber", "room", "cave", "lift", "landing"]
LinkKind = Literal[
    "opening",
    "door",
    "secret_door",
    "one_way_door",
    "stairs",
    "chimney",
    "trapdoor",
    "chute",
    "lift",
    "teleport",
    "portal",
]
LeadKind = Literal["corridor", "door", "search"]
Frame = Literal["left", "right", "ahead"]
"""Where a door or a wall section stands, seen by the party that came upon it."""
TrapState = Literal["armed", "noticed", "known", "door_found", "spent", "shut", "open", "below", "ready", "dispersed"]
DeadEnd = Literal["rolled", "blocked", "page_edge", "stairs_blind", "false_door", "sealed_exit", "below_bottom"]


class Face(Struct, frozen=True, omit_defaults=True, gc=False):
    """A cut across a corridor, from which it can be continued."""

    x: int
    y: int
    """The middle of the cut."""
    heading: Heading
    width: int
    """Nominal width in feet: 5, 10, 20 or 30."""
    cut: Cut = ""
    """On a diagonal heading: whether the cut is horizontal or vertical. On the others it is square to the heading."""


class Space(Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece of the dungeon that was laid at one go: its floor never changes afterwards."""

    id: str
    level: int
    kind: SpaceKind
    """`corridor` and `node` (a stretch with side arms, a bend or a door) and `landing` are passages; the others are
    places."""
    shape: str
    """``stretch`` for passages; else ``square``, ``rectangle``, ``circle``, ``oval``, ``triangle``, ``trapezoid``,
    ``hexagon``, ``octagon``, ``irregular`` or ``cave``."""
    parts: tuple[Polygon, ...]
    """The floor that counts for the area."""
    heading: Heading
    """The way the party was walking when it came in; left, right and ahead are meant from here."""
    necks: tuple[Polygon, ...] = ()
    """More floor: elbows, necks behind doors and before exits. It does not count for the area and may overlap
    `parts`."""
    area: int = 0
    """Nominal area in square feet, as the exits table reads it; 0 for passages."""
    size: tuple[int, int] = (0, 0)
    """Places: nominal measures of the box in feet, across and along the heading of entry."""
    box: Box = (0, 0, 0, 0)
    """Places: the box whose four sides bear the exits (necks excluded)."""
    face: Face | None = None
    """Passages: the cut at which it begins."""
    length: int = 0
    """Passages: how far it runs from `face`, in units (steps along a diagonal)."""
    curved: int = 0
    """Nodes: -1 or 1 if the arm to the left or right leaves in a curve; a picture rounds the corners of its mouth."""
    exits: int = -1
    """Places: how many exits the dice gave; -1 where none were rolled."""
    code: str = ""
    """The row of the table that gave its shape, such as ``CAVERN_95x125`` or ``SQUARE_40``."""
    pair: str = ""
    """The other half of a double cave."""
    lead: str = ""
    """The lead that brought it about."""

    @property
    def front(self) -> Face:
        """The cut of a space; asking for one that it does not have is an error of ours."""
        if self.face is None:
            raise LookupError(f"{self.id} has no cut")
        return self.face

    @property
    def floor(self) -> tuple[Polygon, ...]:
        """All its floor: parts and necks."""
        return self.parts + self.necks

    @property
    def is_place(self) -> bool:
        """Whether it is a chamber, room, cave or lift rather than a passage."""
        return self.kind in ("chamber", "room", "cave", "lift")


class Link(Struct, frozen=True, omit_defaults=True, gc=False):
    """A way between two spaces, or between a space and the surface.

    `b` is empty while nobody has opened a door, and for ever behind a false one.
    """

    id: str
    kind: LinkKind
    a: str
    """The space from which it was found. A one-way door, chute or trapdoor is entered from here."""
    b: str
    level: int
    """The level of `a`."""
    segment: Segment | None = None
    """Where it crosses the wall: the whole opening, or the 5 ft leaf of a door. Vertical links have none."""
    heading: Heading = 0
    """The way one faces going from `a` to `b`."""
    two_way: bool = True
    """Whether it can be used from `b` to `a`."""
    needs: Literal["", "climbing", "rope_or_climbing"] = ""
    """What going up through it asks of a character."""
    levels: int = 0
    """Vertical links: how many levels down `b` lies below `a`; negative for up."""
    at: Point | None = None
    """Vertical links: the middle point on the level of `a`."""
    arrives: Point | None = None
    """Vertical links: the middle point on the level of `b`."""
    code: str = ""
    """The row that gave it, such as ``STAIRS_DOWN_2`` or ``SECRET_DOOR``."""
    state: Literal["open", "shut", "unchecked", "false", "collapsed"] = "open"
    """`unchecked`: stairs nobody has gone down yet. `shut`: barred until turn `until`. `false`: a door onto nothing."""
    until: int = 0
    hidden: bool = False
    """Whether somebody must find it first (see `Dungeon.known`)."""


class DoorState(Struct, frozen=True, omit_defaults=True, gc=False):
    """How a door stands, and what was found out about it; see `arbitro.dungeon.doors`."""

    open: bool = False
    wedged: bool = False
    """Held or wedged open: it does not fall shut."""
    locked: bool = False
    tried: bool = False
    """Whether somebody has tried it in vain, so that it is known to be locked or to jam."""
    pushes: int = 0
    """How often it was pushed in vain since it was last open, where a game counts that."""


class Section(Struct, frozen=True, omit_defaults=True, gc=False):
    """Ten feet of wall that may be searched once for a secret door."""

    id: str
    segment: Segment
    facing: Heading
    """Outwards."""
    frame: Frame
    neck: Polygon = ()
    """The floor that a door here would need between it and a round or slanted wall."""


class Lead(Struct, frozen=True, omit_defaults=True, gc=False):
    """An end that has not been worked out yet. All open leads, in order, are the frontier."""

    id: str
    level: int
    kind: LeadKind
    space: str
    """The space it leaves from."""
    face: Face | None = None
    """Corridors: where the floor goes on. Doors: the middle of the wall stretch, facing outwards."""
    mouth: Segment | None = None
    """Corridors: the opening in the wall of `space`; the floor between it and `face` is laid with the corridor.
    Doors: the 10 ft of wall that the door stands in."""
    to_go: int = 0
    """Corridors: feet to the next roll on A.1."""
    run: tuple[str, ...] = ()
    """Corridors: the stretches already laid in this straight line, oldest first."""
    stalled: int = 0
    """Corridors: forced bends in a row that laid no floor."""
    frame: Frame = "ahead"
    came: Heading = 0
    """Doors: the heading of the party that came upon it."""
    width: int = 10
    """Doors: the width of the corridor it was found in."""
    link: str = ""
    """Doors: the door itself."""
    sections: tuple[Section, ...] = ()
    """Searches: the walls that may be examined."""
    encounter: str = ""
    """Exits of caves: the slot of the monster that waits there."""

    @property
    def front(self) -> Face:
        """The cut of a lead; asking for one that it does not have is an error of ours."""
        if self.face is None:
            raise LookupError(f"{self.id} has no cut")
        return self.face


class Closed(Struct, frozen=True, omit_defaults=True, gc=False):
    """What became of a lead: the space or link it led to, or a dead end and why."""

    id: str
    level: int
    kind: LeadKind
    space: str
    to: str = ""
    dead_end: DeadEnd | Literal[""] = ""
    at: Point | None = None
    walls: Lead | None = None
    """Searches: the lead itself, so that a fresh map can offer its walls again."""
    unseen: Lead | None = None
    """Corridors that were found to end while a referee looked ahead: the lead itself, which those who have seen its
    mouth still take for open (see `knowledge.seems_open`)."""


BEHIND: Final = "behind"
"""The approach of those who come by the way by which the party came."""


class Slot(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something the tables put here that the game in use must supply: see `arbitro.dungeon.stocking`."""

    id: str
    level: int
    space: str
    kind: Literal["monster", "treasure", "special"]
    code: str
    """The row that asked for it: ``CONTENT_MONSTER``, ``POOL_MONSTER``, ``WANDERING_MONSTER``, ``GP_400`` …"""
    where: Literal["here", "exit", "pool", "lake", "approach"] = "here"
    approach: str = ""
    """Wandering monsters: from which side they come (``ahead``, ``behind``, ``through_the_door`` …)."""
    via: str = ""
    """The lead or link by which they come, where it is one."""
    number: int = 0
    """How many creatures; 0 where the encounter tables of the game say."""
    treasure: Literal["", "standard_monster_treasure"] = ""
    """Monsters: whether they own treasure, to be determined as the core book does."""
    unit: Literal["", "copper", "silver", "gold", "gem", "jewelry", "magic_item"] = ""
    """Unguarded treasure: what it is."""
    amount: int = 0
    """Unguarded treasure: how much of it, with the dungeon level already counted in."""
    supplier: str = ""
    """Specials: ``sealed_room_stock``, ``one_room_referee`` or ``registered_tables``."""
    item: str = ""
    """Specials: the sealed room or table that was drawn, or the player who referees."""
    state: Literal["present", "met", "gone"] = "present"
    items: tuple[tuple[str, int], ...] = ()
    """What the game in use put here: ids of its own content, and how many of each."""
    at: Point | None = None
    """Monsters at an exit: the middle of that exit; older dungeons do not say which it is."""


class Content(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the contents table said of a place."""

    space: str
    code: str
    """``EMPTY``, ``CONTENT_MONSTER``, ``MONSTER_AND_TREASURE``, ``SPECIAL_OR_EMPTY``, ``CONTENT_TRAP`` or
    ``TREASURE``."""
    slots: tuple[str, ...] = ()
    trap: str = ""


class Trap(Struct, frozen=True, omit_defaults=True, gc=False):
    """A trick or trap with its state."""

    id: str
    level: int
    space: str
    code: str
    """The row of A.7.1: ``HIDDEN_DOOR``, ``PIT``, ``PIT_SPIKES``, ``ELEVATOR_1``, ``SLIDING_WALL``, ``ARROWS``,
    ``GAS`` …"""
    state: TrapState = "armed"
    floor: Polygon = ()
    """The ground it covers, for the map."""
    segment: Segment | None = None
    """Sliding walls: where the wall comes down."""
    face: Face | None = None
    """Where the party stands when it works, and the way it faces."""
    until: int = 0
    """Sliding walls: open again at this turn; lifts: may rise from this turn."""
    gas: str = ""
    """The row of A.7.2, hidden until somebody enters the cloud."""
    levels: int = 0
    """Lifts: how far the run goes in all, once known."""
    sunk: int = 0
    """Lifts: how many levels it has gone down."""
    link: str = ""
    """Lifts: the link to the lift below."""
    stairs: str = ""
    """Blind stairs: the id of a link that players know them by, as if they led somewhere."""
    depth_ft: int = 0
    pit: bool = False
    """Possible hidden doors: nobody found one, so it is a pit."""

    @property
    def front(self) -> Face:
        """The cut of a trap; asking for one that it does not have is an error of ours."""
        if self.face is None:
            raise LookupError(f"{self.id} has no cut")
        return self.face


class Water(Struct, frozen=True, omit_defaults=True, gc=False):
    """A pool or a lake in a cave."""

    id: str
    level: int
    space: str
    kind: Literal["pool", "lake"]
    code: str
    """``POOL``, ``POOL_MONSTER``, ``POOL_MONSTER_TREASURE``, ``POOL_MAGIC``, ``LAKE``, ``LAKE_MONSTERS``,
    ``LAKE_ENCHANTED``."""
    outline: Polygon
    """Convex, inside the floor of the cave."""
    slot: str = ""
    power: str = ""
    """Magic pools: the row of A.8.4 once somebody has stepped in."""
    detail: str = ""
    """Magic pools: ``platinum``, ``lead``, ``LAW`` …, ``surface``, ``level_down``, ``surface_100_miles``; lakes:
    ``portal``."""
    compass: Heading = 0
    """Teleport over 100 miles: in which direction."""
    spent: bool = False
    bathers: tuple[str, ...] = ()
    """Who has been changed, blessed or hurt by it already."""
    wished: bool = False
    link: str = ""


Reason = Literal[
    "no_space",
    "page_edge",
    "no_wall_slot",
    "above_surface",
    "below_bottom",
    "repeated_encounter",
    "no_special_available",
]
"""Why a result could not be drawn as it fell."""


class Adjustment(Struct, frozen=True, omit_defaults=True, gc=False):
    """A result that could not be drawn, and how it was mended."""

    id: str
    table: str
    roll: int
    reason: Reason
    applied: str
    """What was done instead: ``narrower``, ``mirrored``, ``smaller``, ``other_bend``, ``dead_end``, ``dropped`` …"""
    lead: str = ""
    detail: str = ""


class Held(Struct, frozen=True, omit_defaults=True, gc=False):
    """A step that waits: its result cannot be drawn, and the players are asked before it is mended."""

    lead: str
    group: str
    adjustment: Adjustment
    """What would be done."""
    rolls: tuple[Lookup, ...]
    """What was thrown so far; these dice stand, whatever is decided."""
    accepted: int = 0
    """How many repairs of the same step were accepted before this one."""


class Searched(Struct, frozen=True, omit_defaults=True, gc=False):
    """What searching one section of wall gave: it is kept for good."""

    section: str
    lookup: Lookup
    turn: int
    found: Literal["nothing", "door", "monster"]
    link: str = ""


class Known(Struct, frozen=True, omit_defaults=True, gc=False):
    """One group has seen one thing: a space, a link, a trap, a water, a slot or a content."""

    group: str
    thing: str
    how: Literal["seen", "visited"] = "seen"
    mood: str = ""
    """Places: what it was told to be like (`arbitro.dungeon.export.moods`); empty in older logs, which did not say."""


class Dungeon(Struct, frozen=True, omit_defaults=True):
    """A whole dungeon: everything that was rolled, drawn and found out so far."""

    options: dict[str, Setting] = field(default_factory=dict)
    turn: int = 0
    """The hour at which it was put down, in turns of ten minutes: what its own turns are counted by when it is taken
    up again. Where it is played in, the table keeps the clock."""
    levels: dict[int, int] = field(default_factory=dict)
    """Every level that has a map, with the number of its spaces."""
    spaces: dict[str, Space] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    leads: dict[str, Lead] = field(default_factory=dict)
    """The frontier, oldest first."""
    closed: dict[str, Closed] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    contents: dict[str, Content] = field(default_factory=dict)
    """By the id of the space."""
    traps: dict[str, Trap] = field(default_factory=dict)
    waters: dict[str, Water] = field(default_factory=dict)
    adjustments: dict[str, Adjustment] = field(default_factory=dict)
    searched: dict[str, Searched] = field(default_factory=dict)
    """By the id of the section."""
    known: dict[str, Known] = field(default_factory=dict)
    """By ``group/thing``; see `arbitro.dungeon.knowledge`."""
    sealed: tuple[str, ...] = ()
    """Sealed rooms written by a friend that have not been opened yet."""
    tables: tuple[str, ...] = ()
    """Tables registered for specials."""
    seats: tuple[str, ...] = ()
    """Players who take turns as referee of one room, next one first."""
    planes: tuple[str, ...] = ()
    """Maps of other planes that an enchanted lake may lead to."""
    held: Held | None = None
    """The step that waits for a decision of the players, if there is one."""
    doors: dict[str, DoorState] = field(default_factory=dict)
    """How doors stand, by the id of the link: those that somebody has settled or touched."""

    @property
    def sheet(self) -> Point:
        """Width and height of every sheet, in units."""
        return SQUARE * int(self.options["page_width_squares"]), SQUARE * int(self.options["page_height_squares"])

    def spaces_on(self, level: int) -> Iterator[Space]:
        """The spaces of one level, oldest first."""
        return (space for space in self.spaces.values() if space.level == level)

    def links_on(self, level: int) -> Iterator[Link]:
        """The links with an end on one level."""
        for link in self.links.values():
            if link.level == level or (link.levels and link.level + link.levels == level):
                yield link

    def leads_on(self, level: int) -> Iterator[Lead]:
        """The open leads of one level."""
        return (lead for lead in self.leads.values() if lead.level == level)


def to_json(dungeon: Dungeon) -> bytes:
    """A dungeon with all its secrets and open leads, as bytes that are the same whenever the dungeon is."""
    return msgspec.json.encode(dungeon)


def from_json(data: bytes) -> Dungeon:
    """The dungeon that `to_json` wrote, to the byte."""
    return msgspec.json.decode(data, type=Dungeon)
