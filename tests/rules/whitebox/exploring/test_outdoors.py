"""Days on the road, forced marches, hard country, and rounds counted in yards."""

import pytest
from tests.rules.sums import adds_up
from tests.rules.whitebox.arena import RULES, Arena, fight_with, sixes, someone
from tests.rules.whitebox.exploring.delve import Delve, door, draft, of_folk, place, troop
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import Move
from arbitro.rules.whitebox.exploring.commands import Engage, Go, JudgeTerrain, JudgeWay, Meet, PassTurns, Travel
from arbitro.rules.whitebox.exploring.events import (
    MilesWasted,
    Reminder,
    Travelled,
    TurnsBooked,
    WanderingRolled,
    WayRolled,
)
from arbitro.rules.whitebox.people.load import party_rate

ROAD = (place("hall", outdoors=True, terrain="open"),)


def marched(rate: int, terrain: str = "settled", forced: bool = False, factor: str = "") -> int:
    """Miles of a day's march at a rate."""
    folk = "human" if rate in (12, 9, 6) else "dwarf"
    load = {12: 0, 9: 90, 6: 120, 3: 200}[rate]
    delve = Delve(of_folk("berto", folk, gold=load * 10), places=ROAD)
    assert party_rate(RULES.at(delve.state)) == rate
    lost = sixes(6) if RULES.content.exploration.terrains[terrain].lost else []
    dice = [*lost, *sixes(6)]
    if not factor:
        return only(delve.do(Travel(terrain, forced), *dice), Travelled).miles
    delve.do(Travel(terrain, forced))
    return only(delve.do(JudgeTerrain(factor), *dice), Travelled).miles


@pytest.mark.rule("WB-OUTDOOR-01")
@pytest.mark.parametrize("rate", [12, 9, 6, 3])
def test_the_rate_is_the_miles_of_a_day(rate):
    assert marched(rate) == rate


@pytest.mark.rule("WB-OUTDOOR-01")
def test_a_mixed_group_goes_at_the_rate_of_its_slowest():
    delve = Delve("berto", of_folk("dorin", "dwarf"), places=ROAD)
    assert only(delve.do(Travel("settled"), *sixes(6)), Travelled).miles == 9
    assert delve.state.minutes == 24 * 60
    assert delve.out.miles == 9


@pytest.mark.rule("WB-OUTDOOR-01", "WB-OUTDOOR-04")
@pytest.mark.parametrize(
    ("terrain", "goal", "miles"), [("settled", 5, 5), ("settled", 40, 12), ("hills_mountains", 5, 5)]
)
def test_a_march_goes_no_farther_than_its_goal(terrain, goal, miles):
    delve = Delve(places=ROAD)
    events = delve.do(Travel(terrain, miles=goal), *(sixes(6) if terrain == "settled" else ()))
    if terrain != "settled":
        events = delve.do(JudgeTerrain("1"), *sixes(6, 6))
    told = only(events, Travelled)
    assert (told.miles, delve.out.miles, told.spared) == (miles, miles, 12 - miles)
    for each in told.sums():
        adds_up(each)


@pytest.mark.rule("WB-TIME-01", "WB-OUTDOOR-01")
def test_turns_are_counted_from_when_the_party_comes_in_from_the_open():
    inside = (door("arch", ("hall", "cell"), passage=True),)
    delve = Delve(places=ROAD, doors=inside, torches=1)
    delve.do(Travel("settled"), *sixes(6))
    delve.do(Go("arch"))
    told = only(delve.do(PassTurns()), TurnsBooked)
    assert told.turns - told.under_sky == 1
    assert tell(RULES, delve.state, told, "en") == "Turn 1 of the expedition is over."
    assert RULES.view(delve.state, REFEREE).expedition.turns == 1


@pytest.mark.rule("WB-OUTDOOR-02")
@pytest.mark.parametrize(("rate", "miles"), [(9, 18), (6, 12), (3, 6)])
def test_a_forced_march_doubles_it(rate, miles):
    assert marched(rate, forced=True) == miles


@pytest.mark.rule("WB-OUTDOOR-02")
def test_the_referee_is_reminded_that_a_forced_march_has_no_printed_cost():
    delve = Delve(places=ROAD)
    told = found(delve.do(Travel("settled", True), *sixes(6)), Reminder)
    assert [(event.what, event.audience) for event in told] == [("forced_march", "referee")]
    assert not found(delve.do(Travel("settled"), *sixes(6)), Reminder)


