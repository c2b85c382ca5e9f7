"""A journal on paper: A4, in the letters of the maps, the same bytes for the same journal."""

import re
from functools import cache
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from arbitro.dungeon.export.pdf import A4, MM
from arbitro.dungeon.export.png import font_files, to_png
from arbitro.play.journal.model import Chart, Fallen, Journal
from arbitro.play.journal.words import TEXTS

MARGIN: Final = 25 * MM
FAMILY: Final = "Caladea"


def to_pdf(journal: Journal) -> bytes:
    """The journal as a PDF, its maps on pages of their own."""
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate  # late: few commands print

    _register_fonts()
    styles = _styles()
    language = journal.language
    story: list[Any] = [Paragraph(escape(journal.title), styles["title"])]
    if journal.subtitle:
        story.append(Paragraph(escape(journal.subtitle), styles["note"]))
    story += _list(journal, "company", [escape(each) for each in journal.company], styles)
    for chapter in journal.chapters:
        story.append(Paragraph(escape(chapter.title), styles["heading"]))
        story += (Paragraph(escape(each.text), styles[each.kind]) for each in chapter.paragraphs)
    story += _list(journal, "gains", [escape(each) for each in journal.gains], styles)
    story += _list(journal, "fallen", [_mourned(each) for each in journal.fallen], styles)
    for chart in journal.charts:
        story += [PageBreak(), _picture(chart)]
    paper = BytesIO()
    document = SimpleDocTemplate(
        paper,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=journal.title,
        author="Arbitro",
        subject=journal.subtitle,
        lang=language,
        invariant=1,
    )
    document.build(story, onFirstPage=_page_number, onLaterPages=_page_number)
    return paper.getvalue()


def _page_number(canvas: Any, document: Any) -> None:
    canvas.saveState()
    canvas.setFont(f"{FAMILY}-Regular", 9)
    canvas.drawCentredString(A4[0] / 2, MARGIN / 2, str(document.page))
    canvas.restoreState()


def _list(journal: Journal, key: str, items: list[str], styles: dict[str, Any]) -> list[Any]:
    from reportlab.platypus import Paragraph

    if not items:
        return []
    heading = Paragraph(escape(TEXTS.say(journal.language, key)), styles["heading"])
    return [heading, *(Paragraph(f"• {item}", styles["item"]) for item in items)]


def _mourned(one: Fallen) -> str:
    where = f" ({escape(one.where)})" if one.where else ""
    return f"<b>{escape(one.line or one.name)}</b>{where}. {escape(one.how)}"


def _picture(chart: Chart) -> Any:
    """A map as large as the page allows."""
    from reportlab.lib.utils import ImageReader
    from reportlab.platypus import Image

    dots = BytesIO(to_png(chart.svg))
    wide, high = ImageReader(dots).getSize()
    room = (A4[0] - 2 * MARGIN - 12, A4[1] - 2 * MARGIN - 12)
    scale = min(room[0] / wide, room[1] / high)
    dots.seek(0)
    return Image(dots, wide * scale, high * scale)


@cache
def _register_fonts() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
    from reportlab.pdfbase.ttfonts import TTFont

    for file in font_files():
        registerFont(TTFont(re.split(r"[/\\]", file)[-1].removesuffix(".ttf"), file))
    registerFontFamily(
        f"{FAMILY}-Regular", f"{FAMILY}-Regular", f"{FAMILY}-Bold", f"{FAMILY}-Italic", f"{FAMILY}-BoldItalic"
    )


def _styles() -> dict[str, Any]:
    from reportlab.lib.enums import TA_JUSTIFY
    from reportlab.lib.styles import ParagraphStyle

    prose = ParagraphStyle(
        "prose",
        fontName=f"{FAMILY}-Regular",
        fontSize=11,
        leading=15.5,
        alignment=TA_JUSTIFY,
        spaceAfter=6,
        allowWidows=0,
        allowOrphans=0,
    )
    italic = f"{FAMILY}-Italic"
    bold = f"{FAMILY}-Bold"
    return {
        "prose": prose,
        "quote": ParagraphStyle("quote", prose, fontName=italic, leftIndent=18, rightIndent=18, spaceBefore=4),
        "note": ParagraphStyle("note", prose, fontName=italic, textColor="#555555"),
        "item": ParagraphStyle("item", prose, leftIndent=12, firstLineIndent=-9, spaceAfter=3),
        "title": ParagraphStyle("title", prose, fontName=bold, fontSize=22, leading=27, alignment=0, spaceAfter=4),
        "heading": ParagraphStyle(
            "heading", prose, fontName=bold, fontSize=14, leading=18, spaceBefore=16, spaceAfter=6, keepWithNext=1
        ),
    }
