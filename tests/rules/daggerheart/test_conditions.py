"""Conditions, ranges and movement, cover; countdowns."""

from typing import get_args

import pytest
from tests.rules.daggerheart.bench import BOOKS, BOW, RULES, SHORTBOW, Bench, acting, duality, foe, hero, play, printed

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart.commands import (
    AddCountdown,
    AdvanceCountdown,
    Attack,
    CallReaction,
    Describe,
    EndCondition,
    FoeAttack,
    Move,
    NoRoll,
    React,
    RequestRoll,
    Roll,
    SetCondition,
    SetCover,
    Shed,
)
from arbitro.rules.daggerheart.conditions import end_conditions
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.events import AttackRolled, ConditionLost, CountdownTriggered
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.presence import has_condition, is_exposed
from arbitro.rules.daggerheart.ranges import band_of
from arbitro.rules.daggerheart.resources import clear_hp
from arbitro.rules.daggerheart.state import Condition, Countdown
from arbitro.rules.daggerheart.words import Named, Until

VULNERABLE = Condition("vulnerable", "x", "scene")


@pytest.mark.rule("DHP-COND-01", "DHP-COND-04", "DHP-GEN-03")
def test_the_same_condition_counts_once_and_lasts_as_long_as_any_source():
    assert {name for name in BOOKS.conditions if name in ("hidden", "restrained", "vulnerable")} == {
        "hidden",
        "restrained",
        "vulnerable",
    }
    twice = hero(conditions=(VULNERABLE, Condition("vulnerable", "y", "rest")))
    bench = play(twice, foe(), turn=acting()).do(FoeAttack("orc", "ada"), (20, 2), (20, 3))
    assert len(bench.only(AttackRolled).others) == 1
    once = play(hero(), foe()).do(SetCondition("ada", "vulnerable"))
    once.no(SetCondition("ada", "vulnerable"), "already_there")
    scene = begin(RULES.rules, play(twice).state, ScriptedDice())
    end_conditions(scene, "ada", "scene")
    assert is_exposed(load_library(), scene.state.party["ada"])
    end_conditions(scene, "ada", "rest")
    assert not is_exposed(load_library(), scene.state.party["ada"])


@pytest.mark.rule("DHP-COND-01")
@pytest.mark.parametrize("until", get_args(Until))
def test_what_ends_from_several_sources_at_once_is_told_once(until):
    for name in BOOKS.conditions:
        ends_once(name, until)


def ends_once(name, until):
    """Nobody hears that a condition stays which the next line takes away; one that does stay is told to stay."""
    sources = (Condition(name, "x", until), Condition(name, "y", until))
    for more in ((), (Condition(name, "z", "stated" if until != "stated" else "scene"),)):
        running = begin(RULES.rules, play(hero(conditions=(*sources, *more))).state, ScriptedDice())
        end_conditions(running, "ada", until)
        (lost,) = running.events
        assert isinstance(lost, ConditionLost)
        assert (lost.still, lost.source, lost.along) == (bool(more), "x", ("y",))
        assert running.state.party["ada"].conditions == more


@pytest.mark.rule("DHP-COND-01")
def test_healing_what_two_foes_did_is_one_line():
    hobbled = tuple(Condition("hobbled", source, "healed") for source in ("orc", "mate"))
    bench = play(hero(hp_marked=2, conditions=hobbled), foe())
    running = begin(RULES.rules, bench.state, ScriptedDice())
    clear_hp(running, "ada", 1)
    told = [tell(RULES, running.state, one, "it") for one in running.events if isinstance(one, ConditionLost)]
    assert told == ["Ada non è più nella condizione «Azzoppata»."]


@pytest.mark.rule("DHP-COND-02", "DH-ADV-03")
def test_hidden():
    unseen = hero(evasion=10, conditions=(Condition("hidden", "referee", "hidden"),))
    bench = play(unseen, foe(bonus=1), turn=acting()).do(FoeAttack("orc", "ada"), (20, 18), (20, 7))
    assert (bench.only(AttackRolled).check.total, bench.only(AttackRolled).hit) == (8, False)
    strike = play(unseen, foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(2, 9))
    assert strike.hero().conditions == ()
    seen = play(unseen, foe()).do(EndCondition("ada", "hidden"))
    assert seen.hero().conditions == ()


@pytest.mark.rule("DHP-COND-03")
def test_restrained():
    held = hero(conditions=(Condition("restrained", "orc", "temporary", ("strength",), 13),))
    bench = play(held, foe(), foe("far", at=30))
    bench.no(Move("ada", 20), "restrained")
    bench.no(Attack("ada", "far"), "out_of_reach")
    bench.do(Attack("ada", "orc"))


