"""The live map: a level as it is known, with every place and every way out as something that can be pointed at.

The drawing is the same as on paper. Over it lie shapes without ink that a page can listen to:

- ``<path data-space="ID">`` for each space; its ``id`` is ``map1-space-ID`` on level 1;
- ``<path data-exit="ID" data-kind="door">`` for each way: a door, an opening, stairs, or an open end, whose ID is that
  of its lead (`arbitro.dungeon.telling.Way` has the same ids); its ``id`` is ``map1-exit-ID``. The ways out of the
  party's own place are buttons that the keyboard reaches, with the class ``here``;
- ``<g id="map1-party">`` where the party stands;
- ``<g id="map1-waiting-ID">`` where others of it wait, with their initials; their names are its title;
- ``<g class="legend" data-box="0 0 640 252">`` what the symbols mean: hidden, for a page to put beside the map.

Ids stay the same as the map grows. There is no script and no style in it, so a strict page may hold it as it is.
"""

from collections.abc import Mapping
from math import hypot
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from arbitro.dungeon.draw.frame import CAPTION, COLUMN, ROW, TEXTS, captions, signs
from arbitro.dungeon.draw.labels import numbers, spot_for
from arbitro.dungeon.draw.level import Drawn, draw_level
from arbitro.dungeon.draw.pen import polygon_path
from arbitro.dungeon.draw.picture import FAMILY, Text, item_svg, to_svg
from arbitro.dungeon.draw.symbols import Frame, box
from arbitro.dungeon.draw.theme import Style, Theme
from arbitro.dungeon.export.route import Exit
from arbitro.dungeon.export.words import capital, exit_words, space_words
from arbitro.dungeon.lattice import DX, DY, rectangle
from arbitro.dungeon.model import Dungeon, Heading, Link, Polygon, Segment, Space
from arbitro.dungeon.telling import describe_place
from arbitro.text import Language

REACH: Final = 34
"""How far from its middle a way answers to the pointer, in tenths of a unit: some 8 ft in all."""
MARK: Final = 22
"""The size of the party's mark, in tenths of a unit."""
INITIAL: Final = 30
"""The size of the letter in the mark of somebody who waits."""
MOST_INITIALS: Final = 3
"""Letters that a mark has room for."""


def play_map(
    shown: Dungeon,
    level: int,
    decoration: int,
    language: Language,
    *,
    party: str = "",
    waiting: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    style: Style = "old",
    pixels_per_square: float = 40,
) -> str:
    """The map of a level as SVG, for play. `party` is the space in which the party stands, if it is on this level.

    `waiting` are the names of those who wait in other spaces, or in the same one.

    Whatever stands in the dungeon given is drawn: for players give `knowledge.players_map`.
    """
    title, _, description = captions(language, level, len(numbers(shown, level)), players=True)
    drawn = draw_level(shown, level, decoration, style, title=title, description=description, live=True)
    here = shown.spaces.get(party)
    if here is not None and here.level != level:
        here = None
    over = ['<g fill="none" stroke="none" pointer-events="all">']
    name = f"map{level}-"
    over += _spaces(shown, level, language, name)
    told: dict[str, str] = {}
    if here is not None:
        told = {way.id: way.words for way in describe_place(shown, party, decoration, language).ways}
    over += _ways(shown, level, language, name, told)
    over.append("</g>")
    taken = dict(drawn.taken)
    if here is not None:
        over.append(_party(here, drawn, taken, language, name))
    left = [(shown.spaces[space], who) for space, who in waiting.items() if space in shown.spaces and who]
    left = [(space, who) for space, who in left if space.level == level]
    over += [_waiting(space, who, drawn, taken, language, name) for space, who in left]
    over.append(_legend(drawn, language, here=here is not None, left=bool(left)))
    return to_svg(drawn.picture, pixels_per_square, name=name, over="\n".join(over), role="group")


def _spaces(shown: Dungeon, level: int, language: Language, name: str) -> list[str]:
    places = numbers(shown, level)
    found = []
    for space in shown.spaces_on(level):
        number = places.get(space.id)
        words = capital(space_words(space, language))
        title = f"{number}. {words}" if number else words
        path = "".join(polygon_path(polygon) for polygon in space.floor)
        attributes = f'id={quoteattr(f"{name}space-{space.id}")} data-space={quoteattr(space.id)} d="{path}"'
        found.append(f"<path {attributes}><title>{escape(title)}</title></path>")
    return found


def _ways(shown: Dungeon, level: int, language: Language, name: str, told: Mapping[str, str]) -> list[str]:
    """Shapes for all ways of a level; those out of the party's place, as they are told, lie on top."""
    near: list[str] = []
    far: list[str] = []
    for link in shown.links_on(level):
        path = "" if link.kind == "portal" else _shape(link, level)
        if path:
            words = told.get(link.id) or _words(shown, link, language)
            (near if link.id in told else far).append(_way(name, link.id, link.kind, path, words, here=link.id in told))
    for lead in shown.leads_on(level):
        if lead.kind == "corridor" and not lead.link and lead.mouth is not None:
            words = told.get(lead.id) or exit_words(
                Exit("passage", lead.front.heading, "unexplored"), language, route=True
            )
            path = _across(lead.mouth, lead.front.heading)
            (near if lead.id in told else far).append(_way(name, lead.id, "passage", path, words, here=lead.id in told))
    return far + near


