"""Arbitro: a referee for tabletop role-playing games.

This is the front door of the library. A table is to it what a board is to a chess library: it knows what may be done,
does it by the book with dice that anybody can check, tells it, takes it back, and is written down line by line.

>>> import arbitro
>>> table = arbitro.Table.new("whitebox", "orcs", seed="3")
>>> company, orcs = table.seats
>>> table.do("attack/berto/sword", company, target="orc-1").by
'party'
>>> table.story(company)[-1]
'Berto attacks Orc 1 (sword): 4, a miss.'

Nothing is imported before it is asked for: the web, the terminal and the games load when they are needed. Behind the
door stand :mod:`arbitro.kernel` (the engine), :mod:`arbitro.dice`, :mod:`arbitro.rules` (the games) and
:mod:`arbitro.play` (campaigns).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from arbitro.version import __version__

if TYPE_CHECKING:
    from arbitro.chances.answer import FightOdds
    from arbitro.chances.asking import Budget
    from arbitro.chances.door import odds
    from arbitro.dice.mistake import NotationError
    from arbitro.dice.odds import Odds
    from arbitro.dice.rolled import Rolled
    from arbitro.kernel.audit import Verdict
    from arbitro.kernel.choice import Choice
    from arbitro.kernel.command import Command, Refusal
    from arbitro.kernel.refused import Refused
    from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
    from arbitro.library import Table, campaign, campaigns, game, games, roll, scenes
    from arbitro.text import Fault

__all__ = (
    "REFEREE",
    "SPECTATOR",
    "Budget",
    "Choice",
    "Command",
    "Fault",
    "FightOdds",
    "NotationError",
    "Odds",
    "Refusal",
    "Refused",
    "Rolled",
    "Seat",
    "Table",
    "Verdict",
    "__version__",
    "campaign",
    "campaigns",
    "game",
    "games",
    "odds",
    "roll",
    "scenes",
)

_ROOMS: Final = {
    "arbitro.chances.answer": ("FightOdds",),
    "arbitro.chances.asking": ("Budget",),
    "arbitro.chances.door": ("odds",),
    "arbitro.dice.mistake": ("NotationError",),
    "arbitro.dice.odds": ("Odds",),
    "arbitro.dice.rolled": ("Rolled",),
    "arbitro.kernel.audit": ("Verdict",),
    "arbitro.kernel.choice": ("Choice",),
    "arbitro.kernel.command": ("Command", "Refusal"),
    "arbitro.kernel.refused": ("Refused",),
    "arbitro.kernel.seat": ("REFEREE", "SPECTATOR", "Seat"),
    "arbitro.library": ("Table", "campaign", "campaigns", "game", "games", "roll", "scenes"),
    "arbitro.text": ("Fault",),
}
_WHERE: Final = {name: room for room, names in _ROOMS.items() for name in names}
"""Where each name of the front door lives."""


def __getattr__(name: str) -> Any:
    """Fetch what is asked for from its room, once."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_WHERE[name]), name)
    return found


def __dir__() -> list[str]:
    """What stands at the door."""
    return sorted({*globals(), *__all__})
