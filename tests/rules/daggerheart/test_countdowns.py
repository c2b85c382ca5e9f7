"""Countdowns that the GM starts in play, linked ones, and those of places."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_conditions import counting, roll

from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.commands import (
    AdvanceCountdown,
    Attack,
    BeginRest,
    Describe,
    EndRest,
    EndScene,
    RequestRoll,
    RestMove,
    Roll,
    SetPlace,
    SkipTime,
    StartCountdown,
)
from arbitro.rules.daggerheart.events import CountdownStarted
from arbitro.rules.daggerheart.state import Condition, Countdown
from arbitro.rules.daggerheart.words import Named

ROLLS = {
    "critical_success": ((5, 5), 3, 0),
    "success_hope": ((9, 4), 2, 0),
    "success_fear": ((4, 9), 1, 1),
    "failure_hope": ((5, 2), 0, 2),
    "failure_fear": ((2, 5), 0, 3),
}


@pytest.mark.rule("DHP-COUNT-01", "DHP-COUNT-02")
@pytest.mark.parametrize(("dice", "progress", "consequence"), ROLLS.values(), ids=ROLLS.keys())
@pytest.mark.parametrize("linked", ["progress", "consequence", "both", "none"])
def test_linked_countdowns_read_the_same_roll_each_in_its_own_column(dice, progress, consequence, linked):
    good = replace(counting("progress", 8), linked="bad" if linked in ("progress", "both") else "")
    bad = Countdown(
        "bad", Named("b", "b"), "consequence", 8, 8, linked="c" if linked in ("consequence", "both") else ""
    )
    bench = roll(play(hero(), countdowns={"c": good, "bad": bad}), *dice, 12)
    found = bench.scene.countdowns
    assert (8 - found["c"].value, 8 - found["bad"].value) == (progress, consequence)


@pytest.mark.rule("DHP-COUNT-01")
def test_a_linked_plan_that_outlasts_the_scene_goes_along():
    plan = Countdown("plan", Named("p", "p"), "long_term", 6, 6, linked="c")
    bench = play(hero(), countdowns={"c": counting("progress", 8)})
    bench.state = replace(bench.state, projects={"plan": plan})
    roll(bench, 9, 4)
    assert bench.state.projects["plan"].value == 4
    assert bench.do(AdvanceCountdown("c")).state.projects["plan"].value == 3


@pytest.mark.rule("DHP-COUNT-01", "DHP-REST-05", "DHP-REST-06")
@pytest.mark.parametrize(("loop", "again"), [("none", 0), ("loop", 3), ("increasing", 4), ("decreasing", 2)])
@pytest.mark.parametrize("how", ["rest", "project", "time"])
def test_a_plan_that_ripens_between_two_scenes_triggers_and_begins_again(how, loop, again):
    """The scene is over, and its agenda with it; a plan is not the scene's."""
    plan = Countdown("plan", Named("p", "p"), "long_term", 3, 1, loop=loop)
    bench = play(hero())
    bench.state = replace(bench.state, projects={"plan": plan})
    bench.do(EndScene())
    if how == "time":
        bench.do(SkipTime("plan"), (6, 2))
    else:
        bench.do(BeginRest("long"))
        bench.do(EndRest("plan"), (4, 1)) if how == "rest" else bench.do(RestMove("ada", "work_on_project"))
    assert bench.only(e.CountdownTriggered).again == again
    assert bench.state.projects["plan"].value == again


# ---------------------------------------------------------------- started in play


@pytest.mark.rule("DHP-COUNT-01")
def test_the_gm_starts_a_countdown_from_a_number_or_from_a_die():
    bench = play(hero()).do(StartCountdown("The guards", 4, kind="consequence"))
    assert bench.scene.countdowns["gm-1"].value == 4
    bench.do(StartCountdown("The fire", die="d6", loop="loop"), (6, 5))
    told = bench.only(CountdownStarted)
    assert (told.countdown.start, told.dice[0].face, told.countdown.loop) == (5, 5, "loop")
    bench.do(StartCountdown("A war", 8, kind="long_term"))
    assert bench.state.projects["gm-3"].name.en == "A war"
    bench.no(StartCountdown("Both", 3, "d6"), "countdown_value")
    bench.no(StartCountdown("Neither"), "countdown_value")
    bench.no(StartCountdown("  ", 3), "countdown_name")
    bench.no(StartCountdown("x", 3, linked="nothing"), "no_countdown")
    hidden = play(hero()).do(StartCountdown("Secret", 3, hidden=True))
    assert hidden.only(CountdownStarted).audience == "referee"


