"""Memory: ten thousand tables opened, looked at and left, one after the other. What nobody looks at is put away."""

import asyncio
import gc
import os
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.common import Below, Report
from benchmarks.web import Figures, memory_of, seed_of

from arbitro.kernel.command import Annotate
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.store.sql import SqlStore
from arbitro.web.process import settle
from arbitro.web.shelf import ready_scenes
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.tables import AT_HAND, OpenTables
from arbitro.web.viewer import Viewer

BEGIN: Final = 1_000
END: Final = 10_000
IDLE: Final = 100_000
"""Bytes that a table may hold that nobody looks at…"""
FLAT: Final = 2_000
"""…and those that each table may leave behind that was opened once."""
CHAIR: Final = Sitting("r", REFEREE.name, "referee")


async def visit(tables: OpenTables, number: int) -> None:
    """Open a table, look at it, act at it, and leave."""
    game = find_game("whitebox")
    setup = game.read_setup(ready_scenes(game.id)["fights/orcs"])
    table = Table.open(game, f"table-{number}", seed_of(number), game.options.meant(setup.options))
    for command in setup.start:
        table.submit(command, REFEREE)
    room = await tables.create(table, Arrangement())
    viewer = Viewer(CHAIR, "en")
    await room.welcome(viewer)
    await tables.submit(room, REFEREE, lambda: Annotate(0, "here"), play_on=False)
    await room.whole(viewer)
    room.leave(viewer)


async def measure(folder: Path) -> None:
    """Everything, in one run."""
    figures = Figures()
    settle()
    async with await SqlStore.open(folder / "tables.db", find_game) as store:
        tables = OpenTables(store)

        async def held_after(first: int, last: int) -> int:
            for number in range(first, last):
                await visit(tables, number)
            gc.collect()
            return memory_of(os.getpid())

        begun = await held_after(0, BEGIN)  # what is kept of the latest parts of pages, whoever's they are, is full
        for room in tables.rooms():
            tables.let_go(room.id)
        gc.collect()
        tracemalloc.start()  # what the system counts is mostly what was held before, and is used again
        await held_after(BEGIN, BEGIN + AT_HAND)
        at_hand = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        figures.size(f"each of {AT_HAND} tables at hand that nobody looks at", at_hand / AT_HAND, IDLE)
        left = (await held_after(BEGIN + AT_HAND, END) - begun) / (END - BEGIN)
        figures.size(f"left behind by each of {END - BEGIN:,} tables that were opened", left, FLAT)
    if figures.failed:
        raise Below(", ".join(figures.failed))


def main() -> None:
    """Print the figures; raises `Below` if one of them is not good enough."""
    Report("tables that nobody looks at")
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
