"""What is peculiar to PostgreSQL: its layout, several processes at one database, and a player killed in the midst."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from tests.store.playing import EVERY, SEED, lines_of, new_table, play, play_plain, run, standing
from tests.store.postgres import database
from tests.store.test_durability import ROOT, WRITER

from arbitro.kernel.audit import verify
from arbitro.kernel.command import Annotate
from arbitro.rules import find_ruleset
from arbitro.store.fault import Conflict, StoreAway, StoreFault
from arbitro.store.lane import lanes_to
from arbitro.store.migrations import migrate
from arbitro.store.schema import HEAD, metadata
from arbitro.store.sql import SqlStore


def test_an_empty_database_gets_the_layout_that_the_code_expects(tmp_path: Path) -> None:
    async def scene() -> None:
        url = await database(tmp_path)
        for _ in range(2):  # made, and found as it was made
            async with await SqlStore.open(url, find_ruleset):
                pass
        engine = create_async_engine(url)
        async with engine.connect() as connection:
            differences = await connection.run_sync(
                lambda plain: compare_metadata(MigrationContext.configure(plain), metadata)
            )
        await engine.dispose()
        assert differences == []

    run(scene())


def test_several_may_open_an_empty_database_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        url = await database(tmp_path)
        stores = await asyncio.gather(*(SqlStore.open(url, find_ruleset) for _ in range(4)))
        for store in stores:
            assert await store.tables() == []
            await store.close()

    run(scene())


def test_an_older_database_is_brought_up_to_date_with_its_tables(tmp_path: Path) -> None:
    async def scene() -> None:
        url = await database(tmp_path)
        table = new_table()
        play_plain(table, 3 * EVERY)

        def older(connection: Connection) -> None:
            migrate(connection, "0001")
            assert "snapshots" not in inspect(connection).get_table_names()
            connection.execute(text("INSERT INTO tables VALUES ('cellar', 'whitebox', '')"))
            connection.execute(text("INSERT INTO seeds VALUES ('cellar', :seed)"), {"seed": SEED})
            for seq, (chain, body) in enumerate(table.records()):
                row = {"seq": seq, "chain": chain, "body": body}
                connection.execute(text("INSERT INTO entries VALUES ('cellar', :seq, :chain, :body)"), row)

        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.run_sync(older)
        await engine.dispose()
        async with await SqlStore.open(url, find_ruleset, EVERY) as store:
            session = await store.open_table("cellar")
            assert standing(session) == standing(table)
            await play(session, EVERY)
            play_plain(table, EVERY)
            assert standing(session) == standing(table) == standing(await store.open_table("cellar"))

    run(scene())


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        url = await database(tmp_path)
        async with await SqlStore.open(url, find_ruleset) as store:
            await store._lanes.write(
                lambda plain: plain.execute(text("UPDATE alembic_version SET version_num = '0999'"))
            )
        with pytest.raises(StoreFault) as caught:
            await SqlStore.open(url, find_ruleset)
        assert "0999" in caught.value.in_("it")
        assert HEAD in caught.value.in_("en")

    run(scene())


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    async def scene() -> None:
        with pytest.raises(StoreFault, match=r"127\.0\.0\.1") as caught:
            await SqlStore.open("postgresql+asyncpg://anna:swordfish@127.0.0.1:1/none", find_ruleset)
        assert "swordfish" not in str(caught.value)

    run(scene())


def test_what_is_read_in_one_piece_does_not_change_meanwhile(tmp_path: Path) -> None:
    async def scene() -> None:
        url = await database(tmp_path)
        async with (
            await SqlStore.open(url, find_ruleset, EVERY) as store,
            await SqlStore.open(url, find_ruleset) as other,
        ):
            session = await store.create(new_table())
            begun, go_on = asyncio.Event(), asyncio.Event()
            lengths: list[int] = []
            lanes = lanes_to(store._lanes._engine.url)

            async def reading() -> None:
                async with lanes._engine.connect() as connection:
                    await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    for _ in range(2):
                        lengths.append((await connection.exec_driver_sql("SELECT count(*) FROM entries")).scalar_one())
                        begun.set()
                        await go_on.wait()

            task = asyncio.create_task(reading())
            await begun.wait()
            await play(session, 3)
            assert (await other.tables())[0].length == 4
            go_on.set()
            await task
            await lanes.close()
            assert lengths == [1, 1]
            level = await store.read(
                lambda rows: rows._connection.exec_driver_sql("SHOW transaction_isolation").scalar()
            )
            assert level == "repeatable read"

    run(scene())


def test_two_stores_at_one_database_find_each_other(tmp_path: Path) -> None:
    async def scene() -> None:
        url = await database(tmp_path)
        async with (
            await SqlStore.open(url, find_ruleset, EVERY) as here,
            await SqlStore.open(url, find_ruleset, EVERY) as there,
        ):
            ours = await here.create(new_table())
            theirs = await there.open_table("cellar")
            for turn in range(12):
                mine, other = (ours, theirs) if turn % 2 else (theirs, ours)
                await play(mine, 1)
                with pytest.raises(Conflict):
                    await play(other, 1)
                await other.reload()
            assert standing(ours) == standing(theirs)

    run(scene())


def test_several_processes_write_to_one_table(tmp_path: Path) -> None:
    async def made() -> str:
        url = await database(tmp_path)
        async with await SqlStore.open(url, find_ruleset, EVERY) as store:
            await store.create(new_table())
        return url

    url = run(made())
    command = [sys.executable, "-c", WRITER, url]
    writers = [subprocess.Popen([*command, who, "12"], cwd=ROOT) for who in ("Anna", "Bruno")]
    assert [writer.wait() for writer in writers] == [0, 0]

    async def afterwards() -> None:
        async with await SqlStore.open(url, find_ruleset, EVERY) as store:
            session = await store.open_table("cellar")
            notes = [entry.command.text for entry in await session.entries(1) if isinstance(entry.command, Annotate)]
            for who in ("Anna", "Bruno"):
                assert [note for note in notes if note.startswith(who)] == [f"{who} {number}" for number in range(12)]
            assert verify(await lines_of(store, "cellar")).fault is None

    run(afterwards())


PLAYER = """
import asyncio, sys
from arbitro.kernel.seat import REFEREE
from arbitro.rules import find_ruleset
from arbitro.store.sql import SqlStore
from tests.store.playing import EVERY, next_command

