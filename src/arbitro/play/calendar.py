"""A calendar for a table: months, moons and feasts of one's own, and notes at their dates.

It is decoration: no rule reads it, no event tells of it, and it lies beside the log. The clock of a campaign says which
day it is; whoever plays a fight alone stays on the first.
"""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.yamlfile import Document, text_of
from arbitro.signs import CONTROL
from arbitro.text import Fault, Language, Texts, Words

TEXTS: Final = Texts("arbitro.play")
NO_CALENDAR: Final = Words(TEXTS, "calendar.no_calendar")
"""What is said where a table has none."""
DAY: Final = 24 * 60
"""Minutes."""
MOST_NOTES: Final = 300
"""How many notes a calendar holds."""
PHASES: Final = (
    "new",
    "waxing_crescent",
    "first_quarter",
    "waxing",
    "full",
    "waning",
    "last_quarter",
    "waning_crescent",
)
CALENDAR: Final = Path(__file__).with_name("calendar.yaml")
"""A calendar to begin with, and to copy."""
AHEAD: Final = 5
"""How many feasts to come are named."""

CalendarName = Annotated[str, Meta(min_length=1, max_length=60)]
NoteText = Annotated[str, Meta(min_length=1, max_length=500)]
Ordinal = Annotated[int, Meta(ge=1, le=400)]
FIRST_YEAR: Final = -9_999
LAST_YEAR: Final = 99_999
Year = Annotated[int, Meta(ge=FIRST_YEAR, le=LAST_YEAR)]


def called(name: "str | Phrase", language: Language) -> str:
    """A name that its author gave in one language or in both."""
    return name if isinstance(name, str) else name.in_(language)


class Month(Struct, frozen=True, forbid_unknown_fields=True):
    """A month and how many days it has."""

    name: CalendarName | Phrase
    days: Ordinal


class Moon(Struct, frozen=True, forbid_unknown_fields=True):
    """A moon: in how many days it is new again, and how many had gone by since then on the first day of the years."""

    name: CalendarName | Phrase
    days: Annotated[int, Meta(ge=2, le=10_000)]
    age: Annotated[int, Meta(ge=0, le=10_000)] = 0


class Feast(Struct, frozen=True, forbid_unknown_fields=True):
    """A day that comes back every year."""

    name: CalendarName | Phrase
    month: Ordinal
    day: Ordinal


class CalendarDate(Struct, frozen=True, forbid_unknown_fields=True):
    """A day of a calendar, counted from 1."""

    year: Year
    month: Ordinal
    day: Ordinal


