"""A table that moves house: its log in one file, its seed sealed beside it, its name another one where it arrives."""

from pathlib import Path

import pytest
from tests.store.playing import EVERY, SEED, lines_of, new_table, play, run, standing
from tests.terminal import Run

from arbitro.kernel.audit import verify
from arbitro.kernel.command import RevealSeed, Undo
from arbitro.kernel.event import Renamed
from arbitro.kernel.seat import REFEREE
from arbitro.rules import find_ruleset
from arbitro.store.base import Store
from arbitro.store.fault import StoreFault, TableExists
from arbitro.store.memory import MemoryStore
from arbitro.store.sealing import sealed_in, unseal_export

WORDS = "a long enough phrase"


async def exported(store: Store, table: str, passphrase: str = "") -> list[bytes]:
    pages = [page async for page in store.export_table(table, passphrase)]
    return b"".join(pages).splitlines(keepends=True)


def test_a_table_moves_under_another_name_and_keeps_its_dice() -> None:
    async def scene() -> None:
        old, new = MemoryStore(find_ruleset, EVERY), MemoryStore(find_ruleset, EVERY)
        session = await old.create(new_table())
        await play(session, 2 * EVERY)
        await session.submit(Undo(), REFEREE)
        lines = await exported(old, "cellar", WORDS)
        assert SEED.hex().encode() not in b"".join(lines)
        assert verify(lines).fault is None
        seed = unseal_export(lines, WORDS)
        assert seed == SEED
        await new.create(new_table())  # the name is taken there
        with pytest.raises(TableExists):
            await new.import_table(lines, seed)
        came = await new.import_table(lines, seed, name="attic", at="2026-11-16")
        assert came.id == "attic"
        assert (await came.entries())[-1].events == (Renamed("attic", "cellar"),)
        assert [one.id for one in await new.tables()] == ["attic", "cellar"]
        await play(session, 6)
        await play(came, 6)
        there, here = await came.entries(), await session.entries()
        assert [entry.events for entry in there[-6:]] == [entry.events for entry in here[-6:]]
        again = await new.open_table("attic")
        assert standing(again) == standing(came)
        await came.submit(RevealSeed(), REFEREE)
        verdict = verify(await lines_of(new, "attic"))
        assert verdict.fault is None
        assert verdict.dice > 0

    run(scene())


def test_going_back_reaches_past_the_new_name() -> None:
    async def scene() -> None:
        old, new = MemoryStore(find_ruleset, EVERY), MemoryStore(find_ruleset, EVERY)
        session = await old.create(new_table())
        await play(session, 3)
        came = await new.import_table(await exported(old, "cellar"), SEED, name="attic")
        await session.submit(Undo(), REFEREE)
        await came.submit(Undo(), REFEREE)
        assert came.state == session.state
        assert came.id == "attic"

    run(scene())


def test_the_seed_opens_with_its_passphrase_and_for_its_log_alone() -> None:
    async def scene() -> None:
        store = MemoryStore(find_ruleset, EVERY)
        session = await store.create(new_table())
        await play(session, 3)
        lines = await exported(store, "cellar", WORDS)
        with pytest.raises(StoreFault, match="passphrase is another"):
            unseal_export(lines, "another phrase")
        await play(session, 1)
        longer = await exported(store, "cellar", WORDS)
        sealed, end = lines[-1].partition(b'"seed"')[2], longer[-1].partition(b'"seed"')[0]
        with pytest.raises(StoreFault, match="the file was changed"):
            unseal_export([*longer[:-1], end + b'"seed"' + sealed], WORDS)
        plain = await exported(store, "cellar")
        assert not sealed_in(plain)
        with pytest.raises(StoreFault, match="exported without"):
            unseal_export(plain, WORDS)
        blind = await store.import_table(lines, name="read only")
        with pytest.raises(StoreFault, match="throws no more dice"):
            await exported(store, blind.id, WORDS)

    run(scene())


@pytest.mark.parametrize("name", ["", "../up", "a" * 81])
def test_a_new_name_is_a_name(name: str) -> None:
    async def scene() -> None:
        store = MemoryStore(find_ruleset, EVERY)
        await store.create(new_table())
        lines = await exported(store, "cellar")
        with pytest.raises(StoreFault):  # an empty one asks for its own, which is taken
            await store.import_table(lines, SEED, name=name)
        assert [one.id for one in await store.tables()] == ["cellar"]

    run(scene())


def test_the_terminal_moves_a_table(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRO_PASSPHRASE", WORDS)
    fight = ("fight", "orcs", "--rules", "whitebox", "--auto", "--seed", "3", "--table", "one")
    assert run(*fight)[0] == 0
    assert run("table", "export", "one", "one.jsonl", "--with-seed") == (0, "")
    assert run("table", "import", "one.jsonl")[0] == 2  # the name is taken
    assert run("table", "import", "one.jsonl", "--as", "two") == (0, "The table “two” is kept here now.\n")
    assert run("table", "reveal", "two")[0] == 0  # its dice came along
    assert "“one” until now, is called “two”" in run("table", "log", "two")[1]
    assert run("table", "import", "one.jsonl", "--as", "three", "--without-seed")[0] == 0
    assert run("table", "reveal", "three")[0] != 0
    monkeypatch.setenv("ARBITRO_PASSPHRASE", "another phrase")
    code, said = run("table", "import", "one.jsonl", "--as", "four")
    assert code == 2
    assert "the passphrase is another one" in said