@pytest.mark.rule("DHP-COUNT-01")
def test_both_ways_are_offered_to_the_gm_and_to_nobody_else():
    def offered(bench, seat=REFEREE):
        return [choice for choice in RULES.choices(bench.state, seat) if choice.command == "start_countdown"]

    for bench in (play(hero()), play(hero(), foe(), turn=acting())):
        for choice in offered(bench):
            for filling in choice.fillings():
                assert RULES.allows(bench.state, RULES.command(filling))
        assert [choice.id for choice in offered(bench)] == ["start_countdown/fixed", "start_countdown/random"]
        assert not offered(bench, Seat("ada", "player", frozenset({"ada"})))
    over = play(hero(), ending="closed")
    kinds = {filling["kind"] for choice in offered(over) for filling in choice.fillings()}
    assert kinds == {"long_term"}


# ---------------------------------------------------------------- of places


@pytest.mark.rule("DHP-ENV-01", "DHP-COUNT-02")
@pytest.mark.parametrize(("place", "left"), [("raging_river", 2), ("cliffside_ascent", 10)])
def test_a_crossing_ends_the_scene_and_is_not_won_by_blows(place, left):
    bench = play(hero(), foe(difficulty=5)).do(SetPlace(place))
    bench.do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 4), (8, 1))
    (count,) = bench.scene.countdowns.values()
    assert count.value == count.start
    wade(bench)
    (count,) = bench.scene.countdowns.values()
    assert count.value == left
    while not bench.scene.ending:
        wade(bench)
    assert bench.scene.ending == "success"


def wade(bench: Bench) -> None:
    bench.do(Describe("ada", "on", "agility")).do(RequestRoll("agility", 10)).do(Roll("ada"), *duality(9, 4))


@pytest.mark.rule("DHP-ENV-01", "DHP-STRESS-03")
def test_pitons_hold_only_for_those_who_have_stress_left():
    def slip(**marks):
        bench = play(hero(**marks)).do(SetPlace("cliffside_ascent"))
        wade(bench)
        bench.do(Describe("ada", "on", "agility")).do(RequestRoll("agility", 20)).do(Roll("ada"), *duality(2, 5))
        (count,) = bench.scene.countdowns.values()
        return count.value, bench.hero().stress_marked, bench.hero().hp_marked

    assert slip() == (10, 1, 0)
    assert slip(stress_marked=6) == (11, 6, 0)


# ---------------------------------------------------------------- why a climb's countdown rises


def on_the_cliff(value: int, *conditions: Condition) -> Bench:
    climb = Countdown("climb", Named("La scalata", "The Climb", "f"), "climb", 12, value)
    party = (hero(), hero("bea", conditions=conditions))
    return play(*party, countdowns={"climb": climb})


def climbs(bench: Bench, hope: int, fear: int, *dice: tuple[int, int]) -> list[e.CountdownAdvanced]:
    """Ada climbs; the steps of the countdown."""
    bench.do(Describe("ada", "up", "strength")).do(RequestRoll("strength", 12))
    bench.do(Roll("ada"), *duality(hope, fear, *dice))
    return bench.found(e.CountdownAdvanced)


@pytest.mark.rule("DHP-COUNT-01", "DHP-COND-06", "DHP-ENV-01")
def test_the_action_that_saves_nobody_counts_before_the_fall():
    slipping = Condition("slipping", "place", "stated")
    bench = on_the_cliff(11, slipping)
    own, fell = climbs(bench, 7, 7, (12, 5))
    assert [(own.value, own.why), (fell.value, fell.why, fell.who)] == [(8, ""), (10, "fall", "bea")]
    said = tell(RULES, bench.state, fell, "en")
    assert said == "Bea hits the ground, and the top is farther away: countdown “The Climb” goes up to 10."
    assert explain(RULES, bench.state, fell, "en").numbers == ("countdown: 8 before +2 for whoever fell = 10",)


@pytest.mark.rule("DHP-COND-06")
def test_how_deep_one_falls_goes_by_where_the_hold_was_lost():
    slipping = Condition("slipping", "place", "stated")
    bench = on_the_cliff(3, slipping)
    climbs(bench, 9, 4, (12, 5), (12, 1), (12, 1))
    assert len(bench.only(e.DamageRolled).dice) == 3


@pytest.mark.rule("DHP-COUNT-01")
def test_a_bad_failure_says_who_slips():
    bench = on_the_cliff(9)
    (slip,) = climbs(bench, 2, 3)
    said = "Ada scivola indietro: il conto alla rovescia «La scalata» risale: ora 10."
    assert tell(RULES, bench.state, slip, "it") == said
    top = on_the_cliff(12)
    assert climbs(top, 2, 3) == []


@pytest.mark.rule("DHP-ENV-01", "DHP-STRESS-01")
def test_pitons_that_hold_are_named():
    bench = on_the_cliff(9)
    bench.state = replace(bench.state, scene=replace(bench.scene, place=BOOKS.places["cliffside_ascent"]))
    assert climbs(bench, 2, 3) == []
    assert "Pitons Left Behind" in tell(RULES, bench.state, bench.only(e.FeatureUsed), "en")
