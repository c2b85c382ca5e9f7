"""The picture of a scene as a drawing: fit for a phone, without script or style, in colours that a page may change.

Every colour stands as an attribute, for a drawing that is looked at by itself; a page's own style sheet wins over it by
the classes. Letters cannot be measured here: their width is guessed, generously.
"""

from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape

from arbitro.kernel.drawing import Drawing, Layer, Piece, quoted
from arbitro.kernel.sketch import NOW, Figure, Sketch, Spot, Track

WIDTH: Final = 360
EDGE: Final = 12
"""Between the drawing and its frame."""
GUTTER: Final = 32
"""Where the figures begin, to the right of the line that they stand on."""
ROOM: Final = WIDTH - GUTTER - EDGE
GAP: Final = 6
CHIP: Final = 38
"""The height of a figure."""
TOKEN: Final = 26
"""What the mark of a side takes of a figure's width."""
STEP: Final = 22
NAME: Final = 13
SMALL: Final = 11.5
"""The sizes of the letters in a figure."""
INK, QUIET, LINE, ACCENT, SHEET, SOFT = "#2a231d", "#62564a", "#95866c", "#8a2c22", "#fffdf7", "#f3e0d3"
SIDES: Final = ("#2c5a7a", "#98271b", "#5b4a8a", "#2c6238")
_SHAPES: Final = (
    'circle cx="{x:g}" cy="{y:g}" r="7"',
    'path d="M{x:g} {y:g}m0-8l8 8-8 8-8-8z"',
    'path d="M{x:g} {y:g}m-7-7h14v14h-14z"',
    'path d="M{x:g} {y:g}m0-8l8 15h-16z"',
)
_WIDTHS: Final = {
    **dict.fromkeys("ijl'’|", 0.25),
    **dict.fromkeys("tfrI.,:;()[]/ ·!", 0.34),
    **dict.fromkeys("csvxyzk", 0.53),
    **dict.fromkeys("mwMW%@—", 0.9),
}
"""The width of letters that are not as wide as most, as a part of their size."""
BOLD: Final = 1.08
"""How much wider bold letters are."""


@lru_cache(maxsize=8192)
def text_width(text: str, size: float) -> float:
    """About how wide a text is in letters of a size."""
    return size * sum(_WIDTHS.get(each) or (0.74 if each.isupper() else 0.58) for each in text)


def shortened(text: str, size: float, room: float) -> str:
    """As much of a text as there is room for."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


class DrawnSheet:
    """What is being drawn: its pieces, each named by what it shows; several of one thing are counted."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._counted: dict[str, int] = {}

    def add(self, what: str, markup: str) -> None:
        """Draw one thing more."""
        count = self._counted[what] = self._counted.get(what, 0) + 1
        self.pieces.append(Piece(f"{what}/{count}", markup))


@lru_cache(maxsize=1024)  # everybody who knows the same sees the same
def engraved(sketch: Sketch) -> Drawing:
    """The picture as a drawing."""
    head, y = _head(sketch.title, sketch.tracks, sketch.sides)
    sheet = DrawnSheet()
    sheet.pieces += head
    fought = False
    for spot in sketch.spots:
        y = _spot(spot, y, sheet, lined=sketch.lined, fray=spot.fray or spot.joined or fought)
        fought = spot.joined
    attributes = (
        ("class", "sketch"),
        ("viewBox", f"0 0 {WIDTH} {y + EDGE}"),
        ("role", "group"),
        ("aria-label", sketch.title),
        ("font-family", "sans-serif"),
        ("font-size", str(NAME)),
        ("fill", INK),
    )
    return Drawing(attributes, (Layer(tuple(sheet.pieces)),), still=True)


@lru_cache(maxsize=256)  # those who know different numbers still see the same round
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
    for line in _lines(title, 16.5, WIDTH - 2 * EDGE):
        sheet.add("title", f'<text x="{EDGE}" y="{y}" font-size="16" font-weight="bold">{escape(line)}</text>')
        y += 20
    return y - 8


