"""What a party does over and over in games that have no rules for exploring: torches, and a look round."""

from collections.abc import Callable, Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.play import plain
from arbitro.play.side import Bound, Chores
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.events import thoroughly
from arbitro.play.sides.walking.ground import TORCH, walking_state
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import CampaignState

ROUTINE: Final[frozenset[type[Event]]] = frozenset({e.DayMarched, e.DoorPushed, e.TorchBurnedOut, e.TorchLit})
"""What is told on every walk."""
TORCH_FEET: Final = 30
"""How far a torch shows on the map of a game whose book does not say."""


def upkeep(side: Walker, state: CampaignState) -> Iterator[Command]:
    """A new torch for one that has burned down."""
    walking, able = walking_state(state), side.able(state)
    if state.at and able and not walking.light and walking.torches:
        yield walking_commands.KindleTorch(able[0])


def light(state: CampaignState) -> int | None:
    """What is left of the torch that burns, and all others."""
    walking = walking_state(state)
    burning = max(walking.light - walking.minutes, 0) if walking.light else 0
    return burning + TORCH * walking.torches


def shines(state: CampaignState) -> int:
    """As far as a torch shows, while one burns."""
    return TORCH_FEET if walking_state(state).light > state.minutes else 0


def search(side: Walker, state: CampaignState) -> Iterator[Command]:
    """Each who has not looked here yet, in marching order."""
    walking = walking_state(state)
    if thoroughly(state.at) in walking.searched:
        return
    fresh = (who for who in side.able(state) if f"{state.at}/{who}" not in walking.searched)
    yield from (walking_commands.SearchPlace(who) for who in fresh)


def chores(side: Walker, mend: Callable[[CampaignState], Iterator[Command]], routine: frozenset[type[Event]]) -> Chores:
    """What a game of this kind need not say itself; how its people mend, and what else is routine, it says."""
    of = Bound(side)
    return Chores(
        upkeep=of(upkeep),
        light=light,
        shines=shines,
        mend=mend,
        search=of(search),
        routine=ROUTINE | routine,
        come_to=plain.nobody_comes_to,
    )
