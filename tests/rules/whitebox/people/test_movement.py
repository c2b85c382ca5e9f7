"""Load, movement rates and distances (Tables 15 and 16)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.whitebox.arena import RULES
from tests.rules.whitebox.people.camp import Camp, draft

from arbitro.rules.whitebox.people import load as load_rules
from arbitro.rules.whitebox.people.commands import Carry
from arbitro.rules.whitebox.people.load import combat_distance, load, miles_a_day, party_rate, rate_under, walking_rate
from arbitro.rules.whitebox.people.state import Coins, Item, Valuable


def stones(pounds: int | Fraction) -> Coins:
    """Coins that weigh so many pounds."""
    return Coins(int(Fraction(pounds) * 10))


def laden(folk: str, pounds: int | Fraction) -> Camp:
    """Somebody of a people who carries so many pounds of coins."""
    camp = Camp(draft(folk=folk, book=("sleep",) if folk == "elf" else ()))
    camp.change("berto", coins=stones(pounds))
    assert load(RULES.rules, camp["berto"]) == pounds
    return camp


@pytest.mark.rule("WB-MOVE-01")
@pytest.mark.parametrize(
    ("folk", "pounds", "rate"),
    [
        ("human", 75, 12),
        ("human", 76, 9),
        ("dwarf", 100, 6),
        ("dwarf", 101, 3),
        ("elf", 150, 6),
        ("elf", 151, 3),
        ("halfling", 300, 3),
        ("halfling", 0, 9),
        ("human", Fraction(151, 2), 9),
        ("human", 300, 3),
        ("human", 301, 0),
        ("dwarf", 150, 3),
        ("dwarf", 151, 3),
    ],
)
def test_the_rate_follows_load_and_people(folk: str, pounds: int | Fraction, rate: int) -> None:
    assert walking_rate(RULES.rules, laden(folk, pounds)["berto"]) == rate


@pytest.mark.rule("WB-MOVE-01")
@given(st.integers(0, 4000), st.sampled_from(["fast", "slow"]))
def test_more_weight_never_makes_faster(tenths: int, speed: str) -> None:
    now, more = (rate_under(RULES.rules, Fraction(weight, 10), speed) for weight in (tenths, tenths + 1))
    assert 0 <= more <= now <= (12 if speed == "fast" else 9)


@pytest.mark.rule("WB-MOVE-01")
def test_what_weighs_and_what_does_not() -> None:
    camp = Camp(draft(gold=200, buy={"chain": 1, "long_sword": 1, "shield": 1}))
    camp.change("berto", coins=Coins())
    assert load(RULES.rules, camp["berto"]) == 50 + 10 + 10
    gear = {"torches_6": Item("gear", "torches_6", 12), "rope_hemp_50": Item("gear", "rope_hemp_50")}
    camp.change("berto", items={**camp["berto"].items, **gear})
    assert load(RULES.rules, camp["berto"]) == 80, "ordinary gear weighs ten pounds together, however much it is"
    camp.change("berto", items={**camp["berto"].items, "arrows_20": Item("gear", "arrows_20", 10)})
    assert load(RULES.rules, camp["berto"]) == Fraction(161, 2), "half a bundle of arrows weighs half a pound"
    camp.change("berto", coins=Coins(1, 2, 3), valuables=(Valuable("gem", 100, 4), Valuable("goods", 5)))
    assert load(RULES.rules, camp["berto"]) == Fraction(163, 2), "ten coins or gems to the pound"
    camp.change("berto", valuables=())
    camp.do(Carry("berto", "chain", "elsewhere"))
    assert load(RULES.rules, camp["berto"]) == Fraction(311, 10)


@pytest.mark.rule("WB-MOVE-01")
def test_magic_armour_weighs_half() -> None:
    camp = Camp(draft())
    camp.change("berto", items={"plate": Item("armour", "plate", 1, "worn", plus=1)})
    assert load(RULES.rules, camp["berto"]) == Fraction(75, 2)


@pytest.mark.rule("WB-MOVE-02")
@pytest.mark.parametrize(
    ("reading", "rate", "move", "turn"),
    [("rate_per_move", 12, 120, 240), ("rate_per_move", 3, 30, 60), ("rate_per_turn", 9, 45, 90)],
)
def test_the_two_readings_of_the_rate(reading: str, rate: int, move: int, turn: int) -> None:
    walk = load_rules.walk(Camp(movement_reading=reading).state, rate)
    assert (walk.move, walk.turn) == (move, turn)
    assert "WB-MOVE-02" in walk.rules


@pytest.mark.rule("WB-MOVE-03")
@pytest.mark.parametrize(
    ("rate", "careful", "combat", "running", "normal"),
    [(12, 60, 40, 240, 120), (9, 45, 30, 180, 90), (3, 15, 10, 60, 30)],
)
def test_the_kind_of_movement_multiplies_the_rate(
    rate: int, careful: int, combat: int, running: int, normal: int
) -> None:
    state = Camp().state
    found = {pace: load_rules.walk(state, rate, pace).move for pace in ("careful", "combat", "running", "normal")}
    assert found == {"careful": careful, "combat": combat, "running": running, "normal": normal}


@pytest.mark.rule("WB-MOVE-03")
def test_each_figure_is_rounded_down_by_itself() -> None:
    walk = load_rules.walk(Camp(movement_reading="rate_per_turn").state, Fraction(3), "careful")
    assert (walk.move, walk.turn) == (7, 15)


@pytest.mark.rule("WB-MOVE-04")
@pytest.mark.parametrize(
    ("folk", "pounds", "move", "turn"), [("elf", 40, 60, 120), ("dwarf", 80, 30, 60), ("dwarf", 20, 45, 90)]
)
def test_careful_movement_is_half(folk: str, pounds: int, move: int, turn: int) -> None:
    camp = laden(folk, pounds)
    walk = load_rules.walk(camp.state, walking_rate(RULES.rules, camp["berto"]), "careful")
    assert (walk.move, walk.turn) == (move, turn)
    assert "WB-MOVE-04" in walk.rules


@pytest.mark.rule("WB-MOVE-05", "WB-OUTDOOR-03")
@pytest.mark.parametrize(("rate", "distance"), [(12, 40), (9, 30), (6, 20), (3, 10), (10, 33)])
def test_a_third_in_a_round_of_combat(rate: int, distance: int) -> None:
    assert combat_distance(rate) == distance


@pytest.mark.rule("WB-MOVE-06")
@pytest.mark.parametrize(("folk", "pounds", "move", "turn"), [("human", 90, 180, 360), ("halfling", 200, 60, 120)])
def test_running_is_double(folk: str, pounds: int, move: int, turn: int) -> None:
    camp = laden(folk, pounds)
    walk = load_rules.walk(camp.state, walking_rate(RULES.rules, camp["berto"]), "running")
    assert (walk.move, walk.turn) == (move, turn)
    assert "WB-MOVE-06" in walk.rules


@pytest.mark.rule("WB-MOVE-07")
def test_without_a_pace_movement_is_normal() -> None:
    camp = laden("elf", 120)
    walk = load_rules.walk(camp.state, walking_rate(RULES.rules, camp["berto"]))
    assert (walk.move, walk.turn) == (60, 120)
    assert walk == load_rules.walk(camp.state, 6, "normal")


@pytest.mark.rule("WB-OUTDOOR-01")
@pytest.mark.parametrize(("rate", "miles"), [(9, 9), (12, 12), (3, 3)])
def test_the_rate_is_miles_in_a_day(rate: int, miles: int) -> None:
    assert miles_a_day(rate) == miles


@pytest.mark.rule("WB-OUTDOOR-01")
def test_a_group_goes_as_fast_as_its_slowest() -> None:
    camp = Camp(draft("a"), draft("b", folk="dwarf"), draft("c", join=False))
    camp.change("c", coins=stones(300))
    assert party_rate(RULES.at(camp.state)) == 9
    camp.change("a", coins=stones(120))
    assert party_rate(RULES.at(camp.state)) == 6


@pytest.mark.rule("WB-OUTDOOR-02")
@pytest.mark.parametrize(("rate", "miles"), [(9, 18), (6, 12), (3, 6)])
def test_a_forced_march_doubles(rate: int, miles: int) -> None:
    assert miles_a_day(rate, forced=True) == miles


@pytest.mark.rule("WB-OUTDOOR-04")
def test_hard_country_slows_only_by_the_referees_word() -> None:
    half = Fraction(str(RULES.options.effective({})["rough_terrain_factor"]))
    assert miles_a_day(12, factor=half) == 6
    assert miles_a_day(12) == 12
    assert miles_a_day(9, forced=True, factor=half) == 9