def _lines(text: str, size: float, room: float) -> list[str]:
    """A text broken where its line is full."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _track(track: Track, y: int, sheet: DrawnSheet) -> int:
    """A row of moments, the present one framed and marked; or a row of dots, full and empty."""
    name = f"track/{track.label}"
    x = EDGE + text_width(track.label, 12) + 6
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
        words = shortened(f"{NOW} {step.text}" if step.now else step.text, 12, WIDTH - 2 * EDGE - 12)
        wide = text_width(words, 12) * (BOLD if step.now else 1) + 12
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
        for line in _lines(track.note, 12, WIDTH - 2 * EDGE):
            if x + text_width(line, 12) > WIDTH - EDGE:
                x, y = EDGE, y + 16
            sheet.add(
                name,
                f'<text class="quiet" x="{x:g}" y="{y + 15}" font-size="12" fill="{QUIET}">{escape(line)}</text>',
            )
            x = WIDTH
    return y + STEP + 3


def _shape(side: int, x: float, y: float, *, hollow: bool = False) -> str:
    """The mark of a side; hollow for those who are out of it."""
    kind = side % len(_SHAPES)
    drawn = _SHAPES[kind].format(x=x, y=y)
    if hollow:
        return f'<{drawn} class="side-{kind} hollow" fill="none" stroke="{SIDES[kind]}" stroke-width="1.5"/>'
    return f'<{drawn} class="side-{kind}" fill="{SIDES[kind]}"/>'


def _legend(sides: tuple[str, ...], y: int, sheet: DrawnSheet) -> int:
    x: float = EDGE
    for number, side in enumerate(sides):
        name = shortened(side, 12.5, WIDTH - 2 * EDGE - 20)
        wide = 22 + text_width(name, 12.5) + 14
        if x > EDGE and x + wide > WIDTH:
            x, y = EDGE, y + 18
        sheet.add("legend", _shape(number, x + 8, y + 11))
        sheet.add("legend", f'<text x="{x + 20:g}" y="{y + 15}" font-size="12.5">{escape(name)}</text>')
        x += wide
    return y + 24


def _spot(spot: Spot, y: int, sheet: DrawnSheet, *, lined: bool, fray: bool) -> int:
    """Where, who stands there, and what lies between here and the next place."""
    top, name = y, f"spot/{spot.label}"
    label = escape(shortened(spot.label, 12.5, ROOM))
    look = f'class="quiet" font-size="12" font-weight="bold" fill="{QUIET}"'
    sheet.add(name, f'<text {look} x="{GUTTER}" y="{y + 13}">{label}</text>')
    y += 19
    y = _people(spot.figures, y, sheet)
    for thing in spot.things:
        for line in _lines(thing, 12, ROOM):
            sheet.add(name, f'<text x="{GUTTER}" y="{y + 11}" font-size="12" font-style="italic">{escape(line)}</text>')
            y += 17
    x = EDGE + 5
    onward = lined and bool(spot.beyond)
    if onward or fray:
        sheet.add(name, _rule(x, top + 9, y if onward else y - GAP, fray=fray))
    if lined and not spot.apart:
        sheet.add(name, f'<circle class="dot" cx="{x}" cy="{top + 9}" r="4" fill="{INK}"/>')
    if not onward:
        return y + 4
    sheet.add(name, _rule(x, y, y + 24, fray=spot.joined, far=not spot.joined))
    kind = f'class="accent" font-weight="bold" fill="{ACCENT}"' if spot.joined else f'class="quiet" fill="{QUIET}"'
    words = escape(shortened(f"{'×' if spot.joined else '↕'} {spot.beyond}", 12, ROOM))
    sheet.add(name, f'<text {kind} x="{GUTTER}" y="{y + 14}" font-size="12">{words}</text>')
    return y + 24


def _rule(x: int, top: int, bottom: int, *, fray: bool, far: bool = False) -> str:
    """A stretch of the line: heavy where they fight hand to hand, dashed where there is only distance."""
    look = (
        f'class="fray" stroke="{ACCENT}" stroke-width="5"' if fray else f'class="rule" stroke="{LINE}" stroke-width="2"'
    )
    dashes = ' stroke-dasharray="3 4"' if far else ""
    return f'<path d="M{x} {top}V{bottom}" {look}{dashes} fill="none"/>'


def _people(figures: tuple[Figure, ...], y: int, sheet: DrawnSheet) -> int:
    """Figures in rows: as many columns as suit most of them; whoever needs more room takes several."""
    if not figures:
        return y
    # Room for the sign of whoever acts is always left, so that nobody moves when it comes to their turn.
    sign = text_width(f"{NOW} ", NAME)
    needs = [max(text_width(one.name, NAME) + sign, text_width(one.state, SMALL)) + TOKEN + 6 for one in figures]
    columns = next((n for n in (3, 2) if 2 * sum(need <= _room_for(1, n) for need in needs) > len(needs)), 1)
    column = 0
    for figure, need in zip(figures, needs, strict=True):
        span = next((n for n in range(1, columns) if need <= _room_for(n, columns)), columns)
        if column + span > columns:
            column, y = 0, y + CHIP + GAP
        sheet.add(
            f"person/{figure.id}",
            _figure(figure, GUTTER + column * (_room_for(1, columns) + GAP), y, _room_for(span, columns)),
        )
        column += span
    return y + CHIP + GAP


@cache
def _room_for(span: int, columns: int) -> float:
    """How wide some of so many columns are."""
    return (ROOM + GAP) / columns * span - GAP


@lru_cache(maxsize=4096)
def _figure(figure: Figure, x: float, y: int, wide: float) -> str:
    """A frame with the mark of a side, the name, how they are, and a bar where the number is known."""
    told = f"{figure.name}: {figure.state}" if figure.state else figure.name
    told = f"{told}; {figure.more}" if figure.more else told
    frame, kind = f'stroke="{LINE}"', "chip"
    if figure.active:
        frame, kind = f'stroke="{ACCENT}" stroke-width="2.5"', "chip active"
    elif figure.out:
        frame, kind = f'stroke="{LINE}" stroke-dasharray="4 3"', "chip out"
    room = wide - TOKEN - 6
    name = shortened(f"{NOW} {figure.name}" if figure.active else figure.name, NAME, room)
    state = shortened(figure.state, SMALL, room)
    down = 24 if not state else 16
    slant = ' font-style="italic"' if figure.out else ""
    named = f'data-id={quoted(figure.id)} data-name={quoted(figure.name)} role="img"'
    drawn = [
        f'<g class="person" {named} transform="translate({x:.4g} {y})"><title>{escape(told)}</title>',
        f'<rect class="{kind}" width="{wide:.4g}" height="{CHIP}" rx="6" fill="{SHEET}" {frame}/>',
        _shape(figure.side, 14, CHIP / 2 - 1, hollow=figure.out),
        f'<text x="{TOKEN}" y="{down}"{slant}>{escape(name)}</text>',
    ]
    if state:
        drawn.append(
            f'<text class="quiet" x="{TOKEN}" y="30" font-size="{SMALL}" fill="{QUIET}">{escape(state)}</text>'
        )
    if figure.life:
        full = room * min(100, figure.life) / 100
        drawn.append(f'<path class="life" d="M{TOKEN} 34.5h{full:.0f}" stroke="{SIDES[3]}" stroke-width="2.5"/>')
    return "".join(drawn) + "</g>"
