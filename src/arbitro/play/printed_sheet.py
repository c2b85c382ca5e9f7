"""Sheets on paper, for a character of any game: a page or two each, A4 or Letter, in the letters of the maps.

A sheet is words and numbers under titles (`kernel.card.Sheet`), and nothing here knows a game: short values become
boxes, a count out of few becomes squares to tick, one out of many a line to write on; the rest of the page is ruled.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from arbitro.dungeon.export.pdf import A4, MM, Paper, register_fonts
from arbitro.kernel.card import Section, Sheet
from arbitro.play.naming import TEXTS
from arbitro.text import Fault, Language, Words, capital

LETTER: Final[Paper] = (8.5 * 72, 11 * 72)
PAPERS: Final[dict[str, Paper]] = {"a4": A4, "letter": LETTER}
MARGIN: Final = 12 * MM
GUTTER: Final = 6 * MM
HEAD: Final = 22 * MM
"""The height of the name over both columns."""
FAMILY: Final = "Caladea"
REGULAR, BOLD, ITALIC = f"{FAMILY}-Regular", f"{FAMILY}-Bold", f"{FAMILY}-Italic"
INK, SOFT = "#1d1d1d", "#6b6257"
SHORT: Final = 12
"""Letters of a value that fits into a box."""
IN_A_ROW: Final = 3
BOX: Final = 12.5 * MM
MOST_SQUARES: Final = 12
LINE: Final = 7.5 * MM
COUNT: Final = re.compile(r"(\d+)/(\d+)")


def paper_called(name: str) -> Paper:
    """A size of paper by its name; a fault names those that there are."""
    found = PAPERS.get(name.lower())
    if found is None:
        raise Fault(Words(TEXTS, "printing.no_paper", name=name, known=", ".join(PAPERS)))
    return found


def to_pdf(sheets: Sequence[Sheet], language: Language, paper: Paper = A4) -> bytes:
    """The sheets, each beginning on a page of its own; the same bytes for the same sheets."""
    from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate  # late: few print

    register_fonts()
    wide, high = paper

    def page(name: str, head: float) -> Any:
        top = [Frame(MARGIN, high - MARGIN - head, wide - 2 * MARGIN, head, 0, 0, 0, 0, id="head")] if head else []
        return PageTemplate(name, [*top, *columns_of(paper, head)], onPage=footing, pagesize=paper)

    title = ", ".join(sheet.title for sheet in sheets)
    held = BytesIO()
    document = BaseDocTemplate(
        held,
        pagesize=paper,
        pageTemplates=[page("first", HEAD), page("more", 0)],
        title=title,
        author="Arbitro",
        lang=language,
        invariant=1,
    )
    story: list[Any] = []
    for number, sheet in enumerate(sheets):
        if number:
            story += [NextPageTemplate("first"), PageBreak()]
        story += [NextPageTemplate("more"), *_laid_out(sheet, language)]
    document.build(story)
    return held.getvalue()


def columns_of(paper: Paper, head: float = 0) -> list[Any]:
    """Two columns on a page, under a head of such a height."""
    from reportlab.platypus import Frame

    wide, high = paper
    column, tall = (wide - 2 * MARGIN - GUTTER) / 2, high - 2 * MARGIN - head
    lefts = (("left", MARGIN), ("right", MARGIN + column + GUTTER))
    return [Frame(left, MARGIN, column, tall, 0, 0, 0, 0, id=where) for where, left in lefts]


def footing(canvas: Any, document: Any) -> None:
    """The page's number under everything."""
    wide, _ = document.pageTemplate.pagesize
    canvas.saveState()
    canvas.setFont(REGULAR, 8)
    canvas.setFillColor(SOFT)
    canvas.drawCentredString(wide / 2, MARGIN / 2, str(document.page))
    canvas.restoreState()


