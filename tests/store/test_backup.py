"""A backup restores: the same logs, the same seats, and the same dice from there on."""

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import scrypt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.store.playing import EVERY, PLAYER, SEED, lines_of, new_table, next_command, play, run, standing
from tests.terminal import Run

from arbitro.rules import find_ruleset
from arbitro.store import backup, sealing
from arbitro.store.backup import back_up, restore
from arbitro.store.base import Store
from arbitro.store.fault import NoSuchTable, StoreFault, TableExists
from arbitro.store.memory import MemoryStore
from arbitro.store.reading import read_table
from arbitro.store.rows import KeptSeat
from arbitro.store.schema import metadata
from arbitro.store.sealing import seal, unseal
from arbitro.store.sql import SqlStore

WORDS = "a long enough phrase"


async def filled(store: Store) -> None:
    for name in ("cellar", "attic"):
        session = await store.create(new_table(name))
        await play(session, EVERY + 3)
        await store.write(lambda rows, name=name: rows.keep_seat(KeptSeat(name, "s1", f"digest-{name}", b'{"a":1}')))
        await store.write(lambda rows, name=name: rows.arrange(name, b'{"title":"x"}'))
        await store.write(lambda rows, name=name: rows.keep_picture(name, "berto", b"\x89PNG " + name.encode()))
        await store.write(lambda rows, name=name: rows.keep_picture(name, "handout:1", bytes(range(256))))


def test_a_restored_table_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    file = tmp_path / "all.backup"

    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "old.db", find_ruleset, EVERY) as old:
            await filled(old)
            assert await back_up(old, file, WORDS) == 2
            async with await SqlStore.open(tmp_path / "new.db", find_ruleset, EVERY) as new:
                assert await restore(new, file, WORDS) == 2
                for name in ("cellar", "attic"):
                    one, other = await old.open_table(name), await new.open_table(name)
                    assert standing(one) == standing(other)
                    await play(one, 5)
                    await play(other, 5)
                    assert await lines_of(old, name) == await lines_of(new, name)
                assert await new.read(lambda rows: rows.seats("attic")) == await old.read(
                    lambda rows: rows.seats("attic")
                )
                assert await new.read(lambda rows: rows.arrangement("cellar")) == b'{"title":"x"}'

    run(scene())


