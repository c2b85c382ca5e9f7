"""What the table sees of a campaign of the White Box family: what is offered and suggested, and of which kind it is."""

from collections.abc import Iterable
from typing import Final

from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.guide import shut_in
from arbitro.play.sides.whitebox.box import BoxSide, inner_state
from arbitro.play.sides.whitebox.locks import barred
from arbitro.play.sides.whitebox.parting import in_passing, without
from arbitro.play.sides.whitebox.road import arrived, marching
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.exploring import commands as exploring_commands

KINDS: Final[dict[type[Command], str]] = {
    exploring_commands.JudgeDoor: "doors",
    exploring_commands.JudgeWedge: "doors",
    exploring_commands.MonstersPass: "doors",
    exploring_commands.JudgeSearch: "searching",
    exploring_commands.TellNoise: "searching",
    exploring_commands.JudgeMeeting: "surprise",
    exploring_commands.JudgeTerrain: "travel",
    exploring_commands.JudgeWay: "travel",
    exploring_commands.RollReaction: "reactions",
    exploring_commands.Engage: "reactions",
    exploring_commands.PartWays: "reactions",
    exploring_commands.JudgeParley: "parley",
    exploring_commands.JudgeCaptives: "captives",
    exploring_commands.SettleCaptive: "captives",
    exploring_commands.CheckLoyalty: "loyalty",
    exploring_commands.CheckWandering: "encounters",
    exploring_commands.Meet: "encounters",
}
DECISIONS: Final = tuple(dict.fromkeys(("monster_actions", *KINDS.values(), "rulings")))
"""The kinds of the referee's decisions that come up in the family."""
UNDERGROUND_ONLY_THROUGH_US: Final = frozenset({"go", "end_expedition", "travel", "walk_about", "bring"})
"""Choices of the game's that the campaign offers in its own way."""
IN_TOWN_ONLY: Final = frozenset({"join_party", "leave_party"})
RESTING: Final = frozenset({"rest"})


def choices(side: BoxSide, state: CampaignState, seat: Seat) -> Iterable[Choice]:
    """The game's own, without those that the campaign offers in its own way."""
    if not state.under_way:
        return
    waiting, busy = state.waiting, side.busy(side, state)
    left_out = UNDERGROUND_ONLY_THROUGH_US
    if state.stage != "town":
        left_out |= IN_TOWN_ONLY
    if state.stage == "town" or busy:  # the inn offers it; and nobody rests for days before somebody just met
        left_out |= RESTING
    on_the_road = state.stage == "road" and state.route == "road"
    if on_the_road:  # no walls to search: what lies beside the road comes by itself
        left_out |= {"search"}
    marched = on_the_road and not waiting and not arrived(state)
    for offered in side.game.choices(inner_state(state), seat):
        command = offered.command
        if command not in left_out:
            choice = without(offered, waiting) if waiting else offered
            if choice is not None:
                yield choice
        elif command == "travel" and marched:
            yield marching(side, state, offered)
    if not busy and not state.awaiting:
        yield from in_passing(side, state, seat)


def suggest(side: BoxSide, state: CampaignState, seat: Seat) -> Command | None:
    """The game's own automatic players and referee, who keeps no party locked in that has no other way to go."""
    due = side.game.suggest(inner_state(state), seat)
    if isinstance(due, exploring_commands.JudgeDoor) and shut_in(state, barred(side, state)):
        return exploring_commands.JudgeDoor("yes")
    return due


def kind_of(state: CampaignState, command: Command) -> str:
    """By the command."""
    del state
    return KINDS.get(type(command), "rulings" if command.answers else "")
