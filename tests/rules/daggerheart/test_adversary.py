"""The GM's Die: attacks, criticals, several targets, advantage, action and reaction rolls, the spotlight."""

import pytest
from tests.rules.daggerheart.bench import Bench, acting, foe, hero, play

from arbitro.dice.amount import Amount
from arbitro.rules.daggerheart.commands import (
    CallReaction,
    FoeAct,
    FoeAttack,
    FoeReact,
    FoeShed,
    FoeSprint,
    React,
    Spotlight,
    UseArmour,
)
from arbitro.rules.daggerheart.events import AttackRolled, DamageRolled, FoeActed, FoeRolled, ReactionRolled
from arbitro.rules.daggerheart.state import Condition, Experience, Rolled, Turn
from arbitro.rules.daggerheart.words import Named

THIEF = (Experience("thief", Named("Ladro", "Thief"), 2), Experience("keen", Named("Fiuto", "Keen"), 3))


def struck(bench: Bench, *dice: tuple[int, int], targets: str = "ada", **more: object) -> Bench:
    return bench.do(FoeAttack("orc", targets, **more), *dice)


@pytest.mark.rule("DH-GMDIE-01")
def test_the_gm_rolls_one_d20_and_moves_nothing_by_it():
    bench = struck(play(hero(hope=3), foe(), fear=5, turn=acting()), (20, 7))
    rolled = bench.only(AttackRolled)
    assert [(die.sides, die.face) for die in rolled.check.dice] == [(20, 7)]
    assert (bench.fear, bench.hero().hope) == (5, 3)


@pytest.mark.rule("DH-ATK-01", "DHP-EVA-01")
@pytest.mark.parametrize(
    ("face", "bonus", "evasion", "total", "hit"), [(9, 3, 12, 12, True), (8, 3, 12, 11, False), (14, -4, 10, 10, True)]
)
def test_attack_against_evasion(face, bonus, evasion, total, hit):
    bench = play(hero(evasion=evasion), foe(bonus=bonus), turn=acting())
    struck(bench, (20, face), *(((8, 1),) if hit else ()))
    assert (bench.only(AttackRolled).check.total, bench.only(AttackRolled).hit) == (total, hit)


@pytest.mark.rule("DH-ATK-01")
@pytest.mark.parametrize(("choice", "hit"), [("normal", True), ("auto_failure", False)])
def test_a_natural_one_is_an_option(choice, hit):
    bench = play(hero(evasion=3), foe(bonus=4), turn=acting(), options={"gm_natural1_attack": choice})
    struck(bench, (20, 1), *(((8, 1),) if hit else ()))
    assert bench.only(AttackRolled).hit is hit


@pytest.mark.rule("DH-ATK-01")
def test_an_attack_modifier_may_be_dice():
    bench = play(hero(evasion=14), foe(bonus=Amount(2, 4)), turn=acting())
    struck(bench, (20, 9), (4, 2), (4, 3), (8, 1))
    assert bench.only(AttackRolled).check.total == 14


@pytest.mark.rule("DH-ATK-02")
def test_a_hit_deals_the_listed_damage_and_a_miss_none():
    bench = struck(play(hero(), foe(), turn=acting()), (20, 15), (8, 5))
    assert bench.only(DamageRolled).amount == 6
    missed = struck(play(hero(), foe(), turn=acting()), (20, 2))
    assert missed.found(DamageRolled) == []
    minion = struck(play(hero(), foe(damage="2"), turn=acting()), (20, 15))
    assert minion.only(DamageRolled).amount == 2


@pytest.mark.rule("DH-ATK-03", "DH-FEAR-12", "DH-FEAR-07")
def test_an_experience_is_bought_before_the_roll():
    bench = play(hero(evasion=13), foe(bonus=1, experiences=THIEF), fear=3, turn=acting())
    bench.no(FoeAttack("orc", "ada", "swim"), "no_experience")
    bench.no(FoeAttack("orc", "ada", "thief,keen"), "one_experience")
    struck(bench, (20, 10), (8, 1), experience="thief")
    assert (bench.fear, bench.scene.fear_spent, bench.only(AttackRolled).check.total) == (2, 1, 13)
    bench.no(FoeAttack("orc", "ada", "thief"), "awaiting")  # the die has fallen; an Armor Slot is asked for
    play(hero(), foe(experiences=THIEF), turn=acting()).no(FoeAttack("orc", "ada", "thief"), "no_fear")


