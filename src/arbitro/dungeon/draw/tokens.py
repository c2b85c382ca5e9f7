"""Who is on a live map, by the tokens that they have everywhere else; what lies on its ground; what its signs mean."""

from collections.abc import Container, Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

from msgspec import Struct

from arbitro.dungeon.draw.clear import Middle, Occupied, about, apart
from arbitro.dungeon.draw.frame import CAPTION, COLUMN, ROW, TEXTS, signs
from arbitro.dungeon.draw.pen import Pen
from arbitro.dungeon.draw.picture import FAMILY, Text, item_svg
from arbitro.dungeon.draw.pointing import REACH
from arbitro.dungeon.draw.symbols import Frame, box
from arbitro.dungeon.draw.theme import Theme
from arbitro.dungeon.lattice import box_of
from arbitro.dungeon.model import Dungeon, Space
from arbitro.kernel.drawing import Piece, quoted
from arbitro.kernel.token import BOX, Token, token_art, token_face
from arbitro.text import Language

MARK: Final = 22
"""The size of the party's mark where nobody of it is shown, in tenths of a unit."""
SIZES: Final = (46, 40, 34, 28, 22)
"""The side of a token, from the one that is tried first to the one that is taken where there is no room."""
LYING: Final = (34, 28, 22)
MOST: Final = 8
"""So many stand beside each other; of those beyond, how many they are is written."""
AIR: Final = 3
"""Between two tokens."""
PLATE: Final = 5
"""How far the ground under a group reaches beyond it."""


class Marker(Struct, frozen=True):
    """Somebody on a map: their name, the token that they have on cards, and whose side they are on."""

    id: str
    name: str
    token: Token
    side: int = 0


Markers = tuple[Marker, ...]
_NOBODY: Final[Mapping[str, Markers]] = MappingProxyType({})


