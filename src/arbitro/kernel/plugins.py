"""What is plugged in: games and what belongs to them, found by the entry points of the packages that are installed.

A package says in its metadata what it brings, by group and name:

- ``arbitro.games``: a game, as ``package:callable`` that makes its ruleset; the package holds its rulebook, headings,
  texts and journal;
- ``arbitro.aliases``: another name of a game; ``arbitro.shelf``: a number, and the game that stands there;
- ``arbitro.sides``, ``arbitro.habits``, ``arbitro.stockers``: what a game brings to a campaign, to automatic players
  and to a dungeon that is filled from its books;
- ``arbitro.players``: an automatic player of campaigns, by name;
- ``arbitro.player_files``: what plays as a file says, by the ending of the file;
- ``arbitro.readings``: how its fights are read by those who ask for odds;
- ``arbitro.commands``, ``arbitro.parties``: what it adds to the terminal.

Nothing is imported by being found.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import arbitro

OWN: Final = "arbitro"
"""The name of the distribution that this house is installed as."""
CHECKOUT: Final = Path(arbitro.__file__).parents[2]


@cache
def plugged(group: str) -> Mapping[str, EntryPoint]:
    """What all packages bring under a group, by name. What the house itself brings is not displaced by others."""
    return found_in(group, declared_in(CHECKOUT / "pyproject.toml"))


def found_in(group: str, own: Mapping[str, Mapping[str, str]] | None) -> dict[str, EntryPoint]:
    """What all packages bring under a group beside the house's own table; None: that is read from what is installed."""
    found = entry_points(group=group)
    mine = [each for each in found if each.dist is not None and each.dist.name == OWN]
    others = {each.name: each for each in found if each not in mine}
    if own is not None:
        mine = [EntryPoint(name, value, group) for name, value in own.get(group, {}).items()]
    return others | {each.name: each for each in mine}


def declared_in(project: Path) -> Mapping[str, Mapping[str, str]] | None:
    """What a checkout of this house declares; None where the file is not there, or another project's.

    A checkout is believed before its metadata, which are as old as the day when it was installed, if it ever was.
    """
    try:
        table: dict[str, Any] = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
    except OSError:
        return None
    return table.get("entry-points", {}) if table.get("name") == OWN else None


def is_there(entry: EntryPoint) -> bool:
    """Whether the module of an entry can be imported: part of a package may have been left out.

    What a game brings to the terminal, to campaigns and to odds lies in modules that bear its name: where the rules of
    the game have been left out, so has all of that, though the modules may have stayed behind.
    """
    named = set(entry.module.split("."))
    needed = (game.module for name, game in plugged("arbitro.games").items() if name in named)
    return all(_can_be_found(module) for module in (entry.module, *needed))


def _can_be_found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ModuleNotFoundError, ValueError):  # the package that it lies in; what a program has put out of sight
        return False
