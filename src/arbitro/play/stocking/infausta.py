"""L'Infausta Scatola: the tables of La Scatola Bianca, with the creatures and treasures that this game has."""

from typing import Any

from arbitro.play.stocking.whitebox import WhiteBoxStocker
from arbitro.rules.infausta.content import load_content


def infausta_stocker() -> WhiteBoxStocker:
    """The parent's stocker with this game's content."""
    return WhiteBoxStocker(load_content())


def creature_names() -> dict[str, Any]:
    """What each creature of the game is called, by id."""
    return {name: entry.name for name, entry in load_content().monsters.items()}
