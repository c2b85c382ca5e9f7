"""Doing one's best, by one order: powers, armour and answers too, but for what a person should answer alone."""

import pytest
from tests.rules.daggerheart.bench import RULES, acting, foe, hero, play

from arbitro.kernel.aim import Course, Halt
from arbitro.kernel.orders import BEST
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.orders import FATES

PLAYER = Seat("party", "player", frozenset({"ada", "bea"}))
OTHER = Seat("bea", "player", frozenset({"bea"}))


def offered(state, seat=PLAYER):
    return {aim.id for aim in RULES.aims(state, seat)}


def step(state, seat=PLAYER):
    return RULES.pursue(state, seat, BEST, Course(state))


@pytest.mark.rule("DHP-SPOT-01")
def test_in_a_fight_everybody_may_be_told_to_do_their_best():
    bench = play(hero(), hero("bea"), foe())
    assert BEST in offered(bench.state)
    assert step(bench.state) == RULES.suggest(bench.state, PLAYER)


@pytest.mark.rule("DHP-ARM-01")
def test_armour_is_answered_by_the_order_and_only_for_ones_own():
    bench = play(hero(), hero("bea"), foe(damage="9"), turn=acting()).do(c.FoeAttack("orc", "ada"), (20, 15))
    assert bench.asked == "armour"
    assert offered(bench.state) == {BEST}  # a blow cannot be ordered while something is asked
    assert step(bench.state) == c.UseArmour("ada", use=True)
    assert not offered(bench.state, OTHER)
    assert isinstance(step(bench.state, OTHER), Halt)


@pytest.mark.rule("DHP-DEATH-01")
def test_nobody_dies_by_an_order():
    bench = play(hero(hp_marked=5, armour=None), hero("bea"), foe(damage="9"), turn=acting())
    bench.do(c.FoeAttack("orc", "ada"), (20, 15))
    assert bench.asked in FATES
    assert not offered(bench.state)
    assert step(bench.state).reason.key == "halt.asked"


@pytest.mark.rule("DHP-REST-01", "DHP-REST-04")
def test_at_a_rest_one_order_makes_the_downtime_moves_of_all_of_ones_own():
    bench = play(hero(hp_marked=2, stress_marked=1), hero("bea", armour_marked=1), in_danger=False).do(
        c.BeginRest("short")
    )
    assert offered(bench.state) == {BEST}
    wanted = [step(bench.state)]
    assert wanted[0] == c.RestMove("ada", "tend_to_wounds")
    for _ in range(4):
        move = step(bench.state)
        bench.do(move, *(((4, 2),) if move.move != "prepare" else ()))
    assert isinstance(step(bench.state), Halt)
    assert not offered(bench.state)
    assert not offered(bench.state, REFEREE)


def test_an_order_for_a_rest_is_gone_with_it():
    bench = play(hero(hp_marked=2), in_danger=False).do(c.BeginRest("short"))
    begun = bench.state
    bench.do(c.EndRest(), (4, 1))
    assert RULES.pursue(bench.state, PLAYER, BEST, Course(begun)).reason.key == "halt.gone"
