"""The games, as they are plugged in. `find_ruleset` knows them by name; nothing is imported before it is asked for."""

from functools import cache
from importlib.metadata import EntryPoint
from typing import Any, Final

from arbitro.kernel.plugins import is_there, plugged
from arbitro.kernel.ruleset import Ruleset

LAST: Final = 1_000
"""The place on the shelf of a game that asks for none."""


def declared() -> dict[str, EntryPoint]:
    """Every game that some package declares, whether it is there or not: those with a place on the shelf first."""
    places: dict[str, int] = {}
    for number, entry in plugged("arbitro.shelf").items():
        if number.isdecimal():
            places.setdefault(entry.value, int(number))
    found = plugged("arbitro.games")
    return {name: found[name] for name in sorted(found, key=lambda name: (places.get(name, LAST), name))}


@cache
def games() -> dict[str, EntryPoint]:
    """The games of this installation in the order of the shelf: a pack may have been left out."""
    return {name: entry for name, entry in declared().items() if is_there(entry)}


def package_of(game: str) -> str:
    """Where a game's rulebook, options, texts and ready scenes lie; KeyError if there is none of that name."""
    return games()[game].module


def first_game() -> str:
    """The game that is played where nobody says which."""
    return next(iter(games()), "")


def meant_by(name: str) -> str:
    """The id of the game that a name or an alias stands for; a name that nobody knows stands for itself."""
    wanted = name.lower()
    aliases = plugged("arbitro.aliases")
    return aliases[wanted].value if wanted in aliases else wanted


def installed() -> tuple[str, ...]:
    """The names and aliases of the games that this installation has."""
    aliases = plugged("arbitro.aliases")
    return (*games(), *(alias for alias, entry in aliases.items() if entry.value in games()))


def find_ruleset(name: str) -> Ruleset[Any]:
    """The game of that name or alias; KeyError if there is none."""
    return _ruleset(meant_by(name))


@cache
def _ruleset(game: str) -> Ruleset[Any]:
    made: Ruleset[Any] = declared()[game].load()()
    return made
