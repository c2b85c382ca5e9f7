"""The game at the terminal: seats, benchmarks from the command line, and an installation without the pack."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from tests.rules.daggerheart.bench import RULES, foe, hero, play
from tests.terminal import Run

from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.rules.daggerheart.commands import Attack, Describe, EndTurn, OpenTurn
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.difficulty import search_either

# ---------------------------------------------------------------- seats


GM = Seat("gm", "player", frozenset((REFEREE_ONLY,)))
"""A GM who leaves the PCs to their players; a table may cut its seats so."""


def test_there_is_a_seat_for_the_party_and_for_each_pc_and_a_gm_may_sit_apart():
    state = play(hero(), hero("bea"), foe()).state
    seats = {seat.name: seat for seat in RULES.seats(state)}
    assert list(seats) == ["party", "ada", "bea"]
    assert {choice.fixed.get("who") for choice in RULES.choices(state, seats["bea"])} == {"bea"}
    mine = {choice.id for choice in RULES.choices(state, GM)}
    every = {choice.id for choice in RULES.choices(state, REFEREE)}
    assert "interrupt" not in mine  # no Fear
    assert "set_tension" in mine
    assert mine < every
    assert not any(choice.startswith("attack/") for choice in mine)


def test_the_gms_seat_sees_what_the_gm_sees_and_acts_only_for_the_gm():
    bench = play(hero(), foe(), fear=2)
    seats = {seat.name: seat for seat in RULES.seats(bench.state)}
    assert RULES.view(bench.state, GM) == RULES.view(bench.state, REFEREE)
    assert RULES.view(bench.state, seats["party"]) != RULES.view(bench.state, REFEREE)
    assert not GM.may_act_for(RULES.owner(bench.state, Attack("ada", "orc")))
    bench.do(OpenTurn("golden_opportunity"))
    assert GM.may_act_for(RULES.owner(bench.state, EndTurn()))
    lines = RULES.picture(bench.state, GM, "en")
    assert [line for line in lines if line.startswith("»")]
    assert not [line for line in RULES.picture(bench.state, seats["party"], "en") if line.startswith("»")]


def test_the_helper_speaks_to_whoever_sits_as_referee(run: Run) -> None:
    _, said = run("fight", "crypt", "--rules", "daggerheart", "--as", "referee", "--seed", "a", "--lang", "en")
    assert "» You may break in for 1 Fear (you hold 4)." in said
    _, said = run("scene", "tavern", "--as", "referee", "--seed", "a", "--lang", "it", answers=("23", "3", "5", ""))
    assert "» Qui la Difficoltà è 10, se non dici altro." in said


def test_a_player_says_something_in_words_or_not(run: Run) -> None:
    scene = ("scene", "tavern", "--as", "corvo", "--seed", "a", "--lang", "en")
    _, said = run(*scene, answers=("3", "5", ""))
    assert "Corvo tries something (Presence)." in said
    _, said = run(*scene, answers=("3", "5", "ask the cook"))
    assert "Corvo: “ask the cook” (Presence)." in said


def test_a_roll_that_is_due_shows_what_is_added_and_its_odds_where_the_difficulty_is_known(run: Run) -> None:
    _, said = run("scene", "tavern", "--as", "corvo", "--seed", "a", "--lang", "en", answers=("3", "5", ""))
    assert "Roll due: Corvo, two d12 +1 (Presence), Difficulty 10: critical 8 %" in said
    bench = play(hero(), foe()).do(Attack("ada", "orc"))
    party = RULES.seats(bench.state)[0]
    (line,) = [line for line in RULES.picture(bench.state, party, "en") if line.startswith("Roll due")]
    shown = bench.scene.pending.hidden
    assert ("Difficulty" in line) is not shown


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize(("command", "name"), [("fight", "toll"), ("scene", "cliff")])
def test_typed_dice_and_reasons_work(run: Run, lang: str, command: str, name: str) -> None:
    words = (command, name, "--rules", "daggerheart", "--as", "party", "--typed", "--why", "--seed", "a")
    code, said = run(*words, "--lang", lang, answers=("1",) * 30)
    assert code == 0
    assert "DHP-DUAL-01" in said


# ---------------------------------------------------------------- arbitro difficulty


@pytest.mark.rule("DH-DIFF-04", "DHP-DUAL-08", "DH-DIFF-32", "DH-DIFF-33")
def test_benchmarks_with_exact_odds_in_both_languages(run: Run) -> None:
    code, said = run("difficulty", "scassinare una porta", "--modifier", "2", "--lang", "it")
    assert code == 0
    assert "  25  Finezza, armeggiare:" in said
    assert "critico 8,33 % (1/12); successo con Speranza 0,69 % (1/144)" in said
    code, said = run("difficulty", "hide in shadows", "--limit", "1", "--lang", "en")
    assert code == 0
    assert "  20  Finesse, hide:" in said
    assert "failure with Fear 41.67 % (5/12)" in said


@pytest.mark.rule("DH-DIFF-04")
def test_the_words_may_be_in_the_other_language():
    assert [each.difficulty for each in search_either(load_library(), "scassinare una porta", "en")] == [
        each.difficulty for each in search_either(load_library(), "scassinare una porta", "it")
    ]
    assert search_either(load_library(), "scassinare una porta", "en")[0].verb == "tinker"
    assert search_either(load_library(), "hide in shadows", "it")[0].verb == "nascondersi"


@pytest.mark.rule("DHP-DUAL-08", "DHP-ADV-02")
def test_a_plain_difficulty_gives_its_odds(run: Run) -> None:
    code, said = run("difficulty", "14", "-m", "2", "--advantage", "-1", "--json")
    assert code == 0
    (row,) = json.loads(said)["benchmarks"]
    assert (row["difficulty"], row["odds"]["success_hope"]["fraction"]) == (14, "139/864")
    assert sum(each["decimal"] for each in row["odds"].values()) == pytest.approx(1)


def test_what_no_benchmark_covers_is_said_with_the_columns(run: Run) -> None:
    code, said = run("difficulty", "xyzzy", "--lang", "en")
    assert code == 2
    assert "No benchmark fits “xyzzy”. The columns are: Agility: sprint, leap, maneuver" in said


# ---------------------------------------------------------------- without the pack


@pytest.fixture(scope="module")
def without(tmp_path_factory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The program installed without this pack: a copy of it, with that folder missing."""
    home = tmp_path_factory.mktemp("without")
    left_out = shutil.ignore_patterns("daggerheart*", "__pycache__")
    source = Path(str(files("arbitro")))
    shutil.copytree(source, home / "src" / "arbitro", ignore=left_out)
    shutil.copy(source.parents[1] / "pyproject.toml", home)

    def arbitro(*words: str) -> subprocess.CompletedProcess[str]:
        known = {**os.environ, "PYTHONPATH": str(home / "src"), "ARBITRO_DB": str(home / "db"), "ARBITRO_LANG": "en"}
        return subprocess.run(
            [sys.executable, "-m", "arbitro", *words],
            env=known,
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )

    return arbitro


