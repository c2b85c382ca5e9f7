"""What a store does when its ground gives way: damage, a file that is gone, a disk that is full."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.playing import EVERY, SEED, lines_of, new_table, next_command, play, run, standing

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.audit import verify
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.tally import STEP
from arbitro.rules import find_ruleset
from arbitro.store.base import Store
from arbitro.store.fault import Damaged, StoreAway, StoreFault
from arbitro.store.session import Session
from arbitro.store.sql import SqlStore


async def opened(place: Path) -> SqlStore:
    return await SqlStore.open(place, find_ruleset, EVERY)


def played(place: Path, commands: int) -> tuple[bytes, bytes]:
    """A table of that many commands, on disk; how it stands."""

    async def scene() -> tuple[bytes, bytes]:
        async with await opened(place) as store:
            session = await store.create(new_table())
            await play(session, commands)
            return standing(session)

    return run(scene())


def harmed(place: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(place)) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


FLIP = "substr({0}, 1, {1}) || x'20' || substr({0}, {1} + 2)"
"""SQL: one byte of a body is another."""
NEWEST = "length = (SELECT max(length) FROM snapshots)"


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE snapshots SET body = x''",
        "UPDATE snapshots SET body = x'7b7d'",
        f"UPDATE snapshots SET body = CAST({FLIP.format('body', 400)} AS BLOB)",
        f"UPDATE snapshots SET body = CAST({FLIP.format('body', 5)} AS BLOB)",
        f"UPDATE snapshots SET body = CAST({FLIP.format('body', 400)} AS BLOB) WHERE {NEWEST}",
    ],
)
def test_a_damaged_snapshot_is_as_good_as_none(tmp_path: Path, harm: str) -> None:
    place = tmp_path / "tables.db"
    stood = played(place, 3 * EVERY + 2)
    harmed(place, harm)

    async def scene() -> None:
        async with await opened(place) as store:
            session = await store.open_table("cellar")
            assert standing(session) == stood
            await play(session, EVERY)
            assert verify(await lines_of(store, "cellar"), (SEED,)).fault is None

    run(scene())


@pytest.mark.parametrize(
    "harm",
    ["UPDATE tallies SET body = x''", f"UPDATE tallies SET body = CAST({FLIP.format('body', 20)} AS BLOB)"],
)
def test_a_damaged_tally_is_as_good_as_none(tmp_path: Path, harm: str) -> None:
    place = tmp_path / "tables.db"
    played(place, 3 * STEP + 2)
    harmed(place, harm)

    async def scene() -> None:
        async with await opened(place) as store:
            session = await store.open_table("cellar")
            length = session.ledger.length
            assert (await session.tally(length)).standing(REFEREE).entries == length
            await play(session, STEP)
            assert (await session.tally(length + STEP)).standing(REFEREE).entries == length + STEP

    run(scene())


HARMS = {
    "one byte": f"UPDATE entries SET body = CAST({FLIP.format('body', 30)} AS BLOB) WHERE seq = ?",
    "cut short": "UPDATE entries SET body = substr(body, 1, 20) WHERE seq = ?",
    "nothing left": "UPDATE entries SET body = x'' WHERE seq = ?",
    "another chain": "UPDATE entries SET chain = 'x' || substr(chain, 2) WHERE seq = ?",
    "gone": "DELETE FROM entries WHERE seq = ?",
}


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("entry", [1, 5, EVERY - 2])
def test_a_damaged_entry_is_named_and_what_stands_before_it_is_saved(tmp_path: Path, harm: str, entry: int) -> None:
    place = tmp_path / "tables.db"
    played(place, EVERY - 2)
    harmed(place, HARMS[harm], entry)

    async def scene() -> None:
        async with await opened(place) as store:
            if harm == "gone" and entry == EVERY - 2:  # the last one: nothing says that there ever was more
                return
            with pytest.raises(Damaged, match=f"Entry {entry} of the table “cellar”") as damaged:
                await store.open_table("cellar")
            assert damaged.value.entry == entry
            made, saved = await store.repair("cellar", "cellar-saved", seed_from_text("new"))
            assert saved == entry
            await play(made, 3)
            assert verify(await lines_of(store, "cellar-saved"), (SEED, seed_from_text("new"))).fault is None

    run(scene())


def test_damage_before_a_snapshot_stops_nobody_from_playing_on(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    stood = played(place, EVERY + 2)
    harmed(place, HARMS["one byte"], 2)

    async def scene() -> None:
        async with await opened(place) as store:
            session = await store.open_table("cellar")
            assert standing(session) == stood
            await play(session, 2)
            with pytest.raises(Damaged):
                await session.entries()
            with pytest.raises(Damaged):
                await lines_of(store, "cellar")

    run(scene())


def test_a_whole_table_needs_no_repair(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    played(place, 3)

    async def scene() -> None:
        async with await opened(place) as store:
            with pytest.raises(StoreFault, match="Nothing of the table"):
                await store.repair("cellar", "other", SEED)

    run(scene())


def _delete(place: Path) -> None:
    place.unlink()


def _replace(place: Path) -> None:
    place.rename(place.with_name("elsewhere.db"))
    place.write_bytes(place.with_name("elsewhere.db").read_bytes())


def _move_folder(place: Path) -> None:
    place.parent.rename(place.parent.with_name("moved"))


@pytest.mark.parametrize("harm", [_delete, _replace, _move_folder])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    place = tmp_path / "kept" / "tables.db"
    place.parent.mkdir()

    async def scene() -> None:
        store = await opened(place)
        session = await store.create(new_table())
        await play(session, 2)
        stood = standing(session)
        harm(place)
        for _ in range(2):
            with pytest.raises(StoreAway, match="no longer where it was"):
                await session.submit(next_command(session.state), REFEREE)
            assert standing(session) == stood
        await store.close()

    run(scene())


def test_a_full_disk_is_said_once_and_nothing_is_half_done(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    place = tmp_path / "tables.db"

    async def scene() -> None:
        async with await opened(place) as store:
            session = await store.create(new_table())
            await store.write(lambda rows: _limit(rows, grow=False))
            stood = await _until_full(store, session)
            assert standing(session) == stood
            await store.write(lambda rows: _limit(rows, grow=True))
            await play(session, 3)
        async with await opened(place) as store:
            assert standing(await store.open_table("cellar")) == standing(session)

    run(scene())
    assert [record.getMessage().split("(")[0].strip() for record in caplog.records] == [
        "The store cannot be reached or written to",
        "the store is back",
    ]


def _limit(rows: object, *, grow: bool) -> None:
    connection = rows._connection  # type: ignore[attr-defined]
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + (100_000 if grow else 1)}")


async def _until_full(store: Store, session: Session[object]) -> tuple[bytes, bytes]:  # type: ignore[type-var]
    for _ in range(500):
        stood = standing(session)
        try:
            await play(session, 1)
        except StoreAway:
            for _ in range(3):  # pages go on to be read meanwhile: that says nothing of what can be written
                assert [one.id for one in await store.tables()] == ["cellar"]
                await store.ready()
                with pytest.raises(StoreAway, match="no room left"):
                    await play(session, 1)
            return stood
    raise AssertionError("the disk was never full")


@pytest.mark.parametrize("name", ["", " ", "../x", "a/b", ".hidden", "a\0b", "x" * 81, "-rf", "a\u202eb"])
def test_the_name_of_a_table_is_a_name(tmp_path: Path, name: str) -> None:
    async def scene() -> None:
        async with await opened(tmp_path / "tables.db") as store:
            with pytest.raises(StoreFault, match="cannot be the name of a table"):
                await store.create(new_table(name))
            assert await store.tables() == []

    run(scene())
