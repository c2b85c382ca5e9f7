"""Situations that a table comes into, each played out by fixed dice: together, under water, in the dark, in talk."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import (
    BOOKS,
    BOW,
    RULES,
    SWORD,
    WAND,
    Bench,
    acting,
    duality,
    foe,
    hero,
    play,
    printed,
)
from tests.rules.sums import adds_up

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.gifts import endowed
from arbitro.rules.daggerheart.sheets import powers_told
from arbitro.rules.daggerheart.state import Condition, Countdown, Experience, Turn
from arbitro.rules.daggerheart.steps import Request
from arbitro.rules.daggerheart.words import Named
from arbitro.text import LANGUAGES

MINION = Feature("minion", Named("Sgherro", "Minion"), kind="passive", passive="minion", value=3)
VULNERABLE = Condition("vulnerable", "x", "scene")


def lines(bench: Bench, kind: type[Event]) -> tuple[str, str]:
    """The line of the one event of a kind, in Italian and in English."""
    event = bench.only(kind)
    return tell(RULES, bench.state, event, "it"), tell(RULES, bench.state, event, "en")


def reasons(bench: Bench, kind: type[Event]) -> str:
    """The numbers of the one event of a kind, as the GM reads them."""
    return "; ".join(explain(RULES, bench.state, bench.only(kind), "en").numbers)


def called(bench: Bench, difficulty: int = 12, **more: int) -> Bench:
    """Ada does something that the GM calls for a roll of Agility for."""
    return bench.do(c.Describe("ada")).do(c.RequestRoll("agility", difficulty, **more))


# ---------------------------------------------------------------- under water, in the dark


@pytest.mark.rule("DHP-COUNT-01", "DHP-ADV-02", "DH-ADV-01")
def test_under_water_every_roll_is_harder_and_the_breath_runs_out_with_the_third():
    bench = play(hero(hope=0)).do(c.StartCountdown("Il fiato", 3))
    (breath,) = bench.scene.countdowns
    for left, face in ((2, 1), (1, 4), (0, 6)):
        called(bench, 12, disadvantages=1).do(c.Roll("ada"), *duality(9, 5, (6, face)))
        assert bench.only(e.ActionRolled).check.total == 14 - face
        if left:
            assert bench.scene.countdowns[breath].value == left
        if bench.scene.turn is not None:  # the last one fails
            bench.do(c.MakeMove("mark_stress", target="ada")).do(c.EndTurn())
    assert breath not in bench.scene.countdowns or bench.scene.countdowns[breath].value == 0


@pytest.mark.rule("DHP-ADV-03", "DHP-COND-04", "DHP-DUAL-02")
def test_in_the_dark_against_the_vulnerable_no_die_is_thrown_at_all():
    bench = play(hero(), foe(conditions=(VULNERABLE,))).do(c.Attack("ada", "orc"))
    bench.do(c.Adjust(disadvantages=1)).do(c.Roll("ada"), *duality(7, 5), (8, 3))
    assert bench.only(e.ActionRolled).check.total == 12


@pytest.mark.rule("DHP-COND-02", "DHP-ADV-02")
def test_who_hides_in_the_dark_is_harder_to_hit_and_seen_once_they_strike():
    dark = Condition("hidden", "x", "hidden")
    bench = play(hero(conditions=(dark,)), foe(), turn=acting()).do(c.FoeAttack("orc", "ada"), (20, 19), (20, 3))
    assert not bench.only(e.AttackRolled).check.success  # 3 + 1 against 12
    striker = play(hero(conditions=(dark,)), foe()).do(c.Attack("ada", "orc")).do(c.Roll("ada"), *duality(9, 5), (8, 2))
    assert striker.hero().conditions == ()


@pytest.mark.rule("DHP-COND-02", "DHP-RANGE-03", "DHP-RANGE-04")
@pytest.mark.parametrize(
    ("name", "comes", "cover", "stays"),
    [("hidden", "foe", "none", False), ("hidden", "foe", "total", True), ("hidden", "ada", "none", False),
     ("mantled", "foe", "none", True), ("mantled", "ada", "none", False), ("shrouded", "foe", "none", True),
     ("shrouded", "ada", "none", False)],
)  # fmt: skip
def test_whoever_comes_face_to_face_sees_who_was_hidden(name, comes, cover, stays):
    lurker = hero(conditions=(Condition(name, "ada", "hidden"),), cover=cover)
    if comes == "foe":
        bench = play(lurker, foe(at=60), turn=acting()).do(c.FoeSprint("orc", towards="ada"))
    else:
        bench = play(lurker, foe(at=60), in_danger=False).do(c.Move("ada", towards="orc"))
    assert bool(bench.hero().conditions) is stays


@pytest.mark.rule("DHP-COND-02", "DHP-ATK-01")
def test_a_blow_out_of_hiding_is_not_given_away_by_the_steps_before_it_and_a_foe_run_to_ground_is_seen():
    dark = Condition("hidden", "referee", "hidden")
    bench = play(hero(conditions=(dark,)), foe(at=30, conditions=(dark,))).do(c.Attack("ada", "orc"))
    assert (bench.hero().conditions, bench.foe().conditions) == ((dark,), ())
    bench.do(c.Roll("ada"), *duality(2, 3))  # no disadvantage against whom she sees
    assert bench.hero().conditions == ()
    disguised = play(hero(), foe(at=30, conditions=(replace(dark, source="orc"),))).do(c.Attack("ada", "orc"))
    assert disguised.foe().conditions  # its own feature says how it is found out


@pytest.mark.rule("DHP-COND-02", "DHP-CHAR-02")
@pytest.mark.parametrize(("dice", "stays"), [((3, 2), True), ((2, 3), False), ((4, 4), True)])
def test_whoever_has_vanished_stays_so_until_they_roll_with_fear(dice, stays):
    rogue = hero(conditions=(Condition("restrained", "orc", "temporary"),))
    rogue = replace(rogue, sheet=endowed(rogue.sheet, BOOKS.powers["vanishing_act"]))
    bench = play(rogue, foe(difficulty=20)).do(c.UsePower("ada", "vanishing_act")).do(c.Attack("ada", "orc"))
    assert [held.name for held in bench.hero().conditions] == ["hidden"]
    bench.do(c.Roll("ada"), *duality(*dice), *(((8, 1),) if dice == (4, 4) else ()))
    assert bool(bench.hero().conditions) is stays


@pytest.mark.rule("DHP-COND-04", "DHP-ITEM-01", "DHP-HP-01")
@pytest.mark.parametrize(("face", "blind"), [(3, True), (4, False)])
def test_the_flash_of_an_orb_blinds_until_a_hit_point_is_marked(face, blind):
    hide = Feature("hide", Named("Scorza", "Hide"), "passive", passive="reduce", value=4)
    bench = play(hero(), foe(feature=hide)).do(c.GiveThing("ada", "blinding_orb")).do(c.UsePower("ada", "blinding_orb"))
    bench.do(c.Attack("ada", "orc")).do(c.Roll("ada"), *duality(9, 5, (6, 1)), (8, face))
    assert (bench.foe().hp_marked, bool(bench.foe().conditions)) == (int(not blind), blind)


@pytest.mark.rule("DH-DIFF-02", "DHP-ADVSTAT-04")
def test_against_a_merchants_experience_the_difficulty_is_higher_for_a_fear():
    merchant = printed("merchant")
    best = max(merchant.block.experiences, key=lambda one: one.bonus)
    bench = play(hero(presence=2), merchant, fear=2).do(c.Describe("ada", "", "presence", "merchant"))
    bench.do(c.RequestRoll("presence", experience=best.id))
    needed = merchant.block.difficulty + best.bonus
    assert (bench.scene.pending.difficulty, bench.fear) == (needed, 1)
    bench.do(c.Roll("ada"), *duality(needed - 10, 7))  # with Presence +2 one short
    assert bench.only(e.ActionRolled).check.total == needed - 1
    assert not bench.only(e.ActionRolled).check.success


# ---------------------------------------------------------------- together


@pytest.mark.rule("DHP-GROUP-01", "DHP-COUNT-02", "DHP-REACT-02", "DH-FEAR-02")
def test_a_group_crosses_on_one_roll_and_only_the_leaders_dice_count_for_hope_and_fear():
    people = (hero(agility=1), hero("b"), hero("c", strength=2), hero("d"))
    bench = play(*people, fear=1, countdowns={"c": Countdown("c", Named("c", "c"), "progress", 4, 4)})
    bench.do(c.GroupAction("ada", "b,c:strength,d", "agility", 15), *duality(4, 4), *duality(6, 7), *duality(3, 11))
    joined = [(event.who, event.by) for event in bench.found(e.GroupJoined)]
    assert joined == [("b", 1), ("c", 1), ("d", -1)]  # a double, 6 + 7 + 2, 14
    assert (bench.fear, bench.scene.countdowns["c"].value) == (1, 4)
    bench.do(c.Roll("ada"), *duality(5, 8))  # 13 + 1 + 1 + 1 - 1
    rolled = bench.only(e.ActionRolled)
    assert (rolled.check.total, rolled.outcome) == (15, "success_fear")
    assert (bench.fear, bench.scene.countdowns["c"].value) == (2, 3)
    assert [bench.hero(who).hope for who in ("ada", "b", "c", "d")] == [2, 2, 2, 2]


@pytest.mark.rule("DHP-TAG-02", "DHP-TAG-03", "DHP-COUNT-01", "DHP-DMG-01")
def test_a_tag_team_is_one_roll_to_a_countdown_and_one_blow_to_the_thresholds():
    pair = (hero(hope=3), hero("bo", weapons=(WAND,)))
    clock = {"c": Countdown("c", Named("c", "c"), "standard", 4, 4)}
    bench = play(*pair, foe(hp=9, major=8, severe=14), countdowns=clock).do(c.TagTeam("ada", "bo", "orc"))
    bench.do(c.Roll("ada"), *duality(3, 4)).do(c.Roll("bo"), *duality(9, 6))
    bench.do(c.ChooseTag("ada", "second", "physical"), (8, 6), (6, 6))  # 7 and 7: 14 is Severe, each alone Minor
    assert bench.foe().hp_marked == 3
    assert bench.scene.countdowns["c"].value == 3
    assert (bench.hero().hope, bench.hero("bo").hope) == (1, 3)


@pytest.mark.rule("DHP-TAG-03", "DHP-ADVSTAT-06")
def test_a_tag_team_fells_as_many_minions_as_both_blows_together():
    minions = [foe(f"m{number}", hp=1, features=(MINION,)) for number in range(6)]
    bench = play(hero(hope=3), hero("bo"), *minions).do(c.TagTeam("ada", "bo", "m0"))
    bench.do(c.Roll("ada"), *duality(9, 6)).do(c.Roll("bo"), *duality(2, 3))
    bench.do(c.ChooseTag("ada", "first"), (8, 6), (8, 5))  # 7 + 6 = 13: the first and four more
    assert sum(one.hp_marked for one in bench.scene.foes.values()) == 5


@pytest.mark.rule("DHP-HOPE-05", "DHP-ADV-04")
def test_of_two_helpers_the_better_die_counts_and_both_pay():
    bench = called(play(hero(), hero("b", hope=1), hero("c", hope=1)), 16)
    bench.do(c.GiveHelp("b"), (6, 2)).do(c.GiveHelp("c"), (6, 5)).do(c.Roll("ada"), *duality(6, 5))
    assert (bench.only(e.ActionRolled).check.total, bench.only(e.ActionRolled).outcome) == (16, "success_hope")
    assert (bench.hero("b").hope, bench.hero("c").hope) == (0, 0)


# ---------------------------------------------------------------- reaction rolls


@pytest.mark.rule("DHP-REACT-01", "DH-ADVERSARY-03", "DHP-STRESS-03", "DHP-STRESS-02")
def test_each_reacts_for_themselves_and_stress_beyond_the_last_is_a_wound():
    bench = play(hero(stress_marked=6), hero("bo", stress_marked=5, agility=1), foe(difficulty=14))
    bench.do(c.CallReaction("ada,bo", "agility", source="orc", stress=2))
    bench.do(c.React("ada", "agility"), *duality(6, 7))
    assert (bench.hero().stress_marked, bench.hero().hp_marked) == (6, 1)  # 13: failed, no box is free
    bench.do(c.React("bo", "agility"), *duality(6, 7))
    assert (bench.hero("bo").stress_marked, bench.hero("bo").hp_marked) == (5, 0)  # 14: made


@pytest.mark.rule("DHP-REACT-01", "DHP-DEATH-01")
def test_whoever_has_fallen_before_their_turn_to_react_is_not_asked():
    bench = play(hero(), hero("bo", status="unconscious"), foe())
    bench.do(c.CallReaction("bo,ada", "agility", 12, stress=1))
    assert bench.state.awaiting[0].who == "ada"


# ---------------------------------------------------------------- Minions and hordes


@pytest.mark.rule("DHP-ADVSTAT-06", "DHP-RANGE-01")
@pytest.mark.parametrize(("face", "felled"), [(1, 1), (2, 2), (5, 3), (8, 3)])
def test_a_sword_fells_minions_in_its_reach_and_no_others(face, felled):
    """With X at 3: 2, 3, 6 and 9 damage; two more stand in Melee, one is far off."""
    minions = [foe(f"m{number}", hp=1, features=(MINION,), at=5 if number < 3 else 80) for number in range(4)]
    bench = play(hero(), *minions).do(c.Attack("ada", "m0")).do(c.Roll("ada"), *duality(9, 6), (8, face))
    assert sum(one.hp_marked for one in bench.scene.foes.values()) == felled
    assert bench.foe("m3").hp_marked == 0


@pytest.mark.rule("DHP-ADVSTAT-06", "DH-DIFF-01")
def test_a_minion_whom_the_roll_would_miss_does_not_fall_with_the_others():
    quick = foe("quick", hp=1, features=(MINION,), difficulty=16)
    bench = play(hero(), foe("m0", hp=1, features=(MINION,)), quick).do(c.Attack("ada", "m0"))
    bench.do(c.Roll("ada"), *duality(9, 6), (8, 8))
    assert (bench.foe("m0").hp_marked, bench.foe("quick").hp_marked) == (1, 0)


@pytest.mark.rule("DHP-ADVSTAT-07", "DHP-DMG-01")
def test_minions_far_off_do_not_join_the_rush_and_their_blows_are_one():
    near = [printed("rotted_zombie", f"z{number}", at=10) for number in range(3)]
    bench = play(
        hero(armour=None, armour_marked=0), *near, printed("rotted_zombie", "far", at=200), fear=1, turn=acting("z0")
    )
    bench.do(c.UseFeature("z0", "group_attack", "ada"), (20, 19))
    taken = bench.only(e.DamageTaken)
    assert (taken.rolled, bench.fear, bench.foe("far").at) == (6, 0, 200)
    assert bench.hero().hp_marked == 3  # without armour 1/2 at level 1: 6 is Severe, three times 2 would be nine


@pytest.mark.rule("DHP-ADVSTAT-08", "DHP-GEN-01")
@pytest.mark.parametrize(("marked", "thinned"), [(2, False), (3, True)])
def test_a_horde_of_five_is_thinned_by_the_third_hit_point(marked, thinned):
    thin = replace(printed("swarm_of_rats").block, hp=5)
    swarm = replace(printed("swarm_of_rats", hp_marked=marked), block=thin)
    full, half = thin.attack.damage[0], next(one for one in thin.features if one.passive == "horde")
    die = full if not thinned else half.damage
    bench = play(hero(), swarm, turn=acting("swarm_of_rats"))
    bench.do(c.FoeAttack("swarm_of_rats", "ada"), (20, 19), *((die.sides, 1),) * die.count)
    assert bench.only(e.DamageRolled).amount == die.count + die.plus


# ---------------------------------------------------------------- blows


@pytest.mark.rule("DHP-DMG-05", "DHP-ARM-02", "DHP-DMG-04")
@pytest.mark.parametrize(("damage", "marked"), [(27, 2), (28, 3)])
def test_massive_damage_is_softened_by_one_slot_as_any_other(damage, marked):
    bench = play(hero(), foe(damage=f"0d6+{damage}"), turn=acting(), options={"massive_damage": True})
    bench.do(c.FoeAttack("orc", "ada"), (20, 19)).do(c.UseArmour("ada", use=True))
    assert (bench.hero().hp_marked, bench.hero().armour_marked) == (marked, 1)


@pytest.mark.rule("DHP-DUAL-07", "DHP-ATK-03", "DHP-HOPE-04", "DH-MOVE-11")
def test_a_double_1_against_difficulty_20_hits_hardest_and_gives_hope_and_an_opening():
    bench = play(hero(stress_marked=2, hope=5), foe(difficulty=20, hp=9)).do(c.Attack("ada", "orc"))
    bench.do(c.Roll("ada"), *duality(1, 1), (8, 1))
    assert bench.only(e.DamageRolled).amount == 10  # 1 + 1 and 8 more
    assert (bench.hero().hope, bench.hero().stress_marked, bench.foe().hp_marked) == (6, 1, 2)
    assert "8" in reasons(bench, e.DamageRolled)


@pytest.mark.rule("DHP-ATK-05", "DHP-RANGE-04")
def test_one_shot_at_two_is_one_roll_held_against_each():
    archer = hero(weapons=(replace(BOW, second=True),))
    bench = play(archer, foe("low", at=60, difficulty=12), foe("high", at=60, difficulty=15))
    bench.do(c.Attack("ada", "low", second="high")).do(c.Roll("ada"), *duality(8, 5), (6, 2))
    assert (bench.foe("low").hp_marked, bench.foe("high").hp_marked) == (1, 0)
    assert len(bench.found(e.DamageRolled)) == 1


# ---------------------------------------------------------------- the GM's turn, rests


@pytest.mark.rule("DH-SPOTLIGHT-02", "DH-FEAR-09", "DHP-SPOT-04")
def test_three_adversaries_one_after_the_other_come_to_two_fear_and_a_fourth_is_refused():
    foes = [foe(f"o{number}") for number in range(4)]
    bench = play(hero(evasion=30), *foes, fear=2, turn=Turn("failed_action_roll"))
    for number in range(3):
        bench.do(c.Spotlight(f"o{number}")).do(c.FoeAttack(f"o{number}", "ada"), (20, 2))
    assert bench.fear == 0
    bench.no(c.Spotlight("o3"), "no_fear")


@pytest.mark.rule("DHP-REST-03", "DHP-REST-06", "DH-FEAR-03", "DHP-REST-04")
def test_a_long_rest_cut_short_is_worth_a_short_one_and_the_fear_of_one():
    bench = play(hero(hp_marked=5, stress_marked=4), hero("bo"), fear=10, in_danger=False).do(c.BeginRest("long"))
    bench.do(c.CutRest()).do(c.RestMove("ada", "tend_to_wounds"), (4, 2))
    assert bench.hero().hp_marked == 2  # 2 and the tier, not all
    bench.no(c.RestMove("ada", "clear_all_stress"), "wrong_rest")
    bench.do(c.EndRest(), (4, 4))
    assert (bench.fear, bench.state.fear.lost) == (12, 2)  # 1d4, and no Fear for each PC


# ---------------------------------------------------------------- what looks at the dice


def wizard(**more: object) -> object:
    """Somebody who reads patterns in the number 4, and has nothing else that looks at rolls."""
    one = hero(**more)
    return replace(
        one, sheet=replace(endowed(one.sheet, BOOKS.powers["strange_patterns"]), chosen={"strange_patterns": "4"})
    )


@pytest.mark.rule("DHP-CHAR-02", "DHP-DUAL-01")
@pytest.mark.parametrize(("dice", "hope"), [((9, 4), 2), ((4, 3), 2), ((9, 5), 1)])
def test_strange_patterns_are_seen_in_any_roll_whoever_else_is_there(dice, hope):
    bench = called(play(wizard(hope=0)), 5).do(c.Roll("ada"), *duality(*dice))
    assert bench.hero().hope == hope
    if hope == 2:
        italian, english = lines(bench, e.PowerUsed)
        assert BOOKS.powers["strange_patterns"].name.it in italian
        assert BOOKS.powers["strange_patterns"].name.en in english


@pytest.mark.rule("DHP-CHAR-02", "DHP-DUAL-10", "DHP-GEN-02")
def test_a_roll_that_is_not_made_again_still_shows_its_faces():
    one = wizard(hope=1)
    bench = called(play(replace(one, sheet=replace(one.sheet, adaptable=True))), 20)
    bench.do(c.Roll("ada", "one"), *duality(9, 4))
    assert bench.asked == "reroll"
    bench.do(c.Reroll("ada", use=False))
    assert bench.hero().hope == 2  # one with Hope, one by the pattern


# ---------------------------------------------------------------- an adversary's roll made again


def again(*first: tuple[int, int], options: dict[str, object] | None = None, **attack: object) -> Bench:
    """An adversary with advantage and an Experience has hit Ada, and Bo makes it roll again."""
    seer = hero("bo", at=5)
    seer = replace(seer, sheet=endowed(seer.sheet, BOOKS.powers["danger_sense"]))
    skilled = foe(bonus=1, experiences=(Experience("hunter", Named("Cacciatore", "Hunter"), 3),))
    bench = play(hero(evasion=14), seer, skilled, fear=3, turn=acting(), options=options)
    return bench.do(c.FoeAttack("orc", "ada", **attack), *first)


@pytest.mark.rule("DHP-GEN-02", "DH-ATK-03", "DH-ADV-02", "DH-FEAR-12")
def test_a_roll_made_again_keeps_its_advantage_and_the_experience_that_was_paid_for():
    bench = again((20, 4), (20, 12), experience="hunter", advantages=1)
    assert bench.asked == "power"
    bench.do(c.AnswerPower("bo", use=True), (20, 10), (20, 2), (8, 3))
    twisted = bench.only(e.AttackTwisted)
    assert (twisted.check.total, twisted.hit, bench.fear) == (14, True, 2)  # 10 + 1 + 3, and the 2 put aside
    assert "2" in reasons(bench, e.AttackTwisted)


@pytest.mark.rule("DHP-GEN-02", "DH-CRIT-01", "DH-CRIT-02")
def test_a_roll_made_again_that_shows_a_20_is_told_as_one():
    bench = again((20, 15)).do(c.AnswerPower("bo", use=True), (20, 20), (8, 3))
    assert lines(bench, e.AttackTwisted) == (
        "Bo, «Fiuto del pericolo»: l'attacco contro Ada si tira di nuovo, ed è un 20 naturale!",
        "Bo, “Danger Sense”: the attack on Ada is rolled again and is a natural 20!",
    )
    assert bench.only(e.DamageRolled).amount == 8 + 3 + 1


@pytest.mark.rule("DHP-GEN-02", "DH-ATK-01")
@pytest.mark.parametrize(("choice", "hit"), [("normal", True), ("auto_failure", False)])
def test_a_natural_1_made_again_is_what_the_table_makes_of_it(choice, hit):
    bench = again((20, 15), options={"gm_natural1_attack": choice})
    bench.state = replace(bench.state, party={**bench.state.party, "ada": hero(evasion=2)})
    bench.do(c.AnswerPower("bo", use=True), (20, 1), *(((8, 3),) if hit else ()))
    assert bench.only(e.AttackTwisted).hit == hit


# ---------------------------------------------------------------- a die of one's own thrown again


@pytest.mark.rule("DHP-GEN-02", "DHP-COND-06", "DHP-DUAL-07")
@pytest.mark.parametrize(("sides", "name"), [(12, ""), (8, "disheartened")])
def test_a_hope_die_thrown_again_is_the_die_that_it_was_and_a_double_says_so(sides, name):
    held = (Condition(name, "orc", "scene"),) if name else ()
    cat = hero(conditions=held, hope=3)
    cat = replace(cat, sheet=endowed(cat.sheet, BOOKS.powers["feline_instincts"]))
    bench = called(play(cat, foe()), 20).do(c.Roll("ada"), (sides, 2), (12, 5))
    bench.do(c.AnswerPower("ada", use=True), (sides, 5))
    twisted = bench.only(e.RollTwisted)
    assert (twisted.outcome, twisted.check.total) == ("critical_success", 10)
    assert "double" in reasons(bench, e.RollTwisted)
    numbers = explain(RULES, bench.state, twisted, "en").numbers[0]
    assert numbers.startswith(f"d{sides}=5 (play:0) +7 the roll as it was -2 the Hope Die of before +0")


@pytest.mark.rule("DHP-CHAR-03", "DHP-DUAL-10")
def test_what_a_power_adds_to_a_roll_is_shown_beside_the_roll_that_was_made():
    bard = hero(hope=3, agility=1)
    bard = replace(bard, sheet=endowed(bard.sheet, BOOKS.powers["heart_of_a_poet"]))
    bench = called(play(bard, foe()), 10).do(c.Roll("ada"), (12, 3), (12, 2))
    bench.do(c.AnswerPower("ada", use=True), (4, 4))
    twisted = bench.only(e.RollTwisted)
    assert (twisted.check.total, twisted.outcome) == (10, "success_hope")
    numbers = explain(RULES, bench.state, twisted, "it").numbers[0]
    assert numbers == "6 il tiro com'era +4 Cuore di poeta = 10; serve ≥ 10 (Difficoltà): riuscito"


@pytest.mark.rule("DHP-COND-06", "DHP-HOPE-02")
@pytest.mark.parametrize("name", [name for name, one in BOOKS.conditions.items() if one.roll_hope or one.shed_hope])
def test_hope_that_a_condition_costs_is_told_by_its_name(name):
    bench = play(hero(hope=3), foe())
    lost = e.HopeChanged("ada", -1, 2, name)
    assert [
        tell(RULES, bench.state, lost, language)
        for language in LANGUAGES
        if "_" in tell(RULES, bench.state, lost, language)
    ] == []
    if name == "nature_form":
        assert tell(RULES, bench.state, lost, "it") == "Ada ha 1 Speranza in meno (Spirito della natura): ora ne ha 2."
    if name == "snared":
        assert tell(RULES, bench.state, lost, "it") == "Ada ha 1 Speranza in meno (Intrappolata): ora ne ha 2."


@pytest.mark.rule("DHP-CHAR-02")
@pytest.mark.parametrize(
    ("on", "told"),
    [
        (("ada",), ("su di sé", "on herself")),
        (("bo",), ("su Bo", "on Bo")),
        (("ada", "bo"), ("su Ada e Bo", "on Ada and Bo")),
    ],
)
def test_a_power_on_oneself_is_told_as_such_and_none_is_against_a_friend(on, told):
    bench = play(hero(), hero("bo"), foe())
    used = e.PowerUsed("ada", "bolt_beacon", on)
    asked = e.RollRequested("ada", Request("ada", "power", "presence", 10, targets=on, means="bolt_beacon"))
    for event in (used, asked):
        for language, words in zip(("it", "en"), told, strict=True):
            line = tell(RULES, bench.state, event, language)
            assert words in line, line
            assert "contro" not in line


def test_no_name_of_a_place_is_a_title_in_the_middle_of_a_sentence():
    """Places take an article and a small letter in English: what follows is small too, but for names proper."""
    assert [one.name.en for one in BOOKS.places.values() if one.name.en[1:] != one.name.en[1:].lower()] == []


NUMBERED = [
    name for name, one in BOOKS.powers.items() if one.difficulty and one.target is not None and one.target.side == "foe"
]
"""Spells at adversaries whose Difficulty stands on the card."""


@pytest.mark.rule("DHP-TRAIT-03", "DH-DIFF-01")
@pytest.mark.parametrize("name", NUMBERED)
def test_a_difficulty_of_the_cards_own_does_not_cite_that_of_adversaries(name):
    caster = hero(hope=6, spellcast="instinct")
    caster = replace(caster, sheet=endowed(caster.sheet, BOOKS.powers[name]))
    bench = play(caster, foe(difficulty=9)).do(c.UsePower("ada", name, "orc"))
    asked = bench.only(e.RollRequested)
    assert asked.request.difficulty == BOOKS.powers[name].difficulty
    assert not {"DH-DIFF-01", "DHP-ATK-01"} & set(asked.rules)


@pytest.mark.rule("DHP-CHAR-02")
def test_no_sheet_names_the_price_of_a_power_twice():
    known = hero(hope=3)
    for name, power in BOOKS.powers.items():
        for language in ("it", "en"):
            ((_, told),) = powers_told(RULES, known, [power], language)
            price, _, words = told.partition(" · ")
            assert not words or price not in words, (name, told)


@pytest.mark.rule("DHP-COUNT-01")
def test_a_countdown_that_has_shrunk_to_nothing_is_over():
    bench = play(hero(), countdowns={"c": Countdown("c", Named("Rabbia", "Rage"), "standard", 2, 1, "decreasing")})
    called(bench, 5).do(c.Roll("ada"), *duality(9, 5))
    assert bench.scene.countdowns["c"].value == 1
    called(bench, 5).do(c.Roll("ada"), *duality(9, 5))
    italian, english = lines(bench, e.CountdownTriggered)
    assert (italian, english) == ("Il conto alla rovescia «Rabbia» scatta.", "The countdown “Rage” triggers.")
    called(bench, 5).do(c.Roll("ada"), *duality(9, 5))
    assert not bench.found(e.CountdownTriggered)
    assert not bench.found(e.CountdownAdvanced)


@pytest.mark.rule("DHP-CHAR-03")
def test_the_dice_of_a_power_are_shown_one_by_one_and_come_to_its_total():
    dice = (Die(6, 1), Die(6, 2))
    event = e.PowerRolled("ada", "strange_patterns", dice, 2, 5, rules=("DHP-CHAR-03",))
    for reckoned in event.sums():
        adds_up(reckoned)
    assert explain(RULES, play(wizard()).state, event, "en").numbers[0].startswith("d6=1")


# ---------------------------------------------------------------- whoever fails any roll

WATCHERS = sorted(
    (block.id, feature.id)
    for block in BOOKS.adversaries.values()
    for feature in block.features
    if feature.when is not None and feature.when.moment == "pc_failed_roll"
)


def test_the_stat_blocks_that_speak_of_any_failed_roll_are_known():
    assert WATCHERS == [
        ("demon_of_hubris", "you_pale_in_comparison"),
        ("oracle_of_doom", "walls_closing_in"),
        ("volcanic_dragon_ashen_tyrant", "ashes_to_ashes"),
    ]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-REACT-01")
@pytest.mark.parametrize(("block", "feature"), WATCHERS)
@pytest.mark.parametrize(("faces", "used"), [((5, 4), 1), ((9, 8), 0), ((2, 2), 0)])
def test_a_failed_reaction_is_a_failed_roll_to_whoever_watches_for_one(block, feature, faces, used):
    bench = play(hero(), printed(block)).do(c.CallReaction("ada", "agility", 15))
    bench.do(c.React("ada", "agility"), *duality(*faces))
    assert [event.feature for event in bench.found(e.FeatureUsed)] == [feature] * used
    assert (bench.hero().stress_marked, bench.hero().hope) != (0, 2) if used else bench.hero() == hero()


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-GROUP-01")
@pytest.mark.parametrize("ending", ["rolled", "dropped"])
def test_whoever_fails_to_help_the_group_has_failed_a_roll(ending):
    bench = play(hero(), hero("bo"), printed("demon_of_hubris"))
    bench.do(c.GroupAction("ada", "bo", "agility", 15), *duality(3, 2))
    bench.do(c.Roll("ada"), *duality(9, 8)) if ending == "rolled" else bench.do(c.DropRoll("ada"))
    assert (bench.hero().stress_marked, bench.hero("bo").stress_marked) == (0, 1)


# ---------------------------------------------------------------- damage that is none

HURT = sorted(
    (block.id, feature.id)
    for block in BOOKS.adversaries.values()
    for feature in block.features
    if feature.when is not None and feature.when.moment == "damaged"
)


@pytest.mark.rule("DHP-DMG-02", "DHP-ADVSTAT-05")
@pytest.mark.parametrize(("block", "feature"), HURT)
def test_damage_brought_to_nothing_sets_nothing_off_that_waits_for_damage(block, feature):
    """A wall of a hide: whatever strikes it, by sword or by spell, is brought to 0."""
    hide = Feature("hide", Named("Scorza", "Hide"), "passive", passive="reduce", value=999, kinds=("physical", "magic"))
    owner = printed(block, hp_marked=BOOKS.adversaries[block].hp - 1)
    owner = replace(owner, block=replace(owner.block, features=(*owner.block.features, hide), difficulty=5))
    weapon = WAND if feature == "magical_weakness" else SWORD
    bench = play(hero(weapons=(weapon,)), owner, fear=6).do(c.Attack("ada", block))
    bench.do(c.Roll("ada"), *duality(12, 11), (weapon.die, 5))
    if not bench.found(e.DamageTaken):  # something could still soften the blow
        bench.do(c.Answer(False))
    assert bench.only(e.DamageTaken).amount == 0
    assert feature not in [event.feature for event in bench.found(e.FeatureUsed)]
    assert bench.asked != "chance"


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06")
@pytest.mark.parametrize(("at", "marks"), [(5, 1), (40, 0)])
def test_whoever_hits_the_ice_dragon_close_by_is_chilled_though_it_be_the_last_blow(at, marks):
    dragon = printed("young_ice_dragon", at=at, hp_marked=9)
    bench = play(hero(weapons=(BOW,)), hero("bo"), dragon, foe()).do(c.Attack("ada", "young_ice_dragon"))
    bench.do(c.Roll("ada"), *duality(12, 11), (6, 5))
    assert bench.foe("young_ice_dragon").defeated
    assert (bench.hero().stress_marked, len(bench.hero().conditions)) == (marks, marks)
