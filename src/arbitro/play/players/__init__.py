"""Automatic players: who sits in the players' seats when nobody does.

They come in by the same door as a person: they see what the seat may see (choices, cards, the map as far as it is
known), and their commands go through `Table.submit` with the player's seat. The referee's own decisions, and whatever
monsters do, stay with the automatic referee. A player's lots are thrown with dice of its own, never with the table's.

- `reckless` takes any choice that is offered, by lot: for finding out what breaks.
- `plain` does what the campaign's guide suggests.
- `prudent` plays to come home with the treasure: its module says how it thinks.

Others come from the floors above by an entry point (`thoughtful`, who looks ahead in a fight); whoever was taught to
fight plays as a file says (`player_named`).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from arbitro.dice.stream import Dice
from arbitro.kernel.plugins import plugged
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
OTHERS: Final = "arbitro.players"
"""The group of players whom other packages bring, by name."""
FILES: Final = "arbitro.player_files"
"""The group of what plays as a file says, by the ending of the file."""


def player_named(name: str) -> Callable[["Campaign", Dice], Player] | None:
    """Who plays under a name, or as a file says; None where there is nobody. A fault says what is wrong with a file."""
    if name in PLAYERS:
        return PLAYERS[name]
    if name in plugged(OTHERS):
        brought: Callable[[Campaign, Dice], Player] = plugged(OTHERS)[name].load()
        return brought
    reader = plugged(FILES).get(name.rpartition(".")[2]) if "." in name else None
    return None if reader is None else reader.load()(name)


def player_names() -> tuple[str, ...]:
    """Everybody who can be asked to play by name, those of other packages last."""
    return (*PLAYERS, *(name for name in plugged(OTHERS) if name not in PLAYERS))
