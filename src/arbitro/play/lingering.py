"""What a party may aim at where it stands: to search, rest, gather treasure, or wait for a way or a friend."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from arbitro.kernel.aim import Course, Halt, halt
from arbitro.kernel.command import Command
from arbitro.play import commands as c
from arbitro.play.delving import loot_here, sections_here
from arbitro.play.state import CampaignState
from arbitro.play.ways import ways, within_reach

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

PATIENCE: Final = 24
"""Turns that a party waits for somebody before it asks whether to wait on."""


AT_MOST: Final = 6
"""Turns that it waits for a way to open before it asks again: an hour, for which one torch burns."""


def searches(campaign: "Campaign", state: CampaignState) -> Iterator[Command]:
    """All ways to search this place: the game's own, then wall by wall."""
    yield from campaign.side.chores.search(state)
    yield from (c.SearchWall(section) for _, section in sections_here(state))


def search(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    """Look through this place, until there is nothing left to look at."""
    if state.at != course.begun.at or not state.at:
        return halt("gone")
    left = tuple(searches(campaign, state))
    return left or halt("searched", reached=True)


def rest(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    """Until nothing heals any more here; in town, until everybody is whole."""
    if state.stage != course.begun.stage:
        return halt("gone")
    if state.stage == "town":
        return (c.Lodge(1),) if campaign.side.wishes.weary(state) else halt("rested", reached=True)
    left = tuple(campaign.side.chores.mend(state))
    return left or halt("rested", reached=True)


def gather(state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    """All that lies here; on the road or in town there is nothing of the kind."""
    if state.at != course.begun.at or not state.at:
        return halt("gone")
    here = loot_here(state)
    return map(c.TakeLoot, here) if here else halt("gathered", reached=True)


def wait(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    """Turn by turn, until a way opens or shuts."""
    if state.at != course.begun.at or not state.at:
        return halt("gone")
    if _as_they_stand(state) != _as_they_stand(course.begun):
        return halt("changed", reached=True)
    if course.steps >= AT_MOST:
        return halt("waited")
    return _burnt_down(campaign, state, course) or campaign.side.wishes.wait(state)


def stand_by(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    """Turn by turn, until whoever could not go on can again; not for ever."""
    before, now = campaign.side.chores.come_to(course.begun), campaign.side.chores.come_to(state)
    if state.at != course.begun.at or not before:
        return halt("gone")
    if before[0] not in now:
        return halt("recovered", reached=True, who=f"@{before[0]}")
    if course.steps >= PATIENCE:
        return halt("no_better", who=f"@{before[0]}")
    return _burnt_down(campaign, state, course) or campaign.side.wishes.wait(state)


def _burnt_down(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | None:
    """Whoever only waits is told of each light that is used up, before another is lit for it."""
    shines = campaign.side.chores.shines
    return halt("burnt_down") if course.past and shines(course.past[-1]) and not shines(state) else None


def _as_they_stand(state: CampaignState) -> tuple[frozenset[str], tuple[bool, ...]]:
    """Where the party can get to from here, and which ways of this place are barred."""
    reached = frozenset(within_reach(state.dungeon, state.at))
    return reached, tuple(each.shut for each in ways(state.dungeon, state.at))
