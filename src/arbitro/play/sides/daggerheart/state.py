"""What a campaign adds for the game of Hope and Fear: its state, its events and its commands."""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.play.sides.walking.state import WalkingState
from arbitro.rules.daggerheart.people import Sheet
from arbitro.rules.daggerheart.state import State


class DaggerheartCampaign(WalkingState, frozen=True, kw_only=True):
    """A campaign of the game of Hope and Fear."""

    game: State


class LotsDrawn(Event, frozen=True):
    """Who comes was left to lot."""

    dice: tuple[Die, ...]


class SheetChanged(Event, frozen=True):
    """Something has changed what somebody is: a pool, a gas, the end of one."""

    who: str
    sheet: Sheet


class ProgressSpent(Event, frozen=True):
    """What was won has brought a level; counting begins anew."""


class Camp(Command, frozen=True):
    """The party stops for a short rest, or makes camp for a long one."""

    kind: Literal["short", "long"]


class RunAway(Command, frozen=True):
    """Somebody leads the party out of a fight: an Agility Roll decides."""

    who: str


EVENTS: Final[tuple[type[Event], ...]] = (LotsDrawn, SheetChanged, ProgressSpent)
COMMANDS: Final[tuple[type[Command], ...]] = (Camp, RunAway)


def _sheet(state: DaggerheartCampaign, event: SheetChanged) -> DaggerheartCampaign:
    party = dict(state.game.party)
    party[event.who] = replace(party[event.who], sheet=event.sheet)
    return replace(state, game=replace(state.game, party=party))


FOLDS: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    LotsDrawn: lambda state, _: state,
    SheetChanged: _sheet,
    ProgressSpent: lambda state, _: replace(state, progress="0"),
}
