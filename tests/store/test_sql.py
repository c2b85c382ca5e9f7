"""What is peculiar to the store in a database: its settings, its layout and how that is brought up to date."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect
from tests.store.playing import EVERY, GAME, SEED, new_table, play, play_plain, run, standing

from arbitro.kernel.audit import verify
from arbitro.kernel.seat import REFEREE
from arbitro.rules import find_ruleset
from arbitro.store.fault import Conflict, StoreFault
from arbitro.store.migrations import migrate, steps
from arbitro.store.schema import HEAD, metadata
from arbitro.store.sql import SqlStore


def test_a_commit_reaches_the_disk_before_it_returns(tmp_path: Path) -> None:
    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "tables.db", find_ruleset) as store:
            for lane in (store._lanes.read, store._lanes.write):
                settings = await lane(
                    lambda connection: [
                        connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                        for name in ("journal_mode", "synchronous", "foreign_keys")
                    ]
                )
                assert settings == ["wal", 2, 1]  # 2 is FULL

    run(scene())


def test_one_command_is_one_transaction(tmp_path: Path) -> None:
    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "tables.db", find_ruleset, EVERY) as store:
            session = await store.create(new_table())
            await play(session, EVERY - 2)
            outside = sqlite3.connect(tmp_path / "tables.db")
            seen: list[tuple[int, int]] = []

            def count() -> None:
                entries = outside.execute("SELECT count(*) FROM entries").fetchone()[0]
                seen.append((entries, outside.execute("SELECT count(*) FROM snapshots").fetchone()[0]))

            whole = store.write

            async def watched(work, then=None):
                def inner(rows):
                    done = work(rows)
                    outsider = sqlite3.connect(tmp_path / "tables.db")  # this runs in the store's own thread
                    entries = outsider.execute("SELECT count(*) FROM entries").fetchone()[0]
                    seen.append((entries, outsider.execute("SELECT count(*) FROM snapshots").fetchone()[0]))
                    outsider.close()
                    return done

                return await whole(inner, then)

            store.write = watched
            await play(session, 1)
            count()
            outside.close()
            assert seen == [(EVERY - 1, 0), (EVERY, 1)]  # the entry and its snapshot appear together, after the commit

    run(scene())


def test_two_stores_on_one_file_find_each_other(tmp_path: Path) -> None:
    async def scene() -> None:
        place = tmp_path / "tables.db"
        async with (
            await SqlStore.open(place, find_ruleset, EVERY) as here,
            await SqlStore.open(f"sqlite+aiosqlite:///{place}", find_ruleset, EVERY) as there,
        ):
            ours = await here.create(new_table())
            theirs = await there.open_table("cellar")
            for turn in range(20):
                mine, other = (ours, theirs) if turn % 2 else (theirs, ours)
                await play(mine, 1)
                with pytest.raises(Conflict):
                    await play(other, 1)
                await other.reload()
            assert standing(ours) == standing(theirs)
            plain = new_table()
            play_plain(plain, 20)
            assert standing(ours) == standing(plain)

    run(scene())


# ---------------------------------------------------------------- layout


def test_an_empty_file_gets_the_layout_that_the_code_expects(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"

    async def scene() -> None:
        for _ in range(2):  # made, and found as it was made
            async with await SqlStore.open(place, find_ruleset):
                pass

    run(scene())
    engine = create_engine(f"sqlite:///{place}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_last_migration_is_the_one_that_the_code_names() -> None:
    assert steps()[-1] == HEAD


def _older(place: Path, step: str) -> None:
    """A database as an older version left it, with a table in it."""
    engine = create_engine(f"sqlite:///{place}")
    table = new_table()
    play_plain(table, 3 * EVERY)
    with engine.begin() as connection:
        migrate(connection, step)
        assert "snapshots" not in inspect(connection).get_table_names()
        connection.exec_driver_sql("INSERT INTO tables VALUES ('cellar', 'whitebox', '')")
        connection.exec_driver_sql("INSERT INTO seeds VALUES ('cellar', ?)", (SEED,))
        for seq, (chain, body) in enumerate(table.records()):
            connection.exec_driver_sql("INSERT INTO entries VALUES ('cellar', ?, ?, ?)", (seq, chain, body))
    engine.dispose()


@pytest.mark.parametrize("prefix", ["", "sqlite+aiosqlite:///"])
def test_an_older_database_is_brought_up_to_date_with_its_tables(tmp_path: Path, prefix: str) -> None:
    place = tmp_path / "tables.db"
    _older(place, "0001")

    async def scene() -> None:
        async with await SqlStore.open(f"{prefix}{place}", find_ruleset, EVERY) as store:
            session = await store.open_table("cellar")
            plain = new_table()
            play_plain(plain, 3 * EVERY)
            assert standing(session) == standing(plain)
            await play(session, EVERY)
            play_plain(plain, EVERY)
            assert standing(session) == standing(plain) == standing(await store.open_table("cellar"))

    run(scene())
    connection = sqlite3.connect(place)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    connection.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "tables.db"
    _older(place, "0001")

    def halfway(connection, to="head"):
        migrate(connection, to)
        raise RuntimeError("the light went out")

    monkeypatch.setattr("arbitro.store.migrations.migrate", halfway)
    with pytest.raises(RuntimeError, match="light"):
        run(SqlStore.open(place, find_ruleset))
    connection = sqlite3.connect(place)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'snapshots'").fetchone() == (0,)
    connection.close()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    _older(place, "0001")
    connection = sqlite3.connect(place)
    connection.execute("UPDATE alembic_version SET version_num = '0999'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreFault) as caught:
        run(SqlStore.open(place, find_ruleset))
    for language in ("it", "en"):
        assert "0999" in caught.value.in_(language)
        assert str(place) in caught.value.in_(language)


def test_a_place_that_is_no_store_is_named(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database at all, but long enough to have a header of one " * 4)
    for place in (text, tmp_path / "nowhere" / "tables.db"):
        with pytest.raises(StoreFault) as caught:
            run(SqlStore.open(place, find_ruleset))
        assert str(place) in caught.value.in_("it")
    assert text.read_text().startswith("not a database")


def test_a_database_that_is_up_to_date_opens_without_alembic(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"

    async def make() -> None:
        async with await SqlStore.open(place, find_ruleset) as store:
            await store.create(new_table())

    run(make())
    program = f"""
import asyncio, sys
from arbitro.rules import find_ruleset
from arbitro.store.sql import SqlStore

async def look():
    async with await SqlStore.open({str(place)!r}, find_ruleset) as store:
        print([listed.id for listed in await store.tables()], "alembic" in sys.modules)

asyncio.run(look())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['cellar'] False"


def test_the_log_of_a_long_table_is_read_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("base", "past"):
        monkeypatch.setattr(f"arbitro.store.{place}.PAGE", 7)

    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "tables.db", find_ruleset, 1000) as store:
            plain = new_table()
            play_plain(plain, 40)
            session = await store.create(plain)
            opened = await store.open_table("cellar")
            assert standing(opened) == standing(session)
            assert len(await opened.entries()) == 41
            exported = b"".join([page async for page in store.export_table("cellar")])
            assert len(exported.splitlines()) == 42
            assert verify(exported.splitlines()).ended
            assert GAME.suggest(opened.state, REFEREE) is not None

    run(scene())
