"""The referee hurries things along: somebody comes by the game's own tables, or time goes by at a word."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play.delving import free, underground
from arbitro.play.placing import out_of_bounds
from arbitro.play.preparing import used
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import CampaignState

MOST_TURNS: Final = 144
"""Turns that go by at one word: a whole day underground."""
MOST_DAYS: Final = 30


def send_wanderers(scene: Scene, command: c.SendWanderers) -> Refusal | None:
    """Somebody comes upon the party now, whom and how many the game's own tables say."""
    refused = underground(scene.side, scene.state)
    if refused is None:
        used(scene, command, scene.state.at)
        scene.side.parting.come_upon(scene)
    return refused


def let_turns_pass(scene: Scene, command: c.LetTurnsPass) -> Refusal | None:
    """Turns of ten minutes underground, with all that they bring; whoever comes ends them."""
    refused = underground(scene.side, scene.state) or out_of_bounds(command.turns, MOST_TURNS)
    if refused is None:
        used(scene, command, scene.state.at)
        scene.side.walk.pass_turns(scene, command.turns)
    return refused


def let_days_pass(scene: Scene, command: c.LetDaysPass) -> Refusal | None:
    """Days under the sky, at the inn or before the entrance."""
    refused = no_days(scene.side, scene.state) or out_of_bounds(command.days, MOST_DAYS)
    if refused is not None:
        return refused
    used(scene, command, "")
    if scene.state.stage == "town":
        return scene.side.road.lodge(scene, command.days)
    scene.side.walk.pass_days(scene, command.days)
    return None


def no_days(side: Side, state: CampaignState) -> Refusal | None:
    """Why whole days cannot go by here."""
    if state.stage == "town":
        return None
    if state.stage != "road" or not side.road.at_mouth(state):
        return Refusal("no_days_here")
    return free(side, state)
