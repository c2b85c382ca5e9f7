"""Appendix A: rooms per second beside dungeongen, that the cost of a space does not grow with the level, lazy play.

dungeongen is no dependency of ours: ``make bench`` installs it from ``requirements/bench.lock`` into ``.venv-bench``
and it runs in a process of its own. Where that environment is missing, our own figures are printed alone.
"""

import gc
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

from benchmarks.common import Report
from tests.dungeon.invariants import crooked, misplaced_links, off_sheet, overlaps, unreachable

from arbitro.appendix_a.level import explore, generate
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Setting

SHEETS: Final = {50: 20, 500: 60, 5_000: 190}
"""A sheet, in squares, that a whole level of about so many spaces fills until no lead is left."""
ROOMY: Final = {50: 80, 500: 200, 5_000: 500}
"""A sheet far larger than so many spaces need: growth is stopped there while most leads are still open."""
RUNS: Final = {50: 100, 500: 10, 5_000: 1}
"""Levels of each size in a round: about as many spaces, and so as much time, for all."""
ROUNDS: Final = 7
SLICE: Final = 50
ROOMS: Final = (18, 24)
"""Rooms of the levels that are compared, ours and the peer's."""
LEVELS: Final = 5
CHECKS: Final = (overlaps, off_sheet, unreachable, crooked, misplaced_links)
"""What the tests ask of a finished dungeon, written independently of the generator."""
PEERS: Final = Path(__file__).parent.parent / ".venv-bench" / ("Scripts" if os.name == "nt" else "bin") / "python"

PEER: Final = """
import json, sys, time
from dungeongen.layout import DungeonGenerator, DungeonSize, DungeonValidator, GenerationParams
from dungeongen.map.water_layer import WaterDepth
from dungeongen.webview.adapter import convert_dungeon

low, high, levels, target = *map(int, sys.argv[1:4]), sys.argv[4]

def made(seed):
    params = GenerationParams()
    params.size = DungeonSize.LARGE
    return DungeonGenerator(params).generate(seed=seed)

def answer(value):
    print("PEER", json.dumps(value), file=sys.stderr, flush=True)

seeds, seed = [], 0
while len(seeds) < levels:
    if low <= len(made(seed).rooms) <= high:
        seeds.append(seed)
    seed += 1
layouts = [made(seed) for seed in seeds]
maps = [convert_dungeon(each, water_depth=WaterDepth.DRY) for each in layouts]
answer([len(each.rooms) for each in layouts])
for line in sys.stdin:
    began = time.perf_counter()
    if line.strip() == "draw":
        for each in maps:
            each.render_to_svg(target)
    else:
        for seed in seeds:
            level = made(seed)
            if line.strip() == "check":
                DungeonValidator(level).validate()
    answer(time.perf_counter() - began)
"""


