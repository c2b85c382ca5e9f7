"""A table that was opened with a reader's pack: the log holds the pack, and nothing else is needed ever after."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.kernel.command import Refusal
from arbitro.kernel.pack import opening_of, read_pack
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.people.commands import RandomParty
from arbitro.rules.whitebox.powers.arranging import arrange
from arbitro.store.memory import MemoryStore
from arbitro.text import Fault

TOAD_MAN = """\
content: monsters
inherit: whitebox
entries:
  toad_man:
    new: true
    source: mine
    name: {it: uomo rospo, en: toad man, plural: {it: uomini rospo, en: toad men}}
    kind: humanoid
    alignment: chaos
    ac: 7
    hd: [{dice: 2, xp: 30}]
    move: {walk: 9}
    attacks: [{name: weapon, damage: 1d6}]
    appearing: {dungeon: 1d4, wilderness: 1d4}
"""
RUNNER = CliRunner()
APP = application(["arbitro.cli.fight", "arbitro.cli.table"])


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one creature of the reader's own, and a store of the test's own."""
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")
    folder = tmp_path / "toads"
    folder.mkdir()
    (folder / "toads.yaml").write_text(TOAD_MAN, encoding="utf-8")
    return folder


def run(*words: str, code: int = 0, typed: str | None = None) -> str:
    """Run a command line; all it says."""
    result = RUNNER.invoke(APP, words, input=typed)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def begun(pack: Path) -> None:
    """A fight against toad men, left at once; then the folder is lost."""
    words = ["fight", "--against", "toad_man:3", "--pack", str(pack), "--seed", "2", "--table", "pond", "--as", "party"]
    assert "toad man 3" in run(*words, typed="q\n")
    shutil.rmtree(pack)


def test_a_table_with_a_pack_goes_on_without_the_folder(pack: Path, tmp_path: Path) -> None:
    begun(pack)
    assert "toad man" in run("table", "log", "pond")
    assert "toad man" in run("fight", "--table", "pond", "--auto")
    assert "toad men" not in run("table", "undo", "pond")
    run("table", "redo", "pond")
    run("table", "branch", "pond", "lake")
    assert "toad man" in run("table", "log", "lake")
    run("table", "reveal", "pond")
    file = tmp_path / "pond.jsonl"
    run("table", "export", "pond", str(file))
    assert "recomputed" in run("table", "verify", str(file), "--replay")


def test_an_exported_table_with_a_pack_is_imported_elsewhere(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(pack)
    file = tmp_path / "pond.jsonl"
    run("table", "export", "pond", str(file))
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "other.db"))
    run("table", "import", str(file))
    assert "toad man" in run("table", "log", "pond")
    first = json.loads(file.read_text().splitlines()[0])["entry"]["events"]
    assert [event["type"] for event in first] == ["table_opened", "pack_laid"]
    assert str(tmp_path) not in file.read_text()  # what the folder was called, and not where it lay


def test_other_packs_are_refused_at_a_table_that_has_its_own(pack: Path, tmp_path: Path) -> None:
    begun(pack)
    pack.mkdir()
    (pack / "toads.yaml").write_text(TOAD_MAN.replace("ac: 7", "ac: 2"), encoding="utf-8")
    said = run("fight", "--table", "pond", "--auto", "--pack", str(pack), code=2)
    assert "toads" in said
    (pack / "toads.yaml").write_text(TOAD_MAN, encoding="utf-8")
    run("fight", "--table", "pond", "--auto", "--pack", str(pack))
    assert "daggerheart" in run("fight", "--rules", "daggerheart", "--pack", str(pack), "--no-save", code=2)


def test_nothing_is_put_back_once_something_new_was_played(pack: Path) -> None:
    begun(pack)
    assert "put back" in run("table", "redo", "pond", code=1)
    assert "goes back" in run("table", "undo", "pond")
    assert "What was undone stands again." in run("table", "redo", "pond")
    run("table", "undo", "pond")
    run("fight", "--party", "novices", "--against", "orc:2", "--seed", "1", "--table", "other", "--auto")
    run("table", "undo", "other")
    run("fight", "--table", "other", "--auto")
    assert "nothing to put back" in run("table", "redo", "other", code=1)


def opened(pack: Path) -> Table:
    """A table of the library's with a pack."""
    rules = find_ruleset("whitebox").with_packs((read_pack(pack),))
    table = Table.open(rules, "pond", b"s" * 32)
    for command in arrange(rules, (RandomParty(2, 1),), ["toad_man:2"]).start:
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    return table


def test_players_never_see_the_text_of_a_pack(pack: Path) -> None:
    table = opened(pack)
    for seat in (SPECTATOR, Seat("party", "player", frozenset({"party"}))):
        seen = "".join(repr(entry) for entry in table.history(seat))
        assert "wilderness" not in seen
        assert "toads" not in seen


def test_packs_of_two_tables_do_not_mix(pack: Path) -> None:
    first = opened(pack)
    (pack / "toads.yaml").write_text(TOAD_MAN.replace("toad man", "newt man"), encoding="utf-8")
    other = opened(pack)
    assert first.ruleset.packs != other.ruleset.packs
    assert find_ruleset("whitebox").packs == ()
    bodies = [[body for _, body in table.records()] for table in (first, other)]

    async def kept() -> bool:
        async with MemoryStore(find_ruleset) as store:
            await store.create(first)
            return (await store.open_table("pond")).ruleset is first.ruleset

    assert asyncio.run(kept())
    assert [opening_of(body[0]).packs[0].files[0][1].count("newt man") for body in bodies] == [0, 1]


def test_a_pack_that_does_not_fit_is_refused_when_it_is_laid(pack: Path) -> None:
    (pack / "toads.yaml").write_text(TOAD_MAN.replace("kind: humanoid", "kind: rock"), encoding="utf-8")
    with pytest.raises(Fault, match=r"toads/toads.yaml, line 8"):
        find_ruleset("whitebox").with_packs((read_pack(pack),))
