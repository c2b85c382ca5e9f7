"""Asking for odds: the way is chosen by looking at the fight, and the answer says how it was found."""

import doctest
import subprocess
import sys

import pytest
from tests.chances.fights import DUEL, PLAIN, REFERENCE, duel

import arbitro
from arbitro.chances import door, intervals, net
from arbitro.chances.asking import Budget, compared, fight_odds, fight_of
from arbitro.chances.work import FightWork
from arbitro.kernel.yamlfile import Document
from arbitro.text import LANGUAGES, Fault

FEW = Budget(fights=100, situations=50)
WAYS = ("explored", "sampled")


@pytest.mark.parametrize("module", [door, intervals, net], ids=lambda module: module.__name__)
def test_the_examples_hold(module):
    assert doctest.testmod(module).failed == 0


def test_dice_are_still_asked_about_at_the_same_door_and_load_no_game():
    assert str(arbitro.odds("2d6").mean) == "7"
    code = "import sys, arbitro; arbitro.odds('2d6'); sys.exit('arbitro.kernel.ruleset' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_each_fight_is_answered_in_the_best_way():
    derived = arbitro.odds("whitebox", "orcs", options=PLAIN)
    assert (derived.method, derived.interval) == ("derived", (derived.estimate, derived.estimate))
    assert derived.estimate == pytest.approx(REFERENCE, abs=5e-13)
    setup = arbitro.game("whitebox").read_setup(Document("duel.yaml", DUEL.format(hp=2, foe=2)))
    explored = arbitro.odds("whitebox", setup, options={**PLAIN, "initiative_tie": "simultaneous"})
    assert explored.method == "explored"
    assert explored.estimate == pytest.approx(explored["wins/foes"].value)
    sampled = arbitro.odds("daggerheart", "rats", budget=FEW)
    assert (sampled.method, sampled.count, sampled.seed) == ("sampled", 100, "1")
    low, high = sampled.interval
    assert low <= sampled.estimate <= high


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_says_how_it_was_found_and_why(language):
    found = arbitro.odds("whitebox", "orcs", budget=FEW)
    text = "\n".join(found.lines(language))
    assert "chances." not in text
    assert found.why(language) in text
    assert len(found.because.not_taken) == 2
    assert "<table>" in found._repr_html_()
    for name in found.estimates:
        assert "chances." not in found.called(name, language)


