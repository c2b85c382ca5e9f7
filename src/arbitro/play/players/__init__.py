"""Automatic players: who sits in the players' seats when nobody does.

They come in by the same door as a person: they see what the seat may see (choices, cards, the map as far as it is
known), and their commands go through `Table.submit` with the player's seat. The referee's own decisions, and whatever
monsters do, stay with the automatic referee. A player's lots are thrown with dice of its own, never with the table's.

- `reckless` takes any choice that is offered, by lot: for finding out what breaks.
- `plain` does what the campaign's guide suggests.
- `prudent` plays to come home with the treasure: its module says how it thinks.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from arbitro.dice.stream import Dice
from arbitro.play.players.base import Player
from arbitro.play.players.plain import Plain
from arbitro.play.players.prudent import Prudent
from arbitro.play.players.reckless import Reckless

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

PLAYERS: Final[dict[str, Callable[["Campaign", Dice], Player]]] = {
    "reckless": Reckless,
    "plain": Plain,
    "prudent": Prudent,
}
"""By increasing skill."""
