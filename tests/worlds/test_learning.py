"""A policy is learnt by trial, kept in a file, and plays again as it did."""

from pathlib import Path

import pytest

from arbitro.chances.asking import fight_of
from arbitro.dice.stream import QuickDice
from arbitro.play import find_campaign
from arbitro.play.players import player_named
from arbitro.play.players.runs import Job, play_out
from arbitro.text import Fault
from arbitro.worlds.learning import BEGINNER, Lesson, Lessons, held_against, learn
from arbitro.worlds.linear import FEATURES, Weights, read_policy, write_policy

ORCS = fight_of("whitebox", "orcs")
STRIKE_AND_MOVE = Weights(
    game="whitebox", weights={**BEGINNER, "moves": 0.0, "strikes_the_hurt": 1.0, "is_nobodys": -1.0}
)


def test_the_same_seed_learns_the_same_and_tells_of_it() -> None:
    told: list[Lesson] = []
    small = Lessons(generations=2, draws=4, fights=3, best=2)
    first = learn(ORCS, lessons=small, tell=told.append)
    assert first == learn(ORCS, lessons=small)
    assert first.fights == 2 * 4 * 3
    assert [lesson.number for lesson in told] == [1, 2]
    assert set(first.weights) == set(FEATURES)


def test_a_beginner_strikes_and_waits_as_the_plain_player_does() -> None:
    pair = held_against(ORCS, Weights(game="whitebox", weights=BEGINNER), "party", 40)
    assert pair.differences()["wins/party"].value == 0


@pytest.mark.slow
def test_what_is_learnt_in_a_minute_beats_the_plain_player() -> None:
    """The whole interval of the difference lies above 0, over fights that it has not learnt from."""
    found = held_against(ORCS, learn(ORCS), "party", 1000).differences()["wins/party"]
    assert found.low > 0


def test_who_strikes_and_moves_wins_more_than_who_strikes_and_waits() -> None:
    assert held_against(ORCS, STRIKE_AND_MOVE, "party", 60).differences()["wins/party"].value > 0


def test_a_policy_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "brave.json"
    write_policy(STRIKE_AND_MOVE, path)
    assert read_policy(path) == STRIKE_AND_MOVE


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "[" * 5000, '{"game": "whitebox", "weights": {"luck": 1}}', '{"arbitro_policy": 2}', "\x00"],
)
def test_a_file_that_is_no_policy_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Fault) as fault:
        read_policy(path)
    assert "bad.json" in fault.value.in_("it")


def test_a_learnt_player_plays_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "brave.json"
    write_policy(STRIKE_AND_MOVE, path)
    _, tally = play_out(Job("whitebox", str(path), "3", 1))
    assert tally.commands > 0


def test_a_policy_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "brave.json"
    write_policy(STRIKE_AND_MOVE, path)
    made = player_named(str(path))
    assert made is not None
    with pytest.raises(Fault):
        made(find_campaign("archmage"), QuickDice(1))


def test_nobody_plays_under_a_name_that_is_none() -> None:
    assert player_named("nobody") is None
    assert player_named("nobody.txt") is None
