"""A workbench for tests: dice written in the catalogue's own notation, and a bare corridor to try rows on."""

from collections.abc import Iterable

from arbitro.appendix_a.level import explore, settings
from arbitro.dice.stream import Die, QuickDice, Unsuitable
from arbitro.dungeon.events import TableRolled
from arbitro.dungeon.fold import evolve, evolve_all
from arbitro.dungeon.lattice import NAMES, ends, moved, stretch, units
from arbitro.dungeon.model import SURFACE, Dungeon, Face, Lead, Link, Space
from arbitro.kernel.event import Event, Setting


class Script:
    """Dice as ``A.1=9 A.3.1=2``: each must be asked for by its own table, in this order, and all must be used."""

    def __init__(self, text: str = "", layout: int = 1) -> None:
        self.left = [(key, int(face)) for key, face in (token.split("=") for token in text.split())]
        self.layout = layout

    def stream(self, name: str, /) -> "Script | QuickDice":
        return QuickDice(self.layout * 7919 + len(name)) if name.startswith("layout/") else self

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        if not self.left:
            raise Unsuitable(f"{purpose} (d{sides}) is thrown after the end of the script")
        key, face = self.left.pop(0)
        if key != purpose or not 1 <= face <= sides:
            raise Unsuitable(f"{purpose} (d{sides}) is thrown, the script has {key}={face}")
        return Die(sides, face)

    def done(self) -> None:
        if self.left:
            raise Unsuitable(f"dice of the script were not thrown: {self.left}")


class Loaded:
    """Dice that show what they are told for some tables and fall as they will for all others."""

    def __init__(self, faces: dict[str, int], other: QuickDice) -> None:
        self.faces = faces
        self.other = other

    def stream(self, name: str, /) -> "Loaded":
        del name
        return self

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        face = self.faces.get(purpose)
        return self.other.roll(sides, purpose) if face is None else Die(sides, face)


def corridor(
    heading: str = "N",
    width: int = 10,
    *,
    level: int = 1,
    at: tuple[int, int] = (320, 320),
    to_go: int = 0,
    turn: int = 0,
    sealed: tuple[str, ...] = (),
    tables: tuple[str, ...] = (),
    seats: tuple[str, ...] = (),
    planes: tuple[str, ...] = (),
    walls: Iterable[Space] = (),
    **options: Setting,
) -> Dungeon:
    """A sheet with one 30 ft stretch of corridor that ends at a point, and nothing else but `walls`."""
    way = NAMES.index(heading)
    end = Face(*at, way, width, "h" if way % 2 else "")
    face = moved(end, -units(30))
    space = Space("start", level, "corridor", "stretch", (stretch(face, 24),), way, face=face, length=24)
    lead = Lead("lead", level, "corridor", "start", end, ends(end), to_go, ("start",))
    spaces = {"start": space, **{wall.id: wall for wall in walls}}
    link = Link("way", "stairs", SURFACE, "start", 0, levels=level)
    levels: dict[int, int] = {}
    for each in spaces.values():
        levels[each.level] = levels.get(each.level, 0) + 1
    return Dungeon(
        settings(options),
        turn,
        levels,
        spaces,
        {"way": link},
        {"lead": lead},
        sealed=sealed,
        tables=tables,
        seats=seats,
        planes=planes,
    )


def wall(x0: int, y0: int, x1: int, y1: int, name: str = "wall", level: int = 1) -> Space:
    """A room that stands in the way."""
    floor = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Space(name, level, "room", "rectangle", (floor,), 0, area=100, box=(x0, y0, x1, y1))


def follow(
    state: Dungeon, dice: str, lead: str = "lead", *, layout: int = 1, group: str = ""
) -> tuple[Dungeon, tuple[Event, ...]]:
    """Explore a lead with scripted dice; the dungeon after it and what happened. The two folds must agree."""
    script = Script(dice, layout)
    events = explore(state, lead, script, group)
    script.done()
    after = evolve_all(state, events)
    one_by_one = state
    for event in events:
        one_by_one = evolve(one_by_one, event)
    assert one_by_one == after
    return after, events


def fold(state: Dungeon, events: Iterable[Event]) -> Dungeon:
    return evolve_all(state, list(events))


def codes(events: Iterable[Event]) -> list[str]:
    """The rows that were rolled, in order."""
    return [
        event.lookup.row
        for event in events
        if type(event) is TableRolled and event.lookup.table != "layout" and event.lookup.row
    ]


def open_leads(state: Dungeon, kind: str = "corridor") -> list[Lead]:
    return [lead for lead in state.leads.values() if lead.kind == kind]


def headings(state: Dungeon) -> list[str]:
    """Where the open corridor leads go."""
    return [NAMES[lead.front.heading] for lead in open_leads(state)]


def new_spaces(before: Dungeon, after: Dungeon, kind: str = "") -> list[Space]:
    return [
        space for name, space in after.spaces.items() if name not in before.spaces and (not kind or space.kind == kind)
    ]


def adjustments(state: Dungeon) -> list[tuple[str, str, str]]:
    return [(each.table, each.reason, each.applied) for each in state.adjustments.values()]


def cited(events: Iterable[Event]) -> set[str]:
    return {rule for event in events for rule in event.rules}
