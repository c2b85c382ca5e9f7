"""The calendar of a table: set from a file, read, and written into. No rule reads it."""

from typing import Any

from litestar import Request, delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from arbitro.play.calendar import (
    Calendar,
    CalendarDate,
    CalendarPage,
    Diary,
    NoteText,
    calendar_page,
    minutes_of,
    plain_calendar,
    read_calendar,
)
from arbitro.store.threads import beside
from arbitro.text import Language
from arbitro.web.api.data import FAILURES, FileText
from arbitro.web.reader import language_of
from arbitro.web.room import Room
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.visitor import Turned, house_of, seated

Asked = Request[Any, Any, Any]


class NewNote(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be noted at a day; without one, today."""

    text: NoteText
    date: CalendarDate | None = None
    secret: bool = False
    """For the referee's eyes alone; only a referee writes so."""


def shown(room: Room, sitting: Sitting, language: Language) -> CalendarPage | None:
    """The calendar as a seat may read it; None where the table has none."""
    diary = room.arrangement.diary
    if diary is None:
        return None
    return calendar_page(diary, minutes_of(room.session.state), language, referee=sitting.role == "referee")


def _must(room: Room) -> Diary:
    if room.arrangement.diary is None:
        raise Turned(404, "no_calendar")
    return room.arrangement.diary


async def _changed(request: Asked, room: Room, sitting: Sitting) -> CalendarPage:
    page = shown(room, sitting, language_of(request))
    if page is None:
        raise Turned(404, "no_calendar")
    return page


@get("/v1/tables/{table:str}/calendar", operation_id="calendar", responses=FAILURES, summary="The calendar of a table")
async def read(request: Asked, table: FromPath[str]) -> CalendarPage:
    """Today by the calendar of the table, its moons and feasts, what comes, and the notes that the visitor may read."""
    room, sitting = await seated(request, table)
    return await _changed(request, room, sitting)


@put(
    "/v1/tables/{table:str}/calendar", operation_id="setCalendar", responses=FAILURES, summary="Give a table a calendar"
)
async def hang(request: Asked, table: FromPath[str], data: JSONBody[FileText]) -> CalendarPage:
    """A calendar out of the text of a file, by whoever leads the table; an empty text: one to begin with.

    What was noted stays as many days from the beginning as it was.
    """
    room, sitting = await _leading(request, table)
    found: Calendar = await beside(
        lambda: read_calendar(data.file, data.text) if data.text.strip() else plain_calendar()
    )

    def hung(before: Arrangement) -> Arrangement:
        return replace(before, diary=Diary(found) if before.diary is None else before.diary.under(found))

    await house_of(request).tables.arrange(room, hung)
    return await _changed(request, room, sitting)


@delete(
    "/v1/tables/{table:str}/calendar", operation_id="dropCalendar", responses=FAILURES, summary="Take a calendar away"
)
async def drop(request: Asked, table: FromPath[str]) -> None:
    """The calendar goes, with all its notes; by whoever leads the table."""
    room, _ = await _leading(request, table)
    await house_of(request).tables.arrange(room, lambda before: replace(before, diary=None))


async def _leading(request: Asked, table: str) -> tuple[Room, Sitting]:
    room, sitting = await seated(request, table)
    if not sitting.leads:
        raise Turned(403, "not_yours")
    return room, sitting


@post(
    "/v1/tables/{table:str}/calendar/notes",
    operation_id="noteDate",
    responses=FAILURES,
    summary="Note something at a day",
)
async def note(request: Asked, table: FromPath[str], data: JSONBody[NewNote]) -> CalendarPage:
    """A note at a day of the calendar, for everybody at the table; a referee may keep one to themselves."""
    room, sitting = await seated(request, table)
    house = house_of(request)
    if not sitting.has_hands or (data.secret and sitting.role != "referee"):
        raise Turned(403, "not_yours")
    if not house.messages.allow(sitting.id):
        raise Turned(429, "too_fast")
    _must(room)
    minutes = minutes_of(room.session.state)

    def noted(before: Arrangement) -> Arrangement:
        diary = before.diary
        if diary is None:
            return before
        date = data.date or diary.calendar.today(minutes)
        return replace(before, diary=diary.noted(date, data.text.strip(), sitting.name, secret=data.secret))

    await house.tables.arrange(room, noted)
    return await _changed(request, room, sitting)


@delete(
    "/v1/tables/{table:str}/calendar/notes/{number:int}",
    operation_id="dropDateNote",
    responses=FAILURES,
    summary="Take a note off the calendar",
)
async def forget(request: Asked, table: FromPath[str], number: FromPath[int]) -> None:
    """By whoever wrote it, or whoever leads the table."""
    room, sitting = await seated(request, table)
    if not sitting.has_hands:
        raise Turned(403, "not_yours")
    _must(room)
    by = "" if sitting.leads else sitting.name

    def gone(before: Arrangement) -> Arrangement:
        return before if before.diary is None else replace(before, diary=before.diary.without(number, by))

    await house_of(request).tables.arrange(room, gone)


HANDLERS = (read, hang, drop, note, forget)
