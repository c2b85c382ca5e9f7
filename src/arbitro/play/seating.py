"""Whose a command is, who plays, and which decisions are left to the program."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY, Seat, seat_address
from arbitro.play import commands as c
from arbitro.play.chair import EVERY, MONSTERS
from arbitro.play.deeds import Deed, owner_by
from arbitro.play.side import Side
from arbitro.play.state import CampaignState

OWN: Final = frozenset(c.COMMANDS)
"""The campaign's own commands; whatever else there is comes from its side or its game."""


def owner(side: Side, state: CampaignState, command: Command, deed: Deed | None) -> str:
    """The referee's, a character's, or the party's: by the deed where it is the campaign's own command.

    A reserved decision of the referee's is whose the chair is; so is a default, which takes one.
    """
    if deed is not None and deed is not Deed.DEFAULT:
        return owner_by(deed, command)
    return in_the_chair(side, state) if reserved(side, state, command) else _owner_inside(side, state, command)


def _owner_inside(side: Side, state: CampaignState, command: Command) -> str:
    """Whose a command of the side's or of the game's is, reserved or not."""
    rule = side.rulings.get(type(command))
    return side.front.owner(state, command) if rule is None else owner_by(rule.deed, command)


def in_the_chair(side: Side, state: CampaignState) -> str:
    """Whose the reserved decisions are; those of one room are the player's who has the chair (DA-SOLO-06)."""
    if state.chair_here is None:
        return REFEREE_ONLY
    name = state.chair_here.seat
    return name if name in side.party.adventurers(state) else seat_address(name)


def reserved(side: Side, state: CampaignState, command: Command) -> bool:
    """Whether a command is one of the referee's reserved decisions, or takes one by default."""
    if type(command) is c.TakeDefault:
        return True
    return _owner_inside(side, state, command) == REFEREE_ONLY and bool(side.front.kind_of(state, command))


def automatic(side: Side, state: CampaignState, command: Command) -> bool:
    """Whether a decision of the referee's is left to the program: every kind that nobody has asked for."""
    if state.chair_here is not None:
        return False
    kind = command.kind if isinstance(command, c.TakeDefault) else kind_of(side, state, command)
    return bool(kind) and not {kind, EVERY} & set(state.asks)


def may_be_left(side: Side, state: CampaignState, owner: str) -> bool:
    """Decisions of the referee's, and what monsters do: whatever kind of them nobody has asked for."""
    if state.chair_here is not None or EVERY in state.asks:
        return False
    if owner == REFEREE_ONLY:
        return True
    return MONSTERS not in state.asks and not any(owner in seat.controls for seat in seats(side, state))


def kind_of(side: Side, state: CampaignState, command: Command) -> str:
    """Which kind of the referee's decisions a command is: a reserved one, what a monster does, or none (empty)."""
    if type(command) in OWN:
        return ""
    if reserved(side, state, command):
        return side.front.kind_of(state, command)
    owner = _owner_inside(side, state, command)
    played = owner in ("", REFEREE_ONLY) or any(owner in seat.controls for seat in seats(side, state))
    return "" if played else MONSTERS


def seats(side: Side, state: CampaignState) -> tuple[Seat, ...]:
    """The players' seats, as the game cuts them; whoever is being made belongs to the party's."""
    whole, *alone = side.party.seats(state)
    if state.draft is not None and state.draft.id:
        whole = replace(whole, controls=whole.controls | {state.draft.id})
    return (whole, *alone)


def path_knowers(side: Side, state: CampaignState, path: str) -> tuple[str, ...]:
    """Who may know what the referee changed: in the game as the game says, elsewhere nobody."""
    head, _, rest = path.partition(".")
    return side.game.path_knowers(side.party.whole(state), rest) if head == "game" else ()
