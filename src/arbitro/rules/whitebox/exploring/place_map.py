"""The map of an expedition whose places are known by their names: rooms as boxes, and the ways between them.

Drawn is what the seat may know: where the party has been, and the ways from there; what lies beyond one that nobody has
taken is a question mark. What a door is like is drawn where the party stands, for elsewhere it may have changed.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape

from msgspec import Struct

from arbitro.kernel.drawing import Attributes, Drawing, Layer, Piece, quoted
from arbitro.kernel.lettering import broken, shortened
from arbitro.kernel.seat import Seat
from arbitro.kernel.token import BOX, Token, token_art, token_face
from arbitro.rules.whitebox.exploring.state import Door, Expedition
from arbitro.rules.whitebox.people import view as people_view
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.tokens import companion_token
from arbitro.text import Language

WIDE, HIGH, ACROSS, DOWN = 210, 112, 330, 150
"""How large a place is drawn, and how far it is from one to the next."""
LETTERS, SIZE, MOST = 22, 32, 6
"""The size of letters and of tokens, and how many tokens stand in a row."""
INK, PAPER, SHEET, MARK, QUIET = "#2a231d", "#fdfbf5", "#f1e7d2", "#a3271f", "#5c5145"
UNKNOWN: Final = "?"


class PlaceShown(Struct, frozen=True):
    """A place of the map, or the unknown beyond a way, by where it stands in the grid."""

    id: str
    name: str
    column: int
    row: int
    known: bool = True

    @property
    def middle(self) -> tuple[float, float]:
        """Where its middle is on the sheet."""
        return self.column * ACROSS, self.row * DOWN


class WayShown(Struct, frozen=True):
    """A way between two places of the map."""

    id: str
    ends: tuple[PlaceShown, PlaceShown]
    words: str
    look: str
    """How its door is drawn: ``passage``, ``door``, ``open``, ``locked``."""
    here: bool
    """Whether it leads on from where the party stands."""


class PlaceMap(Struct, frozen=True):
    """The map in the reader's words."""

    title: str
    places: tuple[PlaceShown, ...]
    ways: tuple[WayShown, ...]
    at: str
    here: str
    party: tuple[tuple[str, str, Token], ...]
    """Whoever goes along: id, name, token."""


def place_map(here: Here, seat: Seat, language: Language) -> Drawing | None:
    """The places that a seat knows of; None where there is no expedition."""
    out = here.state.expedition
    if out is None:
        return None
    say, whole = here.rules.texts.say, seat.role == "referee"
    been = tuple(out.places) if whole else tuple(dict.fromkeys((*out.visited, out.at)))
    doors = [door for door in out.doors.values() if not door.gone and (whole or _is_known(door, been))]
    names = {name: str(out.places[name].name.in_(language)) for name in been}
    shown = {one.id: one for one in _laid_out(been, doors, names)}
    ways = []
    for door in doors:
        start = door.between[0] if door.between[0] in names else door.between[1]
        beyond = door.beyond(start)
        look = _look(door, out, whole=whole)
        words = f"{door.name.in_(language)}: {say(language, f'door.{look}')}" if look else str(door.name.in_(language))
        ends = shown[start], shown.get(beyond) or shown[door.id]
        ways.append(WayShown(door.id, ends, words, look or "door", out.at in door.between))
    companions = [one for one in people_view.companions(here.state, seat) if one.id in here.state.party.order]
    party = tuple((one.id, str(one.name.in_(language)), companion_token(here, one, language)) for one in companions)
    title, at = say(language, "place_map.title"), say(language, "place_map.here", place=names[out.at])
    return drawn(PlaceMap(title, tuple(shown.values()), tuple(ways), out.at, at, party))


def _is_known(door: Door, been: tuple[str, ...]) -> bool:
    return door.known and any(end in been for end in door.between)


def _look(door: Door, out: Expedition, *, whole: bool) -> str:
    """What a way is like, as far as it can be seen; nothing of a door that the party does not stand at."""
    if door.passage:
        return "passage"
    if not whole and out.at not in door.between:
        return ""
    return "open" if door.open else "locked" if door.locked and (door.tried or whole) else "shut"


