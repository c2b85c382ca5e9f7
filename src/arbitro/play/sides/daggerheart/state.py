"""What a campaign adds for the game of Hope and Fear: its state, its events and its commands."""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import field
from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.play.sides.walking import events as walking_events
from arbitro.play.sides.walking.captivity import back_in, gone_from
from arbitro.play.sides.walking.state import WalkingState, in_order
from arbitro.rules.daggerheart.people import Hero, Sheet
from arbitro.rules.daggerheart.state import State


class DaggerheartCampaign(WalkingState, frozen=True, kw_only=True):
    """A campaign of the game of Hope and Fear."""

    game: State
    apart: dict[str, Hero] = field(default_factory=dict)
    """How those stand who wait elsewhere; the game knows nothing of them meanwhile."""


class LotsDrawn(Event, frozen=True, tag="lots_drawn"):
    """Who comes was left to lot."""

    dice: tuple[Die, ...]


class HeroJoined(Event, frozen=True, tag="hero_joined"):
    """Somebody new joins the party."""

    people = ("who",)

    who: str
    hero: Hero


class SheetChanged(Event, frozen=True, tag="sheet_changed"):
    """Something has changed what somebody is: a pool, a gas, the end of one."""

    who: str
    sheet: Sheet


class FlightFoiled(Event, frozen=True, tag="flight_foiled"):
    """Nobody is free to go any more: a flight that had begun comes to nothing, and the scene goes on."""


class ProgressSpent(Event, frozen=True, tag="progress_spent"):
    """What was won has brought a level; counting begins anew."""


class Camp(Command, frozen=True, tag="camp"):
    """The party stops for a short rest, or makes camp for a long one."""

    kind: Literal["short", "long"]


class DwellHere(Command, frozen=True, tag="dwell_here"):
    """The table dwells on this place: it is a scene, in which powers may be used and anything tried with a trait."""


class Enlist(Command, frozen=True, tag="enlist"):
    """Let a finished character enter, from a file or from another table."""

    sheet: Sheet


class RunAway(Command, frozen=True, tag="run_away"):
    """Somebody leads the party out of a fight: an Agility Roll decides."""

    who: str


EVENTS: Final[tuple[type[Event], ...]] = (
    LotsDrawn,
    HeroJoined,
    SheetChanged,
    ProgressSpent,
    FlightFoiled,
)


def _stayed(state: DaggerheartCampaign, event: walking_events.StayedBehind) -> DaggerheartCampaign:
    parted = gone_from(walking_events.stayed(state, event), event.who)
    return replace(parted, game=replace(parted.game, short_rests=event.stores.rests))


def _came_along(state: DaggerheartCampaign, event: walking_events.CameAlong) -> DaggerheartCampaign:
    back = back_in(walking_events.came_along(state, event), event.who)
    return replace(back, game=replace(back.game, short_rests=event.stores.rests))


def _ordered(state: DaggerheartCampaign, event: walking_events.OrderChanged) -> DaggerheartCampaign:
    return replace(state, game=replace(state.game, party=in_order(state.game.party, event.order)))


def _joined(state: DaggerheartCampaign, event: HeroJoined) -> DaggerheartCampaign:
    return replace(state, game=replace(state.game, party={**state.game.party, event.who: event.hero}))


def _sheet(state: DaggerheartCampaign, event: SheetChanged) -> DaggerheartCampaign:
    if event.who in state.apart:
        apart = {**state.apart, event.who: replace(state.apart[event.who], sheet=event.sheet)}
        return replace(state, apart=apart)
    party = dict(state.game.party)
    party[event.who] = replace(party[event.who], sheet=event.sheet)
    return replace(state, game=replace(state.game, party=party))


FOLDS: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    LotsDrawn: lambda state, _: state,
    HeroJoined: _joined,
    SheetChanged: _sheet,
    FlightFoiled: lambda state, _: state,
    ProgressSpent: lambda state, _: replace(state, progress="0"),
    walking_events.StayedBehind: _stayed,
    walking_events.CameAlong: _came_along,
    walking_events.LeftForDead: lambda state, event: back_in(walking_events.left_for_dead(state, event), event.who),
    walking_events.OrderChanged: _ordered,
}
