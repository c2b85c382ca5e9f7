"""Tables that nobody looks at are put away, cost next to nothing, and come back as they were."""

import asyncio
import gc
import tracemalloc
from pathlib import Path
from weakref import ref

import pytest
from tests.store.playing import FIGHT, GAME, sqlite

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Annotate
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.web.api.tables import looked
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.tables import OpenTables
from arbitro.web.viewer import Viewer

CHAIR = Sitting("r", REFEREE.name, "referee")
TABLES = 6
LEFT = 2


async def played(tables: OpenTables, name: str) -> None:
    """A table somebody opened, looked at, acted at, and left."""
    table = Table.open(GAME, name, seed_from_text(name), FIGHT.options)
    table.submit(FIGHT.start[0], REFEREE)
    room = await tables.create(table, Arrangement())
    viewer = Viewer(CHAIR, "en")
    await room.welcome(viewer)
    await tables.submit(room, REFEREE, lambda: Annotate(0, "here"), play_on=False)
    await room.whole(viewer)
    room.leave(viewer)


def test_memory_stays_flat_however_many_tables_were_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitro.web.tables.AT_HAND", 4)

    async def scene() -> float:
        async with await sqlite(tmp_path) as store:
            tables = OpenTables(store)
            for number in range(5):  # what is worked out once for a game
                await played(tables, f"first {number}")
            gc.collect()
            tracemalloc.start()
            try:
                before = tracemalloc.get_traced_memory()[0]
                for number in range(TABLES):
                    await played(tables, f"later {number}")
                await asyncio.sleep(0.05)
                gc.collect()
                each = (tracemalloc.get_traced_memory()[0] - before) / TABLES
            finally:
                tracemalloc.stop()
            assert len(tables.rooms()) <= 4 + 1
            return each

    assert asyncio.run(scene()) < 100_000


def test_a_table_with_a_long_past_that_nobody_looks_at_holds_its_present_state_alone(tmp_path: Path) -> None:
    async def scene() -> float:
        async with await sqlite(tmp_path) as store:
            tables = OpenTables(store)

            async def left_alone(name: str) -> None:
                await played(tables, name)
                room, viewer = await tables.room(name), Viewer(CHAIR, "en")
                await room.welcome(viewer)
                for _ in range(16):
                    command = GAME.suggest(room.session.state, REFEREE)
                    if command is None:
                        break
                    await tables.submit(room, REFEREE, lambda command=command: command, play_on=False)  # type: ignore[misc]
                await room.whole(viewer)
                room.leave(viewer)

            for number in range(2):
                await left_alone(f"first {number}")
            gc.collect()
            tracemalloc.start()
            try:
                for number in range(LEFT):
                    await left_alone(f"later {number}")
                await asyncio.sleep(0.05)
                gc.collect()
                held = tracemalloc.get_traced_memory()[0]
                for room in tables.rooms():
                    tables.let_go(room.id)
                del room
                gc.collect()
                return (held - tracemalloc.get_traced_memory()[0]) / LEFT
            finally:
                tracemalloc.stop()

    assert asyncio.run(scene()) < 50_000


def test_what_was_put_away_comes_back_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with await sqlite(tmp_path) as store:
            tables = OpenTables(store)
            for name in ("one", "two"):
                await played(tables, name)
            watched = await tables.room("two")
            viewer = Viewer(CHAIR, "en")
            await watched.welcome(viewer)
            shown = await looked(await tables.room("one"), CHAIR, "en")
            monkeypatch.setattr("arbitro.web.tables.IDLE", -1.0)
            await tables.tidy_up()
            assert tables.rooms() == (watched,)  # somebody looks at it
            assert await looked(await tables.room("one"), CHAIR, "en") == shown
            watched.leave(viewer)
            async with watched.driving:  # the engine plays on there
                await tables.tidy_up()
                assert watched in tables.rooms()
            await tables.tidy_up()
            assert tables.rooms() == ()

    asyncio.run(scene())


def test_how_a_table_stood_before_is_not_held_by_how_it_stands(tmp_path: Path) -> None:
    """Each would hold the one before it, and an evening every state that there was."""

    async def scene() -> int:
        async with await sqlite(tmp_path) as store:
            tables = OpenTables(store)
            await played(tables, "long")
            room, viewer = await tables.room("long"), Viewer(CHAIR, "en")
            await room.welcome(viewer)
            stood = []
            for number in range(12):
                stood.append(ref(room.session.present))
                await tables.submit(room, REFEREE, lambda number=number: Annotate(0, str(number)), play_on=False)  # type: ignore[misc]
            await room.whole(viewer)
            gc.collect()
            return sum(table() is not None for table in stood)

    assert asyncio.run(scene()) <= 2