class Company(Struct, frozen=True):
    """Who and what is to be seen on a map beside what the map itself has, by the space it is in."""

    party: Markers = ()
    """Those who walk together; without anybody the place of the party is marked by a pennant."""
    met: Markers = ()
    """Others whom the party has before it."""
    waiting: Mapping[str, Markers] = _NOBODY
    fallen: Mapping[str, Markers] = _NOBODY
    lairs: Mapping[str, Markers] = _NOBODY
    """Others whom the party has met and left where they are."""
    bodies: Mapping[str, Markers] = _NOBODY
    """Others who were slain and lie where they fell."""
    lying: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What lies on the ground, in words."""


ALONE: Final = Company()
"""Nobody and nothing: a map with a pennant at the most."""


class Block(Struct, frozen=True):
    """Where several tokens stand beside each other."""

    x: int
    """The corner of the first."""
    y: int
    size: int
    columns: int
    count: int

    def corner(self, number: int) -> Middle:
        """The corner of one of the tokens."""
        step = self.size + AIR
        return self.x + number % self.columns * step, self.y + number // self.columns * step

    @property
    def middle(self) -> Middle:
        """The middle of all of them."""
        wide, high = _extent(self.columns, -(-self.count // self.columns), self.size)
        return self.x + wide // 2, self.y + high // 2

    @property
    def plate(self) -> str:
        """The ground under all of them, as attributes of a rectangle."""
        wide, high = _extent(self.columns, -(-self.count // self.columns), self.size)
        return (
            f'x="{self.x - PLATE}" y="{self.y - PLATE}" width="{wide + 2 * PLATE}" height="{high + 2 * PLATE}" '
            f'rx="{self.size // 2 + PLATE}"'
        )


def stand(here: Space, company: Company, pen: Pen) -> Block:
    """Where the party stands in its space."""
    return _group(here, company.party, pen.taken, SIZES)


def faces(company: Company, name: str) -> Iterator[Piece]:
    """What the tokens of all these show, to be drawn by its name: it stays as it is wherever they go."""
    groups = (company.party, company.met, *(who for there in _beside(company) for who in there.values()))
    known = {one.id: one for group in groups for one in group}
    for one in known.values():
        art = f"<g id={quoted(_face_of(one, name))}>{token_art(one.token, one.side)}</g>"
        yield Piece(f"face/{one.id}", art, one.id, token_face(one.token))


def _beside(company: Company) -> tuple[Mapping[str, Markers], ...]:
    """Those who are not where the party is."""
    return (company.waiting, company.fallen, company.lairs, company.bodies)


def _face_of(one: Marker, name: str) -> str:
    return f"{name}face-{one.id}"


def people(
    here: tuple[Space, Block] | None, company: Company, shown: Dungeon, pen: Pen, words: tuple[Language, str]
) -> Iterator[Piece]:
    """The tokens of the party, of those it has met, who wait and who fell, and what lies about; then the legend.

    All of them keep clear of what the pen has drawn. `words` are the language, and what goes before all ids. What the
    tokens show is drawn by its name: see `faces`.
    """
    language, name = words
    theme, used = pen.theme, dict.fromkeys(("here", "waiting", "fallen", "lair", "body", "lying"), False)
    if here is not None:
        used["here"] = True
        title = TEXTS.say(language, "map.party")
        at, block = here
        plate = f'fill="{theme.paper}" stroke="{theme.mark}" stroke-width="5"'
        under = f"<rect {block.plate} {plate}/>" if company.party else _pennant(*block.middle, theme)
        yield Piece("party", _party(at, under, title, name))
        yield from _tokens(company.party, block, name)
        if company.met:
            yield from _tokens(company.met, _group(at, company.met, pen.taken, SIZES), name)
    for sort, there in (
        ("waiting", company.waiting),
        ("fallen", company.fallen),
        ("lair", company.lairs),
        ("body", company.bodies),
    ):
        for place, who in there.items():
            if not who or place not in shown.spaces or shown.spaces[place].level != pen.level:
                continue
            used[sort] = True
            title = TEXTS.say(language, f"map.{sort}", who=", ".join(one.name for one in who), count=len(who))
            sizes = LYING if sort in ("fallen", "body") else SIZES
            block = _group(shown.spaces[place], who, pen.taken, sizes)
            plate = f'fill="{theme.paper}" stroke="{theme.mark}" stroke-width="3" stroke-dasharray="9 6"'
            under = f"<rect {block.plate} {plate}/>" if sort == "waiting" else ""
            yield Piece(f"{sort}/{place}", _labelled(f"{name}{sort}-{place}", sort, place, title, under))
            yield from _tokens(who, block, name)
    for place, things in company.lying.items():
        if things and place in shown.spaces and shown.spaces[place].level == pen.level:
            used["lying"] = True
            x, y = _spot(shown.spaces[place], pen.taken, (44, 40))
            yield Piece(
                f"lying/{place}",
                _labelled(f"{name}lying-{place}", "lying", place, "; ".join(things), _heap(x, y, theme)),
            )
    yield Piece("legend", _legend(pen.used, theme, language, used))


def _labelled(identity: str, sort: str, space: str, title: str, drawn: str) -> str:
    return (
        f'<g id={quoted(identity)} class="{sort}" data-space={quoted(space)} role="img" aria-label={quoted(title)} '
        f'pointer-events="none"><title>{escape(title)}</title>{drawn}</g>'
    )


# -------------------------------------------------------------------- tokens beside each other


def _group(space: Space, who: Markers, taken: Occupied, sizes: Sequence[int]) -> Block:
    """Where a group stands: in a square, in a row or in a column, as large as there is room for."""
    count = min(len(who), MOST) or 1
    square = ceil(count**0.5)
    tries = [*((size, False) for size in sizes[:-1]), *((size, True) for size in sizes)]
    for size, over in tries:
        for columns in dict.fromkeys((square, count, -(-count // 2), 1)):
            wide, high = _extent(columns, -(-count // columns), size)
            found = taken.place(space, wide, high, over=over)
            if found is not None:
                return Block(found[0] - wide // 2, found[1] - high // 2, size, columns, count)
    size = sizes[-1]
    wide, high = _extent(square, -(-count // square), size)
    x, y = _spot(space, taken, (wide, high))
    return Block(x - wide // 2, y - high // 2, size, square, count)


def _extent(columns: int, rows: int, size: int) -> tuple[int, int]:
    return columns * (size + AIR) - AIR, rows * (size + AIR) - AIR


def _spot(space: Space, taken: Occupied, size: tuple[int, int]) -> Middle:
    """Where something stands for which there may be no room: then over what is there, but never over its like."""
    for over in (False, True):
        found = taken.place(space, *size, over=over)
        if found is not None:
            return found
    west, north, east, south = box_of(space.parts[:1])
    x, y = 5 * (west + east), 5 * (north + south)
    while not all(apart(about(x, y, *size), box) for box in taken.placed):
        y += 10
    taken.take(about(x, y, *size))
    return x, y


def _tokens(who: Markers, block: Block, name: str) -> Iterator[Piece]:
    """The tokens of a group; where there are too many, the last one says how many more there are."""
    more = len(who) - MOST
    for number, one in enumerate(who[: MOST if more <= 0 else MOST - 1]):
        face = f"<use href={quoted('#' + _face_of(one, name))}/>"
        yield Piece(f"person/{one.id}/map", _token(one, block.corner(number), block.size, face))
    if more > 0:
        rest = Marker("more", "", Token(f"+{more + 1}"), who[-1].side)
        drawn = token_art(rest.token, rest.side)
        yield Piece(f"more/{who[0].id}", _token(rest, block.corner(MOST - 1), block.size, drawn))


def _token(one: Marker, corner: Middle, size: int, face: str) -> str:
    named = f'role="img" aria-label={quoted(one.name)}' if one.name else 'aria-hidden="true"'
    title = f"<title>{escape(one.name)}</title>" if one.name else ""
    place = f'transform="translate({corner[0]} {corner[1]}) scale({size / BOX:.4g})"'
    return f'<g class="walker" {named} pointer-events="none" {place}>{title}{face}</g>'


def _party(space: Space, drawn: str, title: str, name: str) -> str:
    """The mark of the party, whose size a page goes by."""
    return (
        f'<g id="{name}party" data-space={quoted(space.id)} data-mark="{2 * MARK}" stroke-linejoin="round" '
        f'pointer-events="none"><title>{escape(title)}</title>{drawn}</g>'
    )


# -------------------------------------------------------------------- signs and their meaning


def _pennant(x: int, y: int, theme: Theme) -> str:
    """A pennant on a disc: the party."""
    flag = f"M{x - 7} {y + 13}V{y - 13}L{x + 12} {y - 6}L{x - 7} {y + 1}"
    return (
        f'<path d="{Frame(x, y).circle(MARK)}" fill="{theme.mark}" stroke="{theme.paper}" stroke-width="5"/>'
        f'<path d="{flag}" fill="{theme.paper}" stroke="{theme.paper}" stroke-width="4"/>'
    )


def _heap(x: int, y: int, theme: Theme) -> str:
    """Three rounds in a heap: something lies there."""
    rounds = "".join(Frame(x + dx, y + dy).circle(9) for dx, dy in ((-9, 7), (9, 7), (0, -7)))
    return f'<path d="{rounds}" fill="{theme.paper}" stroke="{theme.mark}" stroke-width="4"/>'


def _ring(x: int, y: int, theme: Theme) -> str:
    """A broken ring: those who wait."""
    look = f'fill="{theme.paper}" stroke="{theme.mark}" stroke-width="4" stroke-dasharray="9 6"'
    return f'<path d="{Frame(x, y).circle(MARK)}" {look}/>'


def _cross(x: int, y: int, theme: Theme) -> str:
    """A disc that is crossed out: somebody fell here."""
    line = f"M{x - 13} {y - 13}l26 26m0 -26l-26 26"
    return (
        f'<path d="{Frame(x, y).circle(MARK)}" fill="{theme.soft}" opacity=".5"/>'
        f'<path d="{line}" stroke="{theme.mark}" stroke-width="5"/>'
    )


def _body(x: int, y: int, theme: Theme) -> str:
    """The outline of the tokens of others, crossed out: somebody was slain here."""
    line = f"M{x - 11} {y - 11}l22 22m0 -22l-22 22"
    return (
        f'<path d="M{x} {y - 22}l19 11v22l-19 11-19-11v-22z" fill="{theme.soft}" opacity=".5"/>'
        f'<path d="{line}" stroke="{theme.mark}" stroke-width="5"/>'
    )


def _den(x: int, y: int, theme: Theme) -> str:
    """The outline of the tokens of others: somebody is at home here."""
    return f'<path d="M{x} {y - 22}l19 11v22l-19 11-19-11v-22z" fill="{theme.mark}"/>'


def _legend(used: Container[str], theme: Theme, language: Language, marked: Mapping[str, bool]) -> str:
    """What the marks of the party and of its ways mean, and the symbols that this map has."""
    drawn: list[str] = []
    for sort, key, sign in (
        ("here", "party", _pennant),
        ("here", "way", _way_sign),
        ("waiting", "waiting", _ring),
        ("fallen", "fallen", _cross),
        ("lair", "lair", _den),
        ("body", "body", _body),
        ("lying", "lying", _heap),
    ):
        if marked[sort]:
            y = ROW * len(drawn) + ROW // 2
            caption = Text(122, y + 12, TEXTS.say(language, f"legend.{key}"), CAPTION, "start")
            drawn.append(sign(60, y, theme) + item_svg(caption, theme))
    items, depth = signs(used, language, len(drawn))
    drawn += [item_svg(item, theme) for item in items]
    ends = f'fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="{FAMILY}"'
    return f'<g class="legend" display="none" data-box="0 0 {COLUMN} {depth}" {ends}>{"".join(drawn)}</g>'


def _way_sign(x: int, y: int, theme: Theme) -> str:
    del theme  # the page gives it its colour
    return f'<path class="way-sign" d="{box(Frame(x, y), REACH, REACH)}"/>'
