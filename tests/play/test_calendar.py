"""Calendars of one's own: days and their names, moons, feasts, notes at their dates, files with faults."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.play.calendar import (
    AHEAD,
    CALENDAR,
    DAY,
    FIRST_YEAR,
    MOST_NOTES,
    PHASES,
    Calendar,
    CalendarDate,
    Diary,
    Feast,
    Month,
    Moon,
    calendar_page,
    page_text,
    plain_calendar,
    read_calendar,
)
from arbitro.text import LANGUAGES, Fault

ODD = Calendar(
    "odd",
    (Month("Long", 40), Month("Short", 1), Month("Middle", 9)),
    weekdays=("One", "Two", "Three"),
    moons=(Moon("Slow", 50), Moon("Quick", 2)),
    feasts=(Feast("Turn", 2, 1), Feast("Start", 1, 1)),
    first=CalendarDate(-3, 3, 9),
)


@given(st.integers(50 * FIRST_YEAR, 500_000))
def test_every_day_has_one_date_and_every_date_one_day(count: int) -> None:
    for calendar in (ODD, plain_calendar()):
        date = calendar.date(count)
        assert calendar.has(date)
        assert calendar.count(date) == count


def test_the_clock_of_a_campaign_says_which_day_it_is() -> None:
    assert ODD.today(0) == ODD.first
    assert ODD.today(DAY - 1) == ODD.first
    assert ODD.today(DAY) == CalendarDate(-2, 1, 1)
    assert ODD.today(DAY * 41) == CalendarDate(-2, 2, 1)
    assert [feast.name for feast in ODD.feasts_on(ODD.today(DAY))] == ["Start"]


def test_feasts_come_back_every_year_the_nearest_first() -> None:
    ahead = list(ODD.feasts_after(CalendarDate(1, 1, 1)))
    assert [(days, feast.name) for days, feast in ahead] == [(40, "Turn"), (50, "Start")]
    assert len(calendar_page(Diary(plain_calendar()), 0, "en", referee=False).ahead) == AHEAD


def test_a_moon_goes_through_all_its_phases_and_is_new_when_it_should_be() -> None:
    moon, calendar = Moon("m", 28), plain_calendar()
    seen = [calendar.phase(moon, calendar.date(day)) for day in range(28)]
    assert list(dict.fromkeys(seen)) == [*PHASES]
    assert (seen[0], seen[7], seen[14], seen[21], seen[27]) == ("new", "first_quarter", "full", "last_quarter", "new")
    assert {ODD.phase(ODD.moons[1], ODD.date(day)) for day in range(9)} == {"new", "full"}


def test_notes_stand_at_their_days_and_secret_ones_are_counted_apart() -> None:
    diary = Diary(ODD)
    for day, text, secret in ((9, "later", False), (2, "hidden", True), (3, "sooner", False), (1, "deep", True)):
        diary = diary.noted(CalendarDate(1, 1, day), text, "Anna", secret=secret)
    assert [one.text for one in diary.notes] == ["deep", "hidden", "sooner", "later"]
    assert [(one.number, one.text) for one in diary.seen_by(referee=False)] == [(2, "sooner"), (1, "later")]
    plain = Diary(ODD).noted(CalendarDate(1, 1, 9), "later", "Anna").noted(CalendarDate(1, 1, 3), "sooner", "Anna")
    assert diary.seen_by(referee=False) == plain.seen_by(referee=False)
    assert [one.text for one in diary.without(-1).without(2).notes] == ["deep", "later"]


def test_whoever_wrote_a_note_takes_it_away_and_nobody_else_but_who_leads() -> None:
    diary = Diary(ODD).noted(ODD.first, "mine", "Anna")
    with pytest.raises(Fault):
        diary.without(1, "Bruno")
    with pytest.raises(Fault):
        diary.without(2)
    assert diary.without(1, "Anna").notes == diary.without(1).notes == ()


def test_a_calendar_holds_so_many_notes_and_only_on_its_days() -> None:
    diary = Diary(ODD)
    with pytest.raises(Fault):
        diary.noted(CalendarDate(1, 2, 2), "x", "Anna")
    with pytest.raises(Fault):
        diary.noted(CalendarDate(1, 4, 1), "x", "Anna")
    for _ in range(MOST_NOTES):
        diary = diary.noted(ODD.first, "x", "Anna")
    with pytest.raises(Fault):
        diary.noted(ODD.first, "x", "Anna")
    assert len(diary.noted(ODD.first, "x", "referee", secret=True).notes) == MOST_NOTES + 1


def test_another_calendar_leaves_notes_as_far_from_the_beginning() -> None:
    diary = Diary(ODD).noted(ODD.today(DAY * 7), "a week in", "Anna").under(plain_calendar())
    (note,) = diary.notes
    assert note.date == plain_calendar().today(DAY * 7)
    assert diary.under(ODD).notes[0].date == ODD.today(DAY * 7)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_reads_in_the_readers_language(language) -> None:
    diary = Diary(plain_calendar()).noted(CalendarDate(1, 4, 2), "x", "referee", secret=True)
    told = page_text(calendar_page(diary, 0, language, referee=True), language)
    assert ("Semina" in told, "Sowing" in told) == (language == "it", language == "en")
    assert "referee" not in told.replace("the referee", "")
    assert "{" not in told


WRONG = (
    ("name: x\nmonths: []\n", 2),
    ("name: x\nmonths:\n  - {name: A, days: 0}\n", 3),
    ("name: x\nmonths:\n  - {name: A, days: 10}\nfeasts:\n  - {name: F, month: 1, day: 11}\n", 5),
    ("name: x\nmonths:\n  - {name: A, days: 10}\nfeasts:\n  - {name: F, month: 2, day: 1}\n", 5),
    ("name: x\nmonths:\n  - {name: A, days: 10}\nfirst: {year: 1, month: 1, day: 12}\n", 4),
    ("name: x\nmonths:\n  - {name: A, days: 10}\nmoons:\n  - {name: M, days: 5, age: 5}\n", 5),
    ("name: x\nmonths:\n  - {name: A, days: 10}\nmoon: 1\n", 4),
    ("name: x\nmonths:\n  - {name: {it: A}, days: 10}\n", 3),
    ("- 1\n", 1),
    ("", 1),
    ("[" * 60_000, 1),
    ("name: x\nmonths:\n" + "  - {name: A, days: 1}\n" * 61, 2),
)


@pytest.mark.parametrize(("text", "line"), WRONG)
def test_what_is_wrong_with_a_file_is_said_with_its_line(text: str, line: int) -> None:
    with pytest.raises(Fault) as fault:
        read_calendar("mine.yaml", text)
    for language, word in (("en", f"mine.yaml, line {line}:"), ("it", f"mine.yaml, riga {line}:")):
        assert fault.value.in_(language).startswith(word)  # type: ignore[arg-type]


def test_the_file_to_begin_with_is_one_to_copy() -> None:
    assert read_calendar("calendar.yaml", CALENDAR.read_text(encoding="utf-8")) == plain_calendar()


@pytest.mark.parametrize("page", ["campaign.md", "it/campagna.md"])
def test_the_calendar_of_the_documentation_is_one(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    (found,) = [part for part in text.split("```yaml\n")[1:] if "\nmonths:" in part]
    assert read_calendar(page, found.partition("```")[0]).first == CalendarDate(512, 1, 12)
