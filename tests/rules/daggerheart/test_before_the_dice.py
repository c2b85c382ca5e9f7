"""What goes with a roll and is taken back without it; openings that the next roll uses up; what the GM grants."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, BOW, RULES, acting, duality, foe, hero, play, printed

from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.kernel.thrown import dice_of
from arbitro.rules.daggerheart.commands import (
    Adjust,
    AdjustReaction,
    Attack,
    CallReaction,
    Describe,
    DropRoll,
    FoeReact,
    GiveEdge,
    GiveHelp,
    GroupAction,
    Move,
    React,
    RequestRoll,
    Reroll,
    Roll,
    Shed,
    TagTeam,
    UseFeature,
    UsePower,
)
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.dice_pool import advantage_sources
from arbitro.rules.daggerheart.events import (
    ActionRolled,
    AttackRolled,
    ChangeNoted,
    DamageTaken,
    FoeRolled,
    MinionsFell,
    Moved,
    ReactionRolled,
)
from arbitro.rules.daggerheart.gm_die import sources_for
from arbitro.rules.daggerheart.numbers import difficulty_of
from arbitro.rules.daggerheart.state import Condition, Danger, Experience
from arbitro.rules.daggerheart.words import Named

QUICK = replace(BOOKS.weapons["rapier"], trait="agility")


# ---------------------------------------------------------------- a dropped roll

DECLARED = {
    "attack": Attack("ada", "orc"),
    "two at once": Attack("ada", "orc", "rapier", "two"),
    "spell": UsePower("ada", "arcane_lash", "orc"),
    "tag": TagTeam("ada", "bea", "orc"),
}


@pytest.mark.rule("DHP-DUAL-10", "DHP-RANGE-03")
@pytest.mark.parametrize("command", DECLARED.values(), ids=DECLARED.keys())
def test_a_dropped_roll_takes_back_what_went_with_it(command):
    lash = replace(BOOKS.powers["arcane_lash"], range="melee", hope=1)
    ada = hero(hope=4, at=-20, weapons=(BOOKS.weapons["mace"], QUICK), powers=(lash,), spellcast="knowledge")
    bench = play(ada, hero("bea", at=-10), foe(), foe("two"))
    before = bench.state
    bench.do(command)
    assert bench.hero().at == 0
    bench.do(DropRoll("ada"))
    assert bench.state.party == before.party
    assert bench.scene.pending is None
    bench.do(command)  # and it can be declared again


@pytest.mark.rule("DHP-DUAL-10", "DH-DIFF-02", "DH-FEAR-12")
@pytest.mark.parametrize("when", ["called", "adjusted"])
def test_fear_spent_on_a_roll_that_is_not_made_comes_back(when):
    keen = foe(experiences=(Experience("keen", Named("Acuto", "Keen"), 3),))
    bench = play(hero(), keen, fear=3).do(Describe("ada", "trick", target="orc"))
    before = bench.state.fear
    if when == "called":
        bench.do(RequestRoll("presence", experience="keen"))
    else:
        bench.do(RequestRoll("presence")).do(Adjust(experience="keen"))
    assert (bench.fear, bench.scene.fear_spent) == (2, 1)
    bench.do(DropRoll("ada"))
    assert (bench.state.fear, bench.scene.fear_spent) == (before, 0)


@pytest.mark.rule("DH-MOVE-11", "DHP-DUAL-13")
@pytest.mark.parametrize("text", ["", "a door opens"])
def test_an_opening_without_words_brings_no_empty_line(text):
    bench = play(hero(), foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(6, 6), (8, 1))
    bench.do(GiveEdge("ada", text=text))
    assert [event.text for event in bench.found(ChangeNoted)] == ([text] if text else [])
    assert bench.scene.last is not None
    assert bench.scene.last.told


@pytest.mark.rule("DHP-DUAL-10")
def test_what_the_move_walked_into_is_taken_back_too():
    archers = printed("archer_squadron", "orc", at=5)
    zone = Danger("orc", "suppressing_fire", 0, "close")
    bench = play(hero(at=-25), archers, zones=(zone,)).do(Attack("ada", "orc")).do(DropRoll("ada"))
    assert (bench.asked, bench.hero().at) == ("", -25)
    assert bench.only(Moved).how == "returned"


@pytest.mark.rule("DHP-HOPE-05")
def test_help_that_was_rolled_is_spent_all_the_same():
    bench = play(hero(at=-20), hero("bea"), foe()).do(Attack("ada", "orc")).do(GiveHelp("bea"), (6, 3))
    assert bench.do(DropRoll("ada")).hero("bea").hope == 1


@pytest.mark.rule("DHP-HOPE-06")
def test_a_refused_spell_moves_nobody():
    awful = printed("perfected_zombie", "orc", at=30)
    beacon = replace(BOOKS.powers["bolt_beacon"], range="melee")
    bench = play(hero(powers=(beacon,), spellcast="knowledge"), awful)
    bench.no(UsePower("ada", "bolt_beacon", "orc"), "fearsome")
    bard = play(hero(hope=3, powers=(BOOKS.powers["make_a_scene"],)), awful)
    bard.no(UsePower("ada", "make_a_scene", "orc"), "fearsome")
    ranger = hero(hope=2, weapons=(BOW,), powers=(BOOKS.powers["hold_them_off"],))
    shot = play(ranger, replace(awful, at=10), foe("two"), foe("three")).do(Attack("ada", "orc", "bow"))
    assert shot.do(Roll("ada"), *duality(12, 11), (6, 1)).asked == ""  # no Hope against that one


# ---------------------------------------------------------------- advantage on the next roll


@pytest.mark.rule("DH-MOVE-11")
def test_an_opening_is_used_up_by_the_next_roll_whatever_it_is():
    attack = play(hero(edge=True), foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(2, 1, (6, 1)))
    assert not attack.hero().edge
    reaction = play(hero(edge=True), foe()).do(CallReaction("ada", "agility", 10))
    reaction.do(React("ada", "agility"), *duality(2, 1, (6, 4)))
    assert (reaction.only(ReactionRolled).check.total, reaction.hero().edge) == (7, False)
    group = play(hero(), hero("bea", edge=True)).do(GroupAction("ada", "bea", "agility", 10), *duality(2, 1, (6, 4)))
    assert not group.hero("bea").edge


@pytest.mark.rule("DH-MOVE-11", "DHP-GEN-02")
def test_a_reroll_has_the_same_dice_as_the_roll():
    ada = hero(edge=True, adaptable=True, hope=2)
    bench = play(ada, foe()).do(Attack("ada", "orc")).do(Roll("ada", "one"), *duality(2, 1, (6, 1)))
    bench.do(Reroll("ada", use=True), *duality(6, 2, (6, 5)), (8, 1))
    assert bench.only(ActionRolled).check.total == 6 + 2 + 2 + 5


# ---------------------------------------------------------------- what the GM grants


@pytest.mark.rule("DH-ATK-03", "DH-ADV-02", "DH-ADV-03")
@pytest.mark.parametrize("feature", ["bite", "group_attack"])
@pytest.mark.parametrize(("granted", "kept"), [("advantages", 15), ("disadvantages", 2)])
def test_features_that_attack_take_advantage_and_disadvantage(feature, granted, kept):
    foes = [printed("bear", "orc")] if feature == "bite" else [printed("giant_rat", "orc")]
    bench = play(hero(), *foes, fear=1, turn=acting())
    use = UseFeature("orc", feature, "ada", **{granted: 1})
    hits = kept == 15 and feature == "bite"
    bench.do(use, (20, 15), (20, 2), *(((4, 1), (4, 1), (4, 1)) if hits else ()))
    assert bench.only(AttackRolled).check.dice[0].face == kept
    offered = {choice.id for choice in RULES.choices(play(hero(), *foes, fear=1, turn=acting()).state, REFEREE)}
    assert f"use_feature/orc/{feature}/{granted}" in offered


@pytest.mark.rule("DH-ATK-03")
def test_nothing_is_granted_to_what_is_no_attack():
    demon = play(hero(), printed("minor_demon", "orc"), fear=1, turn=acting())
    demon.no(UseFeature("orc", "hellfire", advantages=1), "no_attack")
    both = {"gm_attack_options": "one_only"}
    bear = play(hero(), printed("bear", "orc"), fear=1, turn=acting(), options=both)
    bear.no(UseFeature("orc", "bite", "ada", "ambusher", advantages=1), "one_option")


@pytest.mark.rule("DH-ADV-01", "DHP-REACT-01")
def test_reaction_rolls_take_advantage_and_disadvantage():
    called = play(hero(), foe()).do(CallReaction("ada", "agility", 10, disadvantages=1))
    assert called.do(React("ada", "agility"), *duality(5, 4, (6, 3))).only(ReactionRolled).check.total == 6
    demon = play(hero(), printed("minor_demon", "orc"), fear=1, turn=acting())
    demon.do(UseFeature("orc", "hellfire"), (20, 9)).do(AdjustReaction(advantages=1))
    demon.no(AdjustReaction(), "nothing_changed")
    demon.do(React("ada", "agility"), *duality(5, 4, (6, 3)))
    assert demon.only(ReactionRolled).check.total == 12
    play(hero(), foe()).no(AdjustReaction(advantages=1), "not_asked")
    foes = play(hero(), foe()).do(FoeReact("orc", 12, advantages=1), (20, 3), (20, 14))
    assert foes.only(FoeRolled).check.dice[0].face == 14


@pytest.mark.rule("DH-ADV-01")
def test_only_the_gm_is_offered_to_grant():
    bench = play(hero(), foe()).do(CallReaction("ada", "agility", 10))
    mine = {choice.id for choice in RULES.choices(bench.state, Seat("ada", "player", frozenset({"ada"})))}
    assert not [which for which in mine if which.startswith("adjust")]
    theirs = {choice.id for choice in RULES.choices(bench.state, REFEREE)}
    assert {"adjust_reaction/advantages", "adjust_reaction/disadvantages"} <= theirs
    calm = {choice.id for choice in RULES.choices(play(hero(), foe()).state, REFEREE)}
    assert {"call_reaction/advantages", "foe_react/disadvantages"} <= calm


# ---------------------------------------------------------------- criticals, bonds


@pytest.mark.rule("DHP-ADVSTAT-06", "DHP-ATK-03", "DHP-TRAIT-03")
def test_a_critical_spell_fells_further_minions_as_a_critical_sword_does():
    block = replace(BOOKS.adversaries["giant_rat"], difficulty=30)
    rats = [replace(printed("giant_rat", f"rat{number}"), block=block) for number in range(4)]
    lash = replace(BOOKS.powers["arcane_lash"], using="")
    bench = play(hero(powers=(lash,), spellcast="knowledge"), *rats).do(UsePower("ada", "arcane_lash", "rat0"))
    bench.do(Roll("ada"), *duality(3, 3), (6, 1))  # 6 + 1 damage: two more
    assert len(bench.only(MinionsFell).who) == 3


@pytest.mark.rule("DHP-ADVSTAT-06")
@pytest.mark.parametrize("name", sorted(name for name, block in BOOKS.adversaries.items() if block.type == "minion"))
def test_a_minion_has_no_thresholds_to_speak_of(name):
    """Its damage is neither Minor nor Major: the line says that it falls, the why how many fall with it."""
    others = [replace(printed(name, f"m{number}"), at=0) for number in range(5)]
    bench = play(hero(agility=30), *others).do(Attack("ada", "m0"))
    bench.do(Roll("ada"), *duality(6, 5), (8, 7))
    taken, felled = bench.only(DamageTaken), bench.only(MinionsFell)
    (each,) = [feature.value for feature in others[0].block.features if feature.passive == "minion"]
    number = min(1 + taken.amount // each, 5)
    assert (len(felled.who), felled.first, felled.each) == (number, "m0", each)
    assert "DHP-DMG-01" not in taken.rules
    assert "Minor" not in tell(RULES, bench.state, taken, "en")
    assert "Minore" not in tell(RULES, bench.state, taken, "it")
    assert not any("threshold" in line.lower() for line in explain(RULES, bench.state, taken, "en").numbers)
    (line,) = explain(RULES, bench.state, felled, "en").numbers
    assert line.startswith(f"Minions felled besides the first: {taken.amount} damage")
    assert line.endswith(f"= {number - 1}")


@pytest.mark.rule("DHP-COND-06", "DHP-HOPE-02")
def test_the_shackled_must_spend_a_hope_to_roll():
    bound = (Condition("shackled", "orc", "temporary", ("strength", "instinct"), 14),)
    twice = (*bound, Condition("shackled", "two", "temporary", ("strength", "instinct"), 14))
    bench = play(hero(hope=2, conditions=twice), foe()).do(Shed("ada", "shackled", "strength"))
    bench.no(Roll("ada", "one,two"), "no_hope")  # one of the two Hope goes to the chains
    bench.do(Roll("ada", "one"), *duality(2, 1))
    assert bench.hero().hope == 1  # 2 - 1 - 1, and one for rolling with Hope
    poor = play(hero(hope=0, conditions=bound), hero("bea"), foe())
    for deed in (
        Attack("ada", "orc"),
        Shed("ada", "shackled", "strength"),
        Describe("ada", "call for help"),
        GroupAction("ada", "bea", "agility", 10),
    ):
        poor.no(deed, "no_hope")
    poor.no(TagTeam("bea", "ada", "orc"), "no_hope")
    tag = play(hero(hope=3, conditions=bound), hero("bea"), foe())
    tag.no(TagTeam("ada", "bea", "orc"), "no_hope")


@pytest.mark.rule("DHP-TAG-02")
def test_a_partner_who_cannot_roll_any_more_leaves_the_starters_roll():
    poisoned = (Condition("enveloped", "orc", "source"),)
    bea = hero("bea", conditions=poisoned, stress_marked=6, hp_marked=5)
    bench = play(hero(hope=3), bea, foe()).do(TagTeam("ada", "bea", "orc")).do(Roll("ada"), *duality(9, 5))
    bench.do(Roll("bea"), (8, 3))  # the ooze takes the last Hit Point; ada's sword strikes alone
    assert bench.asked == "death"
    assert bench.foe().hp_marked == 1
    assert bench.hero().hope == 1


@pytest.mark.rule("DHP-COND-01")
@pytest.mark.parametrize("name", ["enveloped", "drowning", "poisoned", "shackled"])
def test_one_condition_from_two_sources_takes_its_toll_once(name):
    both = tuple(Condition(name, source, "source") for source in ("orc", "two"))
    bench = play(hero(hope=4, conditions=both), foe(), foe("two")).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), *(((6, 1),) if name == "poisoned" else ()), *duality(2, 1))
    lost = (bench.hero().stress_marked, bench.hero().hope)
    assert lost == ((0, 4) if name == "shackled" else (1, 5))


@pytest.mark.rule("DHP-COND-01")
def test_one_condition_from_two_sources_weighs_once():
    twice = tuple(Condition("distracted", who, "temporary") for who in ("ada", "bea"))
    assert difficulty_of(load_library(), foe(conditions=twice)) == 10
    chilled = tuple(Condition("chilled", who, "rest") for who in ("orc", "two"))
    bench = play(hero(conditions=chilled), foe()).do(Attack("ada", "orc"))
    assert advantage_sources(load_library(), bench.state, bench.hero(), bench.scene.pending) == ((), ("ada/chilled",))
    keen = tuple(Condition("imbued_sight", who, "scene") for who in ("", "x"))
    assert sources_for(load_library(), bench.state, foe(conditions=keen), [hero()], "melee") == (
        ("orc/imbued_sight",),
        (),
    )


@pytest.mark.rule("DHP-RANGE-03")
def test_a_move_is_declared_only_with_the_hope_for_its_roll():
    bound = (Condition("shackled", "orc", "temporary"),)
    play(hero(hope=0, conditions=bound), foe(at=60)).no(Move("ada", towards="orc"), "restrained")
    free = play(hero(hope=0), foe(at=60)).do(Move("ada", towards="orc")).do(RequestRoll("agility", 10))
    assert free.asked == "roll"


@pytest.mark.rule("DHP-GEN-02", "DHP-REACT-01", "DHP-EXP-01")
def test_the_adaptable_reroll_reactions_too():
    def asked(**marks):
        bench = play(hero(adaptable=True, hope=2, **marks), foe()).do(CallReaction("ada", "agility", 12, stress=2))
        return bench.do(React("ada", "agility", "one"), *duality(2, 1, *(((6, 1),) if marks.get("edge") else ())))

    again = asked(edge=True)
    assert (again.asked, again.hero().stress_marked) == ("reroll", 0)
    again.do(Reroll("ada", use=True), *duality(6, 2, (6, 5)))  # the opening goes with the roll, the Hope is paid once
    assert (again.only(ReactionRolled).check.total, again.hero().stress_marked, again.hero().hope) == (15, 1, 1)
    let_be = asked().do(Reroll("ada", use=False))
    assert let_be.hero().stress_marked == 2
    assert asked(stress_marked=6, hp=9).asked == ""
    plain = play(hero(adaptable=True), foe()).do(CallReaction("ada", "agility", 12))
    assert plain.do(React("ada", "agility"), *duality(2, 1)).asked == ""


@pytest.mark.rule("DHP-HOPE-05", "DHP-ADV-04", "DHP-GEN-02")
def test_a_helpers_die_is_told_where_it_falls_and_nowhere_else():
    ada = hero(adaptable=True, hope=2)
    bench = play(ada, hero("bea"), hero("cleo"), foe()).do(Attack("ada", "orc")).do(GiveHelp("bea"), (6, 3))
    bench.no(GiveHelp("bea"), "no_help")
    bench.do(GiveHelp("cleo"), (6, 2)).do(Adjust(difficulty=15))
    assert not dice_of(tuple(bench.events))
    bench.do(Roll("ada", "one"), *duality(2, 1))
    assert bench.only(ActionRolled).check.total == 2 + 1 + 2 + 3
    assert len(dice_of(tuple(bench.events))) == 2
    bench.do(Reroll("ada", use=True), *duality(6, 2))  # and the help is there for the second throw
    assert bench.only(ActionRolled).check.total == 6 + 2 + 2 + 3
