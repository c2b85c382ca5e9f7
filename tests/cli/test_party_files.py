"""A party that was made once goes everywhere: into fights, expeditions and journeys."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application, commands

MODULES = [commands()[name] for name in ("character", "party", "fight", "explore", "day", "table")]
RUNNER = CliRunner()
APP = application(MODULES)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own to keep everything in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")
    return tmp_path


def run(*words: str, code: int = 0) -> str:
    """Run a command line; all it says."""
    result = RUNNER.invoke(APP, words)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def made(*words: str, out: str = "party.json") -> list[str]:
    """Make people and keep them in a file; their names."""
    run(*words, "--seed", "p", "--out", out)
    return [one["name"]["en"] for one in json.loads(Path(out).read_text())["characters"]]


def test_a_party_file_goes_into_a_fight_and_on_an_expedition() -> None:
    names = made("party", "random", "--size", "3", "--level", "2")
    fought = run("fight", "--party", "party.json", "--against", "kobold:2", "--seed", "1", "--table", "den")
    explored = run("explore", "cellar", "--party", "party.json", "--seed", "1", "--no-save")
    for name in names:
        assert name in fought
        assert name in explored
    assert names[0] in run("table", "log", "den")


def test_several_files_make_one_party_and_may_be_joined_by_others() -> None:
    fighter = ["--class", "fighter", "--scores", "15,11,13,9,10,12", "--gold", "100", "--kit"]
    made("character", "new", "--name", "Gino", *fighter, out="gino.json")
    made("character", "new", "--name", "Gina", *fighter, "--woman", out="gina.json")
    words = ["--party", "gino.json", "--party", "gina.json", "--party", "random:1:1"]
    log = json.loads(run("fight", *words, "--against", "kobold:1", "--seed", "1", "--no-save", "--json"))
    assert log["view"]["party"]["order"][:2] == ["gino", "gina"]
    assert len(log["view"]["party"]["order"]) == 3


def test_a_ready_party_takes_the_place_of_the_one_in_the_scene() -> None:
    assert "Bruno" in run("explore", "cellar", "--seed", "1", "--no-save")
    assert "Bruno" not in run("explore", "cellar", "--party", "veterans", "--seed", "1", "--no-save")


def test_a_party_of_the_variant_goes_on_a_journey() -> None:
    names = made("party", "random", "--size", "2", "--rules", "infausta")
    assert names[1] in run("day", "moor", "--party", "party.json", "--seed", "1", "--no-save")
    assert names[1] in run("day", "--random", "hex", "--days", "1", "--party", "party.json", "--seed", "1", "--no-save")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fight", "orcs", "--party", "party.json"), "--against"),
        (("fight", "--party", "none.json", "--against", "orc"), "none.json"),
        (("fight", "--party", "broken.json", "--against", "orc"), "no file of characters"),
        (("explore", "--rules", "infausta", "--party", "party.json"), "infausta"),
        (("fight", "--party", "party.json", "--party", "party.json", "--against", "orc"), "cannot begin"),
        (("explore", "--party", "heroes"), "novices"),
        (("fight", "--rules", "archmage", "--party", "party.json"), "--against"),
        (("fight", "--rules", "archmage", "--party", "party.json", "--against", "orc_rager:2"), "archmage"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(words: tuple[str, ...], said: str) -> None:
    made("party", "random", "--size", "2")
    Path("broken.json").write_text("[]")
    assert said in run(*words, "--seed", "1", code=2)
    assert "No table" in run("table", "list")