def _laid_out(been: tuple[str, ...], doors: Iterable[Door], names: dict[str, str]) -> Iterator[PlaceShown]:
    """Each place beside the one that it was come from, the ways on below each other; nothing lies on anything."""
    onward: dict[str, list[tuple[str, str]]] = {name: [] for name in been}
    for door in doors:
        for start in door.between:
            if start in onward:
                onward[start].append((door.id, door.beyond(start)))
    placed: set[str] = set()
    row = 0

    def put(name: str, column: int) -> Iterator[PlaceShown]:
        nonlocal row
        placed.add(name)
        yield PlaceShown(name, names[name], column, row)
        further = 0
        for way, beyond in onward[name]:
            if beyond in placed:
                continue
            row += further > 0
            further += 1
            if beyond in onward:
                yield from put(beyond, column + 1)
            else:
                yield PlaceShown(way, UNKNOWN, column + 1, row, known=False)

    for name in been:
        if name not in placed:
            row += bool(placed)
            yield from put(name, 0)


# -------------------------------------------------------------------- as a drawing


@lru_cache(maxsize=64)  # everybody who knows the same sees the same
def drawn(found: PlaceMap) -> Drawing:
    """The map as a drawing: ways that lead on from here can be pointed at."""
    wide = max(one.column for one in found.places) * ACROSS + WIDE + 60
    high = max(one.row for one in found.places) * DOWN + HIGH + 60
    box = f"{-WIDE / 2 - 30:.4g} {-HIGH / 2 - 30:.4g} {wide} {high}"
    attributes: Attributes = (
        ("width", str(wide)),
        ("height", str(high)),
        ("viewBox", box),
        ("role", "group"),
        ("aria-labelledby", "places-t places-d"),
        ("font-family", "Caladea, Cambria, Georgia, serif"),
    )
    x, y, across, down = box.split()
    headed = (
        Piece("title", f'<title id="places-t">{escape(found.title)}</title>'),
        Piece("description", f'<desc id="places-d">{escape(found.here)}</desc>'),
        Piece("paper", f'<rect x="{x}" y="{y}" width="{across}" height="{down}" fill="{PAPER}"/>'),
    )
    lines = tuple(_line(one) for one in found.ways)
    rooms = tuple(piece for one in found.places for piece in _room(one, here=one.id == found.at))
    doors = tuple(_door(one) for one in found.ways)
    people = tuple(_people(found))
    return Drawing(attributes, (Layer(headed), Layer(lines), Layer(rooms), Layer(doors), Layer(people)))


def _line(one: WayShown) -> Piece:
    (x, y), (u, v) = (end.middle for end in one.ends)
    broken_line = "" if one.ends[1].known else ' stroke-dasharray="10 8"'
    bend = f"M{x:.4g} {y:.4g}H{(x + u) / 2:.4g}V{v:.4g}H{u:.4g}"
    look = f'fill="none" stroke="{QUIET}" stroke-width="9" stroke-linejoin="round"{broken_line}'
    return Piece(f"line/{one.id}", f'<path d="{bend}" {look}/>')


