"""The oracle and its prompts: exact odds by enumeration, both languages, dice that can be logged."""

import sys
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.__main__ import main
from arbitro.dice.stream import AuditedDice, QuickDice, ScriptedDice
from arbitro.play.solo.oracle import (
    OracleAnswer,
    answer_text,
    ask,
    likelihood_of,
    likelihood_text,
    oracles,
    prompt,
    prompt_text,
    prompts,
)
from arbitro.text import LANGUAGES, Fault

CHANCES = {
    "impossible": 0,
    "very_improbable": 10,
    "improbable": 25,
    "even": 50,
    "probable": 75,
    "very_probable": 90,
    "certain": 100,
}
"""The chance of a yes of any kind, in a hundred."""


def every(likelihood: str) -> list[OracleAnswer]:
    """What each of the hundred faces gives."""
    found = []
    for face in range(1, 101):
        with ScriptedDice((100, face)) as dice:
            found.append(ask(likelihood, dice))
    return found


@pytest.mark.rule("DA-SOLO-02")
@pytest.mark.parametrize("likelihood", CHANCES)
def test_every_face_of_the_die_gives_the_documented_odds(likelihood):
    answers = every(likelihood)
    yes, no = CHANCES[likelihood], 100 - CHANCES[likelihood]
    counted = {word: sum(answer.word == word for answer in answers) for word in WORDS}
    assert sum(answer.yes for answer in answers) == yes
    assert counted["yes_and"] == counted["yes_but"] == yes // 5
    assert counted["no_and"] == counted["no_but"] == no // 5
    assert counted["yes"] == yes - 2 * (yes // 5)
    assert counted["no"] == no - 2 * (no // 5)
    assert oracles()[likelihood].odds() == {word: Fraction(n, 100) for word, n in counted.items() if n}


WORDS = ("yes_and", "yes", "yes_but", "no_but", "no", "no_and")


def test_the_likelihoods_stand_in_order_and_answers_run_from_the_best_to_the_worst():
    assert list(oracles()) == list(CHANCES)
    for likelihood in CHANCES:
        places = [WORDS.index(answer.word) for answer in every(likelihood)]
        assert places == sorted(places)


def test_doubles_bring_a_twist_one_time_in_ten():
    twists = [face for face, answer in enumerate(every("even"), 1) if answer.twist]
    assert twists == [11, 22, 33, 44, 55, 66, 77, 88, 99, 100]


@pytest.mark.parametrize("text", ["probable", "Probabile", "very probable", "molto-probabile", "CERTO", "incerto"])
def test_a_likelihood_is_known_by_its_name_in_either_language(text):
    assert likelihood_of(text) in CHANCES


def test_an_unknown_likelihood_is_refused_with_the_nearest():
    with pytest.raises(Fault) as raised:
        likelihood_of("probabble")
    for language in LANGUAGES:
        assert "probabble" in raised.value.in_(language)
        assert "probable" in raised.value.in_(language)
        assert "very_improbable" in raised.value.in_(language)


def test_every_answer_and_likelihood_has_words_in_both_languages():
    for language in LANGUAGES:
        assert len({likelihood_text(name, language) for name in CHANCES}) == len(CHANCES)
        told = {answer_text(answer, language) for name in CHANCES for answer in every(name)}
        assert len(told) == len(WORDS)


@pytest.mark.parametrize("table", ["action", "subject", "mood", "twist"])
def test_each_table_of_prompts_has_a_hundred_different_entries(table):
    rows = prompts()[table].rows
    assert len(rows) == 100
    for language in LANGUAGES:
        assert len({row.result.in_(language) for row in rows}) == 100
    assert set(prompts()[table].odds().values()) == {Fraction(1, 100)}


def test_a_prompt_is_an_action_and_a_subject_unless_told_otherwise():
    with ScriptedDice((100, 2), (100, 12)) as dice:
        found = prompt(dice)
    assert [(each.table, each.row) for each in found] == [("action", "betray"), ("subject", "mask")]
    assert [prompt_text(each, "it") for each in found] == ["tradire", "una maschera"]
    with ScriptedDice((100, 100)) as dice:
        (only,) = prompt(dice, "twist")
    assert prompt_text(only, "en") == "it happens at the worst moment"


def test_an_unknown_table_of_prompts_costs_no_die():
    with ScriptedDice() as dice, pytest.raises(Fault, match="there are: action, subject, mood, twist"):
        prompt(dice, "action", "weather")


@given(st.integers(), st.sampled_from(sorted(CHANCES)))
def test_an_answer_goes_through_a_log_unchanged(seed, likelihood):
    answer = ask(likelihood, QuickDice(seed))
    assert msgspec.json.decode(msgspec.json.encode(answer), type=OracleAnswer) == answer
    assert answer.lookup.table == f"oracle.{likelihood}"
    assert answer.lookup.row == answer.word


def test_the_same_seed_gives_the_same_answer():
    first, again = (ask("even", AuditedDice.from_text("7").stream("oracle")) for _ in range(2))
    assert first == again


def run(monkeypatch, capsys, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["arbitro", "oracle", *words])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def test_the_command_answers_in_words_and_in_json(monkeypatch, capsys):
    code, out, _ = run(monkeypatch, capsys, "C'è qualcuno?", "--likely", "probabile", "--seed", "7", "--lang", "it")
    assert code == 0
    assert out.startswith("C'è qualcuno? (probabile)\n")
    code, out, _ = run(monkeypatch, capsys, "C'è qualcuno?", "--likely", "probable", "--seed", "7", "--json")
    plain = msgspec.json.decode(out)
    assert plain["oracle"]["likelihood"] == "probable"
    assert plain["oracle"]["lookup"]["row"] == plain["oracle"]["word"]


def test_without_a_question_there_is_a_prompt_and_the_seed_to_see_it_again(monkeypatch, capsys):
    _, out, _ = run(monkeypatch, capsys, "--lang", "en")
    told, seed = out.splitlines()
    assert told.startswith("Prompt: ")
    _, again, _ = run(monkeypatch, capsys, "--lang", "en", *seed.split())
    assert again == f"{told}\n"


def test_a_bad_likelihood_is_said_in_the_readers_language(monkeypatch, capsys):
    code, out, err = run(monkeypatch, capsys, "Piove?", "--likely", "boh", "--lang", "it", "--json")
    assert code == 2
    assert "«boh» non è una probabilità" in err
    assert "boh" in msgspec.json.decode(out)["error"]["message"]
