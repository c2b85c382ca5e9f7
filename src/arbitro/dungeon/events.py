"""What can happen to a dungeon, stated as outcomes.

Events carry whole structs, so folding needs no rules and no geometry. What players must not know goes to the referee.
"""

from typing import Final

from msgspec import Struct

from arbitro.dungeon.model import (
    Adjustment,
    Closed,
    Content,
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
from arbitro.kernel.ruling import Lookup, Part, Sum

IMPOSSIBLE: Final = "adjustments_of_impossible_results"
"""The decision about a result that cannot be drawn."""
LAYOUT: Final = "layout"
"""The table name under which the one die of a step's drawing choices stands in the dice log."""


class DungeonBegun(Event, frozen=True, gc=False, tag="dungeon_begun"):
    """A dungeon was begun under these options, with these suppliers of specials."""

    options: dict[str, Setting]
    sealed: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    planes: tuple[str, ...] = ()


class TableRolled(Event, frozen=True, gc=False, tag="table_rolled"):
    """A die was read on a table. `lead` names the lead, space or link whose stream it came from."""

    lead: str
    lookup: Lookup
    whom: tuple[str, ...] = ()
    """Those of whom the die decided, where it was thrown for people and not for the map."""

    def variant(self) -> str:
        """A row, a plain number, or the die of the drawing choices; and whether it was thrown for people."""
        if self.lookup.table == LAYOUT:
            return "layout"
        return ("row" if self.lookup.row else "points") if self.whom else "" if self.lookup.row else "amount"


class SpaceLaid(Event, frozen=True, gc=False, tag="space_laid"):
    """A piece of floor was drawn."""

    space: Space

    def variant(self) -> str:
        """By the kind of space."""
        return self.space.kind


class NeckCut(Event, frozen=True, gc=False, tag="neck_cut"):
    """A space gained the few feet between its round or slanted wall and a door found in it. Nothing drawn is lost."""

    space: Space


class LinkLaid(Event, frozen=True, gc=False, tag="link_laid"):
    """A way between spaces was drawn."""

    link: Link

    def variant(self) -> str:
        """By the kind of way."""
        return self.link.kind


class LinkChanged(Event, frozen=True, gc=False, tag="link_changed"):
    """A way was opened, shut or led somewhere at last."""

    link: Link
    turns: int = 0
    """How long it stays so; 0: for good, or an older log does not say."""

    def variant(self) -> str:
        """By the state it is in now."""
        return self.link.state


class LeadOpened(Event, frozen=True, gc=False, tag="lead_opened"):
    """Something can be followed further."""

    lead: Lead

    def variant(self) -> str:
        """By what is to be done there."""
        return self.lead.kind


class LeadClosed(Event, frozen=True, gc=False, tag="lead_closed"):
    """A lead was worked out."""

    closed: Closed

    def variant(self) -> str:
        """By the dead end it came to, if it did."""
        return self.closed.dead_end or "on"


class SlotPlaced(Event, frozen=True, gc=False, tag="slot_placed"):
    """The tables put something here for the game in use to supply."""

    slot: Slot

    def variant(self) -> str:
        """Monsters by where they are."""
        return f"monster_{self.slot.where}" if self.slot.kind == "monster" else self.slot.kind


class SlotChanged(Event, frozen=True, gc=False, tag="slot_changed"):
    """What waited here was met, or is gone."""

    slot: Slot

    def variant(self) -> str:
        """By the state it is in now."""
        return self.slot.state


class ContentRolled(Event, frozen=True, gc=False, tag="content_rolled"):
    """The contents of a place are settled."""

    content: Content


class TrapPlaced(Event, frozen=True, gc=False, tag="trap_placed"):
    """A trick or trap is set."""

    trap: Trap


class TrapChanged(Event, frozen=True, gc=False, tag="trap_changed"):
    """A trick or trap worked, was found or came to rest."""

    trap: Trap
    turns: int = 0
    """How long it stays so; 0: for good, or an older log does not say."""
    times: int = 1
    """How many turns each point of the die is."""

    def variant(self) -> str:
        """By the state it is in now."""
        return self.trap.state

    def sums(self) -> tuple[Sum, ...]:
        """How long, where a die said so; the die stands in the entry by itself."""
        if not self.turns or self.times == 1:
            return ()
        die = Part(self.turns // self.times, rule=self.rules[0], note="on_the_d6")
        return (Sum(self.turns, (die, Part(self.times, "times", self.rules[0], "turns"))),)


class WaterPlaced(Event, frozen=True, gc=False, tag="water_placed"):
    """A pool or a lake lies in a cave."""

    water: Water


class WaterChanged(Event, frozen=True, gc=False, tag="water_changed"):
    """A pool showed its nature or spent it."""

    water: Water

    def variant(self) -> str:
        """Whether it has spent its power."""
        return "spent" if self.water.spent else "works"


class Adjusted(Event, frozen=True, gc=False, tag="adjusted"):
    """An impossible result was mended."""

    adjustment: Adjustment

    def variant(self) -> str:
        """By what was impossible."""
        return self.adjustment.reason


class SectionSearched(Event, frozen=True, gc=False, tag="section_searched"):
    """A section of wall was searched."""

    searched: Searched
    left: int = -1
    """How many stretches of this wall nobody has searched yet; older logs do not say."""

    def variant(self) -> str:
        """By what was found."""
        return self.searched.found

    def vain_try(self) -> str:
        """One more stretch of wall with nothing in it."""
        return "wall" if self.variant() == "nothing" else ""


class Seen(Event, frozen=True, gc=False, tag="seen"):
    """A group learned of something."""

    known: Known


class TurnsPassed(Event, frozen=True, gc=False, tag="turns_passed"):
    """Time went by: only in logs of tables that wrote down the dungeon's hour beside their own clock."""

    turn: int


class SpecialDrawn(Event, frozen=True, gc=False, tag="special_drawn"):
    """A special was supplied; what is left in the stock, and whose turn it is to referee a room."""

    slot: str
    supplier: str
    item: str
    sealed: tuple[str, ...]
    seats: tuple[str, ...]

    def variant(self) -> str:
        """By who supplied it."""
        return self.supplier


class SlotFilled(Event, frozen=True, gc=False, tag="slot_filled"):
    """The game in use says what a slot holds: ids of its own content, and how many of each."""

    slot: str
    items: tuple[tuple[str, int], ...]
    rolls: tuple[Lookup, ...] = ()
    reckoned: tuple[Sum, ...] = ()
    """How amounts come about that are more than a throw."""

    def variant(self) -> str:
        """The game in use may leave it empty."""
        return "" if self.items else "empty"

    def sums(self) -> tuple[Sum, ...]:
        """The sums of what lies in the slot, as the game in use has reckoned them."""
        return self.reckoned


class SeatsTaken(Event, frozen=True, gc=False, tag="seats_taken"):
    """Who sits at a table without a referee, in the order in which they are the referee of a special room."""

    seats: tuple[str, ...]


class MapReused(Event, frozen=True, gc=False, tag="map_reused"):
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
    ``teleport``, ``slide``, ``descend``; a campaign says ``through_floor`` of those who have fallen to a lower place.
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
    poison: tuple[int, ...] = ()
    """The face that each missile's die of poison showed; older logs do not say."""
    hit_dice: int = 0
    """Missiles attack as a monster of so many Hit Dice."""


class EffectDue(Event, frozen=True, gc=False, tag="effect_due"):
    """Something in the dungeon acts on characters; the game in use applies it."""

    source: str
    effect: Effect
    turns: int = 0
    """How long it lasts; 0: at once or for good, or an older log does not say."""

    def variant(self) -> str:
        """By the kind of effect."""
        return self.effect.kind


class DecisionOffered(Event, frozen=True, gc=False, tag="decision_offered"):
    """With no referee at the table, a decision of the referee's falls to the players; the engine proposes one."""

    decision: str
    proposal: str
    about: str = ""

    def variant(self) -> str:
        """By what is to be decided."""
        return self.decision


class DecisionTaken(Event, frozen=True, gc=False, tag="decision_taken"):
    """What the players did with a proposal."""

    decision: str
    proposal: str
    chosen: str
    accepted: bool
    about: str = ""

    def variant(self) -> str:
        """Whether the proposal was taken."""
        return "accepted" if self.accepted else "changed"


class StepHeld(Event, frozen=True, gc=False, tag="step_held"):
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
    SeatsTaken,
    EffectDue,
    DecisionOffered,
    DecisionTaken,
    StepHeld,
)
