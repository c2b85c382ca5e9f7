"""The Duality Dice: totals, the five outcomes and what each brings, modifiers, advantage, help, exact odds."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.daggerheart.bench import RULES, WAND, Bench, duality, foe, hero, play

from arbitro.kernel.explain import explain
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart.advice import advice
from arbitro.rules.daggerheart.commands import (
    Adjust,
    Attack,
    Describe,
    GiveHelp,
    NoRoll,
    OfferBargain,
    RequestRoll,
    Reroll,
    Roll,
    TakeBargain,
)
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.dice_pool import roll_odds
from arbitro.rules.daggerheart.events import ActionRolled, RollRequested
from arbitro.rules.daggerheart.odds import outcome_odds
from arbitro.rules.daggerheart.turns import move_menu
from arbitro.rules.daggerheart.words import (
    OUTCOMES,
    net,
    outcome_of,
)


def due(
    difficulty: int, *people: object, trait: str = "agility", request: dict[str, object] | None = None, **more: object
) -> Bench:
    """A roll of Ada's that only waits for the dice."""
    bench = play(*(people or (hero(),)), **more)
    bench.do(Describe("ada", "", trait))
    return bench.do(RequestRoll(trait, difficulty, **(request or {})))


@pytest.mark.rule("DHP-DUAL-01", "DHP-DUAL-02")
@pytest.mark.parametrize(
    ("hope", "fear", "trait", "dis", "difficulty", "total", "outcome"),
    [
        (5, 7, 1, None, 13, 13, "success_fear"),
        (5, 7, 0, None, 13, 12, "failure_fear"),
        (6, 2, -1, 3, 4, 4, "success_hope"),
    ],
)
def test_the_total_is_both_dice_and_all_modifiers(hope, fear, trait, dis, difficulty, total, outcome):
    extra = ((6, dis),) if dis else ()
    bench = due(difficulty, hero(agility=trait), request={"disadvantages": 1 if dis else 0})
    bench.do(Roll("ada"), *duality(hope, fear, *extra))
    rolled = bench.only(ActionRolled)
    assert [die.sides for die in rolled.check.dice] == [12, 12]
    assert (rolled.check.dice[0].face, rolled.check.dice[1].face) == (hope, fear)
    assert (rolled.check.total, rolled.outcome) == (total, outcome)


@pytest.mark.rule("DHP-DUAL-03", "DH-MOVE-12", "DH-MOVE-20", "DHP-HOPE-04")
def test_success_with_hope():
    bench = due(15, hero(agility=2, hope=2), fear=4)
    bench.do(Roll("ada"), *duality(9, 4))
    assert bench.hero().hope == 3
    assert bench.fear == 4
    assert bench.scene.spotlight == "players"
    assert bench.scene.last.outcome == "success_hope"


@pytest.mark.rule("DHP-HOPE-02", "DH-MOVE-20")
def test_hope_never_passes_six_less_the_scars():
    full = due(12, hero(hope=6)).do(Roll("ada"), *duality(10, 4))
    assert full.hero().hope == 6
    scarred = due(12, hero(hope=5, scars=1)).do(Roll("ada"), *duality(10, 4))
    assert scarred.hero().hope == 5


@pytest.mark.rule("DHP-DUAL-04", "DH-MOVE-13", "DH-FEAR-02", "DH-MOVE-03", "DH-MOVE-10")
@pytest.mark.parametrize(("held", "after"), [(3, 4), (5, 6), (12, 12)])
def test_success_with_fear(held, after):
    bench = due(15, hero(agility=2), fear=held).do(Roll("ada"), *duality(4, 9))
    assert bench.scene.last.outcome == "success_fear"
    assert bench.fear == after
    assert bench.scene.spotlight == "gm"
    assert bench.scene.turn.free == 1
    assert move_menu(load_library(), bench.state) == (
        "adversary_attacks",
        "mark_stress",
        "new_threat",
        "raise_stakes",
        "custom",
    )


