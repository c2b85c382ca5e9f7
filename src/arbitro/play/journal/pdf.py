"""A journal on paper: A4, in the letters of the maps, its maps as drawings; the same bytes for the same journal."""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from arbitro.dungeon.draw.picture import Picture
from arbitro.dungeon.export.pdf import A4, LYING, MM, paint, register_fonts
from arbitro.play.journal.model import Journal, Remembered
from arbitro.play.journal.words import TEXTS

MARGIN: Final = 25 * MM
AROUND_MAPS: Final = 12 * MM
PICTURE: Final = 95 * MM
"""How high the picture of a chapter may be, among its text."""
FAMILY: Final = "Caladea"


def to_pdf(journal: Journal, plans: Mapping[str, Picture]) -> bytes:
    """The journal as a PDF, with the pictures of its chapters, and the maps on pages of their own."""
    from reportlab.platypus import NextPageTemplate, PageBreak, Paragraph  # late: few commands print

    register_fonts()
    _register_family()
    styles = _styles()
    story: list[Any] = [Paragraph(escape(journal.title), styles["title"])]
    if journal.subtitle:
        story.append(Paragraph(escape(journal.subtitle), styles["note"]))
    story += _list(journal, "company", [escape(each) for each in journal.company], styles)
    story += _list(journal, "moments", [escape(each.text) for each in journal.moments], styles)
    for chapter in journal.chapters:
        story.append(Paragraph(escape(chapter.title), styles["heading"]))
        story += (Paragraph(escape(each.text), styles[each.kind]) for each in chapter.paragraphs)
        picture = None if chapter.chart is None else plans.get(chapter.chart.name)
        if picture is not None:
            drawn = _drawn(picture, A4[0] - 2 * MARGIN - 1, PICTURE)
            story += [drawn, Paragraph(escape(picture.title), styles["legend"])]
    story += _list(journal, "gains", [escape(each) for each in journal.gains], styles)
    story += _list(journal, "fallen", [_mourned(each) for each in journal.fallen], styles)
    story += (Paragraph(escape(each), styles["note"]) for each in journal.credits)
    for chart in journal.charts:
        plan = plans.get(chart.name)
        if plan is not None:
            lying = plan.width > plan.height
            wide, high = (side - 2 * AROUND_MAPS - 1 for side in (LYING if lying else A4))
            story += [NextPageTemplate("lying" if lying else "upright"), PageBreak(), _drawn(plan, wide, high)]
    paper = BytesIO()
    _document(paper, journal).build(story)
    return paper.getvalue()


def _document(paper: BytesIO, journal: Journal) -> Any:
    """Pages of text, and pages upright and lying for maps."""
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    def page(name: str, size: tuple[float, float], margin: float) -> Any:
        frame = Frame(margin, margin, size[0] - 2 * margin, size[1] - 2 * margin, 0, 0, 0, 0)
        return PageTemplate(name, [frame], onPage=_page_number, pagesize=size)

    templates = [page("text", A4, MARGIN), page("upright", A4, AROUND_MAPS), page("lying", LYING, AROUND_MAPS)]
    return BaseDocTemplate(
        paper,
        pagesize=A4,
        pageTemplates=templates,
        title=journal.title,
        author="Arbitro",
        subject=journal.subtitle,
        lang=journal.language,
        invariant=1,
    )


def _page_number(canvas: Any, document: Any) -> None:
    canvas.saveState()
    canvas.setFont(f"{FAMILY}-Regular", 9)
    wide, _ = document.pageTemplate.pagesize
    canvas.drawCentredString(wide / 2, AROUND_MAPS / 2, str(document.page))
    canvas.restoreState()


def _list(journal: Journal, key: str, items: list[str], styles: dict[str, Any]) -> list[Any]:
    from reportlab.platypus import Paragraph

    if not items:
        return []
    heading = Paragraph(escape(TEXTS.say(journal.language, key)), styles["heading"])
    return [heading, *(Paragraph(f"• {item}", styles["item"]) for item in items)]


def _mourned(one: Remembered) -> str:
    where = f", {escape(one.where)}" if one.where else ""
    last = f" <i>{escape(one.last)}</i>" if one.last else ""
    words = f" {escape(one.words)}" if one.words else ""
    return f"<b>{escape(one.line or one.name)}</b>{where}. {escape(one.how)}{last}{words}"


def _drawn(plan: Picture, wide: float, high: float) -> Any:
    """A map as large as there is room for, line by line: it can be enlarged at will."""
    from reportlab.platypus import Flowable

    scale = min(wide / plan.width, high / plan.height)

    class Drawing(Flowable):  # type: ignore[misc]  # reportlab has no types
        def wrap(self, wide: float, _high: float) -> tuple[float, float]:
            self.hAlign = "CENTER"
            return min(plan.width * scale, wide), plan.height * scale

        def draw(self) -> None:
            self.canv.saveState()
            self.canv.translate(0, plan.height * scale)
            self.canv.scale(scale, -scale)
            self.canv.translate(-plan.box[0], -plan.box[1])
            paint(self.canv, plan)
            self.canv.restoreState()

    return Drawing()


@cache
def _register_family() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFontFamily

    names = [f"{FAMILY}-{face}" for face in ("Regular", "Regular", "Bold", "Italic", "BoldItalic")]
    registerFontFamily(*names)


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
        "legend": ParagraphStyle("legend", prose, fontName=italic, fontSize=9, leading=12, alignment=1, spaceAfter=8),
        "item": ParagraphStyle("item", prose, leftIndent=12, firstLineIndent=-9, spaceAfter=3),
        "title": ParagraphStyle("title", prose, fontName=bold, fontSize=22, leading=27, alignment=0, spaceAfter=4),
        "heading": ParagraphStyle(
            "heading", prose, fontName=bold, fontSize=14, leading=18, spaceBefore=16, spaceAfter=6, keepWithNext=1
        ),
    }
