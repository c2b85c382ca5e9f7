"""Characters by command in the games whose campaign makes them: made, shown, raised, brought to a fight."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.drafting import make_character, settle

RUNNER = CliRunner()
APP = application(
    [*(f"arbitro.cli.{name}" for name in ("party", "fight", "encounter")), "arbitro.cli.whitebox.character"]
)
GAMES = ("archmage", "daggerheart")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of the test's own to keep everything in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")


def run(*words: str, code: int = 0) -> str:
    result = RUNNER.invoke(APP, words)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def kept(file: str) -> dict[str, Any]:
    (one,) = json.loads(Path(file).read_text())["characters"]
    return dict(one)


@pytest.mark.parametrize("game", GAMES)
def test_a_character_is_made_shown_raised_and_fights_without_naming_the_game_again(game: str) -> None:
    made = ("character", "new", "--rules", game, "--name", "Pia", "--woman", "--class", "wizard", "--seed", "1")
    shown = run(*made, "--level", "2", "--out", "pia.json")
    assert "Pia: Wizard, level 2" in shown
    assert run("character", "show", "pia.json") in shown  # the same sheet; the seed was given, so it is not told
    before = kept("pia.json")
    assert "level 3" in run("character", "level-up", "pia.json")
    after = kept("pia.json")
    assert (before["level"], after["level"]) == (2, 3)
    assert len(after["powers"]) + len(after.get("vault", ())) > len(before["powers"]) + len(before.get("vault", ()))
    foe = {"archmage": "wolf", "daggerheart": "dire_wolf"}[game]
    fought = run("fight", "--no-save", "--auto", "--seed", "1", "--party", "pia.json", "--against", foe)
    assert "Pia" in fought
    judged = run("encounter", "judge", f"{foe}:1", "--party", "pia.json", "--runs", "2", "--seed", "1", "--json")
    assert json.loads(judged)


@pytest.mark.parametrize("game", GAMES)
def test_every_class_is_made_by_lot_whole_and_with_nothing_left_to_choose(game: str) -> None:
    campaign = find_campaign(game)
    for calling in _classes(game):
        table = Table.open(campaign, "desk", seed_from_text(calling))
        who = make_character(table, {"class": [calling]}, calling, "it")
        settle(table)
        sense = campaign.side.maker.sense
        assert sense is not None
        assert next(sense.choose_rest(table.state), None) is None, calling
        (sheet,) = campaign.side.maker.sheets(table.state, (who,))
        campaign.side.maker.enlisting(sheet)  # a fault where it could not be


def _classes(game: str) -> tuple[str, ...]:
    listed = json.loads(run("character", "choices", "--rules", game, "--json"))
    return tuple(next(step["picks"] for step in listed if step["step"] == "class"))


def test_what_is_wished_of_a_level_is_chosen_and_what_cannot_be_is_refused_whole() -> None:
    run(
        "character",
        "new",
        "--rules",
        "daggerheart",
        "--name",
        "Ugo",
        "--class",
        "warrior",
        "--seed",
        "2",
        "--out",
        "u.json",
    )
    before = kept("u.json")
    assert "evasion" in run("character", "level-up", "u.json", "--choose", "wings", code=2)
    assert kept("u.json") == before
    run("character", "level-up", "u.json", "--choose", "evasion", "--choose", "stress")
    after = kept("u.json")
    assert after["advanced"] == {"evasion": 1, "stress": 1}

    run(
        "character",
        "new",
        "--rules",
        "archmage",
        "--name",
        "Ida",
        "--class",
        "fighter",
        "--seed",
        "2",
        "--out",
        "i.json",
    )
    before = kept("i.json")
    assert "Ida" in run("character", "level-up", "i.json", "--choose", "raise=str", code=2)
    assert kept("i.json") == before
    feats = before["feats"]
    run("character", "level-up", "i.json")
    assert len(kept("i.json")["feats"]) == len(feats) + 1


def test_answers_are_taken_by_id_or_by_name_and_a_slip_says_what_there_is() -> None:
    by_name = run("character", "new", "--rules", "daggerheart", "--name", "Eva", "--class", "Mago", "--seed", "3")
    assert "Wizard" in by_name
    wrong = run("character", "new", "--rules", "daggerheart", "--name", "Eva", "--class", "baker", code=2)
    assert "baker" in wrong
    assert "wizard" in wrong
    wrong = run("character", "random", "--rules", "archmage", "--class", "fornaio", "--lang", "it", code=2)
    assert "non risponde a «class»" in wrong
    assert "hairdo" in run(
        "character", "new", "--rules", "archmage", "--name", "Eva", "--class", "bard", "--choose", "hairdo=red", code=2
    )
    assert "step=answer" in run(
        "character", "new", "--rules", "archmage", "--name", "Eva", "--class", "bard", "--choose", "red", code=2
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_level_or_a_name_that_cannot_be_is_refused(game: str) -> None:
    made = ("character", "new", "--rules", game, "--class", "wizard", "--seed", "1", "--out", "w.json")
    for wrong in (("--name", "W", "--level", "0"), ("--name", "W", "--level", "11"), ("--name", "  ")):
        assert run(*made, *wrong, code=2).strip()
        assert not Path("w.json").exists()
    run(*made, "--name", "W", "--level", "10")
    assert "10" in run("character", "level-up", "w.json", code=2)


def test_options_of_one_game_are_not_passed_over_in_another() -> None:
    wrong = run("character", "new", "--rules", "archmage", "--name", "Eva", "--class", "bard", "--gold", "3", code=2)
    assert "--gold" in wrong
    wrong = run("character", "new", "--rules", "whitebox", "--name", "E", "--class", "thief", "--choose", "a=b", code=2)
    assert "--choose" in wrong
    run("character", "new", "--rules", "archmage", "--name", "Eva", "--class", "bard", "--seed", "1", "--out", "e.json")
    assert "--xp" in run("character", "level-up", "e.json", "--xp", "10", code=2)


def test_a_party_by_lot_of_a_higher_level_has_made_the_choices_of_its_levels() -> None:
    run("party", "random", "--rules", "daggerheart", "--size", "2", "--level", "3", "--seed", "s", "--out", "p.json")
    people = json.loads(Path("p.json").read_text())["characters"]
    assert all(sum(one["advanced"].values()) >= 3 for one in people)


def test_sheets_are_printed_from_a_file_and_of_a_ready_party() -> None:
    run("character", "new", "--rules", "archmage", "--name", "Eva", "--class", "bard", "--seed", "1", "--out", "e.json")
    assert "1 sheet in eva.pdf" in run("character", "print", "e.json", "--out", "eva.pdf", "--paper", "letter")
    assert Path("eva.pdf").read_bytes().startswith(b"%PDF-")
    told = json.loads(run("character", "print", "--ready", "crossroads", "--rules", "daggerheart", "--json"))
    assert told["file"] == "sheets.pdf"
    assert len(told["sheets"]) == 4
    assert "one of the two" in run("character", "print", code=2)
    assert "a4, letter" in run("character", "print", "e.json", "--paper", "a5", code=2)
    assert "none.json" in run("character", "print", "none.json", code=2)