@pytest.mark.rule("DHP-DUAL-04", "DH-MOVE-10")
def test_a_table_may_leave_the_spotlight_with_the_players():
    bench = due(15, hero(agility=2), fear=3, options={"gm_success_fear_spotlight": "players"})
    bench.do(Roll("ada"), *duality(4, 9))
    assert (bench.scene.spotlight, bench.fear) == ("players", 4)


@pytest.mark.rule("DHP-DUAL-05", "DH-MOVE-15", "DH-MOVE-04", "DH-MOVE-16", "DHP-SPOT-02", "DH-MOVE-20")
def test_failure_with_hope():
    bench = due(12, hero(hope=5), fear=5).do(Roll("ada"), *duality(7, 3))
    assert bench.hero().hope == 6
    assert bench.fear == 5
    assert (bench.scene.spotlight, bench.scene.turn.free) == ("gm", 1)
    assert move_menu(load_library(), bench.state) == (
        "adversary_attacks",
        "mark_stress",
        "new_threat",
        "raise_stakes",
        "custom",
    )


@pytest.mark.rule("DHP-DUAL-06", "DH-MOVE-17", "DH-MOVE-18", "DH-MOVE-20")
def test_failure_with_fear():
    bench = due(12, hero(hope=3), fear=11).do(Roll("ada"), *duality(3, 7))
    assert (bench.hero().hope, bench.fear) == (3, 12)
    assert move_menu(load_library(), bench.state) == (
        "immediate_danger",
        "multiple_adversaries",
        "separated",
        "lose_opportunity",
        "custom",
    )


@pytest.mark.rule("DHP-DUAL-07", "DH-MOVE-11", "DH-FEAR-02", "DHP-SPOT-02")
@pytest.mark.parametrize(
    ("face", "difficulty", "hope", "stress", "after"), [(1, 20, 1, 3, (2, 2)), (8, 12, 6, 0, (6, 0))]
)
def test_a_double_is_a_critical_success_whatever_the_total(face, difficulty, hope, stress, after):
    bench = due(difficulty, hero(hope=hope, stress_marked=stress), fear=6).do(Roll("ada"), *duality(face, face))
    assert bench.scene.last.outcome == "critical_success"
    assert (bench.hero().hope, bench.hero().stress_marked) == after
    assert (bench.fear, bench.scene.spotlight) == (6, "players")


@pytest.mark.rule("DHP-DUAL-08")
@pytest.mark.parametrize(
    ("difficulty", "expected"),
    [
        (12, (Fraction(12, 144), Fraction(41, 144), Fraction(41, 144), Fraction(25, 144), Fraction(25, 144))),
        (3, (Fraction(1, 12), Fraction(11, 24), Fraction(11, 24), Fraction(0), Fraction(0))),
        (24, (Fraction(1, 12), Fraction(0), Fraction(0), Fraction(11, 24), Fraction(11, 24))),
    ],
)
def test_exact_odds_of_the_book(difficulty, expected):
    odds = outcome_odds(difficulty)
    assert tuple(odds[outcome] for outcome in OUTCOMES) == expected


@pytest.mark.rule("DHP-DUAL-08", "DHP-ADV-01", "DHP-ADV-02", "DHP-ADV-04")
@given(st.integers(1, 35), st.integers(-3, 6), st.integers(-1, 1), st.integers(0, 2))
def test_odds_agree_with_counting_every_throw(difficulty, modifier, advantage, helpers):
    counts = dict.fromkeys(OUTCOMES, 0)
    dice = [range(1, 7)] * ((advantage != 0) + helpers)
    every = 0
    for hope, fear, *rest in product(range(1, 13), range(1, 13), *dice):
        own = advantage * rest[0] if advantage else 0
        best = max(rest[1:] if advantage else rest, default=0)
        counts[outcome_of(hope, fear, hope + fear + modifier + own + best, difficulty)] += 1
        every += 1
    odds = outcome_odds(difficulty, modifier, advantage, helpers)
    assert {name: Fraction(count, every) for name, count in counts.items()} == odds
    assert sum(odds.values()) == 1
    assert odds["critical_success"] == Fraction(1, 12)
    assert odds["success_fear"] + odds["failure_fear"] == Fraction(11, 24)  # Fear, whatever the Difficulty
    assert odds["success_hope"] == odds["success_fear"]