@pytest.mark.rule("DH-ATK-03")
def test_several_experiences_and_combining_are_options():
    many = play(hero(), foe(experiences=THIEF), fear=3, turn=acting(), options={"gm_experiences_per_roll": "unlimited"})
    struck(many, (20, 2), experience="thief,keen")
    assert (many.only(AttackRolled).check.total, many.fear) == (8, 1)
    free = play(hero(), foe(experiences=THIEF), fear=3, turn=acting())
    struck(free, (20, 2), (20, 3), experience="thief", advantages=1)
    one = play(hero(), foe(experiences=THIEF), fear=3, turn=acting(), options={"gm_attack_options": "one_only"})
    one.no(FoeAttack("orc", "ada", "thief", 1), "one_option")


def ogre(**more: object) -> object:
    from arbitro.rules.daggerheart.feature import Feature

    return foe(feature=Feature("ramp", kind="passive", passive="ramp_up"), **more)


@pytest.mark.rule("DH-ATK-04")
def test_one_roll_against_several_targets():
    trio = (hero(evasion=9), hero("bo", evasion=13), hero("cleo", evasion=14))
    bench = play(*trio, ogre(bonus=2), turn=acting())
    struck(bench, (20, 11), (8, 4), targets="ada,bo,cleo")
    assert [rolled.hit for rolled in bench.found(AttackRolled)] == [True, True, False]
    assert len(bench.found(DamageRolled)) == 1
    critical = play(hero(evasion=9), hero("bo", evasion=13), hero("cleo", evasion=25), ogre(bonus=0), turn=acting())
    struck(critical, (20, 20), (8, 4), targets="ada,bo,cleo")
    assert all(rolled.critical and rolled.hit for rolled in critical.found(AttackRolled))
    play(*trio, foe(), turn=acting()).no(FoeAttack("orc", "ada,bo"), "too_many_targets")


@pytest.mark.rule("DH-ATK-04")
@pytest.mark.parametrize(("choice", "rolls"), [("one_roll", 1), ("per_target", 2)])
def test_damage_for_several_targets_is_an_option(choice, rolls):
    bench = play(
        hero(armour_marked=3),
        hero("bo", armour_marked=3),
        ogre(),
        turn=acting(),
        options={"gm_multi_target_damage": choice},
    )
    struck(bench, (20, 15), *[(8, 3), (8, 7)][:rolls], targets="ada,bo")
    assert len(bench.found(DamageRolled)) == rolls
    assert bench.hero("bo").hp_marked == (2 if rolls == 2 else 1)


@pytest.mark.rule("DH-ATK-04", "DHP-COND-04")
@pytest.mark.parametrize(("choice", "dice"), [("all_targets", 1), ("any_target", 2), ("gm_choice", 1)])
def test_advantage_against_several_targets_is_an_option(choice, dice):
    soft = hero(conditions=(Condition("vulnerable", "x", "scene"),))
    bench = play(soft, hero("bo"), ogre(), turn=acting(), options={"gm_multi_target_advantage": choice})
    struck(bench, *[(20, 2), (20, 3)][:dice], targets="ada,bo")


@pytest.mark.rule("DH-CRIT-01")
def test_a_natural_twenty_always_hits():
    bench = struck(play(hero(evasion=18), foe(bonus=-4), turn=acting()), (20, 20), (8, 1))
    assert bench.only(AttackRolled).critical
    missed = struck(play(hero(evasion=21), foe(bonus=1), turn=acting()), (20, 19))
    assert not missed.only(AttackRolled).hit


@pytest.mark.rule("DH-CRIT-02")
@pytest.mark.parametrize(
    ("damage", "dice", "amount"),
    [
        ("3d6+2", ((6, 1), (6, 4), (6, 6)), 31),
        ("1d12+4", ((12, 1),), 17),
        ("2d6 and 1d4+3", ((6, 2), (6, 5), (4, 3)), 29),
        ("2", (), 2),
    ],
)
def test_critical_damage_adds_the_most_that_the_dice_could_show(damage, dice, amount):
    bench = struck(play(hero(), foe(damage=damage), turn=acting()), (20, 20), *dice)
    assert bench.only(DamageRolled).amount == amount


@pytest.mark.rule("DH-CRIT-02")
def test_a_critical_without_dice_is_an_option():
    bench = play(hero(), foe(damage="2"), turn=acting(), options={"gm_crit_flat_damage": "double"})
    assert struck(bench, (20, 20)).only(DamageRolled).amount == 4


@pytest.mark.rule("DH-ADV-02", "DH-CRIT-01")
def test_advantage_keeps_the_higher_d20():
    bench = play(hero(evasion=16), foe(bonus=2), turn=acting())
    struck(bench, (20, 6), (20, 15), (8, 1), advantages=1)
    assert (bench.only(AttackRolled).check.total, bench.only(AttackRolled).others[0].face) == (17, 6)
    assert (
        struck(play(hero(), foe(), turn=acting()), (20, 20), (20, 3), (8, 1), advantages=1).only(AttackRolled).critical
    )


