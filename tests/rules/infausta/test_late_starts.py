"""Journeys that do not begin in the morning: what is left of the day, or the evening first, then the night."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.camp import RULES, Wilds, found, one, only, road

from arbitro.kernel.seat import REFEREE
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.commands import (
    AllowNightMarch,
    AnnounceWeather,
    BreakCamp,
    ChooseHeading,
    ConductMarch,
    EndJourney,
    MakeCamp,
    MarchOn,
    MarkFrail,
    StartJourney,
)
from arbitro.rules.whitebox.people.commands import Rest
from arbitro.rules.whitebox.people.events import Rested

HOUR = 60
MORNING = 24 * HOUR
QUIET = (6, 6)


def begun(hours: float, *who, **more) -> Wilds:
    """A journey from mill to tower, two days of road, begun so many hours after the morning."""
    return Wilds(*who, land=more.pop("land", road(2)), at="mill", goal="tower", spent=int(hours * HOUR), **more)


def clock(wilds: Wilds, hours: float) -> float:
    """Hours since the morning, of a journey that began so late."""
    return wilds.state.minutes / HOUR + hours


def night_march(wilds: Wilds) -> list:
    """Through the night, as far as the night's check."""
    return [
        *wilds.do(MarchOn()),
        *wilds.do(AnnounceWeather("clear")),
        *wilds.do(ChooseHeading("tower")),
        *wilds.do(ConductMarch("tower"), QUIET),
    ]


@pytest.mark.rule("IS-WILD-01", "IS-WILD-03", "IS-WILD-08")
@pytest.mark.parametrize("hours", [0, 1.5, 6])
def test_with_half_a_day_ahead_the_day_counts_and_evening_comes_at_its_hour(hours):
    wilds = begun(hours)
    assert (wilds.journey.day, wilds.journey.step) == (1, "weather")
    wilds.do(AnnounceWeather("clear"))
    checks = wilds.do(ChooseHeading("tower"), QUIET, QUIET)
    assert [check.when for check in found(checks, e.WildernessChecked)] == ["day", "day"]
    assert only(wilds.do(ConductMarch("tower")), e.Marched).miles == "12"
    assert wilds.journey.step == "camp"
    assert clock(wilds, hours) == 12
    wilds.do(MakeCamp("none"), QUIET)
    wilds.do(BreakCamp())
    assert (wilds.journey.day, wilds.journey.spent, clock(wilds, hours)) == (2, 0, 24)


@pytest.mark.rule("IS-WILD-01", "IS-WILD-07")
def test_a_day_without_travel_that_begins_late_ends_at_dusk():
    wilds = begun(4)
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading(), QUIET, QUIET)
    assert (wilds.journey.step, clock(wilds, 4)) == ("camp", 12)


@pytest.mark.rule("IS-WILD-01", "IS-WILD-08", "IS-WILD-17", "IS-WILD-18")
@pytest.mark.parametrize(
    ("hours", "evening", "morning"),
    [(6.5, 12, 24), (11, 12, 24), (12, 12, 24), (12.5, 12.5, 24), (18, 18, 24), (19, 19, 25), (23.5, 23.5, 29.5)],
)
def test_later_the_evening_comes_first_and_the_next_morning_is_the_first_day(hours, evening, morning):
    wilds = begun(hours)
    assert (wilds.journey.day, wilds.journey.step, clock(wilds, hours)) == (0, "camp", evening)
    assert wilds.refused(BreakCamp()).values["fault"] == "step.night"
    checks = found(wilds.do(MakeCamp("all"), QUIET), e.WildernessChecked)
    assert [check.when for check in checks] == ["night"]
    events = wilds.do(BreakCamp())
    assert only(events, e.NightPassed).variant() == ("camp.late" if morning > 24 else "camp")
    assert (clock(wilds, hours), wilds.state.sleepless) == (morning, {})
    assert (wilds.journey.day, wilds.journey.step, wilds.journey.spent) == (1, "weather", (morning - 24) * HOUR)
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading("tower"), QUIET, QUIET)
    wilds.do(ConductMarch("tower"))
    assert (wilds.journey.step, clock(wilds, hours)) == ("camp", 36)


