"""``arbitro character`` and ``arbitro party``."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application

RUNNER = CliRunner()
APP = application(["arbitro.cli.whitebox.character", "arbitro.cli.party"])
SCORES = "15,11,13,9,10,12"


def run(*words: str, code: int = 0, typed: str | None = None) -> str:
    """Run a command line; what it prints."""
    result = RUNNER.invoke(APP, words, input=typed)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def test_the_same_seed_makes_the_same_character() -> None:
    first = run("character", "random", "--seed", "a", "--json")
    assert first == run("character", "random", "--seed", "a", "--json")
    assert first != run("character", "random", "--seed", "b", "--json")
    made = json.loads(first)
    assert made["game"] == "whitebox"
    assert len(made["characters"]) == 1


def test_a_sheet_writes_numbers_as_its_reader_does() -> None:
    words = ["character", "new", "--name", "Gino", "--class", "fighter", "--scores", SCORES, "--gold", "105"]
    bought = ["--hit-dice", "5", "--buy", "long_sword"]
    assert "19,5 libbre" in run(*words, *bought, "--lang", "it")
    assert "19.5 lb" in run(*words, *bought, "--lang", "en")


def test_a_random_character_is_shown_with_the_seed_that_makes_it_again() -> None:
    shown = run("character", "random", "--class", "thief", "--people", "halfling", "--lang", "en")
    assert "halfling, thief, level 1" in shown
    assert "--seed " in shown


def test_a_character_by_the_book() -> None:
    words = ["--name", "Gino", "--class", "fighter", "--scores", SCORES, "--hit-dice", "5", "--gold", "100"]
    shown = run("character", "new", *words, "--buy", "long_sword", "--buy", "torches_6=2", "--lang", "it")
    assert "Gino: umano, guerriero, livello 1" in shown
    assert "12 × torce" in shown
    assert "88 mo" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--class", "fighter", "--people", "dwarf", "--level", "7"], "1 to 6"),
        (["--class", "cleric", "--alignment", "neutrality"], "cleric"),
        (["--class", "cleric", "--alignment", "good"], "law, neutrality, chaos"),
        (["--class", "knight"], "knight"),
        (["--class", "fighter", "--scores", "1,2"], "str, dex, con, int, wis, cha"),
        (["--class", "fighter", "--scores", "a,b"], "commas"),
        (["--class", "fighter", "--scores", "19,11,13,9,10,12"], "Strength"),
        (["--class", "fighter", "--gold", "1", "--buy", "plate"], "50"),
        (["--class", "fighter", "--buy", "plate=x"], "plate=x"),
        (["--class", "fighter", "--set", "x"], "name=value"),
        (["--class", "fighter", "--rules", "chess"], "chess"),
    ],
)
def test_the_impossible_is_refused_with_the_reason(words: list[str], said: str) -> None:
    result = RUNNER.invoke(APP, ["character", "new", "--name", "Gino", *words, "--lang", "en"])
    assert result.exit_code == 2
    assert said in result.output + result.stderr


def test_the_reason_comes_in_json_too() -> None:
    words = ["character", "new", "--name", "Gino", "--class", "knight", "--json", "--lang", "en"]
    assert "knight" in json.loads(RUNNER.invoke(APP, words).stdout)["error"]["message"]


def test_dice_may_be_typed() -> None:
    faces = "\n".join(["3"] * 18 + ["9", "5", "4", "4", "4"]) + "\n"
    shown = run("character", "new", "--name", "Gino", "--class", "fighter", "--typed", "--lang", "en", typed=faces)
    assert "Hit points 6/6" in shown
    assert "A d6 shows 1 to 6" in shown
    assert "120 gp" in shown


def test_a_character_is_kept_shown_and_raised(tmp_path: Path) -> None:
    file = tmp_path / "gino.json"
    words = ["--name", "Gino", "--class", "fighter", "--scores", SCORES, "--hit-dice", "5"]
    run("character", "new", *words, "--seed", "s", "--out", str(file))
    assert "level 1" in run("character", "show", str(file), "--lang", "en")
    told = run("character", "level-up", str(file), "--seed", "t", "--lang", "en")
    assert "rises to level 2" in told
    made = json.loads(run("character", "show", str(file), "--json"))["characters"][0]
    assert (made["level"], made["xp"]) == (2, 2000)
    run("character", "level-up", str(file), "--xp", "10", "--seed", "t")
    assert json.loads(file.read_text())["characters"][0]["xp"] == 2010


def test_raising_somebody_who_can_rise_no_further_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "elf.json"
    run("character", "random", "--people", "halfling", "--class", "fighter", "--level", "4", "--out", str(file))
    assert "4" in RUNNER.invoke(APP, ["character", "level-up", str(file), "--lang", "en"]).stderr


@pytest.mark.parametrize("text", ["", "{}", '{"game": "whitebox", "characters": [{}]}'])
def test_a_file_that_holds_no_characters_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    run("character", "show", str(file), code=2)
    run("character", "show", str(tmp_path / "none.json"), code=2)


def test_a_faulty_file_is_refused_with_the_line_in_the_readers_language(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('{"game": "whitebox",\n "characters": [\n  {"id": 3}]}')
    result = RUNNER.invoke(APP, ["character", "show", str(file), "--lang", "it"])
    assert "riga 3" in result.stderr
    assert "Expected" not in result.stderr


def test_a_sheet_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "gino.json"
    run("character", "random", "--class", "fighter", "--seed", "s", "--out", str(file))
    held = json.loads(file.read_text())
    held["characters"][0]["max_hp"] = 99
    file.write_text(json.dumps(held))
    assert "max_hp" in RUNNER.invoke(APP, ["character", "show", str(file), "--lang", "en"]).stderr


def test_a_party_in_one_command(tmp_path: Path) -> None:
    made = json.loads(run("party", "random", "--size", "5", "--level", "3", "--seed", "p", "--json"))
    assert [one["level"] for one in made["characters"]] == [3] * 5
    shown = run("party", "random", "--seed", "p", "--lang", "it")
    assert shown.count("Punti ferita") == 4
    run("party", "random", "--size", "0", code=2)
    file = tmp_path / "party.json"
    run("party", "ready", "novices", "--out", str(file))
    assert run("character", "show", str(file), "--lang", "en").count("level 1") == 4


def test_ready_parties_are_listed() -> None:
    assert list(json.loads(run("party", "ready", "--json", "--lang", "en"))) == [
        "novices",
        "wardens",
        "veterans",
        "masters",
    ]
    assert "the novices (1)" in run("party", "ready", "--lang", "en")
    run("party", "ready", "heroes", code=2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--name", " "], "name"),
        (["--gold", "500"], "180"),
        (["--hit-dice", "9"], "given: 9"),
        (["--gold", "50", "--buy", "long_swrd"], "long_sword"),
        (["--language", "elvsh", "--scores", SCORES], "elvish"),
        (["--spell", "slep"], "sleep"),
    ],
)
def test_a_slip_is_refused_with_what_would_be_right(words: list[str], said: str) -> None:
    given = ["character", "new", "--class", "fighter", "--seed", "1", "--name", "Gino", *words, "--lang", "en"]
    result = RUNNER.invoke(APP, given)
    assert result.exit_code == 2
    assert said in result.stderr


def test_rolled_scores_may_be_traded_and_give_languages() -> None:
    words = ["character", "new", "--name", "Gino", "--class", "magic_user", "--seed", "2", "--json"]
    plain = json.loads(run(*words))["characters"][0]["abilities"]
    made = json.loads(run(*words, "--trade", "str=2", "--language", "elvish"))["characters"][0]
    assert made["abilities"] == {**plain, "str": plain["str"] - 2, "int": plain["int"] + 1}
    assert made["languages"] == ["common", "elvish"]


def test_goods_are_listed_with_price_and_weight_and_bought_by_either_name() -> None:
    listed = json.loads(run("character", "goods", "--json", "--lang", "en"))
    assert listed["long_sword"] == {"name": "long sword", "sort": "weapon", "gp": 10, "count": 1}
    assert "spada lunga" in run("character", "goods", "--lang", "it")
    words = ["--name", "Gino", "--class", "fighter", "--gold", "20", "--buy", "spada lunga", "--seed", "1"]
    assert "spada lunga" in run("character", "new", *words, "--lang", "it")


def test_a_pack_brings_goods_to_buy_and_is_needed_to_read_the_sheet(tmp_path: Path) -> None:
    folder = tmp_path / "smith"
    folder.mkdir()
    blade = "{new: true, source: mine, name: {it: falcione, en: falchion}, use: melee, damage: 1d6, cost: 9, weight: 8}"
    (folder / "arms.yaml").write_text(f"content: weapons\ninherit: whitebox\nentries:\n  falchion: {blade}\n")
    file = tmp_path / "gino.json"
    words = ["--name", "Gino", "--class", "fighter", "--gold", "20", "--buy", "falchion", "--seed", "1", "--lang", "en"]
    run("character", "new", *words, code=2)
    assert "falchion (in hand)" in run("character", "new", *words, "--pack", str(folder), "--out", str(file))
    run("character", "show", str(file), code=2)
    assert "falchion" in run("character", "show", str(file), "--pack", str(folder), "--lang", "en")
    assert "level 2" in run("character", "level-up", str(file), "--pack", str(folder), "--seed", "1", "--lang", "en")
    assert "falchion" in run("character", "goods", "--pack", str(folder), "--lang", "en")


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_games_whose_campaign_makes_their_people_give_one_by_lot(game) -> None:
    words = ("character", "random", "--rules", game, "--level", "2", "--seed", "one", "--lang", "en")
    shown = run(*words)
    assert "level 2" in shown
    assert shown == run(*words)
    assert "is no answer to" in run(*words, "--class", "nothing", code=2)
