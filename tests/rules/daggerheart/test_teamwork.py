"""Reaction rolls, group actions, Tag Team Rolls, Hope Features, the players' spotlight."""

import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, SWORD, WAND, Bench, duality, foe, hero, play

from arbitro.rules.daggerheart.acting import longest_without
from arbitro.rules.daggerheart.advice import hints
from arbitro.rules.daggerheart.commands import (
    Attack,
    CallReaction,
    ChooseTag,
    Describe,
    EndScene,
    GiveHelp,
    GroupAction,
    OpenScene,
    React,
    RequestRoll,
    Roll,
    RollFate,
    StartSession,
    TagTeam,
    TakeSpotlight,
    UsePower,
)
from arbitro.rules.daggerheart.events import ActionRolled, DamageTaken, FateRolled, ReactionRolled
from arbitro.rules.daggerheart.numbers import evasion_of


@pytest.mark.rule("DHP-REACT-01", "DH-MOVE-04", "DHP-HOPE-04", "DHP-HOPE-05", "DH-FEAR-02")
@pytest.mark.parametrize(("dice", "trait", "success"), [((2, 9), 1, False), ((9, 2), 3, True)])
def test_a_reaction_moves_neither_hope_nor_fear_nor_the_spotlight(dice, trait, success):
    bench = play(hero(agility=trait, hope=1), hero("bo", hope=3), fear=3).do(CallReaction("ada", "agility", 14))
    bench.no(GiveHelp("bo"), "awaiting")
    bench.do(React("ada", "agility"), *duality(*dice))
    assert bench.only(ReactionRolled).check.success is success
    assert (bench.hero().hope, bench.fear, bench.scene.spotlight, bench.hero("bo").hope) == (1, 3, "players", 3)


@pytest.mark.rule("DHP-REACT-01", "DHP-EXP-01")
def test_experiences_count_for_reactions():
    bench = play(hero(hope=2)).do(CallReaction("ada", "agility", 14))
    bench.no(React("ada", "strength"), "wrong_trait")
    bench.do(React("ada", "agility", "one"), *duality(7, 5))
    assert (bench.only(ReactionRolled).check.total, bench.hero().hope) == (14, 1)


@pytest.mark.rule("DHP-REACT-02")
def test_a_double_ignores_even_the_effects_of_success():
    bench = play(hero(stress_marked=2, hope=3), place="raging_river", fear=2)
    from arbitro.rules.daggerheart.commands import OpenTurn, UseFeature

    bench.do(OpenTurn("golden_opportunity")).do(UseFeature("place", "undertow", "ada"))
    bench.do(React("ada", "agility"), *duality(5, 5))
    assert (bench.hero().stress_marked, bench.hero().hope) == (2, 3)


@pytest.mark.rule("DHP-GROUP-01")
def test_a_group_action():
    people = (hero(agility=2), hero("b"), hero("c"), hero("d"))
    bench = play(*people, fear=3).do(
        GroupAction("ada", "b,c,d", "agility", 14), *duality(9, 6), *duality(10, 5), *duality(1, 2)
    )
    assert bench.scene.pending.group == (1, 1, -1)
    bench.do(Roll("ada"), *duality(7, 4))
    assert (bench.only(ActionRolled).check.total, bench.scene.last.outcome) == (14, "success_hope")
    assert [bench.hero(who).hope for who in ("ada", "b", "c", "d")] == [3, 2, 2, 2]
    play(hero()).no(GroupAction("ada", "", "agility", 14), "no_group")


@pytest.mark.rule("DHP-GROUP-01")
@pytest.mark.parametrize("choice", ["same", "gm_sets"])
def test_the_helpers_difficulty_is_an_option_and_a_named_one_counts(choice):
    bench = play(hero(), hero("b"), options={"group_helper_difficulty": choice})
    if choice == "gm_sets":
        bench.no(GroupAction("ada", "b", "agility", 14), "difficulty_needed")
    else:
        same = play(hero(), hero("b")).do(GroupAction("ada", "b", "agility", 14), *duality(9, 6))
        assert same.only(ReactionRolled).check.needed == 14
    bench.do(GroupAction("ada", "b", "agility", 14, 10), *duality(9, 6))
    assert bench.only(ReactionRolled).check.needed == 10


def tagged(*people: object, **more: object) -> Bench:
    pair = people or (hero(hope=3), hero("bo", weapons=(WAND,)))
    return play(*pair, foe(hp=9), **more).do(TagTeam("ada", "bo", "orc"))


@pytest.mark.rule("DHP-TAG-01")
def test_starting_a_tag_team_roll():
    bench = tagged()
    assert (bench.hero().hope, bench.hero().tagged) == (0, True)
    again = play(hero(hope=6, tagged=True), hero("bo", hope=6), foe())
    again.no(TagTeam("ada", "bo", "orc"), "tagged")
    again.do(TagTeam("bo", "ada", "orc"))  # may still join another's
    play(hero(hope=2), hero("bo"), foe()).no(TagTeam("ada", "bo", "orc"), "no_hope")
    fresh = play(hero(hope=6, tagged=True), hero("bo"), foe()).do(StartSession())
    fresh.do(TagTeam("ada", "bo", "orc"))


