"""What was acknowledged is there, whatever happens to the process; and what is there is whole."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from tests.store.playing import EVERY, PLAYER, SEED, lines_of, new_table, play, run, standing
from tests.store.test_contract import _refolded

from arbitro.kernel.audit import verify
from arbitro.kernel.command import Annotate
from arbitro.rules import find_ruleset
from arbitro.store.fault import Conflict
from arbitro.store.sql import SqlStore

ROOT = Path(__file__).parents[2]
KILLS = 125


def test_no_acknowledged_entry_is_lost_and_none_is_half_there(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.mortal", str(place), str(KILLS), "20261115"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lives = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lives) == KILLS
    assert [life for life in lives if life["fault"] or life["missing"]] == []
    # The kills fell where they should: on stores being made, and in the midst of play.
    playing = [life for life in lives if not life["early"]]
    assert len(playing) >= 100
    assert sum(life["acknowledged"] > 0 for life in playing) > len(playing) / 2
    assert any(life["written"] == 0 for life in lives)

    async def afterwards() -> None:
        async with await SqlStore.open(place, find_ruleset, EVERY) as store:
            session = await store.open_table("cellar")
            assert session.ledger.length == sum(life["written"] for life in playing)
            assert standing(session) == standing(await _refolded(store, "cellar"))
            assert verify(await lines_of(store, "cellar"), (SEED,)).fault is None
            await play(session, 3)
            assert await store._lanes.read(
                lambda connection: connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            )

    run(afterwards())


WRITER = """
import asyncio, sys
from arbitro.kernel.command import Annotate
from arbitro.rules import find_ruleset
from arbitro.store.fault import Conflict
from arbitro.store.sql import SqlStore
from tests.store.playing import EVERY, PLAYER

async def write(place, who, notes):
    async with await SqlStore.open(place, find_ruleset, EVERY) as store:
        session = await store.open_table("cellar")
        for number in range(notes):
            while True:
                try:
                    await session.submit(Annotate(0, f"{who} {number}"), PLAYER)
                    break
                except Conflict:
                    await session.reload()

asyncio.run(write(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


def test_several_processes_write_to_one_table(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"

    async def made() -> None:
        async with await SqlStore.open(place, find_ruleset, EVERY) as store:
            await store.create(new_table())

    run(made())
    command = [sys.executable, "-c", WRITER, str(place)]
    writers = [subprocess.Popen([*command, who, "25"], cwd=ROOT) for who in ("Anna", "Bruno", "Carla")]
    assert [writer.wait() for writer in writers] == [0, 0, 0]

    async def afterwards() -> None:
        async with await SqlStore.open(place, find_ruleset, EVERY) as store:
            session = await store.open_table("cellar")
            notes = [entry.command.text for entry in await session.entries(1) if isinstance(entry.command, Annotate)]
            assert len(notes) == 75
            for who in ("Anna", "Bruno", "Carla"):
                assert [note for note in notes if note.startswith(who)] == [f"{who} {number}" for number in range(25)]
            assert verify(await lines_of(store, "cellar")).fault is None

    run(afterwards())


def test_readers_are_not_held_up_by_a_writer(tmp_path: Path) -> None:
    """Who reads sees the table as it was before a transaction that is still under way."""

    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "tables.db", find_ruleset, EVERY) as store:
            session = await store.create(new_table())
            begun, read = asyncio.Event(), asyncio.Event()
            loop = asyncio.get_running_loop()
            whole = store.write

            async def slow(work, then=None):  # type: ignore[no-untyped-def]
                def inner(rows):  # type: ignore[no-untyped-def]
                    done = work(rows)
                    loop.call_soon_threadsafe(begun.set)
                    asyncio.run_coroutine_threadsafe(read.wait(), loop).result()
                    return done

                return await whole(inner, then)

            store.write = slow  # type: ignore[method-assign]
            writing = asyncio.create_task(session.submit(Annotate(0, "a note"), PLAYER))
            await begun.wait()
            assert (await store.tables())[0].length == 1
            assert (await store.open_table("cellar")).ledger.length == 1
            assert session.ledger.length == 1  # not acknowledged, not shown
            read.set()
            await writing
            assert (await store.tables())[0].length == session.ledger.length == 2

    run(scene())


def test_a_conflict_is_raised_not_waited_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "tables.db", find_ruleset, EVERY) as store:
            first = await store.create(new_table())
            second = await store.open_table("cellar")
            answers = await asyncio.gather(
                first.submit(Annotate(0, "one"), PLAYER),
                second.submit(Annotate(0, "two"), PLAYER),
                return_exceptions=True,
            )
            assert sum(isinstance(answer, Conflict) for answer in answers) == 1

    run(scene())
