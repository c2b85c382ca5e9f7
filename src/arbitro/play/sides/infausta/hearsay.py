"""The country of a campaign on its map: the names of its places, and where the dungeon is said to lie.

**A ruling of the house.** At the inn they know in which direction the dungeon lies, one of the six, and how far out;
not in which hex. So a party across country is not sent out blind, and still has to look for it.
"""

from typing import Final

from arbitro.kernel.drawing import Drawing
from arbitro.kernel.seat import Seat
from arbitro.play.sides.whitebox.box import BoxSide, inner_state
from arbitro.play.state import CampaignState
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness.chart import Said, chart_of, drawn
from arbitro.rules.infausta.wilderness.land import steps_from_middle
from arbitro.rules.infausta.wilderness.state import Land
from arbitro.rules.infausta.wilderness.table import compass
from arbitro.text import Language, Texts

TEXTS: Final = Texts("arbitro.play.sides.infausta")


def told_way(mouth: str) -> str:
    """The direction in which a hex lies from the town, as people say it: the one that most steps lead in."""
    steps = steps_from_middle(mouth)
    return steps[0][0] if steps else ""


def said_hexes(land: Land, mouth: str) -> tuple[str, ...]:
    """The hexes that what is said would fit: as far out as the dungeon, and in the direction that is named."""
    far, way = _steps(mouth), told_way(mouth)
    return tuple(name for name in land.spots if _steps(name) == far and told_way(name) == way)


def _steps(name: str) -> int:
    return sum(count for _, count in steps_from_middle(name))


def country(
    side: BoxSide, state: CampaignState, land: Land, places: tuple[str, str], reader: tuple[Seat, Language]
) -> Drawing | None:
    """The map of the country as a seat knows it; `places` are the hexes of the town and of the dungeon."""
    seat, language = reader
    here = side.game.at(inner_state(state))
    town, mouth = places
    names = {town: TEXTS.say(language, "chart.town"), mouth: TEXTS.say(language, "chart.mouth")}
    way = compass(here.rules, told_way(mouth), language)
    sought = () if mouth in own(here.state).charted else said_hexes(land, mouth)
    said = Said(names, sought, TEXTS.say(language, "chart.said", way=way))
    found = chart_of(here, seat, language, land, said)
    return None if found is None else drawn(found)
