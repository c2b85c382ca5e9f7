"""The compiled part of `plain_sim`: it walks through tables and knows no rule."""

from typing import Any, Final

import numba
import numpy as np

MOST_ROUNDS: Final = 2_000
"""Fights that last longer are counted as lasting so long."""


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _following(state: Any) -> Any:
    value = state
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _fought(
    chances: Any,
    hp: Any,
    order: Any,
    sizes: Any,
    roots: Any,
    sides: Any,
    bases: Any,
    falls: Any,
    seed: Any,
    first: Any,
    count: Any,
    ends: Any,
    lasted: Any,
) -> None:
    golden, half = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
    low = np.uint64(0xFFFFFFFF)
    biased = np.empty(len(sides), np.uint64)
    for each in range(len(sides)):
        biased[each] = np.uint64((1 << 32) % sides[each])
    fallen = np.zeros(2, np.int64)
    left = np.zeros(2, np.int64)
    for number in range(count):
        state = _following(seed + np.uint64(first + number) * golden)
        begun = 0
        if len(chances) > 1:
            state += golden
            lot = float(_following(state) >> np.uint64(11)) * 2.0**-53
            while chances[begun] <= lot:
                begun += 1
        fallen[0] = fallen[1] = 0
        left[0], left[1] = hp[begun, 0, 0], hp[begun, 1, 0]
        acting, rounds, won = 0, 1, -1
        while won < 0:
            other = 1 - acting
            for place in range(sizes[begun, acting, 1]):
                striker = order[begun, acting, place]
                if striker < fallen[acting]:
                    continue
                node = np.int64(roots[begun, acting, striker, fallen[other]])
                while True:
                    state += golden
                    product = (_following(state) >> half) * np.uint64(sides[node])
                    if (product & low) < biased[node]:
                        continue
                    loss = np.int64(falls[bases[node] + np.int64(product >> half)])
                    if loss >= 0:
                        break
                    node = -1 - loss
                if loss < left[other]:
                    left[other] -= loss
                    continue
                fallen[other] += 1
                if fallen[other] == sizes[begun, other, 0]:
                    won = acting
                    break
                left[other] = hp[begun, other, fallen[other]]
            if won < 0:
                rounds += acting
                acting = other
        ends[begun, won, fallen[won], left[won]] += 1
        lasted[min(rounds, len(lasted) - 1)] += 1


def fought_out(tables: tuple[Any, ...], seed: int, first: int, count: int) -> tuple[Any, Any]:
    """Numbered fights, counted by rounds and by end: beginning, winner, how many of them fell, the next one's hp."""
    hp = tables[1]
    ends = np.zeros((hp.shape[0], 2, hp.shape[2], hp.max() + 1), np.int64)
    lasted = np.zeros(MOST_ROUNDS, np.int64)
    _fought(*tables, np.uint64(seed), first, count, ends, lasted)
    return ends, lasted