def test_however_many_tables_there_are_the_passphrase_is_stretched_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a tenth of a second on purpose: a house with ten thousand tables waited a quarter of an hour, twice."""
    stretched: list[object] = []

    def counted(*own: Any, **named: Any) -> bytes:
        stretched.append(own)
        return scrypt(*own, **named)

    monkeypatch.setattr(sealing, "scrypt", counted)

    async def scene() -> None:
        old, new = MemoryStore(find_ruleset, EVERY), MemoryStore(find_ruleset, EVERY)
        await filled(old)
        await back_up(old, tmp_path / "all.backup", WORDS)
        assert len(stretched) == 1
        await restore(new, tmp_path / "all.backup", WORDS)
        assert len(stretched) == 2
        assert await old.read(lambda rows: rows.seed("attic")) == await new.read(lambda rows: rows.seed("attic"))

    run(scene())


def test_one_table_at_a_time_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    add = MemoryStore.add_whole

    def reads(*own: Any) -> Any:
        done.append("read")
        return read_table(*own)

    def adds(store: MemoryStore, rows: Any, table: Any) -> None:
        done.append("kept")
        add(store, rows, table)

    monkeypatch.setattr(backup, "read_table", reads)
    monkeypatch.setattr(MemoryStore, "add_whole", adds)

    async def scene() -> None:
        old = MemoryStore(find_ruleset, EVERY)
        await filled(old)
        await back_up(old, tmp_path / "all.backup", WORDS)
        done.clear()
        await restore(MemoryStore(find_ruleset, EVERY), tmp_path / "all.backup", WORDS)
        assert done == ["read", "kept"] * 2

    run(scene())


def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path) -> None:
    """Its head has no salt, and each seed was sealed by itself."""
    file = tmp_path / "all.backup"

    def as_it_was(line: bytes) -> bytes:
        found = msgspec.json.decode(line)
        if "format" in found:
            found = {"format": "arbitro-backup", "version": 1}
        if "table" in found and "seed" in found:
            found["seed"] = msgspec.to_builtins(seal(SEED, found["table"], WORDS))
        return msgspec.json.encode(found) + b"\n"

    async def scene() -> None:
        old, new = MemoryStore(find_ruleset, EVERY), MemoryStore(find_ruleset, EVERY)
        await filled(old)
        await back_up(old, file, WORDS)
        lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
        heads = [line if line.startswith(b'{"chain":') else as_it_was(line) for line in lines]
        file.write_bytes(gzip.compress(b"".join(heads)))
        assert await restore(new, file, WORDS) == 2
        for name in ("cellar", "attic"):
            assert standing(await old.open_table(name)) == standing(await new.open_table(name))
        file.write_bytes(gzip.compress(b"".join(heads).replace(b'"version":1', b'"version":2,"salt":"no salt"')))
        with pytest.raises(StoreFault):
            await restore(MemoryStore(find_ruleset, EVERY), file, WORDS)

    run(scene())


DERIVED = {"snapshots", "tallies", "workers", "leases"}
"""What a log says again, and what is gone with the processes."""


def test_whatever_a_store_keeps_is_in_a_backup(tmp_path: Path) -> None:
    """Row by row of every table of the layout, whatever it will be called; only what is derived is left out."""
    file = tmp_path / "all.backup"

    async def scene() -> None:
        async with await SqlStore.open(tmp_path / "old.db", find_ruleset, EVERY) as old:
            await filled(old)
            await back_up(old, file, WORDS)
            async with await SqlStore.open(tmp_path / "new.db", find_ruleset, EVERY) as new:
                await restore(new, file, WORDS)

    run(scene())
    rows: dict[str, dict[str, list[tuple[object, ...]]]] = {}
    for name in ("old", "new"):
        with closing(sqlite3.connect(tmp_path / f"{name}.db")) as kept, kept:
            rows[name] = {
                table: sorted(kept.execute(f'SELECT * FROM "{table}"'), key=repr)
                for table in set(metadata.tables) - DERIVED
            }
    assert rows["old"] == rows["new"]
    assert all(rows["old"].values())  # each of them had something to lose


def test_the_file_holds_no_seed_and_opens_with_its_passphrase_alone(tmp_path: Path) -> None:
    file = tmp_path / "all.backup"

    async def scene() -> None:
        old = MemoryStore(find_ruleset, EVERY)
        await filled(old)
        await back_up(old, file, WORDS)
        plain = gzip.decompress(file.read_bytes())
        assert SEED.hex().encode() not in plain
        assert SEED not in plain
        new = MemoryStore(find_ruleset, EVERY)
        with pytest.raises(StoreFault, match="passphrase is another"):
            await restore(new, file, "another phrase")
        assert await new.tables() == []

    run(scene())


def _cut(data: bytes) -> bytes:
    return data[: len(data) * 2 // 3]


def _without_last_line(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-1]))


def _one_byte(data: bytes) -> bytes:
    plain = bytearray(gzip.decompress(data))
    at = plain.index(b'"by":"') + 7
    plain[at] ^= 1
    return gzip.compress(bytes(plain))


def _another_file(data: bytes) -> bytes:
    return b"PK" + data


@pytest.mark.parametrize("harm", [_cut, _without_last_line, _one_byte, _another_file])
def test_a_damaged_backup_restores_nothing(tmp_path: Path, harm: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "all.backup"

    async def scene() -> None:
        old = MemoryStore(find_ruleset, EVERY)
        await filled(old)
        await back_up(old, file, WORDS)
        file.write_bytes(harm(file.read_bytes()))
        new = MemoryStore(find_ruleset, EVERY)
        with pytest.raises(StoreFault):
            await restore(new, file, WORDS)
        assert await new.tables() == []

    run(scene())


def test_a_backup_that_is_bent_anywhere_is_refused_in_words(tmp_path: Path) -> None:
    """A bit turned in what is packed, or a line of what was packed lost, doubled, cut or never ending."""
    file, chance = tmp_path / "all.backup", Random(7)

    def bent(whole: bytes, number: int) -> bytes:
        if number % 2:
            at = chance.randrange(10, len(whole))
            return whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :]
        lines = gzip.decompress(whole).splitlines(keepends=True)
        at = chance.choice([at for at, line in enumerate(lines) if line.startswith(b'{"chain":')])
        changed = chance.choice(([], [lines[at]] * 2, [lines[at][: len(lines[at]) // 2] + b"\n"], [b"\0" * 1000]))
        return gzip.compress(b"".join([*lines[:at], *changed, *lines[at + 1 :]]))

    async def scene() -> None:
        old = MemoryStore(find_ruleset, EVERY)
        await filled(old)
        await back_up(old, file, WORDS)
        whole = file.read_bytes()
        for number in range(24):
            file.write_bytes(bent(whole, number))
            new = MemoryStore(find_ruleset, EVERY)
            with pytest.raises(StoreFault):
                await restore(new, file, WORDS)
            assert await new.tables() == []

    run(scene())


def test_what_is_there_already_is_not_touched(tmp_path: Path) -> None:
    async def scene() -> None:
        store = MemoryStore(find_ruleset, EVERY)
        await filled(store)
        await back_up(store, tmp_path / "all.backup", WORDS)
        await store.remove("attic")
        before = await lines_of(store, "cellar")
        with pytest.raises(TableExists):
            await restore(store, tmp_path / "all.backup", WORDS)
        assert [one.id for one in await store.tables()] == ["cellar"]
        assert await lines_of(store, "cellar") == before

    run(scene())


@pytest.mark.parametrize("make", ["memory", "sqlite"])
def test_a_table_that_is_removed_leaves_nothing_behind(tmp_path: Path, make: str) -> None:
    async def scene() -> None:
        place = tmp_path / "tables.db"
        store: Store = MemoryStore(find_ruleset, EVERY)
        if make == "sqlite":
            store = await SqlStore.open(place, find_ruleset, EVERY)
        async with store:
            await filled(store)
            await store.remove("attic")
            assert [one.id for one in await store.tables()] == ["cellar"]
            assert await store.read(lambda rows: rows.seat_opened_by("digest-attic")) is None
            with pytest.raises(NoSuchTable):
                await store.remove("attic")
            again = await store.create(new_table("attic"))
            await again.submit(next_command(again.state), PLAYER)
        if make == "sqlite":
            with closing(sqlite3.connect(place)) as rows, rows:
                left = rows.execute("SELECT count(*) FROM snapshots WHERE table_id = 'attic'").fetchone()
            assert left == (0,)

    run(scene())


def test_a_sealed_seed_belongs_to_its_table() -> None:
    sealed = seal(SEED, "cellar", WORDS)
    assert unseal(sealed, "cellar", WORDS) == SEED
    assert seal(SEED, "cellar", WORDS) != sealed
    for table, phrase in (("attic", WORDS), ("cellar", "another")):
        with pytest.raises(StoreFault):
            unseal(sealed, table, phrase)


def test_the_terminal_backs_up_restores_and_forgets(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRO_PASSPHRASE", WORDS)
    fight = ("fight", "orcs", "--rules", "whitebox", "--auto", "--seed", "3", "--table", "one")
    assert run(*fight)[0] == 0
    log = run("table", "log", "one")
    assert run("backup", "all.backup")[1].startswith("Backed up: 1 table.")
    assert run("restore", "all.backup")[0] == 2  # it is there already
    assert run("table", "delete", "one", "--yes") == (0, "“one” is forgotten.\n")
    assert run("restore", "all.backup") == (0, "Restored: 1 table.\n")
    assert run("table", "log", "one") == log
    assert run("restore", "none.backup")[0] == 2
    monkeypatch.setenv("ARBITRO_PASSPHRASE", "short")
    assert run("backup", "all.backup")[0] == 2


def test_an_older_file_is_copied_before_its_layout_changes(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"

    async def scene() -> None:
        async with await SqlStore.open(place, find_ruleset, EVERY) as store:
            await filled(store)
        with closing(sqlite3.connect(place)) as rows, rows:  # as a program would find it that knows one step more
            rows.execute("UPDATE alembic_version SET version_num = '0002'")
            for later in ("tallies", "workers", "leases", "pictures"):
                rows.execute(f"DROP TABLE {later}")
            rows.execute("DROP TABLE arrangements")
            rows.execute("DROP TABLE seats")
        async with await SqlStore.open(place, find_ruleset, EVERY) as store:
            assert [one.id for one in await store.tables()] == ["attic", "cellar"]

    run(scene())
    (copy,) = tmp_path.glob("tables.db.before-*")
    with closing(sqlite3.connect(copy)) as rows, rows:
        assert rows.execute("SELECT version_num FROM alembic_version").fetchone() == ("0002",)
        assert rows.execute("SELECT count(*) FROM tables").fetchone() == (2,)
