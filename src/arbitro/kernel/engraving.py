"""The picture of a scene as a drawing: fit for a phone, without script or style, in colours that a page may change.

Every colour stands as an attribute, for a drawing that is looked at by itself; a page's own style sheet wins over it by
the classes.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Final
from xml.sax.saxutils import escape

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.drawing import Drawing, Layer, Piece, quoted
from arbitro.kernel.lettering import BOLD, broken, first_words, name_lines, narrowest, shortened, text_width
from arbitro.kernel.memory import Memory
from arbitro.kernel.sketch import NOW, Figure, Sketch, Spot, Track, is_taken
from arbitro.kernel.token import BOX, SIDES, side_frame, token_art, token_face, token_for

WIDTH: Final = 360
EDGE: Final = 12
"""Between the drawing and its frame."""
ROOM: Final = WIDTH - 2 * EDGE
GAP: Final = 4
TOKEN: Final = 38
"""The side of a token."""
CELL: Final = TOKEN + 42
"""The height of a figure: its token, the name in one line, how they are."""
LINE_HEIGHT: Final = 13
"""What a second line of a name adds to it."""
MOST_COLUMNS: Final = 6
"""How many stand beside each other where their names are short."""
STEP: Final = 22
NAME: Final = 12
SMALL: Final = 11
"""The sizes of the letters in a figure."""
HALO: Final = 5
"""What the edge of letters takes of the room for them."""
SIGN: Final = text_width(f"{NOW} ", NAME) / 2
"""What is kept for the sign of the present moment; the other half of it goes into the gap between two people."""
HEAD: Final = (("data-part", "head"),)
FIELD: Final = (("data-part", "field"),)
"""What stands above the fight, and the fight itself: where there is room a page may lay them beside each other."""
CROWD: Final = 4
"""So many of one kind may be called by what tells them apart."""
INK, QUIET, LINE, ACCENT, SHEET, SOFT = "#2a231d", "#62564a", "#95866c", "#8a2c22", "#fffdf7", "#f3e0d3"


class DrawnSheet:
    """What is being drawn: its pieces, each named by what it shows; several of one thing are counted."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._counted: dict[str, int] = {}

    def add(self, what: str, markup: str) -> None:
        """Draw one thing more."""
        count = self._counted[what] = self._counted.get(what, 0) + 1
        self.pieces.append(Piece(f"{what}/{count}", markup))


class Cell(Struct, frozen=True):
    """Where somebody stands in the picture."""

    figure: Figure
    """Somebody as far as that needs to be known: name, side and opponents."""
    x: float
    """The middle of their token."""
    y: float
    wide: float
    left_out: int
    """How many words of their name all of their side have in common."""


class BattleField:
    """The place of a fight while it is drawn: the ground, and who stands where on it."""

    def __init__(self, left_out: Mapping[int, int]) -> None:
        self.ground = DrawnSheet()
        self.cells: list[Cell] = []
        self.left_out = left_out

    def put(self, cell: Cell) -> None:
        """Somebody stands here."""
        self.cells.append(cell)


Place = tuple[float, float, float, int]
"""The middle of a token, how wide its bearer may be drawn, and how many words of their name need not be written."""


class DrawnGround(Struct, frozen=True):
    """What is drawn under the people of a picture, and the place of each of them, spot by spot."""

    pieces: tuple[Piece, ...]
    places: tuple[Place, ...]
    bottom: int


def engraved(sketch: Sketch, memory: Memory | None = None) -> Drawing:
    """The picture as a drawing; what the `memory` of a table has of it is not drawn again."""
    kept = Memory() if memory is None else memory
    return kept.made("engraved", (sketch,), lambda: _engraved(sketch, kept))


