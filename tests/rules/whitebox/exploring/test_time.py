"""Turns, rounds and the clock: minutes are exact, and turns are booked as they fill."""

import pytest
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import Delve, door, draft, place, troop
from tests.rules.whitebox.people.camp import found, only

from arbitro.rules.whitebox.commands import EndFight, EndTurn
from arbitro.rules.whitebox.exploring.commands import (
    AdvanceClock,
    Engage,
    Go,
    Listen,
    Meet,
    OpenDoor,
    PassTurns,
    Search,
    WalkAbout,
)
from arbitro.rules.whitebox.exploring.events import TurnsBooked, Walked
from arbitro.rules.whitebox.people.commands import Rest


@pytest.mark.rule("WB-TIME-01")
@pytest.mark.parametrize(("turns", "minutes"), [(3, 30), (6, 60), (24, 240)])
def test_a_turn_is_ten_minutes(turns, minutes):
    delve = Delve(places=(place("hall", safe=True),))
    delve.do(PassTurns(turns))
    assert delve.state.minutes == minutes
    assert delve.out.turns == turns


@pytest.mark.rule("WB-TIME-01")
def test_turns_have_limits():
    delve = Delve()
    assert delve.refused(PassTurns(0)) == "bad_turns"
    assert delve.refused(PassTurns(145)) == "bad_turns"


@pytest.mark.rule("WB-TIME-02", "WB-TIME-03")
def test_minutes_are_not_rounded_and_ten_rounds_fill_a_turn():
    delve = Delve(doors=(door(),))
    for _ in range(7):
        delve.do(OpenDoor("berto", "oak"), *sixes(6))
    assert delve.state.minutes == 7
    assert delve.out.turns == 0
    for _ in range(2):
        delve.do(OpenDoor("berto", "oak"), *sixes(6))
    booked = only(delve.do(OpenDoor("berto", "oak"), *sixes(6)), TurnsBooked)
    assert booked.turns == 1
    assert delve.state.minutes == 10


@pytest.mark.rule("WB-TIME-02", "WB-TIME-03")
def test_a_fight_of_fifteen_rounds_is_a_turn_and_five_rounds():
    delve = Delve(troops=(troop(),), surprise_method="roll")
    delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1))  # no surprise on either side, 20 feet
    events = delve.do(Engage("party"), (6, 4), *sixes(6, 1))  # hit points, initiative
    assert not found(events, TurnsBooked)
    for _ in range(15):
        for side in delve.state.fight.initiative:
            events += delve.do(EndTurn(side[0]))
    assert delve.state.minutes == 15
    assert [event.turns for event in found(events, TurnsBooked)] == [1]
    delve.do(EndFight(("party", "foes")))
    assert delve.out.meeting is None


@pytest.mark.rule("WB-TIME-04")
def test_the_referee_moves_the_clock_by_any_amount():
    delve = Delve(places=(place("hall", safe=True),))
    delve.do(AdvanceClock(180))
    assert delve.out.turns == 18  # for every running duration
    assert delve.refused(AdvanceClock(0)) == "bad_minutes"
    assert delve.refused(AdvanceClock(600_000)) == "bad_minutes"


@pytest.mark.rule("WB-TIME-04")
def test_days_of_rest_are_turns_too():
    delve = Delve(places=(place("hall", safe=True),))
    delve.do(Rest(1))
    assert delve.out.turns == 144


@pytest.mark.rule("WB-TIME-01")
def test_members_work_side_by_side_and_the_party_waits_for_the_slowest():
    two = Delve("berto", "dalia", doors=(door(passage=True),))
    two.do(Listen("berto", "oak"), *sixes(6))
    assert two.refused(Search("berto")) == "busy"
    two.do(Search("dalia"))
    assert two.state.minutes == 0
    two.do(Go("oak"))
    assert two.state.minutes == 10
    assert two.out.at == "cell"


@pytest.mark.rule("WB-MOVE-02", "WB-MOVE-03", "WB-MOVE-04", "WB-MOVE-06", "WB-MOVE-07")
@pytest.mark.parametrize(
    ("pace", "reading", "minutes"),
    [
        ("normal", "rate_per_move", 10),
        ("careful", "rate_per_move", 20),
        ("running", "rate_per_move", 5),
        ("normal", "rate_per_turn", 20),
    ],
)
def test_a_walk_of_240_feet_at_rate_12(pace, reading, minutes):
    delve = Delve(movement_reading=reading)
    walked = only(delve.do(WalkAbout(240, pace)), Walked)
    assert walked.minutes == minutes == delve.state.minutes


@pytest.mark.rule("WB-MOVE-01", "WB-OUTDOOR-01")
def test_the_party_goes_at_the_rate_of_its_slowest():
    delve = Delve("berto", draft("nano", folk="dwarf"))
    assert only(delve.do(WalkAbout(180)), Walked).minutes == 10  # 90 feet a move


@pytest.mark.rule("WB-MOVE-03")
def test_a_walk_has_its_limits():
    delve = Delve()
    assert delve.refused(WalkAbout(0)) == "bad_feet"
    assert delve.refused(WalkAbout(10, "combat")) == "bad_pace"
