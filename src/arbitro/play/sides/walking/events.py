"""What happens where the campaign itself provides the exploring, and how it is folded."""

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.dungeon.doors import with_door
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lookup
from arbitro.play import fold
from arbitro.play.events import ClockMoved, PartyMoved, StageReached, TableTurned
from arbitro.play.sides.walking.state import Errand, ErrandKind, Meeting, Stores, WalkingState

Fold = Callable[[Any, Any], Any]
Walker = TypeVar("Walker", bound=WalkingState)
Ending = Literal["won", "fled", "beaten", "parted"]


class TorchesChanged(Event, frozen=True, tag="torches_changed"):
    """The party has another number of torches: brought along, or bought."""

    people = ("who",)

    count: int
    who: str = ""
    """Who bought them; empty: everybody came with some."""

    def variant(self) -> str:
        """Bought, or brought."""
        return "bought" if self.who else ""


class TorchLit(Event, frozen=True, tag="torch_lit"):
    """Somebody lights a torch; `left` are still unlit, and this one burns until a minute of the clock."""

    people = ("who",)

    who: str
    left: int
    until: int


class TorchBurnedOut(Event, frozen=True, tag="torch_burned_out"):
    """A torch has burned out: for the party, or in a space where some wait, it is dark."""

    space: str = ""

    def variant(self) -> str:
        """Here, or where the others are."""
        return "elsewhere" if self.space else ""


class DoorPushed(Event, frozen=True, tag="door_pushed"):
    """Somebody opens a door, finds that it sticks, or throws themselves against one that does."""

    kept_last = "walk"
    people = ("who", "way")

    who: str
    way: str
    opened: bool
    die: Die | None = None
    """Whether it sticks, thrown when it is tried first."""
    stuck: int = 0
    """Up to which face a door sticks; 0 where an old log does not say, or none does."""

    def variant(self) -> str:
        """First touched or forced, and how it went."""
        first = "" if self.die is not None else "forced_"
        return f"{first}{'opened' if self.opened else 'shut'}"

    def vain_try(self) -> str:
        """One more shoulder against the same door."""
        return "" if self.opened or self.die is not None else self.way

    def checks(self) -> tuple[Check, ...]:
        """Above which face it gives way."""
        if self.die is None or not self.stuck:
            return ()
        return (Check((self.die,), self.die.face, ">=", self.stuck + 1, self.opened, against="door_moves"),)


class ListenedAt(Event, frozen=True, tag="listened_at"):
    """Somebody listened, and heard something or not."""

    reveals = True

    people = ("who", "way")

    who: str
    way: str
    heard: bool

    def variant(self) -> str:
        """Something, or nothing."""
        return "heard" if self.heard else "silence"


class PlaceSearched(Event, frozen=True, tag="place_searched"):
    """Somebody has looked for hidden doors."""

    people = ("who", "found")

    who: str
    space: str
    found: tuple[str, ...] = ()
    thorough: bool = False
    """Whether the check succeeded: whatever was not found is not there."""

    def variant(self) -> str:
        """Something, or nothing; to know that there is nothing is more than not to find it."""
        if self.found:
            return "found"
        return "nothing.thorough" if self.thorough else "nothing"


class WanderingChecked(Event, frozen=True, tag="wandering_checked"):
    """Whether somebody comes by."""

    die: Die
    came: bool
    chance: int = 0
    """Up to which face somebody comes; 0 where an old log does not say, or nobody does."""

    def variant(self) -> str:
        """Somebody, or nobody."""
        return "came" if self.came else "nobody"

    def checks(self) -> tuple[Check, ...]:
        """Up to which face somebody comes."""
        return (
            (Check((self.die,), self.die.face, "<=", self.chance, self.came, against="wandering"),)
            if self.chance
            else ()
        )


class WanderersDrawn(Event, frozen=True, tag="wanderers_drawn"):
    """Who it is that comes by."""

    rolls: tuple[Lookup, ...]


class StayedBehind(Event, frozen=True, tag="stayed_behind"):
    """Some wait in a space with `camp`, the others go on with `stores`; nobody, where a group was lost."""

    who: tuple[str, ...]
    space: str
    camp: Stores
    stores: Stores


