"""Previously: the last evening in five lines, of those that the seat has been told."""

from typing import Any

from tests.play.watching import watched

from arbitro.kernel.log import Entry
from arbitro.kernel.noting import witness_of
from arbitro.kernel.recap import FEW, Recalled, last_evening, previously, recalled, was_away
from arbitro.kernel.seat import REFEREE, SPECTATOR
from arbitro.play.players import PLAYERS


def line(hour: int, text: str, prose: str = "", day: int = 1) -> Recalled:
    return Recalled(f"2026-03-{day:02d}T{hour:02d}:00:00+00:00", text, prose)


def test_an_evening_begins_after_a_long_pause() -> None:
    lines = [line(20, "a"), line(22, "b"), line(20, "c", day=3), line(23, "d", day=3)]
    assert [one.text for one in last_evening(lines)] == ["c", "d"]
    assert [one.text for one in last_evening([Recalled("", "a"), Recalled("", "b")])] == ["a", "b"]


def test_the_moments_that_matter_and_where_the_table_stands() -> None:
    lines = [line(20, str(number), "told" if number % 2 else "") for number in range(20)]
    assert [one.text for one in previously(lines)] == ["11", "13", "15", "17", "19"]
    assert [one.text for one in previously([*lines, line(20, "here")])] == ["13", "15", "17", "19", "here"]
    assert [one.text for one in previously([line(20, str(number)) for number in range(9)])] == list("45678")
    assert previously([line(20, "a", "A")]) == (line(20, "a", "A"),)
    assert previously([]) == ()


def test_who_has_just_been_there_is_told_nothing() -> None:
    lines = [line(20, "a")]
    assert not was_away(lines, "2026-03-01T20:10:00+00:00")
    assert was_away(lines, "2026-03-02T20:10:00+00:00")
    assert not was_away([], "2026-03-02T20:10:00+00:00")
    assert not was_away([Recalled("", "a")], "2026-03-02T20:10:00+00:00")


def test_a_seat_recalls_only_what_it_was_told() -> None:
    entries: list[Entry[Any, Any]] = []
    for number, step in enumerate(watched("whitebox", 1, 120, PLAYERS["plain"])):
        campaign, entry = step.table.ruleset, step.entry
        entries.append(Entry(number, "", entry.events, then=witness_of(campaign, entry, step.before, step.after)))
    (seat,) = campaign.seats(step.after)[:1]
    told = recalled(campaign, seat, entries, "it")
    everything = [one.text for one in recalled(campaign, REFEREE, entries, "it")]
    assert 0 < len(previously(told)) <= FEW
    assert len(told) < len(everything)
    assert previously(recalled(campaign, SPECTATOR, entries, "en"))