@pytest.mark.parametrize("game", ["archmage", "daggerheart", "infausta"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_measure_has_a_name(game, language):
    found = arbitro.odds(game, next(iter(arbitro.scenes(game))), budget=Budget(fights=2, method="sampled"))
    for name in found.estimates:
        called = found.called(name, language)
        assert "chances." not in called
        assert "{" not in called


@pytest.mark.parametrize("game", ["whitebox", "wb", arbitro.game("whitebox")], ids=["name", "alias", "game"])
def test_a_game_without_a_fight_is_told_in_words(game):
    with pytest.raises(Fault, match="orcs"):
        arbitro.odds(game)
    with pytest.raises(arbitro.NotationError):
        arbitro.odds("no dice at all")


def test_how_often_each_value_comes_up_is_known():
    exact = arbitro.odds("whitebox", "orcs", options=PLAIN)
    left = exact.distribution("standing/party")
    assert list(left) == [0, 1, 2, 3, 4]
    assert sum(left.values()) == pytest.approx(1)
    assert 1 - left[0] == pytest.approx(REFERENCE)
    assert exact.distribution("rounds") == {}
    bout = duel(3, 3)
    followed, fought = (fight_odds(bout, budget=Budget(method=way, fights=300, width=0)) for way in WAYS)
    assert followed.distribution("hp/berto") == pytest.approx(fight_odds(bout).distribution("hp/berto"))
    for value, chance in followed.distribution("hp/berto").items():
        assert fought.distribution("hp/berto")[value] == pytest.approx(chance, abs=0.12)
    assert min(fought.distribution("rounds")) == 1


def test_the_fights_worth_reading_are_named():
    found = arbitro.odds("whitebox", "orcs", budget=Budget(fights=100, width=0, method="sampled"))
    telling = found.telling()
    best, typical, worst = (found.replay(number).measures for number in (telling.best, telling.typical, telling.worst))
    assert best["wins/party"] == 1
    assert worst["wins/party"] == 0
    assert best["standing/party"] >= typical["standing/party"] >= worst["standing/party"] == 0
    assert found.telling("orcs").best == telling.worst
    with pytest.raises(Fault):
        arbitro.odds("whitebox", "orcs", options=PLAIN).telling()


def test_whoever_asked_is_told_how_far_it_has_come_and_may_call_it_off():
    told = []
    fight_odds(duel(3, 3, party="focus"), budget=Budget(method="explored"), work=FightWork(on_progress=told.append))
    assert {(each.method, each.most) for each in told} == {("explored", 1000)}
    told.clear()
    arbitro.odds("whitebox", "orcs", budget=Budget(fights=100, width=0, method="sampled"), on_progress=told.append)
    assert [each.count for each in told] == [50, 100]

    def off(_):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        arbitro.odds("whitebox", "orcs", on_progress=off)
    enough = arbitro.odds("whitebox", "orcs", budget=Budget(method="sampled", width=0), on_progress=lambda _: True)
    assert enough.count == 50


def test_any_fight_that_was_counted_can_be_read():
    found = arbitro.odds("whitebox", "orcs", budget=FEW)
    won = [found.replay(number).measures["wins/party"] for number in range(20)]
    assert 0 < sum(won) < 20
    with pytest.raises(Fault):
        found.replay(100)
    with pytest.raises(Fault):
        arbitro.odds("whitebox", "orcs", options=PLAIN).replay(0)


def _untouched(outcome):
    return all(not one.fallen for one in outcome.people if one.side == "party")


def test_a_predicate_of_ones_own_is_answered_in_every_way():
    bout = duel(3, 3)
    answers = [
        fight_odds(bout, _untouched, Budget(method=method, fights=300, width=0)).estimate
        for method in ("derived", "explored", "sampled")
    ]
    assert answers[0] == pytest.approx(answers[1], abs=1e-9)
    assert answers[2] == pytest.approx(answers[0], abs=0.12)


def test_a_table_is_asked_about_as_it_stands():
    table = arbitro.Table.new("whitebox", "orcs", seed="3", options=PLAIN)
    before = arbitro.odds(table.ruleset, table.state, budget=FEW)
    assert before.count == 100 or before.method != "sampled"
    assert table.state.fight.phase != "over"
    with pytest.raises(Fault):
        arbitro.odds("whitebox", arbitro.Table.new("whitebox").state)


def test_a_way_that_does_not_lead_there_is_refused_with_the_reason():
    with pytest.raises(Fault, match="surprised"):
        arbitro.odds("whitebox", "orcs", budget=Budget(method="derived"))
    with pytest.raises(Fault):
        fight_odds(duel(party="scatter"), budget=Budget(method="explored"))
    with pytest.raises(Fault, match="orcs"):
        fight_of("whitebox", "nowhere")


def test_variants_are_compared_over_the_same_seeds():
    first, second = duel(3, 3), duel(3, 3, {"natural_extremes": True})
    found = compared(first, second, budget=Budget(fights=150, width=0, method="sampled"))
    assert found.count == found.pair.second.count == 150
    assert abs(found.differences["wins/party"].value) < 0.3
    for language in LANGUAGES:
        assert "150" in found.lines(language)[-1]
        assert "chances." not in "".join(found.lines(language))
    assert found._repr_html_().count("<tr>") == 1 + len(found.rows())
    assert set(found.as_data()["first"]) == set(found.differences)


def test_variants_that_have_exact_odds_are_compared_exactly():
    first, second = duel(3, 3), duel(3, 4, {"initiative_tie": "simultaneous"})
    found = compared(first, second)
    assert (found.one.method, found.other.method, found.pair) == ("derived", "explored", None)
    won = found.differences["wins/party"]
    assert won.how == "exact"
    assert won.value == pytest.approx(fight_odds(second).estimate - fight_odds(first).estimate, abs=1e-9)
    for language in LANGUAGES:
        assert found.one.found(language) in found.lines(language)[-1]
        assert "chances." not in "".join(found.lines(language))
    same = compared(first, first)
    assert "difference 0.0000 %" in same.lines("en")[0]


def test_one_variant_that_must_be_fought_lets_both_be_fought():
    found = compared(duel(3, 3), duel(3, 3, party="scatter"), budget=Budget(fights=100, width=0))
    assert (found.one.method, found.other.method, found.pair.first.count) == ("sampled", "sampled", 100)


@pytest.mark.parametrize("wrong", [{"fights": 0}, {"width": -0.1}, {"situations": -1}, {"method": "guessed"}], ids=str)
def test_a_budget_that_cannot_be_is_named(wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(Fault) as raised:
        Budget(**wrong)
    assert raised.value.in_("en") == f"The budget cannot be like this: {name} {value}."


def test_a_campaign_is_no_fight():
    table = arbitro.Table.new(arbitro.campaign("whitebox"), seed="1")
    with pytest.raises(Fault) as raised:
        arbitro.odds("whitebox", table.state)
    assert raised.value.in_("en") == "There is no fight here to ask about."


def test_an_answer_that_is_printed_is_read():
    found = arbitro.odds("whitebox", "orcs", options=PLAIN)
    assert str(found).splitlines() == found.lines()
    assert repr(found) == "<FightOdds wins: derived, 1536>"
