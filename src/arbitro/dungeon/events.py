"""What can happen to a dungeon, stated as outcomes, and the fold over it.

Events carry whole structs, so folding needs no rules and no geometry. What players must not know goes to the referee.
"""

from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon.model import (
    Adjustment,
    Closed,
    Content,
    Dungeon,
    Held,
    Known,
    Lead,
    Link,
    Searched,
    Slot,
    Space,
    Trap,
    Water,
)
from arbitro.kernel.event import Event, Setting
from arbitro.kernel.ruling import Lookup

LAYOUT: Final = "layout"
"""The table name under which the one die of a step's drawing choices stands in the dice log."""


class DungeonBegun(Event, frozen=True, gc=False):
    """A dungeon was begun under these options, with these suppliers of specials."""

    options: dict[str, Setting]
    sealed: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    planes: tuple[str, ...] = ()


class TableRolled(Event, frozen=True, gc=False):
    """A die was read on a table. `lead` names the lead, space or link whose stream it came from."""

    lead: str
    lookup: Lookup

    def variant(self) -> str:
        """A row, a plain number, or the die of the drawing choices."""
        return "layout" if self.lookup.table == LAYOUT else "" if self.lookup.row else "amount"


class SpaceLaid(Event, frozen=True, gc=False):
    """A piece of floor was drawn."""

    space: Space

    def variant(self) -> str:
        """By the kind of space."""
        return self.space.kind


class NeckCut(Event, frozen=True, gc=False):
    """A space gained the few feet between its round or slanted wall and a door found in it. Nothing drawn is lost."""

    space: Space


class LinkLaid(Event, frozen=True, gc=False):
    """A way between spaces was drawn."""

    link: Link

    def variant(self) -> str:
        """By the kind of way."""
        return self.link.kind


class LinkChanged(Event, frozen=True, gc=False):
    """A way was opened, shut or led somewhere at last."""

    link: Link

    def variant(self) -> str:
        """By the state it is in now."""
        return self.link.state


class LeadOpened(Event, frozen=True, gc=False):
    """Something can be followed further."""

    lead: Lead

    def variant(self) -> str:
        """By what is to be done there."""
        return self.lead.kind


class LeadClosed(Event, frozen=True, gc=False):
    """A lead was worked out."""

    closed: Closed

    def variant(self) -> str:
        """By the dead end it came to, if it did."""
        return self.closed.dead_end or "on"


class SlotPlaced(Event, frozen=True, gc=False):
    """The tables put something here for the game in use to supply."""

    slot: Slot

    def variant(self) -> str:
        """Monsters by where they are."""
        return f"monster_{self.slot.where}" if self.slot.kind == "monster" else self.slot.kind


class SlotChanged(Event, frozen=True, gc=False):
    """What waited here was met, or is gone."""

    slot: Slot

    def variant(self) -> str:
        """By the state it is in now."""
        return self.slot.state


class ContentRolled(Event, frozen=True, gc=False):
    """The contents of a place are settled."""

    content: Content


class TrapPlaced(Event, frozen=True, gc=False):
    """A trick or trap is set."""

    trap: Trap


class TrapChanged(Event, frozen=True, gc=False):
    """A trick or trap worked, was found or came to rest."""

    trap: Trap

    def variant(self) -> str:
        """By the state it is in now."""
        return self.trap.state


class WaterPlaced(Event, frozen=True, gc=False):
    """A pool or a lake lies in a cave."""

    water: Water


class WaterChanged(Event, frozen=True, gc=False):
    """A pool showed its nature or spent it."""

    water: Water

    def variant(self) -> str:
        """Whether it has spent its power."""
        return "spent" if self.water.spent else "works"


class Adjusted(Event, frozen=True, gc=False):
    """An impossible result was mended."""

    adjustment: Adjustment

    def variant(self) -> str:
        """By what was impossible."""
        return self.adjustment.reason


class SectionSearched(Event, frozen=True, gc=False):
    """A section of wall was searched."""

    searched: Searched

    def variant(self) -> str:
        """By what was found."""
        return self.searched.found


class Seen(Event, frozen=True, gc=False):
    """A group learned of something."""

    known: Known


class TurnsPassed(Event, frozen=True, gc=False):
    """Time went by; `turn` is what the clock shows now."""

    turn: int


class SpecialDrawn(Event, frozen=True, gc=False):
    """A special was supplied; what is left in the stock, and whose turn it is to referee a room."""

    slot: str
    supplier: str
    item: str
    sealed: tuple[str, ...]
    seats: tuple[str, ...]

    def variant(self) -> str:
        """By who supplied it."""
        return self.supplier


