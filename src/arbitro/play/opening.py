"""How a table is opened: a game by its name, a scene that lies ready with it, and what the referee does first.

The terminal, and whoever imports the library, open their tables here.
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final, TypeVar

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.refused import RefusalWords
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.state import State
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document
from arbitro.play import find_game
from arbitro.rules import installed
from arbitro.text import Fault, Texts, Words

S = TypeVar("S", bound=State)
TEXTS: Final = Texts("arbitro.play")
FOLDERS: Final = ("fights", "scenes", "expeditions", "jousts", "journeys")
"""Where the scenes that come with a game may lie: each kind in a folder of its own."""


def known_game(name: str) -> Ruleset[Any]:
    """The game or campaign of a name; a fault that lists the known ones otherwise."""
    try:
        return find_game(name)
    except (KeyError, ModuleNotFoundError):
        raise Fault(Words(TEXTS, "opening.no_game", game=name, known=", ".join(installed()))) from None


def ready_scenes(ruleset: Ruleset[Any], folder: str) -> dict[str, Document]:
    """The scenes of one kind that come with a game, by name."""
    place = files(ruleset.package).joinpath(folder)
    if not place.is_dir():
        return {}
    found = sorted(place.iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".yaml"): Document(file.name, file.read_text(encoding="utf-8"))
        for file in found
        if file.name.endswith(".yaml")
    }


def unknown_scene(name: str, known: Iterable[str]) -> Fault:
    """There is no scene of that name: the ready ones are named."""
    return Fault(Words(TEXTS, "opening.no_scene", name=name, known=", ".join(known) or "–"))


def set_up(table: Table[S], start: Iterable[Command], *, at: str = "") -> None:
    """Let the referee set a scene up; a fault says why it cannot begin like this."""
    for command in start:
        answer = table.submit(command, REFEREE, at=at)
        if isinstance(answer, Refusal):
            raise cannot_begin(table.ruleset, table.state, answer)


def cannot_begin(ruleset: Ruleset[S], state: S, refusal: Refusal) -> Fault:
    """The first thing that the rules refuse of a scene that is being set up."""
    return Fault(Words(TEXTS, "opening.bad_scene", why=RefusalWords(ruleset, state, refusal)))
