"""``arbitro pack``, and packs and house rules wherever something is played, made or asked."""

import json
from pathlib import Path

import pytest
from tests.packs.sample import FIGHTS, TEXTS, sample
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.cli.auto import AutoRequest, show
from arbitro.play.players.runs import Job
from arbitro.play.players.tally import Death, Tally, summed

RUNNER = CliRunner()
APP = application(
    [
        f"arbitro.cli.{name}"
        for name in ("pack", "encounter", "fight", "play", "dungeon", "odds", "party", "sweep", "table")
    ],
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, with a store in it."""
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")
    monkeypatch.chdir(tmp_path)
    for game, text in TEXTS.items():
        Path(f"{game}.yaml").write_text(text, encoding="utf-8")
        if FIGHTS[game]:
            Path(f"{game}-fight.yaml").write_text(FIGHTS[game], encoding="utf-8")
    return tmp_path


def run(*words: str, code: int = 0) -> str:
    """Run a command line; all it says."""
    result = RUNNER.invoke(APP, words)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def test_what_is_begun_passes_the_check_and_is_not_written_over():
    run("pack", "new", "daggerheart", "--out", "mine.yaml")
    assert "all right" in run("pack", "check", "mine.yaml")
    assert "tutto a posto" in run("pack", "check", "mine.yaml", "--lang", "it")
    assert "mine.yaml" in run("pack", "new", "daggerheart", "--out", "mine.yaml", code=2)
    assert "# " in run("pack", "new", "wb", "--kind", "encounter-tables")


GOBLIN = "Goblin\nArmor Class: 6 [13]\nHit Dice: 1d6-1\nAttacks: weapon (1d6)\nSaving Throw: 18\nMove: 9\n"


def test_a_stat_block_of_a_name_that_there_is_gets_another_or_takes_its_place():
    Path("block.txt").write_text(GOBLIN, encoding="utf-8")
    said = run("pack", "read", "wb", "block.txt", code=2)
    assert "--id NAME" in said
    assert "--replace" in said
    assert "--id NOME" in run("pack", "read", "wb", "block.txt", "--lang", "it", code=2)
    assert "“cave_goblin”" in run("pack", "read", "wb", "block.txt", "--id", "Cave Goblin", code=2)
    assert "cave_goblin" in run("pack", "read", "wb", "block.txt", "--id", "cave_goblin", "--replace", code=2)
    run("pack", "read", "wb", "block.txt", "--id", "cave_goblin", "--out", "cave.yaml")
    run("pack", "read", "wb", "block.txt", "--replace", "--out", "goblin.yaml")
    for file, name in (("cave.yaml", "cave_goblin"), ("goblin.yaml", "goblin")):
        assert f"monsters: {name}" in run("pack", "check", file)
        against = ("--against", f"{name}:2", "--auto", "--no-save", "--seed", "1")
        assert "goblin" in run("fight", "--rules", "whitebox", "--pack", file, *against).lower()


@pytest.mark.parametrize("game", TEXTS)
def test_a_pack_is_checked_and_its_content_named(game):
    told = json.loads(run("pack", "check", f"{game}.yaml", "--rules", game, "--json"))
    assert told["game"] == game
    assert any("mud_toad" in names for names in told["content"].values())
    assert "mud_toad" in run("pack", "show", f"{game}.yaml")
    assert "1 in packs" in run("pack", "list", game, "--pack", f"{game}.yaml")


def test_a_mistake_is_told_with_its_line_in_the_readers_language():
    Path("wrong.yaml").write_text(TEXTS["archmage"].replace("hp: 20", "hp: many"), encoding="utf-8")
    assert "wrong.yaml, line 13" in run("pack", "check", "wrong.yaml", code=2)
    assert "wrong.yaml, riga 13" in run("pack", "check", "wrong.yaml", "--lang", "it", code=2)
    Path("lost.yaml").write_text("content: monsters\nentries: {}\n", encoding="utf-8")
    assert "inherit" in run("pack", "check", "lost.yaml", code=2)


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_a_fight_and_its_odds_take_packs(game):
    given = ("--rules", game, "--pack", f"{game}.yaml")
    assert "toad" in run("fight", f"{game}-fight.yaml", *given, "--auto", "--seed", "1", "--table", "bog").lower()
    assert "bog" in run("table", "list")
    assert "fight" in run("odds", "fight", f"{game}-fight.yaml", *given, "--width", "0.9", "--seed", "1").lower()


@pytest.mark.parametrize("game", TEXTS)
def test_creatures_of_a_pack_are_met_and_judged_by_name(game):
    given = ("--rules", game, "--pack", f"{game}.yaml")
    assert "toad" in run("fight", *given, "--against", "mud_toad:2", "--auto", "--no-save", "--seed", "1").lower()
    assert "mud toads" in run("encounter", "judge", "mud_toad:2", *given, "--runs", "2", "--seed", "1")


def test_a_sweep_takes_packs():
    axis = "foes.members.0.count=1,2"
    told = run("sweep", "archmage-fight.yaml", "--rules", "archmage", "--pack", "archmage.yaml", "--vary", axis,
               "--runs", "2", "--seed", "1")  # fmt: skip
    assert "count" in told


@pytest.mark.parametrize("game", TEXTS)
def test_a_dungeon_is_filled_with_the_creatures_of_a_pack(game):
    assert "mud toad" in run("dungeon", "key", "--rules", game, "--pack", f"{game}.yaml", "--seed", "3")


def test_a_campaign_takes_packs_and_house_rules():
    Path("house.yaml").write_text("game: whitebox\noptions: {natural_extremes: on}\n", encoding="utf-8")
    run("play", "--pack", "whitebox.yaml", "--house-rules", "house.yaml", "--auto", "--days", "1", "--seed", "2",
        "--table", "mill", "--json")  # fmt: skip
    run("table", "export", "mill", "mill.jsonl")
    kept = Path("mill.jsonl").read_text(encoding="utf-8")
    assert "mud_toad" in kept
    assert '"natural_extremes":true' in kept


def test_house_rules_of_a_campaign_shape_its_dungeons():
    Path("house.yaml").write_text("game: campaign-whitebox\noptions: {start: chamber}\n", encoding="utf-8")
    plain = run("dungeon", "key", "--seed", "5")
    assert plain != run("dungeon", "key", "--seed", "5", "--house-rules", "house.yaml")
    Path("wrong.yaml").write_text("game: archmage\n", encoding="utf-8")
    assert "wrong.yaml, line 1" in run("dungeon", "key", "--house-rules", "wrong.yaml", code=2)


def test_a_pasted_stat_block_becomes_a_pack_and_says_what_it_left_out():
    Path("rat.txt").write_text(
        "Mill rat\nAC 7 [12]\nHD 1\nAttacks: bite (1d3)\nMove 12\nLoves cheese.\n", encoding="utf-8"
    )
    told = run("pack", "read", "whitebox", "rat.txt", "--out", "rat.yaml")
    assert "line 6, not understood: Loves cheese." in told
    assert "morale" in told
    assert "# line 6" in Path("rat.yaml").read_text(encoding="utf-8")
    assert "all right" in run("pack", "check", "rat.yaml")
    against = ("--party", "random:2", "--against", "mill_rat:2", "--pack", "rat.yaml")
    assert "mill rat" in run("fight", *against, "--auto", "--no-save", "--seed", "1").lower()
    piped = RUNNER.invoke(APP, ("pack", "read", "dh", "--lang", "it"), input="Niente\n")
    assert piped.exit_code == 2
    assert "manca" in piped.output


@pytest.mark.parametrize("game", TEXTS)
def test_those_whom_creatures_of_a_pack_killed_are_counted_under_their_name(game, capsys):
    lost = Tally("1", 9, 90, True, 4, 12, (1, 2), 100, 250, 80, (Death("foe:mud_toad", 1),))
    asked = AutoRequest(Job(game, "plain", "7", 10, packs=(sample(game),)), 1, "it")
    show(asked, [lost], summed([lost]))
    assert "rospo del fango" in capsys.readouterr().out.lower()


def test_parties_take_packs_of_every_game():
    assert run("party", "random", "--rules", "daggerheart", "--size", "2", "--pack", "daggerheart.yaml", "--seed", "1")
    Path("wrong.yaml").write_text(TEXTS["archmage"].replace("hp: 20", "hp: many"), encoding="utf-8")
    assert "wrong.yaml, line 13" in run("party", "ready", "--rules", "archmage", "--pack", "wrong.yaml", code=2)
