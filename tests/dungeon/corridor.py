"""A generator of its own, as small as can be: rooms in a row, each behind a door; every third holds somebody."""

from collections.abc import Iterator, Mapping

from arbitro.appendix_a.level import options as appendix
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import DungeonBegun, LeadClosed, LeadOpened, LinkLaid, SlotPlaced, SpaceLaid
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.generator import Generator
from arbitro.dungeon.knowledge import visit
from arbitro.dungeon.lattice import N, ends, moved, rectangle, stretch
from arbitro.dungeon.model import SQUARE, SURFACE, Closed, Dungeon, Face, Lead, Link, Slot, Space
from arbitro.kernel.event import Event, Setting
from arbitro.kernel.option import Options

SHEET = Options({name: appendix()[name] for name in ("page_width_squares", "page_height_squares")})
SIDE = 3 * SQUARE
"""Every room is 30 ft square."""
MOST = 6
"""The last room has no way on."""


def options() -> Options:
    return SHEET


def begin(
    dice: Dice,
    chosen: Mapping[str, Setting],
    /,
    *,
    sealed: tuple[str, ...] = (),
    tables: tuple[str, ...] = (),
    planes: tuple[str, ...] = (),
    attempt: int = 0,
) -> tuple[Event, ...]:
    """Stairs, a landing, and the door of the first room."""
    del dice, attempt
    settings = {**SHEET.defaults(), **chosen}
    begun = DungeonBegun(settings, sealed, tables, (), planes, audience="referee")
    width, height = Dungeon(settings).sheet
    face = Face(width // SQUARE // 2 * SQUARE, height, N, 10)
    landing = Space("landing", 1, "landing", "stretch", (stretch(face, 16),), N, face=face, length=16)
    middle = (face.x, face.y - 8)
    stairs = Link(
        "stairs", "stairs", SURFACE, "landing", 0, heading=N, levels=1, at=middle, arrives=middle, code="ENTRANCE"
    )
    return (begun, SpaceLaid(landing), LinkLaid(stairs), *_door("landing", moved(face, 16), 1))


def _door(space: str, face: Face, number: int) -> Iterator[Event]:
    """A door in the north wall of a space, behind which nobody has been."""
    segment = ends(face)
    yield LinkLaid(Link(f"door{number}", "door", space, "", 1, segment, N, code="DOOR"))
    yield LeadOpened(Lead(f"lead{number}", 1, "door", space, face, segment, came=N, link=f"door{number}"))


def _room(lead: Lead) -> Iterator[Event]:
    number, face = int(lead.id.removeprefix("lead")), lead.front
    name, box = f"room{number}", (face.x - SIDE // 2, face.y - SIDE, face.x + SIDE // 2, face.y)
    room = Space(name, 1, "room", "square", (rectangle(*box),), N, area=900, size=(30, 30), box=box, lead=lead.id)
    yield SpaceLaid(room)
    segment = ends(face)
    yield LinkLaid(Link(lead.link, "door", lead.space, name, 1, segment, N, code="DOOR"))
    if number % 3 == 0:
        yield SlotPlaced(Slot(f"slot{number}", 1, name, "monster", "CONTENT_MONSTER", number=1), audience="referee")
    if number < MOST:
        yield from _door(name, moved(face, SIDE), number + 1)
    yield LeadClosed(Closed(lead.id, 1, "door", lead.space, lead.link))


def explore(state: Dungeon, lead: str, dice: Dice, group: str, /) -> tuple[Event, ...]:
    """The next room; the group comes into it."""
    del dice
    laid = tuple(_room(state.leads[lead]))
    if not group:
        return laid
    after = evolve_all(state, laid)
    return (*laid, *visit(after, group, after.links[state.leads[lead].link].b))


def dig_level(state: Dungeon, level: int, dice: Dice, /, *, cap: int = 0) -> tuple[Event, ...]:
    """All rooms that are left."""
    found: list[Event] = []
    while leads := [lead.id for lead in state.leads.values() if lead.level == level]:
        if cap and len(state.spaces) >= cap:
            break
        more = explore(state, leads[0], dice, "")
        state = evolve_all(state, more)
        found += more
    return tuple(found)


def may_search(state: Dungeon, section: str, now: int) -> bool:
    del state, section, now
    return False


def search(state: Dungeon, lead: str, section: str, dice: Dice, group: str, /, *, now: int) -> tuple[Event, ...]:
    del state, lead, dice, group, now
    raise LookupError(section)


CORRIDOR = Generator(options, begin, explore, dig_level, may_search, search)
