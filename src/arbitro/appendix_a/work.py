"""A step of generation under way: the dungeon so far, the dice of the lead that is followed, and what is added."""

from hashlib import blake2b
from typing import Any, Final, Literal, TypeVar

from msgspec.structs import replace

from arbitro.appendix_a.layout import Layout, draw_layout
from arbitro.appendix_a.tables import SECRET, SECRET_ROWS, TRAPDOOR_ROWS, DungeonTables, tables
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import Adjusted, LeadClosed, LeadOpened, LinkChanged, LinkLaid, Seen, SpaceLaid, TableRolled
from arbitro.dungeon.fold import WritableDungeon
from arbitro.dungeon.ground import Ground
from arbitro.dungeon.model import (
    Adjustment,
    Closed,
    DeadEnd,
    Dungeon,
    Heading,
    Known,
    Lead,
    Link,
    LinkKind,
    Point,
    Reason,
    Segment,
    Space,
)
from arbitro.kernel.event import Event, Setting
from arbitro.kernel.rolltable import RollTable, Row, counted
from arbitro.kernel.ruling import Lookup

R = TypeVar("R")
ASKED: Final = ("no_space", "page_edge", "no_wall_slot", "above_surface", "below_bottom")
"""The reasons why something cannot be drawn: what players may be asked about before it is mended."""


class RepairAsked(Exception):
    """A repair would be made that nobody has accepted yet."""

    def __init__(self, adjustment: Adjustment) -> None:
        super().__init__(adjustment.id)
        self.adjustment = adjustment


def child_id(parent: str, number: int) -> str:
    """The id of a lead that arises from another: short, and the same in whatever order a dungeon is explored."""
    return blake2b(f"{parent}/{number}".encode(), digest_size=5).hexdigest()


