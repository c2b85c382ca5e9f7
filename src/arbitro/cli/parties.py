"""Parties that a game makes at the terminal by itself, without a campaign around it."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.command import Command
from arbitro.kernel.pack import Pack
from arbitro.kernel.plugins import is_there, plugged
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.rules import meant_by
from arbitro.text import Language

PARTIES: Final = "arbitro.parties"
"""The group under which games bring theirs."""


class PartyRequest(Struct, frozen=True):
    """What party is asked for, and what is to become of it."""

    game: str
    language: Language
    seed: str | None = None
    packs: tuple[Pack, ...] = ()
    out: Path | None = None
    as_json: bool = False


class Parties(Struct, frozen=True):
    """What a game can do with people at the terminal."""

    entering: Callable[[Ruleset[Any], Iterable[str]], tuple[Command, ...]]
    """The commands by which people enter: by lot, ready-made by name, or out of files."""
    joined: Callable[[Setup, tuple[Command, ...]], Setup]
    """A scene with those people in place of its own."""
    against: Callable[[Ruleset[Any], tuple[Command, ...], tuple[str, ...]], Setup]
    """A scene in which those people meet creatures of the bestiary."""
    random: Callable[[PartyRequest, int, int], None]
    """So many people of such a level by lot, shown and kept."""
    ready: Callable[[PartyRequest, str], None]
    """A ready-made party by name, shown and kept; without a name, the list of them."""


def parties_of(game: str) -> Parties | None:
    """What a game brings, by name or alias; None where its campaign is all it has."""
    entry = plugged(PARTIES).get(meant_by(game))
    if entry is None or not is_there(entry):
        return None
    found: Parties = entry.load()
    return found
