"""``arbitro joust`` and ``arbitro explore`` as a person at the terminal meets them."""

import json

import pytest
from tests.terminal import Run


def test_a_joust_is_played_to_its_end(run: Run) -> None:
    code, said = run("joust", "tourney", "--auto", "--seed", "1", "--no-save")
    assert code == 0
    assert "Pass 3" in said
    assert "joust" in said.splitlines()[-1]


def test_a_rider_is_played_by_choices_and_with_own_dice(run: Run) -> None:
    code, said = run(
        "joust", "tourney", "--as", "tancredi", "--typed", "--seed", "1", "--no-save", answers=("1", "3", "2", "q")
    )
    assert code == 0
    assert "1. Tancredi: couch the lance and ride" in said
    assert "2. Tancredi: withdraw" in said


def test_the_contest_may_be_set_up_otherwise(run: Run) -> None:
    code, said = run("joust", "tourney", "--auto", "--seed", "2", "--no-save", "--set", "joust_lances=sharp")
    assert code == 0
    assert "sharp lances" in said


def test_ready_scenes_are_listed(run: Run) -> None:
    assert "tourney" in run("joust", "--list")[1]
    code, said = run("explore", "--list", "--json")
    assert code == 0
    assert json.loads(said)["cellar"] == "The cellars of the mill"


def test_an_expedition_by_itself_and_as_json(run: Run) -> None:
    code, said = run("explore", "marsh", "--json", "--seed", "4", "--no-save")
    assert code == 0
    shown = json.loads(said)
    assert shown["view"]["expedition"]["over"]
    assert shown["log"]


def test_a_party_is_led_by_choices_in_italian(run: Run) -> None:
    code, said = run("explore", "cellar", "--as", "party", "--seed", "1", "--lang", "it", answers=("v", "q"))
    assert code == 0
    assert "Ai piedi della scala" in said
    assert "Vai: l'arco" in said
    assert "torciera" not in said  # what is hidden is not told


def test_what_is_not_there_is_refused(run: Run) -> None:
    code, said = run("explore", "moon")
    assert code == 2
    assert "cellar" in said
    assert run("joust", "tourney", "--as", "nobody")[0] == 2


def numbered(said: str) -> list[str]:
    """The lines of the last menu that was shown."""
    lines = [line.strip() for line in said.splitlines()]
    last = max(at for at, line in enumerate(lines) if line.startswith("1. "))
    return [line for line in lines[last:] if line.split(".")[0].isdigit()]


@pytest.mark.parametrize(("words", "first"), [(("explore", "cellar"), "Go: "), (("day", "roads"), "March")])
def test_what_is_of_the_moment_is_not_buried_under_the_baggage(run: Run, words: tuple[str, ...], first: str) -> None:
    _, said = run(*words, "--as", "party", "--seed", "5", "--no-save", answers=("q",))
    menu = numbered(said)
    assert len(menu) < 30
    assert any(first in line for line in menu)
    assert not any(": carry the" in line for line in menu)
    goods = next(line for line in menu if "Things and load" in line)
    _, opened = run(*words, "--as", "party", "--seed", "5", "--no-save", answers=(goods.split(".")[0], "1", "q"))
    assert any(": carry the" in line for line in numbered(opened))


@pytest.mark.parametrize(("scene", "ending"), [("duel", "ransom"), ("tourney", "joust")])
def test_the_variant_jousts_with_its_own_people(run: Run, scene: str, ending: str) -> None:
    code, said = run("joust", scene, "--rules", "infausta", "--auto", "--seed", "3", "--no-save")
    assert code == 0
    assert ending in said
    assert run("joust", "--rules", "infausta", "--list")[1].count("\n") == 2


def test_a_game_without_jousts_says_so(run: Run) -> None:
    code, said = run("joust", "--rules", "archmage", "--auto", "--no-save")
    assert code == 2
    assert "“”" not in said
