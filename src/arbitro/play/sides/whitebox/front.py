"""What the table sees of a campaign of the White Box family: what is offered and suggested, and of which kind it is."""

from collections.abc import Iterable
from typing import Final

from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.guide import shut_in
from arbitro.play.sides.whitebox.box import BoxSide, inner_state
from arbitro.play.sides.whitebox.locks import barred
from arbitro.play.sides.whitebox.parting import in_passing, within_reach
from arbitro.play.sides.whitebox.road import arrived, marching
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.exploring import commands as x

KINDS: Final[dict[type[Command], str]] = {
    x.JudgeDoor: "doors",
    x.JudgeWedge: "doors",
    x.MonstersPass: "doors",
    x.JudgeSearch: "searching",
    x.TellNoise: "searching",
    x.JudgeMeeting: "surprise",
    x.JudgeTerrain: "travel",
    x.JudgeWay: "travel",
    x.RollReaction: "reactions",
    x.Engage: "reactions",
    x.PartWays: "reactions",
    x.JudgeParley: "parley",
    x.JudgeCaptives: "captives",
    x.SettleCaptive: "captives",
    x.CheckLoyalty: "loyalty",
    x.CheckWandering: "encounters",
    x.Meet: "encounters",
}
DECISIONS: Final = tuple(dict.fromkeys(("monster_actions", *KINDS.values(), "rulings")))
"""The kinds of the referee's decisions that come up in the family."""
UNDERGROUND_ONLY_THROUGH_US: Final = frozenset({"go", "end_expedition", "travel", "walk_about", "bring"})
"""Choices of the game's that the campaign offers in its own way."""


def choices(side: BoxSide, state: CampaignState, seat: Seat) -> Iterable[Choice]:
    """The game's own, without those that the campaign offers in its own way."""
    if state.stage in ("gathering", "over"):
        return
    for offered in side.game.choices(inner_state(state), seat):
        choice = within_reach(state, offered)
        if choice is None:
            continue
        if choice.command == "travel":
            if state.stage == "road" and state.route == "road" and not arrived(state):
                yield marching(side, state, choice)
        elif choice.command == "rest" and (state.stage == "town" or side.busy(side, state)):
            continue  # the inn offers it; and nobody rests for days before somebody whom they have just met
        elif choice.command not in UNDERGROUND_ONLY_THROUGH_US:
            yield choice
    if not side.busy(side, state) and not state.awaiting:
        yield from in_passing(side, state, seat)


def suggest(side: BoxSide, state: CampaignState, seat: Seat) -> Command | None:
    """The game's own automatic players and referee, who keeps no party locked in that has no other way to go."""
    due = side.game.suggest(inner_state(state), seat)
    if isinstance(due, x.JudgeDoor) and shut_in(state, barred(side, state)):
        return x.JudgeDoor("yes")
    return due


def kind_of(state: CampaignState, command: Command) -> str:
    """By the command."""
    del state
    return KINDS.get(type(command), "rulings" if command.answers else "")
