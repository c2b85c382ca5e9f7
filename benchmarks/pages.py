"""What a command costs the processor until every page of a table is drawn anew: a fight, and steps in a dungeon.

In one process, without any network: a table on disk with a referee, three players and an onlooker, played by the plain
automatic player. Measured is the processor's time for everything that five seats are shown of one command, story and
all, and not the command itself. It is held against a handful of naive fights in the same run (see `fight.py`), since a
millisecond is not the same everywhere; the milliseconds are printed beside it.

Against the version that put every folded choice into words and asked for all of them anew at every step, in alternating
runs: a step in a dungeon 0.67, its choices alone 0.65; a command in a fight as before (0.9 to 1.07), where nearly
everything changes at every blow. Against that again, since goods are remembered by their owner and magic that has run
out counts no more: choices in town 0.63, on the road 0.65, in a dungeon 0.76, a command in a fight 0.88. Then tokens,
drawn maps, estimates and the overview came, and a fight cost 1.7 times as much. Since seats share people, cards and the
ground of a picture, keep them from blow to blow, and draw the overview only where it is open, counted in calls of
functions, which a loaded machine does not change: a command in a fight 0.79, a step in a dungeon 0.84. No part of it
stands out any more: the choices are a fifth of a fight and a third of a step, HTML a fifth, pictures an eighth.

Since then somebody is looked at once for each way of knowing them, whoever looks; figures, cards and places of a
picture are found by what they are rather than by comparing them; a line's prose, the order of a board, the outline of
a choice and the frame of a scene are made once. In alternating runs, the best of five of each command, on a machine
that was never quiet: a command in a fight 0.88 (0.53 to 0.46 units), a step in a dungeon 0.87 (1.39 to 1.21 units).

What stands against 2.2 ms: microseconds of one command in a fight, the best of five, 3,800 in all where 1,520 are the
limit on that machine. *First* is whoever is drawn first, the referee, who pays for what all share:

                                       first   the next four
    told: the story's line, sent         233       103 to 84
    cards                                205       125 to 37
    picture: drawn, in words, sent       315       153 to 82
    choices: which, words, odds, HTML    857       149 to 16
    orders to all                          8       110 to  5
    everything else on the page           60        25 to 15

What the four who come after add (2,020) is already more than the limit, and so is the first alone (1,790), half of
which is choices: some 60 commands are asked of the rules whether they are legal (210), every chance is counted
through them (up to 230), and what may be done changes with most blows. The words of the story's line are 155, cards
and tokens of those who were struck or have acted 200. Micro-mending has brought an eighth; what would bring more is
to draw less: the choices of those alone whose tab is open, chances and orders when somebody asks for them, and, which
was not tried, what somebody may do carried over from blow to blow as long as nothing that it hangs on has changed.

Since templates are compiled without Jinja's detours (see `arbitro.web.compiling`), cards and figures are found by one
look, and choices come in one go and are put in their groups once for all seats, in alternating runs on a machine that
others used heavily, the best of each command: a command in a fight 0.79 to 0.93, a step in a dungeon 0.93 to 1.01,
which is to say as before. Calls of functions fell further, by a third; they were the cheap ones. Where the time of one
command goes now, in hundredths of it:

                                                        fight   dungeon
    choices: which, words, odds, laid out, HTML            30        48
        which of them there are                             8        18
        chances                                             7         5
    picture or map: drawn, in words, sent                  25        24
    cards                                                  15         9
    orders to all, aims                                     8         6
    told: the story's line, sent                            9         3
    everything else                                        13        10

2.2 ms stay out of reach of this way of drawing: were all choices and the whole picture free, what is left of a fight
would still be a fifth above the limit. It would take seats that are not drawn one by one.

Since then lines of the story are written once for all who know them alike, the rock is hatched alike at all tables,
where tokens fit is found in a few strides, how far a party walks and who is of it are found once a moment, and choices
that stay are known by themselves. Counted in instructions of the interpreter, which no busy machine changes: a fight
0.99 (287 to 285 thousand), a step in a dungeon 0.86 (755 to 649 thousand). With a processor nearly to itself, on a
machine with much else to do: 0.45 to 0.48 units and 0.93 to 1.02. The hatching matters more than it shows here: 64 of
them were kept, and at more tables than that each step drew its own, 2,019 thousand instructions in place of 585.

Tried and given up: choices of those people alone whose tab is open, the others as a folded bundle. That is 0.92 of the
instructions in a fight and 0.90 in a dungeon, and whoever plays several people waits for a round trip whenever one
hands over to the next, with a keyboard left standing nowhere.
"""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import msgspec
from benchmarks.common import Below, Report
from benchmarks.fight import naive_fight
from benchmarks.web import EXPEDITION, FIGHT, Scene

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.log import Entry
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.store.sql import SqlStore
from arbitro.web.driver import next_by_itself
from arbitro.web.process import settle
from arbitro.web.room import Room
from arbitro.web.shelf import ready_scenes
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.viewer import Viewer

