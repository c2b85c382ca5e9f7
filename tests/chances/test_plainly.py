"""What the odds of a fight come to in plain words, for people who do not read per cent."""

import doctest

import pytest
from tests.chances.fights import PLAIN, duel
from tests.games import PLAYABLE

import arbitro
from arbitro.chances import plainly
from arbitro.chances.asking import Budget, fight_odds
from arbitro.chances.intervals import exact, share
from arbitro.chances.plainly import in_a_hundred
from arbitro.text import LANGUAGES


def test_the_examples_hold() -> None:
    assert doctest.testmod(plainly).failed == 0


def test_an_exact_answer_is_told_as_so_many_of_a_hundred() -> None:
    told = arbitro.odds("whitebox", "orcs", options=PLAIN).plainly("en")
    assert told[0] == "The party: victory in about 69 of 100."
    assert "Somebody of theirs dies in about 86 of 100." in told
    assert "Most in danger: Berto, who falls in about 86 of 100." in told
    assert "exact" in told[-1]


def test_the_other_side_is_asked_for_by_name() -> None:
    told = arbitro.odds("whitebox", "orcs", options=PLAIN).plainly("it", "orcs")
    assert told[0] == "Gli orchi: vittoria in circa 31 su 100."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYABLE)
def test_every_game_and_every_way_has_words_and_no_number_is_surer_than_it_is(game: str, language: str) -> None:
    scene = next(iter(arbitro.scenes(game)))
    fought = arbitro.odds(game, scene, budget=Budget(fights=6, width=0, method="sampled"))
    told = " ".join(fought.plainly(language))  # type: ignore[arg-type]
    assert "6" in told
    assert "chances." not in told
    assert "{" not in told
    assert not {"always", "never", "sempre", "mai"} & set(told.replace(".", " ").split())


def test_what_never_came_up_in_the_fights_that_were_fought_is_not_called_impossible() -> None:
    assert in_a_hundred(exact(0.0), "en") == "never"
    assert in_a_hundred(share(0, 300), "en") == "in none of the 300 that were fought (at most 2 of 100)"
    assert in_a_hundred(share(300, 300), "it") == "in tutti i 300 combattuti (almeno 98 su 100)"
    assert in_a_hundred(exact(0.6, 0.1), "en") == "in 60 to 70 of 100"


def test_how_deadly_it_is_for_a_side_is_a_question_in_every_way() -> None:
    bout = duel(3, 3)
    ways = {
        method: fight_odds(bout, "anyone_dies", Budget(method=method, fights=300, width=0))  # type: ignore[arg-type]
        for method in ("derived", "explored", "sampled")
    }
    exactly = ways["derived"]
    assert list(exactly.answer) == ["anyone_dies/party", "anyone_dies/foes"]
    assert exactly["anyone_dies/party"].value == pytest.approx(exactly["dies/berto"].value)
    assert ways["explored"]["anyone_falls/foes"].value == pytest.approx(exactly["anyone_falls/foes"].value, abs=1e-9)
    low, high = (ways["sampled"]["anyone_dies/party"].low, ways["sampled"]["anyone_dies/party"].high)
    assert low - 0.03 <= exactly.estimate <= high + 0.03


def test_an_answer_shows_its_plain_words_in_a_notebook() -> None:
    found = arbitro.odds("whitebox", "orcs", options=PLAIN)
    assert "69 of 100" in found._repr_html_()
    assert "69 su 100" in found.html("it")