@pytest.mark.rule("DH-ADV-03", "DH-CRIT-01")
def test_disadvantage_keeps_the_lower_d20():
    bench = play(hero(evasion=10), foe(bonus=2), turn=acting())
    assert struck(bench, (20, 6), (20, 15), disadvantages=1).only(AttackRolled).check.total == 8
    plain = struck(play(hero(evasion=13), foe(bonus=0), turn=acting()), (20, 20), (20, 12), disadvantages=1)
    assert not plain.only(AttackRolled).hit
    both = struck(play(hero(), foe(), turn=acting()), (20, 20), (20, 20), (8, 1), disadvantages=1)
    assert both.only(AttackRolled).critical


@pytest.mark.rule("DH-ADV-02", "DH-ADV-03")
@pytest.mark.parametrize(("choice", "dice"), [("cancel_then_one", 2), ("cancel_then_many", 3)])
def test_several_advantages_are_an_option(choice, dice):
    bench = play(hero(evasion=30), foe(), turn=acting(), options={"gm_adversary_advantage_stacking": choice})
    struck(bench, *[(20, 2), (20, 3), (20, 4)][:dice], advantages=3, disadvantages=1)


@pytest.mark.rule("DH-ADVERSARY-01", "DH-ADVERSARY-02", "DHP-SPOT-05")
def test_what_else_an_adversary_tries_just_works():
    bench = play(hero(), foe(), turn=acting()).do(FoeAct("orc", "slams the gate shut"))
    assert bench.only(FoeActed).text == "slams the gate shut"
    assert bench.found(FoeRolled) == []


@pytest.mark.rule("DH-ADVERSARY-04", "DH-ADVERSARY-05")
def test_an_action_roll_only_where_the_gm_wants_one():
    bench = play(hero(), foe(bonus=3), turn=acting())
    bench.no(FoeAct("orc", "climbs", "yes"), "difficulty_needed")
    assert Bench(bench.state).do(FoeAct("orc", "", "yes", 13), (20, 13)).only(FoeRolled).check.success
    assert not Bench(bench.state).do(FoeAct("orc", "", "yes", 13), (20, 12)).only(FoeRolled).check.success


@pytest.mark.rule("DH-ADVERSARY-04")
def test_rolling_by_default_is_an_option():
    bench = play(hero(), foe(), turn=acting(), options={"adversary_action_roll": True})
    bench.no(FoeAct("orc"), "difficulty_needed")
    assert Bench(bench.state).do(FoeAct("orc", difficulty=10), (20, 10)).only(FoeRolled).kind == "action"
    Bench(bench.state).do(FoeAct("orc", roll="no"))
    play(hero(), foe(), turn=acting()).do(FoeAct("orc", difficulty=10))


@pytest.mark.rule("DH-ADVERSARY-06", "DH-FEAR-12")
def test_an_experience_on_an_action_roll():
    boss = foe(experiences=(Experience("commander", Named("Capo", "Commander"), 3),))
    bench = play(hero(), boss, fear=2, turn=acting())
    bench.do(FoeAct("orc", "", "yes", 14, "commander"), (20, 11))
    assert (bench.fear, bench.only(FoeRolled).check.total, bench.only(FoeRolled).check.success) == (1, 14, True)
    play(hero(), foe(), fear=2, turn=acting()).no(FoeAct("orc", "", "yes", 14, "commander"), "no_experience")


@pytest.mark.rule("DH-REACT-01", "DH-FEAR-12")
def test_a_reaction_roll_of_an_adversary():
    assert play(hero(), foe()).do(FoeReact("orc", 15), (20, 15)).only(FoeRolled).check.success
    nimble = foe(experiences=(Experience("acrobat", Named("Acrobata", "Acrobatics"), 2),))
    bench = play(hero(), nimble, fear=1).do(FoeReact("orc", 15, "acrobat"), (20, 12))
    assert (bench.only(FoeRolled).check.total, bench.only(FoeRolled).check.success, bench.fear) == (14, False, 0)
    quick = foe(experiences=(Experience("quick", Named("Lesto", "Quick"), 3),))
    bench = play(hero(), quick, fear=6).do(FoeReact("orc", 12, "quick"), (20, 9))
    assert (bench.only(FoeRolled).check.success, bench.fear) == (True, 5)


@pytest.mark.rule("DH-REACT-01")
def test_its_default_difficulty_is_an_option():
    last = Rolled("ada", "success_hope", 17, "action", 1)
    assert play(hero(), foe(), last=last).do(FoeReact("orc"), (20, 17)).only(FoeRolled).check.needed == 17
    sets = play(hero(), foe(), last=last, options={"pc_reaction_difficulty_default": "gm_sets"})
    sets.no(FoeReact("orc"), "difficulty_needed")


