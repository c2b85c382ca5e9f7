"""The fold of a dungeon: one event after another, or many at once without copying the dungeon for each."""

from typing import Any, Final, cast

from msgspec.structs import replace

from arbitro.dungeon.events import (
    Adjusted,
    ContentRolled,
    DungeonBegun,
    LeadClosed,
    LeadOpened,
    LinkChanged,
    LinkLaid,
    MapReused,
    NeckCut,
    SeatsTaken,
    SectionSearched,
    Seen,
    SlotChanged,
    SlotFilled,
    SlotPlaced,
    SpaceLaid,
    SpecialDrawn,
    StepHeld,
    TrapChanged,
    TrapPlaced,
    WaterChanged,
    WaterPlaced,
)
from arbitro.dungeon.model import Dungeon, Known, Slot
from arbitro.kernel.event import Event

WRITES: Final[dict[type[Event], tuple[str, str, str]]] = {
    SpaceLaid: ("spaces", "space", "id"),
    NeckCut: ("spaces", "space", "id"),
    LinkLaid: ("links", "link", "id"),
    LinkChanged: ("links", "link", "id"),
    LeadOpened: ("leads", "lead", "id"),
    LeadClosed: ("closed", "closed", "id"),
    SlotPlaced: ("slots", "slot", "id"),
    SlotChanged: ("slots", "slot", "id"),
    ContentRolled: ("contents", "content", "space"),
    TrapPlaced: ("traps", "trap", "id"),
    TrapChanged: ("traps", "trap", "id"),
    WaterPlaced: ("waters", "water", "id"),
    WaterChanged: ("waters", "water", "id"),
    Adjusted: ("adjustments", "adjustment", "id"),
    SectionSearched: ("searched", "searched", "section"),
}
"""Which dictionary of the dungeon an event writes to, which field of the event holds the entry, and what names it."""


def evolve(state: Dungeon, event: Event) -> Dungeon:
    """The dungeon after one event. Total: an event of another kind changes nothing."""
    writes = WRITES.get(type(event))
    if writes is not None:
        table, field, key = writes
        entry: Any = getattr(event, field)
        changes: dict[str, Any] = {table: {**getattr(state, table), getattr(entry, key): entry}}
        if type(event) is SpaceLaid:
            changes["levels"] = {**state.levels, entry.level: state.levels.get(entry.level, 0) + 1}
        elif type(event) is LeadClosed:
            changes["leads"] = {name: lead for name, lead in state.leads.items() if name != entry.id}
        return replace(state, **changes)
    match event:
        case DungeonBegun():
            return Dungeon(
                event.options, 0, {}, sealed=event.sealed, tables=event.tables, seats=event.seats, planes=event.planes
            )
        case Seen():
            return replace(state, known={**state.known, known_key(event.known): event.known})
        case SpecialDrawn():
            return replace(state, sealed=event.sealed, seats=event.seats)
        case SeatsTaken():
            return replace(state, seats=event.seats)
        case SlotFilled():
            return replace(state, slots={**state.slots, event.slot: _filled(state.slots[event.slot], event)})
        case StepHeld():
            return replace(state, held=event.held)
        case MapReused():
            return _reused(state, event)
        case _:
            return state


def _filled(slot: Slot, event: SlotFilled) -> Slot:
    return replace(slot, items=event.items)


def _reused(state: Dungeon, event: MapReused) -> Dungeon:
    """Drop what is gone, put back what is as it was made, forget what the new group knew."""
    gone = set(event.gone)
    back: dict[str, tuple[Any, ...]] = {
        "spaces": event.spaces,
        "links": event.links,
        "leads": event.leads,
        "slots": event.slots,
        "traps": event.traps,
        "waters": event.waters,
        "contents": (),
        "closed": (),
        "searched": (),
    }
    tables: dict[str, dict[str, Any]] = {}
    for name, entries in back.items():
        kept = {key: entry for key, entry in getattr(state, name).items() if key not in gone}
        tables[name] = {**kept, **{entry.id: entry for entry in entries}}
    for lead in event.leads:
        tables["closed"].pop(lead.id, None)
    levels: dict[int, int] = {}
    for space in tables["spaces"].values():
        levels[space.level] = levels.get(space.level, 0) + 1
    known = {key: each for key, each in state.known.items() if each.group != event.group and each.thing not in gone}
    return replace(state, **tables, levels=levels, known=known, held=None, doors={})


def known_key(known: Known) -> str:
    """Under which key the knowledge of a group stands."""
    return f"{known.group}/{known.thing}"


def evolve_all(state: Dungeon, events: tuple[Event, ...] | list[Event]) -> Dungeon:
    """The dungeon after many events: the same as `evolve` one by one, without copying the dungeon for each."""
    draft = WritableDungeon(state)
    for event in events:
        draft.apply(event)
    return draft.frozen()


class WritableDungeon:
    """A dungeon whose dictionaries may be written to: how a fold over many events stays linear."""

    __slots__ = ("_plain", "tables")

    def __init__(self, state: Dungeon) -> None:
        self._plain = state
        self.tables = _tables_of(state)

    def apply(self, event: Event) -> None:
        """Let an event take effect."""
        writes = WRITES.get(type(event))
        if writes is not None:
            table, field, key = writes
            entry: Any = getattr(event, field)
            self.tables[table][getattr(entry, key)] = entry
            if type(event) is SpaceLaid:
                levels = self.tables["levels"]
                levels[entry.level] = levels.get(entry.level, 0) + 1
            elif type(event) is LeadClosed:
                self.tables["leads"].pop(entry.id, None)
        elif type(event) is Seen:
            self.tables["known"][known_key(event.known)] = event.known
        elif type(event) is SlotFilled:
            slots = self.tables["slots"]
            slots[event.slot] = _filled(slots[event.slot], event)
        elif type(event) in _SCALAR:
            self._plain = evolve(self._plain, event)
        elif type(event) in _WHOLE:
            self._plain = evolve(self.frozen(), event)
            self.tables = _tables_of(self._plain)

    def frozen(self) -> Dungeon:
        """The dungeon as it stands."""
        return replace(self._plain, **{name: dict(table) for name, table in self.tables.items()})

    @property
    def plain(self) -> Dungeon:
        """The dungeon for what is no dictionary: options, clock, stocks."""
        return self._plain


_SCALAR: Final = frozenset({SpecialDrawn, SeatsTaken, StepHeld})
_WHOLE: Final = frozenset({DungeonBegun, MapReused})
_TABLES: Final = (
    "levels",
    "spaces",
    "links",
    "leads",
    "closed",
    "slots",
    "contents",
    "traps",
    "waters",
    "adjustments",
    "searched",
    "known",
)


def _tables_of(state: Dungeon) -> dict[str, dict[Any, Any]]:
    return {name: dict(cast(dict[Any, Any], getattr(state, name))) for name in _TABLES}
