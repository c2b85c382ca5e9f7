"""Maps: the time of a level's SVG beside dungeongen's, the live map of play, and a map of 5,000 spaces with its memory.

The peer is the one of `benchmarks.dungeon`.
"""

import tempfile
from pathlib import Path
from time import perf_counter
from typing import Final

from benchmarks.common import Report
from benchmarks.dungeon import LEVELS, ROOMS, middle, peak_memory, peer_here, rooms

from arbitro.appendix_a.level import generate
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.draw.frame import framed
from arbitro.dungeon.draw.hatch import patch
from arbitro.dungeon.draw.level import draw_level
from arbitro.dungeon.draw.picture import to_svg
from arbitro.dungeon.draw.play import play_map
from arbitro.dungeon.export.visited import handout
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Setting

ROUNDS: Final = 5
LARGE: Final = 190
"""A sheet, in squares, that about 5,000 spaces fill."""
PLAYED: Final = 50
"""Spaces that a party knows when its live map is measured."""
DECORATION: Final = 7


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


def ours(states: list[Dungeon], target: Path) -> float:
    began = perf_counter()
    for state in states:
        drawn(state, target)
    return (perf_counter() - began) / len(states)


def main() -> None:
    report = Report("maps: a level from the dungeon to its SVG file")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "map.svg"
        states = levels_of_rooms()
        patch.cache_clear()
        began = perf_counter()
        drawn(states[0], target)
        first = perf_counter() - began
        peer = peer_here(Path(folder) / "peer.svg")
        if peer is not None:
            peer.seconds("draw")
        pairs = [(ours(states, target), peer.seconds("draw") if peer else 0.0) for _ in range(ROUNDS)]
        if peer is not None:
            report.times("time of an SVG against dungeongen", pairs, ceiling=0.25)
            told = f"{middle([other for _, other in pairs]) * 1e3:.1f} ms each"
            print(f"  dungeongen: levels of {peer.rooms} rooms, {told}")
            peer.close()
        own = f"{middle([each for each, _ in pairs]) * 1e3:.1f} ms each"
        print(
            f"  ours: levels of {[rooms(state) for state in states]} rooms, {own}, the very first {first * 1e3:.1f} ms"
        )
        played()
        large(target)
    report.close()


def played() -> None:
    """The live map of a party that knows about fifty spaces."""
    number = 0
    while True:
        state = handout(generate(AuditedDice.from_text(f"maps/play/{number}"), {"start": "crossroads"}, cap=60)[0])
        number += 1
        if len(state.spaces) >= PLAYED:
            break
    party = next(iter(state.spaces))
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        play_map(state, 1, DECORATION, "en", party=party)
        times.append(perf_counter() - began)
    print(f"  the live map of {len(state.spaces)} spaces: {middle(times) * 1e3:.1f} ms")


def large(target: Path) -> None:
    """About 5,000 spaces from the dice to the map."""
    options: dict[str, Setting] = {"start": "crossroads", "page_width_squares": LARGE, "page_height_squares": LARGE}
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
    print(f"  peak memory of this run: {peak_memory():.0f} MiB")
