"""Measuring side by side: ours and a peer's in turn, so that what slows the machine slows both alike."""

import gc
import os
import platform
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final

ROUNDS: Final = 15


class Below(Exception):
    """At least one ratio of a module is beyond what it must be."""


def machine() -> str:
    """One line about where these figures were made."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {python}, {platform.system()}"


Clock = Callable[[], float]


def seconds(work: Callable[[], object], clock: Clock = perf_counter) -> float:
    """How long one run takes; what earlier runs have left behind is cleared away before it begins."""
    gc.collect()
    began = clock()
    work()
    return clock() - began


def alternate(
    ours: Callable[[], object], peer: Callable[[], object], rounds: int = ROUNDS, clock: Clock = perf_counter
) -> list[tuple[float, float]]:
    """The times of both, run in turn, the first of each left out; who begins changes from round to round."""
    ours()
    peer()
    times = []
    for number in range(rounds):
        if number % 2:
            other = seconds(peer, clock)
            times.append((seconds(ours, clock), other))
        else:
            times.append((seconds(ours, clock), seconds(peer, clock)))
    return times


class Report:
    """The ratios of one module; `close` raises `Below` if one of them is not good enough."""

    def __init__(self, title: str) -> None:
        self.failed: list[str] = []
        print(f"\n{title}")

    def ratio(
        self,
        what: str,
        ours: Callable[[], object],
        peer: Callable[[], object],
        *,
        floor: float | None = None,
        ceiling: float | None = None,
        aim: float | None = None,
        scale: float = 1.0,
        rounds: int = ROUNDS,
        working: bool = False,
    ) -> float:
        """Print one ratio with its spread and return its median.

        With a `floor` it is speed, ours over the peer's, and should be high; with a `ceiling` it is time and should be
        low. `scale` is how much work of ours stands against one of the peer's. Where neither waits for anything,
        `working` counts the processor's time alone, which others on the machine change less.
        """
        clock = process_time if working else perf_counter
        return self.times(
            what, alternate(ours, peer, rounds, clock), floor=floor, ceiling=ceiling, aim=aim, scale=scale
        )

    def times(
        self,
        what: str,
        times: list[tuple[float, float]],
        *,
        floor: float | None = None,
        ceiling: float | None = None,
        aim: float | None = None,
        scale: float = 1.0,
    ) -> float:
        """The same for times that were taken elsewhere, ours and the peer's."""
        speed = ceiling is None
        ratios = sorted(scale * other / own if speed else own / other / scale for own, other in times)
        middle = median(ratios)
        low, high = ratios[len(ratios) // 10], ratios[-1 - len(ratios) // 10]
        bad = (floor is not None and middle < floor) or (ceiling is not None and middle > ceiling)
        if bad:
            self.failed.append(what)
        limit = f"floor {floor:g}" if floor is not None else ""
        limit = f"at most {ceiling:g}" if ceiling is not None else limit
        goal = f", aim {aim:g}" if aim is not None else ""
        mark = "  <-- NOT GOOD ENOUGH" if bad else ""
        print(f"  {what:<58} {middle:7.2f}x  ({low:.2f} to {high:.2f})  {limit}{goal}{mark}")
        return middle

    def close(self) -> None:
        """End the report."""
        if self.failed:
            raise Below(", ".join(self.failed))
