"""Sheets to print from a table: of one whom the visitor may know, or of everybody whom they play."""

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from arbitro.kernel.card import Sheet
from arbitro.play.printed_sheet import paper_called, to_pdf
from arbitro.store.threads import beside
from arbitro.text import Language
from arbitro.web.pages import Asked
from arbitro.web.reader import language_of
from arbitro.web.seats import cookie_of
from arbitro.web.visitor import Turned, seated


async def _printed(sheets: list[Sheet], language: Language, paper: str, name: str) -> Response[bytes]:
    """Sheets as a PDF, shown in the browser; beside the loop, since setting type takes its time."""
    size = paper_called(paper)
    data = await beside(lambda: to_pdf(sheets, language, size))
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


@get("/tables/{table:str}/sheets", include_in_schema=False)
async def party_sheets(request: Asked, table: FromPath[str], paper: FromQuery[str] = "a4") -> Response[bytes]:
    """The sheets of those whom the visitor plays; to the referee those of the whole party."""
    room, sitting = await seated(request, table)
    language = language_of(request)
    moment = room.moment(sitting, language)
    own = [card.id for card in moment.cards if card.group == "own" and card.has_sheet and not card.dead]
    sheets = [sheet for who in own if moment.seat.may_act_for(who) and (sheet := moment.sheet(who)) is not None]
    if not sheets:
        raise Turned(404, "no_sheet")
    return await _printed(sheets, language, paper, cookie_of(table)[13:])


@get("/tables/{table:str}/sheets/{subject:str}", include_in_schema=False)
async def one_sheet(
    request: Asked, table: FromPath[str], subject: FromPath[str], paper: FromQuery[str] = "a4"
) -> Response[bytes]:
    """Somebody's sheet, as much of it as the visitor may know."""
    room, sitting = await seated(request, table)
    language = language_of(request)
    sheet = room.moment(sitting, language).sheet(subject)
    if sheet is None:
        raise Turned(404, "no_sheet")
    return await _printed([sheet], language, paper, cookie_of(table)[13:])


PRINT_PAGES = (party_sheets, one_sheet)
