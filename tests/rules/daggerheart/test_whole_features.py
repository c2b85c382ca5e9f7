"""Features that leave something open, and Hope Features: every branch of them."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, BOW, RULES, acting, duality, foe, hero, play, printed

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart.commands import (
    Attack,
    Describe,
    FoeAttack,
    GiveEdge,
    HoldOff,
    Move,
    React,
    RequestRoll,
    Roll,
    Shed,
    Spotlight,
    UseFeature,
    UsePower,
)
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.gm_turn import spotlights_left
from arbitro.rules.daggerheart.numbers import difficulty_of
from arbitro.rules.daggerheart.state import Condition, Turn

GM_TURN = Turn("failed_action_roll", 1)


def dragon(**marks):
    return play(hero(**marks), printed("young_ice_dragon", "orc"), fear=4, turn=acting())


@pytest.mark.rule("DH-ADVERSARY-03", "DHP-ADVSTAT-05")
def test_blizzard_breath_in_full_halved_or_for_stress():
    breath = UseFeature("orc", "blizzard_breath")
    dice = ((6, 4), (6, 3), (6, 2), (6, 2))  # 11 + 5 = 16
    failed = dragon(armour=None).do(breath, *dice).do(React("ada", "agility"), *duality(4, 3))
    assert failed.hero().hp_marked == 3  # 16 against 1 and 2: Severe
    assert [held.name for held in failed.hero().conditions] == ["restrained"]
    halved = dragon(armour=None).do(breath, *dice).do(React("ada", "agility"), *duality(10, 9))
    assert (halved.hero().hp_marked, halved.hero().stress_marked, halved.hero().conditions) == (
        3,
        1,
        (),
    )  # and a Stress: no slot
    spared = dragon(armour=None).do(breath, *dice).do(React("ada", "agility", rather=True), *duality(10, 9))
    assert (spared.hero().hp_marked, spared.hero().stress_marked) == (0, 2)
    in_vain = dragon(armour=None).do(breath, *dice).do(React("ada", "agility", rather=True), *duality(4, 3))
    assert (in_vain.hero().hp_marked, in_vain.hero().stress_marked) == (3, 1)
    dragon(stress_marked=5).do(breath, *dice).no(React("ada", "agility", rather=True), "no_stress")
    offered = {choice.id for choice in RULES.choices(dragon().do(breath, *dice).state, REFEREE)}
    assert "react/ada/rather" in offered


def test_nothing_can_be_marked_instead_where_nothing_says_so():
    demon = play(hero(), printed("minor_demon", "orc"), fear=1, turn=acting()).do(
        UseFeature("orc", "hellfire"), (20, 9)
    )
    demon.no(React("ada", "agility", rather=True), "no_way_out")


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_consume_kindling_clears_one_or_the_other():
    burning = printed("minor_fire_elemental", "orc", hp_marked=2, stress_marked=1)
    kindling = UseFeature("orc", "consume_kindling")
    plain = play(hero(), burning).do(kindling)
    assert (plain.foe().hp_marked, plain.foe().stress_marked) == (1, 1)
    chosen = play(hero(), burning).do(replace(kindling, summon="stress"))
    assert (chosen.foe().hp_marked, chosen.foe().stress_marked) == (2, 0)
    unhurt = play(hero(), replace(burning, hp_marked=0)).do(kindling)
    assert unhurt.foe().stress_marked == 0
    play(hero(), burning).no(replace(kindling, summon="hope"), "no_summon")
    (choice,) = [one for one in RULES.choices(plain.state, REFEREE) if one.id == "use_feature/orc/consume_kindling"]
    assert [pick.value for pick in choice.parameters[0].picks] == ["hp", "stress"]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06")
def test_a_deadly_drop_hurts_after_the_next_action_unless_the_fall_is_stopped():
    held = hero(conditions=(Condition("lifted", "orc", "source"),), armour=None)
    eagle = printed("giant_eagle", "orc")
    bench = play(held, hero("bea"), eagle, turn=acting()).do(UseFeature("orc", "deadly_drop", "ada"))
    assert [one.name for one in bench.hero().conditions] == ["falling"]
    assert bench.hero().hp_marked == 0
    bench.state = replace(bench.state, scene=replace(bench.scene, turn=None, spotlight="players"))
    lands = type(bench)(bench.state).do(Attack("bea", "orc"))
    lands.do(Roll("bea"), *duality(3, 2), (20, 4), (20, 3))  # misses with Hope; 7 damage on the ground
    assert (lands.hero().hp_marked, lands.hero().conditions) == (3, ())
    caught = type(bench)(bench.state).do(Shed("ada", "falling", "agility"))
    caught.do(Roll("ada"), *duality(12, 9))
    assert (caught.hero().hp_marked, caught.hero().conditions) == (0, ())
    too_late = type(bench)(bench.state).do(Shed("ada", "falling", "agility"))
    too_late.do(Roll("ada"), *duality(3, 2), (20, 1), (20, 1))
    assert too_late.hero().hp_marked == 3


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_suppressing_fire_covers_the_spot_it_is_aimed_at():
    archers = printed("archer_squadron", "orc", at=60)
    bench = play(hero(), hero("bea", at=-80), archers, turn=acting()).do(UseFeature("orc", "suppressing_fire", "ada"))
    assert [(zone.at, zone.within) for zone in bench.scene.zones] == [(0, "close")]
    far = play(hero(at=-200), archers, turn=acting())
    far.no(UseFeature("orc", "suppressing_fire", "ada"), "no_target")


@pytest.mark.rule("DHP-RANGE-03", "DHP-ADVSTAT-05")
def test_a_shield_wall_is_harder_to_approach_with_every_guard_in_it():
    def asked(*guards):
        bench = play(hero(), *guards).do(Move("ada", towards=guards[0].id)).do(RequestRoll("agility"))
        return bench.scene.pending.difficulty

    one = printed("bladed_guard", "one", at=30)
    assert asked(one) == 12
    assert asked(one, printed("bladed_guard", "two", at=35)) == 14
    assert asked(one, printed("bladed_guard", "two", at=35), printed("bladed_guard", "three", at=40)) == 15
    assert asked(one, printed("bladed_guard", "two", at=60)) == 12
    elsewhere = play(hero(), one).do(Move("ada", -30))
    elsewhere.no(RequestRoll("agility"), "difficulty_needed")


@pytest.mark.rule("DHP-ENV-01", "DHP-COUNT-02")
def test_sticky_fingers_is_a_chase():
    theft = UseFeature("place", "sticky_fingers", "ada")
    seen = (
        play(hero(), place="bustling_marketplace", turn=GM_TURN).do(theft).do(React("ada", "instinct"), *duality(6, 5))
    )
    assert not seen.scene.countdowns
    bench = play(hero(), place="bustling_marketplace", turn=GM_TURN).do(theft)
    bench.do(React("ada", "instinct"), *duality(4, 3))
    assert {one.kind: one.value for one in bench.scene.countdowns.values()} == {"progress": 6, "consequence": 4}
    bench.state = replace(bench.state, scene=replace(bench.scene, turn=None, spotlight="players"))
    for _ in range(2):
        bench.do(Describe("ada", "after the thief", "agility")).do(RequestRoll("agility"))
        bench.do(Roll("ada"), *duality(7, 7)).do(GiveEdge("ada", "note"))
    assert not [one for one in bench.scene.countdowns.values() if one.value]


@pytest.mark.rule("DHP-ENV-01", "DH-FEAR-11", "DHP-ADVSTAT-09")
def test_blasphemous_might_gives_one_boon_or_all_for_a_fear():
    def ritual(**changes):
        return play(hero(), foe(), foe("two"), place="cult_ritual", turn=GM_TURN, **changes)

    one = ritual().do(UseFeature("place", "blasphemous_might", summon="imbued_might", ally="two"))
    assert [held.name for held in one.foe("two").conditions] == ["imbued_might"]
    assert one.scene.turn.granted == ("two",)
    one.do(Spotlight("two")).do(FoeAttack("two", "ada"), (20, 15), (8, 2), (10, 6))
    assert one.asked == "armour"
    every = ritual(fear=1).do(UseFeature("place", "blasphemous_might_full", ally="orc"))
    assert [held.name for held in every.foe().conditions] == ["imbued_sight", "imbued_might", "imbued_haste"]
    assert every.fear == 0
    every.do(Spotlight("orc")).do(FoeAttack("orc", "ada"), (20, 3), (20, 2))  # with advantage
    assert spotlights_left(load_library(), every.state, every.foe()) is None  # twice in a turn
    ritual().no(UseFeature("place", "blasphemous_might_full"), "no_fear")
    ritual().no(UseFeature("place", "blasphemous_might", ally="nobody"), "nobody")


# ---------------------------------------------------------------- Hope Features


@pytest.mark.rule("DHP-HOPE-06")
def test_a_bard_makes_a_scene():
    bard = hero(hope=3, powers=(BOOKS.powers["make_a_scene"],))
    bench = play(bard, foe(at=30)).do(UsePower("ada", "make_a_scene", "orc"))
    assert (bench.hero().hope, difficulty_of(load_library(), bench.foe())) == (0, 10)
    bench.do(Attack("ada", "orc"))
    assert bench.scene.pending.difficulty == 10
    play(bard, foe(at=60)).no(UsePower("ada", "make_a_scene", "orc"), "out_of_reach")
    play(replace(bard, hope=2), foe()).no(UsePower("ada", "make_a_scene", "orc"), "no_hope")
    twice = play(replace(bard, hope=6), foe(at=30)).do(UsePower("ada", "make_a_scene", "orc"))
    twice.no(UsePower("ada", "make_a_scene", "orc"), "already_there")


@pytest.mark.rule("DHP-HOPE-06", "DHP-ATK-05")
def test_a_ranger_holds_two_more_off_with_the_roll_that_hit():
    ranger = hero(hope=2, weapons=(BOW,), powers=(BOOKS.powers["hold_them_off"],))
    foes = (foe(at=30), foe("two", at=40, difficulty=9), foe("three", at=50, difficulty=20), foe("far", at=200))
    bench = play(ranger, *foes).do(Attack("ada", "orc", "bow")).do(Roll("ada"), *duality(8, 5))
    assert (bench.asked, bench.hero().hope) == ("volley", 3)  # the Hope of the roll pays for it
    bench.no(HoldOff("ada", "two,far"), "no_target")
    alone = type(bench)(bench.state).do(HoldOff("ada"), (6, 4))
    assert (alone.foe().hp_marked, alone.foe("two").hp_marked, alone.hero().hope) == (1, 0, 3)
    bench.do(HoldOff("ada", "two,three"), (6, 4))
    assert [bench.foe(who).hp_marked for who in ("orc", "two", "three", "far")] == [1, 1, 0, 0]  # 13 misses 20
    assert bench.hero().hope == 0
    poor = play(replace(ranger, hope=1), *foes).do(Attack("ada", "orc", "bow")).do(Roll("ada"), *duality(8, 5), (6, 4))
    assert poor.asked == ""
    play(ranger, *foes).no(UsePower("ada", "hold_them_off"), "no_hope")
    play(replace(ranger, hope=3), *foes).no(UsePower("ada", "hold_them_off"), "with_an_attack")
