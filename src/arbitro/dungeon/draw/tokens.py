"""Who is on a live map, the party and those who wait, what lies on its ground, and what all its signs mean."""

from collections.abc import Container, Iterator
from typing import Final
from xml.sax.saxutils import escape

from arbitro.dungeon.draw.frame import CAPTION, COLUMN, ROW, TEXTS, signs
from arbitro.dungeon.draw.labels import spot_for
from arbitro.dungeon.draw.pen import Pen
from arbitro.dungeon.draw.picture import FAMILY, Text, item_svg
from arbitro.dungeon.draw.pointing import REACH
from arbitro.dungeon.draw.symbols import Frame, box
from arbitro.dungeon.draw.theme import Theme
from arbitro.dungeon.lattice import rectangle
from arbitro.dungeon.model import Polygon, Space
from arbitro.kernel.drawing import Piece, quoted
from arbitro.text import Language

MARK: Final = 22
"""The size of the party's mark, in tenths of a unit."""
INITIAL: Final = 30
"""The size of the letter in the mark of somebody who waits."""
MOST_INITIALS: Final = 3
"""Letters that a mark has room for."""
Waiting = list[tuple[Space, tuple[str, ...]]]
"""Spaces where some wait, with their names."""


def people(
    here: Space | None, waiting: Waiting, lying: Waiting, pen: Pen, language: Language, name: str
) -> Iterator[Piece]:
    """The marks of the party, of those who wait and of what lies about, clear of what the pen has drawn; the legend."""
    taken = dict(pen.taken)
    if here is not None:
        yield Piece("party", _party(here, taken, pen.theme, language, name))
    for space, who in waiting:
        yield Piece(f"waiting/{space.id}", _waiting(space, who, taken, pen.theme, language, name))
    for space, things in lying:
        yield Piece(f"lying/{space.id}", _lying(space, things, taken, pen.theme, name))
    marked = {"here": here is not None, "left": bool(waiting), "lying": bool(lying)}
    yield Piece("legend", _legend(pen.used, pen.theme, language, **marked))


def _legend(used: Container[str], theme: Theme, language: Language, *, here: bool, left: bool, lying: bool) -> str:
    """What the marks of the party and of its ways mean, and the symbols that this map has."""
    marks = []
    if here:
        marks.append(f"{_pennant(60, ROW // 2, theme)}{_caption(ROW // 2, 'legend.party', language, theme)}")
        frame = f'd="{box(Frame(60, ROW * 3 // 2), REACH, REACH)}"'
        marks.append(f'<path class="way-sign" {frame}/>{_caption(ROW * 3 // 2, "legend.way", language, theme)}')
    if left:
        y = ROW * len(marks) + ROW // 2
        marks.append(f"{_ring(60, y, theme)}{_caption(y, 'legend.waiting', language, theme)}")
    if lying:
        y = ROW * len(marks) + ROW // 2
        marks.append(f"{_heap(60, y, theme)}{_caption(y, 'legend.lying', language, theme)}")
    items, depth = signs(used, language, len(marks))
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


def _heap(x: int, y: int, theme: Theme) -> str:
    """Three rounds in a heap: something lies there."""
    rounds = "".join(Frame(x + dx, y + dy).circle(9) for dx, dy in ((-9, 7), (9, 7), (0, -7)))
    return f'<path d="{rounds}" fill="{theme.paper}" stroke="{theme.mark}" stroke-width="4"/>'


def _lying(space: Space, things: tuple[str, ...], taken: dict[str, list[Polygon]], theme: Theme, name: str) -> str:
    """The mark of what lies on the ground, which says what it is."""
    x, y = _spot(space, taken)
    title, identity = "; ".join(things), quoted(f"{name}lying-{space.id}")
    return (
        f'<g id={identity} class="lying" data-space={quoted(space.id)} role="img" aria-label={quoted(title)} '
        f'pointer-events="none"><title>{escape(title)}</title>{_heap(x, y, theme)}</g>'
    )


def _spot(space: Space, taken: dict[str, list[Polygon]]) -> tuple[int, int]:
    """Where a mark stands clear of what is there already; from now on it is there too."""
    there = taken.get(space.id, [])
    x, y = spot_for(space, there, 5, 5)
    while rectangle(x - 3, y - 3, x + 3, y + 3) in there:  # no room is left: at least no mark lies under another
        y += 5
    taken[space.id] = [*there, rectangle(x - 3, y - 3, x + 3, y + 3)]
    return 10 * x, 10 * y


def _waiting(
    space: Space,
    who: tuple[str, ...],
    taken: dict[str, list[Polygon]],
    theme: Theme,
    language: Language,
    name: str,
) -> str:
    """The mark of those who wait: a ring with their initials, or how many they are where those are too many."""
    x, y = _spot(space, taken)
    initials = "".join(each[:1] for each in who) if len(who) <= MOST_INITIALS else str(len(who))
    words = item_svg(Text(x, y + INITIAL // 3, initials, INITIAL if len(initials) < 2 else INITIAL * 2 // 3), theme)
    title = TEXTS.say(language, "map.waiting", who=", ".join(who), count=len(who))
    identity = quoted(f"{name}waiting-{space.id}")
    return (
        f'<g id={identity} class="waiting" data-space={quoted(space.id)} role="img" aria-label={quoted(title)} '
        f'pointer-events="none"><title>{escape(title)}</title>{_ring(x, y, theme)}{words}</g>'
    )


def _party(space: Space, taken: dict[str, list[Polygon]], theme: Theme, language: Language, name: str) -> str:
    """The party's mark: a pennant, clear of what stands there already."""
    x, y = _spot(space, taken)
    title = escape(TEXTS.say(language, "map.party"))
    return (
        f'<g id="{name}party" data-space={quoted(space.id)} stroke-linejoin="round" pointer-events="none">'
        f"<title>{title}</title>{_pennant(x, y, theme)}</g>"
    )
