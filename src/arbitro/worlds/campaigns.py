"""A campaign of any game as a Gymnasium environment: the learner speaks for the party, in town and underground.

>>> import gymnasium
>>> import arbitro.worlds.campaigns
>>> world = gymnasium.make("arbitro/Campaign-v0", game="whitebox", party="random:4:1", days=3)
>>> sight, info = world.reset(seed=7)
>>> info["acts"] > 0
True

The reward is what the party wins outside of town, in hundreds of gold pieces (what it loses counts against it, what it
spends at home does not), less 1 for each of the party who falls. ``reward=`` takes a function of one's own.
"""

from functools import partial
from typing import Any, Final

import gymnasium

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.sentence import refusal_text
from arbitro.play import find_campaign
from arbitro.play.campaign import Campaign
from arbitro.play.commands import Gather
from arbitro.play.players.runs import time_is_up
from arbitro.play.state import GROUP
from arbitro.worlds.episode import Cast, RunDice
from arbitro.worlds.seat_world import Playable, SeatWorld, WorldStep
from arbitro.worlds.sight import Extent

HUNDRED: Final = 100
EXTENT: Final = Extent(people=32, acts=1024, decisions=2000)
"""Room for a shop in town."""


def campaign_world(game: str, *, party: str = "random:4:1", days: int = 7, **more: Any) -> SeatWorld:
    """A campaign of so many days, from the gathering of a party on; the rest goes to `SeatWorld`."""
    campaign = find_campaign(game)
    story = Playable(
        campaign,
        partial(_begin, campaign, party),
        lambda state: campaign.finished(state) or time_is_up(state, days),
        lambda state, learners: Cast(learners, {}),  # noqa: ARG005 - nobody else has a seat
        partial(winnings, campaign),
    )
    return SeatWorld(story, GROUP, **{"extent": EXTENT, **more})


def _begin(campaign: Campaign, party: str, dice: RunDice) -> Any:
    ruleset: Ruleset[Any] = campaign
    state = ruleset.with_options(ruleset.initial(), dict(ruleset.book_options))
    found = ruleset.decide(state, Gather(party), dice.play)
    if isinstance(found, Refusal):
        raise ValueError(refusal_text(ruleset, state, found, "en"))
    return found.state


def winnings(campaign: Campaign, step: WorldStep) -> float:
    """What a step was worth to the party."""
    wealth = campaign.side.purse.wealth
    won = 0 if step.before.at_home else wealth(step.after) - wealth(step.before)
    return won / HUNDRED - (len(step.after.fallen) - len(step.before.fallen))


gymnasium.register("arbitro/Campaign-v0", entry_point="arbitro.worlds.campaigns:campaign_world")
