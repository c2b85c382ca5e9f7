"""``arbitro fight --runs``, ``--exact`` and ``--compare``, and ``arbitro odds fight``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal import Run

from arbitro.cli import chances

PLAIN = ("--set", "initiative_tie=reroll", "--set", "surprise_method=judgement", "--set", "morale_table=off")


def test_exact_odds_of_a_plain_fight(run: Run) -> None:
    code, said = run("fight", "orcs", "--exact", *PLAIN, "--lang", "en")
    assert code == 0
    assert said.splitlines()[:2] == ["The party: victory: 68.5498 %", "The orcs: victory: 31.4502 %"]
    assert "Counted out" in said


def test_odds_of_dice_and_of_fights_are_one_command(run: Run) -> None:
    code, said = run("odds", "fight", "orcs", *PLAIN, "--question", "falls/berto", "--lang", "it")
    assert (code, said.splitlines()[0]) == (0, "Berto: caduta: 86,4484 %")
    code, said = run("odds", "2d6", "--at-least", "9", "--lang", "en")
    assert (code, "27.78 %" in said) == (0, True)


ASK_ABOUT_DICE = """
import sys
from arbitro.__main__ import run
try:
    run(["odds", "2d6"])
except SystemExit:
    pass
sys.exit("arbitro.kernel.ruleset" in sys.modules)
"""


def test_who_asks_about_dice_loads_no_game() -> None:
    asked = subprocess.run([sys.executable, "-c", ASK_ABOUT_DICE], check=False, capture_output=True)
    assert (asked.returncode, b"2d6" in asked.stdout) == (0, True)


def test_a_fight_is_fought_so_many_times(run: Run) -> None:
    code, said = run("fight", "orcs", "--runs", "50", "--seed", "7", "--json", "--policy", "party:scatter")
    told = json.loads(said)
    assert (code, told["method"], told["count"], told["seed"]) == (0, "sampled", 50, "7")
    again = json.loads(run("fight", "orcs", "--runs", "50", "--seed", "7", "--json", "--policy", "party:scatter")[1])
    assert again == told


def test_two_variants_meet_the_same_dice(run: Run) -> None:
    code, said = run("fight", "orcs", "--compare", "-", "party:reckless", "--runs", "50", "--seed", "7", "--json")
    told = json.loads(said)
    assert (code, told["count"], told["variants"]) == (0, 50, ["-", "party:reckless"])
    gain = told["differences"]["wins/party"]
    assert gain["value"] == pytest.approx(told["second"]["wins/party"]["value"] - told["first"]["wins/party"]["value"])
    code, said = run("fight", "orcs", "--compare", "-", "death_rule=unconscious_at_zero", "--runs", "9", "--lang", "it")
    assert code == 0
    assert "differenza" in said


@pytest.mark.parametrize(
    ("words", "because"),
    [
        (("fight", "orcs", "--exact", "--policy", "scatter"), "lots"),
        (("fight", "orcs", "--runs", "5", "--policy", "party:heroic"), "heroic"),
        (("fight", "orcs", "--runs", "5", "--question", "weather"), "weather"),
        (("fight", "orcs", "--compare", "-", "nonsense=1"), "nonsense"),
        (("odds", "fight", "nowhere"), "nowhere"),
        (("odds", "fight", "--rules", "chess"), "chess"),
        (("odds", "fight", "orcs", "--question", "falls/nobody"), "falls/berto"),
        (("fight", "orcs", "--runs", "5", "--question", "falls/nobody"), "falls/dalia"),
        (("fight", "orcs", "--runs", "5", "--question", "left"), "left"),
        (("fight", "orcs", "--runs", "5", "--policy", "zzz:focus"), "party, orcs"),
        (("fight", "orcs", "--compare", "-", "zzz:focus"), "party, orcs"),
        (("sweep", "orcs", "--runs", "5", "--vary", "policy:zzz=focus"), "party, orcs"),
        (("sweep", "orcs", "--runs", "5", "--vary", "foo=1..3"), "policy:SIDE"),
        (("sweep", "orcs", "--against", "orc:3", "--vary", "foes.orc=1..3"), "--against"),
        (("odds", "fight", "orcs", "--against", "orc:3"), "--against"),
        (("fight", "orcs", "--compare", "A", "--runs", "5"), "two variants"),
    ],
)
def test_what_cannot_be_found_is_said(run: Run, words: tuple[str, ...], because: str) -> None:
    code, said = run(*words, "--lang", "en")
    assert code == 2
    assert because in said
    assert "Traceback" not in said


def test_the_fight_that_is_taken_where_none_is_named_is_named(run: Run) -> None:
    code, said = run("odds", "fight", "--width", "0.9", "--seed", "1", "--lang", "en")
    assert code == 0
    assert "“ghouls”" in said.splitlines()[0]


def test_what_is_never_below_nothing_has_no_interval_there(run: Run) -> None:
    code, said = run("fight", "orcs", "--runs", "4", "--question", "standing", "--seed", "1", "--json")
    assert code == 0
    assert all(each["low"] >= 0 for each in json.loads(said)["estimates"].values())
    assert "a single fight" in run("fight", "orcs", "--runs", "1", "--question", "rounds", "--lang", "en")[1]


def test_where_there_is_no_exact_answer_what_is_certain_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitro.cli.chances.SITUATIONS", 600)
    own = ("--rules", "archmage", "--party", "random:1:1", "--against", "dire_rat:1", "--seed", "4")
    code, said = run("fight", *own, "--exact", "--lang", "en")
    assert code == 2
    assert "more situations than may be followed (600)" in said
    assert "For certain so far" in said


@pytest.mark.parametrize(
    "other", [("--runs", "5"), ("--compare", "-", "party:focus"), ("--sim",)], ids=lambda given: given[0]
)
def test_exact_odds_are_not_fought(run: Run, other: tuple[str, ...]) -> None:
    code, said = run("fight", "orcs", "--exact", *other, "--lang", "en")
    assert (code, f"--exact and {other[0]} do not go together" in said) == (2, True)


def test_how_far_it_has_come_leaves_nothing_before_the_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chances, "_at_a_terminal", lambda: True)
    assert run("fight", "orcs", "--runs", "3", "--lang", "en")[0] == 0
    chances.show_count("3 / 3")
    chances.end_count()
    assert capsys.readouterr().err.endswith("3 / 3\x1b[K\r\x1b[K")


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
@pytest.mark.parametrize("command", [("fight", "--exact"), ("fight", "--runs", "3"), ("odds", "fight"), ("fight",)])
def test_who_names_a_party_alone_is_asked_for_foes(run: Run, game: str, command: tuple[str, ...]) -> None:
    code, said = run(*command, "--rules", game, "--party", "random:1:1", "--lang", "en")
    assert (code, said.partition("?")[0]) == (2, "Against whom is “random:1:1” to fight")
    assert "--against" in said


def test_fights_that_were_all_alike_are_told_with_what_that_is_worth(run: Run) -> None:
    code, said = run("fight", "--runs", "40", "--against", "goblin:1", "--seed", "1", "--json")
    assert code == 0
    found = json.loads(said)["estimates"]
    alike = {name: each for name, each in found.items() if each["how"] == "alike"}
    assert alike
    for each in alike.values():
        assert each["high"] is None
        assert each["differs_at_most"] == pytest.approx(0.0876, abs=1e-4)  # 1.96² / (40 + 1.96²)
        assert each["low"] == pytest.approx(each["value"] * (1 - each["differs_at_most"]))
    assert not [name for name, each in found.items() if each["high"] is not None and each["low"] == each["high"]]


def test_what_it_comes_to_is_said_in_plain_words(run: Run) -> None:
    code, said = run("odds", "fight", "orcs", *PLAIN, "--lang", "en")
    assert (code, "In plain words:\n  The party: victory in about 69 of 100.\n" in said) == (0, True)
    code, said = run("odds", "fight", "orcs", *PLAIN, "--question", "rounds", "--lang", "en")
    assert (code, "plain words" in said) == (0, False)


def test_two_variants_that_have_exact_odds_are_compared_exactly(run: Run) -> None:
    code, said = run("fight", "orcs", *PLAIN, "--compare", "-", "initiative_tie=simultaneous", "--lang", "en", "--json")
    told = json.loads(said)
    assert (code, told["methods"]) == (0, ["sampled", "sampled"])
    code, said = run("fight", "orcs", *PLAIN, "--compare", "-", "natural_extremes=on", "--lang", "en")
    assert (code, "Both are exact." in said) == (0, True)


def test_house_rules_and_packs_are_variants(run: Run, tmp_path: Path) -> None:
    rules, pack = tmp_path / "ours.yaml", tmp_path / "strong.yaml"
    rules.write_text("game: whitebox\nname: Ours\noptions: {death_rule: unconscious_at_zero}\n", encoding="utf-8")
    pack.write_text(
        "content: monsters\ninherit: whitebox\nentries:\n  goblin: {inherit: true, hd: [{dice: 12, hde: 14, xp: 9}]}\n",
        encoding="utf-8",
    )
    own = ("fight", "--party", "ready:novices", "--against", "goblin:3", "--runs", "30", "--seed", "7", "--json")
    told = json.loads(run(*own, "--compare", "-", f"packs={pack}")[1])
    assert told["first"]["wins/party"]["value"] > told["second"]["wins/party"]["value"]
    told = json.loads(run(*own, "--question", "dies", "--compare", "-", f"house_rules={rules}")[1])
    died = [sum(told[each][name]["value"] for name in told[each] if name.startswith("dies/")) for each in BOTH]
    assert died[0] != died[1]
    code, said = run(*own[:-1], "--compare", "-", "house_rules=nowhere.yaml", "--lang", "en")
    assert (code != 0, "nowhere.yaml" in said) == (True, True)


BOTH = ("first", "second")


def test_a_search_says_when_no_value_comes_to_it(run: Run) -> None:
    count = "sides.orcs.members.0.count"
    code, said = run("sweep", "orcs", *PLAIN, "--even", f"{count}=2..4", "--lang", "en")
    assert (code, f"even the nearest, {count}=4, stays above it" in said) == (0, True)
    code, said = run("sweep", "orcs", *PLAIN, "--even", f"{count}=2..9", "--goal", "0.8", "--lang", "en")
    assert (code, said.splitlines()[-1]) == (0, f"Nearest to 80 %: {count}=5.")
    code, said = run("sweep", "orcs", *PLAIN, "--even", f"{count}=2..9", "--question", "rounds", "--lang", "en")
    assert (code != 0, "rounds" in said) == (True, True)