class Work:
    """The hands that draw. One `Work` serves one command, or the whole of a level generated at one go.

    What is drawn is the referee's knowledge; a group learns of it by `Seen` events and is shown `players_map`.
    """

    __slots__ = (
        "_cuts",
        "_grounds",
        "_mark",
        "_numbers",
        "_root",
        "accepted",
        "asks",
        "dice",
        "draft",
        "events",
        "group",
        "layout",
        "lead",
        "options",
        "tables",
    )

    def __init__(self, state: Dungeon, dice: Dice, group: str = "") -> None:
        self.draft = WritableDungeon(state)
        self.options: dict[str, Setting] = state.options
        self.tables: DungeonTables = tables()
        self.events: list[Event] = []
        self.group = group
        """The group that looks on and so knows what it sees drawn; none when a map is prepared."""
        self.asks = False
        """Whether a repair must be put to the players first (DA-SOLO-03)."""
        self.accepted = 0
        """How many repairs of this step they have accepted already."""
        self.lead = ""
        self._root = dice
        self.dice = dice
        self.layout = Layout(1, "")
        self._mark = 0
        self._numbers: dict[str, int] = {}
        self._grounds: dict[int, Ground] = {}
        self._cuts: dict[str, list[Segment]] | None = None

    def begin(self, name: str, stream: str = "lead") -> None:
        """Work on a lead (or on a space, link, trap or pool) with the dice of its own stream."""
        self.begin_quietly(name, stream)
        self.layout, lookup = draw_layout(self._root, name if stream == "lead" else f"{stream}/{name}")
        self.log(lookup, ("DA-MAP-04",))

    def begin_quietly(self, name: str, stream: str) -> None:
        """Work on something that needs no drawing, with the dice of its own stream."""
        self.lead = name
        self._mark = len(self.events)
        self._numbers = {}
        self.dice = self._root.stream(f"{stream}/{name}")

    # ---------------------------------------------------------------- the dungeon so far

    @property
    def spaces(self) -> dict[str, Space]:
        """All spaces."""
        return self.draft.tables["spaces"]

    @property
    def links(self) -> dict[str, Link]:
        """All links."""
        return self.draft.tables["links"]

    @property
    def leads(self) -> dict[str, Lead]:
        """The frontier."""
        return self.draft.tables["leads"]

    @property
    def state(self) -> Dungeon:
        """Options, clock and stocks; the dictionaries of it are not kept up to date."""
        return self.draft.plain

    def ground(self, level: int) -> Ground:
        """The floors of a level."""
        found = self._grounds.get(level)
        if found is None:
            found = self._grounds[level] = Ground(*self.state.sheet)
            for space in self.spaces.values():
                if space.level == level:
                    found.add(space)
        return found

    def cuts(self, space: str) -> list[Segment]:
        """Where the walls of a space are taken: openings, doors and mouths of open leads."""
        if self._cuts is None:
            self._cuts = {}
            for link in self.links.values():
                if link.segment is not None:
                    self._cuts.setdefault(link.a, []).append(link.segment)
                    self._cuts.setdefault(link.b, []).append(link.segment)
            for lead in self.leads.values():
                if lead.mouth is not None:
                    self._cuts.setdefault(lead.space, []).append(lead.mouth)
        return self._cuts.setdefault(space, [])

    # ---------------------------------------------------------------- dice

    def roll(self, table: RollTable[R], rules: tuple[str, ...] = (), whom: tuple[str, ...] = ()) -> Row[R]:
        """Throw on a table; the die goes into the log."""
        row, lookup = table.roll(self.dice)
        self.log(lookup, self.tables.rules_of(table, row) + rules, whom)
        return row

    def chance(self, key: str, *whom: str) -> str:
        """Throw one of the smaller rolls and name its line; `whom`: those of whom it decides."""
        return self.chance_thrown(key, *whom).row

    def chance_thrown(self, key: str, *whom: str) -> Lookup:
        """The same roll with what its dice showed."""
        table = self.tables.chances[key]
        _, lookup = table.roll(self.dice)
        self.log(lookup, table.rules, whom)
        return lookup

    def amount(self, key: str, *whom: str) -> int:
        """Throw one of the rolls whose total is the answer; `whom`: those of whom it decides."""
        count = self.tables.amounts[key]
        lookup = counted(key, count.amount, self.dice)
        self.log(lookup, count.rules, whom)
        return lookup.total * count.times

    def log(self, lookup: Lookup, rules: tuple[str, ...], whom: tuple[str, ...] = ()) -> None:
        """Put dice into the log: openly if a group looks on and the row tells it nothing that it has yet to find."""
        row = (lookup.table, lookup.row)
        secret = not self.group or lookup.table in SECRET or row in SECRET_ROWS
        secret = secret or (row in TRAPDOOR_ROWS and self.options["trapdoor"] == "trap")
        self.happen(TableRolled(self.lead, lookup, whom, rules=rules, audience="referee" if secret else ""))

    # ---------------------------------------------------------------- writing

    def happen(self, event: Event) -> None:
        """Record an event and let it take effect."""
        self.events.append(event)
        self.draft.apply(event)

    def new_id(self, letter: str, table: str) -> str:
        """An unused id for something that the lead in hand brings about."""
        number = self._numbers.get(letter, 0)
        entries = self.draft.tables[table]
        while f"{self.lead}{letter}{number}" in entries:
            number += 1
        self._numbers[letter] = number + 1
        return f"{self.lead}{letter}{number}"

    def new_lead_id(self) -> str:
        """An unused id for a lead that arises from the one in hand."""
        number = self._numbers.get("", 0)
        made = child_id(self.lead, number)
        while made in self.leads or made in self.draft.tables["closed"]:
            number += 1
            made = child_id(self.lead, number)
        self._numbers[""] = number + 1
        return made

    def lay(self, space: Space, rules: tuple[str, ...] = ()) -> Space:
        """Draw a piece of floor."""
        ground = self.ground(space.level)
        self.happen(SpaceLaid(space, rules=rules, audience="referee"))
        ground.add(space)
        self.see(space.id, "visited" if self.group else "seen")
        return space

    def link(
        self,
        kind: LinkKind,
        a: str,
        b: str,
        segment: Segment | None,
        heading: Heading,
        rules: tuple[str, ...] = (),
        **more: Any,
    ) -> Link:
        """Draw a way between two spaces."""
        link = Link(self.new_id("k", "links"), kind, a, b, self.level_of(a), segment, heading, **more)
        self.happen(LinkLaid(link, rules=rules, audience="referee"))
        if segment is not None:
            self.cuts(a).append(segment)
            if b:
                self.cuts(b).append(segment)
        if not link.hidden:
            self.see(link.id)
        return link

    def change_link(self, link: Link, rules: tuple[str, ...] = (), turns: int = 0, **changes: Any) -> Link:
        """Change the state of a way; `turns`: for how long."""
        changed = replace(link, **changes)
        self.happen(LinkChanged(changed, turns, rules=rules, audience="referee"))
        if "b" in changes and changed.segment is not None:
            self.cuts(changed.b).append(changed.segment)
        return changed

    def level_of(self, space: str) -> int:
        """The level of a space; the surface is level 0."""
        found = self.spaces.get(space)
        return found.level if found else 0

    def open_lead(self, lead: Lead, rules: tuple[str, ...] = ()) -> Lead:
        """Leave the end of a corridor, a door or unsearched walls for later."""
        self.happen(LeadOpened(lead, rules=rules, audience="referee"))
        if lead.mouth is not None:
            self.cuts(lead.space).append(lead.mouth)
        return lead

    def close(self, lead: Lead, to: str = "", dead_end: DeadEnd | None = None, rules: tuple[str, ...] = ()) -> None:
        """Settle what became of a lead."""
        at: Point | None = (lead.face.x, lead.face.y) if lead.face else None
        walls = lead if lead.kind == "search" else None
        closed = Closed(lead.id, lead.level, lead.kind, lead.space, to, dead_end or "", at, walls)
        self.happen(LeadClosed(closed, rules=rules, audience="referee"))

    def adjust(self, table: str, roll: int, reason: Reason, applied: str, detail: str = "") -> None:
        """Write down a repair."""
        name = self.new_id("j", "adjustments")
        adjustment = Adjustment(name, table, roll, reason, applied, self.lead, detail)
        if self.asks and reason in ASKED:
            if not self.accepted:
                raise RepairAsked(adjustment)
            self.accepted -= 1
        self.happen(Adjusted(adjustment, rules=("DA-SOLO-03",), audience="referee"))

    def last_total(self, table: str) -> int:
        """What was last thrown on a table, for the note of a repair."""
        for event in reversed(self.events[self._mark :]):
            if type(event) is TableRolled and event.lookup.table == table:
                return event.lookup.total
        return 0

    def see(self, thing: str, how: Literal["seen", "visited"] = "seen") -> None:
        """The group that looks on learns of something."""
        if self.group:
            self.happen(Seen(Known(self.group, thing, how)))
