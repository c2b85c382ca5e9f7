"""Encounters for a party: the text's budget and the odds side by side, and foes as hard as is asked."""

import doctest

import msgspec
import pytest
from tests.games import PLAYABLE

import arbitro
from arbitro.chances import encounters
from arbitro.chances.asking import Budget, fight_of
from arbitro.chances.building import OwnFight, parties, put_together
from arbitro.chances.encounters import BANDS, GOALS, band, build, difficulties, judge, searched
from arbitro.chances.sampled import sample
from arbitro.cli import own_fight
from arbitro.rules.archmage.bestiary import worth
from arbitro.rules.archmage.catalogue import books_of
from arbitro.text import LANGUAGES, Fault

FEW = Budget(fights=10, width=0.0, method="sampled")
SOMEBODY = {
    "whitebox": (("orc", 2),),
    "infausta": (("bat", 2),),
    "archmage": (("dire_rat", 3), ("ghoul", 1)),
    "daggerheart": (("bladed_guard", 2),),
}


def fight(game, foes=()):
    return OwnFight(game=game, party=parties(game)[0][0], foes=foes)


@pytest.mark.parametrize("module", [encounters, own_fight], ids=lambda module: module.__name__)
def test_the_examples_hold(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_game_judges_by_its_text_and_by_the_odds(game):
    found = judge(fight(game, SOMEBODY[game]), FEW)
    assert set(found.bands) <= {name for _, name in BANDS}
    assert (found.worth is None) == (game in ("whitebox", "infausta"))
    for language in LANGUAGES:
        told = "\n".join(found.lines(language))
        assert "chances." not in told
        assert "{" not in told
        names = found.odds.names[language]
        for who in found.people:
            assert names[who] in told  # whether each falls
    assert "<table>" in found._repr_html_()
    data = msgspec.json.decode(msgspec.json.encode(found.as_data()))
    assert data["odds"]["count"] == 10
    assert [(each["kind"], each["count"]) for each in data["foes"]] == list(SOMEBODY[game])


@pytest.mark.rule("AE-FULLHEAL-02")
@pytest.mark.parametrize(
    ("foes", "points", "category"),
    [
        ((("dire_rat", 3), ("ghoul", 1)), 2.6, "easy"),
        ((("ghoul", 2),), 4.0, "average"),
        ((("ghoul", 4),), 8.0, "hard"),
        ((("ghoul", 5),), 10.0, "very_hard"),
    ],
)
def test_a_battle_is_worth_so_many_average_foes_and_a_fair_one_is_one_for_each_hero(foes, points, category):
    found = judge(fight("archmage", foes), FEW).worth
    assert (found.points, found.budget, found.category) == (points, 5, category)
    assert sum(value for _, _, value in found.parts) == pytest.approx(points)


@pytest.mark.rule("DHP-ADVSTAT-13")
@pytest.mark.parametrize(
    ("foes", "cost", "budget", "category"),
    [
        ((("bladed_guard", 7),), 14, 15, "easier"),  # no big types: one point more
        ((("bladed_guard", 7), ("conscript", 4)), 15, 15, "balanced"),
        ((("zombie_pack", 7),), 14, 14, "balanced"),
        ((("zombie_pack", 8),), 16, 14, "harder"),
        ((("zombie_pack", 9),), 18, 14, "beyond"),
    ],
)
def test_adversaries_cost_battle_points_and_four_heroes_have_fourteen(foes, cost, budget, category):
    found = judge(fight("daggerheart", foes), Budget(fights=1, method="sampled")).worth
    assert (found.points, found.budget, found.category) == (cost, budget, category)
    assert found.adjustments == ((("no_big_types", 1),) if budget == 15 else ())


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_what_is_built_is_as_hard_as_was_asked_by_the_text(game):
    for difficulty in difficulties(game):
        found = build(fight(game), difficulty, 2, FEW, seed="7")
        assert len(found) == 2
        assert [each.worth.category for each in found] == [difficulty] * 2
        assert found[0].fight.foes != found[1].fight.foes
    again = build(fight(game), difficulty, 2, FEW, seed="7")
    assert [each.fight.foes for each in again] == [each.fight.foes for each in found]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_where_the_text_has_no_budget_the_odds_say_how_many_come(game):
    (found,) = build(fight(game), "average", 1, Budget(fights=200, width=0.0, method="sampled"), seed="7")
    assert len(found.fight.foes) == 1
    assert abs(found.odds.estimate - GOALS["average"]) < 0.2
    (again,) = build(fight(game), "average", 1, FEW, seed="7")
    assert again.fight.foes == found.fight.foes


def test_a_number_is_found_by_doubling_and_halving():
    asked = []

    def chance(number):
        asked.append(number)
        return 1 - number / 30

    known = searched(chance, 0.5, 24)
    assert min(known, key=lambda number: abs(known[number] - 0.5)) == 15
    assert len(asked) == len(set(asked)) <= 9
    assert searched(lambda _: 0.2, 0.5, 24) == {1: 0.2}  # too strong alone
    assert max(searched(lambda _: 1.0, 0.5, 24)) == 24  # too weak by the dozen


@pytest.mark.parametrize(("goal", "looks"), [(1.0, 0), (0.5, 0), (0.0, 3)])
def test_a_number_far_from_the_goal_is_not_fought_for_long(monkeypatch, goal, looks):
    fought = []
    monkeypatch.setattr(encounters, "sample", lambda *args, **more: fought.append(args) or sample(*args, **more))
    alone = OwnFight(game="whitebox", party="random:1:1", foes=(("werewolf", 1),))
    assert encounters.looked_at(fight_of("whitebox", put_together(alone)), goal, "1") == 0.0
    assert len(fought) == looks


def test_goals_lie_in_their_own_bands():
    assert {name: band(goal) for name, goal in GOALS.items()} == {name: name for name in GOALS}


@pytest.mark.parametrize("game", PLAYABLE)
def test_what_cannot_be_is_told_in_both_languages(game):
    with pytest.raises(Fault) as told:
        build(fight(game), "lethal")
    assert all(name in told.value.in_("it") for name in difficulties(game))
    assert told.value.in_("it") != told.value.in_("en")
    with pytest.raises(Fault):
        judge(fight(game, (("nobody_at_all", 1),)), FEW)


def test_beyond_the_table_the_rows_go_on_doubling_every_two_levels():
    books = books_of(arbitro.game("archmage"))
    at = {category: [float(worth(books, 1 + diff, category, 1)) for diff in range(9)] for category in KINDS}
    assert at["mook"] == [0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 1.6, 2.4, 3.2]
    assert at["huge"][:6] == [3, 4, 6, 8, 12, 16]
    for row in at.values():
        assert all(later == 2 * sooner for sooner, later in zip(row, row[2:], strict=False))


KINDS = ("normal", "mook", "large", "huge")


def test_whom_the_table_does_not_know_is_said():
    books = books_of(arbitro.game("archmage")).monsters
    high = next(name for name, entry in books.items() if entry.level >= 8)
    low = next(name for name, entry in books.items() if entry.level == 1)
    party = OwnFight(game="archmage", party="random:1:1", foes=((high, 1),))
    strong = judge(party, Budget(fights=1, width=0.0, method="sampled"))
    assert (high, "above_the_table") in strong.worth.remarks
    weak = judge(
        OwnFight(game="archmage", party="random:1:8", foes=((low, 1),)), Budget(fights=1, width=0.0, method="sampled")
    )
    assert (low, "below_the_table") in weak.worth.remarks
    assert any("below the table" in line for line in weak.lines("en"))
    assert "AE-FULLHEAL-02" not in " ".join(weak.lines("en"))


def test_minions_of_several_kinds_are_bought_together():
    found = worth_of("daggerheart", ("giant_rat", 2), ("sellsword", 2))
    assert sum(points for _, _, points in found.parts) == found.points == 1


@pytest.mark.parametrize("difficulty", ["easy", "average", "hard", "very_hard"])
def test_something_fits_for_a_single_character(difficulty):
    alone = OwnFight(game="archmage", party="random:1:1")
    found = build(alone, difficulty, 1, Budget(fights=1, width=0.0, method="sampled"))
    assert [each.worth.category for each in found] == [difficulty]


def worth_of(game, *foes):
    return judge(
        OwnFight(game=game, party="random:4:1", foes=foes), Budget(fights=1, width=0.0, method="sampled")
    ).worth