class CameAlong(Event, frozen=True, tag="came_along"):
    """Some who waited in a space are with the party, which has `stores` now; nobody: only what lay there."""

    who: tuple[str, ...]
    space: str
    stores: Stores

    def variant(self) -> str:
        """People, or what they left."""
        return "people" if self.who else "found"


class LeftForDead(Event, frozen=True, tag="left_for_dead"):
    """Those who waited in a space are given up, with all they had."""

    who: tuple[str, ...]
    space: str


class OrderChanged(Event, frozen=True, tag="order_changed"):
    """Somebody goes in front from now on."""

    people = ("who",)

    who: str
    order: tuple[str, ...]


class FoesMet(Event, frozen=True, tag="foes_met"):
    """The party comes upon somebody, or somebody upon the party."""

    reveals = True

    pictured = True

    foes: tuple[tuple[str, int], ...]
    slot: str = ""
    heard: bool = False
    """Whether the party had heard them before."""
    feet: int = 0
    """How far apart they are, where the referee has said so."""
    how: Literal["", "came", "again"] = ""
    """Those of a place may have come after the party, as was just told, or have met it before."""

    def variant(self) -> str:
        """At home, just come, met again, or on their way."""
        return self.how if self.slot else "wandering"


class FirstWordSpoken(Event, frozen=True, tag="first_word_spoken"):
    """What came of the party's first word to those whom it has met: creeping up, talking, slipping away."""

    people = ("who",)

    who: str
    how: ErrandKind
    success: bool
    heeded: tuple[str, ...] = ()
    """Those who listened, where others among them have no mind for words."""

    def variant(self) -> str:
        """What was tried, and how it went."""
        return f"{self.how}_{'done' if self.success else 'failed'}{'.some' if self.heeded else ''}"


class GoldHanded(Event, frozen=True, tag="gold_handed"):
    """Gold went from one purse into another; `purses` is what both have now."""

    people = ("who", "to")

    who: str
    to: str
    gold: int
    purses: dict[str, int]
    taken: bool = False
    """Whoever had it could not act: the other has taken it."""

    def variant(self) -> str:
        """Given, or taken."""
        return "taken" if self.taken else ""


class BodySearched(Event, frozen=True, tag="body_searched"):
    """Somebody has what one who died here had in their purse; `purses` is what both have now."""

    people = ("who", "dead")

    who: str
    dead: str
    gold: int
    purses: dict[str, int]


class FightJoined(Event, frozen=True, tag="fight_joined"):
    """A meeting comes to a fight; `surprised` is the side that is caught unawares."""

    surprised: Literal["", "party", "foes"] = ""

    def variant(self) -> str:
        """Who is surprised."""
        return self.surprised


class MeetingOver(Event, frozen=True, tag="meeting_over"):
    """The meeting is over: won, lost, fled from, or let be. `left` are those who are still there."""

    people = ("carried",)

    how: Ending
    left: tuple[tuple[str, int], ...] = ()
    progress: str = "0"
    """What the party has won since its last level."""
    carried: tuple[str, ...] = ()
    """Those who could not walk and were taken along by those who fled."""

    def variant(self) -> str:
        """By how it ended."""
        return "carrying" if self.carried else self.how


class ErrandBegan(Event, frozen=True, tag="errand_began"):
    """Somebody tries something, and the game's own roll will decide."""

    errand: Errand


class ErrandOver(Event, frozen=True, tag="errand_over"):
    """The roll has decided."""


class GoldShared(Event, frozen=True, tag="gold_shared"):
    """Treasure was divided; `purses` is what everybody carries now."""

    gold: int
    purses: dict[str, int]


class PursesChanged(Event, frozen=True, tag="purses_changed"):
    """Somebody carries another amount of gold."""

    purses: dict[str, int]


class DayMarched(Event, frozen=True, tag="day_marched"):
    """A day of road lies behind the party."""

    days: int


class PartyBeaten(Event, frozen=True, tag="party_beaten"):
    """Nobody was left on their feet: the survivors wake under the sky, robbed."""

    gold: int

    def variant(self) -> str:
        """Whether there was anything to take."""
        return "" if self.gold else "poor"