def _shape(link: Link, level: int) -> str:
    if link.segment is not None:
        return _across(link.segment, link.heading)
    at = link.at if link.level == level else link.arrives
    return box(Frame(10 * at[0], 10 * at[1]), REACH, REACH) if at else ""


def _words(shown: Dungeon, link: Link, language: Language) -> str:
    """A way as it looks from the side that is known."""
    backwards = link.a not in shown.spaces
    heading = (link.heading + 4) % 8 if backwards else link.heading
    each = Exit(link.kind, heading, "unexplored", state=link.state, down=(link.levels > 0) != backwards)
    return exit_words(each, language, route=False)


def _way(name: str, way: str, kind: str, path: str, words: str, *, here: bool) -> str:
    label = quoteattr(capital(words))
    reach = f' class="here" role="button" tabindex="0" aria-label={label}' if here else ""
    attributes = f'id={quoteattr(f"{name}exit-{way}")} data-exit={quoteattr(way)} data-kind="{kind}"{reach} d="{path}"'
    return f"<path {attributes}><title>{escape(capital(words))}</title></path>"


def _across(segment: Segment, heading: Heading) -> str:
    """A box over a stretch of wall, a little to both sides of it."""
    (ax, ay), (bx, by) = segment
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (by - ay) / length, (ax - bx) / length
    if ux * DX[heading] + uy * DY[heading] < 0:
        ux, uy = -ux, -uy
    return box(Frame(5 * (ax + bx), 5 * (ay + by), ux, uy), REACH, max(REACH, 5 * length))


def _legend(drawn: Drawn, language: Language, *, here: bool, left: bool) -> str:
    """What the marks of the party and of its ways mean, and the symbols that this map has."""
    theme, marks = drawn.picture.theme, []
    if here:
        marks.append(f"{_pennant(60, ROW // 2, theme)}{_caption(ROW // 2, 'legend.party', language, theme)}")
        frame = f'd="{box(Frame(60, ROW * 3 // 2), REACH, REACH)}"'
        marks.append(f'<path class="way-sign" {frame}/>{_caption(ROW * 3 // 2, "legend.way", language, theme)}')
    if left:
        y = ROW * len(marks) + ROW // 2
        marks.append(f"{_ring(60, y, theme)}{_caption(y, 'legend.waiting', language, theme)}")
    items, depth = signs(drawn, language, len(marks))
    drawn_signs = "".join(item_svg(item, theme) for item in items)
    ends = f'fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="{FAMILY}"'
    return f'<g class="legend" display="none" data-box="0 0 {COLUMN} {depth}" {ends}>{"".join(marks)}{drawn_signs}</g>'


def _caption(y: int, key: str, language: Language, theme: Theme) -> str:
    return item_svg(Text(122, y + 12, TEXTS.say(language, key), CAPTION, "start"), theme)


def _pennant(x: int, y: int, theme: Theme) -> str:
    """A pennant on a disc: the party."""
    flag = f"M{x - 7} {y + 13}V{y - 13}L{x + 12} {y - 6}L{x - 7} {y + 1}"
    return (
        f'<path d="{Frame(x, y).circle(MARK)}" fill="{theme.mark}" stroke="{theme.paper}" stroke-width="5"/>'
        f'<path d="{flag}" fill="{theme.paper}" stroke="{theme.paper}" stroke-width="4"/>'
    )


def _ring(x: int, y: int, theme: Theme) -> str:
    """A ring: those who wait."""
    return f'<path d="{Frame(x, y).circle(MARK)}" fill="{theme.paper}" stroke="{theme.mark}" stroke-width="5"/>'


def _spot(space: Space, taken: dict[str, list[Polygon]]) -> tuple[int, int]:
    """Where a mark stands clear of what is there already; from now on it is there too."""
    x, y = spot_for(space, taken.get(space.id, ()), 5, 5)
    taken[space.id] = [*taken.get(space.id, ()), rectangle(x - 3, y - 3, x + 3, y + 3)]
    return 10 * x, 10 * y


def _waiting(
    space: Space,
    who: tuple[str, ...],
    drawn: Drawn,
    taken: dict[str, list[Polygon]],
    language: Language,
    name: str,
) -> str:
    """The mark of those who wait: a ring with their initials, or how many they are where those are too many."""
    x, y = _spot(space, taken)
    initials = "".join(each[:1] for each in who) if len(who) <= MOST_INITIALS else str(len(who))
    words = item_svg(
        Text(x, y + INITIAL // 3, initials, INITIAL if len(initials) < 2 else INITIAL * 2 // 3), drawn.picture.theme
    )
    title = TEXTS.say(language, "map.waiting", who=", ".join(who), count=len(who))
    identity = quoteattr(f"{name}waiting-{space.id}")
    return (
        f'<g id={identity} class="waiting" data-space={quoteattr(space.id)} role="img" aria-label={quoteattr(title)} '
        f'pointer-events="none"><title>{escape(title)}</title>{_ring(x, y, drawn.picture.theme)}{words}</g>'
    )


def _party(space: Space, drawn: Drawn, taken: dict[str, list[Polygon]], language: Language, name: str) -> str:
    """The party's mark: a pennant, clear of what stands there already."""
    x, y = _spot(space, taken)
    title = escape(TEXTS.say(language, "map.party"))
    return (
        f'<g id="{name}party" data-space={quoteattr(space.id)} stroke-linejoin="round" pointer-events="none">'
        f"<title>{title}</title>{_pennant(x, y, drawn.picture.theme)}</g>"
    )
