"""A hundred miles away: whom a pool has carried so far is on the road for days before they see the entrance again.

The book says how far, not how they come back (DA-POOL-11). By our ruling they walk, at their own pace: until they are
there nobody meets them, and the table follows the others, or the road where there are no others to follow.
"""

from typing import Final

from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.play.events import CameFromAfar, SentFar
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import DAY, CampaignState

FAR: Final = "surface_100_miles"
"""The row of the pool that sends people so far."""
MILES: Final = 100


def send_far(scene: Scene, who: tuple[str, ...], others: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Some are a hundred miles off; the table stays with the others, if they can go on without them."""
    state, side = scene.state, scene.side
    chosen = int(state.options.get("far_road_days", 0))
    a_day, cited = (0, ()) if chosen else side.road.pace(state, who)
    days = chosen or -(-MILES // a_day)
    parted = side.parting.can_go_on(state, others)
    if parted:
        side.parting.part(scene, who, SURFACE)
    scene.happen(SentFar(who, MILES, days, state.minutes + days * DAY, a_day, parted, rules=(*rules, *cited)))
    if not parted:
        side.walk.put(scene, "")


def arrive_from_afar(scene: Scene) -> None:
    """Whoever has walked all the way stands before the entrance."""
    state = scene.state
    there = tuple(who for who, until in state.afar.items() if until <= state.minutes)
    if there:
        scene.happen(CameFromAfar(there, state.minutes, rules=("DA-POOL-11",)))
        scene.side.inner.after(scene, len(scene.events))  # with everybody there, the way home may begin


def on_the_way(side: Side, state: CampaignState) -> bool:
    """Whether the table follows those who are on the road, and nothing keeps them from walking on."""
    walking = any(who in state.afar for who in side.party.people(state))
    return walking and not (state.at or state.alarms or state.awaiting or side.meetings.busy(state))


def walk_on(scene: Scene) -> bool:
    """Days go by until the next of them are there, or something comes between; whether any time has gone by."""
    nearest, now = min(scene.state.afar.values()), scene.state.minutes
    scene.side.walk.pass_days(scene, max(-(-(nearest - now) // DAY), 0))
    return scene.state.minutes > now


def days_left(state: CampaignState, who: str) -> int:
    """Days that somebody still has to walk, each begun one counted."""
    return max(-(-(state.afar[who] - state.minutes) // DAY), 1)


def still_afar(state: CampaignState) -> Refusal | None:
    """Nobody goes home while some are on their way back to the entrance."""
    who = next(iter(state.afar), "")
    return Refusal("still_afar", {"who": f"@{who}", "days": days_left(state, who)}) if who else None