TABLES: Final = 4
"""How many tables are played, each on dice of its own."""
STEPS: Final = 30
"""How many commands of each are measured."""
NAIVE: Final = 200
"""How many naive fights are one unit: about 11 ms of the processor that the limits were set on."""
UNIT: Final = 11.1
"""Milliseconds of that processor in one unit."""
LIMITS: Final = {"in a fight": 2.2, "in a dungeon": 10.0}
"""Milliseconds of that processor that one command drawn for five seats may take on average."""


def unit() -> float:
    """Seconds of the processor for the naive fights."""
    rng = random.Random(1)
    began = process_time()
    for _ in range(NAIVE):
        naive_fight(rng)
    return process_time() - began


class Played:
    """A stored table with five open pages."""

    def __init__(self, scene: Scene, number: int) -> None:
        self.scene = scene
        self.game = find_game(scene.game)
        self.setup = self.game.read_setup(ready_scenes(self.game.id)[scene.scene])
        options = self.game.options.meant(self.setup.options)
        self.table: Table[Any] = Table.open(
            self.game, f"{scene.game}-{number}", seed_from_text(f"pages {number}"), options
        )
        self.sittings = (
            Sitting("0", "referee", role="referee"),
            *(msgspec.convert({"id": str(at), **seat}, Sitting) for at, seat in enumerate(scene.seats, 1)),
        )

    async def steps(self, store: SqlStore) -> list[float]:
        """Seconds of the processor for each command, until its five pages are drawn."""
        for command in self.setup.start:
            assert not isinstance(self.table.submit(command, REFEREE), Refusal)
        session = await store.create(self.table)
        session.remember()  # as the server does
        room = Room(session, Arrangement(), self.sittings)
        for sitting in self.sittings:
            await room.welcome(Viewer(sitting, "it"))
        await self.drawn(room)
        took: list[float] = []
        for command in self.commands(room):
            entry = await session.submit(command, REFEREE)
            assert isinstance(entry, Entry), entry
            await room.fill_tail()
            needed = await self.drawn(room)
            if not self.scene.underground or len(session.state.dungeon.spaces) > 1:
                took.append(needed)
            if len(took) == STEPS:
                break
        return took

    def commands(self, room: Room) -> Iterator[Command]:
        """What the plain automatic player does, and the engine by itself, until it is over."""
        while not self.game.finished(room.session.state):
            state = room.session.state
            by_itself = next_by_itself(self.game, state, Arrangement(), self.sittings[1:])
            following = by_itself or self.game.suggest(state, REFEREE)
            if following is None:
                return
            yield following

    async def drawn(self, room: Room) -> float:
        """Draw every page; seconds of the processor."""
        began = process_time()
        for drawn in (False, True):
            for circle in room.circles():
                await room.show_circle(circle, drawn=drawn)
        return process_time() - began


async def measure(folder: Path) -> list[str]:
    """Print what a command costs; what is beyond its limit."""
    failed = []
    async with await SqlStore.open(folder / "tables.db", find_game) as store:
        for what, scene in (("in a fight", FIGHT), ("in a dungeon", EXPEDITION)):
            units, took = [], []
            for number in range(TABLES):
                units.append(unit())
                took += await Played(scene, number).steps(store)
                units.append(unit())
            each, limit = 1000 * mean(took), LIMITS[what] / UNIT
            ratio = each / 1000 / median(units)
            bad = ratio > limit
            mark = "  <-- NOT GOOD ENOUGH" if bad else ""
            print(f"  a command {what} drawn for five seats / {NAIVE} naive fights: {ratio:.2f}x", end="")
            print(f"  (at most {limit:.2f}){mark}")
            ninth = 1000 * sorted(took)[len(took) * 9 // 10]
            print(
                f"    {each:.1f} ms of the processor each, nine in ten below {ninth:.1f}; {len(took)} commands", end=""
            )
            print(f"; the naive fights {1000 * median(units):.1f} ms")
            if bad:
                failed.append(what)
    return failed


def main() -> None:
    """Print the figures; raises `Below` if one of them is not good enough."""
    Report("Pages: a command drawn for five seats, in the processor's time")
    settle()
    with TemporaryDirectory() as folder:
        failed = asyncio.run(measure(Path(folder)))
    if failed:
        raise Below(", ".join(failed))
