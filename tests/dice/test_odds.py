"""Exact odds are exact: known numbers, every way the dice can fall, and many rolls all agree with them."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from time import process_time

import pytest
from tests.dice.enumeration import enumerate_rolls

from arbitro.dice.exact import Exact, OddsRefused
from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.dice.odds import Odds, odds
from arbitro.dice.rolling import roll
from arbitro.dice.stream import QuickDice
from arbitro.dice.sums import add, times
from arbitro.text import LANGUAGES

F = Fraction

FINITE = [
    "1d6",
    "3d4",
    "2d6+1d4-2",
    "3dF",
    "1d6*1d4",
    "(1d6+2d4)*2/3",
    "-1d6/2",
    "4d4kh3",
    "4d4kl2",
    "4d4dl1",
    "4d4dh3",
    "5d3dh1kh2",
    "3dFkh2",
    "3d6ro<3",
    "2d4ro1ro2",
    "3d4ro1kh2",
    "3d4kh2ro1",
    "3d4kh1ro<=2",
    "3d6min3",
    "3d6max4min2",
    "4d4kh2min3kl1",
    "4d4kh3min2cs>=3",
    "3d6cs>=5",
    "3d6cs>=5cf1",
    "3d6cf<3",
    "3d6cs>=4cs6",
    "3d4ro1cs>=3",
    "2d6xo",
    "3d4xokh2",
    "3d4xo>=3dl1",
    "3d4xo>=3kh1",
    "3d4ro1xokh2",
    "3d4xoro1kh2",
    "3d4xomin2dl2",
    "2d4kh1xo",
    "3d4dl1xo>=3cs>=3",
    "2d4xocs>=3",
    "2d4xoro1",
    "2d6xo>=5min2",
    "1d6<=2",
    "2d4>1d6",
    "1d4+1d4=5",
    "2d4<>4",
    "{2d4,1d6}kh1",
    "{2d4,1d6,1d8}kl2",
    "{2d4,1d6,1d8}dh1cs>=4",
    "{1d4,1d6,2}cs>=3cf1",
    "{1d4,1d6}",
    "{2d4kh1,1d6*2}kh1+1",
    "1d20+5 adv",
    "(1d6<=2)+(1d6<=2)",
]
ENDLESS = [
    "1d6!",
    "2d4!",
    "1d6!!",
    "2d4!!kh1",
    "2d4!p",
    "1d4!>=3",
    "2d4!kh1",
    "2d4!kh2",
    "2d4!dl1",
    "2d4!dl3",
    "2d4!pkh1",
    "2d4!ro1kh2",
    "2d4ro1!kh2",
    "2d4kh1!",
    "2d4kl1!p",
    "2d4kh1!!min3",
    "2d4!cs>=3",
    "2d4!!cs>=5",
    "2d4!min2",
    "2d4min2!",
    "2d4ro1!",
    "2d3!>2",
    "2dF!",
    "2d4rr1",
    "2d4rr<3kh1",
    "2d4kh1rr<3",
    "1d6rr<=2!",
    "2d4max3!",
]


@pytest.mark.parametrize("text", FINITE)
def test_odds_equal_every_way_the_dice_can_fall(text: str) -> None:
    found, left = enumerate_rolls(text)
    assert left == 0
    assert odds(text).distribution == dict(sorted(found.items()))
    assert odds(text).cut == 0


@pytest.mark.parametrize("text", ENDLESS)
def test_odds_of_dice_without_end_agree_with_the_likeliest_ways(text: str) -> None:
    found, left = enumerate_rolls(text, smallest=5e-5)
    exact = odds(text)
    slack = left + exact.cut
    assert left < F(1, 20)
    for total in found.keys() | set(exact.outcomes):
        lowest = found.get(total, F(0))
        assert lowest - exact.cut <= exact.exactly(total) <= lowest + slack, total


@pytest.mark.parametrize(
    "text", ["2d6", "4d6kh3", "5d6!", "3d6!!kh2", "4d6!kh3", "5d10cs>=8cf1", "{2d6,1d10}kh1", "3d6ro<3*2", "4d6rr1"]
)
def test_many_rolls_fall_as_the_odds_say(text: str) -> None:
    rolls, dice, exact = 12_000, QuickDice(20_26), odds(text)
    fell = Counter(roll(text, dice).total for _ in range(rolls))
    mean = sum(total * times for total, times in fell.items()) / rolls
    assert abs(mean - exact.mean) / (exact.deviation / sqrt(rolls)) < 4
    squares, classes, expected, seen = 0.0, -1, 0.0, 0
    for total, chance in exact:  # rare totals are put together until ten of a kind are expected
        expected += float(chance) * rolls
        seen += fell.pop(total, 0)
        if expected >= 10:
            squares += (seen - expected) ** 2 / expected
            classes, expected, seen = classes + 1, 0.0, 0
    assert not fell, "something came out that the odds do not know"
    assert (squares - classes) / sqrt(2 * classes) < 4


def test_known_numbers() -> None:
    assert odds("2d6").at_least(9) == F(5, 18)
    assert odds("4d6kh3").mean == F(15869, 1296)
    assert odds("3d6").exactly(18) == F(1, 216)
    assert odds("2d20kh1").at_least(11) == F(3, 4)
    assert odds("1d6<=2").exactly(1) == F(1, 3)
    assert odds("1d6").variance == F(35, 12)
    assert odds("1d6").deviation == pytest.approx(1.7078251)
    assert float(odds("1d6!").mean) == pytest.approx(4.2, abs=1e-9)


def test_the_average_honours_what_is_kept() -> None:
    assert odds("2d20kh1").mean > odds("1d20").mean > odds("2d20kl1").mean


def test_questions_to_a_distribution() -> None:
    two = odds("2d6")
    assert (two.outcomes[0], two.outcomes[-1], len(two)) == (2, 12, 11)
    assert two.at_most(4) == F(1, 6)
    assert two.at_most(1) == two.at_least(13) == two.exactly(13) == 0
    assert two.at_least(-5) == two.at_most(50) == 1
    assert sum(chance for _, chance in two) == 1
    assert (two.median, two.modes) == (7, (7,))
    assert odds("1d6").modes == (1, 2, 3, 4, 5, 6)
    assert [two.quantile(share) for share in (0, F(1, 36), 0.25, 1)] == [2, 2, 5, 12]
    with pytest.raises(ValueError, match="from 0 to 1"):
        two.quantile(1.5)


def test_one_roll_against_another() -> None:
    versus = odds("2d6").versus(odds("1d12"))
    assert (versus.win, versus.tie, versus.lose) == (F(1, 2), F(1, 12), F(5, 12))
    back = odds("1d12").versus(odds("2d6"))
    assert (back.win, back.tie, back.lose) == (versus.lose, versus.tie, versus.win)
    assert versus.win == odds("2d6>1d12").exactly(1)


def test_odds_when_something_is_known() -> None:
    known = odds("1d6").given(">=4")
    assert known.distribution == {4: F(1, 3), 5: F(1, 3), 6: F(1, 3)}
    assert odds("2d6").given(lambda total: total % 2 == 0).exactly(12) == F(1, 18)
    with pytest.raises(OddsRefused) as caught:
        odds("1d6").given(">6")
    assert caught.value.mistake.code == "dice.odds_never"


REFUSED = [
    ("1000d20", "odds_too_long"),
    ("2d1000000", "odds_too_long"),
    ("900d6kh450", "odds_too_long"),
    ("100d6*(100d6+1d1000)*300d6", "odds_too_long"),
    ("2d1000kh1", "odds_too_many_values"),
    ("1d100!>=3", "odds_cut_too_much"),
    ("100d6!kh3", "odds_cut_too_much"),
    ("6d6kh3ro1kl2", "odds_thrown_between"),
    ("6d6!kh3ro1", "odds_thrown_between"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_would_not_finish_is_refused_soon_and_says_why(text: str, code: str) -> None:
    began = process_time()
    with pytest.raises(OddsRefused) as caught:
        odds(text)
    assert process_time() - began < 10
    assert caught.value.mistake.code == f"dice.{code}"
    for language in LANGUAGES:
        assert "{" not in caught.value.mistake.explain(language).replace("{part", "")
    roll(text, QuickDice(1))  # rolling knows no such limit


def test_a_refusal_says_how_many_dice_would_fit() -> None:
    with pytest.raises(OddsRefused) as caught:
        odds("1000d20", seconds=1)
    fits = caught.value.mistake.params["fits"]
    assert isinstance(fits, int)
    assert 50 < fits < 1000
    Exact("", 1).of(parse(f"{fits}d20").root)
    with pytest.raises(OddsRefused):
        odds(f"{fits + 1}d20", seconds=1)


def test_an_explosion_is_followed_less_far_where_there_is_less_time_and_says_so() -> None:
    whole, hurried = odds("6d6!kh3"), odds("6d6!kh3", seconds=0.1)
    assert whole.cut < F(1, 10**9) < hurried.cut < F(1, 100)
    assert abs(whole.at_least(12) - hurried.at_least(12)) <= hurried.cut


def test_a_text_that_is_no_notation_is_no_odds_either() -> None:
    with pytest.raises(NotationError) as caught:
        odds("2d6r1")
    assert not isinstance(caught.value, OddsRefused)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (7, 4), (30, 6), (12, 20)])
def test_packed_sums_agree_with_icepool(count: int, sides: int) -> None:
    import icepool

    die = icepool.Die({value - 3: value * value + 1 for value in range(sides)})  # uneven, and partly below zero
    assert dict(times(die, count)) == dict(count @ die)
    other = 3 * icepool.d(100) - 40
    assert dict(add(die, other)) == dict(die + other)
    assert dict(add(times(die, count), other)) == dict((count @ die) + other)


def test_large_sums_finish() -> None:
    began = process_time()
    assert odds("300d6").mean == 1050
    assert process_time() - began < 10


def test_odds_are_made_from_any_weights() -> None:
    assert Odds("coin", {1: 3, 0: 1}).mean == F(3, 4)