def _laid_out(sheet: Sheet, language: Language) -> list[Any]:
    """One sheet: name and kind, every section, and lines to write on to the foot of the page."""
    from reportlab.platypus import FrameBreak, Paragraph

    styles = type_styles()
    story: list[Any] = [Paragraph(escape(sheet.title), styles["name"])]
    if sheet.line:
        story.append(Paragraph(escape(sheet.line), styles["line"]))
    story.append(FrameBreak())
    for section in sheet.sections:
        story += _section(section, styles)
    notes = TEXTS.say(language, "printing.notes")
    return [*story, *_ruled(notes)]


def _section(section: Section, styles: dict[str, Any]) -> list[Any]:
    from reportlab.platypus import CondPageBreak, Paragraph, Spacer

    boxed, told = split_pairs(section.pairs)
    parts: list[Any] = [CondPageBreak(BOX + 9 * MM), Paragraph(escape(section.title), styles["heading"])]
    if boxed:
        parts += [_boxes(boxed), Spacer(0, 1.5 * MM)]
    parts += (Paragraph(f"<b>{escape(word)}</b> {escape(value)}", styles["item"]) for word, value in told)
    parts += (Paragraph(escape(line), styles["item"]) for line in section.lines)
    return parts


def split_pairs(pairs: Iterable[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Pairs whose values fit into boxes, and those that are told in lines.

    >>> split_pairs([("Strength", "12 (+0)"), ("mace", "in hand. Damage 1d6.")])
    ([('Strength', '12 (+0)')], [('mace', 'in hand. Damage 1d6.')])
    """
    found = list(pairs)
    boxed = [(word, value) for word, value in found if len(value) <= SHORT and len(word) <= 2 * SHORT]
    return boxed, [pair for pair in found if pair not in boxed]


def as_count(value: str) -> tuple[int, int] | None:
    """A value that is so many out of so many.

    >>> as_count("0/6"), as_count("12 (+0)")
    ((0, 6), None)
    """
    found = COUNT.fullmatch(value)
    return (int(found[1]), int(found[2])) if found else None


# -------------------------------------------------------------------- what platypus does not have


def flowable(wrap: Callable[[Any, float, float], tuple[float, float]], draw: Callable[..., None]) -> Any:
    """Something of our own to set: how large it is, and how it is drawn."""
    from reportlab.platypus import Flowable

    class Own(Flowable):  # type: ignore[misc]  # reportlab has no types
        def wrap(self, wide: float, high: float) -> tuple[float, float]:
            size = wrap(self, wide, high)
            self.size = size
            return size

        def draw(self) -> None:
            draw(self.canv, *self.size)

    return Own()


def _boxes(pairs: list[tuple[str, str]]) -> Any:
    """Values in boxes, three in a row; a count out of few has a row of squares of its own."""
    rows: list[list[tuple[str, str]]] = []
    for pair in pairs:
        count = as_count(pair[1])
        alone = count is not None and count[1] <= MOST_SQUARES
        if alone or not rows or len(rows[-1]) == IN_A_ROW or _alone(rows[-1]):
            rows.append([pair])
        else:
            rows[-1].append(pair)
    gap = 1.5 * MM

    def wrap(_: Any, wide: float, _high: float) -> tuple[float, float]:
        return wide, len(rows) * (BOX + gap)

    def draw(canvas: Any, wide: float, high: float) -> None:
        across = (wide - (IN_A_ROW - 1) * gap) / IN_A_ROW
        for down, row in enumerate(rows):
            y = high - (down + 1) * (BOX + gap) + gap
            if _alone(row):
                _squares(canvas, row[0], y, wide)
                continue
            for column, pair in enumerate(row):
                _box(canvas, pair, column * (across + gap), y, across)

    return flowable(wrap, draw)


def _alone(row: list[tuple[str, str]]) -> bool:
    count = as_count(row[0][1])
    return count is not None and count[1] <= MOST_SQUARES


def _label(canvas: Any, text: str, x: float, y: float, wide: float) -> None:
    canvas.setFont(REGULAR, fitting(text, REGULAR, 7.5, wide))
    canvas.setFillColor(SOFT)
    canvas.drawString(x, y, text)
    canvas.setFillColor(INK)


def fitting(text: str, font: str, size: float, wide: float) -> float:
    """The largest size, from one down, at which a text is not wider than it may be."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return min(size, size * wide / max(float(stringWidth(text, font, size)), 1))


def _frame(canvas: Any, x: float, y: float, wide: float) -> None:
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(0.6)
    canvas.roundRect(x, y, wide, BOX, 1.5 * MM, stroke=1, fill=0)


def _box(canvas: Any, pair: tuple[str, str], x: float, y: float, wide: float) -> None:
    """A label and its value; a count out of many leaves room to write how many are left."""
    word, value = pair
    _frame(canvas, x, y, wide)
    _label(canvas, capital(word), x + 1.5 * MM, y + BOX - 3.5 * MM, wide - 3 * MM)
    count = as_count(value)
    canvas.setFont(BOLD, fitting(value, BOLD, 14, wide - 3 * MM))
    if count is None:
        canvas.drawCentredString(x + wide / 2, y + 2.6 * MM, value)
        return
    canvas.setLineWidth(0.5)
    canvas.line(x + 2 * MM, y + 2.2 * MM, x + wide / 2, y + 2.2 * MM)
    canvas.drawString(x + wide / 2 + 1 * MM, y + 2.6 * MM, f"/ {count[1]}")


def _squares(canvas: Any, pair: tuple[str, str], y: float, wide: float) -> None:
    """A label and as many squares as can be marked, those that count already crossed."""
    word, value = pair
    done, most = as_count(value) or (0, 0)
    _frame(canvas, 0, y, wide)
    _label(canvas, f"{capital(word)} ({value})", 1.5 * MM, y + BOX - 3.5 * MM, wide - 3 * MM)
    side, crossed = 4.4 * MM, done if done < most else 0  # all of them: nothing is spent or marked yet
    canvas.setStrokeColor(INK)
    for number in range(most):
        x = 2 * MM + number * (side + 1.6 * MM)
        canvas.rect(x, y + 2 * MM, side, side, stroke=1, fill=0)
        if number < crossed:
            canvas.line(x, y + 2 * MM, x + side, y + 2 * MM + side)


def _ruled(title: str) -> list[Any]:
    """Lines to write on: the rest of the column, and the other one where nothing is in it."""
    where: list[str] = []

    def rest(own: Any, wide: float, high: float) -> tuple[float, float]:
        if "right" in where:  # the first has filled the last column of the page
            return 0, 0
        if where and own._frame.id == "left":  # the first has filled this one: on to the next
            return wide, high + LINE
        where.append(own._frame.id)
        return wide, max(high - 1, 0)  # a column that is quite full would turn the page

    def draw(canvas: Any, wide: float, high: float) -> None:
        if high < 3 * LINE:
            return
        canvas.setFont(BOLD, 11)
        canvas.setFillColor(INK)
        canvas.drawString(0, high - 5 * MM, title)
        canvas.setStrokeColor("#b9b1a4")
        canvas.setLineWidth(0.4)
        y = high - 5 * MM - LINE
        while y > 0:
            canvas.line(0, y, wide, y)
            y -= LINE

    return [flowable(rest, draw), flowable(rest, draw)]


def type_styles() -> dict[str, Any]:
    """How names, headings, items and words read aloud are set, on sheets and in booklets."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase.pdfmetrics import registerFontFamily

    registerFontFamily(REGULAR, REGULAR, BOLD, ITALIC, f"{FAMILY}-BoldItalic")
    item = ParagraphStyle("item", fontName=REGULAR, fontSize=9.5, leading=12, spaceAfter=2.2, textColor=INK)
    return {
        "item": item,
        "read": ParagraphStyle("read", item, fontName=ITALIC, leftIndent=6, borderPadding=2),
        "block": ParagraphStyle("block", item, fontName=BOLD, spaceBefore=5),
        "name": ParagraphStyle("name", item, fontName=BOLD, fontSize=24, leading=28),
        "line": ParagraphStyle("line", item, fontName=ITALIC, fontSize=12, leading=15, textColor=SOFT),
        "heading": ParagraphStyle(
            "heading", item, fontName=BOLD, fontSize=12, leading=15, spaceBefore=5, spaceAfter=3, keepWithNext=1
        ),
    }
