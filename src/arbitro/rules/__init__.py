"""The games. `find_ruleset` knows them by name; nothing is imported before it is asked for."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from arbitro.kernel.ruleset import Ruleset

GAMES: Final = {
    "whitebox": ("arbitro.rules.whitebox", "white_box"),
    "infausta": ("arbitro.rules.infausta", "infausta"),
    "archmage": ("arbitro.rules.archmage", "Archmage"),
    "daggerheart": ("arbitro.rules.daggerheart", "Spotlight"),
}
ALIASES: Final = {
    "wb": "whitebox",
    "scatola-bianca": "whitebox",
    "white-box": "whitebox",
    "is": "infausta",
    "infausta-scatola": "infausta",
    "ae": "archmage",
    "dh": "daggerheart",
    "arcimago": "archmage",
}


def installed() -> tuple[str, ...]:
    """The names and aliases of the games that this installation has: a pack may have been left out."""
    there = {name for name, (package, _) in GAMES.items() if find_spec(package) is not None}
    return tuple(name for name in (*GAMES, *ALIASES) if ALIASES.get(name, name) in there)


@cache
def find_ruleset(name: str) -> Ruleset[Any]:
    """The game of that name or alias; KeyError if there is none."""
    wanted = name.lower()
    package, made = GAMES[ALIASES.get(wanted, wanted)]
    game: Ruleset[Any] = getattr(import_module(package), made)()
    return game