class Calendar(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the days of a world are named."""

    name: CalendarName | Phrase
    months: Annotated[tuple[Month, ...], Meta(min_length=1, max_length=60)]
    weekdays: Annotated[tuple[CalendarName | Phrase, ...], Meta(max_length=30)] = ()
    moons: Annotated[tuple[Moon, ...], Meta(max_length=12)] = ()
    feasts: Annotated[tuple[Feast, ...], Meta(max_length=200)] = ()
    first: CalendarDate = CalendarDate(1, 1, 1)
    """The day on which the story begins."""

    @property
    def year_days(self) -> int:
        """How long a year is."""
        return sum(month.days for month in self.months)

    def has(self, date: CalendarDate) -> bool:
        """Whether there is such a day, in a year that can be written down."""
        return FIRST_YEAR <= date.year <= LAST_YEAR and self._names(date)

    def _names(self, date: CalendarDate) -> bool:
        return date.month <= len(self.months) and date.day <= self.months[date.month - 1].days

    def count(self, date: CalendarDate) -> int:
        """The number of a day since the first of the year 0."""
        before = sum(month.days for month in self.months[: date.month - 1])
        return date.year * self.year_days + before + date.day - 1

    def date(self, count: int) -> CalendarDate:
        """The day of a number."""
        year, left = divmod(count, self.year_days)
        ends = list(accumulate(month.days for month in self.months))
        month = next(number for number, end in enumerate(ends) if left < end)
        return CalendarDate(year, month + 1, left - (ends[month - 1] if month else 0) + 1)

    def today(self, minutes: int) -> CalendarDate:
        """The day that it is when the clock of a campaign shows so many minutes."""
        return self.date(self.count(self.first) + max(0, minutes) // DAY)

    def feasts_on(self, date: CalendarDate) -> tuple[Feast, ...]:
        """What is celebrated on a day."""
        return tuple(one for one in self.feasts if (one.month, one.day) == (date.month, date.day))

    def feasts_after(self, date: CalendarDate) -> Iterator[tuple[int, Feast]]:
        """The feasts of the year that follows a day, each with in how many days it is."""
        now, year = self.count(date), self.year_days
        ahead = (
            ((self.count(CalendarDate(date.year, one.month, one.day)) - now - 1) % year + 1, one) for one in self.feasts
        )
        yield from sorted(ahead, key=lambda found: found[0])

    def phase(self, moon: Moon, date: CalendarDate) -> str:
        """How much of a moon is seen on a day: one of `PHASES`."""
        age = (self.count(date) + moon.age) % moon.days
        return PHASES[(age * 8 + moon.days // 2) // moon.days % 8]


class DatedNote(Struct, frozen=True, omit_defaults=True):
    """Something that somebody wrote at a day."""

    number: int
    date: CalendarDate
    text: str
    by: str
    secret: bool = False
    """Whether it is for the referee's eyes alone."""


class Diary(Struct, frozen=True, omit_defaults=True):
    """The calendar of a table and what was noted in it."""

    calendar: Calendar
    notes: tuple[DatedNote, ...] = ()

    def noted(self, date: CalendarDate, text: str, by: str, *, secret: bool = False) -> "Diary":
        """The diary with one note more, in the order of their days.

        Secret ones are counted apart, below nought: what others read tells nothing of how many there are.
        """
        known = [abs(one.number) for one in self.notes if one.secret == secret]
        if len(known) >= MOST_NOTES:
            raise Fault(Words(TEXTS, "calendar.full", most=MOST_NOTES))
        if not text or CONTROL.search(text):
            raise Fault(Words(TEXTS, "calendar.no_words"))
        if not self.calendar.has(date):
            raise Fault(Words(TEXTS, "calendar.not_a_day", day=date.day, month=date.month, year=date.year))
        number = (max(known, default=0) + 1) * (-1 if secret else 1)
        more = (*self.notes, DatedNote(number, date, text, by, secret))
        return Diary(self.calendar, tuple(sorted(more, key=lambda one: (self.calendar.count(one.date), one.number))))

    def without(self, number: int, by: str = "") -> "Diary":
        """The same without a note, for whoever wrote it, or for whoever leads the table (nobody named)."""
        kept = tuple(one for one in self.notes if one.number != number or (by and one.by != by))
        if len(kept) == len(self.notes):
            raise Fault(Words(TEXTS, "calendar.no_note", number=number))
        return Diary(self.calendar, kept)

    def under(self, calendar: Calendar) -> "Diary":
        """The same days by another calendar: a note stays as far from the beginning as it was."""
        moved = calendar.count(calendar.first) - self.calendar.count(self.calendar.first)
        notes = (
            DatedNote(one.number, calendar.date(self.calendar.count(one.date) + moved), one.text, one.by, one.secret)
            for one in self.notes
        )
        found = Diary(calendar, tuple(notes))
        if any(not calendar.has(one.date) for one in found.notes):
            raise Fault(Words(TEXTS, "calendar.too_far", first=FIRST_YEAR, last=LAST_YEAR))
        return found

    def seen_by(self, *, referee: bool) -> tuple[DatedNote, ...]:
        """The notes that somebody may read."""
        return tuple(one for one in self.notes if referee or not one.secret)


# ---------------------------------------------------------------- files


def read_calendar(file: str, text: str) -> Calendar:
    """A calendar out of the text of a file; a fault names its line."""
    document = Document(file, text)
    document.mapping()
    found = document.read(Calendar)
    for number, feast in enumerate(found.feasts):
        if not found.has(CalendarDate(1, feast.month, feast.day)):
            raise document.fault(Words(TEXTS, "calendar.no_day", **_day(feast.month, feast.day)), "feasts", number)
    if not found.has(found.first):
        raise document.fault(Words(TEXTS, "calendar.no_day", **_day(found.first.month, found.first.day)), "first")
    for number, moon in enumerate(found.moons):
        if moon.age >= moon.days:
            raise document.fault(
                Words(TEXTS, "calendar.old_moon", age=moon.age, days=moon.days), "moons", number, "age"
            )
    return found


def _day(month: int, day: int) -> dict[str, object]:
    return {"month": month, "day": day}


def calendar_file(place: Path) -> Calendar:
    """The calendar of a file."""
    return read_calendar(place.name, text_of(place))


def minutes_of(state: Any) -> int:
    """What the clock of a table shows; the first day where its game has none."""
    return int(getattr(state, "minutes", 0))


# ---------------------------------------------------------------- words


def date_text(calendar: Calendar, date: CalendarDate, language: Language) -> str:
    """A day in words."""
    month = called(calendar.months[date.month - 1].name, language)
    plain = TEXTS.say(language, "calendar.date", day=date.day, month=month, year=date.year)
    if not calendar.weekdays:
        return plain
    weekday = calendar.weekdays[calendar.count(date) % len(calendar.weekdays)]
    return TEXTS.say(language, "calendar.weekday", weekday=called(weekday, language), date=plain)


class CalendarPage(Struct, frozen=True):
    """A calendar as somebody may read it on a day."""

    name: str
    date: CalendarDate
    today: str
    moons: tuple[str, ...]
    feasts: tuple[str, ...]
    """What is celebrated today."""
    ahead: tuple[str, ...]
    """What comes next, with in how many days."""
    months: tuple[tuple[str, int], ...]
    """Each with its days."""
    notes: tuple["NoteShown", ...]


class NoteShown(Struct, frozen=True):
    """A note as it is read."""

    number: int
    when: str
    text: str
    by: str
    secret: bool
    date: CalendarDate


def calendar_page(diary: Diary, minutes: int, language: Language, *, referee: bool) -> CalendarPage:
    """The page of a calendar: today, its moons and feasts, what comes, and the notes that the reader may see."""
    calendar = diary.calendar
    date = calendar.today(minutes)
    moons = (
        TEXTS.say(
            language, "calendar.moon", moon=called(moon.name, language),
            phase=TEXTS.say(language, f"calendar.phase.{calendar.phase(moon, date)}"),
        )
        for moon in calendar.moons
    )  # fmt: skip
    ahead = (
        TEXTS.say(
            language, "calendar.ahead", days=days, feast=called(feast.name, language),
            date=date_text(calendar, calendar.date(calendar.count(date) + days), language),
        )
        for days, feast in list(calendar.feasts_after(date))[:AHEAD]
    )  # fmt: skip
    notes = (
        NoteShown(
            one.number, date_text(calendar, one.date, language), one.text, _author(one, language), one.secret, one.date
        )
        for one in diary.seen_by(referee=referee)
    )
    return CalendarPage(
        called(calendar.name, language),
        date,
        date_text(calendar, date, language),
        tuple(moons),
        tuple(called(feast.name, language) for feast in calendar.feasts_on(date)),
        tuple(ahead),
        tuple((called(month.name, language), month.days) for month in calendar.months),
        tuple(notes),
    )


def _author(note: DatedNote, language: Language) -> str:
    return TEXTS.say(language, "calendar.referee") if note.by == REFEREE.name else note.by


def page_text(page: CalendarPage, language: Language) -> str:
    """The page of a calendar as plain lines."""
    lines = [page.name, page.today, *page.moons]
    lines += (TEXTS.say(language, "calendar.feast", feast=feast) for feast in page.feasts)
    for head, found in (("calendar.next", page.ahead), ("calendar.notes", map(_note_line, page.notes))):
        lines += ["", TEXTS.say(language, head), *(f"- {one}" for one in found)]
    return "\n".join(lines)


def _note_line(note: NoteShown) -> str:
    return f"{note.number}. {note.when}: {note.text} ({note.by}{', *' if note.secret else ''})"


def plain_calendar() -> Calendar:
    """A calendar to begin with: twelve months of thirty days, a week, one moon and the turns of the year."""
    return calendar_file(CALENDAR)