@pytest.mark.rule("DHP-DUAL-08", "DHP-DUAL-11")
def test_the_helper_shows_the_odds_before_the_roll():
    bench = due(13, hero(agility=1))
    shown = next(each for each in advice(RULES, bench.state, "en") if "DHP-DUAL-08" in each.rules)
    assert "41/144" in shown.text  # Difficulty 13 with +1 is Difficulty 12 without
    assert roll_odds(load_library(), bench.state, bench.scene.pending)["critical_success"] == Fraction(1, 12)


@pytest.mark.rule("DHP-DUAL-11")
@pytest.mark.parametrize(
    ("dice", "trait", "en", "it"),
    [((5, 7), 1, "13 with Fear", "13 con Paura"), ((6, 6), 3, "Critical Success", "Successo Critico")],
)
def test_a_result_is_announced(dice, trait, en, it):
    bench = due(12, hero(agility=trait)).do(Roll("ada"), *duality(*dice))
    rolled = bench.only(ActionRolled)
    assert en in tell(RULES, bench.state, rolled, "en")
    assert it in tell(RULES, bench.state, rolled, "it")


@pytest.mark.rule("DHP-DUAL-09", "DHP-DUAL-10", "DH-DIFF-03")
def test_five_steps_and_nothing_after_the_dice():
    bench = play(hero(hope=3)).do(Describe("ada", "leap the chasm"))
    bench.no(RequestRoll("agility"), "difficulty_needed")
    bench.do(RequestRoll("agility", 13))
    assert bench.only(RollRequested).request.difficulty == 13
    bench.do(Roll("ada"), *duality(9, 8))
    bench.no(Roll("ada", "one"), "not_asked")
    assert bench.hero().hope == 4


@pytest.mark.rule("DHP-DUAL-09")
def test_a_hidden_difficulty_is_the_gms():
    from arbitro.kernel.ruleset import shown_to
    from arbitro.kernel.seat import Seat

    player = Seat("p", "player", frozenset({"ada"}))
    for hidden, known in ((True, None), (False, 13)):
        bench = due(13, request={"hidden": hidden})
        asked = shown_to(RULES, bench.state, bench.only(RollRequested), player)
        assert asked.request.difficulty == known
        assert RULES.view(bench.state, player).scene.pending.difficulty == known
        bench.do(Roll("ada"), *duality(9, 8))
        assert shown_to(RULES, bench.state, bench.only(ActionRolled), player).check.needed == known


@pytest.mark.rule("DHP-DUAL-12", "DH-ACTION-01", "DH-ACTION-02")
def test_what_is_trivial_needs_no_roll():
    bench = play(hero(hope=2), fear=3).do(Describe("ada", "mend a buckle"))
    assert bench.asked == "call"
    bench.do(NoRoll())
    assert (bench.hero().hope, bench.fear, bench.scene.rolls) == (2, 3, 0)


@pytest.mark.rule("DH-ACTION-03", "DH-ACTION-04")
def test_stakes_and_unavoidable_consequences_come_before_the_dice():
    bench = due(
        12, request={"stakes": "the guard raises the alarm", "unavoidable": "the fire burns", "unavoidable_stress": 1}
    )
    told = tell(RULES, bench.state, bench.only(RollRequested), "en")
    assert "the guard raises the alarm" in told
    assert "the fire burns" in told
    bench.do(Roll("ada"), *duality(9, 4))
    assert bench.hero().stress_marked == 1  # although it was a success with Hope