def _engraved(sketch: Sketch, memory: Memory) -> Drawing:
    title, tracks, sides = sketch.title, sketch.tracks, sketch.sides
    head, y = memory.made_alike(("head", title, sides), (tracks,), lambda: _head(title, tracks, sides))
    spots = tuple([memory.made("placed", (spot,), partial(_placed, spot, memory)) for spot in sketch.spots])
    ground = memory.made_alike(("ground", y), spots, lambda: _ground(spots, y))
    people = _people(sketch.spots, ground.places, memory)
    attributes = (
        ("class", "sketch"),
        ("viewBox", f"0 0 {WIDTH} {ground.bottom + EDGE}"),
        ("role", "group"),
        ("aria-label", sketch.title),
        ("font-family", "sans-serif"),
        ("font-size", str(NAME)),
        ("fill", INK),
        ("data-head", str(y)),
    )
    layers = (Layer(head, HEAD), Layer(ground.pieces, FIELD), Layer(people, FIELD))
    return Drawing(attributes, layers, still=True)


def _placed(spot: Spot, memory: Memory) -> Spot:
    """All of a place that says where people stand in the picture: the very same for all who know different numbers."""
    figures = tuple([Figure(one.id, one.name, one.side, against=one.against) for one in spot.figures])
    placed = replace(spot, figures=figures)
    return memory.made(("placed", placed), (), lambda: placed)


def _people(spots: tuple[Spot, ...], places: tuple[Place, ...], memory: Memory) -> tuple[Piece, ...]:
    """Everybody where they stand; several of one name are counted."""
    counted: dict[str, int] = {}
    pieces = []
    for figure, place in zip((one for spot in spots for one in _in_ranks(spot.figures)), places, strict=True):
        count = counted[figure.id] = counted.get(figure.id, 0) + 1
        pieces.append(memory.made(("figure", place, count), (figure,), partial(_person, figure, place, count)))
    return tuple(pieces)


def _person(figure: Figure, place: Place, count: int) -> Piece:
    face = token_face(figure.token or token_for(figure.name))
    return Piece(f"person/{figure.id}/{count}", _figure(figure, *place), figure.id, face)


def _ground(spots: tuple[Spot, ...], y: int) -> DrawnGround:
    field, fought = BattleField(_in_common(spots)), False
    for spot in spots:
        taken = is_taken(spot)
        y = _spot(spot, y, field, fray=taken and (spot.fray or spot.joined or fought))
        fought = spot.joined or (fought and not taken)
    threats = _threats({cell.figure.id: cell for cell in field.cells})
    return DrawnGround(
        (*field.ground.pieces, *threats), tuple([(cell.x, cell.y, cell.wide, cell.left_out) for cell in field.cells]), y
    )


def _in_common(spots: tuple[Spot, ...]) -> dict[int, int]:
    """How many words all names of a side begin with, where its crowd of one kind has no room for whole names.

    The legend and the tokens say of which kind they are.
    """
    found = dict[int, int]()
    for side in {figure.side for spot in spots for figure in spot.figures}:
        stands = [[one.name for one in spot.figures if one.side == side] for spot in spots]
        names = [name for stand in stands for name in stand]
        room = ROOM / min(max(map(len, stands)), MOST_COLUMNS) - GAP
        if len(names) >= CROWD and max((text_width(name, NAME) + SIGN) * BOLD + HALO for name in names) > room:
            found[side] = _shared([name.split() for name in names])
    return found


def _shared(names: list[list[str]]) -> int:
    """How many words at the beginning all have in common, at least one being left to each."""
    count, longest = 0, min(map(len, names)) - 1
    while count < longest and len({words[count] for words in names}) == 1:
        count += 1
    return count


def _head(title: str, tracks: tuple[Track, ...], sides: tuple[str, ...]) -> tuple[tuple[Piece, ...], int]:
    """What stands above the people, none of which is named like anything below; and where that begins."""
    sheet = DrawnSheet()
    y = _heading(title, sheet)
    for track in tracks:
        y = _track(track, y, sheet)
    if len(sides) > 1:
        y = _legend(sides, y, sheet)
    return tuple(sheet.pieces), y + 4


def _heading(title: str, sheet: DrawnSheet) -> int:
    y = EDGE + 14
    for line in broken(title, 16.5, WIDTH - 2 * EDGE):
        sheet.add("title", f'<text x="{EDGE}" y="{y}" font-size="16" font-weight="bold">{escape(line)}</text>')
        y += 20
    return y - 8


