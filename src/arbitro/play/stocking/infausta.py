"""L'Infausta Scatola: the tables of La Scatola Bianca, with the creatures and treasures that this game has."""

from typing import Final

from arbitro.play.stocking import Stocking
from arbitro.play.stocking.whitebox import stocking_from
from arbitro.rules.infausta.content import load_content

STOCKING: Final[Stocking] = stocking_from("infausta", load_content)