@pytest.mark.rule("DHP-COND-04", "DHP-RANGE-04", "DHP-ADV-03")
def test_vulnerable_and_cover_cancel():
    soft = foe(conditions=(VULNERABLE,))
    play(hero(), soft).do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 4, (6, 1)), (8, 1))
    covered = play(hero(weapons=(BOW,)), foe(at=60, conditions=(VULNERABLE,), cover="partial")).do(Attack("ada", "orc"))
    covered.do(Roll("ada"), *duality(3, 4))


@pytest.mark.rule("DHP-COND-05")
def test_a_pc_sheds_a_temporary_condition_by_a_roll():
    held = hero(strength=1, conditions=(Condition("restrained", "orc", "temporary", ("strength",), 13),))
    bench = play(held, foe())
    bench.no(Shed("ada", "restrained", "agility"), "wrong_trait")
    bench.no(Shed("ada", "hidden", "agility"), "no_condition")
    bench.do(Shed("ada", "restrained", "strength"))
    failed = Bench(bench.state).do(Roll("ada"), *duality(7, 4))
    assert has_condition(failed.hero(), "restrained")
    bench.do(Roll("ada"), *duality(8, 4))
    assert bench.hero().conditions == ()


@pytest.mark.rule("DHP-COND-06")
def test_a_special_condition_ends_only_as_it_states():
    wet = hero(conditions=(Condition("vulnerable", "place", "stated"),))
    bench = play(wet, place="raging_river")
    bench.no(Shed("ada", "vulnerable", "agility"), "special_condition")
    bench.do(EndCondition("ada", "vulnerable"))
    assert bench.hero().conditions == ()


@pytest.mark.rule("DHP-COND-06", "DHP-STRESS-01")
def test_poison_and_bonds_take_their_toll():
    sick = hero(conditions=(Condition("poisoned", "s", "rest"), Condition("enveloped", "o", "source")))
    bench = play(sick).do(Describe("ada")).do(RequestRoll("agility", 12)).do(Roll("ada"), (6, 4), *duality(9, 4))
    assert bench.hero().stress_marked == 2
    well = play(sick).do(Describe("ada")).do(RequestRoll("agility", 12)).do(Roll("ada"), (6, 5), *duality(9, 4))
    assert well.hero().stress_marked == 1


@pytest.mark.rule("DHP-RANGE-01")
def test_ranges_are_maxima():
    state = play().state
    assert [band_of(load_library(), state, feet) for feet in (5, 10, 30, 100, 300, 301)] == [
        "melee",
        "very_close",
        "close",
        "far",
        "very_far",
        "out_of_range",
    ]
    close = BOOKS.weapons["shortstaff"]
    play(hero(weapons=(close,)), foe(at=5)).do(Attack("ada", "orc"))
    play(hero(weapons=(close,), conditions=(Condition("restrained", "x"),)), foe(at=60)).no(
        Attack("ada", "orc"), "out_of_reach"
    )


@pytest.mark.rule("DHP-RANGE-02")
@pytest.mark.parametrize(
    ("on", "feet", "band"), [(True, 30, "close"), (True, 35, "far"), (True, 12, "very_close"), (False, 12, "close")]
)
def test_squares_are_an_option(on, feet, band):
    state = play(options={"defined_ranges": on}).state
    assert band_of(load_library(), state, feet) == band
    assert [BOOKS.guidance.squares[each] for each in ("melee", "very_close", "close", "far")] == [1, 3, 6, 12]


@pytest.mark.rule("DHP-RANGE-03", "DH-DIFF-11")
def test_movement_under_pressure():
    bench = play(hero(), foe(at=30)).do(Attack("ada", "orc"))
    assert bench.hero().at == 25  # into Melee as part of the attack
    far = play(hero(), foe(at=90))
    far.no(Attack("ada", "orc"), "out_of_reach")
    far.do(Move("ada", 85))
    assert far.asked == "call"
    assert "DH-DIFF-11" in far.events[0].rules
    moved = Bench(far.state).do(RequestRoll("agility", 10)).do(Roll("ada"), *duality(9, 4))
    assert moved.hero().at == 85
    failed = Bench(far.state).do(RequestRoll("agility", 20)).do(Roll("ada"), *duality(9, 4))
    assert failed.hero().at == 0
    assert far.do(NoRoll()).hero().at == 85
    assert play(hero(), in_danger=False).do(Move("ada", 200)).hero().at == 200


@pytest.mark.rule("DHP-RANGE-04")
def test_cover_and_line_of_sight():
    bench = play(hero(), foe(), turn=acting()).do(SetCover("ada", "partial"))
    bench.do(FoeAttack("orc", "ada"), (20, 3))  # a sword goes round a pillar
    archer = play(hero(at=60), foe(attack=SHORTBOW), turn=acting())
    archer.do(SetCover("ada", "partial")).do(FoeAttack("orc", "ada"), (20, 18), (20, 3))
    hidden = play(hero(weapons=(BOW,)), foe(at=60)).do(SetCover("orc", "total"))
    hidden.no(Attack("ada", "orc"), "no_line_of_sight")
    hidden.no(SetCover("orc", "total"), "already_there")