class SlotFilled(Event, frozen=True, gc=False):
    """The game in use says what a slot holds: ids of its own content, and how many of each."""

    slot: str
    items: tuple[tuple[str, int], ...]
    rolls: tuple[Lookup, ...] = ()

    def variant(self) -> str:
        """The game in use may leave it empty."""
        return "" if self.items else "empty"


class MapReused(Event, frozen=True, gc=False):
    """A map was taken up for another group: `fresh` as it was made, or `as_left` by the last one."""

    group: str
    how: str
    slots: tuple[Slot, ...] = ()
    traps: tuple[Trap, ...] = ()
    waters: tuple[Water, ...] = ()
    links: tuple[Link, ...] = ()
    spaces: tuple[Space, ...] = ()
    leads: tuple[Lead, ...] = ()
    gone: tuple[str, ...] = ()
    """Whatever came into being only by what was done in play."""

    def variant(self) -> str:
        """By the way it is taken up."""
        return self.how


class Effect(Struct, frozen=True, omit_defaults=True):
    """What a trap, a gas or a pool does to characters, for the game in use to apply.

    `kind` says what: ``fall``, ``missiles``, ``obscured``, ``blind``, ``flee``, ``asleep``, ``stronger``,
    ``sick_until_surface``, ``death``, ``gold_to_platinum``, ``gold_to_lead``, ``ability``, ``wish``, ``damage``,
    ``teleport``, ``slide``, ``descend``.
    """

    kind: str
    who: tuple[str, ...] = ()
    """The characters concerned."""
    save: bool = False
    """Whether each of them may save against it."""
    amount: int = 0
    """Points, feet or damage, as the kind has it."""
    dice: str = ""
    """Damage still to be thrown by the game in use."""
    until: int = 0
    """The turn at which it ends; 0 for at once or for good."""
    level: int = 0
    """Where somebody is moved to: the level, 0 being the surface."""
    space: str = ""
    detail: str = ""
    """The ability changed, the metal, the destination …"""
    bounds: tuple[int, int] = (0, 0)
    """Ability scores stay within these."""
    missiles: tuple[bool, ...] = ()
    """One entry for each missile: whether it is poisoned."""
    hit_dice: int = 0
    """Missiles attack as a monster of so many Hit Dice."""


class EffectDue(Event, frozen=True, gc=False):
    """Something in the dungeon acts on characters; the game in use applies it."""

    source: str
    effect: Effect

    def variant(self) -> str:
        """By the kind of effect."""
        return self.effect.kind


class DecisionOffered(Event, frozen=True, gc=False):
    """With no referee at the table, a decision of the referee's falls to the players; the engine proposes one."""

    decision: str
    proposal: str
    about: str = ""

    def variant(self) -> str:
        """By what is to be decided."""
        return self.decision


class DecisionTaken(Event, frozen=True, gc=False):
    """What the players did with a proposal."""

    decision: str
    proposal: str
    chosen: str
    accepted: bool
    about: str = ""

    def variant(self) -> str:
        """Whether the proposal was taken."""
        return "accepted" if self.accepted else "changed"


class StepHeld(Event, frozen=True, gc=False):
    """A step waits for a decision of the players, or (None) waits no more."""

    held: Held | None

    def variant(self) -> str:
        """Whether it waits still."""
        return "released" if self.held is None else "held"


DUNGEON_EVENTS: Final[tuple[type[Event], ...]] = (
    DungeonBegun,
    TableRolled,
    SpaceLaid,
    NeckCut,
    LinkLaid,
    LinkChanged,
    LeadOpened,
    LeadClosed,
    SlotPlaced,
    SlotChanged,
    ContentRolled,
    TrapPlaced,
    TrapChanged,
    WaterPlaced,
    WaterChanged,
    Adjusted,
    SectionSearched,
    Seen,
    TurnsPassed,
    SpecialDrawn,
    SlotFilled,
    MapReused,
    EffectDue,
    DecisionOffered,
    DecisionTaken,
    StepHeld,
)

# Which dictionary of the dungeon an event writes to, which field of the event holds the entry, and what names it.
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
        case TurnsPassed():
            return replace(state, turn=event.turn)
        case SpecialDrawn():
            return replace(state, sealed=event.sealed, seats=event.seats)
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
    return replace(state, **tables, levels=levels, known=known, held=None)


def known_key(known: Known) -> str:
    """Under which key the knowledge of a group stands."""
    return f"{known.group}/{known.thing}"


def evolve_all(state: Dungeon, events: tuple[Event, ...] | list[Event]) -> Dungeon:
    """The dungeon after many events: the same as `evolve` one by one, without copying the dungeon for each."""
    draft = Draft(state)
    for event in events:
        draft.apply(event)
    return draft.frozen()


class Draft:
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


_SCALAR: Final = frozenset({TurnsPassed, SpecialDrawn, StepHeld})
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