@pytest.mark.rule("DH-CRIT-03")
def test_a_natural_twenty_on_a_reaction_succeeds_and_gives_nothing_more():
    bench = play(hero(), foe(), fear=4).do(FoeReact("orc", 24), (20, 20))
    assert bench.only(FoeRolled).check.success
    assert (bench.fear, len(bench.events)) == (4, 1)


@pytest.mark.rule("DH-CRIT-03", "DH-ADVERSARY-05")
@pytest.mark.parametrize(("choice", "success"), [("auto_success", True), ("normal", False)])
def test_a_natural_twenty_on_an_action_is_an_option(choice, success):
    bench = play(hero(), foe(), turn=acting(), options={"gm_natural20_action_roll": choice})
    assert bench.do(FoeAct("orc", "", "yes", 24), (20, 20)).only(FoeRolled).check.success is success


@pytest.mark.rule("DH-ADVERSARY-03", "DHP-REACT-01")
def test_pcs_react_instead():
    bench = play(hero(agility=1), hero("bo", agility=-2), foe(), fear=3)
    bench.do(CallReaction("ada,bo", "agility", 14, stress=1))
    bench.do(React("ada", "agility"), (12, 9), (12, 5)).do(React("bo", "agility"), (12, 5), (12, 9))
    assert (bench.hero().stress_marked, bench.hero("bo").stress_marked) == (0, 1)
    assert (bench.fear, bench.scene.spotlight) == (3, "players")


@pytest.mark.rule("DH-ADVERSARY-03")
def test_their_default_difficulty_is_an_option():
    bench = play(hero(), foe(difficulty=15)).do(CallReaction("ada", "agility", source="orc"))
    assert bench.do(React("ada", "agility"), (12, 9), (12, 5)).only(ReactionRolled).check.needed == 15
    asks = play(hero(), foe(), options={"gm_reaction_default_difficulty": "ask"})
    asks.no(CallReaction("ada", "agility", source="orc"), "difficulty_needed")


@pytest.mark.rule("DHP-SPOT-05", "DHP-RANGE-03", "DHP-RANGE-01", "DHP-ADVSTAT-05")
def test_a_move_within_close_goes_with_the_attack_and_no_farther():
    near = play(hero(), foe(at=30), turn=acting())
    struck(near, (20, 2))
    assert near.foe().at == 5
    far = play(hero(), foe(at=90), turn=acting())
    far.no(FoeAttack("orc", "ada"), "out_of_reach")
    far.do(FoeSprint("orc", 5))
    far.no(FoeAttack("orc", "ada"), "not_in_spotlight")
    play(hero(), foe(at=900), turn=acting()).no(FoeSprint("orc", 5), "too_far")


@pytest.mark.rule("DHP-COND-05", "DHP-COND-03")
def test_shedding_a_condition_takes_the_spotlight_and_no_roll():
    bound = foe(conditions=(Condition("restrained", "ada", "temporary", spell=True),), at=20)
    bench = play(hero(), bound, turn=acting())
    bench.no(FoeAttack("orc", "ada"), "out_of_reach")
    bench.no(FoeSprint("orc", 5), "restrained")
    bench.do(FoeShed("orc", "restrained"))
    assert (bench.foe().conditions, bench.scene.turn.acting) == ((), "")


@pytest.mark.rule("DHP-ADVSTAT-09")
def test_relentless_and_slow():
    from arbitro.rules.daggerheart.feature import Feature

    relentless = foe(feature=Feature("relentless", kind="passive", passive="relentless", value=2))
    bench = play(hero(), relentless, fear=3, turn=Turn("failed_action_roll"))
    bench.do(Spotlight("orc")).do(FoeAct("orc", roll="no")).do(Spotlight("orc")).do(FoeAct("orc", roll="no"))
    assert bench.fear == 2
    bench.no(Spotlight("orc"), "acted_already")
    slow = foe(feature=Feature("slow", kind="passive", passive="slow"))
    bench = play(hero(), slow, turn=Turn("failed_action_roll")).do(Spotlight("orc"))
    assert (bench.foe().token, bench.scene.turn.acting) == (True, "")
    again = play(hero(), foe(feature=slow.block.features[0], token=True), turn=Turn("failed_action_roll"))
    again.do(Spotlight("orc"))
    assert (again.foe().token, again.scene.turn.acting) == (False, "orc")


@pytest.mark.rule("DHP-DEATH-03", "DH-SOFT-02", "DHP-ARM-02")
def test_nobody_attacks_the_fallen_and_armour_still_answers():
    down = play(hero(status="unconscious"), hero("bo"), foe(), turn=acting())
    down.no(FoeAttack("orc", "ada"), "no_target")
    bench = struck(play(hero(), foe(), turn=acting()), (20, 15), (8, 8))
    assert bench.asked == "armour"
    bench.do(UseArmour("ada", True))
    assert bench.hero().armour_marked == 1