@pytest.mark.rule("DH-ACTION-05")
def test_a_bargain_is_no_roll():
    bench = play(hero(hope=2), fear=3).do(Describe("ada", "squeeze through"))
    bench.do(OfferBargain("agility", 12, 1))
    assert bench.asked == "bargain"
    taken = Bench(bench.state).do(TakeBargain("ada", True))
    assert (taken.hero().stress_marked, taken.hero().hope, taken.fear, taken.scene.rolls) == (1, 2, 3, 0)
    declined = Bench(bench.state).do(TakeBargain("ada", False))
    assert declined.asked == "roll"
    declined.do(Roll("ada"), *duality(9, 4))
    assert declined.scene.rolls == 1


@pytest.mark.rule("DHP-EXP-01", "DHP-GEN-04", "DHP-GEN-03", "DHP-DUAL-10")
def test_experiences_cost_a_hope_each_and_none_counts_twice():
    bench = due(12, hero(hope=3))
    bench.no(Roll("ada", "one,one"), "experience_twice")
    bench.no(Roll("ada", "three"), "no_experience")
    bench.do(Roll("ada", "one,two"), *duality(4, 6))
    assert bench.only(ActionRolled).check.total == 14
    assert bench.hero().hope == 1
    due(12, hero(hope=0)).no(Roll("ada", "one"), "no_hope")


@pytest.mark.rule("DHP-ADV-01", "DH-ADV-01")
def test_an_advantage_die_is_added_and_leaves_the_difficulty_alone():
    bench = due(16, hero(agility=1)).do(Adjust(advantages=1))
    assert bench.scene.pending.difficulty == 16
    bench.do(Roll("ada"), *duality(4, 6, (6, 5)))
    rolled = bench.only(ActionRolled)
    assert (rolled.check.total, rolled.outcome) == (16, "success_fear")


@pytest.mark.rule("DHP-ADV-02")
@pytest.mark.parametrize(
    ("dice", "trait", "difficulty", "total", "outcome"),
    [((8, 5), 2, 10, 9, "failure_hope"), ((2, 2), 0, 15, -2, "critical_success")],
)
def test_a_disadvantage_die_is_subtracted(dice, trait, difficulty, total, outcome):
    bench = due(difficulty, hero(agility=trait), request={"disadvantages": 1})
    bench.do(Roll("ada"), *duality(*dice, (6, 6)))
    assert (bench.only(ActionRolled).check.total, bench.only(ActionRolled).outcome) == (total, outcome)


@pytest.mark.rule("DHP-ADV-03", "DHP-GEN-03")
def test_advantages_cancel_and_never_stack():
    assert [net(1, 1), net(3, 1), net(1, 2)] == [0, 1, -1]
    due(12, request={"advantages": 1, "disadvantages": 1}).do(Roll("ada"), *duality(9, 4))
    due(12, request={"advantages": 3, "disadvantages": 1}).do(Roll("ada"), *duality(9, 4, (6, 2)))
    due(12, request={"advantages": 1, "disadvantages": 2}).do(Roll("ada"), *duality(9, 4, (6, 2)))


@pytest.mark.rule("DHP-HOPE-05", "DHP-ADV-04")
def test_help_stacks_with_the_rollers_own_die_and_only_the_best_counts():
    people = (hero(agility=2), hero("bo", hope=2), hero("cleo", hope=2))
    bench = due(20, *people, request={"advantages": 1})
    bench.do(GiveHelp("bo"), (6, 1)).do(GiveHelp("cleo"), (6, 6))
    bench.no(GiveHelp("bo"), "no_help")
    bench.do(Roll("ada"), *duality(5, 6, (6, 3)))
    assert bench.only(ActionRolled).check.total == 22
    assert (bench.hero("bo").hope, bench.hero("cleo").hope) == (1, 1)


