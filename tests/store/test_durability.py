"""What was acknowledged is there, whatever happens to the process; and what is there is whole."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sampling import sampled
from tests.store.playing import EVERY, PLAYER, SEED, lines_of, new_table, play, run, standing
from tests.store.test_contract import _refolded

from arbitro.kernel.audit import verify
from arbitro.kernel.command import Annotate
from arbitro.rules import find_ruleset
from arbitro.store.fault import Conflict
from arbitro.store.sql import SqlStore

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kills", sampled((50, 125), 1))
def test_no_acknowledged_entry_is_lost_and_none_is_half_there(tmp_path: Path, kills: int) -> None:
    place = tmp_path / "tables.db"
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.mortal", str(place), str(kills), "20261115"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lives = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lives) == kills
    assert [life for life in lives if life["fault"] or life["missing"]] == []
    # The kills fell where they should: on stores being made, and in the midst of play.
    playing = [life for life in lives if not life["early"]]
    assert len(playing) >= 0.8 * kills
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

            async def slow(work, then=None):
                def inner(rows):
                    done = work(rows)
                    loop.call_soon_threadsafe(begun.set)
                    asyncio.run_coroutine_threadsafe(read.wait(), loop).result()
                    return done

                return await whole(inner, then)

            store.write = slow
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


def test_tables_that_write_at_the_same_moment_share_a_commit(tmp_path: Path) -> None:
    """Many tables wait for the disk together; each command is still all or nothing by itself."""

    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "tables.db", find_ruleset, EVERY) as store:
            names = [f"table-{number:02}" for number in range(20)]
            sessions = [await store.create(new_table(name)) for name in names]
            stale = await store.open_table(names[3])
            await play(sessions[3], 1)
            commits = 0
            writer = store._lanes._writer
            connection = writer._connected()
            commit = connection.commit

            def counted() -> None:
                nonlocal commits
                commits += 1
                commit()

            connection.commit = counted
            gate = asyncio.get_running_loop().create_future()
            held = asyncio.ensure_future(
                store.write(lambda _: asyncio.run_coroutine_threadsafe(_wait(gate), loop).result())
            )
            loop = asyncio.get_running_loop()
            await asyncio.sleep(0.05)
            writing = [asyncio.ensure_future(play(session, 1)) for session in (*sessions, stale)]
            while writer._waiting.qsize() < len(writing):  # noqa: ASYNC110 - the lane tells nobody
                await asyncio.sleep(0.01)
            gate.set_result(None)
            await held
            answers = await asyncio.gather(*writing, return_exceptions=True)
            assert [answer for answer in answers if answer is not None] == [answers[-1]]
            assert isinstance(answers[-1], Conflict)  # the one that came too late, and nobody else
            assert commits == 2  # the one that held the others up, and all the others
            for name, session in zip(names, sessions, strict=True):
                assert standing(await store.open_table(name)) == standing(session)
                assert standing(session) == standing(await _refolded(store, name))

    async def _wait(gate: "asyncio.Future[None]") -> None:
        await gate

    run(scene())