@pytest.mark.rule("WB-OUTDOOR-03")
@pytest.mark.parametrize(("rate", "yards"), [(9, 30), (12, 40), (6, 20), (3, 10), (10, 33)])
def test_outdoors_a_round_is_counted_in_yards(rate, yards):
    outside = fight_with(someone("a", rate=rate, outdoors=True), someone("b", "B", at=500))
    outside.do(Move("a", yards * 3))
    assert outside["a"].at == yards * 3
    inside: Arena = fight_with(someone("a", rate=rate), someone("b", "B", at=500))
    assert inside.refused(Move("a", yards + 1)).code == "too_far"
    assert outside.refused(Move("a", yards * 3 + 1)).code in ("too_far", "moved_already")


@pytest.mark.rule("WB-OUTDOOR-03")
def test_whoever_is_met_outdoors_moves_by_the_yard_too():
    delve = Delve(places=ROAD, troops=(troop(),))
    delve.do(Meet("orcs"), *sixes(6, 6), *sixes(1, 1, 1, 1))
    assert delve.out.meeting.distance == 4 * 10 * 3
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    assert all(one.profile.outdoors for one in delve.state.fight.combatants.values())


@pytest.mark.rule("WB-OUTDOOR-04")
def test_hard_country_is_proposed_and_never_applied_silently():
    assert marched(12, "swamp_jungle", factor="1/2") == 6  # the proposal accepted
    assert marched(12, "swamp_jungle", factor="1") == 12  # and declined
    assert marched(9, "hills_mountains", forced=True, factor="1/2") == 9


@pytest.mark.rule("WB-OUTDOOR-04")
def test_the_proposal_is_the_tables_own():
    for option, factor in ((None, "1/2"), ("1/3", "1/3")):
        delve = Delve(places=ROAD, **({} if option is None else {"rough_terrain_factor": option}))
        delve.do(Travel("swamp_jungle"))
        assert delve.state.awaiting[0].values["proposed"] == factor
        assert RULES.suggest(delve.state, REFEREE) == JudgeTerrain(factor)
        assert delve.refused(JudgeTerrain("a half")) == "bad_factor"
        assert delve.refused(JudgeTerrain("0")) == "bad_factor"
        delve.do(JudgeTerrain(factor), *sixes(6, 6))
    assert delve.out.miles == 4


def test_the_way_may_be_lost_and_somebody_met():
    delve = Delve(places=ROAD)
    assert only(delve.do(Travel("open"), *sixes(1)), WayRolled).lost
    assert delve.out.lost
    assert not only(delve.do(JudgeWay("nothing"), *sixes(6)), WanderingRolled).check.success


def test_nobody_marches_for_days_indoors():
    assert Delve().refused(Travel("open")) == "not_outdoors"
    heavy = Delve(draft("berto", gold=4000), places=ROAD)
    assert heavy.refused(Travel("open")) == "cannot_move"


# -------------------------------------------------------------------- the way lost


def lost(**options) -> Delve:
    """A party that marched twelve miles through open country and lost its way."""
    delve = Delve(places=ROAD, **options)
    delve.do(Travel("open"), *sixes(1))
    return delve


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize(("worth", "counted"), [("nothing", 0), ("half", 6), ("all", 12)])
def test_the_referee_says_what_the_march_of_the_lost_was_worth(worth, counted):
    delve = lost()
    assert delve.state.awaiting[0].kind == "way"
    events = delve.do(JudgeWay(worth), *sixes(6))
    assert delve.out.miles == counted
    wasted = found(events, MilesWasted)
    assert [(event.miles, event.total, event.audience) for event in wasted] == (
        [] if counted == 12 else [(12 - counted, counted, "")]
    )
    assert len(found(events, WanderingRolled)) == 1
    assert not delve.state.awaiting


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize("worth", ["nothing", "half", "all"])
def test_the_automatic_referee_goes_by_the_option_about_the_way_lost(worth):
    delve = lost(lost_way=worth)
    assert RULES.suggest(delve.state, REFEREE) == JudgeWay(worth)


@pytest.mark.rule("WB-CORE-02")
def test_nobody_is_asked_about_a_way_that_was_kept_and_players_are_not_told_of_the_die():
    delve = Delve(places=ROAD)
    events = delve.do(Travel("open"), *sixes(2, 6))
    assert not delve.state.awaiting
    assert delve.out.miles == 12
    assert only(events, WayRolled).audience == "referee"