@pytest.mark.rule("IS-WILD-05", "IS-WILD-08", "IS-WILD-11", "IS-WILD-18")
@pytest.mark.parametrize("hours", [8, 12.5, 18])
def test_a_march_begun_by_night_costs_the_nights_rest(hours):
    wilds = begun(hours)
    events = night_march(wilds)
    assert [check.when for check in found(events, e.WildernessChecked)] == ["night"]
    assert len(found(events, e.WayChecked)) == 1
    assert only(events, e.Marched).miles == "12"
    wilds.do(BreakCamp())
    assert (clock(wilds, hours), wilds.state.sleepless) == (24, {"berto": 1})
    assert (wilds.journey.day, wilds.journey.step, wilds.journey.gone) == (1, "weather", "12")


@pytest.mark.rule("IS-WILD-11")
def test_with_less_than_half_the_night_left_one_may_only_wait_awake():
    wilds = begun(20)
    events = wilds.do(MarchOn(), QUIET)
    assert only(events, e.NightMarched).variant() == "awake"
    assert not found(events, e.Marched)
    wilds.do(BreakCamp())
    assert (clock(wilds, 20), wilds.state.sleepless, wilds.journey.gone) == (24, {"berto": 1}, "0")


@pytest.mark.rule("IS-WILD-11", "IS-OUT-02")
def test_a_nights_march_is_not_doubled_and_may_be_thought_better_of():
    wilds = begun(13)
    wilds.do(MarchOn())
    wilds.do(AnnounceWeather("clear"))
    assert wilds.refused(ChooseHeading("tower", forced=True)).code == "no_haste_by_night"
    assert only(wilds.do(ChooseHeading(), QUIET), e.NightMarched).awake
    wilds.do(BreakCamp())
    assert (clock(wilds, 13), wilds.state.sleepless) == (24, {"berto": 1})


@pytest.mark.rule("IS-WILD-10")
@pytest.mark.parametrize(("word", "step"), [("yes", "weather"), ("no", "camp")])
def test_those_who_need_rest_need_the_referees_leave(word, step):
    wilds = begun(12)
    wilds.do(MarkFrail("berto"))
    wilds.do(MarchOn())
    wilds.do(AllowNightMarch(word))
    assert (wilds.journey.day, wilds.journey.step) == (0, step)


@pytest.mark.rule("IS-WILD-16")
def test_nobody_sets_out_into_a_fourth_night():
    wilds = begun(13)
    wilds.state = replace(wilds.state, sleepless={"berto": 3})
    assert wilds.refused(MarchOn()).rules == ("IS-WILD-16",)


@pytest.mark.rule("IS-WILD-01")
def test_a_journey_may_end_before_its_first_day_or_with_the_night():
    wilds = begun(13)
    ended = only(wilds.do(EndJourney()), e.JourneyEnded)
    assert ended.variant() == "ended.first"
    wilds = begun(13, land=road(1))
    night_march(wilds)
    assert only(wilds.do(BreakCamp()), e.JourneyEnded).variant() == "arrived.first"


@pytest.mark.rule("IS-WILD-01")
@pytest.mark.parametrize("spent", [-1, MORNING])
def test_the_hour_is_one_of_the_day(spent):
    wilds = begun(0)
    wilds.do(EndJourney())
    assert wilds.refused(StartJourney(road(2), "mill", "tower", spent=spent)).rules == ("IS-WILD-01",)


@pytest.mark.rule("IS-WILD-11")
def test_days_of_rest_in_town_are_nights_of_sleep_too():
    wilds = begun(20, one("berto"), one("dalia"))
    wilds.do(MarchOn(), QUIET)
    wilds.do(BreakCamp())
    assert wilds.state.sleepless == {"berto": 1, "dalia": 1}
    wilds.do(EndJourney())
    assert len(found(wilds.do(Rest(1)), Rested)) == 2
    assert wilds.state.sleepless == {}


@pytest.mark.rule("IS-WILD-08")
@pytest.mark.parametrize(
    ("hours", "late", "offered"),
    [(7, "", ""), (12, "", ""), (15, "", "late"), (18, "", "late"), (18.5, "near", "late")],
)
def test_evening_is_told_at_dusk_alone(hours, late, offered):
    out = begun(0)
    out.do(EndJourney())
    events = out.do(StartJourney(road(2), "mill", "tower", spent=int(hours * HOUR)))
    assert only(events, e.TooLateToday).variant() == late
    assert only(events, e.CampOffered).variant() == offered


@pytest.mark.rule("IS-WILD-01")
@pytest.mark.parametrize("language", ["it", "en"])
def test_no_day_is_shown_before_the_first(language):
    wilds = begun(13)
    shown = RULES.picture(wilds.state, REFEREE, language)[0]
    assert "0" not in shown
    assert not any(word in shown for word in ("sera", "evening"))