def test_everything_else_works_without_the_pack(without):
    listed = without("rules", "list")
    assert listed.returncode == 0, listed.stderr
    assert "whitebox:" in listed.stdout
    assert "daggerheart" not in listed.stdout
    rolled = without("roll", "3d6", "--seed", "a")
    assert rolled.returncode == 0, rolled.stderr
    fought = without("fight", "orcs", "--auto", "--seed", "3")
    assert fought.returncode == 0, fought.stderr
    assert "[1]" in fought.stdout
    covered = without("rules", "coverage")
    assert covered.returncode == 0, covered.stdout + covered.stderr
    assert "whitebox" in covered.stdout
    assert "daggerheart" not in covered.stdout


def test_what_needs_the_pack_says_that_it_is_missing(without):
    for words in (("difficulty", "hide"), ("fight", "--rules", "daggerheart"), ("scene",)):
        asked = without(*words)
        assert asked.returncode == 2, asked.stderr
        assert "Traceback" not in asked.stderr
        assert "daggerheart" in asked.stderr
    assert "not part of this installation" in without("difficulty", "hide").stderr
    known = without("fight", "--rules", "daggerheart").stderr.rpartition(":")[2]
    assert "whitebox" in known
    assert "daggerheart" not in known


def test_a_described_move_waits_for_the_gm_alone():
    bench = play(hero()).do(Describe("ada", "pick the lock"))
    seats = {seat.name: seat for seat in RULES.seats(bench.state)}
    assert not list(RULES.choices(bench.state, seats["ada"]))
    assert {choice.command for choice in RULES.choices(bench.state, GM)} == {
        "request_roll",
        "no_roll",
        "offer_bargain",
    }
