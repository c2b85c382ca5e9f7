"""The shapes of a live map that are there only to be pointed at: every place, every way."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import hypot
from typing import Final
from xml.sax.saxutils import escape

from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.draw.pen import floor_of
from arbitro.dungeon.draw.symbols import Frame, across, box
from arbitro.dungeon.export.route import Exit
from arbitro.dungeon.export.words import exit_words, space_words
from arbitro.dungeon.model import Dungeon, Heading, Lead, Link, Segment, Space
from arbitro.kernel.drawing import Piece, quoted
from arbitro.kernel.same import Same
from arbitro.text import Language, capital

REACH: Final = 34
"""How far from its middle a way answers to the pointer, in tenths of a unit: some 8 ft in all."""


def spaces(shown: Dungeon, level: int, language: Language, name: str) -> Iterator[Piece]:
    """A shape over each space of a level; `name` goes before all ids."""
    places = numbers(shown, level)
    for space in shown.spaces_on(level):
        yield _space(Same(space), places.get(space.id, 0), language, name)


@lru_cache(maxsize=8192)  # a map is drawn anew at every step, and most of its places stay
def _space(same: Same[Space], number: int, language: Language, name: str) -> Piece:
    space = same.thing
    words = capital(space_words(space, language))
    title = f"{number}. {words}" if number else words
    attributes = f'id={quoted(f"{name}space-{space.id}")} data-space={quoted(space.id)} d="{floor_of(same)}"'
    return Piece(f"space/{space.id}", f"<path {attributes}><title>{escape(title)}</title></path>")


def ways(
    shown: Dungeon, level: int, language: Language, name: str, told: Mapping[str, str], choices: Mapping[str, str]
) -> Iterator[Piece]:
    """Shapes for all ways of a level; those out of the party's place, as they are told, lie on top."""
    near: list[Piece] = []
    for link in shown.links_on(level):
        if link.kind == "portal":
            continue
        backwards = link.a not in shown.spaces
        if link.id not in told and link.id not in choices:
            yield from _link(Same(link), level, backwards, language, name)
        elif path := _shape(link, level):
            words = told.get(link.id) or _words(link, backwards, language)
            near.append(_way(name, link.id, link.kind, path, words, link.id in told, choices.get(link.id, "")))
    for lead in shown.leads_on(level):
        if lead.kind != "corridor" or lead.link or lead.mouth is None:
            continue
        if lead.id not in told and lead.id not in choices:
            yield _lead(Same(lead), lead.mouth, language, name)
        else:
            words, path = told.get(lead.id) or _onward(lead, language), _across(lead.mouth, lead.front.heading)
            near.append(_way(name, lead.id, "passage", path, words, lead.id in told, choices.get(lead.id, "")))
    yield from near


@lru_cache(maxsize=8192)
def _link(same: Same[Link], level: int, backwards: bool, language: Language, name: str) -> tuple[Piece, ...]:
    """A way that is far off."""
    link = same.thing
    path = _shape(link, level)
    return (_way(name, link.id, link.kind, path, _words(link, backwards, language)),) if path else ()


@lru_cache(maxsize=8192)
def _lead(same: Same[Lead], mouth: Segment, language: Language, name: str) -> Piece:
    """An open end that is far off."""
    lead = same.thing
    return _way(name, lead.id, "passage", _across(mouth, lead.front.heading), _onward(lead, language))


def _onward(lead: Lead, language: Language) -> str:
    return exit_words(Exit("passage", lead.front.heading, "unexplored"), language, route=True)


def _shape(link: Link, level: int) -> str:
    if link.segment is not None:
        return _across(link.segment, link.heading)
    at = link.at if link.level == level else link.arrives
    return box(Frame(10 * at[0], 10 * at[1]), REACH, REACH) if at else ""


def _words(link: Link, backwards: bool, language: Language) -> str:
    """A way as it looks from the side that is known."""
    heading = (link.heading + 4) % 8 if backwards else link.heading
    each = Exit(link.kind, heading, "unexplored", state=link.state, down=(link.levels > 0) != backwards)
    return exit_words(each, language, route=False)


def _way(name: str, way: str, kind: str, path: str, words: str, here: bool = False, choice: str = "") -> Piece:
    label = quoted(capital(words))
    stands = f" data-choice={quoted(choice)}" if choice else ""
    reach = f' class="here" role="button" tabindex="0" aria-label={label}' if here else ""
    named = f"id={quoted(f'{name}exit-{way}')} data-exit={quoted(way)}{stands}"
    shape = f'<path {named} data-kind="{kind}"{reach} d="{path}">'
    return Piece(f"exit/{way}", f"{shape}<title>{escape(capital(words))}</title></path>")


def _across(segment: Segment, heading: Heading) -> str:
    """A box over a stretch of wall, a little to both sides of it."""
    (ax, ay), (bx, by) = segment
    return box(across(segment, heading), REACH, max(REACH, 5 * (hypot(bx - ax, by - ay) or 1.0)))
