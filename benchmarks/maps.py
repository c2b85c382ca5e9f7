"""Maps: the time of a level's SVG beside dungeongen's, and a map of 5,000 spaces, with the memory it takes.

dungeongen is no dependency of ours: it is looked for in the environment that ``ARBITRO_DUNGEONGEN`` names (the python
of a virtual environment that has it), and installed into a throw-away one otherwise. Where neither works, our own
figures are printed alone.
"""

import os
import resource
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Final

from benchmarks.common import Report

from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.draw.frame import framed
from arbitro.dungeon.draw.hatch import patch
from arbitro.dungeon.draw.level import draw_level
from arbitro.dungeon.draw.picture import to_svg
from arbitro.dungeon.level import generate
from arbitro.dungeon.model import Dungeon

ROOMS: Final = (18, 24)
LEVELS: Final = 5
ROUNDS: Final = 5
LARGE: Final = 190
"""A sheet, in squares, that about 5,000 spaces fill."""
DECORATION: Final = 7

PEER: Final = """
import json, sys, time
from dungeongen.layout import DungeonGenerator, DungeonSize, GenerationParams
from dungeongen.map.water_layer import WaterDepth
from dungeongen.webview.adapter import convert_dungeon

low, high, levels, target = *map(int, sys.argv[1:4]), sys.argv[4]
maps, seed = [], 0
while len(maps) < levels:
    params = GenerationParams()
    params.size = DungeonSize.LARGE
    made = DungeonGenerator(params).generate(seed=seed)
    seed += 1
    if low <= len(made.rooms) <= high:
        maps.append((len(made.rooms), convert_dungeon(made, water_depth=WaterDepth.DRY)))
print("PEER", json.dumps([rooms for rooms, _ in maps]), file=sys.stderr, flush=True)
for _ in sys.stdin:
    began = time.perf_counter()
    for _, drawn in maps:
        drawn.render_to_svg(target)
    print("PEER", (time.perf_counter() - began) / levels, file=sys.stderr, flush=True)
"""


def rooms(state: Dungeon) -> int:
    return sum(space.is_place for space in state.spaces.values())


def levels_of_rooms() -> list[Dungeon]:
    """Levels of about twenty rooms, as the peer's."""
    found: list[Dungeon] = []
    number = 0
    while len(found) < LEVELS:
        state = generate(AuditedDice.from_text(f"maps/{number}"), {"start": "crossroads"}, cap=150)[0]
        number += 1
        if ROOMS[0] <= rooms(state) <= ROOMS[1]:
            found.append(state)
    return found


def drawn(state: Dungeon, target: Path, decoration: int = DECORATION) -> None:
    """One level from the dungeon to the file, frame, legend and all."""
    picture = framed(draw_level(state, 1, decoration), "en", "Level 1", "Referee's map")
    target.write_text(to_svg(picture), encoding="utf-8")


@contextmanager
def peers_python() -> Iterator[str | None]:
    """A python that has dungeongen, or None."""
    given = os.environ.get("ARBITRO_DUNGEONGEN")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python")
        command = [python, "-m", "pip", "install", "--quiet", "dungeongen==0.1.14"]
        installed = subprocess.run(command, capture_output=True, check=False).returncode == 0
        yield python if installed else None


class Peer:
    """dungeongen in a process of its own, which draws its levels each time it is asked."""

    def __init__(self, python: str, target: Path) -> None:
        numbers = [str(number) for number in (*ROOMS, LEVELS)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen([python, "-c", PEER, *numbers, str(target)], text=True, **pipes)
        self.rooms = self._answer()

    def _answer(self) -> str:
        """What it says next, its library's own messages left out; nothing once it has died."""
        assert self.process.stderr is not None
        return next(
            (line.removeprefix("PEER ").strip() for line in self.process.stderr if line.startswith("PEER ")), ""
        )

    def seconds(self) -> float:
        """How long one of its levels takes."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self._answer())

    def close(self) -> None:
        """Let it go."""
        self.process.communicate()


def ours(states: list[Dungeon], target: Path) -> float:
    began = perf_counter()
    for state in states:
        drawn(state, target)
    return (perf_counter() - began) / len(states)


def main() -> None:
    report = Report("maps: a level from the dungeon to its SVG file")
    with tempfile.TemporaryDirectory() as folder, peers_python() as python:
        target = Path(folder) / "map.svg"
        states = levels_of_rooms()
        patch.cache_clear()
        began = perf_counter()
        drawn(states[0], target)
        first = perf_counter() - began
        peer = Peer(python, Path(folder) / "peer.svg") if python else None
        if peer is not None and peer.rooms:
            peer.seconds()
            pairs = [(ours(states, target), peer.seconds()) for _ in range(ROUNDS)]
            report.times("time of an SVG against dungeongen", pairs, ceiling=0.25)
            print(f"  dungeongen: levels of {peer.rooms} rooms, {_middle([other for _, other in pairs]):.1f} ms each")
        else:
            pairs = [(ours(states, target), 0.0) for _ in range(ROUNDS)]
            print("  dungeongen could not be installed here: no ratio")
        if peer is not None:
            peer.close()
        told = f"levels of {[rooms(state) for state in states]} rooms, {_middle([own for own, _ in pairs]):.1f} ms each"
        print(f"  ours: {told}, the very first {first * 1e3:.1f} ms")
        large(target)
    report.close()


def _middle(seconds: list[float]) -> float:
    """The middle of some times, in milliseconds."""
    return sorted(seconds)[len(seconds) // 2] * 1e3


def large(target: Path) -> None:
    """About 5,000 spaces from the dice to the map."""
    options = {"start": "crossroads", "page_width_squares": LARGE, "page_height_squares": LARGE}
    number = 0
    while True:
        began = perf_counter()
        state = generate(AuditedDice.from_text(f"maps/large/{number}"), options)[0]
        made = perf_counter() - began
        if len(state.spaces) > 4_000:
            break
        number += 1
    began = perf_counter()
    drawn(state, target)
    took = perf_counter() - began
    size = target.stat().st_size / 1e6
    print(f"  {len(state.spaces):,} spaces: worked out in {made:.1f} s, drawn in {took:.1f} s, {size:.1f} MB of SVG")
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    print(f"  peak memory of this run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit:.0f} MiB")
