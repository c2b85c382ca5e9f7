"""Places of a dungeon in a story, and its map as the explorers know it."""

from typing import Any, Final, Protocol, runtime_checkable

from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.picture import Picture, to_svg
from arbitro.dungeon.export.bundle import BundleRequest, map_of
from arbitro.dungeon.export.moods import mood_said
from arbitro.dungeon.export.words import TEXTS as PLACES
from arbitro.dungeon.export.words import kind_of, water_words
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon, Space
from arbitro.play.journal.model import LevelChart
from arbitro.play.journal.words import TEXTS, Voice, number
from arbitro.play.naming import number_of
from arbitro.text import Language, Name

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


class Surveyor:
    """Describes the places that a party comes to; what a place is like is never told in the same words twice."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._language: Language = voice.language
        self._told: set[str] = set()
        self._level = 0

    def passes(self, state: Any, place: str) -> bool:
        """Whether a place is a mere passage, of which nothing is told."""
        return isinstance(state, Charted) and place in state.dungeon.spaces and not state.dungeon.spaces[place].is_place

    def called(self, state: Any, place: str) -> Name | None:
        """A place as one speaks of it: the room 3. None where there is no dungeon with that place."""
        if not isinstance(state, Charted) or place not in state.dungeon.spaces:
            return None
        here = state.dungeon.spaces[place]
        kind = TEXTS.say(self._language, "place.cave" if here.kind == "cave" else f"place.{_built(here)}")
        return Name(f"{kind} {number_of(state.dungeon, here)}", "f", "proper" if self._language == "en" else "one")

    def described(self, state: Any, place: str) -> list[str]:
        """What to say of a place that the party comes to for the first time, as the party knows it."""
        if not isinstance(state, Charted):
            return []
        shown = players_map(state.dungeon, GROUP)
        here = shown.spaces.get(place)
        if here is None:
            return []
        hand = Hand(state.scenery)
        key = "place.new" if here.level == self._level else "place.level"
        self._level = here.level
        looks, count = kind_of(here, self._language), number_of(state.dungeon, state.dungeon.spaces[place])
        told = [self._voice.say(key, looks=looks, number=count, level=here.level)]
        told += [self._mood(shown, here, hand), *self._furnishings(here, hand)]
        told += [water_words(water, self._language) for water in shown.waters.values() if water.space == place]
        return [each for each in told if each]

    def _furnishings(self, here: Space, hand: Hand) -> list[str]:
        kinds = [thing.kind for thing in furnish(here, hand)]
        pillars = number(kinds.count("pillar"), self._language)
        found = [self._voice.say("place.pillars", number=pillars)] if "pillar" in kinds else []
        return [*found, self._voice.say("place.statue")] if "statue" in kinds else found

    def _mood(self, shown: Dungeon, here: Space, hand: Hand) -> str:
        """The mood of a place as it was told at the table; not again where another place was told to be like that."""
        said = mood_said(shown, here, hand)
        if said is None or said.key in self._told:
            return ""
        self._told.add(said.key)
        return said.in_(PLACES, self._language)


def _built(here: Space) -> str:
    return "room" if here.kind == "room" else "chamber"


def plans_of(state: Any, language: Language) -> dict[str, Picture]:
    """The levels as far as the party knows them, drawn, each by the name of its chart."""
    if not isinstance(state, Charted):
        return {}
    shown = players_map(state.dungeon, GROUP)
    order = BundleRequest("", language=language, players=True)
    return {f"map-{level}": map_of(shown, level, state.scenery, order)[0] for level in sorted(shown.levels)}


def chapter_plan(state: Any, place: str, language: Language) -> Picture | None:
    """The level of a place as far as the party knows it by now; None where there is no such place to be drawn."""
    if not isinstance(state, Charted):
        return None
    shown = players_map(state.dungeon, GROUP)
    here = shown.spaces.get(place)
    if here is None:
        return None
    return map_of(shown, here.level, state.scenery, BundleRequest("", language=language, players=True))[0]


def chart_of(name: str, plan: Picture) -> LevelChart:
    """A plan as an SVG document."""
    return LevelChart(name, plan.title, to_svg(plan, PIXELS, name=f"{name}-"))
