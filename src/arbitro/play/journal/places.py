"""Places of a dungeon in a story, and its map as the explorers know it."""

from collections.abc import Callable
from typing import Any, Final, Protocol, runtime_checkable

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.picture import to_svg
from arbitro.dungeon.export.bundle import Order, map_of
from arbitro.dungeon.export.key import mood
from arbitro.dungeon.export.words import capital, furnishing_words, space_words, water_words
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon
from arbitro.play.journal.model import Chart
from arbitro.text import Language

GROUP: Final = "party"
"""The explorers whose knowledge a campaign's map shows."""
PIXELS: Final = 24
"""To the square of a map in a journal."""


@runtime_checkable
class Charted(Protocol):
    """A state with a dungeon in it: what `arbitro.play.state.CampaignState` is to the journal."""

    @property
    def dungeon(self) -> Dungeon:
        """The dungeon with all its secrets."""
        ...

    @property
    def scenery(self) -> int:
        """How its map and prose are decorated."""
        ...


def described(state: Any, place: str, name: str, told: Callable[[], str], language: Language) -> str:
    """What to say of a place that the party comes to; nothing of passages.

    Where the state has no dungeon with that place, it is what the game tells.
    """
    if not isinstance(state, Charted) or place not in state.dungeon.spaces:
        return told()
    if not state.dungeon.spaces[place].is_place:
        return ""
    shown = players_map(state.dungeon, GROUP)
    here = shown.spaces.get(place)
    if here is None:
        return told()
    hand = Hand(state.scenery)
    looks = [mood(here, hand, language), *furnishing_words(here, hand, language)]
    looks += [water_words(water, language) for water in shown.waters.values() if water.space == place]
    return " ".join((f"{name}.", f"{capital(space_words(here, language))}.", *looks))


def charts_of(state: Any, language: Language) -> tuple[Chart, ...]:
    """The levels as far as the party knows them."""
    if not isinstance(state, Charted):
        return ()
    shown = players_map(state.dungeon, GROUP)
    charts = []
    for level in sorted(shown.levels):
        framed, _ = map_of(shown, level, state.scenery, Order("", language=language, players=True))
        svg = to_svg(framed, PIXELS, name=f"map{level}-")
        charts.append(Chart(f"map-{level}", framed.title, svg))
    return tuple(charts)
