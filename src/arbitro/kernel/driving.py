"""How a table goes on: whose turn it is, and what the program does by itself. Everything that drives a table asks here.

Whose turn it is comes from the state (`Ruleset.next_to_act`). An automatic player is asked for a move only where the
program may have one to make; where everybody who may act next is a person's, none is. Where a person shares a moment
with others whom the program plays (one side in a fight, say), the automatic player's order says who of them is next.
"""

from collections.abc import Callable
from typing import Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.state import State

S = TypeVar("S", bound=State)

Hand = Literal["person", "desk", "program"]
"""Who decides for an owner: a person; a person, but for what the table leaves to the program; or the program."""
Hands = Callable[[str], Hand]


class GoesOn(Struct, frozen=True):
    """How a table goes on: by whom, and with which command where the program does."""

    by: Literal["program", "person", "nobody", "over"]
    command: Command | None = None
    """What the program does; where a person decides, what it would do, if that had to be known."""

    @property
    def by_itself(self) -> Command | None:
        """What the program does now without being asked."""
        return self.command if self.by == "program" else None


OVER: Final = GoesOn("over")
STUCK: Final = GoesOn("nobody")
WAITING: Final = GoesOn("person")


def goes_on(ruleset: Ruleset[S], state: S, hands: Hands) -> GoesOn:
    """How a table goes on from a state, where these decide."""
    if ruleset.finished(state):
        return OVER
    turns = ruleset.next_to_act(state)
    if not turns:
        return STUCK
    if all(_waits(ruleset, state, owner, hands(owner)) for owner in turns):
        return WAITING
    command = ruleset.suggest(state, REFEREE)
    if command is None:
        return STUCK
    hand = hands(ruleset.owner(state, command))
    by_itself = hand == "program" or (hand == "desk" and ruleset.automatic(state, command))
    return GoesOn("program" if by_itself else "person", command)


def _waits(ruleset: Ruleset[S], state: S, owner: str, hand: Hand) -> bool:
    return hand == "person" or (hand == "desk" and not ruleset.may_be_left(state, owner))


def one_person(seat: Seat | None) -> Hands:
    """One person (or nobody) at a table, who decides for what the seat plays; the program plays everybody else."""

    def hand(owner: str) -> Hand:
        return "desk" if seat is not None and seat.may_act_for(owner) else "program"

    return hand


def seat_again(ruleset: Ruleset[S], state: S, seat: Seat | None) -> Seat | None:
    """A seat as the scene now cuts it: somebody who has joined the person's side since is theirs too."""
    if seat is None or seat.role != "player":
        return seat
    cut = next((each for each in ruleset.seats(state) if each.name == seat.name), seat)
    return replace(cut, refereed=seat.refereed)