# ---------------------------------------------------------------- countdowns


def counting(kind: str, value: int, **more: object) -> Countdown:
    return Countdown("c", Named("c", "c"), kind, value, value, **more)


def roll(bench: Bench, hope: int, fear: int, difficulty: int = 12) -> Bench:
    return bench.do(Describe("ada")).do(RequestRoll("agility", difficulty)).do(Roll("ada"), *duality(hope, fear))


@pytest.mark.rule("DHP-COUNT-01")
def test_a_standard_countdown_advances_with_every_action_roll():
    bench = roll(play(hero(), countdowns={"c": counting("standard", 1)}), 9, 4)
    assert bench.only(CountdownTriggered).again == 0
    loop = roll(play(hero(), countdowns={"c": Countdown("c", Named("c", "c"), "standard", 3, 1, "loop")}), 9, 4)
    assert loop.scene.countdowns["c"].value == 3
    react = play(hero(), countdowns={"c": counting("standard", 1)}).do(CallReaction("ada", "agility", 12))
    react.do(React("ada", "agility"), *duality(9, 4))
    assert react.scene.countdowns["c"].value == 1


@pytest.mark.rule("DHP-COUNT-01")
@pytest.mark.parametrize(("loop", "start"), [("increasing", 4), ("decreasing", 2)])
def test_loops_that_grow_or_shrink(loop, start):
    bench = play(hero(), countdowns={"c": Countdown("c", Named("c", "c"), "standard", 3, 1, loop)})
    roll(bench, 9, 4)
    assert (bench.scene.countdowns["c"].start, bench.scene.countdowns["c"].value) == (start, start)


@pytest.mark.rule("DHP-COUNT-01")
def test_linked_countdowns_advance_together():
    second = Countdown("d", Named("d", "d"), "long_term", 5, 5, linked="c")
    bench = play(hero(), countdowns={"c": counting("standard", 4), "d": second})
    roll(bench, 9, 4)
    assert (bench.scene.countdowns["c"].value, bench.scene.countdowns["d"].value) == (3, 4)


@pytest.mark.rule("DHP-COUNT-02")
@pytest.mark.parametrize(
    ("kind", "value", "dice", "difficulty", "left"),
    [
        ("progress", 4, (9, 4), 12, 2),
        ("consequence", 4, (2, 5), 12, 1),
        ("progress", 2, (5, 5), 12, 0),
        ("progress", 4, (4, 9), 12, 3),
        ("progress", 4, (2, 5), 12, 4),
        ("consequence", 4, (5, 2), 12, 2),
        ("consequence", 4, (4, 9), 12, 3),
        ("consequence", 4, (9, 4), 12, 4),
    ],
)
def test_dynamic_countdowns_follow_the_outcome(kind, value, dice, difficulty, left):
    bench = roll(play(hero(), countdowns={"c": counting(kind, value)}), *dice, difficulty)
    assert bench.scene.countdowns["c"].value == left
    assert bool(bench.found(CountdownTriggered)) == (left == 0)


@pytest.mark.rule("DHP-COUNT-01")
def test_the_gm_starts_and_advances_countdowns():
    bench = play(hero()).do(AddCountdown(counting("standard", 2)))
    bench.no(AddCountdown(counting("standard", 2)), "countdown_there")
    bench.do(AdvanceCountdown("c"))
    assert bench.scene.countdowns["c"].value == 1
    bench.no(AdvanceCountdown("nothing"), "no_countdown")
    goal = play(hero(), countdowns={"c": counting("progress", 2, ends="success")}, goal=Named("g", "g"))
    assert roll(goal, 9, 4).scene.ending == "success"


@pytest.mark.rule("DHP-COUNT-01", "DHP-COND-06", "DHP-DEATH-01")
def test_a_countdown_turns_somebody_to_stone():
    gorgon = printed("gorgon", hp_marked=1)
    bench = play(hero(armour_marked=3), gorgon, fear=1)
    bench.do(Attack("ada", "gorgon")).do(Roll("ada"), *duality(11, 10), (8, 1))
    from arbitro.rules.daggerheart.commands import Answer

    bench.do(Answer(True)).do(React("ada", "instinct"), *duality(1, 2))
    (which,) = bench.scene.countdowns
    assert (bench.hero().hp_marked, bench.scene.countdowns[which].value) == (1, 4)
    bench.do(AdvanceCountdown(which, 4))
    assert bench.asked == "death"
