"""Where something in the passages is, in words: by the numbered places about it, so that no picture is needed."""

from collections import deque
from typing import Final

from arbitro.dungeon.export.route import Atlas, legs
from arbitro.dungeon.export.words import TEXTS, direction
from arbitro.dungeon.lattice import centre
from arbitro.dungeon.model import SURFACE, Link, Point
from arbitro.text import Language

ABOUT: Final = 2
"""Places by which a passage is told."""


def whereabouts(atlas: Atlas, space: str, language: Language) -> str:
    """A passage by the places to which it leads, the nearest first, and how far it is from the first of them."""
    near = places_about(atlas, space)
    here = _middle(atlas, space)
    if not near:
        return _from_the_way_in(atlas, here, language)
    first, point = near[0]
    words = {"number": atlas.numbers[first], **_leg(point, here, language)}
    if len(near) == 1:
        return TEXTS.say(language, "whereabouts.of", **words)
    return TEXTS.say(language, "whereabouts.between", other=atlas.numbers[near[1][0]], **words)


def places_about(atlas: Atlas, space: str, most: int = ABOUT) -> list[tuple[str, Point]]:
    """The nearest numbered places that open ways lead to from a passage, each with its middle."""
    todo, seen = deque([space]), {space}
    found: list[tuple[str, Point]] = []
    while todo and len(found) < most:
        here = todo.popleft()
        if here in atlas.numbers:
            found.append((here, _middle(atlas, here)))
            continue
        for link in atlas.ways.get(here, ()):
            there = link.b if link.a == here else link.a
            if link.segment is not None and there in atlas.dungeon.spaces and there not in seen:
                seen.add(there)
                todo.append(there)
    return found


def _from_the_way_in(atlas: Atlas, here: Point, language: Language) -> str:
    """Where no place is about: counted from the first way up of the level, or from its first floor."""
    points = (_end_of(link, atlas.level) for link in atlas.dungeon.links_on(atlas.level))
    start = next((point for point in points if point is not None), None)
    if start is None:
        start = _middle(atlas, next(iter(space.id for space in atlas.dungeon.spaces_on(atlas.level))))
    if start == here:
        return TEXTS.say(language, "whereabouts.way_in_here")
    return TEXTS.say(language, "whereabouts.way_in", **_leg(start, here, language))


def _end_of(link: Link, level: int) -> Point | None:
    """The end of a vertical way on a level, where it leads up from there."""
    if link.segment is not None:
        return None
    if SURFACE in (link.a, link.b) or link.levels > 0:
        return link.arrives if link.level + link.levels == level else None
    return link.at if link.level == level else None


def _leg(start: Point, end: Point, language: Language) -> dict[str, object]:
    gone = legs([start, end])
    return {"feet": gone[0].feet if gone else 5, "heading": direction(gone[0].heading if gone else 0, language)}


def _middle(atlas: Atlas, space: str) -> Point:
    x, y = centre(atlas.dungeon.spaces[space].parts[0])
    return round(x), round(y)
