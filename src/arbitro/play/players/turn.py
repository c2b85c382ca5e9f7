"""One step of a campaign that plays itself: who is next, what they do, and what came of it."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.driving import goes_on
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.play.players.base import Player
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


def next_turn(campaign: "Campaign", state: CampaignState, player: Player) -> Turn | None:
    """Who is next and what they do; None where nobody has anything to do any more.

    Where it is one of the party, the player decides as a person would; where the player has nothing to say, the guide's
    suggestion stands. A player may forestall what the referee has to decide.
    """
    seat = players_seat(campaign, state)
    following = goes_on(campaign, state, lambda owner: "person" if seat.may_act_for(owner) else "program")
    if following.by == "person":
        chosen = player.choose(state, seat) or following.command or campaign.suggest(state, REFEREE)
        return None if chosen is None else Turn(seat, chosen)
    if following.by_itself is None:
        return None
    sooner = player.forestall(state, seat)
    return Turn(REFEREE, following.by_itself) if sooner is None else Turn(seat, sooner)


def carry_out(table: Table[Any], turn: Turn, player: Player, *, at: str = "") -> Entry[Any, Any] | Refusal:
    """Let a turn be taken, and the player know what its seat is told of it."""
    answer = table.submit(turn.command, turn.seat, at=at)
    if isinstance(answer, Entry):
        campaign, state = player.campaign, table.state
        seat = players_seat(campaign, state)
        told = (shown_to(campaign, state, event, seat) for event in answer.events)
        player.notice(state, tuple(event for event in told if event is not None))
    return answer
