"""Parties of every game at the terminal: made step by step, kept in files, brought to another campaign."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_screen import on_screen, sat_down
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.table import Table
from arbitro.play import find_campaign, find_game
from arbitro.store.base import Store

RUNNER = CliRunner()
APP = application([f"arbitro.cli.{name}" for name in ("party", "play", "table")])
GAMES = ("whitebox", "infausta", "archmage", "daggerheart")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own to keep everything in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")
    return tmp_path


def run(*words: str, code: int = 0, typed: str | None = None) -> str:
    """Run a command line; all it says."""
    result = RUNNER.invoke(APP, words, input=typed)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def kept(file: str) -> list[dict[str, Any]]:
    return list(json.loads(Path(file).read_text())["characters"])


@pytest.mark.parametrize("game", GAMES)
def test_a_party_by_lot_goes_into_a_campaign_and_out_of_it_again(game: str) -> None:
    shown = run("party", "random", "--rules", game, "--size", "2", "--seed", "inn", "--out", "two.json")
    names = [one["name"]["en"] for one in kept("two.json")]
    assert len(names) == 2
    assert all(name in shown for name in names)
    run("play", "--rules", game, "--party", "two.json", "--table", "t", "--plain", typed="q\n")
    run("party", "keep", "t", "--out", "back.json")
    assert [one["name"]["en"] for one in kept("back.json")] == names
    assert json.loads(run("party", "keep", "t", "--json"))["game"] == game


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_ready_parties_of_every_game_are_listed_and_shown(game: str) -> None:
    listed = json.loads(run("party", "ready", "--rules", game, "--json"))
    assert listed
    name, title = next(iter(listed.items()))
    assert title in run("party", "ready", "--rules", game)
    run("party", "ready", name, "--rules", game, "--out", "ready.json")
    assert all(one["id"] for one in kept("ready.json"))


def test_what_cannot_be_is_told_in_the_readers_language() -> None:
    assert "nessuno" in run("party", "ready", "nessuno", "--rules", "archmage", "--lang", "it", code=2)
    assert "there is no" in run("party", "keep", "nowhere", code=2).lower()
    assert "missing.json" in run("play", "--rules", "archmage", "--party", "missing.json", code=2)
    Path("bad.yaml").write_text("game: archmage\ncharacters:\n  - {id: gino}\n")
    assert "bad.yaml, riga 3" in run("play", "--rules", "archmage", "--party", "bad.yaml", "--lang", "it", code=2)
    Path("other.yaml").write_text("game: whitebox\ncharacters: []\n")
    assert "other.yaml, line 1" in run("play", "--rules", "archmage", "--party", "other.yaml", code=2)


def test_a_fight_has_no_party_to_keep() -> None:
    async def open_fight() -> None:
        from arbitro.cli.place import open_store

        async with open_store() as store:
            await store.create(Table.open(find_game("whitebox"), "bare", seed_from_text("x"), at=""))

    asyncio.run(open_fight())
    assert "bare" in run("party", "keep", "bare", code=2)


def test_a_character_is_made_line_by_line() -> None:
    said = ["1", "1", "Bruna", "1", "1", "1", "1", "1"]  # begin, name, a woman, throw, human
    told = run("play", "--rules", "whitebox", "--plain", "--new", "--seed", "3", typed="\n".join([*said, "q", ""]))
    assert "→ Name" in told
    assert "Their name is Bruna." in told
    assert "Attributes: STR 11" in told
    assert "✓ Attributes" in told
    assert "What is your character called?" in told


@on_screen
async def test_a_character_is_made_on_the_whole_screen(store: Store) -> None:
    session = await store.create(Table.open(find_campaign("daggerheart"), "t", seed_from_text("3"), at=""))
    async with sat_down(session, (100, 30)) as play:
        await play.choose("Make a character")
        await play.choose("Name")
        await play.press(*"Bruna", "enter")
        assert session.state.draft.name == "Bruna"
        assert any("Their name is Bruna." in line for line in play.story)
        await play.choose("Give this character up")
        assert session.state.draft is None