EVENTS: Final[tuple[type[Event], ...]] = (
    TorchesChanged,
    TorchLit,
    TorchBurnedOut,
    DoorPushed,
    ListenedAt,
    PlaceSearched,
    WanderingChecked,
    WanderersDrawn,
    StayedBehind,
    CameAlong,
    LeftForDead,
    OrderChanged,
    FoesMet,
    FirstWordSpoken,
    GoldHanded,
    BodySearched,
    FightJoined,
    MeetingOver,
    ErrandBegan,
    ErrandOver,
    GoldShared,
    PursesChanged,
    DayMarched,
    PartyBeaten,
)


def thoroughly(space: str) -> str:
    """The mark of a place in which nothing is left to be found."""
    return f"{space}/"


def _searched(state: WalkingState, event: PlaceSearched) -> WalkingState:
    here = tuple(each for each in state.searched if each.startswith(f"{event.space}/"))
    done = (thoroughly(event.space),) if event.thorough else ()
    return replace(state, searched=(*here, f"{event.space}/{event.who}", *done))


def _met(state: WalkingState, event: FoesMet) -> WalkingState:
    return replace(state, meeting=Meeting(event.foes, event.slot, event.heard, feet=event.feet))


def _joined(state: WalkingState, event: FightJoined) -> WalkingState:
    del event
    met = state.meeting
    return state if met is None else replace(state, meeting=replace(met, joined=True))


def _listened(state: WalkingState, event: ListenedAt) -> WalkingState:
    known = not event.heard or event.way in state.heard
    return state if known else replace(state, heard=(*state.heard, event.way))


def _purses(state: WalkingState, event: GoldShared | GoldHanded | BodySearched | PursesChanged) -> WalkingState:
    return replace(state, purses={**state.purses, **event.purses})


def _burned_out(state: WalkingState, event: TorchBurnedOut) -> WalkingState:
    if not event.space:
        return replace(state, light=0)
    return replace(state, camps={**state.camps, event.space: replace(state.camps[event.space], light=0)})


def stayed(state: Walker, event: StayedBehind) -> Walker:
    """What each group has; who is in the game is the game's side's to say."""
    camps = {**state.camps, event.space: event.camp}
    return replace(state, camps=camps, torches=event.stores.torches, light=event.stores.light)


def came_along(state: Walker, event: CameAlong) -> Walker:
    """What they had is everybody's."""
    camps = {space: camp for space, camp in state.camps.items() if space != event.space}
    return replace(state, camps=camps, torches=event.stores.torches, light=event.stores.light)


def left_for_dead(state: Walker, event: LeftForDead) -> Walker:
    """Nobody will fetch what they had."""
    return replace(state, camps={space: camp for space, camp in state.camps.items() if space != event.space})


def _pushed(state: WalkingState, event: DoorPushed) -> WalkingState:
    return replace(state, dungeon=with_door(state.dungeon, event.way, open=event.opened, tried=not event.opened))


def _reached(state: WalkingState, event: StageReached) -> WalkingState:
    reached = fold.reached(state, event)
    return replace(reached, at="", came="") if event.stage == "town" else reached


def _same(state: WalkingState, event: Event) -> WalkingState:
    del event
    return state


FOLDS: Final[dict[type[Event], Fold]] = {
    ClockMoved: lambda state, event: replace(state, minutes=event.minute),
    PartyMoved: lambda state, event: replace(fold.moved(state, event), at=event.to, came=event.came),
    TableTurned: lambda state, event: replace(fold.turned(state, event), at=event.space, came=event.came),
    StageReached: _reached,
    TorchesChanged: lambda state, event: replace(state, torches=event.count),
    TorchLit: lambda state, event: replace(state, torches=event.left, light=event.until),
    TorchBurnedOut: _burned_out,
    DoorPushed: _pushed,
    ListenedAt: _listened,
    PlaceSearched: _searched,
    WanderingChecked: _same,
    WanderersDrawn: _same,
    FoesMet: _met,
    FirstWordSpoken: _same,
    GoldHanded: _purses,
    BodySearched: _purses,
    FightJoined: _joined,
    MeetingOver: lambda state, event: replace(state, meeting=None, progress=event.progress),
    ErrandBegan: lambda state, event: replace(state, errand=event.errand),
    ErrandOver: lambda state, _: replace(state, errand=None),
    GoldShared: _purses,
    PursesChanged: _purses,
    DayMarched: lambda state, event: replace(state, days=event.days),
    PartyBeaten: _same,
}