def _room(one: PlaceShown, *, here: bool) -> Iterator[Piece]:
    x, y = one.middle
    if not one.known:
        look = f'fill="{PAPER}" stroke="{QUIET}" stroke-width="3" stroke-dasharray="7 6"'
        sign = f'x="{x:.4g}" y="{y + 12:.4g}" font-size="34" font-weight="bold" text-anchor="middle" fill="{QUIET}"'
        shape = f'<circle cx="{x:.4g}" cy="{y:.4g}" r="30" {look}/>'
        yield Piece(f"unknown/{one.id}", f'<g class="unknown">{shape}<text {sign}>{UNKNOWN}</text></g>')
        return
    edge = f'stroke="{MARK if here else INK}" stroke-width="{6 if here else 3}"'
    corner = f'x="{x - WIDE / 2:.5g}" y="{y - HIGH / 2:.5g}" width="{WIDE}" height="{HIGH}" rx="10"'
    lines = broken(one.name, LETTERS, WIDE - 24)
    shown = lines if len(lines) == 1 else (lines[0], shortened(" ".join(lines[1:]), LETTERS, WIDE - 24))
    top = y - HIGH / 2 + 34
    words = "".join(
        f'<text x="{x:.5g}" y="{top + 25 * number:.5g}">{escape(line)}</text>' for number, line in enumerate(shown)
    )
    said = f'font-size="{LETTERS}" font-weight="bold" text-anchor="middle" fill="{INK}"'
    title = f"<title>{escape(one.name)}</title>"
    shape = f'<rect {corner} fill="{SHEET}" {edge}/><g {said}>{words}</g>'
    yield Piece(f"place/{one.id}", f'<g class="place">{title}{shape}</g>')


def _door(one: WayShown) -> Piece:
    """The door of a way, beside the place that it leads out of."""
    (x, y), (u, v) = (end.middle for end in one.ends)
    across = u > x  # the way turns half-way: its door stands in the stretch of the place farther on
    x, y = ((x + u) / 2 + (ACROSS - WIDE) / 4, v) if across else ((x + u) / 2, (y + v) / 2)
    if u == x:
        x = x + WIDE / 4
    leaf = f'x="{x - 9:.5g}" y="{y - 22:.4g}" width="18" height="44" stroke="{INK}" stroke-width="5"'
    posts = f'd="M{x - 8:.5g} {y - 22:.4g}h16M{x - 8:.5g} {y + 22:.4g}h16" stroke="{INK}" stroke-width="8"'
    shape = {
        "passage": f'<circle cx="{x:.5g}" cy="{y:.4g}" r="9" fill="{QUIET}"/>',
        "open": f"<path {posts}/>",
        "locked": f'<rect {leaf} fill="{MARK}"/>',
    }.get(one.look, f'<rect {leaf} fill="{PAPER}"/>')
    title = f"<title>{escape(one.words)}</title>"
    if not one.here:
        return Piece(f"door/{one.id}", f'<g class="door">{title}{shape}</g>')
    named = f'id={quoted(f"places-exit-{one.id}")} data-exit={quoted(one.id)} data-kind="door" class="here"'
    felt = f'<circle cx="{x:.5g}" cy="{y:.4g}" r="36" fill="none" pointer-events="all"/>'
    button = f'<g {named} role="button" tabindex="0" aria-label={quoted(one.words)}>{title}{shape}{felt}</g>'
    return Piece(f"exit/{one.id}", button)


def _people(found: PlaceMap) -> Iterator[Piece]:
    """The party where it stands."""
    x, y = next(one.middle for one in found.places if one.id == found.at)
    shown = [*found.party[: MOST if len(found.party) <= MOST else MOST - 1]]
    if len(found.party) > MOST:
        shown.append(("more", "", Token(f"+{len(found.party) - MOST + 1}")))
    left, top = x - (len(shown) * (SIZE + 2) - 2) / 2, y + HIGH / 2 - SIZE - 8
    named = f'id="places-party" data-mark="{SIZE}" role="img" aria-label={quoted(found.here)} pointer-events="none"'
    plate = f'<rect x="{x - 1:.5g}" y="{top:.5g}" width="2" height="{SIZE}" fill="none"/>'
    yield Piece("party", f"<g {named}><title>{escape(found.here)}</title>{plate}</g>")
    for number, (who, name, token) in enumerate(shown):
        label = f'role="img" aria-label={quoted(name)}' if name else 'aria-hidden="true"'
        place = f'transform="translate({left + number * (SIZE + 2):.5g} {top:.5g}) scale({SIZE / BOX:.4g})"'
        art = f'<g class="walker" {label} {place} pointer-events="none">{token_art(token)}</g>'
        yield Piece(f"person/{who}/map", art, who, token_face(token))
