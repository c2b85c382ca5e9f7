"""Plain fights in compiled code: laid out by the real rules, and the same fights as theirs, die by die."""

import importlib.util

import pytest
from tests.chances.fights import PLAIN, REFERENCE, described, duel, orcs
from tests.chances.test_exact import SMALL

from arbitro.chances.asking import Budget, fight_odds
from arbitro.chances.bout import moves
from arbitro.chances.derived import beginnings, derive
from arbitro.chances.lines import BlowDie
from arbitro.chances.plain_sim import SplitMix, seed_number
from arbitro.dice.stream import QuickDice
from arbitro.extras import MissingExtra

THERE = all(importlib.util.find_spec(name) for name in ("numba", "numpy"))
compiled = pytest.mark.skipif(not THERE, reason="the extra sim (numba) is not installed")
SEED = seed_number("3")
FIGHTS = [orcs(), duel(3, 5), described("whitebox", SMALL.replace("hp: 1d4", "hp: 2"), PLAIN)]


def begun(bout, dice):
    """A beginning by its chance, as the compiled code chooses it."""
    found = beginnings(bout, {})
    if len(found) == 1:
        return 0, found[0]
    lot = (dice.following() >> 11) * 2.0**-53
    passed = 0.0
    for at, each in enumerate(found):
        passed += each.chance
        if lot < passed:
            return at, each
    raise AssertionError(lot)


def by_the_rules(bout, number):
    """How a numbered fight goes by the engine, fed with the dice of the simulation; and every die that it threw."""
    dice = SplitMix(SEED, number)
    at, each = begun(bout, dice)
    state = each.state
    for step in moves(bout, state, dice, QuickDice(0)):
        state = step.state
    winner = each.plain.sides.index(state.fight.winners[0])
    people = [state.fight.combatants[who] for who in each.plain.people[winner]]
    left = [one.hp for one in people if one.condition == "up"]
    return (at, winner, len(people) - len(left), left[0], state.fight.round), dice.thrown


def by_the_tables(bout, number):
    """The same fight by the dice that the rules laid out, without compiled code."""
    dice = SplitMix(SEED, number)
    at, each = begun(bout, dice)
    trees = bout.reading.throws(bout.ruleset, each.state, each.plain)
    lines = each.plain.fight.lines
    hp, fallen, acting, rounds = [list(line.hp) for line in lines], [0, 0], 0, 1
    while True:
        other = 1 - acting
        for striker in lines[acting].order:
            if striker < fallen[acting]:
                continue
            fell = trees[acting][striker, fallen[other]]
            while isinstance(fell, BlowDie):
                fell = fell.falls[dice.roll(fell.sides).face - 1]
            hp[other][fallen[other]] -= fell
            fallen[other] += hp[other][fallen[other]] <= 0
            if fallen[other] == len(hp[other]):
                return (at, acting, fallen[acting], hp[acting][fallen[acting]], rounds), dice.thrown
        rounds += acting
        acting = other


@pytest.mark.parametrize("bout", FIGHTS, ids=["orcs", "duel", "unlike"])
def test_the_dice_that_the_rules_lay_out_are_those_that_they_throw(bout):
    for number in range(25):
        assert by_the_tables(bout, number) == by_the_rules(bout, number)


@compiled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("bout", "fights"), [*zip(FIGHTS, (3_000, 500, 500), strict=True)], ids=["orcs", "duel", "unlike"]
)
def test_the_compiled_fights_are_the_engines_die_by_die(bout, fights):
    from arbitro.chances.plain_kernel import fought_out
    from arbitro.chances.plain_sim import laid_out

    tables = laid_out(bout).tables
    for number in range(fights):
        ends, lasted = fought_out(tables, SEED, number, 1)
        ((at, winner, fallen, hp),) = zip(*ends.nonzero(), strict=True)
        (rounds,) = lasted.nonzero()[0]
        assert ((at, winner, fallen, hp, rounds)) == by_the_rules(bout, number)[0]


@compiled
def test_a_million_fights_come_to_what_was_counted_out():
    found, exact = fight_odds(orcs(), budget=Budget(fights=1_000_000, method="simulated")), derive(orcs())
    assert (found.method, found.count) == ("simulated", 1_000_000)
    assert found.estimate == pytest.approx(REFERENCE, abs=0.003)
    for name, each in exact.estimates.items():
        spread = max(found[name].width / 3.92, 1e-9)
        assert abs(found[name].value - each.value) < 5 * spread, name
    assert sum(found.distribution("rounds").values()) == pytest.approx(1)


@pytest.mark.skipif(THERE, reason="the extra is installed")
def test_without_the_extra_it_is_named():
    with pytest.raises(MissingExtra, match="sim"):
        fight_odds(orcs(), budget=Budget(method="simulated"))
