"""Automatic players: who sits in the players' seats when nobody does.

They come in by the same door as a person: they see what the seat may see (`choices`, `cards`, the map as far as it is
known), and their commands go through `Table.submit` with the player's seat. The referee's own decisions, and whatever
monsters do, stay with the automatic referee. A player's lots are thrown with dice of its own, never with the table's.

- `reckless` takes any choice that is offered, by lot: for finding out what breaks.
- `plain` does what the campaign's guide suggests.
- `prudent` plays to come home: see its module for the policy.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play.players import plain, reckless
from arbitro.play.state import CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

Choose = Callable[["Campaign", CampaignState, Seat, Dice], Command | None]
"""How a player thinks: what it would do now in a seat; None where it has nothing to say."""

PLAYERS: Final[dict[str, Choose]] = {
    "reckless": reckless.choose,
    "plain": plain.choose,
}
"""By increasing skill."""
