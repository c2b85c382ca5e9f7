"""``arbitro calendar``: the calendar of a table: months, moons, feasts and notes of one's own. No rule reads it."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from msgspec.structs import replace

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error, print_json
from arbitro.cli.place import open_store
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.seat import REFEREE
from arbitro.play.calendar import (
    FIRST_YEAR,
    LAST_YEAR,
    NO_CALENDAR,
    CalendarDate,
    CalendarPage,
    Diary,
    calendar_file,
    calendar_page,
    minutes_of,
    page_text,
    plain_calendar,
)
from arbitro.text import Fault, Language, Words
from arbitro.web.seats import Change, Seats
from arbitro.web.sitting import Arrangement

DATE: Final = re.compile(r"(-?\d{1,5})-(\d{1,3})-(\d{1,3})")
"""A day as it is typed: year, month, day."""
MOST_TEXT: Final = 500


def typed_date(text: str) -> CalendarDate:
    """A day as somebody typed it."""
    found = DATE.fullmatch(text)
    numbers = [int(part) for part in found.groups()] if found else [0, 0, 0]
    if not (0 < numbers[1] <= 400 and 0 < numbers[2] <= 400 and FIRST_YEAR <= numbers[0] <= LAST_YEAR):
        raise Fault(Words(TEXTS, "cli.calendar.no_date", text=text))
    return CalendarDate(*numbers)


async def page_of(
    table: str, language: Language, change: "Callable[[int], Change] | None", *, referee: bool
) -> CalendarPage:
    """The calendar of a table, changed first where somebody wants that."""
    async with open_store() as store:
        session, seats = await store.open_table(table), Seats(store)
        minutes = minutes_of(session.state)
        if change is not None:
            await seats.arrange(table, change(minutes))
        diary = (await seats.arrangement(table)).diary
        if diary is None:
            raise Fault(NO_CALENDAR)
        return calendar_page(diary, minutes, language, referee=referee)


def hanging(file: Path | None) -> Change:
    """What gives a table a calendar; notes stay as far from the beginning as they were."""
    calendar = plain_calendar() if file is None else calendar_file(file)

    def hung(before: Arrangement) -> Arrangement:
        return replace(before, diary=Diary(calendar) if before.diary is None else before.diary.under(calendar))

    return hung


def noting(text: str, on: str, minutes: int, *, secret: bool) -> Change:
    """What notes something at a day, today if none is named."""
    words = text.strip()
    if not 0 < len(words) <= MOST_TEXT:
        raise Fault(Words(TEXTS, "cli.calendar.no_text", most=MOST_TEXT))
    typed = typed_date(on) if on else None

    def noted(before: Arrangement) -> Arrangement:
        diary = _kept(before)
        date = typed or diary.calendar.today(minutes)
        return replace(before, diary=diary.noted(date, words, REFEREE.name, secret=secret))

    return noted


def dropping(number: int) -> Change:
    """What takes a note away."""
    return lambda before: replace(before, diary=_kept(before).without(number))


def _kept(before: Arrangement) -> Diary:
    if before.diary is None:
        raise Fault(NO_CALENDAR)
    return before.diary


def _told(work: Coroutine[Any, Any, CalendarPage], language: Language, *, as_json: bool) -> None:
    page = asyncio.run(work)
    if as_json:
        print_json(page)
    else:
        print(page_text(page, language))


def register(app: typer.Typer) -> None:
    """Add ``calendar``."""
    calendar_app = WordedTyper(no_args_is_help=True)
    app.add_typer(calendar_app, name="calendar", help=help_text("cli.calendar.help"))
    Table = Annotated[str, typer.Argument(help=help_text("cli.table.table"))]
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    AsReferee = Annotated[bool, typer.Option("--as-referee", help=help_text("cli.calendar.as_referee"))]

    def carry_out(work: Callable[[Language], None], lang: str | None) -> None:
        language = pick_language(lang)
        try:
            work(language)
        except Fault as fault:
            print_error(fault.in_(language))
            leave(BAD_INPUT)

    @calendar_app.command("show", help=help_text("cli.calendar.show"))
    def show(table: Table, as_referee: AsReferee = False, lang: Lang = None, as_json: Json = False) -> None:
        carry_out(lambda own: _told(page_of(table, own, None, referee=as_referee), own, as_json=as_json), lang)

    @calendar_app.command("set", help=help_text("cli.calendar.set"))
    def hang(
        table: Table,
        file: Annotated[Path | None, typer.Argument(dir_okay=False, help=help_text("cli.calendar.file"))] = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        def work(own: Language) -> None:
            change = hanging(file)
            _told(page_of(table, own, lambda _: change, referee=True), own, as_json=as_json)

        carry_out(work, lang)

    @calendar_app.command("note", help=help_text("cli.calendar.note"))
    def note(
        table: Table,
        text: Annotated[str, typer.Argument(help=help_text("cli.calendar.text"))],
        on: Annotated[str, typer.Option("--on", help=help_text("cli.calendar.on"))] = "",
        secret: Annotated[bool, typer.Option("--secret", help=help_text("cli.calendar.secret"))] = False,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        def work(own: Language) -> None:
            page = page_of(table, own, lambda minutes: noting(text, on, minutes, secret=secret), referee=True)
            _told(page, own, as_json=as_json)

        carry_out(work, lang)

    @calendar_app.command("drop", help=help_text("cli.calendar.drop"))
    def drop(
        table: Table,
        number: Annotated[int, typer.Argument(help=help_text("cli.calendar.number"))],
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        work = lambda own: _told(  # noqa: E731 - the same shape as its neighbours
            page_of(table, own, lambda _: dropping(number), referee=True), own, as_json=as_json
        )
        carry_out(work, lang)

    @calendar_app.command("check", help=help_text("cli.calendar.check"))
    def check(
        file: Annotated[Path, typer.Argument(dir_okay=False, help=help_text("cli.calendar.file"))],
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        def work(own: Language) -> None:
            page = calendar_page(Diary(calendar_file(file)), 0, own, referee=True)
            if as_json:
                print_json(page)
            else:
                print(page_text(page, own))

        carry_out(work, lang)