def _track(track: Track, y: int, sheet: DrawnSheet) -> int:
    """A row of moments, the present one framed and marked; or a row of dots, full and empty."""
    name = f"track/{track.label}"
    x = EDGE + text_width(track.label, 12) + 8
    sheet.add(
        name,
        f'<text class="quiet" x="{EDGE}" y="{y + 15}" font-size="12" fill="{QUIET}">{escape(track.label)}</text>',
    )
    if track.most:
        for number in range(track.most):
            look = f'class="pip full" fill="{ACCENT}"' if number < track.full else 'class="pip" fill="none"'
            sheet.add(name, f'<circle {look} cx="{x + 5:g}" cy="{y + 11}" r="4.5" stroke="{ACCENT}"/>')
            x += 13
        sheet.add(name, f'<text x="{x + 4:g}" y="{y + 15}" font-size="12">{track.full}/{track.most}</text>')
        x += 34
    for number, step in enumerate(track.steps):
        heavy = BOLD if step.now else 1
        words = shortened(f"{NOW} {step.text}" if step.now else step.text, 12, (WIDTH - 2 * EDGE - 12) / heavy)
        wide = text_width(words, 12) * heavy + 12
        if x + wide > WIDTH - EDGE:
            x, y = EDGE, y + STEP + 2
        frame = f'x="{x:g}" y="{y + 1}" width="{wide:g}" height="{STEP - 2}" rx="10"'
        if step.now:
            sheet.add(
                f"{name}/{number}", f'<rect class="now" {frame} fill="{SOFT}" stroke="{ACCENT}" stroke-width="1.5"/>'
            )
        kind = ' font-weight="bold"' if step.now else f' class="quiet" fill="{QUIET}"' if step.past else ""
        middle = x + wide / 2
        sheet.add(
            f"{name}/{number}",
            f'<text x="{middle:g}" y="{y + 15}" font-size="12" text-anchor="middle"{kind}>{escape(words)}</text>',
        )
        x += wide + 3
        if track.ordered and number < len(track.steps) - 1:
            sheet.add(
                f"{name}/{number}", f'<text class="quiet" x="{x:g}" y="{y + 15}" font-size="12" fill="{QUIET}">›</text>'
            )
            x += 8
    if track.note:
        for line in broken(track.note, 12, WIDTH - 2 * EDGE):
            if x + text_width(line, 12) > WIDTH - EDGE:
                x, y = EDGE, y + 16
            sheet.add(
                name,
                f'<text class="quiet" x="{x:g}" y="{y + 15}" font-size="12" fill="{QUIET}">{escape(line)}</text>',
            )
            x = WIDTH
    return y + STEP + 3


def _legend(sides: tuple[str, ...], y: int, sheet: DrawnSheet) -> int:
    x: float = EDGE
    for number, side in enumerate(sides):
        name = shortened(side, 12.5, ROOM - 20)
        wide = 22 + text_width(name, 12.5) + 14
        if x > EDGE and x + wide > WIDTH:
            x, y = EDGE, y + 18
        frame = f'<g class="mark" transform="translate({x:.4g} {y + 3}) scale(.66)">{side_frame(number)}</g>'
        sheet.add("legend", frame)
        sheet.add("legend", f'<text x="{x + 20:g}" y="{y + 15}" font-size="12.5">{escape(name)}</text>')
        x += wide
    return y + 24