async def live(url):
    async with await SqlStore.open(url, find_ruleset, EVERY) as store:
        session = await store.open_table("cellar")
        while True:
            await session.submit(next_command(session.state), REFEREE)
            print(session.ledger.length, session.ledger.chain, flush=True)

asyncio.run(live(sys.argv[1]))
"""


def test_no_acknowledged_entry_is_lost_when_a_player_is_killed(tmp_path: Path) -> None:
    async def made() -> str:
        url = await database(tmp_path)
        async with await SqlStore.open(url, find_ruleset, EVERY) as store:
            await store.create(new_table())
        return url

    url = run(made())
    acknowledged: list[tuple[int, str]] = []
    for lines in (3, 9, 30):
        child = subprocess.Popen(
            [sys.executable, "-c", PLAYER, url], cwd=ROOT, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert child.stdout is not None
        for _ in range(lines):
            length, chain = child.stdout.readline().split()
            acknowledged.append((int(length), chain))
        os.kill(child.pid, signal.SIGKILL)
        told = child.stdout.read().split("\n")[:-1]
        acknowledged += [(int(length), chain) for length, chain in (line.split() for line in told)]
        child.stdout.close()
        child.wait()

    async def afterwards() -> None:
        async with await SqlStore.open(url, find_ruleset, EVERY) as store:
            session = await store.open_table("cellar")
            chains = {
                length: line.split(b'"')[3].decode() for length, line in enumerate(await lines_of(store, "cellar"), 1)
            }
            assert len(acknowledged) >= 42
            assert [one for one in acknowledged if chains.get(one[0]) != one[1]] == []
            assert verify(await lines_of(store, "cellar"), (SEED,)).fault is None
            await play(session, 2)

    run(afterwards())


@pytest.mark.parametrize(
    "said", ["the database system is starting up", "connection was closed in the middle of operation"]
)
def test_a_server_that_starts_or_ends_is_away(tmp_path: Path, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its driver says so by an error that is of no kind of its own."""

    async def scene() -> None:
        async with await SqlStore.open(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}", find_ruleset) as store:
            session = await store.create(new_table())

            def raising(*_: object) -> object:
                raise DBAPIError("SELECT 1", None, Exception(said))

            with monkeypatch.context() as patch:
                patch.setattr("arbitro.store.sql._Rows.find", raising)
                with pytest.raises(StoreAway):
                    await store.read(lambda rows: rows.find("x"))
            await play(session, 1)

    run(scene())


def test_a_server_that_is_still_starting_is_named_when_a_store_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(*_: object) -> object:
        raise DBAPIError("SELECT 1", None, Exception("the database system is starting up"))

    monkeypatch.setattr("arbitro.store.sql._bring_up_to_date", raising)
    with pytest.raises(StoreFault, match="cannot be opened"):
        run(SqlStore.open(tmp_path / "tables.db", find_ruleset))
