"""Appendix A: how fast levels are worked out, that the cost of a space does not grow with the level, and lazy play."""

import resource
from collections.abc import Callable
from time import process_time
from typing import Final

from benchmarks.common import Report

from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.events import evolve_all
from arbitro.dungeon.level import explore, generate
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Setting

SHEETS: Final = {50: 20, 500: 60, 5_000: 190}
"""A sheet, in squares, that a whole level of about so many spaces fills until no lead is left."""
ROOMY: Final = {50: 80, 500: 200, 5_000: 600}
"""A sheet far larger than so many spaces need: growth is stopped there while most leads are still open."""
RUNS: Final = {50: 60, 500: 6, 5_000: 1}
ROUNDS: Final = 7
ROOMS: Final = 20


def options(size: int, *, capped: bool = False) -> dict[str, Setting]:
    side = (ROOMY if capped else SHEETS)[size]
    return {"start": "crossroads", "page_width_squares": side, "page_height_squares": side}


def seeds(size: int, count: int, *, capped: bool = False) -> list[str]:
    """Seeds whose first level has about the size wanted, or reaches the cap: dungeons that die out are left aside."""
    found: list[str] = []
    number = 0
    while len(found) < count:
        seed = f"bench/{size}/{number}"
        number += 1
        here = len(level(size, seed, capped=capped).spaces)
        if here >= size if capped else size * 0.7 <= here <= size * 1.4:
            found.append(seed)
    return found


def level(size: int, seed: str, *, capped: bool = False) -> Dungeon:
    return generate(AuditedDice.from_text(seed), options(size, capped=capped), cap=size if capped else 0)[0]


def per_space(size: int, chosen: list[str], *, capped: bool) -> float:
    """Seconds of this process that one space costs in levels of a size."""
    began = process_time()
    spaces = sum(len(level(size, seed, capped=capped).spaces) for seed in chosen)
    return (process_time() - began) / spaces


def rooms(state: Dungeon) -> int:
    return sum(space.is_place for space in state.spaces.values())


def twenty(seed: str) -> Dungeon:
    return generate(AuditedDice.from_text(seed), options(500), cap=150)[0]


def twenty_rooms() -> tuple[list[str], int]:
    """Seeds of levels with about twenty rooms, and how many rooms they have in all."""
    found: list[str] = []
    total = number = 0
    while len(found) < 20:
        seed = f"rooms/{number}"
        number += 1
        here = rooms(twenty(seed))
        if here >= ROOMS:
            found.append(seed)
            total += here
    return found, total


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The middle of some runs, in seconds."""
    times = []
    for _ in range(rounds):
        began = process_time()
        work()
        times.append(process_time() - began)
    return sorted(times)[rounds // 2]


def growth(report: Report, what: str, *, capped: bool) -> dict[int, list[str]]:
    """The cost of a space at three sizes.

    A level that is stopped at 50 spaces has met almost nothing yet, one stopped at 5,000 has many corridors that bend
    or end because the ground is taken: the second workload holds the price of collisions as well as that of size.
    """
    chosen = {size: seeds(size, RUNS[size], capped=capped) for size in SHEETS}
    costs: dict[int, list[float]] = {size: [] for size in SHEETS}
    for _ in range(ROUNDS):
        for size, each in costs.items():
            each.append(per_space(size, chosen[size], capped=capped))
    for size, each in costs.items():
        middle = sorted(each)[ROUNDS // 2]
        print(f"  {what}, {size:>5,} spaces: {1 / middle:8,.0f} spaces/s, {middle * 1e6:.0f} µs a space")
    for size in (500, 5_000):
        pairs = list(zip(costs[size], costs[50], strict=True))
        report.times(f"{what}: a space at {size:,} against 50", pairs, ceiling=1.5)
    return chosen


def main() -> None:
    report = Report("dungeon: Appendix A, every fit tested exactly, every die in the log")
    chosen = growth(report, "whole levels", capped=False)
    growth(report, "levels stopped while they grow", capped=True)
    small, total = twenty_rooms()
    seconds = timed(lambda: [twenty(seed) for seed in small])
    print(f"  levels of about {total // len(small)} rooms: {total / seconds:,.0f} rooms/s")
    large = level(5_000, chosen[5_000][0])
    dice = AuditedDice.from_text(chosen[5_000][0])
    partly = generate(dice, options(5_000), cap=len(large.spaces) - 200)[0]
    leads = [lead.id for lead in partly.leads.values() if lead.kind != "search"][:10]
    step = timed(lambda: [evolve_all(partly, explore(partly, lead, dice)) for lead in leads]) / max(1, len(leads))
    print(f"  one step of lazy play in a dungeon of {len(partly.spaces):,} spaces: {step * 1e3:.1f} ms")
    print(f"  peak memory of this run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    report.close()