@pytest.mark.rule("DHP-DUAL-08", "DHP-ADV-04")
@pytest.mark.parametrize(("advantage", "added"), [(0, [6]), (1, [7, 8, 9, 10, 11, 12]), (-1, [5, 4, 3, 2, 1, 0])])
def test_help_that_has_been_thrown_is_a_number_in_the_odds_and_no_die(advantage, added):
    edge = {"advantages": max(advantage, 0), "disadvantages": max(-advantage, 0)}
    bench = due(14, hero(), hero("bo"), request=edge).do(GiveHelp("bo"), (6, 6))
    counts = dict.fromkeys(OUTCOMES, 0)
    for hope, fear, more in product(range(1, 13), range(1, 13), added):
        counts[outcome_of(hope, fear, hope + fear + more, 14)] += 1
    every = 144 * len(added)
    expected = {name: Fraction(count, every) for name, count in counts.items()}
    assert roll_odds(load_library(), bench.state, bench.scene.pending) == expected


@pytest.mark.rule("DHP-ADV-04")
@pytest.mark.parametrize(("choice", "total"), [("stack", 22), ("highest_of_all", 19)])
def test_help_beside_own_advantage_is_an_option(choice, total):
    people = (hero(agility=2), hero("bo"))
    bench = due(20, *people, request={"advantages": 1}, options={"help_with_own_advantage": choice})
    bench.do(GiveHelp("bo"), (6, 6)).do(Roll("ada"), *duality(5, 6, (6, 3)))
    assert bench.only(ActionRolled).check.total == total


@pytest.mark.rule("DHP-ADV-04")
@pytest.mark.parametrize(("choice", "dice", "total"), [("both_apply", ((6, 4),), 13), ("cancel", (), 11)])
def test_help_beside_own_disadvantage_is_an_option(choice, dice, total):
    bench = due(20, hero(), hero("bo"), request={"disadvantages": 1}, options={"help_with_own_disadvantage": choice})
    bench.do(GiveHelp("bo"), (6, 6)).do(Roll("ada"), *duality(5, 6, *dice))
    rolled = bench.only(ActionRolled)
    assert rolled.check.total == total
    assert ("DHP-ADV-02" in rolled.rules) == (choice == "both_apply")
    assert ("DHP-ADV-04" in rolled.rules) == (choice == "cancel")
    cancelled = any("help cancels" in line for line in explain(RULES, bench.state, rolled, "en").numbers)
    assert cancelled == (choice == "cancel")


@pytest.mark.rule("DHP-TRAIT-02")
def test_a_trait_roll_with_and_without_a_number():
    stated = due(12, trait="presence")
    assert (stated.scene.pending.trait, stated.scene.pending.difficulty) == ("presence", 12)
    play(hero()).do(Describe("ada", "", "presence")).no(RequestRoll("presence"), "difficulty_needed")


@pytest.mark.rule("DHP-GEN-02", "DHP-DUAL-10")
def test_a_reroll_must_be_taken():
    bench = due(18, hero(hope=3, adaptable=True)).do(Roll("ada", "one"), *duality(9, 4))
    assert bench.asked == "reroll"
    kept = Bench(bench.state).do(Reroll("ada", False))
    assert kept.scene.last.outcome == "failure_hope"
    bench.do(Reroll("ada", True), *duality(2, 7))
    assert bench.only(ActionRolled).check.total == 11
    assert bench.scene.last.outcome == "failure_fear"  # worse, and it counts
    assert bench.hero().stress_marked == 1


@pytest.mark.rule("DHP-TRAIT-02", "DHP-COND-06")
def test_what_hampers_a_trait_hampers_its_attacks_too():
    from arbitro.rules.daggerheart.state import Condition

    lame = hero(conditions=(Condition("hobbled", "x", "healed"),))
    play(lame, foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 4, (6, 1)), (8, 3))
    play(hero(weapons=(WAND,), conditions=lame.conditions), foe()).do(Attack("ada", "orc")).do(
        Roll("ada"), *duality(9, 4), (6, 3)
    )
