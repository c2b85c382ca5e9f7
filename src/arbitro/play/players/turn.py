"""One step of a campaign that plays itself: who is next, what they do, and what came of it."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.log import Entry
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.play.players import Choose
from arbitro.play.state import GROUP, CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

NOBODY_YET = Seat(GROUP, "player", frozenset({GROUP}))
"""The players' seat before there are characters: it calls them together."""


class Turn(Struct, frozen=True):
    """Somebody's command."""

    seat: Seat
    command: Command


def players_seat(campaign: "Campaign", state: CampaignState) -> Seat:
    """The seat that speaks for the party."""
    found = (seat for seat in campaign.seats(state) if seat.may_act_for(GROUP))
    return NOBODY_YET if state.stage == "gathering" else next(found, NOBODY_YET)


def next_turn(campaign: "Campaign", state: CampaignState, choose: Choose, dice: Dice) -> Turn | None:
    """Who is next and what they do; None where nobody has anything to do any more.

    The automatic referee says who is next. Where it is one of the party, the player decides; where the player has
    nothing to say, the suggestion stands.
    """
    due = campaign.suggest(state, REFEREE)
    if due is None:
        return None
    seat = players_seat(campaign, state)
    if not seat.may_act_for(campaign.owner(state, due)):
        return Turn(REFEREE, due)
    return Turn(seat, choose(campaign, state, seat, dice) or due)


def step(table: Table[Any], campaign: "Campaign", choose: Choose, dice: Dice) -> Entry[Any, Any] | Refusal | None:
    """Let whoever is next act; None where the campaign is over."""
    if campaign.finished(table.state):
        return None
    turn = next_turn(campaign, table.state, choose, dice)
    return None if turn is None else table.submit(turn.command, turn.seat)
