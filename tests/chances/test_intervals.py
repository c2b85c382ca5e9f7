"""Intervals hold the truth as often as they say, also where what is counted is nothing nearly always."""

from math import comb

import pytest

from arbitro.chances.intervals import (
    Estimate,
    apart,
    counted_from_nothing,
    exact,
    looked_at_together,
    mean_of,
    paired_means,
    paired_shares,
    share,
)


def chance_of(hits: int, count: int, p: float) -> float:
    return comb(count, hits) * p**hits * (1 - p) ** (count - hits)


def held_by_fights_until_it_is_narrow(p: float, width: float, most: int = 2000, batch: int = 50) -> float:
    """How likely the interval holds `p` where fights are added until it is as narrow: every way counted, none drawn."""
    reached = {0: 1.0}
    held, count = 0.0, 0
    thrown = [chance_of(hits, batch, p) for hits in range(batch + 1)]
    while reached:
        count += batch
        further: dict[int, float] = {}
        for before, chance in reached.items():
            for hits, more in enumerate(thrown):
                if chance * more > 1e-10:
                    further[before + hits] = further.get(before + hits, 0.0) + chance * more
        reached = {}
        for hits, chance in further.items():
            found = share(hits, count)
            if count >= most or (count >= 2 * batch and found.width <= width):
                held += chance * (found.low <= p <= found.high)
            else:
                reached[hits] = chance
    return held


@pytest.mark.parametrize("p", [0.005, 0.02, 0.07, 0.97])
def test_stopping_when_it_is_narrow_enough_takes_nothing_from_the_interval_of_a_share(p: float) -> None:
    assert held_by_fights_until_it_is_narrow(p, 0.05) > 0.94


@pytest.mark.parametrize("count", [100, 200])
@pytest.mark.parametrize("p", [0.01, 0.03, 0.06, 0.2])
def test_the_average_of_what_is_nothing_nearly_always_is_held_too(p: float, count: int) -> None:
    """Five hit points are left in so many fights, none in the others: Student's own interval held it 83 to 92 times."""
    held = 0.0
    for hits in range(count + 1):
        rare = hits / count
        found = counted_from_nothing(mean_of({5.0: rare, 0.0: 1 - rare}, count))
        holds = p <= found.differs if found.how == "alike" else found.low <= 5 * p <= found.high
        held += chance_of(hits, count, p) * holds
    assert held > 0.93


def test_where_nothing_is_skewed_it_is_student_s_own() -> None:
    found = mean_of({-1.0: 0.5, 1.0: 0.5}, 100)
    assert found.low == pytest.approx(-found.high)
    assert found.high == pytest.approx(1.9842 * (100 / 99) ** 0.5 / 10, abs=1e-4)


def test_many_that_are_looked_at_at_once_have_wider_intervals() -> None:
    first, second = [1, 1, 0, 0] * 50, [1, 1, 1, 0] * 50
    alone, among = paired_shares(first, second), paired_shares(first, second, looked_at_together(40))
    assert among.width / alone.width == pytest.approx(looked_at_together(40) / looked_at_together(1), abs=1e-6)
    drawn = [float(number % 7) for number in range(90)]
    widths = [paired_means([0.0] * 90, drawn, z).width for z in (looked_at_together(1), looked_at_together(40))]
    assert widths[1] > 1.5 * widths[0]


def test_a_difference_of_bounds_lies_between_bounds() -> None:
    found = apart(exact(0.5, 0.1), Estimate(0.7, 0.65, 0.75, "wilson", 300))
    assert (found.how, round(found.low, 2), round(found.high, 2)) == ("bounds", 0.05, 0.25)
    assert apart(exact(0.2), exact(0.3)).how == "exact"