def _spot(spot: Spot, y: int, field: BattleField, *, fray: bool) -> int:
    """A stretch of ground, who stands on it, and what lies between here and the next one."""
    top, name = y, f"spot/{spot.label}"
    y = _ranks(spot.figures, y + 18, field)
    lying: list[str] = []
    for thing in spot.things:
        for line in broken(thing, 12, ROOM - 20):
            lying.append(f'<text x="{EDGE + 8}" y="{y + 11}" font-size="12" font-style="italic">{escape(line)}</text>')
            y += 17
    y += GAP
    clear = not is_taken(spot)
    kind, edge = ("ground fray", ACCENT) if fray else ("ground", LINE)
    kind = "ground apart" if spot.apart and not fray else "ground clear" if clear else kind
    dashes = ' stroke-dasharray="4 3"' if spot.apart or clear else ""
    size = f'x="{EDGE}" y="{top}" width="{ROOM}" height="{y - top}" rx="8"'
    place = f" data-place={quoted(spot.place)} data-name={quoted(spot.label)}" if spot.place else ""
    ground = f'<rect class="{kind}"{place} {size} fill="{SOFT if fray else SHEET}" stroke="{edge}"{dashes}/>'
    field.ground.add(name, ground)
    label = escape(shortened(spot.label, 12.5, ROOM - 16))
    look = f'class="quiet" font-size="12" font-weight="bold" fill="{QUIET}" pointer-events="none"'
    field.ground.add(name, f'<text {look} x="{EDGE + 8}" y="{top + 14}">{label}</text>')
    for markup in lying:
        field.ground.add(name, markup)
    if not spot.beyond:
        return y + 8
    kind = f'class="accent" font-weight="bold" fill="{ACCENT}"' if spot.joined else f'class="quiet" fill="{QUIET}"'
    words = escape(shortened(f"{'×' if spot.joined else '↕'} {spot.beyond}", 12, ROOM))
    middle = f'x="{WIDTH // 2}" y="{y + 15}" font-size="12" text-anchor="middle"'
    field.ground.add(name, f"<text {kind} {middle}>{words}</text>")
    return y + 22


def _ranks(figures: tuple[Figure, ...], y: int, field: BattleField) -> int:
    """Those of a spot in rows, each side in rows of its own, so that they face each other."""
    for side, own in _by_side(figures).items():
        left_out = field.left_out.get(side, 0)
        columns = _columns([(narrowest(_short(one, left_out), NAME) + SIGN) * BOLD + HALO for one in own])
        columns = min(columns, max(3, len(own)))  # a few have more room
        wide = ROOM / columns
        spare = -len(own) % columns if side else 0  # the rank of others that is not full stands behind the rest
        first = columns - spare
        for rank in (own[:first], *(own[at : at + columns] for at in range(first, len(own), columns))):
            left = EDGE + (ROOM - wide * len(rank)) / 2
            for file, figure in enumerate(rank):
                field.put(Cell(figure, left + wide * (file + 0.5), y + TOKEN / 2 + 6, wide - GAP, left_out))
            y += CELL + LINE_HEIGHT * (max(len(_called(figure, wide - GAP, left_out)) for figure in rank) - 1)
    return y


def _short(figure: Figure, left_out: int) -> str:
    """A name without as many of its first words."""
    return " ".join(figure.name.split()[left_out:])


def _called(figure: Figure, wide: float, left_out: int) -> list[str]:
    """The lines of a name under a token: as many whether it is somebody's moment or not."""
    return name_lines(_short(figure, left_out), NAME, (wide - HALO) / BOLD - SIGN)


def _by_side(figures: tuple[Figure, ...]) -> dict[int, list[Figure]]:
    rows: dict[int, list[Figure]] = {}
    for figure in figures:
        rows.setdefault(figure.side, []).append(figure)
    return rows


def _in_ranks(figures: tuple[Figure, ...]) -> Iterator[Figure]:
    """Those of a spot in the order in which they are given their places."""
    return chain.from_iterable(_by_side(figures).values())


def _columns(needs: list[float]) -> int:
    """How many stand beside each other: as many as suit most of their names, and more where they are a crowd."""
    least = 3 if len(needs) <= 2 * 3 else 4
    fit = (
        n for n in range(MOST_COLUMNS, least, -1) if 3 * sum(need <= ROOM / n - GAP for need in needs) >= 2 * len(needs)
    )
    return next(fit, least)


