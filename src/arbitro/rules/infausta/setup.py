"""Journeys as small YAML files; see `journeys/` for ready ones, and `wilderness.land` for the maps.

.. code-block:: yaml

    game: infausta
    title: {it: "…", en: "…"}
    party: {size: 4, level: 2}     # by lot, or the name of a ready-made party
    at: mill
    goal: tower
    days: 7                        # at most
    land: {kind: points, places: …, ways: …}
"""

from msgspec import Struct, field

from arbitro.kernel.bounds import SettingText
from arbitro.kernel.command import Command
from arbitro.kernel.event import Setting
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import Document
from arbitro.rules.infausta.wilderness.commands import StartJourney
from arbitro.rules.infausta.wilderness.land import TEXTS, LandText, read_land
from arbitro.rules.infausta.wilderness.state import Land
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.exploring import setup as parent
from arbitro.rules.whitebox.people.commands import RandomParty, ReadyParty
from arbitro.rules.whitebox.setup import LotText
from arbitro.text import Words

GAME = "infausta"


class JourneyText(Struct, frozen=True, forbid_unknown_fields=True):
    """A journey, as files write it."""

    game: str
    land: LandText
    at: str
    party: str | LotText = LotText()
    goal: str = ""
    days: int = 0
    title: Phrase | None = None
    options: dict[str, SettingText] = field(default_factory=dict)


def read_journey(document: Document) -> Setup:
    """Read a journey; anything wrong is a fault with its file and line."""
    text = document.read(JourneyText)
    if text.game != GAME:
        raise document.fault(Words(TEXTS, "journey.game", game=GAME), "game")
    land = read_land(document, "land")
    for name, place in (("at", text.at), ("goal", text.goal)):
        if place and place not in land.spots:
            raise document.fault(Words(TEXTS, "land.unknown", name=place), name)
    title = text.title or Phrase(document.name, document.name)
    return journey_setup(title, land, text.at, text.goal, text.days, text.party, text.options)


def read_scene(document: Document, content: WhiteBoxContent) -> Setup:
    """A journey, or whatever the parent reads."""
    return read_journey(document) if "land" in document.mapping() else parent.read_scene(document, content)


def journey_setup(
    title: Phrase,
    land: Land,
    at: str,
    goal: str = "",
    days: int = 0,
    party: str | LotText = LotText(),  # noqa: B008 - frozen
    options: dict[str, Setting] | None = None,
) -> Setup:
    """A journey ready to be played."""
    enter: Command = ReadyParty(party) if isinstance(party, str) else RandomParty(party.size, party.level)
    return Setup(title, (enter, StartJourney(land, at, goal, days)), options or {})