@pytest.mark.rule("DHP-TAG-02", "DH-FEAR-02")
def test_one_of_the_two_rolls_stands_for_both():
    bench = tagged(fear=4).do(Roll("ada"), *duality(2, 5)).do(Roll("bo"), *duality(4, 9))
    assert bench.asked == "tag"
    worse = Bench(bench.state).do(ChooseTag("ada", "first"))
    assert (worse.scene.last.outcome, worse.fear) == ("failure_fear", 6)
    bench.do(ChooseTag("ada", "second", "magic"), (8, 3), (6, 2))
    assert (bench.scene.last.outcome, bench.fear, bench.scene.rolls) == ("success_fear", 6, 1)
    hope = (
        tagged()
        .do(Roll("ada"), *duality(9, 5))
        .do(Roll("bo"), *duality(4, 5))
        .do(ChooseTag("ada", "first"), (8, 3), (6, 2))
    )
    assert (hope.hero().hope, hope.hero("bo").hope) == (1, 3)


@pytest.mark.rule("DHP-TAG-03")
def test_damage_of_both_is_one_source_of_one_type():
    bench = tagged().do(Roll("ada"), *duality(9, 5)).do(Roll("bo"), *duality(4, 5))
    bench.do(ChooseTag("ada", "first", "magic"), (8, 8), (6, 6))
    assert bench.only(DamageTaken).rolled == 16  # 9 physical and 7 magic
    assert bench.foe().hp_marked == 3


@pytest.mark.rule("DHP-TAG-02")
@pytest.mark.parametrize(("choice", "left"), [("roller", (2, 3)), ("both", (2, 2))])
def test_stress_of_a_critical_pair_is_an_option(choice, left):
    pair = (hero(hope=3, stress_marked=3), hero("bo", stress_marked=3))
    bench = (
        tagged(*pair, options={"tag_crit_stress": choice})
        .do(Roll("ada"), *duality(5, 5))
        .do(Roll("bo"), *duality(4, 5))
    )
    bench.do(ChooseTag("ada", "first"), (8, 3), (8, 2))
    assert (bench.hero().stress_marked, bench.hero("bo").stress_marked) == left


@pytest.mark.rule("DHP-HOPE-06")
def test_hope_just_gained_pays_for_a_hope_feature():
    tank = BOOKS.powers["frontline_tank"]
    fresh = play(hero(hope=2, armour_marked=3, powers=(tank,)), foe()).do(Attack("ada", "orc"))
    fresh.do(Roll("ada"), *duality(9, 4), (8, 1)).do(UsePower("ada", "frontline_tank"))
    assert (fresh.hero().hope, fresh.hero().armour_marked) == (0, 1)
    poor = play(hero(hope=2, armour_marked=3, powers=(tank,)), foe())
    poor.no(UsePower("ada", "frontline_tank"), "no_hope")


@pytest.mark.rule("DHP-HOPE-06", "DHP-EVA-01", "DHP-DEATH-03")
def test_other_hope_features():
    names = ("rogues_dodge", "no_mercy", "life_support")
    powers = tuple(BOOKS.powers[name] for name in names)
    bench = play(hero(hope=3, powers=powers), hero("bo", status="unconscious", hp_marked=6), foe())
    dodge = Bench(bench.state).do(UsePower("ada", "rogues_dodge"))
    assert evasion_of(dodge.hero()) == 14
    mercy = Bench(bench.state).do(UsePower("ada", "no_mercy")).do(Attack("ada", "orc"))
    mercy.do(Roll("ada"), *duality(7, 4), (8, 1))
    assert mercy.scene.last.total == 12
    bench.do(UsePower("ada", "life_support", "bo"))
    assert (bench.hero("bo").status, bench.hero("bo").hp_marked) == ("up", 5)
    danger = play(hero(hope=3, powers=(BOOKS.powers["mending_touch"],), hp_marked=2), foe())
    danger.no(UsePower("ada", "mending_touch", "ada"), "in_danger")


@pytest.mark.rule("DHP-SPOT-01")
def test_who_has_waited_longest_is_suggested():
    bench = play(hero(), hero("bo"), in_danger=False)
    assert longest_without(bench.state) == "ada"
    bench.do(Describe("ada")).do(RequestRoll("agility", 12)).do(Roll("ada"), *duality(9, 4))
    assert longest_without(bench.state) == "bo"
    assert any(hint.key == "waited_longest" and hint.values["who"] == "@bo" for hint in hints(RULES, bench.state))
    bench.do(TakeSpotlight("bo"))
    assert bench.scene.holder == "bo"


@pytest.mark.rule("DHP-SPOT-03")
def test_spotlight_tokens_are_an_option():
    plain = play(hero(), hero("bo")).do(Describe("ada")).do(RequestRoll("agility", 12)).do(Roll("ada"), *duality(9, 4))
    assert plain.hero().tokens == 0
    bench = play(hero(), hero("bo"), options={"spotlight_tracker": True}).do(EndScene()).do(OpenScene())
    assert (bench.hero().tokens, bench.hero("bo").tokens) == (3, 3)
    low = play(hero(tokens=0), hero("bo", tokens=1), options={"spotlight_tracker": True})
    low.no(Describe("ada"), "no_tokens")
    low.no(TakeSpotlight("ada"), "no_tokens")
    low.do(Describe("bo")).do(RequestRoll("agility", 12)).do(Roll("bo"), *duality(9, 4))
    assert (low.hero().tokens, low.hero("bo").tokens) == (3, 3)
    two = play(hero(), options={"spotlight_tracker": True, "spotlight_tokens": 2}).do(EndScene()).do(OpenScene())
    assert two.hero().tokens == 2


@pytest.mark.rule("DHP-FATE-01")
def test_fate_rolls_are_an_option():
    play(hero()).no(RollFate("ada", 3), "option_off")
    bench = play(hero(hope=2), fear=5, options={"fate_rolls": True}).do(
        RollFate("ada", 3, "the bridge gives way"), (12, 3)
    )
    assert bench.only(FateRolled).happens
    assert (bench.fear, bench.hero().hope, bench.scene.spotlight) == (5, 2, "players")
    assert SWORD.die == 8