def _threats(cells: Mapping[str, Cell]) -> Iterator[Piece]:
    """A line from everybody who fights hand to hand to the nearest of those whom they fight."""
    drawn: set[frozenset[str]] = set()
    for who, cell in cells.items():
        foes = [cells[foe] for foe in cell.figure.against if foe in cells]
        if not foes:
            continue
        near = min(foes, key=lambda foe: (foe.x - cell.x) ** 2 + (foe.y - cell.y) ** 2)
        pair = frozenset((who, near.figure.id))
        if pair in drawn:
            continue
        drawn.add(pair)
        line = f'd="M{cell.x:.4g} {cell.y:.4g}L{near.x:.4g} {near.y:.4g}"'
        look = f'class="threat" {line} stroke="{ACCENT}" stroke-width="3" stroke-linecap="round" fill="none"'
        yield Piece(f"threat/{who}/{near.figure.id}", f"<path {look}/>")


def _figure(figure: Figure, x: float, y: float, wide: float, left_out: int) -> str:
    """A token with the name and how they are under it; around it how much life is left, where that is known."""
    told = f"{figure.name}: {figure.state}" if figure.state else figure.name
    told = f"{told}; {figure.more}" if figure.more else told
    token = figure.token or token_for(figure.name)
    if figure.out and token.look == "well":
        token = replace(token, look="gone")
    named = f'data-id={quoted(figure.id)} data-name={quoted(figure.name)} data-side="{figure.side}" role="img"'
    kind = "person active" if figure.active else "person out" if figure.out else "person"
    half = TOKEN / 2
    first, *more = _called(figure, wide, left_out)
    under, tall = half + 15 + LINE_HEIGHT * len(more), CELL - 2 + LINE_HEIGHT * len(more)
    reach = f'x="{-wide / 2:.4g}" y="{-half - 6:g}" width="{wide:.4g}" height="{tall}"'
    drawn = [
        f'<g class="{kind}" {named} transform="translate({x:.4g} {y:.4g})"><title>{escape(told)}</title>',
        f'<rect class="reach" {reach} rx="8" fill="none" pointer-events="all"/>',
        _around(figure),
        f'<g transform="translate({-half:g} {-half:g}) scale({TOKEN / BOX:.4g})">{token_art(token, figure.side)}</g>',
    ]
    halo = f'paint-order="stroke" stroke="{SHEET}" stroke-width="3" stroke-linejoin="round"'
    drawn.append(f'<g class="named" {halo} text-anchor="middle">')
    slant = ' font-style="italic"' if figure.out else ' font-weight="bold"' if figure.active else ""
    for line, text in enumerate((f"{NOW} {first}" if figure.active else first, *more)):
        full = text_width(text, NAME) * (BOLD if figure.active else 1) > wide - HALO
        closer = f' textLength="{wide - HALO:.4g}" lengthAdjust="spacingAndGlyphs"' if full else ""
        drawn.append(f'<text y="{half + 15 + LINE_HEIGHT * line:g}"{slant}{closer}>{escape(text)}</text>')
    state = escape(first_words(figure.state, SMALL, wide - HALO))
    if state:
        drawn.append(f'<text class="quiet" y="{under + 13:g}" font-size="{SMALL}" fill="{QUIET}">{state}</text>')
    drawn.append("</g>")
    return "".join(drawn) + "</g>"


def _around(figure: Figure) -> str:
    """The ring around a token: how much life is left, and that it is somebody's moment."""
    drawn = ""
    if figure.active:
        drawn = f'<circle class="now" r="{TOKEN / 2 + 4.5:g}" fill="{SOFT}" stroke="{ACCENT}" stroke-width="2"/>'
    if figure.life is None:
        return drawn
    ring = f'r="{TOKEN / 2 + 2:g}" fill="none" stroke-width="3.5"'
    drawn += f'<circle class="lost" {ring} stroke="{LINE}" opacity=".45"/>'
    if figure.life:
        part = f'pathLength="100" stroke-dasharray="{min(100, figure.life)} 100" transform="rotate(-90)"'
        drawn += f'<circle class="life" {ring} stroke="{SIDES[3]}" {part}/>'
    return drawn
