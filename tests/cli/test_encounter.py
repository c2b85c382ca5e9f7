"""``arbitro encounter judge`` and ``build``, and fights of one's own for every game."""

import json
from pathlib import Path

import pytest
from tests.games import PLAYABLE
from tests.terminal import Run

FOES = {"whitebox": "orc:2", "infausta": "bat:2", "archmage": "ghoul", "daggerheart": "bladed_guard:2"}


@pytest.mark.parametrize("game", PLAYABLE)
def test_an_encounter_is_judged(run: Run, game: str) -> None:
    asked = ("encounter", "judge", FOES[game], "--rules", game, "--party", "random:2:1", "--runs", "5", "--seed", "4")
    code, said = run(*asked, "--lang", "en")
    assert code == 0
    assert "By the odds" in said
    assert "against a party of 2" in said
    code, told = run(*asked, "--json")
    assert code == 0
    found = json.loads(told)
    assert (found["odds"]["count"], len(found["party"])) == (5, 2)
    assert run(*asked, "--json") == (0, told)  # the same seed, the same words


def test_encounters_are_built_for_a_party_of_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "party.json"
    code, _ = run("party", "random", "--rules", "daggerheart", "--size", "3", "--seed", "4", "--out", str(file))
    assert code == 0
    asked = (
        "encounter",
        "build",
        "harder",
        "--rules",
        "daggerheart",
        "--party",
        str(file),
        "--runs",
        "3",
        "--seed",
        "4",
    )
    code, said = run(*asked, "--count", "2", "--json")
    assert code == 0
    assert [each["budget"]["category"] for each in json.loads(said)] == ["harder", "harder"]
    assert {len(each["party"]) for each in json.loads(said)} == {3}


@pytest.mark.parametrize(
    "arguments",
    [("judge", ":3"), ("judge", "nobody:2"), ("build", "lethal"), ("judge", "orc", "--party", "nobodies")],
)
def test_what_cannot_be_is_said(run: Run, arguments: tuple[str, ...]) -> None:
    code, said = run("encounter", *arguments, "--lang", "en")
    assert code != 0
    assert "Traceback" not in said


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_fight_of_ones_own_is_played_in_every_game(run: Run, game: str) -> None:
    own = ("--rules", game, "--party", "random:2:1", "--against", FOES[game], "--seed", "4")
    code, said = run("fight", *own, "--runs", "5", "--json")
    assert (code, json.loads(said)["count"]) == (0, 5)


@pytest.mark.parametrize(
    ("arguments", "right"),
    [
        (("judge", "wolf:-1"), "1 to 60"),
        (("judge", "wolf:0"), "1 to 60"),
        (("judge", "wolf:x"), "wolf"),
        (("judge", "dire_ratt"), "dire_rat"),
        (("judge", "nobody"), "giant_ant"),
        (("judge", "wolf", "--party", "nosuch"), "level-1"),
        (("judge", "wolf", "--party", "random:4:99"), "1 to 10"),
    ],
)
def test_a_fault_names_what_would_be_right(run: Run, arguments: tuple[str, ...], right: str) -> None:
    code, said = run("encounter", *arguments, "--rules", "archmage", "--lang", "en")
    assert code == 2
    assert right in said


def test_foes_may_be_parted_by_commas(run: Run) -> None:
    asked = ("--rules", "archmage", "--party", "random:2:1", "--runs", "1", "--seed", "4", "--json")
    code, said = run("encounter", "judge", "dire_rat:1,ogre:1", *asked)
    assert code == 0
    assert [each["kind"] for each in json.loads(said)["foes"]] == ["dire_rat", "ogre"]
