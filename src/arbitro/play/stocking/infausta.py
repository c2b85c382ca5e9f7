"""L'Infausta Scatola: the tables of La Scatola Bianca, with the creatures and treasures that this game has."""

from collections.abc import Mapping

from arbitro.kernel.content import Noun
from arbitro.play.stocking.whitebox import WhiteBoxStocker
from arbitro.rules.infausta.content import load_content


def infausta_stocker() -> WhiteBoxStocker:
    """The parent's stocker with this game's content."""
    return WhiteBoxStocker(load_content())


def creature_names() -> Mapping[str, Noun]:
    """What each creature of the game is called, by id."""
    return {name: entry.name for name, entry in load_content().monsters.items()}
