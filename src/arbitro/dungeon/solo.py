"""Playing without a referee: proposals for the referee's decisions, and the rotating referee of one room."""

from typing import Final

from arbitro.dungeon.events import DecisionOffered, DecisionTaken
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Event

RULES: Final = ("DA-SOLO-02",)
DECISIONS: Final = ("monster_actions", "targets", "reactions", "adjustments_of_impossible_results")
"""What normally belongs to the referee and falls to the players when there is none."""


def offer_decision(state: Dungeon, decision: str, proposal: str, about: str = "") -> tuple[Event, ...]:
    """Propose a decision to players without a referee; nothing is offered where a referee prepares the map."""
    if decision not in DECISIONS or state.options["mode"] == "referee_pregenerates":
        return ()
    return (DecisionOffered(decision, proposal, about, rules=RULES),)


def take_decision(offered: DecisionOffered, chosen: str) -> tuple[Event, ...]:
    """What the players did with a proposal: taken as it was, or changed."""
    accepted = chosen == offered.proposal
    return (DecisionTaken(offered.decision, offered.proposal, chosen, accepted, offered.about, rules=RULES),)


def next_referee(state: Dungeon) -> str:
    """Who would referee the next special room, in a group without a referee; nobody otherwise."""
    if state.options["mode"] != "group_without_referee" or not state.seats:
        return ""
    return state.seats[0]