class Peer:
    """dungeongen in a process of its own, which works when it is asked."""

    def __init__(self, target: Path) -> None:
        numbers = [str(number) for number in (*ROOMS, LEVELS)]
        self.process = subprocess.Popen(
            [str(PEERS), "-c", PEER, *numbers, str(target)],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.rooms: list[int] = json.loads(self._answer() or "[]")

    def _answer(self) -> str:
        """What it says next, its library's own messages left out; nothing once it has died."""
        assert self.process.stderr is not None
        return next(
            (line.removeprefix("PEER ").strip() for line in self.process.stderr if line.startswith("PEER ")), ""
        )

    def seconds(self, what: str) -> float:
        """How long one of its levels takes: to ``draw`` it, to ``make`` it, or to make it and ``check`` it."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        return float(self._answer()) / LEVELS

    def close(self) -> None:
        """Let it go."""
        self.process.communicate()


def peer_here(target: Path) -> Peer | None:
    """dungeongen, if it is installed."""
    if not PEERS.exists():
        print("  dungeongen is not installed here (make .venv-bench/.bench): no ratio against it")
        return None
    peer = Peer(target)
    if not peer.rooms:
        print("  dungeongen does not run here: no ratio against it")
        peer.close()
        return None
    return peer


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


def slices(size: int, seed: str, *, capped: bool) -> list[float]:
    """How long each part of a level of some fifty spaces took, in seconds of this process."""
    marks = [process_time()]

    def mark(spaces: int) -> None:
        if spaces >= SLICE * len(marks):
            marks.append(process_time())

    generate(AuditedDice.from_text(seed), options(size, capped=capped), cap=size if capped else 0, progress=mark)
    marks.append(process_time())
    return [after - before for before, after in pairwise(marks)]


def per_space(chosen: dict[int, list[str]], *, capped: bool) -> dict[int, float]:
    """Seconds that one space costs in levels of each size.

    The same seeds do the same work each time, so each part counts as long as it took in the best of some rounds:
    whatever else the machine does only ever adds to it.
    """
    rounds: dict[int, list[list[float]]] = {size: [] for size in chosen}
    for _ in range(ROUNDS):
        for size, each in rounds.items():
            gc.collect()  # so that collections fall on the same parts in every round
            each.append([part for seed in chosen[size] for part in slices(size, seed, capped=capped)])
    return {
        size: sum(min(times) for times in zip(*rounds[size], strict=True))
        / sum(len(level(size, seed, capped=capped).spaces) for seed in seeds_of)
        for size, seeds_of in chosen.items()
    }


def leads_worked(size: int, chosen: list[str], *, capped: bool) -> float:
    """How many leads were worked out for each space of levels of a size."""
    states = [level(size, seed, capped=capped) for seed in chosen]
    return sum(len(state.closed) for state in states) / sum(len(state.spaces) for state in states)


def rooms(state: Dungeon) -> int:
    return sum(space.is_place for space in state.spaces.values())


def twenty(seed: str) -> Dungeon:
    return generate(AuditedDice.from_text(seed), options(500), cap=150)[0]


def twenty_rooms() -> list[str]:
    """Seeds of levels with about twenty rooms, as the peer's."""
    found: list[str] = []
    number = 0
    while len(found) < LEVELS:
        seed = f"rooms/{number}"
        number += 1
        if ROOMS[0] <= rooms(twenty(seed)) <= ROOMS[1]:
            found.append(seed)
    return found


def ours(seeds: list[str], *, check: bool) -> float:
    """How long one of our levels takes."""
    began = perf_counter()
    for seed in seeds:
        state = twenty(seed)
        if check and any(each(state) for each in CHECKS):
            raise AssertionError(f"the level of {seed} is not sound")
    return (perf_counter() - began) / len(seeds)


def beside_the_peer(report: Report) -> None:
    """Levels of about twenty rooms: rooms a second of both, with all checks and without them."""
    chosen = twenty_rooms()
    own = sum(rooms(twenty(seed)) for seed in chosen) / len(chosen)
    peer = peer_here(Path(os.devnull))
    for what, check in (("worked out and checked", True), ("worked out", False)):
        pairs = []
        for _ in range(ROUNDS):
            other = peer.seconds("check" if check else "make") if peer else 0.0
            pairs.append((ours(chosen, check=check), other))
        told = f"ours {own / middle([mine for mine, _ in pairs]):,.0f} rooms/s at {own:.0f} rooms"
        if peer is not None:
            theirs = sum(peer.rooms) / len(peer.rooms)
            report.times(f"rooms/s, {what}, against dungeongen", pairs, floor=10, scale=own / theirs)
            told += f", dungeongen {theirs / middle([other for _, other in pairs]):,.0f} at {theirs:.0f}"
        print(f"  {what}: {told}")
    if peer is not None:
        peer.close()


def middle(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The middle of some runs, in seconds."""
    times = []
    for _ in range(rounds):
        began = process_time()
        work()
        times.append(process_time() - began)
    return middle(times)


def peak_memory() -> float:
    """The most memory that this process has held, in MiB."""
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def growth(report: Report, what: str, *, capped: bool) -> dict[int, list[str]]:
    """The cost of a space at three sizes.

    A level that is stopped at 50 spaces has met almost nothing yet and opened few of its doors, one stopped at 5,000
    has many corridors that bend or end because the ground is taken: the second workload holds the price of collisions
    and of more leads to the space as well as that of size.
    """
    chosen = {size: seeds(size, RUNS[size], capped=capped) for size in SHEETS}
    costs = per_space(chosen, capped=capped)
    for size, cost in costs.items():
        per_lead = cost / leads_worked(size, chosen[size], capped=capped)
        told = f"{cost * 1e6:.0f} µs a space, {per_lead * 1e6:.0f} µs a lead"
        print(f"  {what}, {size:>5,} spaces: {1 / cost:8,.0f} spaces/s, {told}")
    for size in (500, 5_000):
        report.times(f"{what}: a space at {size:,} against 50", [(costs[size], costs[50])], ceiling=1.5)
    return chosen


def main() -> None:
    report = Report("dungeon: Appendix A, every fit tested exactly, every die in the log")
    chosen = growth(report, "whole levels", capped=False)
    growth(report, "levels stopped while they grow", capped=True)
    beside_the_peer(report)
    large = level(5_000, chosen[5_000][0])
    dice = AuditedDice.from_text(chosen[5_000][0])
    partly = generate(dice, options(5_000), cap=len(large.spaces) - 200)[0]
    leads = [lead.id for lead in partly.leads.values() if lead.kind != "search"][:10]
    step = timed(lambda: [evolve_all(partly, explore(partly, lead, dice)) for lead in leads]) / max(1, len(leads))
    print(f"  one step of lazy play in a dungeon of {len(partly.spaces):,} spaces: {step * 1e3:.1f} ms")
    print(f"  peak memory of this run: {peak_memory():.0f} MiB")
    report.close()
